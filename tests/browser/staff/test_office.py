"""The office in a browser: each role finds its parts, and two people make every slip and ruling."""

from __future__ import annotations

from playwright.sync_api import Locator, expect

from tests.browser.card_room import PATIENCE_SECONDS, Visitor
from tests.browser.conftest import Visit
from tests.browser.test_axe import faults

PARTS = {
    "floor": "Daily report, Banking book, Rotation record, Incident log, Meters, Meter changes,"
    " Jackpots, Trays and slips,"
    " Dispute desk, Notices, Exclusions",
    "office": "Daily report, Banking book, Rotation record, Incident log, Meters, Meter changes,"
    " Jackpots, Trays and slips,"
    " Statements, Exclusions",
    "surveillance": "Daily report, Banking book, Rotation record, Incident log, Meters, Jackpots",
    "dealer": "Trays and slips",
}


def parts(visitor: Visitor, role: str) -> None:
    """The home page links to what the role may do, and to nothing else."""
    office = visitor.page.get_by_role("region", name="Office")
    expect(office.get_by_role("link")).to_have_text(PARTS[role].split(", "))


def tray(visitor: Visitor, title: str) -> Locator:
    return visitor.page.get_by_role("region", name=title, exact=True)


def test_a_table_from_the_opening_count_to_a_ruling(visit: Visit) -> None:
    player, floor, office = visit(), visit(), visit("phone")
    id = player.open(title="The Count Room", shoe="2c Ts 9h 9d 8c 4c 5c", bots=0)
    floor.log_in("floor")
    parts(floor, "floor")
    floor.page.get_by_role("link", name="Trays and slips").click()
    floor.page.get_by_role("button", name="Opening count: The Count Room").click()
    form = floor.page.get_by_role("dialog", name="Opening count: The Count Room")
    form.get_by_label("Number of the drop box").fill("B7")
    form.get_by_label("$100", exact=True).fill("20")
    expect(form.locator(".tray-sum")).to_have_text("$2,000")
    assert faults(floor, "dialog") == ""
    form.get_by_role("button", name="Sign as the first person").click()
    own = tray(floor, "The Count Room")
    expect(own).to_contain_text("Slip 1: opener, box B7: $2,000")
    expect(own).to_contain_text("20 × $100")
    expect(own).to_contain_text("Waits for a second person.")
    office.log_in("office")
    parts(office, "office")
    office.go("office/trays")
    tray(office, "The Count Room").get_by_role("button", name="Sign slip 1").click()
    expect(tray(office, "The Count Room")).to_contain_text("Should be in the tray$2,000")
    assert faults(office) == ""
    # The player buys $500, bets $10 with 19 against 18, and is paid.
    player.join(id, 4, 500_00)
    player.command(id, "place-bet", box=4, spot="main", stake=1000)
    player.command(id, "close-bets")
    player.answer(id, "stand")
    player.waits_for(id, lambda view: view["phase"] != "round")
    floor.order(id, "end-round")
    expect(tray(floor, "The Count Room")).to_contain_text("Should be in the tray$1,490")
    # The ruling: the hand is void, and the player gives the $10 back.
    floor.go(f"table/{id}/rounds/1")
    floor.page.get_by_role("link", name="Rule on this round").click()
    page = floor.page
    page.get_by_label("Ruling").select_option("void-hand")
    page.get_by_label("Box", exact=True).fill("4")
    page.get_by_label("Reason").fill("the second card was exposed")
    page.get_by_role("button", name="Show what changes").click()
    change = page.get_by_role("region", name="Before and after")
    expect(change.get_by_role("row").last).to_contain_text("house−$10+$10$0")
    assert faults(floor) == ""
    page.get_by_role("button", name="Sign the ruling").click()
    expect(page.locator("main")).to_contain_text("waits for a second person")
    tray(office, "The Count Room").get_by_role("button", name="Sign slip 2").click()
    player.go(f"table/{id}/rounds/1")
    expect(player.page.locator(".replay-rulings")).to_contain_text("the second card was exposed")
    # Counted one chip short: refused until it is explained.
    floor.go("office/trays")
    page.get_by_role("button", name="Closing count: The Count Room").click()
    form = page.get_by_role("dialog", name="Closing count: The Count Room")
    form.get_by_label("$100", exact=True).fill("14")
    form.get_by_role("button", name="Sign as the first person").click()
    expect(form.get_by_role("alert")).to_contain_text("$100 short")
    form.get_by_label("$100", exact=True).fill("15")
    form.get_by_role("button", name="Sign as the first person").click()
    tray(office, "The Count Room").get_by_role("button", name="Sign slip 3").click()
    expect(tray(office, "The Count Room")).to_contain_text("Drop box B7 was pulled: $500 expected")
    meters_and_notices(player, floor, office)


