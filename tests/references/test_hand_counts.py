"""Published counts and odds of hands, reproduced by our own computation."""

from __future__ import annotations

import tomllib
from collections import Counter
from collections.abc import Callable
from fractions import Fraction
from functools import cache
from itertools import chain, combinations
from math import comb
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from cardroom import games
from cardroom.analysis.executor import Threads
from cardroom.analysis.kernels.hand_tables import VALUES, categories, five_card_values
from cardroom.analysis.kernels.pai_gow_tables import Measure, SevenCardRow
from cardroom.analysis.pai_gow.hands import HANDS, seven_card_counts
from cardroom.analysis.pai_gow.odds import fortune_bets
from cardroom.analysis.pai_gow.rounds import PaiGowFigures, PaiGowSimulator, Seating
from cardroom.analysis.pai_gow.way_tables import way_tables
from cardroom.analysis.poker.equity import BoardGame, PlayerEquity, ask, equity
from cardroom.analysis.stopping import Goal
from cardroom.analysis.three_card.odds import (
    AntePlay,
    ante_play,
    hands_of,
    ways_of,
)
from cardroom.analysis.three_card.pack import packs
from cardroom.cards import Card
from cardroom.games.pai_gow.state import policies
from cardroom.games.three_card.bonus import bonus_edge
from cardroom.games.three_card.game import three_card_ruleset
from cardroom.games.three_card.policies import ThreeCard
from cardroom.games.three_card.resolution import AgainstBank
from cardroom.hands.house_way import set_hand, way_named, way_names
from cardroom.hands.pai_gow import FortuneRow
from cardroom.hands.poker import Category, PokerValue
from cardroom.hands.three_card import three_card as three_card_value
from cardroom.money import Odds
from cardroom.rules.ruleset import Ruleset
from tests.all_hands import WayProof, count_seven, five_values, lay, prove_way

FOLDER = Path(__file__).parents[2] / "references"
FILES = ("poker", "pai_gow", "three_card")
CATEGORY = {name.name.lower().replace("_", "-"): name for name in Category}
ROYAL_FLUSH = "royal-flush"
# napa-valley-casino.txt, Fortune Pai Gow Poker, pay table FPG-02: pays, and envy in dollars.
FPG_02 = {
    FortuneRow.SEVEN_CARD_STRAIGHT_FLUSH: (8000, 5000),
    FortuneRow.ROYAL_FLUSH_WITH_ROYAL_MATCH: (2000, 1000),
    FortuneRow.SEVEN_CARD_STRAIGHT_FLUSH_WITH_JOKER: (1000, 500),
    FortuneRow.FIVE_ACES: (400, 250),
    FortuneRow.ROYAL_FLUSH: (150, 50),
    FortuneRow.STRAIGHT_FLUSH: (50, 20),
    FortuneRow.QUADS: (25, 5),
    FortuneRow.FULL_HOUSE: (5, 0),
    FortuneRow.FLUSH: (4, 0),
    FortuneRow.TRIPS: (3, 0),
    FortuneRow.STRAIGHT: (2, 0),
}
ROUNDS = 40_000_000


def figures(file: str) -> list[dict[str, Any]]:
    document = tomllib.loads((FOLDER / f"{file}.toml").read_text("utf-8"))
    found: list[dict[str, Any]] = document["figure"]
    return found


def figure(file: str, wanted: str) -> dict[str, Any]:
    return next(f for f in figures(file) if f["id"] == wanted)


@cache
def five_card_counts() -> np.ndarray[Any, np.dtype[np.int64]]:
    cards = chain.from_iterable(combinations(range(52), 5))
    hands = np.fromiter(cards, np.uint8, 5 * comb(52, 5)).reshape(-1, 5)
    places = np.zeros(len(hands), np.uint16)
    five_values(hands, places)
    return np.bincount(places, minlength=VALUES + 1)


@cache
def seven_of_52() -> tuple[np.ndarray[Any, Any], np.ndarray[Any, Any]]:
    values, lows = np.zeros(VALUES + 1, np.int64), np.zeros(9, np.int64)
    count_seven(0, 52, values, lows)
    return values, lows


def by_name(counts: np.ndarray[Any, Any], name: str) -> int:
    if name == "classes":
        return int((counts > 0).sum())
    if name == "royal-flush":
        return int(counts[VALUES - 1])
    return int(counts[categories() == CATEGORY[name]].sum())


