"""Odds and charts as plain documents, for screens, files and signs."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import Any

from cardroom import model
from cardroom.analysis.chart import LEGEND, Chart, strategy_of
from cardroom.analysis.kept import kept
from cardroom.analysis.strategy import best_chart
from cardroom.analysis.values import AFTER_SPLIT, Odds, WagerOdds, given_odds, odds
from cardroom.rules.ruleset import Ruleset

Document = dict[str, Any]
Shoe = Sequence[int] | None


def odds_document(rules: Ruleset, shoe: Shoe = None, chart: Chart | None = None) -> Document:
    """Every wager of a posted game, by perfect play or by a chart; kept between runs."""
    asked = [shoe and list(shoe), chart and chart.document()]

    def build() -> Document:
        tables = model.compile(rules)
        if chart is None:
            return heading(rules, shoe) | _odds(rules, odds(tables, shoe))
        strategy = strategy_of(rules, tables, chart)
        return heading(rules, shoe) | _odds(rules, given_odds(tables, strategy, "the chart", shoe))

    return kept("odds", rules.digest, asked, build)


def strategy_document(rules: Ruleset, shoe: Shoe = None) -> Document:
    """The best chart of a posted game, and what it costs; kept between runs."""

    def build() -> Document:
        found = best_chart(model.compile(rules), shoe)
        codes = sorted({code for _, _, row in found.chart.rows() for code in row})
        return heading(rules, shoe) | {
            "chart": found.chart.document(),
            "legend": {code: LEGEND[code] for code in LEGEND if code in codes},
            "edge": -found.value,
            "perfect_edge": -found.perfect,
            "cost": found.cost,
            "departures": [each._asdict() for each in found.departures],
            "method": "exact: every hand and every card, without sampling",
            "assumptions": [
                "a fresh shoe for every round",
                "hands of a split are played by the chart, too",
                "no change of a single cell betters the chart",
            ],
        }

    return kept("strategy", rules.digest, shoe and list(shoe), build)


def heading(rules: Ruleset, shoe: Shoe) -> Document:
    return {
        "game": rules.game,
        "title": rules.title,
        "house": rules.house,
        "edition": rules.edition,
        "options": dict(rules.changed),
        "digest": rules.digest,
        "decks": rules.deck.packs,
        "shoe": shoe and list(shoe),
    }


def _odds(rules: Ruleset, found: Odds) -> Document:
    reckoned = {wager.spot for wager in found.wagers}
    return {
        "wagers": [_wager(wager) for wager in found.wagers],
        "after_split": [
            {"edge": -value, "play": AFTER_SPLIT[play]} for play, value in found.values
        ],
        "truncation": found.truncation,
        "not_reckoned": [spot.title for spot in rules.spots if spot.name not in reckoned],
    }


def _wager(wager: WagerOdds) -> Document:
    return {
        "spot": wager.spot,
        "title": wager.title,
        "edge": wager.edge,
        "exact": _text(wager.exact),
        "deviation": wager.deviation,
        "hit_frequency": wager.hit_frequency,
        "push_frequency": wager.push_frequency,
        "wagered": wager.wagered,
        "element_of_risk": wager.risk,
        "payments": [{"net": _text(net), "chance": chance} for net, chance in wager.payments],
        "split_frequency": wager.split_frequency,
        "method": wager.method,
        "assumptions": list(wager.assumptions),
        "missing": wager.missing,
    }


def _text(value: Fraction | None) -> str | None:
    return None if value is None else str(value)
