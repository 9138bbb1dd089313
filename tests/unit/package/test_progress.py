"""What a long computation tells the person waiting for it."""

from __future__ import annotations

from cardroom.analysis.notices import COMPILING
from cardroom.progress import PartsBar, ProgressNotice


def test_parts_of_a_work_are_one_bar_and_may_have_parts_themselves() -> None:
    heard: list[ProgressNotice] = []
    bar = PartsBar("examining", (1, 3, 0), heard.append)
    bar.within(ProgressNotice("dealing", 1, 4))
    bar.finish()
    inner = PartsBar("looking", (2, 1), bar.within)
    inner.within(ProgressNotice("dealing", 5, 10))
    inner.finish()
    bar.within(COMPILING)
    bar.finish()
    bar.finish()
    assert COMPILING in heard
    bars = [each for each in heard if each != COMPILING]
    assert {(each.text, each.of) for each in bars} == {("examining", 400)}
    assert [each.done for each in bars] == [0, 25, 100, 100, 200, 300, 400, 400]
