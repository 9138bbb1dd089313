"""Notice of other rules in a running room."""

from __future__ import annotations

import time

from cardroom.houses.notice import RequiredNotice
from tests.pdf_text import pages
from tests.service.running_service import SMALL, Table, refusal, running


def test_a_change_is_announced_printed_and_comes_in_its_time() -> None:
    with running(SMALL) as house:
        floor, player = house.person("floor"), house.person("player")
        (row,) = floor.http.get("/api/tables").json()
        path = f"/api/tables/{row['id']}/notice"
        assert refusal(floor.http.get(f"{path}/pdf")) == "service.not-found"
        given = {"options": {"dealer_hits_soft_17": "false"}, "rounds": 1}
        assert player.http.post(path, json=given).status_code == 403
        house.room.notices.period = RequiredNotice(30, 2, "WAC 1")
        at = Table(floor, row["id"])
        assert refusal(at.send("post-limits", least=1000)) == "table.between-rounds"
        sent = at.send(
            "change-rules", game="blackjack", options={"dealer_hits_soft_17": "false"}, rounds=2
        )
        assert "30 minutes and 2 rounds (WAC 1)" in sent.text
        assert floor.http.post(path, json=given).status_code == 200
        coming = Table(player, row["id"]).view["notice"]
        assert coming["rounds"] == 2
        assert abs(coming["not_before"] - time.time() - 1800) < 60
        assert [change["option"] for change in coming["changes"]] == ["dealer_hits_soft_17"]
        printed = player.http.get(f"{path}/pdf").content
        assert "Readoutatthetable" in pages(printed)[0]
