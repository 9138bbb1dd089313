"""What is offered is what is accepted; what is refused changes nothing and says why."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cardroom import games
from cardroom.cards import Card
from cardroom.places import ALL, hand_place
from cardroom.play.clauses import TABLE_CLAUSES
from cardroom.play.inputs import Answer, Dice, Draw, Figure, Lapse, Proceed, RoundInput
from cardroom.play.round import Await, Chance, DealerStep, Refusal, Round, VerbOffer
from tests.properties.budget import FEW, LONG
from tests.properties.rounds import GAMES, OTHERS, SOME, Plan, asks_of, fingerprint, plans, play

VERBS = (
    *("hit", "stand", "double", "split", "surrender", "insure", "even-money", "decline"),
    *("max-bet", "set", "house-way", "play", "fold", "check", "bet", "call", "raise", "nonsense"),
)


def answers(round: Round) -> Iterator[tuple[Answer, bool]]:
    """Every verb for every box, with amounts about the ends of its range; and whether it is on."""
    asks = {ask.box: ask for ask in asks_of(round)}
    # Where nobody is asked anything, a few answers out of turn will do.
    boxes, verbs = (range(1, 8), VERBS) if asks else (range(1, 3), VERBS[:3])
    for box in boxes:
        for verb in verbs:
            option = asks[box].option(verb) if box in asks else None
            if option is None:
                yield Answer(box, verb), False
                yield Answer(box, verb, amount=100), False
                continue
            if not option.cards:
                yield Answer(box, verb, cards=(Card("As"),)), False
            if option.cards and box == round.facts.bank_box:
                continue  # no cards in front are foul, and only older readings let the bank foul
            if option.least is None or option.most is None:
                yield Answer(box, verb), True
                yield Answer(box, verb, amount=100), False
                continue
            yield Answer(box, verb), False
            for amount in {0, -1, option.least - 1, option.least + 1, option.most + option.step}:
                within = option.least <= amount <= option.most
                yield Answer(box, verb, amount=amount), within and amount % option.step == 0
            yield Answer(box, verb, amount=option.least), True
            yield Answer(box, verb, amount=option.most), True
        if box in asks:
            number = asks[box].number
            verb = asks[box].options[-1].verb
            plain = asks[box].options[-1].least is None
            yield Answer(box, verb, hand=number), plain
            yield Answer(box, verb, hand=number + 1), False


def others(round: Round) -> Iterator[tuple[RoundInput, bool]]:
    """Inputs of the other kinds."""
    head = round.head
    yield Proceed(), isinstance(head, DealerStep)
    yield Dice((1, 2, 3)), isinstance(head, Chance) and head.dice == 3
    yield Figure("dealer-natural", 0), False
    asked = {ask.box for ask in asks_of(round)}
    for box in (0, *round.players, 99):
        yield Lapse(box), box in asked
    down = isinstance(head, Chance) and not head.dice and head.seen != "all" and not head.named
    yield Draw(Card("??")), down


def offered_is_accepted(plan: Plan) -> None:
    history = play(plan)
    if history is None:
        return
    family = games.family(plan.rules)
    known = {clause.id for clause in (*TABLE_CLAUSES, *family.clauses(plan.rules))}
    for round in history.rounds():
        before = fingerprint(round)
        for entry, accepted in (*answers(round), *others(round)):
            if isinstance(entry, Draw) and round.returned:
                continue
            applied = games.apply(round, entry)
            if accepted:
                assert not isinstance(applied, Refusal), (applied, entry, round.head)
            else:
                assert isinstance(applied, Refusal), (entry, round.head)
                assert applied.clause.id in known
                assert applied.clause.says in str(applied)
        assert fingerprint(round) == before, "trying changed the round"


def asks_make_sense(plan: Plan) -> None:
    """A player with a decision has a choice, and every verb is on offer or barred by a clause."""
    history = play(plan)
    if history is None:
        return
    for round in history.rounds():
        if isinstance(round.head, Await):
            assert round.head.asks
        for ask in asks_of(round):
            # A hand that lies face down is asked even so: to pass it over would tell.
            pile = round.cards.get(hand_place(ask.box, ask.hand or 1), ())
            down = any(dealt.seen != ALL for dealt in pile)
            assert down or len(ask.options) > 1 or has_choice(ask.options[0])
            verbs = [option.verb for option in ask.options] + [bar.verb for bar in ask.barred]
            assert len(set(verbs)) == len(verbs)
            if ask.topic == "play" and plan.game == "blackjack":
                assert set(verbs) == {"hit", "stand", "double", "split", "surrender"}
            for option in ask.options:
                if option.least is not None:
                    assert option.most is not None
                    assert 0 < option.least <= option.most
                    assert option.least % option.step == 0
                    assert option.most % option.step == 0


def has_choice(option: VerbOffer) -> bool:
    """More than one amount, or cards to choose."""
    return option.cards or option.least != option.most


@pytest.mark.parametrize("game", SOME)
@FEW
@given(data=st.data())
def test_what_is_offered_is_what_is_accepted(game: str, data: st.DataObject) -> None:
    offered_is_accepted(data.draw(plans(irregularities=1, game=game)))


@pytest.mark.parametrize("game", OTHERS)
@FEW
@given(data=st.data())
def test_a_player_who_is_asked_has_a_choice(game: str, data: st.DataObject) -> None:
    asks_make_sense(data.draw(plans(irregularities=2, game=game)))


@pytest.mark.prove
@pytest.mark.parametrize("game", GAMES)
@LONG
@given(data=st.data())
def test_what_is_offered_is_what_is_accepted_in_many_rounds(game: str, data: st.DataObject) -> None:
    plan = data.draw(plans(irregularities=3, game=game))
    offered_is_accepted(plan)
    asks_make_sense(plan)
