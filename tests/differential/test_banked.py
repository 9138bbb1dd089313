"""A bank that is short: what the odds of banking settle is what the engine settles, to the cent."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from fractions import Fraction
from functools import cache, partial
from itertools import combinations
from math import comb

import numpy as np
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
from cardroom.analysis.bank_odds import AMPLE, BankSimulator, Mean
from cardroom.analysis.bank_seats import Backline, Line, Seats, seated
from cardroom.analysis.executor import Threads
from cardroom.analysis.opening import Strategy
from cardroom.analysis.script import ByCards
from cardroom.analysis.short_bank import Claim, covered, one_wager, reached
from cardroom.analysis.short_bank import settled as cut_to
from cardroom.analysis.short_bank_21 import HandAlone
from cardroom.cards import CARDS, Card
from cardroom.cli._replay import Replay, cards_of
from cardroom.games.pai_gow.options import SEATS
from cardroom.games.pai_gow.state import seat_of
from cardroom.games.three_card.resolution import Standing, standing
from cardroom.hands.house_way import HouseWay, set_hand, way_named
from cardroom.hands.three_card import ThreeCardValue, three_card
from cardroom.play.betting import Betting, back, close, place
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
    stacks = {"bank": STACK, **{f"p{owner}": STACK for owner in range(seats.owners)}}
    bank = Bank(rules.banking, "bank", posted)
    betting = Betting(rules, stacks, Facts(bank_box=bank_box), bank=bank)
    family = games.family(rules)
    for box, bets in enumerate(seats.wagers):
        for spot, stake in bets.items():
            placed = place(betting, family, box + 1, spot, f"p{box}", stake)
            assert not isinstance(placed, Refusal), placed
            betting = placed
    for owner, bet in enumerate(seats.behind, start=len(seats.wagers)):
        backed = back(betting, family, bet.box + 1, f"p{owner}", bet.stake, bet.follows)
        assert not isinstance(backed, Refusal), backed
        betting = backed
    taken = fees(betting)
    assert not isinstance(taken, Refusal)
    # The odds read the same collection as play does.
    for owner in range(seats.owners):
        assert seats.fee(owner) == sum(fee.amount for fee in taken if fee.owner == f"p{owner}")
    assert seats.bank_fee == sum(fee.amount for fee in taken if fee.owner == "bank")
    closed = close(betting, family, taken)
    assert not isinstance(closed, Refusal)
    return closed[0]


def paid(round: Round, lines: Sequence[Line]) -> list[int]:
    """What every wager brought in the engine's round."""
    won = [0] * len(lines)
    number = {(f"p{line.owner}", line.box, line.spot): n for n, line in enumerate(lines)}
    for settlement in round.settled:
        bet = settlement.bet
        won[number[bet.owner, bet.box - 1, bet.spot]] += settlement.net
    return won


def settled(seats: Seats, deals: Deals, number: int, posted: int) -> tuple[list[int], int]:
    """What every wager and the bank won in one round, by the odds of banking."""
    books = BankSimulator(seats, deals, [posted]).settle(deals.deal(number, 1))
    assert books.nets.shape == (2, 1)
    by_owner = [0] * seats.owners
    for line, net in zip(deals.lines, books.parts[1, :, 0].tolist(), strict=True):
        by_owner[line.owner] += net
    assert books.sums[1, :, 0].tolist() == by_owner
    return books.parts[1, :, 0].tolist(), int(books.nets[1, 0])


def compare(seats: Seats, deals: Deals, number: int, posted: int, round: Round) -> None:
    won, bank = settled(seats, deals, number, posted)
    assert paid(round, deals.lines) == won, f"round {number}, bank {posted}"
    assert round.bank.net == bank == -sum(won)


# --- games of 21 ----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("game", "given"),
    [
        ("no-bust-joker", {}),
        ("no-bust-joker", {"bank_limit": "each-way", "decks": 2, "option_5_over_ties_push": True}),
        ("no-bust-bonus-ace", {}),
        ("no-bust-bonus-ace", {"bank_limit": "combined", "action_ace": 11, "double_sizes": "any",
                               "payout_rounding": "1.00"}),
        ("no-bust-bonus-ace", {"hole_card": "peek"}),
    ],
)  # fmt: skip
def test_games_of_21_settle_a_short_bank_as_the_engine_does(
    game: str, given: Mapping[str, object]
) -> None:
    rules = games.ruleset(game, {**given, "shoe": "each-round"})
    play_on(seated(rules, [{"main": stake} for stake in UNEVEN]), range(1, 37))


