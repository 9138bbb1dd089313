"""Odds and strategies of a posted game as documents, for screens, files and signs."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import Any, Final, NamedTuple, Protocol

from cardroom.analysis.families import analysis_of, answered
from cardroom.analysis.notices import Tell, silent
from cardroom.analysis.result_cache import kept
from cardroom.analysis.side_bets.prices import PricedBet
from cardroom.analysis.twentyone.chart.chart import Chart
from cardroom.analysis.twentyone.odds import Payment, WagerOdds
from cardroom.rules.ruleset import Ruleset

Document = dict[str, Any]
Shoe = Sequence[int] | None


class OddsAsked(NamedTuple):
    """What is asked of a posted game's odds."""

    shoe: Shoe = None
    """Another shoe than the posted decks."""
    chart: Chart | None = None
    """Play by this chart; None is perfect play."""
    meter: int | None = None
    """What a progressive meter shows, in cents; None is its seed."""


AS_POSTED: Final = OddsAsked()


class OddsPart(Protocol):
    def __call__(self, rules: Ruleset, asked: OddsAsked, tell: Tell) -> Document:
        """Every wager of a posted game."""


class StrategyPart(Protocol):
    def __call__(self, rules: Ruleset, shoe: Shoe, tell: Tell) -> Document:
        """The best play of a posted game that people can follow, and its price."""


def odds_document(rules: Ruleset, asked: OddsAsked = AS_POSTED, tell: Tell = silent) -> Document:
    """Every wager of a posted game, by perfect play or by a chart; kept between runs."""
    part = answered(rules, analysis_of(rules).odds)
    key = [asked.shoe and list(asked.shoe), asked.chart and asked.chart.document(), asked.meter]
    return kept(
        "odds",
        rules.digest,
        key,
        lambda: heading(rules, asked.shoe) | part(rules, asked, tell),
    )


def strategy_document(rules: Ruleset, shoe: Shoe = None, tell: Tell = silent) -> Document:
    """The best play of a posted game, and what it costs; kept between runs."""
    part = answered(rules, analysis_of(rules).strategy)
    return kept(
        "strategy",
        rules.digest,
        shoe and list(shoe),
        lambda: heading(rules, shoe) | part(rules, shoe, tell),
    )


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


def wager_documents(wagers: Sequence[WagerOdds], side_bets: Sequence[PricedBet]) -> list[Document]:
    return [_wager(wager) for wager in wagers] + [_side_bet(bet) for bet in side_bets]


def _side_bet(bet: PricedBet) -> Document:
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
