"""A round goes back and forward again by facts that leave every cent where it lay then."""

from __future__ import annotations

from copy import deepcopy
from random import Random

import pytest

from cardroom import games
from cardroom.events import BankReturned
from cardroom.play.inputs import Intervene, RoundInput
from cardroom.play.round import Refusal, Round
from tests.properties.books import Books
from tests.properties.rounds import GAMES, Plan, Player, fingerprint, play

WAYS = 6
"""The number of points to rewind to, and the number of steps forward from each."""


def applied(round: Round, entry: RoundInput, books: Books) -> tuple[Round, Books]:
    outcome = games.apply(round, entry)
    assert not isinstance(outcome, Refusal), outcome
    kept = deepcopy(books)
    kept.post(outcome[1])
    kept.agree_with(outcome[0])
    return outcome[0], kept


def rewound(round: Round, to: int, books: Books) -> tuple[Round, Books]:
    entry = Intervene("rewind", to=to)
    outcome = games.apply(round, entry)
    assert not isinstance(outcome, Refusal), outcome
    returned = any(isinstance(fact, BankReturned) for fact in outcome[1])
    assert not returned or outcome[0].over, "a bank is returned at the end"
    return applied(round, entry, books)


def otherwise(plan: Plan, round: Round, books: Books) -> tuple[Round, Books]:
    """The round played to its end by other decisions."""
    player = Player(plan._replace(choices=plan.choices[::-1]))
    player.dealt = len(round.drawn) + len(round.returned)
    while not round.over:
        after, books = applied(round, player.entry(round), books)
        player.took(round, after)
        round = after
    return round, books


def planned(game: str, chance: Random) -> Plan:
    """Four boxes, whose players hit, double, raise and fold as it comes."""
    stakes = {box: chance.randrange(20) for box in range(1, 5)}
    choices = tuple(chance.randrange(255) for _ in range(60))
    return Plan(game, {}, stakes, chance.randrange(2**32), "", choices, cover=chance.randrange(50))


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("seed", range(3))
def test_every_way_back_and_forward_moves_the_money_with_it(game: str, seed: int) -> None:
    chance = Random(f"{game} {seed}")
    plan = planned(game, chance)
    history = play(plan)
    assert history is not None
    rounds = [history.opening, *(step.round for step in history.steps)]
    books = Books(history.stacks)
    books.post(history.events)
    for step in history.steps:
        books.post(step.events)
    last = len(history.steps)
    for back in sorted(chance.sample(range(last), min(WAYS, last))):
        before, kept = rewound(history.last, back, books)
        assert fingerprint(before) == fingerprint(rounds[back])
        for forward in [*chance.sample(range(last), min(WAYS, last) - 1), last]:
            after, again = rewound(before, forward, kept)
            assert fingerprint(after) == fingerprint(rounds[forward])
        rewound(after, last, again)
        other, elsewhere = otherwise(plan, before, kept)
        rewound(other, chance.randrange(last + 1), elsewhere)