BEHIND = (
    Backline(2, 2500, ("double", "split")), Backline(0, 1000), Backline(2, 700, ("split",)),
    Backline(2, 5000, ("double",)), Backline(4, 10000, ("double", "split")), Backline(2, 300),
)  # fmt: skip


@pytest.mark.parametrize(
    ("game", "given"),
    [
        ("no-bust-joker", {}),
        ("no-bust-bonus-ace", {}),
        ("no-bust-bonus-ace", {"hole_card": "peek"}),
    ],
)
def test_bets_behind_a_box_and_insurance_are_settled_as_the_engine_does(
    game: str, given: Mapping[str, object]
) -> None:
    """Rounds in which a box with five owners is split, also again, and with an ace up, among
    them; where the bank looks, some that its natural ends."""
    rules = games.ruleset(game, {**given, "backline": True, "shoe": "each-round"})
    insured = (0, 2) if rules.spot("insurance") else ()
    seats = seated(rules, [{"main": stake} for stake in UNEVEN], BEHIND, insured)
    deals = TwentyOneDeals(seats, seed=5)
    marks, hands = deals.simulator.hands_of(1, 4000)
    many = np.array([(hands[first:after, 0] == 2).sum() for first, after in marks[:, :2]])
    aces = deals.openings(1, 4000)[:, 1] == deals.simulator.automaton.tables.ups.cls[1]
    wanted = (many == 2, many > 2, aces)
    rare = [n + 1 for each in wanted for n in np.flatnonzero(each)[:6].tolist()]
    assert len(rare) == 18
    paths = deals.simulator.automaton
    ended = hands[marks[:, 0], 1] // paths.pay.shape[1]
    looked = np.isin(ended, paths.at_natural) if paths.course.peeks else np.zeros(len(marks), bool)
    naturals = [n + 1 for n in np.flatnonzero(looked)[:12].tolist()]
    assert len(naturals) == 12 * paths.course.peeks
    play_on(seats, [*range(1, 25), *rare, *naturals])


def play_on(seats: Seats, numbers: Iterable[int], deals: TwentyOneDeals | None = None) -> None:
    """Rounds by the engine, everybody playing as the odds assume, against banks of all sizes."""
    rules, deals = seats.rules, deals or TwentyOneDeals(seats, seed=5)
    automaton = deals.simulator.automaton
    replay = Replay(rules, automaton.tables, deals.script, automaton.unit)
    for number in numbers:
        posted = POSTED[number % len(POSTED)]
        cards = cards_of(rules, 5, number, 0)
        round = opened(seats, posted)
        while not round.over:
            applied = games.apply(round, insuring(seats, round) or replay.entry(round, cards))
            assert not isinstance(applied, Refusal)
            round = applied[0]
        compare(seats, deals, number, posted, round)


def insuring(seats: Seats, round: Round) -> Answer | None:
    """Who is insured takes all the insurance there is."""
    if isinstance(round.head, Await):
        for ask in round.head.asks:
            if ask.topic == "insurance" and ask.box - 1 in seats.insured:
                return Answer(ask.box, "insure", amount=ask.options[0].most)
    return None


@pytest.mark.parametrize(
    ("game", "given"),
    [
        ("no-bust-joker", {}),
        ("no-bust-bonus-ace", {}),
        ("no-bust-bonus-ace", {"hole_card": "peek"}),
    ],
)
def test_an_ample_bank_is_the_house(game: str, given: Mapping[str, object]) -> None:
    """Round by round what the simulator of house banking says, and the exact edge on average."""
    rules = games.ruleset(game, {**given, "shoe": "each-round"})
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
    for seat in found.owners:
        assert abs(seat.net.value - float(known)) < 4 * seat.net.error
        assert seat.action == seat.full == 1


LOW = (1, 0, 2, 0, 2, 2, 0, 2, 0, 5, 0)
WITH_ACES = (2, 0, 1, 0, 1, 2, 0, 2, 0, 4, 0)


def alone(given: Mapping[str, object]) -> Seats:
    rules = games.ruleset("no-bust-bonus-ace", {"decks": 8, "insurance": False, **given})
    return seated(rules, [{"main": 1000}])


