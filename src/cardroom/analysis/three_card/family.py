"""Three Card Poker on the odds' side: what can be asked of it."""

from __future__ import annotations

from cardroom.analysis.families import Analysis, NotComputed
from cardroom.analysis.notices import COMPILING, Tell
from cardroom.analysis.report import Document, OddsAsked, Shoe, wager_documents
from cardroom.analysis.result_cache import compiled
from cardroom.analysis.three_card import ante, bank
from cardroom.analysis.three_card.bonus import side_bets
from cardroom.rules.ruleset import Ruleset


def odds_document(rules: Ruleset, asked: OddsAsked, tell: Tell) -> Document:
    if asked.shoe or asked.chart is not None:
        raise NotComputed(f"{rules.title} has no odds by a chart or of another shoe than its decks")
    _compiled(tell)
    return {
        "wagers": wager_documents([ante.ante_odds(rules)], side_bets(rules)),
        "together": [],
        "progressive": None,
        "after_split": [],
        "truncation": 0,
        "not_reckoned": [],
    }


def strategy_document(rules: Ruleset, shoe: Shoe, tell: Tell) -> Document:
    if shoe:
        raise NotComputed(f"{rules.title} has no strategy of another shoe than its decks")
    _compiled(tell)
    return ante.strategy_of(rules, tell)


def _compiled(tell: Tell) -> None:
    if not compiled("three_card"):
        tell(COMPILING)


ANALYSIS = Analysis(odds=odds_document, strategy=strategy_document, banking=bank)
