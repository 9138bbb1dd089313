"""Those who work here: they log in, and each sees and does what the duty needs, no more."""

from __future__ import annotations

from playwright.sync_api import Locator, expect

from tests.browser.card_room import Visitor
from tests.browser.conftest import Visit
from tests.browser.test_axe import faults


def touching(visitor: Visitor) -> Locator:
    """Everything to be seen on the page that changes something at the table."""
    controls = ".tray, .dealer-desk, .middle button, .purse-acts button, .spot:not([aria-disabled])"
    return visitor.page.locator(controls).filter(visible=True)


def desk(visitor: Visitor) -> Locator:
    return visitor.page.get_by_role("region", name="Dealer controls")


def wager(player: Visitor, **table: str) -> str:
    """A table that is dealt by somebody, with a player's ten dollars on box 4."""
    id = player.open(**table)
    player.join(id, 4, 50_000)
    player.order(id, "place-bet", box=4, spot="main", stake=1000)
    return id


def test_a_dealer_clicks_the_steps_and_remedies_nothing(visit: Visit) -> None:
    player, dealer = visit(), visit()
    id = wager(player, dealing="by-hand", shoe="2c Ts 9h 9d 8c")
    dealer.log_in("dealer", f"table/{id}")
    expect(desk(dealer)).to_be_visible()
    assert faults(dealer) == ""
    desk(dealer).get_by_role("button", name="No more bets").click()
    for dealt in range(5):
        expect(dealer.page.locator("play-card")).to_have_count(max(0, dealt - 1))
        desk(dealer).get_by_role("button", name="Deal the card").click()
    expect(dealer.page.locator('[data-box="4"] .label')).to_have_text("19")
    expect(dealer.page.locator(".waits")).to_contain_text("box 4")
    for floors in ("Floor…", "Pause"):
        expect(desk(dealer).get_by_role("button", name=floors)).to_have_count(0)
    for players in (".tray", ".seat", ".middle .act"):
        expect(dealer.page.locator(players).filter(visible=True)).to_have_count(0)
    assert faults(dealer) == ""


def test_a_dealer_enters_the_cards_of_a_real_shoe_on_a_phone(visit: Visit) -> None:
    player, dealer = visit(), visit("phone")
    id = wager(player, dealing="physical")
    dealer.log_in("dealer", f"table/{id}")
    desk(dealer).get_by_role("button", name="Cards shuffled").click()
    desk(dealer).get_by_role("button", name="No more bets").click()
    typed = dealer.page.get_by_label("Card, rank and suit")
    for card in ("2c", "10s", "9h"):
        typed.fill(card)
        typed.press("Enter")
        expect(typed).to_have_value("")
    dealer.page.get_by_role("button", name="9", exact=True).click()
    dealer.page.get_by_role("button", name="diamonds").click()
    expect(dealer.page.locator('[data-box="4"] .label')).to_have_text("19")
    assert player.view(id)["places"]["4.1"]["cards"] == ["Ts", "9d"]
    covered = """pad => { const at = pad.getBoundingClientRect();
        return !pad.contains(document.elementFromPoint(at.x + at.width / 2, at.bottom - 8)); }"""
    pad = dealer.page.locator(".card-pad")
    pad.evaluate("it => it.scrollIntoView({block: 'end'})")
    assert not pad.evaluate(covered), "nothing may lie over the cards"
    assert faults(dealer) == ""


def test_what_the_floor_remedies_everybody_reads_with_its_clause(visit: Visit) -> None:
    player, floor = visit(), visit()
    id = wager(player, dealing="by-hand", shoe="2c Ts 9h 9d 8c")
    player.go(f"table/{id}")
    floor.log_in("floor", f"table/{id}")
    desk(floor).get_by_role("button", name="No more bets").click()
    for dealt in ("burn", "Box 4"):
        expect(floor.page.locator(".waits")).to_contain_text(dealt)
        desk(floor).get_by_role("button", name="Deal the card").click()
    desk(floor).get_by_role("button", name="Floor…").click()
    form = floor.page.get_by_role("dialog", name="The floor")
    expect(form).to_be_visible()
    assert faults(floor, "dialog") == ""
    form.get_by_label("What happened").select_option("void-round")
    form.get_by_label("Note").fill("the shoe fell off the table")
    form.get_by_role("button", name="Record and apply").click()
    for reader in (floor, player):
        line = reader.page.locator(".slip-line", has_text="The floor · Void round")
        expect(line).to_contain_text("All games / void")
        expect(reader.page.locator('[data-box="4"] .spot .outcome')).to_have_text("Void")
        expect(line).to_contain_text("Noted: the shoe fell off the table")
        assert faults(reader) == ""
    player.page.reload()
    expect(player.page.locator(".slip-line").first).to_contain_text("The floor · Void round")


