"""The rule sheet: the rule page on paper, with the posted options and their authority."""

from __future__ import annotations

import re
from typing import Any

from cardroom import games
from cardroom.games.rule_page import rule_page
from cardroom.money import exact
from cardroom.rules.options import Amount, OptionSpec
from cardroom.rules.ruleset import Ruleset
from cardroom.signage.required import answers, disputes, jackpots
from cardroom.signage.sheet import Posting, Sheet, decks, head, titled
from cardroom.signage.sign import tables


def sheet(posting: Posting) -> Sheet:
    rules = posting.rules
    page = rule_page(rules)
    body = {
        "procedure": page["procedure"],
        "round": page["round"],
        "facts": [*page["limits"], ("Cards", _cards(rules)), ("Bank", page["bank"])],
        "signs": paired(tables(rules)),
        "guides": page["guides"],
        "house_words": page["house_words"],
        "jackpots": jackpots(rules),
        "disputes": disputes(rules),
        "statutes": posting.state,
        "conditions": posting.conditions,
        "required": answers(posting),
        "options": [_option(spec, posting) for spec in games.game(rules.game).catalogue],
        "clauses": page["clauses"],
        "readings": page["silent"],
    }
    return Sheet("rules", head(posting), body)


def _cards(rules: Ruleset) -> str:
    jokers = rules.deck.jokers
    wild = f" with {jokers} joker{'s' * (jokers > 1)}" if jokers else ""
    return f"{decks(rules)}{wild}: {len(rules.deck)} cards"


def paired(signs: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """Side by side, each with the one that is most nearly as long: little of a page stays blank."""
    left, found = list(signs), []
    while left:
        first = left.pop(0)
        found.append(first)
        if left:
            near = min(left, key=lambda each: abs(len(each["rows"]) - len(first["rows"])))
            left.remove(near)
            found.append(near)
    return found


def _option(spec: OptionSpec, posting: Posting) -> dict[str, Any]:
    rules = posting.rules
    clauses = games.game(rules.game).clauses
    said_by = clauses[spec.clause].cite if spec.clause in clauses else ""
    return {
        "name": titled(spec.name),
        "value": _worded(spec, rules.options[spec.name]),
        "usual": _worded(spec, spec.default) if spec.name in rules.changed else "",
        "about": spec.about,
        "cite": posting.cites.get(spec.name, said_by),
    }


def _worded(spec: OptionSpec, value: Any) -> str:
    shown = spec.display(value)
    if isinstance(spec.kind, Amount) and isinstance(value, int):
        return exact(value)
    # Words, not names of tables: "dealer up", but BTS-03 and 5-4-1.
    words = re.sub(r"(?<=[a-z])-(?=[a-z])", " ", shown)
    return {"true": "yes", "false": "no"}.get(shown, words)
