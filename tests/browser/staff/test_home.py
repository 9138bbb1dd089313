"""Home pages: each role finds its work, and is offered nothing that it may not do."""

from __future__ import annotations

from playwright.sync_api import expect

from tests.browser.card_room import PASSWORD, Visitor
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
    room = first.page.get_by_role("region", name="The room")
    expect(room).to_contain_text("can be written")
    first.page.get_by_role("button", name="Sign a checkpoint").click()
    expect(room).to_contain_text("The checkpoint is signed.")
    first.page.get_by_role("button", name="Make a backup").click()
    expect(room).to_contain_text("The backup is made and verified.")
    first.page.get_by_role("button", name="Add a person").click()
    form = first.page.get_by_role("dialog", name="Add a person")
    form.get_by_label("Name").fill("nadia")
    form.get_by_label("Role").select_option("dealer")
    form.get_by_role("button", name="Add a person").click()
    people = first.page.get_by_role("region", name="People and roles")
    expect(people).to_contain_text("Account of nadia: waits for a second administrator")
    _sets_a_password(second, people.locator(".otp-key").inner_text(), "nadia")
    waiting = first.page.get_by_role("region", name="Waiting for a second administrator")
    expect(waiting).to_contain_text("Grant dealer: nadia, proposed by you")
    expect(waiting.get_by_role("button", name="Approve")).to_have_count(0)
    second.log_in("admin")
    second.page.get_by_role("button", name="Approve: Grant dealer: nadia").click()
    everybody = second.page.get_by_role("region", name="People and roles")
    row = everybody.locator(".table-row").filter(has_text="nadia")
    expect(row).to_contain_text("dealer")
    second.page.get_by_role("button", name="Credit: the-player", exact=True).click()
    credit = second.page.get_by_role("dialog", name="Credit the-player")
    credit.get_by_label("Play money in dollars").fill("250")
    credit.get_by_role("button", name="Credit the-player").click()
    expect(everybody).to_contain_text("$250 for the-player: done.")
    # A proposition player has a company and a badge; one administrator is enough.
    second.page.get_by_role("button", name="Add a person").click()
    form = second.page.get_by_role("dialog", name="Add a person")
    form.get_by_label("Name").fill("petra")
    expect(form.get_by_label("Badge")).to_be_hidden()
    form.get_by_label("Role").select_option("proposition")
    form.get_by_label("Company").fill("Acme Banking")
    form.get_by_label("Badge").fill("A-17")
    assert faults(second, "dialog") == ""
    form.get_by_role("button", name="Add a person").click()
    badge = everybody.locator(".table-row").filter(has_text="petra")
    expect(badge).to_contain_text("proposition · Acme Banking, badge A-17")


def _sets_a_password(visitor: Visitor, link: str, name: str) -> None:
    """With the link that an administrator hands over: it is good for one password."""
    visitor.page.goto(link)
    form = visitor.page.get_by_role("dialog", name="Set your password")
    new, ready = form.get_by_label("New password"), form.get_by_role("button", name="Set the")
    for weak, said in (("short", "has 5"), ("1234567890", "row of keys"), (f"{name}-0123", "name")):
        new.fill(weak)
        ready.click()
        expect(form.get_by_role("alert")).to_contain_text(said)
    assert faults(visitor, "dialog") == ""
    new.fill(PASSWORD)
    ready.click()
    expect(form.get_by_role("status")).to_contain_text(f"The password of {name} is set.")
    visitor.page.goto(link)
    new.fill(f"another {PASSWORD}")
    ready.click()
    expect(form.get_by_role("alert")).to_contain_text("link")
    visitor.page.keyboard.press("Escape")


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
    # Other rules are posted from the laboratory, with notice.
    page.get_by_role("button", name="Rules: The Rose Room").click()
    page.get_by_label("Decks", exact=True).fill("2")
    page.get_by_label("Decks", exact=True).press("Enter")
    page.get_by_role("button", name="Post at the table").click()
    page.get_by_role("button", name="Post the rules").click()
    player.waits_for(id, lambda view: view["notice"] is not None)
    assert [it["option"] for it in player.view(id)["notice"]["changes"]] == ["decks"]
    # Now it is a dealer's table.
    dealer = visit("phone")
    dealer.log_in("dealer")
    works(dealer, "Tables you deal")
    dealer.page.get_by_role("link", name="Deal: The Rose Room").click()
    expect(dealer.page.get_by_role("region", name="Dealer controls")).to_be_visible()


def test_surveillance_has_a_wall_of_tables(visit: Visit) -> None:
    player, eyes, floor = visit(), visit(), visit()
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
    # Surveillance stops a game, and only the floor lets it go on.
    tile.get_by_role("button", name="Pause").click()
    expect(tile).to_contain_text("Paused. Floor staff can resume play.")
    expect(tile.get_by_role("button", name="Pause")).to_be_hidden()
    floor.log_in("floor")
    floor.page.get_by_role("button", name="Resume: The Wall").click()
    player.waits_for(id, lambda view: view["phase"] == "round")
    eyes.page.get_by_role("button", name="Freeze the wall").click()
    player.answer(id, "stand")
    eyes.page.wait_for_timeout(3500)
    expect(tile.locator('[data-box="4"] .spot .outcome')).to_be_hidden()