def test_the_floor_says_which_seat_has_a_dead_hand(visit: Visit) -> None:
    player, floor = visit(), visit()
    id = player.open(game="texas-holdem", options={}, shoe="Ad Kd Ac Ks")
    player.join(id, 5, 50_000)
    for seat in (1, 3):
        company = visit()
        company.join(id, seat, 50_000)
        company.order(id, "close-bets")
    player.order(id, "close-bets")
    floor.log_in("floor", f"table/{id}")
    desk(floor).get_by_role("button", name="Floor…").click()
    form = floor.page.get_by_role("dialog", name="The floor")
    form.get_by_label("What happened").select_option("dead-hand")
    form.get_by_label("Seat").fill("3")
    form.get_by_role("button", name="Record and apply").click()
    line = floor.page.locator(".slip-line", has_text="The floor · Dead hand")
    expect(line).to_contain_text("Seat 3")


def test_surveillance_sees_hidden_cards_and_touches_nothing(visit: Visit) -> None:
    first, second, watcher, rail = visit(), visit(), visit(), visit()
    # A card to seat 3, to seat 5, and round again: aces against kings.
    id = first.open(game="texas-holdem", options={}, shoe="Ad Kd Ac Ks 2c 7h 8d 2s 3c Jh 4c 3d")
    first.join(id, 3, 50_000)
    second.join(id, 5, 50_000)
    watcher.log_in("surveillance", f"table/{id}")
    expect(watcher.page.locator(".status")).to_contain_text("see every card")
    expect(touching(watcher)).to_have_count(0)
    rail.log_in("player", f"table/{id}")
    for player in (first, second):
        player.order(id, "close-bets")
    for box, other in ((3, 5), (5, 3)):
        shown = f'[data-box="{box}"] play-card:not([down])'
        expect(watcher.page.locator(shown)).to_have_count(2)
        expect(rail.page.locator(f'[data-box="{other}"] play-card[down]')).to_have_count(2)
    # The player is asked; a person who only watches is not.
    assert any(player.view(id)["asks"] for player in (first, second))
    assert watcher.view(id)["asks"] == []
    expect(watcher.page.locator(".status")).to_contain_text("Waiting for")
    expect(touching(watcher)).to_have_count(0)
    assert faults(watcher) == ""


def test_a_player_has_no_desk_and_no_remedies(visit: Visit) -> None:
    opener, player = visit(), visit()
    id = wager(opener, dealing="by-hand", shoe="2c Ts 9h 9d 8c")
    player.log_in("player", f"table/{id}")
    expect(player.page.get_by_role("button", name="Take a seat")).to_be_visible()
    expect(desk(player)).to_be_hidden()
    expect(player.page.get_by_role("button", name="Floor…")).to_have_count(0)


def test_the_floor_notes_the_company_that_a_player_banks_for(visit: Visit) -> None:
    first, second, floor = visit(), visit(), visit()
    id = first.open(game="no-bust-joker", options={"affiliates_may_alternate": "false"})
    for player, seat in ((first, 1), (second, 2)):
        player.join(id, seat, 50_000)
    floor.log_in("floor", f"table/{id}")
    desk(floor).get_by_role("button", name="Companies…").click()
    form = floor.page.get_by_role("dialog", name="Proposition companies")
    expect(form.get_by_role("combobox")).to_have_count(2)
    assert faults(floor, "dialog") == ""
    form.get_by_role("combobox").first.fill("Acme Props")
    form.get_by_role("button", name="Note").click()
    expect(floor.page.get_by_role("log")).to_contain_text("banks for Acme Props.")
    desk(floor).get_by_role("button", name="Companies…").click()
    expect(form.get_by_role("combobox").first).to_have_value("Acme Props")
    form.get_by_role("combobox").first.fill("")
    form.get_by_role("button", name="Note").click()
    expect(floor.page.get_by_role("log")).to_contain_text("banks for no company.")
    # It is the floor's to note: a player sees no control for it, and may not send it.
    second.go(f"table/{id}")
    expect(second.page.locator(".bank-strip")).to_be_visible()
    expect(second.page.get_by_role("button", name="Companies…")).to_have_count(0)
