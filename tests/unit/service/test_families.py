"""What an installed family gives the service, and what happens if it cannot be loaded."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from importlib import metadata
from importlib.metadata import EntryPoint

import msgspec
import pytest

from cardroom import games
from cardroom.analysis import families as analyses
from cardroom.analysis.documents import ChartStrategy, RankCounts
from cardroom.analysis.families import Analysis, NoAnswer
from cardroom.progress import Tell
from cardroom.rules.ruleset import Ruleset
from cardroom.service import families
from cardroom.service.families import ServedFamily
from cardroom.service.view.sheets import sheets


def _strategy(rules: Ruleset, shoe: RankCounts, tell: Tell) -> ChartStrategy:
    raise AssertionError("the process that serves people computes no strategy")


OWN = ServedFamily()
WITH_STRATEGY = Analysis(strategy=_strategy)
WITHOUT_STRATEGY = Analysis()


@pytest.fixture
def installed(monkeypatch: pytest.MonkeyPatch, request: pytest.FixtureRequest) -> Iterator[None]:
    """As if a package had been installed that has this entry point."""

    def found(group: str, name: str) -> list[EntryPoint]:
        return [EntryPoint(name, request.param, group)]

    families.named.cache_clear()
    monkeypatch.setattr(families, "entry_points", found)
    yield
    families.named.cache_clear()


@pytest.mark.parametrize("installed", [f"{__name__}:OWN"], indirect=True)
@pytest.mark.usefixtures("installed")
def test_a_family_of_a_plug_in_is_found_by_its_entry_point() -> None:
    assert families.named("faro") is OWN


@pytest.mark.parametrize(
    ("installed", "why"),
    [
        ("no_such_package.service:OWN", "ModuleNotFoundError: No module named"),
        (f"{__name__}:installed", "TypeError: it is not a ServedFamily"),
    ],
    indirect=["installed"],
)
@pytest.mark.usefixtures("installed")
def test_a_plug_in_that_fails_is_logged_and_its_game_is_played_without_advice(
    why: str, caplog: pytest.LogCaptureFixture
) -> None:
    found = families.named("faro")
    assert found.coach is None
    assert found.bot == ServedFamily().bot
    (record,) = caplog.records
    assert record.getMessage().startswith("no coach or bots of the installed family faro (")
    assert why in record.getMessage()


@pytest.fixture
def analyzed(monkeypatch: pytest.MonkeyPatch) -> Iterator[Callable[[str], Ruleset]]:
    """A game of a family whose package has this analysis, and nothing for the service."""

    def posted(analysis: str) -> Ruleset:
        def found(group: str, name: str) -> list[EntryPoint]:
            return [EntryPoint(name, f"{__name__}:{analysis}", group)]

        monkeypatch.setattr(metadata, "entry_points", found)
        return msgspec.structs.replace(games.ruleset("blackjack"), family="faro")

    caches = analyses.named, families.named, families.has_strategy_card
    for cached in caches:
        cached.cache_clear()
    yield posted
    for cached in caches:
        cached.cache_clear()


def test_a_plug_in_whose_best_play_is_computed_has_a_strategy_card(
    analyzed: Callable[[str], Ruleset],
) -> None:
    assert "strategy" in sheets(analyzed("WITH_STRATEGY"))


@pytest.mark.parametrize("analysis", ["WITHOUT_STRATEGY", "NO_SUCH_ANALYSIS"])
def test_no_card_is_offered_without_a_computed_strategy(
    analysis: str, analyzed: Callable[[str], Ruleset]
) -> None:
    assert "strategy" not in sheets(analyzed(analysis))


@pytest.mark.parametrize("family", families.OURS)
def test_our_families_have_a_card_where_their_best_play_is_computed(family: str) -> None:
    computed = not isinstance(analyses.named(family).strategy, NoAnswer)
    assert families.has_strategy_card(family) == computed
