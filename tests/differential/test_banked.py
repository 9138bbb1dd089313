"""A bank that is short: what the odds of banking settle is what the engine settles, to the cent."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from functools import cache

import pytest

from cardroom import games, model
from cardroom.analysis import exact, three_card_odds
from cardroom.analysis.ante import policies_of
from cardroom.analysis.bank_deals import (
    DICE,
    Deals,
    PaiGowDeals,
    ThreeCardDeals,
    TwentyOneDeals,
    dealing,
)
from cardroom.analysis.bank_odds import AMPLE, BankSimulator
from cardroom.analysis.bank_seats import Seats, seated
from cardroom.analysis.executor import Threads
from cardroom.analysis.script import ByCards
from cardroom.analysis.short_bank import one_wager, unsplit_payments
from cardroom.cards import CARDS, Card
from cardroom.cli._replay import Replay, cards_of
from cardroom.games.pai_gow.options import SEATS
from cardroom.games.pai_gow.state import seat_of
from cardroom.games.three_card.resolution import standing
from cardroom.hands.house_way import HouseWay, set_hand, way_named
from cardroom.hands.three_card import ThreeCardValue, three_card
from cardroom.play.betting import Betting, close, place
from cardroom.play.collection import fees
from cardroom.play.inputs import Answer, Dice, Draw, Proceed, RoundInput
from cardroom.play.round import Await, Chance, DealerStep, Facts, Refusal, Round
from cardroom.rules.banking import Bank
from cardroom.rules.policies import PaiGow
from tests.differential.kernel import Pair
from tests.differential.test_engine_kernel import leaves
from tests.unit.pai_gow_way import tables_of

STACK = 10**9
UNEVEN = (5000, 2500, 10000, 700, 5000)
POSTED = (300, 2500, 7700, 12000, 23400, 60000)


def opened(seats: Seats, posted: int) -> Round:
    """The engine's round at its first card: the same wagers, and a bank of that amount."""
    rules, bank_box = seats.rules, seats.rules.boxes
    stacks = {"bank": STACK, **{f"p{box}": STACK for box in range(len(seats.wagers))}}
    bank = Bank(rules.banking, "bank", posted)
    betting = Betting(rules, stacks, Facts(bank_box=bank_box), bank=bank)
    family = games.family(rules)
    for box, bets in enumerate(seats.wagers):
        for spot, stake in bets.items():
            placed = place(betting, family, box + 1, spot, f"p{box}", stake)
            assert not isinstance(placed, Refusal), placed
            betting = placed
    taken = fees(betting)
    assert not isinstance(taken, Refusal)
    # The odds read the same collection as play does.
    for box in range(len(seats.wagers)):
        assert seats.fee(box) == sum(fee.amount for fee in taken if fee.owner == f"p{box}")
    assert seats.bank_fee == sum(fee.amount for fee in taken if fee.owner == "bank")
    closed = close(betting, family, taken)
    assert not isinstance(closed, Refusal)
    return closed[0]


def paid(round: Round, boxes: int) -> list[int]:
    won = [0] * boxes
    for settlement in round.settled:
        won[settlement.bet.box - 1] += settlement.net
    return won


def settled(seats: Seats, deals: Deals, number: int, posted: int) -> tuple[list[int], int]:
    """What every box and the bank won in one round, by the odds of banking."""
    sums, nets, rounds = BankSimulator(seats, deals, [posted]).settle(number, 1)
    assert rounds == 1
    return sums[1, :, 0].tolist(), int(nets[1, 0])


def compare(seats: Seats, deals: Deals, number: int, posted: int, round: Round) -> None:
    boxes, bank = settled(seats, deals, number, posted)
    assert paid(round, len(seats.wagers)) == boxes, f"round {number}, bank {posted}"
    assert round.bank.net == bank == -sum(boxes)