@cache
def first_player(game: BoardGame, first: str, second: str) -> PlayerEquity:
    found = equity(ask(game, [first, second]))
    assert found.method == "exact"
    return found.players[0]


def poker(name: str) -> float:
    match name.split("/"):
        case ["five-cards", kind]:
            return by_name(five_card_counts(), kind)
        case ["seven-cards", "lows"]:
            return int(seven_of_52()[1][5:].sum())
        case ["seven-cards", kind]:
            return by_name(seven_of_52()[0], kind)
        case ["holdem", hands, what]:
            player = first_player(BoardGame.TEXAS_HOLDEM, *hands.split("-"))
            return player.wins if what == "wins" else player.ties
        case ["omaha-hi-lo", hands]:
            return float(first_player(BoardGame.OMAHA_HI_LO, *hands.split("-")).equity)
        case _:
            raise AssertionError(name)


def fortune_game(**options: object) -> Ruleset:
    return games.ruleset("fortune-pai-gow", options)


def fortune_edge(**options: object) -> Fraction:
    fortune, _ = fortune_bets(fortune_game(**options))
    return fortune.edge


def envy_value(**options: object) -> Fraction:
    _, envy = fortune_bets(fortune_game(**options))
    return -envy.edge


def pai_gow(name: str) -> float:
    match name.split("/"):
        case ["seven-of-53", kind]:
            return sum(seven_card_counts().by_category[CATEGORY[kind]])
        case ["trips-first", kind]:
            return seven_card_counts().fortune(fortune_game())[FortuneRow[kind.upper()]]
        case ["fortune", "fpg-02"]:
            return float(fortune_edge())
        case ["fortune", "fpg-02", "envy"]:
            return float(envy_value())
        case _:
            raise AssertionError(name)


def ante_game(**options: object) -> AntePlay:
    rules = three_card_ruleset(options)
    assert isinstance(rules.policies, ThreeCard)
    return ante_play(rules.policies, packs(rules.deck.packs))


def bonus(table: str) -> Fraction:
    rules = three_card_ruleset({"bonus_table": table})
    return bonus_edge(rules.side_bets[0], rules.deck.packs)


@cache
def three_card_counts(decks: int = 1) -> Counter[str]:
    """All hands of three cards by their category, the royal flush on its own."""
    found: Counter[str] = Counter()
    for hand in hands_of(packs(decks)):
        found[three_card_category(hand)] += ways_of(hand, packs(decks))
    return found


@cache
def three_card_category(hand: tuple[Card, ...]) -> str:
    value = three_card_value(hand)
    return ROYAL_FLUSH if value.royal else value.category.name.lower().replace("_", "-")


def three_card(name: str) -> float:
    match name.split("/"):
        case ["one-deck", "straight-flush"]:
            counts = three_card_counts()
            return counts["straight-flush"] + counts["royal-flush"]
        case ["one-deck", kind]:
            return three_card_counts()[kind]
        case ["ante", "shows-one"]:
            return float(ante_game().edge)
        case ["ante", "shows-one", "ante-bonus"]:
            return float(ante_game(ante_bonus="5-4-1").edge)
        case ["ante", "shows-none", "ante-bonus"]:
            return float(ante_game(bank_shows=0, ante_bonus="5-4-1").edge)
        case ["bonus", "royal"]:
            return float(bonus("no-royal") - bonus("1.3"))
        case ["bonus", _]:
            return float(bonus("no-royal"))
        case _:
            raise AssertionError(name)


COMPUTED: dict[str, Callable[[str], float]] = {
    "poker": poker,
    "pai_gow": pai_gow,
    "three_card": three_card,
}


@pytest.mark.parametrize(
    ("file", "name"),
    [(f, x["id"]) for f in FILES for x in figures(f) if not x["id"].startswith("house-way/")],
)
def test_a_published_figure_is_reproduced_to_its_last_digit(file: str, name: str) -> None:
    printed = figure(file, name)
    assert abs(COMPUTED[file](name) - printed["value"]) <= printed["tolerance"]


@pytest.mark.parametrize("file", FILES)
def test_every_figure_has_source_conditions_value_and_tolerance(file: str) -> None:
    for printed in figures(file):
        assert {"id", "source", "conditions", "value", "tolerance"} <= printed.keys()


