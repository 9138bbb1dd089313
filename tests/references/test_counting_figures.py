"""Published figures of card counting."""

from __future__ import annotations

import tomllib
from fractions import Fraction
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from cardroom import games
from cardroom.analysis.counting.card_bet import CardBet
from cardroom.analysis.counting.depths import Profits, ShoePace, sampled
from cardroom.analysis.counting.question import NAMED, CountingSystem
from cardroom.analysis.counting.spread import SCORE_BANKROLL, SCORE_ROUNDS, spread
from cardroom.analysis.counting.tags import correlation
from cardroom.analysis.counting.wager import valued
from cardroom.analysis.twentyone.chart.strategy import best_chart
from cardroom.analysis.twentyone.protection import indices
from cardroom.analysis.twentyone.protection.removals import (
    MainWager,
    WagerEffects,
    card_effects,
    card_table,
    insurance_effects,
)
from cardroom.games.side_bets.files import read_file
from cardroom.model.ranks import RANK_NAMES

ROOT = Path(__file__).parents[2]
FIGURES: dict[str, Any] = tomllib.loads(
    (ROOT / "references" / "counting.toml").read_text(encoding="utf-8")
)


@cache
def one_deck() -> tuple[MainWager, WagerEffects]:
    rules = games.ruleset("blackjack", FIGURES["removals"][0]["options"])
    main = MainWager(rules, None)
    return main, main.effects()


def by_rank(effects: WagerEffects) -> dict[str, float]:
    return {each.cards: each.effect for each in effects.groups.removals()}


def test_effects_of_removal_in_one_deck() -> None:
    (figure,) = FIGURES["removals"]
    found = by_rank(one_deck()[1])
    for rank, printed in zip(RANK_NAMES, figure["values"], strict=False):
        assert 100 * found[rank] == pytest.approx(printed, abs=figure["tolerance"]), rank


@pytest.mark.parametrize("name", FIGURES["correlation"][0]["values"])
def test_correlations_of_published_counts(name: str) -> None:
    (figure,) = FIGURES["correlation"]
    main, betting = one_deck()
    insured = insurance_effects(main.rules, main.tables)
    assert insured is not None
    tags = CountingSystem(name, NAMED[name]).by_card
    found = [
        correlation(
            each.groups.tags_of(tags), [float(e) for e in each.groups.effects], each.groups.whole
        )
        for each in (betting, insured)
    ]
    assert found == pytest.approx(figure["values"][name], abs=figure["tolerance"])


def test_the_insurance_index_of_hi_lo() -> None:
    (figure,) = FIGURES["insurance_index"]
    main = MainWager(games.ruleset("blackjack"), None)
    shoe = indices.tilted(main.shoe, CountingSystem("hi-lo", NAMED["hi-lo"]).by_card)
    found = indices.insurance_index(main.tables, shoe)
    assert found == pytest.approx(figure["value"], abs=figure["tolerance"])


@cache
def lucky_lucky() -> tuple[CardBet, WagerEffects]:
    file = read_file(ROOT / "examples" / "side_bets" / "lucky-lucky.toml")
    rules = games.ruleset("blackjack", {"decks": 2, "side_bets": [file]})
    table = card_table(rules, rules.side_bets[0], None, Fraction(0))
    return table, card_effects(rules, table)


def test_effects_of_removal_of_lucky_lucky() -> None:
    (figure,) = FIGURES["lucky_lucky"]
    found = by_rank(lucky_lucky()[1])
    for rank, printed in zip(RANK_NAMES, figure["values"], strict=False):
        own = next(value for cards, value in found.items() if rank in cards.split())
        assert figure["scale"] * own == pytest.approx(printed, abs=figure["tolerance"]), rank


def test_what_a_perfect_player_of_lucky_lucky_wins() -> None:
    (figure,) = FIGURES["perfect"]
    table, effects = lucky_lucky()
    groups = effects.groups
    kinds = np.zeros((len(groups.whole), table.pays.shape[0]), np.int64)
    for card, group in enumerate(groups.group):
        kinds[group, table.kinds[0][card]] = 1
    samples = sampled(groups.whole, 256)
    values = valued(samples, lambda left: table.values(left @ kinds))
    found = Profits(samples, values, values > 0)
    shoe = found.per_shoe(ShoePace(1.0, 5.4), figure["cut"] / samples.cards)
    frequency, advantage = figure["tolerance"]
    assert shoe.bets / shoe.rounds == pytest.approx(figure["frequency"], abs=frequency)
    assert shoe.wins / shoe.bets == pytest.approx(figure["advantage"], abs=advantage)


