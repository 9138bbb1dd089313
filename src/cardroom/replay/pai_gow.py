"""A simulated round of pai gow poker, dealt and settled again by the engine."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final, NamedTuple

from cardroom import games
from cardroom.analysis.pai_gow.rounds import Seating
from cardroom.cards import Card, Stream, shuffled
from cardroom.events import Event
from cardroom.hands.house_way import HouseWay, set_hand
from cardroom.places import hand_place
from cardroom.play.inputs import Answer, Dice, Draw, Proceed, RoundInput
from cardroom.play.round import Await, Chance, DealerStep, Refusal, Round
from cardroom.replay.seated import STACK, opened
from cardroom.rules.ruleset import Ruleset

SPOTS: Final = ("main", "fortune", "envy")


class Replayed(NamedTuple):
    events: tuple[Event, ...]
    net: tuple[tuple[int, int, int], ...]
    """What each box won by its wager, by Fortune and by envy, in cents."""


def replay(
    rules: Ruleset, seating: Seating, ways: tuple[HouseWay, HouseWay], seed: int, number: int
) -> Replayed:
    """Round `number` of the simulation; the bank is the last box, and a box is a player."""
    stream = Stream(seed, number)
    dice = tuple(1 + stream.below(6) for _ in range(3))
    cards = iter(shuffled(tuple(rules.deck), stream.below))
    round, opening = _opened(rules, seating)
    events = list(opening)
    while not round.over:
        entry = _entry(round, cards, dice, ways)
        applied = games.apply(round, entry)
        assert not isinstance(applied, Refusal), f"{entry}: {applied}"
        round, made = applied
        events += made
    net = [[0, 0, 0] for _ in range(seating.boxes)]
    for settled in round.settled:
        net[settled.bet.box - 1][SPOTS.index(settled.bet.spot)] += settled.net
    return Replayed(tuple(events), tuple((a, b, c) for a, b, c in net))


def _opened(rules: Ruleset, seating: Seating) -> tuple[Round, tuple[Event, ...]]:
    stakes = {"main": seating.stake, "fortune": seating.fortune}
    made = {spot: stake for spot, stake in stakes.items() if stake}
    posted = STACK // 2 if seating.posted is None else seating.posted
    return opened(rules, seating.boxes, made, posted)


def _entry(
    round: Round, cards: Iterator[Card], dice: tuple[int, ...], ways: tuple[HouseWay, HouseWay]
) -> RoundInput:
    match round.head:
        case Chance(dice=3):
            return Dice(dice)
        case Chance():
            return Draw(next(cards))
        case DealerStep():
            return Proceed()
        case Await(asks=(ask, *_)):
            if ask.topic == "pile":
                return Answer(ask.box, "choose", amount=1)
            if ask.topic == "house-way":
                return Answer(ask.box, "decline")
            way = ways[ask.box == round.facts.bank_box]
            front = set_hand(round.at(hand_place(ask.box)), way).front
            return Answer(ask.box, "set", cards=front)
        case head:
            raise AssertionError(f"a round of pai gow does not wait for {head}")
