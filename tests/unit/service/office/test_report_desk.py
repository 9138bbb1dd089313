"""Reports that people ask for in a running room."""

from __future__ import annotations

import asyncio

import pytest

from cardroom.service.office import report_desk
from cardroom.service.office.report_desk import ReportDesk, ReportQuestion
from cardroom.table import commands as c
from tests.unit.office.test_daily import CLOCK, small_day


def test_a_report_that_nobody_fetched_is_computed_again(monkeypatch: pytest.MonkeyPatch) -> None:
    """Somebody asks in the morning and leaves; in the evening there is more to report."""
    monkeypatch.setattr(report_desk, "WAIT_SECONDS", 0.0)
    monkeypatch.setattr(report_desk, "FRESH_SECONDS", 0.0)
    room = small_day()
    asked = ReportQuestion("statement", player="ann")

    async def both() -> list[object]:
        desk = ReportDesk(room.store, "", CLOCK, "left-out")
        assert await desk.report(asked) is None
        await asyncio.gather(*desk._asked.values())
        await asyncio.sleep(0.01)
        await asyncio.to_thread(room.do, "one", c.CashOut("ann", 10_00))
        found = await desk.wait(asked)
        assert found.report is not None
        return list(found.report.tables[0].rows[0])

    assert 10_00 in asyncio.run(both())
