"""Every rule of the five rule books is played by a clause or printed on the game's rule page.

A list has one entry per numbered rule or paragraph of a text, under our own anchor, with the lines
it stands on and its targets: the id of a clause of the game or of the table, `page Title` for a
section of the rule page, or `sign` for a chart, pay table or schedule that the rule page computes.
`titles` are lines without a rule: headings, letterheads, names of columns. The texts themselves are
not part of this repository; where they lie next to the checkout, every line must be listed.
"""

from __future__ import annotations

import tomllib
from functools import lru_cache
from pathlib import Path
from typing import Any

import pytest

from cardroom import games
from cardroom.games.rule_page import rule_page
from cardroom.play.clauses import TABLE_CLAUSES

HERE = Path(__file__).parent
FOLDERS = [folder / "shared" / "rulebooks" for folder in HERE.parents[3:]]
TEXTS = next((folder for folder in FOLDERS if folder.is_dir()), FOLDERS[0])
BOOKS = {file.stem: tomllib.loads(file.read_text(encoding="utf-8")) for file in HERE.glob("*.toml")}
RULES = [
    (game, anchor, *entry.split(": ", 1))
    for book in BOOKS.values()
    for game, rules in book.items()
    if isinstance(rules, dict)
    for anchor, entry in rules.items()
]


@lru_cache
def page(game: str) -> dict[str, Any]:
    return rule_page(games.ruleset(game))


def lines_of(spans: str) -> list[int]:
    """ "3, 5-7" is lines 3, 5, 6 and 7."""
    found: list[int] = []
    for span in spans.split(", "):
        first, _, last = span.partition("-")
        found.extend(range(int(first), int(last or first) + 1))
    return found


def is_there(game: str, target: str) -> bool:
    if target == "sign":
        rows = any("pays" in spot or "odds" in spot for spot in page(game)["spots"])
        return rows or bool(page(game)["duties"] or page(game)["posted_collection"])
    if target.startswith("page "):
        titles = {part["title"] for part in page(game)["round"]}
        return target.removeprefix("page ") in titles
    return target in games.game(game).clauses or target in TABLE_CLAUSES


@pytest.mark.parametrize(("game", "anchor", "lines", "targets"), RULES)
def test_a_rule_of_the_book_is_played_or_printed(
    game: str, anchor: str, lines: str, targets: str
) -> None:
    assert lines_of(lines)
    missing = [target for target in targets.split(", ") if not is_there(game, target)]
    assert missing == [], f"{game} / {anchor}"


@pytest.mark.parametrize("book", sorted(BOOKS))
def test_no_line_is_listed_twice(book: str) -> None:
    listed = lines_of(BOOKS[book]["titles"])
    for rules in BOOKS[book].values():
        if isinstance(rules, dict):
            listed += [line for entry in rules.values() for line in lines_of(entry.split(": ")[0])]
    assert sorted(set(listed)) == sorted(listed)


@pytest.mark.parametrize("book", sorted(BOOKS))
def test_every_line_of_the_text_is_listed(book: str) -> None:
    text = TEXTS / BOOKS[book]["text"]
    if not text.exists():
        pytest.skip("the texts of the rule books are not here")
    listed = set(lines_of(BOOKS[book]["titles"]))
    for rules in BOOKS[book].values():
        if isinstance(rules, dict):
            listed |= {line for entry in rules.values() for line in lines_of(entry.split(": ")[0])}
    said = text.read_text(encoding="utf-8").splitlines()
    written = {number for number, line in enumerate(said, start=1) if line.strip()}
    assert sorted(written - listed) == [], "neither played nor printed"
    assert sorted(listed - written) == [], "there is nothing on these lines"


EVERY_ROUND = (
    "Who may sit",
    "The cards",
    "The bank",
    "Wagers",
    "No more bets",
    "The deal",
    "Announcements",
    "The end of the round",
    "Irregularities",
)
BANKED = ("Rotation of the bank", "Collection", "Settlement", "Proposition players", "Law")


@pytest.mark.parametrize("game", sorted({game for game, *_ in RULES} | {"blackjack", "omaha"}))
def test_a_rule_page_covers_the_whole_round(game: str) -> None:
    titles = [part["title"] for part in page(game)["round"]]
    wanted = [*EVERY_ROUND, *(BANKED if games.ruleset(game).banking.limit != "none" else ())]
    assert [title for title in wanted if title not in titles] == []


def test_a_poker_page_does_not_say_that_wagers_end_before_the_cards() -> None:
    said = [line for part in page("texas-holdem")["round"] for line in part["says"]]
    assert not [line for line in said if "before the first card" in line]