def by_every_order(
    seats: Seats, strategy: Strategy, posted: int, shoe: Sequence[int] = LOW
) -> float:
    """What the engine pays a strategy over every order of a tiny shoe."""
    pair = Pair.of(seats.rules, ByCards(model.compile(seats.rules), strategy))
    lines = (Line(0, 0, "main", 1000),)
    worth = Fraction(0)
    for round, _, chance in leaves(pair, opened(seats, posted), tuple(shoe), (), Fraction(1)):
        worth += chance * paid(round, lines)[0]
    return float(worth)


@pytest.mark.parametrize(
    ("limit", "posted", "hole_card"),
    [
        ("combined", 250, "no-peek"),
        pytest.param("each-way", 1500, "no-peek", marks=pytest.mark.prove),
        ("each-way", 700, "peek"),
    ],
)
def test_one_wager_is_worth_what_every_order_of_a_tiny_shoe_pays(
    limit: str, posted: int, hole_card: str
) -> None:
    """In the usual play, and in the best of who knows how far the bank reaches."""
    seats = alone({"hands_max": 1, "bank_limit": limit, "hole_card": hole_card})
    shoe = LOW if hole_card == "no-peek" else WITH_ACES
    hand = HandAlone(seats, 1, [AMPLE, posted], shoe)
    cut = partial(reached, posted=posted, banking=seats.rules.banking)
    assert sum(hand.unsplit.values()) == pytest.approx(1)
    usual = sum(cut(net) * chance for net, chance in hand.unsplit.items())
    strategy = hand.usual.strategy
    assert by_every_order(seats, strategy, posted, shoe) == pytest.approx(usual, abs=1e-9)
    gain, changed = hand.knowing(1, cut)
    knowing = strategy._replace(choice=hand.best(cut)[0])
    known = by_every_order(seats, knowing, posted, shoe)
    assert known == pytest.approx(usual + gain.value, abs=1e-9)
    assert gain.error == 0
    assert changed > 0
    assert gain.value > 0
    assert hand.knowing(0, lambda net: net) == (Mean(0.0, 0.0), 0.0)


def test_pairs_are_split_or_not_by_what_the_bank_covers() -> None:
    """Against every amount the best play is worth no less; each pair's split rounds are those of
    the exact odds where the bank is ample."""
    seats = alone({"bank_limit": "each-way"})
    amounts = (AMPLE, 400, 2500)
    found = one_wager(seats, amounts[1:])
    value = exact.solve(model.compile(seats.rules)).value
    assert found[0].net.value == pytest.approx(1000 * value, abs=1e-6)
    assert found[0].net.error == found[0].knowing.changed == 0
    for each in found[1:]:
        gain = each.knowing.net.value - each.net.value
        assert gain > -3 * each.knowing.net.error
    # A bank of less than half a wager covers no double: who knows it plays many hands otherwise.
    assert found[1].knowing.net.value - found[1].net.value > 10
    assert found[1].knowing.changed > 0.05


@pytest.mark.prove
@pytest.mark.parametrize("hole_card", ["no-peek", "peek"])
@pytest.mark.parametrize("limit", ["combined", "each-way"])
def test_one_wager_alone_is_a_table_with_one_seat(limit: str, hole_card: str) -> None:
    """Splits included: exact but for the rounds with a split, and simulated as any table."""
    seats = alone({"bank_limit": limit, "hole_card": hole_card, "shoe": "each-round"})
    amounts = (400, 1000, 1500, 2500)
    banked = BankSimulator(seats, TwentyOneDeals(seats, seed=77), amounts)
    for alone_, table in zip(
        one_wager(seats, amounts), banked.run(4_000_000, Threads(2)), strict=True
    ):
        error = np.hypot(alone_.net.error, table.net.error)
        assert abs(alone_.net.value + table.net.value) <= 4 * error + 1e-6


@pytest.mark.parametrize(
    ("limit", "posted"),
    [("combined", 700), pytest.param("each-way", 1000, marks=pytest.mark.prove)],
)
def test_pairs_split_by_who_knows_the_bank_are_settled_as_the_engine_does(
    limit: str, posted: int
) -> None:
    """Every pair is split, each hand played as if it had the bank to itself."""
    seats = alone({"bank_limit": limit, "shoe": "each-round"})
    hand = HandAlone(seats, 5, [AMPLE, posted])
    cut = partial(reached, posted=posted, banking=seats.rules.banking)
    solution = hand.apart(cut)
    assert (solution.strategy.splits.sum(), len(hand.cells)) == (100, 100)
    deals = TwentyOneDeals(seats, 5, solution)
    starts, _ = deals.deal(1, 400)
    split = [n + 1 for n in np.flatnonzero(np.diff(starts) > 1).tolist()]
    assert len(split) > 40
    play_on(seats, split, deals)
    # Whatever is chosen for a pair, it is worth no less than the usual play, chance aside.
    gain, _ = hand.knowing(1, cut)
    assert gain.value > 3 * gain.error


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
        worth = dict.fromkeys(("ante", "play", "bonus"), Fraction(0))
        for ending, chance in endings.items():
            round = threes(seats, deals, iter(dealt[ending]), opened(seats, amount))
            for line, net in zip(deals.lines, paid(round, deals.lines), strict=True):
                worth[line.spot] += chance * net
        found = one_wager(seats, [amount])[1]
        assert found.parts == worth
        assert found.exact == sum(worth.values())


