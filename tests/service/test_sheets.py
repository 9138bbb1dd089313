"""The sheets of a table: rules and sign as PDF, with the limits in force."""

from __future__ import annotations

import pytest

from cardroom.signage import press, sign
from cardroom.signage.sheet import posting
from tests import pdf_text
from tests.service.running_service import House, Table, refusal


@pytest.fixture(scope="module")
def table(house: House) -> Table:
    return house.guest().open(game="blackjack", options={"wager_min": "5", "wager_max": "300"})


def test_the_sign_of_a_table_is_that_of_its_posted_game(table: Table) -> None:
    answer = table.guest.http.get(f"{table.url}/sheets/sign")
    assert answer.status_code == 200
    assert answer.headers["content-type"] == "application/pdf"
    (page,) = pdf_text.pages(answer.content)
    assert page.startswith("Blackjack$5to$300")
    assert answer.content == table.guest.http.get(f"{table.url}/sheets/sign").content


def test_limits_that_the_floor_changes_are_on_the_next_sign(house: House) -> None:
    opened = house.guest().open(game="blackjack", options={"wager_min": "5", "wager_max": "300"})
    before = opened.guest.http.get(f"{opened.url}/sheets/sign").content
    house.cast("floor").at(opened).do("post-limits", least=1000, most=20000)
    after = opened.guest.http.get(f"{opened.url}/sheets/sign").content
    assert "$5to$300" in pdf_text.pages(before)[0]
    assert "$10to$200" in pdf_text.pages(after)[0]


def test_the_sheets_of_a_game_need_no_table(house: House) -> None:
    http = house.nobody().http
    answer = http.get("/api/games/omaha/sheets/sign?paper=a4")
    assert answer.content == press.pdf(
        sign.sheet(posting("omaha", {"smallest_chip": "0.50"})), "a4"
    )
    for sheet in ("rules", "layout"):
        assert http.get(f"/api/games/omaha/sheets/{sheet}").content.startswith(b"%PDF")


def test_a_sheet_or_a_paper_that_there_is_not_is_refused_by_name(house: House) -> None:
    http = house.nobody().http
    none = http.get("/api/games/omaha/sheets/math")
    assert (none.status_code, refusal(none)) == (404, "service.not-found")
    assert "sheets of Omaha are sign, rules, layout" in none.text
    # There is no best play of poker to be put on a card, and none is offered.
    assert http.get("/api/games/omaha/sheets/strategy").status_code == 404
    assert http.get("/api/games/omaha/rules").json()["sheets"] == ["sign", "rules", "layout"]
    wrong = http.get("/api/games/omaha/sheets/sign?paper=a0")
    assert wrong.status_code == 422
    assert "sizes are a4, letter" in wrong.text
    assert http.get("/api/games/whist/sheets/sign").status_code == 404


def test_without_a_solver_there_is_no_card_of_best_play(house: House) -> None:
    none = house.nobody().http.get("/api/games/blackjack/sheets/strategy")
    assert (none.status_code, refusal(none)) == (404, "service.not-found")
    assert "runs without its solver" in none.text
