"""A round that was played can be written down, whatever was dealt and decided."""

from __future__ import annotations

import random

import pytest

from cardroom import games, scenario
from cardroom.cards import UNSEEN, Card, Stream, shuffled
from cardroom.play.betting import Betting, close, place
from cardroom.play.inputs import Answer, Draw, Figure, Intervene, Lapse, Proceed, RoundInput
from cardroom.play.round import Await, Chance, DealerStep, Reading, Refusal, Round

OPTIONS = {"surrender": "late", "hands_max": "none", "split_aces": "hit", "wager_min": "5"}


def entries(round: Round, choice: random.Random) -> list[RoundInput]:
    """What might happen next: any offered answer, a time-out, now and then an irregularity."""
    head = round.head
    assert isinstance(head, Await)
    ask = choice.choice(head.asks)
    option = choice.choice(ask.options)
    told = Answer(ask.box, option.verb, amount=option.least)
    floor = choice.choice(
        [
            Intervene("void-hand", box=1, note='a "stuck" card \\ two'),
            Intervene("absent-player", box=2),
            Intervene("rewind", to=choice.randrange(len(round.inputs))),
        ]
    )
    weights = [20, 2, 1]
    return choice.choices([told, Lapse(ask.box), floor], weights)


def play(seed: int, hidden: bool) -> Round:
    rules = games.ruleset("blackjack", {**OPTIONS, "hole_card": "peek"}, "test room")
    family = games.family(rules)
    order = iter(shuffled(tuple(rules.deck), Stream(seed).below))
    choice = random.Random(seed)
    betting = Betting(rules, {"ann": 100_000, "bén 2": 100_000})
    for box, owner in ((1, "ann"), (2, "bén 2"), (4, "ann")):
        placed = place(betting, family, box, "main", owner, 1_050)
        assert isinstance(placed, Betting)
        betting = placed
    closed = close(betting, family)
    assert not isinstance(closed, Refusal)
    round = closed[0]
    hole: Card | None = None
    while not round.over:
        entry: RoundInput
        match round.head:
            case Chance() as head:
                if head.turned is not None:
                    assert hole is not None
                    card = hole
                else:
                    card = round.returned[0] if round.returned else next(order)
                    if hidden and head.seen == "nobody" and head.place == "bank":
                        hole, card = (card, UNSEEN) if card is not UNSEEN else (hole, card)
                entry = Draw(card)
            case DealerStep():
                entry = Proceed()
            case Reading(name=name):
                assert hole is not None
                up = round.at("bank")[0].rank
                entry = Figure(name, int({hole.rank == 1, up == 1} == {True, False} and
                                         (hole.rank >= 10 or up >= 10)))  # fmt: skip
            case _:
                entry = entries(round, choice)[0]
        applied = games.apply(round, entry)
        if not isinstance(applied, Refusal):
            round = applied[0]
    return round


@pytest.mark.parametrize("seed", range(60))
def test_a_written_round_settles_the_same(seed: int) -> None:
    round = play(seed, hidden=seed % 3 == 0)
    text = scenario.write(round, title="a round", cites=["pay.higher"])
    outcome = scenario.run(scenario.parse(text, "written.toml"))
    assert outcome.problems == ()
    assert outcome.round is not None
    assert outcome.round.stacks == round.stacks
    assert outcome.round.bank == round.bank
