"""What changed between two submissions: option by option, clause by clause, price by price."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Final, Literal

import msgspec

from cardroom.submission.record import RECORD, Record, SubmittedGame

ChangedPart = Literal["house", "game", "option", "clause", "reading", "finding", "price", "file"]
PLACES: Final = 9
"""Edges that agree to this many decimals are the same."""


class Change(msgspec.Struct, frozen=True):
    game: str
    what: ChangedPart
    name: str
    before: str
    """ "" for something new."""
    after: str
    """ "" for something that is gone."""


def compared(records: tuple[Record, Record], sums: tuple[str, str]) -> tuple[Change, ...]:
    """Everything that changed: of the house, then game by game."""
    found = changes(*records)
    found += changed_files(*sums, found)
    order = list(dict.fromkeys(["", *(each.game for each in found)]))
    return tuple(sorted(found, key=lambda change: order.index(change.game)))


def changes(old: Record, new: Record) -> tuple[Change, ...]:
    return tuple(_changes(old, new))


def changed_files(old: str, new: str, known: Iterable[Change]) -> tuple[Change, ...]:
    """Of two lists of hashes (SHA256SUMS): files of the folder itself, and files of games that no
    change of the game explains, as where only a citation, the paper, or the version changed."""
    explained = {each.game for each in known if each.game}
    before, after = (_hashes(each) for each in (old, new))
    found: list[Change] = []
    for path in dict.fromkeys((*before, *after)):
        folder, slash, rest = path.partition("/")
        game, name = (folder, rest) if slash else ("", path)
        if game not in explained and path != RECORD:
            hashes = (each.get(path, "") for each in (before, after))
            found += _one(game, "file", name, *hashes)
    return tuple(found)


def _hashes(listed: str) -> dict[str, str]:
    lines = (line.partition("  ") for line in listed.splitlines())
    return {path: digest for digest, _, path in lines}


def _changes(old: Record, new: Record) -> Iterator[Change]:
    for name in ("title", "state", "day", "employees", "cardroom"):
        yield from _one("", "house", name, getattr(old, name), getattr(new, name))
    for game in dict.fromkeys((*old.games, *new.games)):
        before, after = old.games.get(game), new.games.get(game)
        if before is None or after is None:
            titles = ("" if each is None else each.title for each in (before, after))
            yield Change(game, "game", game, *titles)
            continue
        yield from _game(game, before, after)


def _game(game: str, old: SubmittedGame, new: SubmittedGame) -> Iterator[Change]:
    for name in ("title", "edition", "source"):
        yield from _one(game, "game", name, getattr(old, name), getattr(new, name))
    yield from _mapped(game, "option", old.options, new.options)
    clauses = (
        {name: f"{each.says} ({each.cite})" for name, each in one.clauses.items()}
        for one in (old, new)
    )
    yield from _mapped(game, "clause", *clauses)
    yield from _listed(game, "reading", old.readings, new.readings)
    yield from _listed(game, "finding", old.findings, new.findings)
    prices = (
        {name: f"{round(edge, PLACES):.7%}" for name, edge in one.prices.items()}
        for one in (old, new)
    )
    yield from _mapped(game, "price", *prices)


def _one(game: str, what: ChangedPart, name: str, before: str, after: str) -> Iterator[Change]:
    if before != after:
        yield Change(game, what, name, before, after)


def _mapped(
    game: str, what: ChangedPart, old: Mapping[str, str], new: Mapping[str, str]
) -> Iterator[Change]:
    for name in dict.fromkeys((*old, *new)):
        yield from _one(game, what, name, old.get(name, ""), new.get(name, ""))


def _listed(
    game: str, what: ChangedPart, old: tuple[str, ...], new: tuple[str, ...]
) -> Iterator[Change]:
    for line in old:
        if line not in new:
            yield Change(game, what, "", line, "")
    for line in new:
        if line not in old:
            yield Change(game, what, "", "", line)
