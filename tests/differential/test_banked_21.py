"""Games of 21 against a short bank: its odds settle what the engine does, to the cent."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from fractions import Fraction
from functools import partial

import numpy as np
import pytest

from cardroom import games, model
from cardroom.analysis.bank.odds import AMPLE, BankSimulator, Mean
from cardroom.analysis.bank.one_wager import reached
from cardroom.analysis.bank.seats import BackedBox, Seats, WagerLine, seated
from cardroom.analysis.executor import Threads
from cardroom.analysis.twentyone import one_wager
from cardroom.analysis.twentyone.deals import TwentyOneDeals
from cardroom.analysis.twentyone.one_wager import HandAlone, against_banks
from cardroom.analysis.twentyone.simulator.policy import ByCards
from cardroom.analysis.twentyone.solver import exact
from cardroom.analysis.twentyone.solver.starting_hands import Strategy
from cardroom.play.inputs import Answer
from cardroom.play.round import Await, Refusal, Round
from cardroom.replay.rounds import cards_of, next_input
from cardroom.replay.twentyone import ScriptPlayer
from cardroom.rules.ruleset import Ruleset
from tests.differential.kernel import Pair
from tests.differential.short_bank import POSTED, UNEVEN, compare, opened, paid, settled
from tests.differential.test_engine_kernel import leaves
from tests.proofs import later


def posted(game: str, given: Mapping[str, object]) -> Ruleset:
    """The same value in every test: what is solved for one need not be solved for another."""
    return games.ruleset(game, {**given, "backline": True, "shoe": "each-round"})


@pytest.mark.parametrize(
    ("game", "given"),
    [
        later("no-bust-joker", {}),
        ("no-bust-joker", {"bank_limit": "each-way", "decks": 2, "option_5_over_ties_push": True}),
        later("no-bust-bonus-ace", {}),
        ("no-bust-bonus-ace", {"bank_limit": "combined", "action_ace": 11, "double_sizes": "any",
                               "payout_rounding": "1.00"}),
        later("no-bust-bonus-ace", {"hole_card": "peek"}),
    ],
)  # fmt: skip
def test_games_of_21_settle_a_short_bank_as_the_engine_does(
    game: str, given: Mapping[str, object]
) -> None:
    rules = posted(game, given)
    play_on(seated(rules, [{"main": stake} for stake in UNEVEN]), range(1, 37))


BEHIND = (
    BackedBox(2, 2500, ("double", "split")), BackedBox(0, 1000), BackedBox(2, 700, ("split",)),
    BackedBox(2, 5000, ("double",)), BackedBox(4, 10000, ("double", "split")), BackedBox(2, 300),
)  # fmt: skip


@pytest.mark.parametrize(
    ("game", "given"),
    [
        ("no-bust-joker", {}),
        later("no-bust-bonus-ace", {}),
        ("no-bust-bonus-ace", {"hole_card": "peek"}),
    ],
)
def test_bets_behind_a_box_and_insurance_are_settled_as_the_engine_does(
    game: str, given: Mapping[str, object]
) -> None:
    """Rounds in which a box with five owners is split, also again, and with an ace up, among
    them; where the bank looks, some that its natural ends."""
    rules = posted(game, given)
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
    play_on(seats, [*range(1, 25), *rare, *naturals], deals)


def play_on(seats: Seats, numbers: Iterable[int], deals: TwentyOneDeals | None = None) -> None:
    """Rounds by the engine, everybody playing as the odds assume, against banks of all sizes."""
    rules, deals = seats.rules, deals or TwentyOneDeals(seats, seed=5)
    automaton = deals.simulator.automaton
    player = ScriptPlayer(rules, automaton.tables, deals.script, automaton.unit)
    for number in numbers:
        posted = POSTED[number % len(POSTED)]
        cards = cards_of(rules.deck, 5, number, 0)
        round = opened(seats, posted)
        while not round.over:
            entry = insuring(seats, round) or next_input(round, player.supply(cards), player.answer)
            applied = games.apply(round, entry)
            assert not isinstance(applied, Refusal)
            round = applied[0]
        compare(seats, deals, number, posted, round)


def insuring(seats: Seats, round: Round) -> Answer | None:
    """An insured player takes full insurance."""
    if isinstance(round.head, Await):
        for ask in round.head.asks:
            if ask.topic == "insurance" and ask.box - 1 in seats.insured:
                return Answer(ask.box, "insure", amount=ask.options[0].most)
    return None


@pytest.mark.parametrize(
    ("game", "given"),
    [
        ("no-bust-joker", {}),
        later("no-bust-bonus-ace", {}),
        later("no-bust-bonus-ace", {"hole_card": "peek"}),
    ],
)
def test_an_ample_bank_is_the_house(game: str, given: Mapping[str, object]) -> None:
    """Round by round what the simulator of house banking says, and the exact edge on average."""
    rules = posted(game, given)
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


LOW = (1, 0, 1, 0, 1, 2, 0, 1, 0, 5, 0)
WITH_ACES = (2, 0, 1, 0, 1, 2, 0, 2, 0, 4, 0)


def alone(given: Mapping[str, object]) -> Seats:
    rules = games.ruleset("no-bust-bonus-ace", {"decks": 8, "insurance": False, **given})
    return seated(rules, [{"main": 1000}])


def by_every_order(
    seats: Seats, strategy: Strategy, posted: int, shoe: Sequence[int] = LOW
) -> float:
    """What the engine pays a strategy over every order of a tiny shoe."""
    pair = Pair.of(seats.rules, ByCards(model.compile(seats.rules), strategy))
    lines = (WagerLine(0, 0, "main", 1000),)
    worth = Fraction(0)
    for round, _, chance in leaves(pair, opened(seats, posted), tuple(shoe), (), Fraction(1)):
        worth += chance * paid(round, lines)[0]
    return float(worth)


@pytest.mark.parametrize(
    ("limit", "posted", "hole_card"),
    [
        later("combined", 250, "no-peek"),
        later("each-way", 1500, "no-peek"),
        ("each-way", 700, "peek"),
    ],
)
def test_one_wager_is_worth_what_every_order_of_a_tiny_shoe_pays(
    limit: str, posted: int, hole_card: str
) -> None:
    """With the usual play, and with best play for a player who knows what the bank covers."""
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


@pytest.fixture
def fewer_split_deals(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    """What is asserted is true of any number; the long proofs deal as many as the product."""
    if request.node.get_closest_marker("prove") is None:
        monkeypatch.setattr(one_wager, "SPLIT_DEALS", 1 << 18)


@pytest.mark.usefixtures("fewer_split_deals")
@pytest.mark.parametrize("amounts", [(400,), later((400, 2500))])
def test_pairs_are_split_or_not_by_what_the_bank_covers(amounts: tuple[int, ...]) -> None:
    """Against every amount the best play is worth no less; each pair's split rounds are those of
    the exact odds where the bank is ample."""
    seats = alone({"bank_limit": "each-way"})
    found = against_banks(seats, amounts)
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
        against_banks(seats, amounts), banked.run(4_000_000, Threads(2)), strict=True
    ):
        error = np.hypot(alone_.net.error, table.net.error)
        assert abs(alone_.net.value + table.net.value) <= 4 * error + 1e-6


@pytest.mark.usefixtures("fewer_split_deals")
@pytest.mark.parametrize(
    ("limit", "posted"),
    [("combined", 700), later("each-way", 1000)],
)
def test_pairs_split_by_a_player_who_sees_the_bank_are_settled_as_the_engine_does(
    limit: str, posted: int
) -> None:
    """Every pair is split, each hand played as if it had the bank to itself."""
    seats = alone({"bank_limit": limit, "shoe": "each-round"})
    hand = HandAlone(seats, 5, [AMPLE, posted])
    cut = partial(reached, posted=posted, banking=seats.rules.banking)
    solution = hand.apart(cut, hand.best(cut)[0])
    assert (solution.strategy.splits.sum(), len(hand.cells)) == (100, 100)
    deals = TwentyOneDeals(seats, 5, solution)
    starts, _ = deals.deal(1, 400)
    split = [n + 1 for n in np.flatnonzero(np.diff(starts) > 1).tolist()]
    assert len(split) > 40
    play_on(seats, split, deals)
    # Whatever is chosen for a pair, it is worth no less than the usual play, chance aside.
    gain, _ = hand.knowing(1, cut)
    assert gain.value > 3 * gain.error
