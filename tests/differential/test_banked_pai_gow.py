"""Pai gow against a short bank: its odds settle what the engine does, to the cent."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction

import numpy as np
import pytest

from cardroom import games
from cardroom.analysis.bank.one_wager import WagerClaim, covered
from cardroom.analysis.bank.one_wager import settle_alone as cut_to
from cardroom.analysis.bank.seats import Seats, seated
from cardroom.analysis.pai_gow.deals import ByHands, PaiGowDeals
from cardroom.analysis.pai_gow.way_tables import WayTables
from cardroom.cards import CARDS, Card
from cardroom.games.pai_gow.options import SEATS
from cardroom.games.pai_gow.policies import PaiGow
from cardroom.games.pai_gow.state import seat_of
from cardroom.hands.house_way import HouseWay, set_hand
from cardroom.play.inputs import Answer, Dice, Draw, Proceed, RoundInput
from cardroom.play.round import Await, Chance, DealerStep, Refusal, Round
from tests.differential.short_bank import POSTED, UNEVEN, compare, opened
from tests.unit.hands.pai_gow_way import tables_of

ENVIED = (47, 55, 63, 221, 226, 260, 294, 469, 979)
"""Rounds of seed 5 with four of a kind, straight flushes and royal flushes among five boxes."""


@pytest.mark.parametrize("game", ["double-hand-poker", "fortune-pai-gow"])
def test_pai_gow_settles_a_short_bank_as_the_engine_does(game: str) -> None:
    rules = games.ruleset(game, {"house_way": "trump-plaza"})
    assert isinstance(rules.policies, PaiGow)
    way = rules.policies.way
    bonuses = (500, 100, 0, 2000, 700) if rules.spot("fortune") else (0,) * len(UNEVEN)
    wagers = [
        {"main": stake} | ({"fortune": bonus} if bonus else {})
        for stake, bonus in zip(UNEVEN, bonuses, strict=True)
    ]
    seats = seated(rules, wagers)
    dealing = ByHands(5, len(UNEVEN))
    numbers = [*range(1, 31), *ENVIED]
    dealt = [dealing.deal(number, 1).cards.reshape(-1, 7) for number in numbers]
    held = [[CARDS[index] for index in hand] for hands in dealt for hand in hands]
    tables = tables_of(way.name, held)
    deals = PaiGowDeals(seats, dealing, (tables, tables))
    for number in numbers:
        posted = POSTED[number % len(POSTED)]
        dice = dealing.throws(number, 1)[0].tolist()
        hands = dealing.deal(number, 1).cards.reshape(-1, 7).tolist()
        piles = _piles(hands, len(UNEVEN), seat_of(SEATS, sum(dice)))
        order, round = iter(piles), opened(seats, posted)
        while not round.over:
            applied = games.apply(round, _house_way(round, order, tuple(dice), way))
            assert not isinstance(applied, Refusal), applied
            round = applied[0]
        compare(seats, deals, number, posted, round)
        # A short bank may run out before the hand that others would be paid for is opened.
        if number in ENVIED and rules.spot("fortune") and posted == max(POSTED):
            assert any(one.bet.spot == "envy" for one in round.settled)


def _house_way(
    round: Round, order: Iterator[Card], dice: tuple[int, ...], way: HouseWay
) -> RoundInput:
    match round.head:
        case Chance(dice=0):
            return Draw(next(order))
        case Chance():
            return Dice(dice)
        case DealerStep():
            return Proceed()
        case Await(asks=(ask, *_)):
            if ask.topic == "pile":
                return Answer(ask.box, "choose", amount=1)
            return Answer(ask.box, "set", cards=set_hand(round.at(f"{ask.box}.1"), way).front)
        case head:
            raise AssertionError(head)


def _piles(hands: Sequence[Sequence[int]], boxes: int, first: int) -> list[Card]:
    """The deck in the order in which these hands come to their seats, if pile 1 is chosen."""
    by_seat = {box + 1: list(hands[box]) for box in range(boxes)} | {SEATS: list(hands[boxes])}
    used = {index for hand in by_seat.values() for index in hand}
    rest = [index for index in range(53) if index not in used]
    piles = []
    for offset in range(SEATS):
        seat = (first + offset - 1) % SEATS + 1
        piles.append(by_seat.get(seat) or [rest.pop() for _ in range(7)])
    dealt = [piles[pile][card] for card in range(7) for pile in range(SEATS)]
    return [CARDS[index] for index in [*dealt, *rest]]


def unset(seats: Seats) -> PaiGowDeals:
    """A table whose hands nobody sets: only its money is asked for."""
    none = WayTables(np.zeros(0, np.uint16), np.zeros(0, np.uint32))
    return PaiGowDeals(seats, ByHands(1, len(seats.wagers)), (none, none))


@pytest.mark.parametrize("limit", ["combined", "each-way"])
def test_one_wager_of_pai_gow_is_only_smaller_where_the_bank_is_short(limit: str) -> None:
    """Both ways by the same part, so the best setting is the same; 6 to 5 is another thing."""
    rules = games.ruleset("double-hand-poker", {"bank_limit": limit})
    deals = unset(seated(rules, [{"main": 5000}]))
    nets = (deals.money[1, 0] - deals.money[2, 0]).tolist()
    assert set(nets) == {5000, -5000, 0}
    for posted in (1, 700, 4999, 5000, 9000):
        part = covered(nets, posted, rules.banking)
        assert part == Fraction(min(posted, 5000), 5000)
    aces = games.ruleset("no-bust-bonus-ace", {"bank_limit": limit})
    assert covered((6000, 5000, -5000), 5000, aces.banking) is None


def test_with_fortune_a_push_may_be_as_good_as_a_win() -> None:
    """Four of a kind with $5 on Fortune are owed $125. A bank of $50 has paid all it has for a
    wager of $50 that wins, and collected all it may of one that loses; a push leaves it whole."""
    rules = games.ruleset("fortune-pai-gow")
    fortune = WagerClaim("fortune", 500, 12500, 0)
    brings = [
        sum(
            cut_to([[WagerClaim("main", 5000, win, lose)], [fortune]], 5000, rules.banking).values()
        )
        for win, lose in ((5000, 0), (0, 0), (0, 5000))
    ]
    assert brings == [5000, 5000, -5000]


def test_every_throw_of_three_dice_comes() -> None:
    assert len({tuple(throw) for throw in ByHands(1, 1).throws(1, 5000).tolist()}) == 6**3
