"""The registry: our families, those of installed packages, and packages that cannot be used."""

from __future__ import annotations

import sys
from collections.abc import Mapping
from importlib.metadata import EntryPoint
from pathlib import Path
from types import ModuleType

import msgspec
import pytest
from msgspec.structs import replace

from cardroom import games
from cardroom.games import registry
from cardroom.games.game import SimpleGame
from cardroom.games.readings import readings
from cardroom.games.registry import GROUP, FamilyPackage, registered
from cardroom.games.three_card.clauses import CLAUSES
from cardroom.games.three_card.family import ThreeCardFamily
from cardroom.games.three_card.game import THREE_CARD, three_card_ruleset
from cardroom.games.three_card.procedure import words
from cardroom.rules.options import OptionFaults, document
from cardroom.rules.ruleset import Ruleset, digest_of
from cardroom.table.posting import read_document


class Foreign(msgspec.Struct, frozen=True):
    """Policies that no family of ours has."""

    tie: str


def foreign_ruleset(given: Mapping[str, object], house: str = "", edition: str = "1") -> Ruleset:
    rules = three_card_ruleset(given, house, edition)
    return msgspec.structs.replace(
        rules,
        game="ours",
        family="foreign",
        policies=Foreign(str(rules.options["tie"])),
        stored=document("ours", house, edition, THREE_CARD.pinned(rules.options)),
    )


OURS = SimpleGame("ours", "Our Game", CLAUSES, THREE_CARD, foreign_ruleset)
FOREIGN = FamilyPackage("foreign", ThreeCardFamily(), (OURS,), words)


@pytest.fixture
def installed(monkeypatch: pytest.MonkeyPatch) -> ModuleType:
    """A module as an installed package would have it."""
    module = ModuleType("foreign_game")
    monkeypatch.setitem(sys.modules, module.__name__, module)
    return module


def found(module: ModuleType, **values: object) -> registry.Registry:
    """The registry with these values as entry points of the module."""
    vars(module).update(values)
    return registered(EntryPoint(name, f"{module.__name__}:{name}", GROUP) for name in values)


def install(monkeypatch: pytest.MonkeyPatch, module: ModuleType, value: object) -> None:
    every = found(module, mine=value)
    monkeypatch.setattr(registry, "_registry", lambda: every)


def test_an_installed_family_is_listed_with_ours(installed: ModuleType) -> None:
    every = found(installed, mine=FOREIGN)
    assert every.faults == ()
    assert [*every.games] == [*registry.games(), "ours"]
    assert every.packages["foreign"] is FOREIGN


@pytest.mark.parametrize(
    ("value", "why"),
    [
        (7, "its entry point is a int, not a FamilyPackage"),
        (replace(FOREIGN, id="poker"), "there is already a family 'poker'"),
        (
            replace(FOREIGN, games=(OURS._replace(id="omaha"),)),
            "there is already a game 'omaha'",
        ),
        (replace(FOREIGN, games=(OURS, OURS)), "there is already a game 'ours'"),
        (
            replace(FOREIGN, id="other"),
            "the rules of 'ours' name the game 'ours' of 'foreign'",
        ),
    ],
)
def test_a_package_that_cannot_be_used_is_named_and_left_out(
    installed: ModuleType, value: object, why: str
) -> None:
    every = found(installed, mine=value, yours=FOREIGN)
    assert every.faults == (
        f"the installed game mine (foreign_game:mine) is left out: PackageError: {why}",
    )
    assert every.packages["foreign"] is FOREIGN


def test_a_package_that_fails_to_load_is_one_line(installed: ModuleType) -> None:
    points = [EntryPoint("gone", "no_such_package:PACKAGE", GROUP)]
    every = registered(points)
    (fault,) = every.faults
    left_out = "the installed game gone (no_such_package:PACKAGE) is left out"
    assert fault == f"{left_out}: ModuleNotFoundError: No module named 'no_such_package'"
    assert [*every.games] == [*registry.games()]


def test_an_unknown_game_says_which_packages_were_left_out(
    monkeypatch: pytest.MonkeyPatch, installed: ModuleType
) -> None:
    install(monkeypatch, installed, 7)
    with pytest.raises(OptionFaults, match=r"there is no game 'ours'; .*installed game mine"):
        games.game("ours")


def test_the_stored_document_of_an_installed_game_is_read_back(
    monkeypatch: pytest.MonkeyPatch, installed: ModuleType
) -> None:
    install(monkeypatch, installed, FOREIGN)
    posted = games.ruleset("ours", {"tie": "bank-wins", "wager_max": "50"}, "a-house")
    stored = posted.stored
    assert digest_of(stored) == posted.digest
    again = read_document(stored)
    assert again.digest == posted.digest
    assert again.policies == Foreign("bank-wins")
    assert again.limits == posted.limits


def test_the_readings_of_an_installed_game_are_its_own_and_those_of_all_games(
    monkeypatch: pytest.MonkeyPatch, installed: ModuleType, tmp_path: Path
) -> None:
    file = tmp_path / "readings.toml"
    text = '[ours]\ncite = "Ours"\nshares = ["player-banked"]\nreadings.1 = "Mine."'
    file.write_text(text, encoding="utf-8")
    install(monkeypatch, installed, replace(FOREIGN, readings=file))
    own = readings(games.ruleset("ours"))
    ours = readings(games.ruleset("three-card-poker"))
    assert own[0] == "Ours / 1: Mine."
    assert own[1:] == ours[-len(own) + 1 :]
