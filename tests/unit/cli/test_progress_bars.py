"""Bars of long work, and what they say about the time that is left."""

from __future__ import annotations

import pytest
from rich.progress import Progress

from cardroom.cli._notices import notices
from cardroom.cli.common import bars
from cardroom.progress import ProgressNotice


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