def meters_and_notices(player: Visitor, floor: Visitor, office: Visitor) -> None:
    """Three sevens of a suit win the meter; then the floor changes its seed, and a limit."""
    options = {"wager_min": "5", "wager_max": "500", "blazing_7s": "1"}
    shoe = "2c 7h 7h 7h Kd"
    id = player.open(
        game="bet-the-set-21", options=options, title="Seven Hearts", shoe=shoe, bots=0
    )
    player.join(id, 4, 500_00)
    player.command(id, "place-bet", box=4, spot="main", stake=1000)
    player.command(id, "place-bet", box=4, spot="blazing-7s", stake=100)
    player.command(id, "close-bets")
    player.answer(id, "stand")
    player.waits_for(id, lambda view: view["phase"] != "round")
    floor.order(id, "end-round")
    floor.go(f"table/{id}/rounds/1")
    page = floor.page
    page.get_by_role("link", name="Jackpot slip").click()
    page.get_by_label("Box that won").fill("3")
    page.get_by_role("button", name="Show the award").click()
    expect(page.get_by_role("alert").first).to_contain_text("boxes that did: 4")
    page.get_by_label("Box that won").fill("4")
    page.get_by_role("button", name="Show the award").click()
    slip = page.get_by_role("region", name="Jackpot slip")
    expect(slip).to_contain_text("box 4: 777-suited, $2,000.24")
    assert faults(floor) == ""
    slip.get_by_role("button", name="Sign the slip").click()
    expect(page.locator("main")).to_contain_text("waits for a second person")
    office.go("office/trays")
    tray(office, "Seven Hearts").get_by_role("button", name="Sign slip 1").click()
    expect(tray(office, "Seven Hearts").get_by_role("button", name="Sign slip 1")).to_have_count(0)
    # The seed of the meter: prepared by one, signed by the other, announced at the table.
    floor.go("office/terms")
    page.get_by_label("Meter", exact=True).select_option(f"{id}/blazing-7s")
    page.get_by_label("Term", exact=True).select_option("blazing_seed")
    page.get_by_label("New value").fill("2500")
    page.get_by_role("region", name="Change a term").get_by_label("Reason").fill("slow nights")
    assert faults(floor) == ""
    page.get_by_role("button", name="Prepare the change").click()
    expect(page.locator("main")).to_contain_text("Seed: $2,000 becomes $2,500.")
    expect(page.get_by_role("button", name="Sign the change")).to_have_count(0)
    office.go("office/terms")
    office.page.get_by_label("Meter", exact=True).select_option(f"{id}/blazing-7s")
    office.page.get_by_role("button", name="Sign the change").click()
    expect(office.page.locator("main")).to_contain_text("each table on the meter follows")
    assert faults(office) == ""
    # Another notice keeps what was announced.
    floor.go("office/notices")
    page.get_by_label("Table", exact=True).select_option(id)
    page.get_by_label("Option", exact=True).select_option("wager_max")
    page.get_by_label("New value").fill("300")
    page.get_by_role("button", name="Give notice").click()
    expect(page.locator("main")).to_contain_text("Notice is given at the table.")
    assert faults(floor) == ""
    changes = {each["option"]: each["will"] for each in player.view(id)["notice"]["changes"]}
    assert changes == {"blazing_seed": "2500", "wager_max": "300"}
    path = page.get_by_role("link", name="Print it").get_attribute("href")
    printed = floor.context.request.get(f"{floor.room.url}{path}")
    assert printed.body().startswith(b"%PDF")
    player.go(f"table/{id}")
    expect(player.page.locator("main")).to_contain_text("2500")


def test_reports_are_shown_by_day_and_can_be_kept(visit: Visit) -> None:
    eyes = visit("phone")
    eyes.log_in("surveillance")
    parts(eyes, "surveillance")
    eyes.page.get_by_role("link", name="Daily report").click()
    report = eyes.page.get_by_role("article")
    # The first report waits for a process to start.
    first = report.get_by_role("heading", name="By table", exact=True)
    expect(first).to_be_visible(timeout=5_000 * PATIENCE_SECONDS)
    eyes.page.get_by_label("Span").select_option("month")
    expect(report).to_contain_text("month to date")
    with eyes.page.expect_download() as got:
        report.get_by_role("link", name="Download CSV").click()
    assert got.value.path().read_text().startswith("table,name")
    assert faults(eyes) == ""
    for name in ("Banking book", "Rotation record", "Incident log", "Meters", "Jackpots"):
        eyes.page.get_by_role("navigation", name="Office").get_by_role("link", name=name).click()
        expect(eyes.page.get_by_role("article")).to_be_visible()
    eyes.go("office/exclusions")
    expect(eyes.page.locator("main")).to_contain_text("not one of your duties")


def test_a_dealer_signs_and_an_excluded_person_is_listed(visit: Visit) -> None:
    dealer, office = visit(), visit()
    dealer.log_in("dealer")
    parts(dealer, "dealer")
    office.log_in("office", "office/exclusions")
    office.page.get_by_label("Name").fill("nobody-in-particular")
    office.page.get_by_label("Reason", exact=True).fill("a court order")
    office.page.get_by_role("button", name="Exclude", exact=True).click()
    row = office.page.locator(".table-row").filter(has_text="nobody-in-particular")
    expect(row).to_contain_text("a court order")
    assert faults(office) == ""
    row.get_by_label("Reason to readmit").fill("lifted")
    row.get_by_role("button", name="Readmit").click()
    expect(row).to_have_count(0)
    player = visit()
    id = player.open(game="bet-the-set-21", options={"blazing_7s": "1"}, bots=0)
    player.go(f"sign/{id}")
    expect(player.page.locator(".meter-amount")).to_have_text("$2,000")
    assert faults(player) == ""
    player.go("statement")
    article = player.page.get_by_role("article")
    expect(article).to_contain_text("Statement of")
    limits = player.page.get_by_role("region", name="Your limits")
    limits.get_by_label("The most you may lose").fill("60")
    limits.get_by_role("button", name="Set limits").click()
    expect(limits).to_contain_text("In force: a loss of $60.")
    assert faults(player) == ""


def test_a_list_that_was_lost_is_not_called_empty(visit: Visit) -> None:
    office = visit()
    office.page.route("**/api/office/exclusions", lambda route: route.abort())
    office.log_in("office", "office/exclusions")
    expect(office.page.locator("main")).to_contain_text("The list could not be loaded.")
    office.page.unroute("**/api/office/exclusions")
    office.page.reload()
    expect(office.page.locator("main")).to_contain_text("Nobody is excluded.")
