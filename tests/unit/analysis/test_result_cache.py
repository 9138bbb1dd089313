"""Results are kept between runs, and a run never fails because one cannot be kept."""

from __future__ import annotations

import resource
from collections.abc import Callable
from pathlib import Path

import msgspec
import pytest

from cardroom import games
from cardroom.analysis import result_cache
from cardroom.analysis.documents import BetPair

PAIR = BetPair(("one", "two"), ("One", "Two"), 0.5, 0.25, "exact")


@pytest.fixture
def kept(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    folder = tmp_path / "kept"
    monkeypatch.setattr(result_cache, "results", lambda: folder)
    return folder


def building(built: list[str]) -> Callable[[], BetPair]:
    def build() -> BetPair:
        built.append("")
        return PAIR

    return build


def answer(built: list[str]) -> BetPair:
    return result_cache.cached("pair", "digest", None, BetPair, building(built))


def test_a_result_is_built_once(kept: Path) -> None:
    built: list[str] = []
    assert [answer(built), answer(built)] == [PAIR, PAIR]
    assert len(built) == len(list(kept.iterdir())) == 1


def test_nothing_is_kept_of_a_game_of_a_plug_in(kept: Path) -> None:
    """Its code may change without our knowing."""
    ours, built = games.ruleset("blackjack"), list[str]()
    for rules in (ours, msgspec.structs.replace(ours, family="faro")):
        for _ in range(2):
            result_cache.cached_for(rules, "pair", None, BetPair, building(built))
    assert len(built) == 3
    assert len(list(kept.iterdir())) == 1


def test_a_disk_without_room_costs_nothing_but_time(kept: Path) -> None:
    built: list[str] = []
    usual = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (16, usual[1]))
    try:
        assert answer(built) == PAIR
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, usual)
    assert list(kept.iterdir()) == [], "no part of a file is left"
    assert answer(built) == PAIR
    assert len(built) == 2


def test_a_file_that_cannot_be_read_is_built_again(kept: Path) -> None:
    built: list[str] = []
    answer(built)
    (file,) = kept.iterdir()
    file.write_text(file.read_text()[:20])
    assert answer(built) == PAIR
    assert len(built) == 2
