"""A sheet before it is printed: its content, header and footer."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from fractions import Fraction
from functools import cache
from typing import Any, Final, Literal

import msgspec

from cardroom import __version__, games, houses
from cardroom.houses import House
from cardroom.houses.check import approval_conditions, faults, house_law
from cardroom.law.statutes import printed, statutes
from cardroom.rules.ruleset import Ruleset

SheetKind = Literal["sign", "rules", "layout", "strategy", "math"]
"""The sheets of a posted game; `signage/sheets.py` has what is known about each."""


class Posting(msgspec.Struct, frozen=True):
    """A posted game, with its house's title, authorities and marks."""

    rules: Ruleset
    house: str = ""
    """The house's title; "" if no house posts the game."""
    source: str = ""
    """The rule book in the house's words; "" for the game's own."""
    cites: Mapping[str, str] = {}
    """The authority for each option."""
    state: tuple[tuple[str, str], ...] = ()
    """The law in force for the game, each sentence with its citation."""
    required: tuple[tuple[str, str, str], ...] = ()
    """What the law wants printed: its name, in words, and the citation."""
    conditions: tuple[tuple[str, str], ...] = ()
    """What the approval asks for before the first hand, with the citation."""
    employees: str = ""
    """Whether the house's employees may play, in its words."""
    mark: str = ""
    """A mark for every sheet, like "not checked"."""


class Sheet(msgspec.Struct, frozen=True):
    kind: SheetKind | Literal["certificate", "office", "full_felt", "submission"]
    """Also the name of its template."""
    head: Mapping[str, str]
    body: Mapping[str, Any]


def posting(game: str, options: Mapping[str, object] | None = None, name: str = "") -> Posting:
    """A game by its id, as the named house posts it."""
    if not name:
        return Posting(houses.ruleset(game, options))
    return next(postings(houses.house(name), (game,), options))


def postings(
    house: House, games: Iterable[str], options: Mapping[str, object] | None = None
) -> Iterator[Posting]:
    """Games of a house, which is checked once for all of them."""
    wrong = {fault.game for fault in faults(house)}
    for game in games:
        rules = house.ruleset(game, options)
        mark = MARK if game in wrong else ""
        yield _posting(house, rules, mark)


def posting_of(rules: Ruleset) -> Posting:
    """A posted game with its house's details, if that house is known."""
    if rules.house not in houses.names():
        return Posting(rules, rules.house)
    mark = MARK if rules.game in _at_fault(rules.house) else ""
    return _posting(houses.house(rules.house), rules, mark)


def _posting(house: House, rules: Ruleset, mark: str) -> Posting:
    state, posted = house_law(house), house.posted(rules.game)
    return Posting(
        rules,
        house.title,
        posted.source,
        posted.cites,
        statutes(state, house.day) if state else (),
        printed(state, house.day) if state else (),
        approval_conditions(house.room, rules.game),
        house.employees,
        mark,
    )


@cache
def _at_fault(name: str) -> frozenset[str]:
    """The games with faults of a house that comes with us: its file does not change."""
    return frozenset(fault.game for fault in faults(houses.house(name)))


MARK: Final = "NOT CHECKED: this posting has faults"
"""A game with faults is printed only with `--unchecked`, and marked."""


def head(posting: Posting) -> dict[str, str]:
    rules = posting.rules
    return {
        "title": rules.title,
        "house": posting.house,
        "edition": rules.edition,
        "source": posting.source or rules.source,
        "digest": rules.digest,
        "version": __version__,
        "mark": posting.mark,
    }


def changed(rules: Ruleset) -> dict[str, str]:
    """Options that differ from the game's defaults, as users write them."""
    specs = games.game(rules.game).catalogue
    return {
        spec.name: spec.display(rules.changed[spec.name])
        for spec in specs
        if spec.name in rules.changed
    }


def decks(rules: Ruleset) -> str:
    packs, kind = rules.deck.packs, " without tens" if rules.deck.without else ""
    return f"one deck{kind}" if packs == 1 else f"{packs} decks{kind}"


def titled(name: str) -> str:
    """ "split_aces_again" and "every other hand" as they begin a line."""
    words = name.replace("_", " ")
    return words[:1].upper() + words[1:]


def percent(share: float, places: int = 3) -> str:
    """A percentage with a true minus sign, except for zero."""
    return f"{share + 0:.{places}%}".replace("-", "−")


def posted_share(of: Fraction | float) -> str:
    """A posted percentage, which may have fractions, with as many digits as it has."""
    return f"{float(of * 100):g}%"
