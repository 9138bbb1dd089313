"""Home pages: each role finds its work, and is offered nothing that it may not do."""

from __future__ import annotations

from playwright.sync_api import expect

from tests.browser.card_room import Visitor
from tests.browser.conftest import Visit
from tests.browser.test_axe import faults


def works(visitor: Visitor, title: str) -> None:
    """The part of the page with this work is there, and no game is offered."""
    expect(visitor.page.get_by_role("region", name=title)).to_be_visible()
    for play in (".game-card", "text=Open a table of your own", "text=Sit down"):
        expect(visitor.page.locator(play).filter(visible=True)).to_have_count(0)
    assert faults(visitor) == ""


def test_an_administrator_adds_staff_whom_a_second_one_approves(visit: Visit) -> None:
    first, second = visit(), visit()
    first.log_in("admin")
    works(first, "People and roles")
    expect(first.page.get_by_role("region", name="The room")).to_contain_text("can be written")
    first.page.get_by_role("button", name="Add a person").click()
    form = first.page.get_by_role("dialog", name="Add a person")
    form.get_by_label("Name").fill("nadia")
    form.get_by_label("Role").select_option("dealer")
    form.get_by_role("button", name="Add a person").click()
    people = first.page.get_by_role("region", name="People and roles")
    expect(people).to_contain_text("Account of nadia: waits for a second administrator")
    expect(people).to_contain_text("/#/password/")
    waiting = first.page.get_by_role("region", name="Waiting for a second administrator")
    expect(waiting).to_contain_text("Grant dealer: nadia, proposed by you")
    expect(waiting.get_by_role("button", name="Approve")).to_have_count(0)
    second.log_in("admin")
    second.page.get_by_role("button", name="Approve: Grant dealer: nadia").click()
    everybody = second.page.get_by_role("region", name="People and roles")
    row = everybody.locator(".table-row").filter(has_text="nadia")
    expect(row).to_contain_text("dealer")


def test_the_floor_sees_every_table_and_stops_one(visit: Visit) -> None:
    player, floor = visit(), visit()
    id = player.open(title="The Rose Room", bots=1)
    floor.log_in("floor")
    works(floor, "Tables at a glance")
    page = floor.page
    page.get_by_role("button", name="Pause: The Rose Room").click()
    player.waits_for(id, lambda view: view["phase"] == "paused")
    page.get_by_role("button", name="Resume: The Rose Room").click()
    player.waits_for(id, lambda view: view["phase"] == "betting")
    page.get_by_role("button", name="Change: The Rose Room").click()
    form = page.get_by_role("dialog", name="The Rose Room")
    form.get_by_label("Minimum wager in dollars").fill("10")
    form.get_by_label("Dealing").select_option("by-hand")
    form.get_by_role("button", name="Change").click()
    player.waits_for(id, lambda view: view["limits"]["least"] == 1000)
    player.waits_for(id, lambda view: view["table"]["dealing"] == "by-hand")
    # Now it is a dealer's table.
    dealer = visit("phone")
    dealer.log_in("dealer")
    works(dealer, "Tables you deal")
    dealer.page.get_by_role("link", name="Deal: The Rose Room").click()
    expect(dealer.page.get_by_role("region", name="Dealer controls")).to_be_visible()


def test_surveillance_has_a_wall_of_tables(visit: Visit) -> None:
    player, eyes = visit(), visit()
    id = player.sit(shoe="2c Ts 9h 9d 8c", title="The Wall")
    player.command(id, "place-bet", box=4, spot="main", stake=1000)
    player.command(id, "close-bets")
    eyes.log_in("surveillance")
    expect(eyes.page.locator(".wall-tile").first).to_be_visible()
    tile = eyes.page.locator(".wall-tile").filter(has_text="The Wall")
    for _ in range(20):
        if tile.count():
            break
        eyes.page.get_by_role("button", name="Next tables").click()
    expect(tile.locator('[data-box="4"] .label')).to_have_text("19")
    works(eyes, "Wall of tables")
    eyes.page.get_by_role("button", name="Freeze the wall").click()
    player.answer(id, "stand")
    eyes.page.wait_for_timeout(3500)
    expect(tile.locator('[data-box="4"] .spot .outcome')).to_be_hidden()