def test_pai_gow_hands_without_the_joker_are_poker_hands() -> None:
    counts, values = seven_card_counts(), seven_of_52()[0]
    for category in Category:
        naturals = counts.by_category[category][0]
        assert naturals == int(values[categories() == category].sum())
    assert sum(map(sum, counts.by_category.values())) == HANDS


def test_fortune_and_envy_pay_as_the_book_prints() -> None:
    (fortune,) = fortune_game().side_bets
    printed = [(row.label, Odds(pays)) for row, (pays, _) in FPG_02.items()]
    assert [(row.name, row.pays) for row in fortune.rows] == printed
    posted = policies(fortune_game()).envy
    assert dict(posted) == {row: 100 * envy for row, (_, envy) in FPG_02.items() if envy}


@pytest.mark.parametrize("conflict", ["best-pay", "rank-order"])
def test_fortune_rows_count_every_hand_once_in_either_order(conflict: Any) -> None:
    counts = seven_card_counts().fortune(fortune_game(fortune_conflict=conflict))
    assert sum(counts.values()) == HANDS
    straights = {"best-pay": 11_034_204, "rank-order": 11_236_028}[conflict]
    assert counts[FortuneRow.STRAIGHT] == straights


def test_without_the_joker_in_a_royal_match_sixty_hands_are_royal_flushes() -> None:
    counts, without = seven_card_counts(), {"royal_match_with_joker": False}
    rows = (FortuneRow.ROYAL_FLUSH, FortuneRow.ROYAL_FLUSH_WITH_ROYAL_MATCH)
    joker, natural = (counts.fortune(fortune_game(**given)) for given in ({}, without))
    assert [natural[row] - joker[row] for row in rows] == [60, -60]
    gain = fortune_edge(**without) - fortune_edge()
    assert gain == Fraction(60 * (2000 - 150), HANDS)
    # The other reading of the printed 0.92%.
    assert round(float(envy_value(**without)), 4) == 0.0092


def test_the_rare_fortune_rows_are_counted_as_by_hand() -> None:
    rows = seven_card_counts().by_row
    # Eight runs of seven in each of four suits.
    assert rows[SevenCardRow.SEVEN_CARD_STRAIGHT_FLUSH] == (8 * 4, 0)
    # Fifty-six runs of six of seven, seven of them twice.
    assert rows[SevenCardRow.SEVEN_CARD_STRAIGHT_FLUSH_WITH_JOKER] == (0, (8 * 7 - 7) * 4)
    # Suit of the royal, suit of the match; the joker for any of the royal's five cards.
    assert rows[SevenCardRow.ROYAL_FLUSH_WITH_ROYAL_MATCH] == (4 * 3, 4 * 3 * 5)


