"""Every reading that the project cites is there, under its number, in plain sight."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from cardroom import games
from cardroom.games import registry
from cardroom.games.readings import Section, readings, sections
from cardroom.play.clauses import TABLE_CLAUSES
from cardroom.table.clauses import CLAUSES

ROOT = Path(__file__).resolve().parents[3]
FILES = [package.readings for package in registry.packages().values()]
SECTIONS = {name: section for file in FILES for name, section in sections(file).items()}
OURS = {"All games", "The bank", "Poker"}
"""Sections that clauses cite; other clauses cite the rule books themselves."""
CITED = re.compile(rf"^({'|'.join(sorted(OURS))})(?: / | )([^,]+)")
NAMED = re.compile(
    rf"({'|'.join(sorted({each.cite for each in SECTIONS.values()} - {''}))}) / (\d+)"
)


def numbers(cite: str) -> set[str]:
    """What can be cited of the sections with this name; a topic of reading 4 is reading 4."""
    found = (each.readings for each in SECTIONS.values() if each.cite == cite)
    return {key.partition(",")[0] for readings in found for key in readings}


def clause_cites() -> Iterator[str]:
    own = (clause for game in registry.games().values() for clause in game.clauses)
    yield from {clause.cite for clause in (*own, *TABLE_CLAUSES, *CLAUSES)}


def test_every_reading_that_a_clause_cites_exists() -> None:
    cited = [(cite, *found.groups()) for cite in clause_cites() if (found := CITED.match(cite))]
    assert {section for _, section, _ in cited} == OURS
    missing = [cite for cite, section, number in cited if number not in numbers(section)]
    assert not missing


def test_every_reading_that_a_text_of_the_project_cites_exists() -> None:
    texts = [*ROOT.glob("src/**/*.py"), *ROOT.glob("tests/**/*.py"), *ROOT.glob("docs/**/*.md")]
    cited = {
        (found[1], found[2])
        for file in texts
        for found in NAMED.finditer(file.read_text(encoding="utf-8"))
    }
    assert len(cited) > 2
    assert not [each for each in cited if each[1] not in numbers(each[0])]


NAMES_FIRST = re.compile(r"`(\w+)`: ([^,;()`]+), or ")
IN_OTHER_WORDS = {"order": "losers-first", "time_collection": "at-end"}


@pytest.mark.parametrize("game", registry.games())
def test_the_value_that_a_reading_names_first_is_the_default(game: str) -> None:
    catalogue = {option.name: option for option in registry.games()[game].catalogue.options}
    for name, first in NAMES_FIRST.findall(" ".join(readings(games.ruleset(game)))):
        if name in catalogue:
            wanted = IN_OTHER_WORDS.get(name, first.replace(" ", "-"))
            assert str(catalogue[name].default).lower() == wanted, name


@pytest.mark.parametrize("section", SECTIONS.values(), ids=SECTIONS)
def test_what_is_not_implemented_belongs_to_a_reading(section: Section) -> None:
    assert set(section.not_yet) <= set(section.readings)
    assert bool(section.cite) == bool(section.readings)
    assert all(name in SECTIONS for name in section.shares)


@pytest.mark.parametrize("game", registry.games())
def test_a_rule_page_says_how_its_book_is_read(game: str) -> None:
    lines = readings(games.ruleset(game))
    labels = [line.partition(":")[0] for line in lines]
    assert len(set(labels)) == len(labels)
    assert sum(label.startswith("All games / ") for label in labels) >= 10
    assert any(not label.startswith("All games / ") for label in labels)


def test_what_the_product_does_not_follow_yet_is_said_where_the_reading_is() -> None:
    section = Section("Here", {"1": "As it is."}, {"1": "Something\nelse."})
    assert list(section.lines()) == ["Here / 1: As it is. Not implemented yet: Something else."]
