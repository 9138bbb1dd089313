"""The sign at the table: limits, pay tables, hands that must draw or stand, the collection."""

from __future__ import annotations

from typing import Any

from cardroom import games
from cardroom.rules.house_text import house_words
from cardroom.rules.ruleset import Ruleset
from cardroom.signage.required import on_the_sign
from cardroom.signage.sheet import Posting, Sheet, head, titled


def sheet(posting: Posting) -> Sheet:
    body = {
        "limits": games.felt_of(posting.rules).limits(posting.rules),
        "signs": tables(posting.rules),
        "house_words": [
            *(
                {"title": part.title, "says": list(part.says)}
                for part in house_words(posting.rules.options)
            ),
            *({"title": "Please note", "says": says} for says in [on_the_sign(posting)] if says),
        ],
    }
    return Sheet("sign", head(posting), body)


def tables(rules: Ruleset) -> list[dict[str, Any]]:
    """The posted tables, with capitalized lines."""
    return [
        {
            "title": sign.title,
            "head": sign.head,
            "rows": [(titled(row[0]), *row[1:]) for row in sign.rows],
        }
        for sign in games.felt_of(rules).signs(rules)
    ]
