"""What is wrong with a chart or a shoe, in one line."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Final

from cardroom.analysis.families import NotComputed
from cardroom.analysis.twentyone.chart.chart import ChartFault
from cardroom.analysis.twentyone.solver.shoes import ShoeFault

FAULTS_SHOWN: Final = 3


@contextmanager
def refusals() -> Iterator[None]:
    try:
        yield
    except ChartFault as wrong:
        more = len(wrong.faults) - FAULTS_SHOWN
        rest = f"; and {more} more" if more > 0 else ""
        raise NotComputed("; ".join(wrong.faults[:FAULTS_SHOWN]) + rest) from None
    except ShoeFault as wrong:
        raise NotComputed(str(wrong)) from None
