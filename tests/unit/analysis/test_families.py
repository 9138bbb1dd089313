"""Every family answers what is asked of its odds, or says in one line why it does not."""

from __future__ import annotations

from importlib.metadata import EntryPoint

import msgspec
import pytest

from cardroom import games
from cardroom.analysis import families
from cardroom.analysis.families import Analysis, NoAnswer, NotComputed, PlugInError
from cardroom.analysis.odds import game_odds
from cardroom.analysis.strategy import best_strategy
from cardroom.games import registry
from cardroom.rules.ruleset import Ruleset

OWN = Analysis(odds=NoAnswer("is played for matches"))


def of_family(name: str) -> Ruleset:
    return msgspec.structs.replace(games.ruleset("blackjack"), family=name, title="Baccarat")


def installed(monkeypatch: pytest.MonkeyPatch, value: str) -> None:
    """As if a package had been installed that has this entry point."""
    families.named.cache_clear()

    def found(group: str, name: str) -> list[EntryPoint]:
        return [EntryPoint(name, value, group)] if name == "baccarat" else []

    monkeypatch.setattr("importlib.metadata.entry_points", found)


def test_every_family_of_the_games_is_bound() -> None:
    assert set(families.BUILT_IN) == set(registry.OURS)
    for name in families.BUILT_IN:
        assert isinstance(families.analysis_of(of_family(name)), Analysis)


@pytest.mark.parametrize("game", ["texas-holdem", "omaha", "omaha-hi-lo"])
def test_poker_has_no_bank_and_says_which_command_is_its_own(game: str) -> None:
    rules = games.ruleset(game)
    with pytest.raises(NotComputed, match=f"{rules.title} has no bank.*cardroom equity"):
        game_odds(rules)
    with pytest.raises(NotComputed, match=f"{rules.title} has no chart.*cardroom equity"):
        best_strategy(rules)


def test_a_family_of_a_plug_in_is_found_by_its_entry_point(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    installed(monkeypatch, f"{__name__}:OWN")
    assert families.analysis_of(of_family("baccarat")) is OWN
    with pytest.raises(NotComputed, match=r"^Baccarat is played for matches$"):
        game_odds(of_family("baccarat"))


def test_a_family_without_odds_has_a_reason_for_everything(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    installed(monkeypatch, "unused")
    with pytest.raises(NotComputed, match=r"^Baccarat has no computed strategy$"):
        best_strategy(of_family("faro"))


@pytest.mark.parametrize(
    ("value", "says"),
    [
        ("no_such_package.odds:OWN", "no_such_package.*cannot be loaded: ModuleNotFoundError"),
        (f"{__name__}:installed", "is a function, not an Analysis"),
    ],
)
def test_a_plug_in_that_fails_is_named(
    monkeypatch: pytest.MonkeyPatch, value: str, says: str
) -> None:
    installed(monkeypatch, value)
    with pytest.raises(PlugInError, match=says):
        families.analysis_of(of_family("baccarat"))
