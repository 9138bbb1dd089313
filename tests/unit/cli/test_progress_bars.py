"""Bars of long work, and what they say about the time that is left."""

from __future__ import annotations

from pathlib import Path

import pytest
from rich.progress import Progress

from cardroom import cli
from cardroom.cli._notices import notices
from cardroom.cli.common import bars
from cardroom.progress import ProgressNotice, Watch
from cardroom.store.reading import FileReader
from tests.journals.opened import RECORDED, unpack
from tests.unit.service.accounts.test_erasure import evening

EVERY = 10
"""Entries between two notices here: the journals are short."""
JOURNAL = "blackjack"
ROUND = "posted:3"


def test_a_bar_that_was_full_starts_again() -> None:
    """Two computations may say the same: the second one has its own time."""
    with Progress(disable=True) as screen, notices(screen) as tell:
        tell(ProgressNotice("simulating", 10, 10))
        assert screen.finished
        tell(ProgressNotice("simulating", 1, 10))
        (bar,) = screen.tasks
        assert (bar.finished, bar.completed, bar.total) == (False, 1, 10)
        tell(ProgressNotice("simulating", 10, 10))
        assert screen.finished


def test_a_step_of_minutes_has_an_estimate() -> None:
    now = 0.0
    with bars() as screen:
        screen.get_time = lambda: now
        bar = screen.add_task("submitting", total=4)
        for done in (1, 2):
            now = done * 200.0
            screen.update(bar, completed=done)
        assert screen.tasks[0].time_remaining == 400


def test_a_bar_that_nobody_sees_leaves_no_empty_line(capsys: pytest.CaptureFixture[str]) -> None:
    with bars() as screen:
        screen.add_task("submitting", total=4)
    said = capsys.readouterr()
    assert said.out + said.err == ""


@pytest.mark.parametrize("length", [0, 9, 10, 11, 20, 95])
def test_watched_items_are_counted(length: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("cardroom.progress.EVERY", EVERY)
    told: list[ProgressNotice] = []
    watch = Watch("reading", 2 * length, told.append)
    for _ in range(2):
        assert list(watch.over(range(length), length)) == list(range(length))
    done = [each.done for each in told]
    assert len(done) <= 2 * (length // EVERY + 1)
    assert done == sorted(set(done))
    assert all(each.text == "reading" and each.of == 2 * length for each in told)
    assert 2 * length - (done[-1] if done else 0) < EVERY


def test_items_are_watched_as_they_come(monkeypatch: pytest.MonkeyPatch) -> None:
    """What is wrong with an item is found before the next one is read, and more may come."""
    monkeypatch.setattr("cardroom.progress.EVERY", EVERY)
    told: list[ProgressNotice] = []
    source = iter(range(100))
    watched = Watch("reading", 15, told.append).over(source, 15)
    assert [next(watched) for _ in range(5)] == list(range(5))
    assert next(source) == 5
    assert list(watched) == list(range(6, 100))
    assert [each.done for each in told] == [10, 15]


@pytest.fixture
def bars_shown(monkeypatch: pytest.MonkeyPatch) -> list[Progress]:
    """Every screen with bars that a command has shown."""
    found: list[Progress] = []

    def unseen() -> Progress:
        found.append(Progress(disable=True))
        return found[-1]

    monkeypatch.setattr("cardroom.cli._notices.bars", unseen)
    monkeypatch.setattr("cardroom.progress.EVERY", EVERY)
    monkeypatch.setattr("cardroom.store.archive.PAGES", EVERY)
    return found


@pytest.mark.parametrize(
    "command",
    [
        "audit verify JOURNAL",
        "audit verify EXPORT",
        "audit replay JOURNAL",
        "audit replay JOURNAL --table posted",
        "audit rounds JOURNAL",
        "audit show JOURNAL ROUND",
        "audit scenario JOURNAL ROUND",
        "audit statement JOURNAL",
        "audit export JOURNAL",
        "audit export JOURNAL --as csv --out OUT",
        "audit fairness JOURNAL --all",
        "audit backup JOURNAL OUT",
        "audit follow JOURNAL OUT --once",
        "audit restore JOURNAL OUT",
        "histories write JOURNAL",
        "office daily JOURNAL --no-theory --fresh",
        "office bank JOURNAL",
        "office rotation JOURNAL",
        "office incidents JOURNAL",
        "office jackpots JOURNAL",
        "office statement JOURNAL ann",
    ],
)
def test_reading_a_long_journal_shows_how_long_it_takes(
    command: str, tmp_path: Path, bars_shown: list[Progress], capsys: pytest.CaptureFixture[str]
) -> None:
    journal, export = unpack(RECORDED / "v1" / JOURNAL, tmp_path), tmp_path / "export.jsonl"
    places = {"JOURNAL": journal, "ROUND": ROUND, "OUT": tmp_path / "out", "EXPORT": export}
    if "EXPORT" in command:
        assert cli.main(["audit", "export", str(journal), "--orders", "--out", str(export)]) == 0
        bars_shown.clear()
    capsys.readouterr()
    code = cli.main([str(places.get(word, word)) for word in command.split()])
    said = capsys.readouterr()
    assert code in (0, 1), said.err
    tasks = [task for screen in bars_shown for task in screen.tasks]
    assert tasks
    for task in tasks:
        assert task.total is not None
        stops_early = command.split()[1] in ("show", "scenario")
        assert 0 < task.completed <= task.total if stops_early else task.finished


def test_the_meters_of_a_long_journal_are_counted_twice(
    tmp_path: Path, bars_shown: list[Progress], capsys: pytest.CaptureFixture[str]
) -> None:
    """Once for what a meter shows, and once for what its changes add up to."""
    journal = unpack(RECORDED / "v1" / "meters", tmp_path)
    reader = FileReader(journal)
    entries = {name: head.seq for name, head in reader.heads().items()}
    reader.close()
    meters = sum(seq for name, seq in entries.items() if name.startswith("meter/"))
    assert cli.main(["office", "meters", str(journal)]) == 0
    capsys.readouterr()
    ((bar,),) = [screen.tasks for screen in bars_shown]
    assert bar.total == 2 * meters
    assert 2 * meters - EVERY < bar.completed <= 2 * meters


def test_a_room_is_copied_and_put_back_with_bars(
    tmp_path: Path,
    bars_shown: list[Progress],
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.setattr("cardroom.store.archive.PAGES", 1)
    room, copy, again = (tmp_path / name for name in ("room", "copy", "again"))
    room.mkdir()
    evening(room)
    for words, texts in (
        (["backup", str(copy), "--data", str(room)], ["copying", "verifying"]),
        (["restore", str(copy), str(again)], ["verifying", "copying"]),
    ):
        bars_shown.clear()
        assert cli.main(words) == 0
        (screen,) = bars_shown
        assert [bar.description for bar in screen.tasks] == texts
    assert "verified" in capsys.readouterr().out
