"""Odds and charts as plain documents, for screens, files and signs."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from fractions import Fraction
from typing import Any

from cardroom.analysis.pai_gow.odds import base_odds, fortune_bets
from cardroom.analysis.result_cache import compiled, kept
from cardroom.analysis.side_bets import blazing as blazing_odds
from cardroom.analysis.side_bets.blazing import progressive
from cardroom.analysis.side_bets.covariance import Rounds
from cardroom.analysis.side_bets.prices import SideBet, side_bets
from cardroom.analysis.three_card import ante
from cardroom.analysis.twentyone.chart.chart import Chart, strategy_of
from cardroom.analysis.twentyone.chart.strategy import best_chart
from cardroom.analysis.twentyone.odds import AFTER_SPLIT, Odds, Payment, WagerOdds, given_odds, odds
from cardroom.analysis.twentyone.solver import suits
from cardroom.analysis.twentyone.solver.plan import NotReckoned, plan_of
from cardroom.model import Tables
from cardroom.rules.ruleset import Ruleset

Document = dict[str, Any]
Shoe = Sequence[int] | None
Notice = Callable[[], None]


def nobody() -> None:
    """Nobody waits to be told."""


def odds_document(
    rules: Ruleset,
    shoe: Shoe = None,
    chart: Chart | None = None,
    compiling: Notice = nobody,
    meter: int | None = None,
) -> Document:
    """Every wager of a posted game, by perfect play or by a chart; kept between runs.

    `compiling` is told before the solver is compiled, which takes seconds, once. `meter` is what a
    progressive meter shows, in cents; its seed, if nothing is said.
    """
    asked = [shoe and list(shoe), chart and chart.document(), meter]

    def build() -> Document:
        found = None
        beside = () if shoe else side_bets(rules)
        antes: tuple[WagerOdds, ...] = ()
        if rules.family == "three-card" and not shoe and chart is None:
            if not compiled("three_card"):
                compiling()
            antes = (ante.ante_odds(rules),)
        if rules.family == "pai-gow" and not shoe and chart is None:
            compiling()
            antes, beside = (base_odds(rules),), fortune_bets(rules)
        try:
            tables = solvable(rules, shoe, compiling)
            if chart is None:
                found = _noted(rules, odds(tables, shoe))
            else:
                strategy = strategy_of(rules, tables, chart)
                found = _noted(rules, given_odds(tables, strategy, "the chart", shoe))
        except NotReckoned as reason:
            if chart is not None or not (beside or antes):
                raise
            why = str(reason)
        wagers = antes if found is None else found.wagers
        more: Document = {"together": [], "progressive": None}
        if found is not None and not shoe and chart is None:
            rounds = Rounds(rules, found.solution, shoe)
            level = Fraction(0)
            meters = progressive(rules, rounds.third_seven())
            if meters is not None:
                level = Fraction(meters.seed if meter is None else Fraction(meter, meters.stake))
                own = rules.options["blazing_third_card"] == "player"
                beside = (*beside, blazing_odds.bet_of(meters, level, own_third=own))
                more["progressive"] = blazing_odds.document(meters, level)
            main = found.wagers[0].deviation
            more["together"] = [bet.document(main) for bet in rounds.bets(level)]
        reckoned = {wager.spot for wager in wagers} | {bet.spot for bet in beside}
        return heading(rules, shoe) | {
            "wagers": [_wager(wager) for wager in wagers] + [_beside(bet) for bet in beside],
            **more,
            "after_split": [] if found is None else _after_split(found),
            "truncation": 0 if found is None else found.truncation,
            "not_reckoned": [
                {"title": spot.title, "why": why if found is None else "it needs the simulator"}
                for spot in rules.spots
                # A bet made in the hand's turn is part of the hand's own figures.
                if spot.name not in reckoned and not (wagers and spot.opens == "in-turn")
            ],
        }

    return kept("odds", rules.digest, asked, build)


def solvable(rules: Ruleset, shoe: Shoe, compiling: Notice) -> Tables:
    """The tables of a game that the exact solver can reckon."""
    if rules.family != "twentyone":
        raise NotReckoned("the exact solver is for the games of 21")
    tables = suits.tables_for(rules, shoe)
    plan_of(tables)
    if not compiled("exact"):
        compiling()
    return tables


def strategy_document(
    rules: Ruleset,
    shoe: Shoe = None,
    compiling: Notice = nobody,
    decks: Callable[[int], None] = lambda _: None,
) -> Document:
    """The best chart of a posted game, and what it costs; kept between runs.

    `decks` is told each number of decks that is reckoned, where all are.
    """

    def build() -> Document:
        if rules.family == "three-card":
            if shoe:
                raise NotReckoned("the shoe of Three Card Poker is full decks")
            if not compiled("three_card"):
                compiling()
            return heading(rules, shoe) | ante.strategy_of(rules, decks)
        tables = solvable(rules, shoe, compiling)
        found = best_chart(tables, shoe)
        return heading(rules, shoe) | {
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

    return kept("strategy", rules.digest, shoe and list(shoe), build)


def _noted(rules: Ruleset, found: Odds) -> Odds:
    main, *rest = found.wagers
    said = (*main.assumptions, *suits.notes(rules, found.solution.plan.tables))
    return found._replace(wagers=(main._replace(assumptions=said), *rest))


def edge_of(rules: Ruleset) -> str:
    """Whose edge it is."""
    return "house" if rules.banking.limit == "none" else "bank"


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
        "edge_of": edge_of(rules),
    }


def _after_split(found: Odds) -> list[Document]:
    return [{"edge": -value, "play": AFTER_SPLIT[play]} for play, value in found.values]


def _beside(bet: SideBet) -> Document:
    edge = bet.edge
    pushed = bet.payments.get(Fraction(0), Fraction(0))
    found = WagerOdds(
        spot=bet.spot,
        title=bet.title,
        edge=float(edge),
        exact=edge,
        deviation=bet.deviation,
        hit_frequency=float(bet.hit_frequency),
        push_frequency=float(pushed),
        wagered=1.0,
        risk=float(edge),
        payments=tuple(
            Payment(net, chance) for net, chance in sorted(bet.payments.items()) if chance
        ),
        split_frequency=0.0,
        method="exact: a fraction",
        assumptions=bet.assumptions,
    )
    return _wager(found)


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
        "payments": [_payment(payment) for payment in wager.payments],
        "split_frequency": wager.split_frequency,
        "method": wager.method,
        "assumptions": list(wager.assumptions),
        "missing": wager.missing,
    }


def _payment(payment: Payment) -> Document:
    net, chance = payment
    exact = _text(chance) if isinstance(chance, Fraction) else None
    return {"net": _text(net), "chance": float(chance), "exact": exact}


def _text(value: Fraction | None) -> str | None:
    return None if value is None else str(value)
