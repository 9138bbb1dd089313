"""Pai gow poker on the odds' side: what can be asked of it."""

from __future__ import annotations

from cardroom.analysis.families import Analysis, NoAnswer, NotComputed
from cardroom.analysis.notices import LEARNING, Notice, Tell
from cardroom.analysis.pai_gow import bank
from cardroom.analysis.pai_gow.odds import base_odds, fortune_bets, policies
from cardroom.analysis.pai_gow.way_tables import way_tables
from cardroom.analysis.report import Document, OddsAsked, wager_documents
from cardroom.hands.house_way import way_named
from cardroom.rules.ruleset import Ruleset


def odds_document(rules: Ruleset, asked: OddsAsked, tell: Tell) -> Document:
    if asked.shoe or asked.chart is not None:
        raise NotComputed(f"{rules.title} has no odds by a chart or of another shoe than its deck")
    way = way_named(policies(rules).way)
    way_tables(way, lambda done, of: tell(Notice(LEARNING, done, of)))
    return {
        "wagers": wager_documents([base_odds(rules)], fortune_bets(rules)),
        "together": [],
        "progressive": None,
        "after_split": [],
        "truncation": 0,
        "not_reckoned": [],
    }


ANALYSIS = Analysis(
    odds=odds_document,
    strategy=NoAnswer("has no chart; cardroom set-hand computes what each setting is worth"),
    banking=bank,
)