@pytest.mark.parametrize("name", FIGURES["perfect_per_hundred"][0]["values"])
def test_what_a_perfect_player_of_over_and_under_wins(name: str) -> None:
    (figure,) = FIGURES["perfect_per_hundred"]
    file = read_file(ROOT / "examples" / "side_bets" / f"{name}.toml")
    rules = games.ruleset("blackjack", {"side_bets": [file]})
    table = card_table(rules, rules.side_bets[0], None, Fraction(0))
    groups = card_effects(rules, table).groups
    kinds = np.zeros((len(groups.whole), table.pays.shape[0]), np.int64)
    for card, group in enumerate(groups.group):
        kinds[group, table.kinds[0][card]] = 1
    samples = sampled(groups.whole)
    values = valued(samples, lambda left: table.values(left @ kinds))
    shoe = Profits(samples, values, values > 0).per_shoe(
        ShoePace(0.0, 5.4), figure["cut"] / samples.cards
    )
    assert 100 * shoe.wins / shoe.rounds == pytest.approx(
        figure["values"][name], rel=figure["tolerance"]
    )


def test_what_one_true_count_is_worth() -> None:
    (figure,) = FIGURES["per_true_count"]
    main = MainWager(games.ruleset("blackjack"), None)
    shoe = indices.tilted(main.shoe, CountingSystem("hi-lo", NAMED["hi-lo"]).by_card)
    before, after = (main.from_shoe(shoe.at(count)) for count in (0.0, 4.0))  # type: ignore[arg-type]
    assert 100 * (after - before) / 4 == pytest.approx(figure["value"], abs=figure["tolerance"])


def test_the_ruin_of_a_score() -> None:
    """Bets of any size: with the best size for $10,000, the risk of ruin is the printed one."""
    (figure,) = FIGURES["score"]
    cells = np.array([[600.0, -30.0, 600.0], [400.0, 12.0, 500.0]])
    found = spread(cells, 1, 0, [1, 4])
    best = SCORE_BANKROLL * found.mean / found.deviation**2
    sized = spread(cells * [1, best, best**2], 1, 0, [1, 4])
    assert SCORE_ROUNDS * sized.mean == pytest.approx(found.score)
    assert sized.ruin(SCORE_BANKROLL) == pytest.approx(figure["ruin"], abs=figure["tolerance"])


@pytest.mark.parametrize("decks", FIGURES["insurance"][0]["decks"])
def test_the_insurance_count_needs_no_true_count(decks: int) -> None:
    """Four counts above the decks' own four each: from there on, insurance wins."""
    main = MainWager(games.ruleset("blackjack", {"decks": decks}), None)
    tags = np.array([1] * 9 + [-2, 0])
    shoe = np.array(main.shoe, np.float64)
    for tens in range(12 * decks):
        for others in range(24 * decks):
            left = shoe.copy()
            left[9] -= tens
            left[1] -= min(others, left[1] - 1)
            running = int(((shoe - left) @ tags).item()) + 1  # the ace that shows
            value = indices.insurance_value(main.tables, left.tolist())
            assert (value > 1e-12) == (running >= 4 * decks + 1), (tens, others)


@pytest.mark.prove
def test_the_illustrious_18() -> None:
    (figure,) = FIGURES["indices"]
    rules = games.ruleset("blackjack", figure["options"])
    main = MainWager(rules, None)
    shoe = indices.tilted(main.shoe, CountingSystem("hi-lo", NAMED["hi-lo"]).by_card)
    solved = indices.solved(rules, best_chart(main.tables).chart, shoe, None)
    found = {(each.hand, each.up): each.crossing for each in indices.indices(solved, {})}
    for hand, up, printed in figure["rows"]:
        assert found[hand, up] == pytest.approx(printed, abs=figure["tolerance"]), (hand, up)