@pytest.mark.parametrize("decks", range(1, 9))
def test_three_card_counts_follow_from_combinatorics_for_every_number_of_decks(decks: int) -> None:
    counts = three_card_counts(decks)
    d = decks
    ranks = 52 * d
    assert counts["royal-flush"] == 4 * d**3
    assert counts["straight-flush"] == 11 * 4 * d**3
    assert counts["straight"] == 12 * ((4 * d) ** 3 - 4 * d**3)
    assert counts["trips"] == 13 * (4 * d) * (4 * d - 1) * (4 * d - 2) // 6
    assert sum(counts.values()) == ranks * (ranks - 1) * (ranks - 2) // 6
    # One suit: three ranks but the twelve runs, or a pair within the suit and another rank.
    pair_in_suit = 13 * (d * (d - 1) // 2) * 12 * d
    assert counts["flush"] == 4 * ((286 - 12) * d**3 + pair_in_suit)


def test_against_an_exposed_card_the_published_strategy_is_optimal() -> None:
    lowest = ante_game().lowest
    # Everything against a jack or lower, else that card with 9-2.
    for rank in range(2, 12):
        assert lowest[rank].ranks == (5, 3, 2)
    assert [lowest[rank].ranks for rank in (12, 13, 1)] == [(12, 9, 2), (13, 9, 2), (14, 9, 2)]


def test_with_nothing_exposed_q_6_4_is_the_lowest_hand_to_play() -> None:
    lowest = ante_game(bank_shows=0, ante_bonus="5-4-1").lowest
    assert lowest[0].label == "queen high"
    assert lowest[0].ranks == (12, 6, 4)


def test_losing_ties_costs_the_player_something() -> None:
    pushed, lost = ante_game(), ante_game(tie="bank-wins")
    ties = sum(chance for end, chance in pushed.endings.items() if end.stands is AgainstBank.TIES)
    # At most two antes for every tie: who knows it folds a little more.
    assert pushed.edge < lost.edge <= pushed.edge + 2 * ties


@cache
def trump_plaza_proof() -> WayProof:
    return prove_way(way_named("trump-plaza"))


@cache
def trump_plaza_duel() -> PaiGowFigures:
    tables = way_tables(way_named("trump-plaza"))
    rules = games.ruleset("double-hand-poker")
    return PaiGowSimulator(rules, (tables, tables), Seating()).run(Goal(rounds=ROUNDS), Threads())


@pytest.mark.prove
@pytest.mark.parametrize("name", way_names())
def test_a_house_way_sets_all_154_143_080_hands_and_fouls_none(
    name: str, record_property: Callable[[str, object], None]
) -> None:
    proof = trump_plaza_proof() if name == "trump-plaza" else prove_way(way_named(name))
    record_property("hands", proof.hands)
    record_property("fouls", proof.fouls)
    assert (proof.hands, proof.fouls) == (HANDS, 0)
    assert min(proof.by_rule.values()) > 0, "a rule that decides no hand"


@pytest.mark.prove
@pytest.mark.parametrize("name", way_names())
def test_the_compiled_way_sets_a_hand_as_the_way_itself_does(name: str) -> None:
    from cardroom.analysis.kernels import deals
    from cardroom.cards import CARDS
    from cardroom.hands.pai_gow import back_value, front_value

    way, values = way_named(name), (None, *five_card_values())
    tables = way_tables(way)
    rows = np.empty((20_000, 7), np.uint8)
    # Two suits and the joker, so that flushes are common.
    for deck in (np.arange(53), np.array([*range(26), 52])):
        deals.deal(np.uint64(1), np.uint64(0), deck.astype(np.uint8), rows)
        found = np.zeros(3, np.int64)
        fronts: dict[int, PokerValue] = {}
        for row in np.sort(rows, axis=1):
            joker = int(row[6] == 52)
            assert not lay(row, joker, tables.settings, found)
            placed = set_hand([CARDS[index] for index in row], way)
            assert way.rule[found[0]] == placed.rule
            assert values[found[2]] == back_value(placed.back)
            front = front_value(placed.front)
            assert fronts.setdefault(int(found[1]), front) == front
        order = [fronts[place] for place in sorted(fronts)]
        assert order == sorted(set(order))


PUBLISHED = {
    "player": Measure.WON,
    "push": Measure.PUSHED,
    "bank": Measure.LOST,
    "front-copies": Measure.FRONT_COPIES,
}


@pytest.mark.prove
@pytest.mark.parametrize("name", PUBLISHED)
def test_both_sides_house_way_win_push_and_lose_as_published(
    name: str, record_property: Callable[[str, object], None]
) -> None:
    printed = figure("pai_gow", f"house-way/{name}")
    share = trump_plaza_duel().share(PUBLISHED[name])
    record_property(name, f"{share.value:.4%} ± {share.error:.4%}")
    assert abs(share.value - printed["value"]) <= printed["tolerance"] + 4 * share.error


@pytest.mark.prove
def test_without_commission_the_bank_has_its_published_edge(
    record_property: Callable[[str, object], None],
) -> None:
    printed, player = figure("pai_gow", "house-way/edge"), trump_plaza_duel().player
    record_property("edge", f"{-player.value:.4%} ± {player.error:.4%}")
    assert abs(-player.value - printed["value"]) <= printed["tolerance"] + 4 * player.error


@pytest.mark.prove
def test_copies_behind_are_published_as_if_each_hand_had_its_own_deck() -> None:
    printed = figure("pai_gow", "house-way/back-copies")
    squares = sum((hands / HANDS) ** 2 for hands in trump_plaza_proof().by_back)
    assert abs(squares - printed["value"]) <= printed["tolerance"]
    assert trump_plaza_duel().share(Measure.BACK_COPIES).value < 0.0005
