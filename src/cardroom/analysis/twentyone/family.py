"""The 21 games on the odds' side: what can be asked of them."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from fractions import Fraction
from typing import Final

from cardroom.analysis.families import Analysis, NotComputed
from cardroom.analysis.notices import COMPILING, Tell
from cardroom.analysis.report import Document, OddsAsked, Shoe, wager_documents
from cardroom.analysis.result_cache import compiled
from cardroom.analysis.side_bets.prices import PricedBet
from cardroom.analysis.side_bets.progressive import progressive
from cardroom.analysis.twentyone import bank
from cardroom.analysis.twentyone.chart.chart import ChartFault, strategy_of
from cardroom.analysis.twentyone.chart.strategy import best_chart
from cardroom.analysis.twentyone.covariance import Rounds
from cardroom.analysis.twentyone.odds import AFTER_SPLIT, Odds, given_odds, odds
from cardroom.analysis.twentyone.side_bets import side_bets
from cardroom.analysis.twentyone.solver import suits
from cardroom.analysis.twentyone.solver.plan import plan_of
from cardroom.analysis.twentyone.solver.shoes import ShoeFault
from cardroom.model import Tables
from cardroom.rules.ruleset import Ruleset

FAULTS_SHOWN: Final = 3


@contextmanager
def _refusals() -> Iterator[None]:
    """What is wrong with a chart or a shoe, in one line."""
    try:
        yield
    except ChartFault as wrong:
        more = len(wrong.faults) - FAULTS_SHOWN
        rest = f"; and {more} more" if more > 0 else ""
        raise NotComputed("; ".join(wrong.faults[:FAULTS_SHOWN]) + rest) from None
    except ShoeFault as wrong:
        raise NotComputed(str(wrong)) from None


def odds_document(rules: Ruleset, asked: OddsAsked, tell: Tell) -> Document:
    with _refusals():
        return _odds(rules, asked, tell)


def _odds(rules: Ruleset, asked: OddsAsked, tell: Tell) -> Document:
    tables = _tables(rules, asked.shoe, tell)
    if asked.chart is None:
        found = _noted(rules, odds(tables, asked.shoe))
    else:
        strategy = strategy_of(rules, tables, asked.chart)
        found = _noted(rules, given_odds(tables, strategy, "the chart", asked.shoe))
    beside: tuple[PricedBet, ...] = () if asked.shoe else side_bets(rules)
    more: Document = {"together": [], "progressive": None}
    if not asked.shoe and asked.chart is None:
        rounds = Rounds(rules, found.solution, None)
        level = Fraction(0)
        bet = rules.progressive
        meters = None if bet is None else progressive(rules, rounds.cards.rows(bet))
        if meters is not None:
            shown = meters.seed if asked.meter is None else Fraction(asked.meter, meters.stake)
            level = Fraction(shown)
            beside = (*beside, meters.priced(level))
            more["progressive"] = meters.document(level)
        main = found.wagers[0].deviation
        more["together"] = [bet.document(main) for bet in rounds.bets(level)]
    computed = {wager.spot for wager in found.wagers} | {bet.spot for bet in beside}
    return {
        "wagers": wager_documents(found.wagers, beside),
        **more,
        "after_split": [
            {"edge": -value, "play": AFTER_SPLIT[play]} for play, value in found.values
        ],
        "truncation": found.truncation,
        "not_reckoned": [
            {"title": spot.title, "why": "it needs the simulator"}
            for spot in rules.spots
            # A bet made in the hand's turn is part of the hand's own figures.
            if spot.name not in computed and spot.opens != "in-turn"
        ],
    }


def strategy_document(rules: Ruleset, shoe: Shoe, tell: Tell) -> Document:
    with _refusals():
        return _strategy(rules, shoe, tell)


def _strategy(rules: Ruleset, shoe: Shoe, tell: Tell) -> Document:
    tables = _tables(rules, shoe, tell)
    found = best_chart(tables, shoe)
    return {
        "chart": found.chart.document(),
        "legend": found.chart.legend(),
        "edge": -found.value,
        "perfect_edge": -found.perfect,
        "cost": found.cost,
        "departures": [each._asdict() for each in found.departures],
        "method": "exact: every hand and every card, without sampling",
        "assumptions": [
            "a fresh shoe for every round",
            "hands of a split are played by the chart, too",
            "no change of a single cell betters the chart",
            *suits.notes(rules, tables),
        ],
    }


def _tables(rules: Ruleset, shoe: Shoe, tell: Tell) -> Tables:
    tables = suits.tables_for(rules, shoe)
    plan_of(tables)
    if not compiled("exact"):
        tell(COMPILING)
    return tables


def _noted(rules: Ruleset, found: Odds) -> Odds:
    main, *rest = found.wagers
    said = (*main.assumptions, *suits.notes(rules, found.solution.plan.tables))
    return found._replace(wagers=(main._replace(assumptions=said), *rest))


ANALYSIS = Analysis(odds=odds_document, strategy=strategy_document, banking=bank)
