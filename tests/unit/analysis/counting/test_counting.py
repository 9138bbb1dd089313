"""Effects of removal, counts, and what a spread of bets wins."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from itertools import permutations, product
from math import sqrt

import numpy as np
import pytest

from cardroom import games, model
from cardroom.analysis.counting.card_bet import card_bet, is_card_bet
from cardroom.analysis.counting.card_groups import name_of
from cardroom.analysis.counting.depths import ShoePace, best_trigger, sampled
from cardroom.analysis.counting.documents import Leaving
from cardroom.analysis.counting.question import (
    CountingRequest,
    ProtectionRequest,
    count_cards,
    read_count,
)
from cardroom.analysis.counting.shoe_groups import shoe_groups
from cardroom.analysis.counting.spread import spread, stepped
from cardroom.analysis.counting.tags import TagSearch, correlation
from cardroom.analysis.counting.verdicts import Hourly, verdict
from cardroom.analysis.counting.wager import CountedWager, CountingTables, linear
from cardroom.analysis.executor import Threads
from cardroom.analysis.families import NotComputed
from cardroom.analysis.notices import DEALING_SHOES
from cardroom.analysis.twentyone.protection import indices, information, table_play
from cardroom.analysis.twentyone.protection.counter import (
    CHUNKS,
    CardCount,
    Counter,
    playing,
    rounds_per_shoe,
)
from cardroom.analysis.twentyone.protection.examination import WORKING, ProtectionAnalysis
from cardroom.analysis.twentyone.protection.removals import (
    MainWager,
    PlayedBet,
    card_effects,
    card_table,
    insurance_effects,
)
from cardroom.analysis.twentyone.simulator.policy import ByKey
from cardroom.analysis.twentyone.simulator.simulate import TwentyOneSimulator
from cardroom.cards import CARDS, Composition
from cardroom.model.verbs import HIT, STAND
from cardroom.progress import ProgressNotice
from cardroom.rules.ruleset import Ruleset
from cardroom.rules.side_bet import SideBet, net
from tests.kernel_shoes import order_of

PAIR = {"name": "pair", "when": "pair", "pays": "5 to 1"}
RED_QUEENS = {"name": "queens", "when": "is queen and is red", "pays": "50 to 1"}
DEALER_BUSTS: dict[str, object] = {
    "name": "busts",
    "title": "Busts",
    "cards": ["dealer"],
    "row": [{"name": "busts", "when": "busts", "pays": "2 to 1"}],
}
BETS: dict[str, dict[str, object]] = {
    "two": {"name": "two", "title": "Two", "cards": ["first", "second"], "row": [RED_QUEENS, PAIR]},
}


def rules_with(bet: dict[str, object], decks: int = 1) -> Ruleset:
    return games.ruleset("blackjack", {"decks": decks, "side_bets": [bet]})


def brute_force(bet: SideBet, cards: Composition) -> Fraction:
    """All orders of the cards that the bet looks at."""
    deals = list(permutations(list(cards), len(bet.looks_at)))
    return sum((net(bet.row(*deal)) for deal in deals), Fraction(0)) / len(deals)


def small(rules: Ruleset) -> Composition:
    """Eleven cards of the deck."""
    kept = ("Ah", "Kh", "Kd", "Qh", "Qd", "Qs", "2c", "2d", "3s", "9h", "9c")
    return Composition.of([card for card in rules.deck if card.text in kept])


def test_a_card_bet_is_valued_like_all_orders_of_a_tiny_shoe() -> None:
    rules = rules_with(BETS["two"])
    (bet,) = rules.side_bets
    table = card_bet(bet, net)
    cards = small(rules)
    whole = brute_force(bet, cards)
    assert table.exact(table.counts(cards.counts)) == whole
    for card in dict.fromkeys(cards):
        rest = cards.without([card])
        assert table.exact(table.counts(rest.counts)) == brute_force(bet, rest), card


def test_effects_of_removal_of_a_side_bet_average_to_nothing() -> None:
    """A card that is burned unseen changes nothing."""
    rules = rules_with(BETS["two"], decks=2)
    effects = card_effects(rules, card_table(rules, rules.side_bets[0], None, Fraction(0)))
    removals = effects.groups.removals()
    exact = [each.exact for each in removals]
    assert None not in exact
    assert sum(n.number * (n.exact or Fraction(0)) for n in removals) == 0
    assert sum(each.number for each in removals) == 104
    queens = next(each for each in removals if "red Q" in each.cards)
    assert queens.effect < 0


@pytest.fixture(scope="module")
def main() -> MainWager:
    """One deck, without splits."""
    return MainWager(games.ruleset("blackjack", {"decks": 1, "hands_max": 1}), None)


def test_effects_of_removal_of_the_wager_average_to_nothing(main: MainWager) -> None:
    effects = main.effects()
    whole = sum(each.number * each.effect for each in effects.groups.removals())
    assert whole == pytest.approx(0.0, abs=1e-9)


def test_each_rank_that_is_removed_is_a_step(main: MainWager) -> None:
    heard: list[ProgressNotice] = []
    assert main.effects(heard.append) == main.effects()
    assert [(each.done, each.of) for each in heard] == [(rank, 10) for rank in range(1, 11)]


def test_insurance_effects_are_fractions(main: MainWager) -> None:
    effects = insurance_effects(main.rules, main.tables)
    assert effects is not None
    tens = next(each for each in effects.groups.removals() if each.cards == "T")
    # 15 of 50 tens instead of 16 of 51: 3 times the difference.
    assert tens.exact == 3 * (Fraction(15, 50) - Fraction(16, 51))


@pytest.mark.prove
def test_a_bet_on_the_dealers_hand_has_effects_of_removal() -> None:
    rules = games.ruleset("dealer-bust-21", {"decks": 1, "hands_max": 1})
    (bet,) = rules.side_bets
    assert not is_card_bet(bet)
    effects = PlayedBet(MainWager(rules, None), bet, None, Fraction(0)).effects()
    assert effects is not None
    whole = sum(each.number * each.effect for each in effects.groups.removals())
    assert whole == pytest.approx(0.0, abs=1e-12)


def test_known_first_cards_average_to_the_edge() -> None:
    rules = rules_with(BETS["two"])
    (bet,) = rules.side_bets
    table = card_table(rules, bet, None, Fraction(0))
    cards = Composition.of(rules.deck).counts
    value = float(table.exact(table.counts(cards)))
    for place in range(2):
        mean = sum(c * v for c, v in zip(cards, table.known(place, cards), strict=True)) / 52
        assert mean == pytest.approx(value, abs=1e-12)


def test_known_cards_of_the_wager_average_to_its_value(main: MainWager) -> None:
    for whose in ("the player's first card", "the dealer's up card"):
        known = [each for each in information.first_cards(main) if each.known.startswith(whose)]
        mean = sum(each.chance * each.advantage for each in known)
        assert mean == pytest.approx(main.value, abs=1e-9)
    (play, insured) = information.hole_card(main)
    assert insured.advantage > play.advantage > main.value + 0.05


def test_a_second_card_that_is_dealt_later_cannot_be_seen() -> None:
    rules = games.ruleset("blackjack", {"decks": 1, "hands_max": 1, "hole_card": "none"})
    assert list(information.hole_card(MainWager(rules, None))) == []


@pytest.mark.parametrize("level", [1, 2])
def test_the_best_count_is_the_best_of_all(level: int) -> None:
    effects, counts = [0.5, -0.3, 0.1, -0.02, 0.45], [4, 8, 4, 4, 4]
    search = TagSearch(effects, counts, level)
    every = [
        (correlation(tags, effects, counts), tags)
        for tags in product(range(-level, level + 1), repeat=len(effects))
    ]
    even = [each for each in every if sum(n * t for n, t in zip(counts, each[1], strict=True)) == 0]
    best = search.balanced()
    assert best is not None
    assert best.correlation == pytest.approx(max(even)[0])
    assert correlation(best.tags, effects, counts) == pytest.approx(best.correlation)
    most = max(each.correlation for each in search.unbalanced())
    assert max(most, best.correlation) == pytest.approx(max(every)[0])


def test_a_bet_that_no_card_changes_has_no_count() -> None:
    assert TagSearch([0.0], [52]).balanced() is None


@pytest.mark.parametrize(
    ("cards", "name"),
    [
        (["Ac", "Ad", "Ah", "As", "2c", "2d", "2h", "2s"], "A 2"),
        (["Kh", "Kd"], "red K"),
        (["Qh"], "Q♥"),
        ([rank + "s" for rank in "A23456789TJQK"], "♠"),
        ([rank + suit for rank in "TJQK" for suit in "cdhs"], "T"),
    ],
)
def test_cards_have_short_names(cards: list[str], name: str) -> None:
    assert name_of([card.index for card in CARDS if card.text in cards]) == name


def test_a_trigger_is_the_count_that_wins_the_most() -> None:
    samples = sampled([10, 10], 64)
    counts = samples.counts([1, -1], "running count")
    rounds = ShoePace(0.0, 2.0).rounds(samples, 0.75)
    found = best_trigger(samples, counts.astype(np.float64) - 2.0, counts, rounds)
    assert found.trigger == 3


def test_a_spread_is_summed_over_its_counts() -> None:
    cells = np.array([[600.0, -30.0, 600.0], [300.0, 0.0, 300.0], [100.0, 10.0, 100.0]])
    found = spread(cells, 1, -1, stepped([(0, 100), (1, 400)], -1, 3))
    assert found.played == pytest.approx(0.4)
    assert found.mean == pytest.approx(4.0)
    assert found.deviation == pytest.approx(sqrt(0.3 * 100**2 + 0.1 * 400**2 - 16))
    assert found.n0 == pytest.approx((found.deviation / 4) ** 2)
    assert found.score == pytest.approx(1e6 * (4 / found.deviation) ** 2)
    assert found.ruin(0) == 1.0
    losing = spread(cells, 1, -1, [100, 100, 100])
    assert (losing.score, losing.n0, losing.ruin(10**9)) == (0.0, None, 1.0)


def test_rounds_missed_on_the_way_count() -> None:
    cells = np.array([[60.0, -3.0, 60.0], [40.0, 4.0, 40.0]])
    found = spread(cells, 1, 0, [0, 100], away=100.0)
    assert found.played == pytest.approx(0.2)
    assert found.mean_bet == pytest.approx(100)
    assert found.mean == pytest.approx(2.0)
    assert [each.frequency for each in found.bins] == pytest.approx([0.6, 0.4])


def test_leaving_a_poor_shoe_wins_more_per_hour() -> None:
    """Each card is worth what the count says, and the next shoe begins at once."""
    whole = [20, 20]
    groups = shoe_groups(
        [20 if card.index < 2 else 0 for card in CARDS],
        [card.index for card in CARDS],
        lambda card: 0.01 if card == 0 else -0.01,
    )
    assert [each for each in groups.whole if each] == whole
    samples = sampled(groups.whole, 256)
    pace = ShoePace(0.0, 2.0)

    def leaving(minutes: float) -> Leaving | None:
        tables = CountingTables(pace, pace, 1, 100.0, 100.0, 0.75, minutes)
        wager = CountedWager(groups, samples, lambda each: linear(groups, each, -0.02), tables, 1)
        (count, *_) = wager.played({})
        return wager.leaving(count, 100_00)

    near, far = leaving(0.0), leaving(60.0)
    assert near is not None
    assert 0 < near.left < 1
    assert far is None or far.per_hour < near.per_hour


def test_the_verdict_says_what_would_help() -> None:
    leaving = Leaving(below=0, left=0.5, minutes_away=5.0, frequency=0.2, per_hour=300.0)
    alone, team = Hourly(100.0), Hourly(200.0)
    assert verdict(alone, team, (10_000, 10_000), (), leaving).per_hour == 300.0
    assert verdict(alone, team, (10_000, 10_000), ()).danger == "none"
    found = verdict(Hourly(20_000.0), Hourly(0.0), (40_000, None), ())
    assert (found.danger, found.posted) == ("high", "assumed")
    assert found.advice == "a maximum bet of $50 keeps it under $25 an hour"


def test_a_verdict_within_its_error_says_so() -> None:
    found = verdict(Hourly(3_000.0, 2_000.0), Hourly(9_000.0, 7_000.0), (10_000, 10_000), ())
    assert (found.error, found.team_error) == (2_000.0, 7_000.0)
    assert "may be none to moderate" in found.doubt
    sure = verdict(Hourly(3_000.0, 100.0), Hourly(9_000.0), (10_000, 10_000), ())
    assert sure.doubt == ""
    harmless = verdict(Hourly(450.0, 100.0), Hourly(0.0), (10_000, 10_000), ())
    assert harmless.doubt == "", "none or low is the same to surveillance"


def test_penetrations_that_look_the_same_are_given_once() -> None:
    pace = ShoePace(0.0, 2.0)
    tables = CountingTables(pace, pace, 1, 100.0, 100.0, 0.7492)
    assert 0.75 not in tables.penetrations
    assert 0.7492 in tables.penetrations


def test_an_unknown_count_is_explained() -> None:
    assert read_count("Hi-Lo").by_card[CARDS.index(CARDS[0])] == -1
    assert read_count("0 1 1 1 1 1 1 0 0 -1 -2").tags["joker"] == -2
    with pytest.raises(NotComputed, match="name one of hi-lo, ko"):
        read_count("hi-low")


# --- the simulator --------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def table() -> Callable[[int], TwentyOneSimulator]:
    rules = games.ruleset("blackjack", {"decks": 2})
    tables = model.compile(rules)
    return lambda stands: TwentyOneSimulator(rules, tables, script(rules, stands), seed=3)


def script(rules: Ruleset, stands: int) -> ByKey:
    """Hit below a total."""
    tables = model.compile(rules)
    legal = np.bitwise_or.reduce(tables.legal, axis=0)
    wants = np.where(tables.keys.total < stands, HIT, STAND)[:, None, None]
    verbs = np.where(legal >> wants & 1, wants, np.where(legal >> HIT & 1, HIT, STAND))
    offers = np.zeros((4, legal.shape[2], 11, 11), bool)
    return ByKey(verbs, np.zeros(legal.shape, bool), offers)


@pytest.mark.parametrize("boxes", [1, 3])
def test_rounds_of_a_shoe_are_as_many_with_counts_as_without(boxes: int) -> None:
    rules = games.ruleset("blackjack", {"decks": 2})
    found = TwentyOneSimulator(rules, model.compile(rules), script(rules, 17), 3, boxes)
    assert rounds_per_shoe(found, 50) == found.deal(1, 50).rounds / 50


HI_LO = CardCount(read_count("hi-lo").by_card, "true count", -20, 20)


def test_counting_changes_no_round(table: Callable[[int], TwentyOneSimulator]) -> None:
    plain = table(17)
    counter = Counter(plain, [HI_LO, HI_LO._replace(by="running count", low=-30, high=30)])
    (by_true, by_running) = counter.run(200, Threads(1))
    (again, _) = counter.run(200, Threads(3))
    whole = plain.deal(1, 200)
    assert (by_true.counted == again.counted).all()
    for cells in (by_true, by_running):
        rounds, won, _ = cells.until(1.0).sum(axis=0)
        assert (rounds, won) == (whole.rounds, whole.net)
    counts = by_true.until(1.0)[:, 0]
    first_rounds = 200
    assert counts[20] > first_rounds  # every shoe begins at nothing


def test_rounds_are_sorted_by_the_share_of_the_shoe_before_them(
    table: Callable[[int], TwentyOneSimulator],
) -> None:
    (cells,) = Counter(table(17).cut_at(int(0.8 * 104)), [HI_LO]).run(200, Threads(1))
    assert cells.until(0.8)[:, 0].sum() == pytest.approx(cells.until(1.0)[:, 0].sum(), rel=0.01)


def test_a_player_leaves_a_poor_shoe(table: Callable[[int], TwentyOneSimulator]) -> None:
    plain = table(17)
    (stays,) = Counter(plain, [HI_LO]).run(400, Threads(1))
    (leaves,) = Counter(plain, [HI_LO], leave=-1).run(400, Threads(3))
    assert stays.left == 0
    assert 0 < leaves.left < 400
    poor = slice(0, -1 - HI_LO.low)
    assert stays.until(1.0)[poor, 0].sum() > 0
    assert leaves.until(1.0)[poor, 0].sum() == 0
    (once,) = Counter(plain, [HI_LO], leave=21).run(400, Threads(1))
    assert (once.left, once.until(1.0)[:, 0].sum()) == (400, 400)  # no shoe has a second round


def test_a_count_chooses_the_script(table: Callable[[int], TwentyOneSimulator]) -> None:
    one, other = table(17), table(14)
    tables = model.compile(one.rules)
    both = playing(one, tables, [one.script, other.script])
    bins = HI_LO.high - HI_LO.low + 1
    for place, alone in enumerate((one, other)):
        found, _ = Counter(both, [HI_LO], [place] * bins).deal(1, 100)
        assert (found == Counter(alone, [HI_LO]).deal(1, 100)[0]).all()
    mixed, _ = Counter(both, [HI_LO], [0] * 20 + [1] * 21).deal(1, 100)
    assert (mixed != Counter(one, [HI_LO]).deal(1, 100)[0]).any()


def test_a_count_follows_the_cards_that_were_dealt(
    table: Callable[[int], TwentyOneSimulator],
) -> None:
    """The first two rounds of a shoe, counted by hand."""
    plain = table(17)
    starts = plain.rounds_of(1)[:, 0]
    order = np.array(order_of(plain, 3, 1, [100]))
    tags = Counter(plain, [HI_LO]).tags[0]
    running = int(tags[order[starts[0] : starts[1]]].sum())
    count = HI_LO._replace(by="running count", low=-30, high=30)
    found = Counter(plain, [count]).deal(1, 1)[0][0].sum(axis=0)[:, 0]
    expected = [int(tags[order[starts[0] : at]].sum()) for at in starts.tolist() if at < 90]
    assert found[running + 30] >= 1
    assert all(found[each + 30] for each in expected)


def test_a_long_count_says_how_much_of_it_is_done() -> None:
    rules = games.ruleset("blackjack", {"decks": 2, "hands_max": 1})
    heard: list[ProgressNotice] = []
    asked = CountingRequest("hi-lo", ((-99, 1000),), "all", rounds=1000)
    count = read_count("hi-lo")
    table_play.counted(table_play.CountingTable(rules, asked, count, heard.append), Threads(1))
    bars = [each for each in heard if each.of]
    solving = [each.done for each in bars if each.text == indices.SOLVING]
    assert solving == list(range(len(indices.COUNTS) + 1))
    dealing = [each for each in bars if each.text == DEALING_SHOES]
    assert len(dealing) >= CHUNKS
    assert dealing[0].done < dealing[-1].done == dealing[-1].of


def test_an_examination_says_how_much_of_it_is_done() -> None:
    rules = games.ruleset("blackjack", {"decks": 2, "hands_max": 1, "side_bets": [DEALER_BUSTS]})
    asked, heard = ProtectionRequest(rounds=1000), list[ProgressNotice]()
    ProtectionAnalysis(rules, asked, [read_count("hi-lo")], heard.append).document()
    bars = [each for each in heard if each.of]
    assert {(each.text, each.of) for each in bars} == {(WORKING, bars[0].of)}
    done = [each.done for each in bars]
    assert done == sorted(done)
    assert (done[0], done[-1]) == (0, bars[0].of)
    dealt = 5 * CHUNKS  # the wager with one box, with all, and spread; the bet with one and all
    assert len(set(done)) > dealt + len(indices.COUNTS)


def test_departures_need_a_true_count() -> None:
    asked = CountingRequest("ko", ((-99, 100),), "all")
    with pytest.raises(NotComputed, match="balanced"):
        count_cards(games.ruleset("blackjack"), asked)


@pytest.mark.prove
def test_departures_win_more() -> None:
    # Where the dealer hits soft 17, the chart and these bets win too little to compare.
    rules = games.ruleset("blackjack", {"dealer_hits_soft_17": False})
    bets = ((-99, 1000), (1, 2000), (2, 4000), (3, 8000))
    plain, departing = (
        count_cards(rules, CountingRequest("hi-lo", bets, departures, rounds=1 << 27))
        for departures in ("none", "all")
    )
    assert departing.per_round > plain.per_round + 2 * plain.error
    assert departing.score > plain.score > 5
