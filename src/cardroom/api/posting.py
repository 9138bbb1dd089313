"""Finding the posted game that somebody names: by its id, a house's file, a game file, a digest."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Final

import msgspec

from cardroom import games, houses
from cardroom.data_file import FileError
from cardroom.errors import CardroomError
from cardroom.games import registry
from cardroom.games.side_bets.files import read_file
from cardroom.rules.options import OptionFaults
from cardroom.rules.ruleset import Ruleset
from cardroom.table.posting import read_document

DIGEST: Final = re.compile(r"[0-9a-f]{8,64}")


def posted(name: str | Path, house: str | Path, options: Mapping[str, object]) -> Ruleset:
    """The posted game that `cardroom.game` describes."""
    named = str(name)
    if named.endswith(".json"):
        return changed(read_game(Path(name)), options)
    if named.endswith(".toml"):
        return _only_game(named, options)
    if DIGEST.fullmatch(named):
        return changed(_with_digest(named), options)
    return houses.ruleset(named, with_files(named, options), str(house))


def changed(rules: Ruleset, options: Mapping[str, object]) -> Ruleset:
    """The same posted game with other values of some options."""
    if not options:
        return rules
    given = {**shown(rules), **with_files(rules.game, options)}
    return games.game(rules.game).ruleset(given, rules.house, rules.edition)


def shown(rules: Ruleset) -> dict[str, object]:
    """The options that differ from the game's defaults, as people write them."""
    return {
        spec.name: spec.show(rules.changed[spec.name])
        for spec in games.game(rules.game).catalogue
        if spec.name in rules.changed
    }


def with_files(game: str, options: Mapping[str, object]) -> dict[str, object]:
    """Options with what is in the files that they name; paths may be `Path` values."""
    written = {
        name: str(value) if isinstance(value, Path) else value for name, value in options.items()
    }
    bets = written.get("side_bets")
    if isinstance(bets, str) and bets.endswith(".toml"):
        bets = [bets]
    if isinstance(bets, (list, tuple)):
        written["side_bets"] = [
            read_file(Path(bet)) if isinstance(bet, (str, Path)) else bet for bet in bets
        ]
    return games.game(game).catalogue.with_files(written, Path())


def read_game(file: Path) -> Ruleset:
    """A game file: the document whose SHA-256 is the digest of the posted game."""
    try:
        return read_document(file.read_bytes())
    except (msgspec.DecodeError, OptionFaults) as wrong:
        raise FileError(str(file), 0, f"this is not a game file: {wrong}") from None
    except OSError as wrong:
        raise FileError(str(file), 0, str(wrong.strerror or wrong)) from None


def _only_game(file: str, options: Mapping[str, object]) -> Ruleset:
    """The game of a house that posts one."""
    house = houses.house(file)
    if len(house.game) != 1:
        there = ", ".join(each.game for each in house.game) or "none"
        raise CardroomError(
            f"{file} posts {len(house.game)} games; choose one of {there}, and name the file as"
            f' the house: cardroom.game(GAME, house="{file}")'
        )
    game = house.game[0].game
    return house.ruleset(game, with_files(game, options))


def _with_digest(digest: str) -> Ruleset:
    """The game with this digest, among the games with their defaults and those of our houses."""
    found = {rules.digest: rules for rules in _known() if rules.digest.startswith(digest)}
    if len(found) == 1:
        return next(iter(found.values()))
    if found:
        raise CardroomError(f"several posted games have digests that begin with {digest}")
    raise CardroomError(
        f"no game has the digest {digest}, with its defaults or in a house that ships with"
        " cardroom; a game of your own is found by its game file (Game.save)"
    )


def _known() -> Iterator[Ruleset]:
    for id in registry.games():
        yield games.ruleset(id)
    for name in houses.names():
        house = houses.house(name)
        for each in house.game:
            yield house.ruleset(each.game)