@pytest.mark.parametrize("shown", ["Qs", "Kd", "As"])
def test_who_knows_that_half_a_play_wager_is_covered_plays_more_hands(shown: str) -> None:
    """A bank of $15 against an ante of $10, worked out by hand: it pays and takes $15 at most."""
    brings = {
        None: -1000, Standing.UNOPPOSED: 1000, Standing.WINS: 1500, Standing.TIES: 0,
        Standing.LOSES: -1500,
    }  # fmt: skip
    rules = games.ruleset("three-card-poker", {})
    own = policies_of(rules)
    best = three_card_odds.best_plays(own, 1, lambda _, stands: brings[stands])
    classes, usual = list(three_card_odds.classes_of(1)), three_card_odds.plays(own, 1)
    column = Card(shown).index
    differ = [n for n in range(len(classes)) if best[n, column] != usual[n, column]]
    for n in differ[:3] + differ[-3:]:
        rest = [card for card in CARDS[:52] if card not in (*classes[n], Card(shown))]
        if Card(shown) in classes[n]:
            continue
        found = Fraction(0)
        for a, b in combinations(rest, 2):
            bank = three_card((Card(shown), a, b))
            found += brings[standing(three_card(classes[n]), bank)]
        assert (found / comb(len(rest), 2) > brings[None]) == best[n, column]
        assert best[n, column] == 1
    assert differ
    endings = three_card_odds.endings_of(best, 1)
    worth = sum(brings[ending.stands] * chance for ending, chance in endings.items())
    assert one_wager(seated(rules, [{"ante": 1000}]), [1500])[1].knowing.exact == worth


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


ENVIED = (47, 55, 63, 221, 226, 260, 294, 469, 979)
"""Rounds of seed 5 with four of a kind, straight flushes and royal flushes among five boxes."""


@pytest.mark.parametrize("game", ["double-hand-poker", "fortune-pai-gow"])
def test_pai_gow_settles_a_short_bank_as_the_engine_does(game: str) -> None:
    rules = games.ruleset(game, {"house_way": "trump-plaza"})
    assert isinstance(rules.policies, PaiGow)
    way = way_named(rules.policies.way)
    bonuses = (500, 100, 0, 2000, 700) if rules.spot("fortune") else (0,) * len(UNEVEN)
    wagers = [
        {"main": stake} | ({"fortune": bonus} if bonus else {})
        for stake, bonus in zip(UNEVEN, bonuses, strict=True)
    ]
    seats = seated(rules, wagers)
    deals = PaiGowDeals(seats, seed=5)
    numbers = [*range(1, 31), *ENVIED]
    dealt = [deals.hands(number, 1)[0].reshape(-1, 7) for number in numbers]
    held = [[CARDS[index] for index in hand] for hands in dealt for hand in hands]
    deals.tables = tables_of(rules.policies.way, held)
    for number in numbers:
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
        if number in ENVIED and rules.spot("fortune"):
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


@pytest.mark.parametrize("limit", ["combined", "each-way"])
def test_one_wager_of_pai_gow_is_only_smaller_where_the_bank_is_short(limit: str) -> None:
    """Both ways by the same part, so the best setting is the same; 6 to 5 is another thing."""
    rules = games.ruleset("double-hand-poker", {"bank_limit": limit})
    deals = PaiGowDeals(seated(rules, [{"main": 5000}]), seed=1)
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
    fortune = Claim("fortune", 500, 12500, 0)
    brings = [
        sum(cut_to([[Claim("main", 5000, win, lose)], [fortune]], 5000, rules.banking).values())
        for win, lose in ((5000, 0), (0, 0), (0, 5000))
    ]
    assert brings == [5000, 5000, -5000]


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