# --- games of 21 ----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("game", "given"),
    [
        ("no-bust-joker", {}),
        ("no-bust-joker", {"bank_limit": "each-way", "decks": 2, "option_5_over_ties_push": True}),
        ("no-bust-bonus-ace", {}),
        ("no-bust-bonus-ace", {"bank_limit": "combined", "action_ace": 11, "double_sizes": "any",
                               "payout_rounding": "1.00"}),
    ],
)  # fmt: skip
def test_games_of_21_settle_a_short_bank_as_the_engine_does(
    game: str, given: Mapping[str, object]
) -> None:
    rules = games.ruleset(game, {**given, "shoe": "each-round"})
    seats = seated(rules, [{"main": stake} for stake in UNEVEN])
    deals = TwentyOneDeals(seats, seed=5)
    automaton = deals.simulator.automaton
    replay = Replay(rules, automaton.tables, deals.script, automaton.unit)
    for number in range(1, 37):
        posted = POSTED[number % len(POSTED)]
        cards = cards_of(rules, 5, number, 0)
        round = opened(seats, posted)
        while not round.over:
            applied = games.apply(round, replay.entry(round, cards))
            assert not isinstance(applied, Refusal)
            round = applied[0]
        compare(seats, deals, number, posted, round)


@pytest.mark.parametrize("game", ["no-bust-joker", "no-bust-bonus-ace"])
def test_an_ample_bank_is_the_house(game: str) -> None:
    """Round by round what the simulator of house banking says, and the exact edge on average."""
    rules = games.ruleset(game, {"shoe": "each-round"})
    seats = seated(rules, [{"main": 5000}] * 3)
    deals = TwentyOneDeals(seats, seed=9)
    known, deals.means = deals.means[0], (None,) * 3
    simulator = BankSimulator(seats, deals, [])
    unit = deals.simulator.automaton.unit
    for number in range(1, 200):
        boxes, _ = settled(seats, deals, number, AMPLE)
        house = deals.simulator.rounds_of(number)[0, 1:].tolist()
        assert boxes == [net * 5000 // unit for net in house]
    (found,) = simulator.run(200_000, Threads(2))
    assert known is not None
    for seat in found.seats:
        assert abs(seat.net.value - float(known)) < 4 * seat.net.error
        assert seat.action == seat.full == 1


LOW = (1, 0, 2, 0, 2, 2, 0, 2, 0, 5, 0)


@pytest.mark.parametrize(("limit", "posted"), [("combined", 250), ("each-way", 1500)])
def test_one_wager_is_worth_what_every_order_of_a_tiny_shoe_pays(limit: str, posted: int) -> None:
    given = {"hands_max": 1, "bank_limit": limit, "decks": 8, "insurance": False}
    rules = games.ruleset("no-bust-bonus-ace", given)
    tables = model.compile(rules)
    script = ByCards(tables, exact.solve(tables, LOW).strategy)
    seats = seated(rules, [{"main": 1000}])
    pair = Pair.of(rules, script)
    engine = Fraction(0)
    for round, _, chance in leaves(pair, opened(seats, posted), LOW, (), Fraction(1)):
        engine += chance * paid(round, 1)[0]
    payments, split = unsplit_payments(rules, 1000, LOW)
    assert split == 0
    cut = sum(max(-posted, min(posted, net)) * chance for net, chance in payments.items())
    assert float(engine) == pytest.approx(cut, abs=1e-9)


# --- Three Card Poker -----------------------------------------------------------------------------


def threes(seats: Seats, deals: ThreeCardDeals, cards: Iterator[Card], round: Round) -> Round:
    """Everybody does what the odds assume: play from the lowest hand on."""
    values = {value: number for number, value in enumerate(three_card_odds.values())}

    def inputs() -> Iterator[RoundInput]:
        while True:
            match now[0].head:
                case Chance():
                    yield Draw(next(cards))
                case DealerStep():
                    yield Proceed()
                case Await(asks=asks):
                    own = values[three_card(now[0].at(f"{asks[0].box}.1"))]
                    shown = now[0].at("bank")[0]
                    plays = deals.table.plays[own, shown.index % 13]
                    yield Answer(asks[0].box, "play" if plays else "fold")
                case head:
                    raise AssertionError(head)

    now = [round]
    feed = inputs()
    while not now[0].over:
        applied = games.apply(now[0], next(feed))
        assert not isinstance(applied, Refusal), applied
        now[0] = applied[0]
    return now[0]


@pytest.mark.parametrize(
    "given",
    [
        {},
        {"order": "from-action-seat", "bank_limit": "combined"},
        {"ante_bonus": "5-4-1", "bank_shows": 0, "tie": "bank-wins"},
        {"decks": 2, "allow_player_edge": True, "payout_rounding": "1.00"},
    ],
)
def test_three_card_poker_settles_a_short_bank_as_the_engine_does(
    given: Mapping[str, object],
) -> None:
    rules = games.ruleset("three-card-poker", given)
    bonuses = (500, 0, 300, 700, 0)
    wagers = [
        {"ante": stake} | ({"bonus": bonus} if bonus else {})
        for stake, bonus in zip(UNEVEN, bonuses, strict=True)
    ]
    seats = seated(rules, wagers)
    deals = ThreeCardDeals(seats, seed=5)
    for number in range(1, 61):
        posted = POSTED[number % len(POSTED)]
        round = threes(seats, deals, cards_of(rules, 5, number, 0), opened(seats, posted))
        compare(seats, deals, number, posted, round)


def test_one_ante_against_every_short_bank_ends_as_the_engine_has_it() -> None:
    """Every way a hand can end, with real cards, against real short banks."""
    rules = games.ruleset("three-card-poker", {})
    seats = seated(rules, [{"ante": 1000, "bonus": 400}])
    deals = ThreeCardDeals(seats, seed=3)
    endings = three_card_odds.ante_play(policies_of(rules)).endings
    dealt = {ending: list(cards_for(deals, ending)) for ending in endings}
    for amount in (350, 1000, 1700, 2600):
        worth = Fraction(0)
        for ending, chance in endings.items():
            round = threes(seats, deals, iter(dealt[ending]), opened(seats, amount))
            worth += chance * paid(round, 1)[0]
        assert one_wager(seats, [amount])[1].exact == worth


@cache
def _valued() -> list[tuple[tuple[Card, ...], ThreeCardValue]]:
    return [(hand, three_card(hand)) for hand in three_card_odds.hands_of(1)]


def cards_for(deals: ThreeCardDeals, ending: three_card_odds.Ending) -> tuple[Card, ...]:
    """Six cards, the player's and the bank's, with which a hand ends like this."""
    row, values = three_card_odds.bonus_row(ending.value), three_card_odds.values()
    every = _valued()
    for own, value in every:
        if three_card_odds.bonus_row(value) != row:
            continue
        flags = deals.table.plays[values.index(value)]
        for bank, other in every[::7]:
            plays = flags[bank[0].index % 13]
            ends = standing(value, other) if plays else None
            if ends == ending.stands and not set(own) & set(bank):
                return (*own, *bank)
    raise AssertionError(f"no cards end like {ending}")


# --- pai gow --------------------------------------------------------------------------------------


@pytest.mark.parametrize("game", ["double-hand-poker", "fortune-pai-gow"])
def test_pai_gow_settles_a_short_bank_as_the_engine_does(game: str) -> None:
    rules = games.ruleset(game, {"house_way": "trump-plaza"})
    assert isinstance(rules.policies, PaiGow)
    way = way_named(rules.policies.way)
    seats = seated(rules, [{"main": stake} for stake in UNEVEN])
    deals = PaiGowDeals(seats, seed=5)
    dealt = [deals.hands(number, 1)[0].reshape(-1, 7) for number in range(1, 31)]
    held = [[CARDS[index] for index in hand] for hands in dealt for hand in hands]
    deals.tables = tables_of(rules.policies.way, held)
    for number in range(1, 31):
        posted = POSTED[number % len(POSTED)]
        throw = int(deals.throws(number, 1)[0])
        dice = [1 + throw // 6**die % 6 for die in range(3)]
        hands = deals.hands(number, 1)[0].reshape(-1, 7).tolist()
        piles = _piles(hands, len(UNEVEN), seat_of(SEATS, sum(dice)))
        order, round = iter(piles), opened(seats, posted)
        while not round.over:
            applied = games.apply(round, _house_way(round, order, tuple(dice), way))
            assert not isinstance(applied, Refusal), applied
            round = applied[0]
        compare(seats, deals, number, posted, round)


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


def test_every_throw_of_three_dice_comes() -> None:
    rules = games.ruleset("double-hand-poker", {})
    deals = PaiGowDeals(seated(rules, [{"main": 5000}]), seed=1)
    assert set(deals.throws(1, 5000).tolist()) == set(range(DICE))


def test_the_same_seed_gives_the_same_with_any_number_of_workers() -> None:
    rules = games.ruleset("three-card-poker", {})
    seats = seated(rules, [{"ante": 5000}] * 4)
    found = [
        BankSimulator(seats, dealing(seats, 4), [10000]).run(60_000, Threads(workers))
        for workers in (1, 3)
    ]
    assert found[0] == found[1]
