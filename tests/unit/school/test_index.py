"""The index of worked rounds is kept between runs, and made again when anything changes."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import msgspec
import pytest

from cardroom.games import registry
from cardroom.scenario import Scenario
from cardroom.school import index as indexes
from cardroom.school import library
from cardroom.school.index import index
from cardroom.school.library import PostedAt
from cardroom.school.played import LessonRound


@pytest.fixture
def looked(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[list[str]]:
    """The files that were played for an index, which is kept in a folder of its own."""
    monkeypatch.setenv("CARDROOM_CACHE", str(tmp_path / "cache"))
    found: list[str] = []
    play = library.play

    def noted(round: Scenario) -> LessonRound | None:
        found.append(round.file)
        return play(round)

    monkeypatch.setattr(library, "play", noted)
    yield found
    forget()


def forget() -> None:
    """As in a new process."""
    indexes._index.cache_clear()
    library.files.cache_clear()
    library._lacking.cache_clear()


def worked(folder: Path) -> str:
    (folder / "rounds").mkdir()
    source = Path(library.files_of("blackjack")[0])
    (folder / "rounds" / source.name).write_bytes(source.read_bytes())
    return str(folder / "rounds")


def test_an_index_is_read_in_the_next_run_and_is_the_same(
    tmp_path: Path, looked: list[str]
) -> None:
    rounds = worked(tmp_path)
    forget()
    made = index("blackjack", PostedAt(), rounds)
    assert len(looked) == 1
    forget()
    assert index("blackjack", PostedAt(), rounds) == made
    assert len(looked) == 1
    (kept,) = (tmp_path / "cache" / "school").iterdir()
    kept.write_text("not an index")
    forget()
    assert index("blackjack", PostedAt(), rounds) == made
    assert len(looked) == 2


def test_other_rounds_and_other_rules_have_an_index_of_their_own(
    tmp_path: Path, looked: list[str]
) -> None:
    rounds = worked(tmp_path)
    forget()
    index("blackjack", PostedAt(), rounds)
    index("blackjack", PostedAt(house="washington"), rounds)
    (tmp_path / "rounds" / "another.toml").write_bytes(
        Path(library.files_of("blackjack")[1]).read_bytes()
    )
    forget()
    index("blackjack", PostedAt(), rounds)
    assert len(looked) == 4
    assert len(list((tmp_path / "cache" / "school").iterdir())) == 3


def test_an_installed_game_whose_rounds_have_moved_has_a_new_index(
    tmp_path: Path, looked: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """As if its package had been installed again, in another place."""
    before, ours = Path(worked(tmp_path)), registry.package_of("blackjack")
    assert ours is not None
    for place in (before, tmp_path / "elsewhere"):
        if place != before:
            before.rename(place)
        package: Any = msgspec.structs.replace(ours, games=ours.games[:1], scenarios=place)
        monkeypatch.setattr(registry, "package_of", lambda _, package=package: package)
        forget()
        named = {file for files in index("blackjack", PostedAt()).values() for file in files}
        assert named == {str(file) for file in place.iterdir()}
    assert len(looked) == 2
