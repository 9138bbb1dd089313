"""The rule page of a posted game as plain values: for the screen, for JSON, for paper."""

from __future__ import annotations

from typing import Any

from cardroom import games
from cardroom.games import registry
from cardroom.games.readings import readings
from cardroom.games.whole_round import whole_round
from cardroom.money import dollars
from cardroom.play.clauses import TABLE_CLAUSES
from cardroom.rules.house_text import house_words
from cardroom.rules.options import Choice, OptionSpec, show
from cardroom.rules.ruleset import Ruleset
from cardroom.rules.spots import Spot


def rule_page(rules: Ruleset) -> dict[str, Any]:
    words = registry.package(rules).step_words
    felt = games.felt_of(rules)
    listed = [*games.clauses(rules), *map(rules.worded, TABLE_CLAUSES)]
    return {
        "game": rules.game,
        "title": rules.title,
        "source": rules.source,
        "house": rules.house,
        "edition": rules.edition,
        "digest": rules.digest,
        "procedure": [words(rules, step) for step in rules.procedure],
        "round": [{"title": part.title, "says": list(part.says)} for part in whole_round(rules)],
        "limits": felt.limits(rules),
        "spots": [
            {"spot": spot.name, "title": spot.title, **_pays(rules, spot)} for spot in rules.spots
        ],
        "duties": [
            {"title": sign.title, "head": sign.head, "rows": sign.rows}
            for sign in felt.duties(rules)
        ],
        "guides": [
            {"title": sign.title, "head": sign.head, "rows": sign.rows}
            for sign in felt.guides(rules)
        ],
        "house_words": [
            {"title": part.title, "says": list(part.says)} for part in house_words(rules.options)
        ],
        "bank": felt.banking(rules),
        "collection": {
            "players": {row.name: dollars(row.fee) for row in rules.fees.player},
            "bank": {row.name: dollars(row.fee) for row in rules.fees.bank},
        },
        "posted_collection": [
            {"title": sign.title, "head": sign.head, "rows": sign.rows}
            for sign in felt.collection(rules)
        ],
        "options": [_option(spec, rules) for spec in games.game(rules.game).catalogue],
        "clauses": [
            {"clause": clause.id, "cite": clause.cite, "says": clause.says} for clause in listed
        ],
        "silent": list(readings(rules)),
    }


def _pays(rules: Ruleset, spot: Spot) -> dict[str, Any]:
    """As the signs at the table have it."""
    own = (sign.rows for sign in games.felt_of(rules).pay_tables(rules) if sign.title == spot.title)
    rows = {hand: pays for table in own for hand, pays in table}
    odds = {"odds": spot.odds} if spot.odds else {}
    return {**odds, **({"pays": rows} if rows else {})}


def _option(spec: OptionSpec, rules: Ruleset) -> dict[str, Any]:
    choices = [show(value) for value in spec.kind.values] if isinstance(spec.kind, Choice) else None
    return {
        "option": spec.name,
        "value": spec.display(rules.options[spec.name]),
        "default": spec.display(spec.default),
        "may_be": spec.kind.expected(),
        **({} if choices is None else {"choices": choices}),
        "about": spec.about,
        "clause": spec.clause,
    }
