"""A table that this version cannot resume is shown with its reason, and pays out."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from tests.older_version import rewrite
from tests.service.running_service import House, Table, refusal, running, with_settings

NATURAL = "2c As 9d Kh 7s"
"""A natural for the only box: paid at once."""


def rows(house: House) -> dict[str, Any]:
    return {row["id"]: row for row in house.guest().http.get("/api/tables").json()}


def back(house: House, table: Table) -> Table:
    guest = house.nobody()
    guest.http.cookies.update(dict(table.guest.http.cookies))
    return Table(guest, table.id)


@pytest.fixture
def left(tmp_path: Path) -> tuple[Path, Table]:
    """A table where a natural was paid, by a version that paid five dollars more for it."""
    with running(with_settings(data=tmp_path)) as house:
        table = house.guest().open(shoe=NATURAL)
        table.sit()
        table.round(stake=10_00)
        table.do("place-bet", box=4, spot="main", stake=20_00)
    rewrite(tmp_path, 5_00)
    return tmp_path, table


def test_a_table_that_was_set_aside_says_why_and_pays_out(left: tuple[Path, Table]) -> None:
    folder, table = left
    with running(with_settings(data=folder)) as house:
        row = rows(house)[table.id]
        assert row["set_aside"].startswith("entry ")
        again = back(house, table)
        view = again.view
        assert view["set_aside"] == row["set_aside"]
        assert view["me"]["stack"] == 500_00 + 15_00 + 5_00, "what was paid is a recorded fact"
        assert refusal(again.send("place-bet", box=4, spot="main", stake=5_00)) == "table.set-aside"
        again.do("cash-out")
        assert again.guest.http.get("/api/me").json()["wallet"] == 1000_00 + 20_00


def test_closing_it_pays_everybody(left: tuple[Path, Table]) -> None:
    folder, table = left
    with running(with_settings(data=folder)) as house:
        again = back(house, table)
        assert again.guest.http.delete(table.url).status_code == 200
        assert again.guest.http.get("/api/me").json()["wallet"] == 1000_00 + 20_00
        assert table.id not in rows(house)


def test_the_house_opens_another_table_in_its_place(tmp_path: Path) -> None:
    settings = with_settings(data=tmp_path)
    with running(settings) as house:
        (own,) = rows(house)
        table = Table(house.guest(), own)
        table.sit()
        for _ in range(20):
            if any(row["net"] > 0 for row in table.round(stake=10_00)["results"]):
                break
    rewrite(tmp_path, 5_00)
    for _ in range(2):
        with running(settings) as house:
            found = rows(house)
            assert [bool(row["set_aside"]) for row in found.values()] == [True, False]
            assert {row["title"] for row in found.values()} == {"Blackjack"}
