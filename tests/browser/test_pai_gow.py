"""Pai gow on the page: piles, dice, a hand that is set, fouls, house way, and the bank's side."""

from __future__ import annotations

from playwright.sync_api import expect

from cardroom.cards import Deck, parse_cards
from tests.browser.card_room import Visitor
from tests.browser.conftest import Visit
from tests.browser.test_axe import faults
from tests.browser.test_sizes import overflow

ACES = "As Ah 9c Jd 7c 4d 2s"
"""A pair of aces, and nothing else: both in front are foul."""
LIMITS = {"wager_min": "5", "wager_max": "500"}


def piles(number: int, mine: str) -> str:
    """A shoe in which this pile gets these cards: seven piles, a card to each in turn."""
    cards = parse_cards(mine)
    rest = [card for card in Deck(1, 1) if card not in cards]
    for row, card in enumerate(cards):
        rest.insert(7 * row + number - 1, card)
    return " ".join(card.text for card in rest)


def dealt(dealer: Visitor, id: str) -> None:
    """Seven piles, and four cards that stay over, as a dealer clicks them."""
    for _ in range(53):
        dealer.order(id, "deal-card")


def throw(dealer: Visitor, dice: str) -> None:
    dealer.page.get_by_role("button", name="Dice…").click()
    dealer.page.get_by_label("Dice result").fill(dice)
    dealer.page.get_by_role("button", name="Enter").click()


def asked_to_set(dealer: Visitor, size: str = "desk") -> str:
    """The visitor deals, and plays at seat 4 against the bot's bank at seat 1.

    The bot chooses pile 1; nine counts from the bank to seat 2, so pile 3 comes to seat 4.
    """
    id = dealer.open(
        game="fortune-pai-gow", options=LIMITS, dealing="by-hand", bots=1, shoe=piles(3, ACES)
    )
    dealer.go(f"table/{id}/sit")
    expect(dealer.page.locator(".stack-sum")).to_have_text("$500")
    dealer.bet()
    dealer.page.locator('[data-box="4"] [data-spot="fortune"]').click()
    expect(dealer.page.locator('[data-box="4"] [data-spot="fortune"]')).to_have_attribute(
        "data-state", "placed"
    )
    dealer.page.get_by_role("button", name="No more bets").click()
    expect(dealer.page.locator(".waits")).to_contain_text("card")
    dealt(dealer, id)
    expect(dealer.page.locator(".others .place")).to_have_count(7)
    throw(dealer, "3 5 1")
    dealer.asked("Set your hand")
    return id


def row(player: Visitor, name: str) -> list[str]:
    cards = player.page.locator(f".set-{name} .choose-card")
    found: list[str] = cards.evaluate_all("all => all.map(it => it.dataset.face)")
    return found


PLACED = """async (layout) => {
  const { advance, sceneOf } = await import("/js/felt/scene.js");
  const empty = { places: {}, bets: [], results: [], turn: [], buttons: [], boxes: [] };
  const scene = sceneOf({ ...empty, phase: "round" });
  for (const box of [1, 3]) {
    for (const button of ["token", "action"]) {
      advance(scene, { event: "button-placed", button, box }, layout);
    }
  }
  return scene.buttons.map((it) => `${it.button} ${it.box}`);
}"""


def test_a_button_that_a_bet_earns_stays_when_another_box_gets_one(visit: Visit) -> None:
    player = visit()
    player.go()
    layout = {"earned": ["token"]}
    assert player.page.evaluate(PLACED, layout) == ["token 1", "token 3", "action 3"]
    assert player.page.evaluate(PLACED, {}) == ["token 3", "action 3"]


ENDED = """async (layout) => {
  // The page has its own copy of the modules, and of the elements that they define.
  customElements.define = () => {};
  const { advance, sceneOf } = await import("/js/felt/scene.js");
  const { tellEvent } = await import("/js/felt/announcer.js");
  const places = { "1.1": { cards: ["??"] }, "2.1": { cards: ["??"] } };
  const empty = { bets: [], results: [], turn: [], buttons: [], boxes: [] };
  const scene = sceneOf({ ...empty, places, phase: "round" });
  const events = [
    { event: "hand-ended", box: 1, hand: 1, how: "thrown-in", label: "junk" },
    { event: "hand-ended", box: 2, hand: 1, how: "over", label: "24, over" },
    { event: "bank-ended", label: "junk" },
    { event: "peeked", natural: false },
  ];
  for (const event of events) advance(scene, event, layout);
  const status = Object.keys(places).map((name) => scene.places.get(name).status);
  return [...events.map((event) => tellEvent(event, layout, null)), ...status];
}"""


def test_a_hand_ends_in_the_words_of_the_felt(visit: Visit) -> None:
    player = visit()
    player.go()
    layout = {
        "bank": {"title": "Bank"},
        "boxes": [],
        "endings": [
            {"how": "thrown-in", "says": "thrown in", "gone": True},
            {"how": "over", "says": "", "gone": False},
        ],
        "hand_words": {"junk": "a junk hand"},
    }
    told = ["Box 1: junk, thrown in.", "Box 2: 24, over.", "Bank has a junk hand."]
    told.append("The dealer peeks: no natural.")
    assert player.page.evaluate(ENDED, layout) == [*told, "racked", "over"]


def test_a_hand_is_set_by_tap_drag_and_keys_and_a_foul_is_warned_about(visit: Visit) -> None:
    player = visit()
    asked_to_set(player)
    page = player.page
    expect(page.locator(".dice")).to_have_text("Dice: 9")
    expect(page.locator('[data-box="4"] .lammer[data-button="envy"]')).to_be_visible()
    expect(page.locator('[data-box="4"] .lammer[data-button="action"]')).to_be_visible()
    assert row(player, "back") == ["Ah", "As", "Jd", "9c", "7c", "4d", "2s"]
    # By tap: both aces.
    page.locator('.choose-card[data-face="As"]').click()
    page.locator('.choose-card[data-face="Ah"]').click()
    assert row(player, "front") == ["Ah", "As"]
    expect(page.locator(".set-hand .hint")).to_contain_text("Foul: pair of aces in front")
    player.act("set")
    expect(page.locator("#why")).to_contain_text("A foul hand loses")
    assert faults(player) == ""
    player.asked("Set your hand")
    # By keys: one ace goes back, and a figure key brings the nine; the jack would be foul as well.
    page.locator('.choose-card[data-face="Ah"]').focus()
    page.keyboard.press("ArrowDown")
    page.keyboard.press("4")
    assert row(player, "front") == ["As", "9c"]
    # By drag: the seven takes the place of what has lain in front longest.
    seven = page.locator('.choose-card[data-face="7c"]').bounding_box()
    front = page.locator(".set-front").bounding_box()
    assert seven is not None
    assert front is not None
    page.mouse.move(seven["x"] + 20, seven["y"] + 20)
    page.mouse.down()
    page.mouse.move(front["x"] + 40, front["y"] + 40, steps=6)
    page.mouse.up()
    assert row(player, "front") == ["9c", "7c"]
    expect(page.locator(".set-hand .hint")).to_have_text("nine high in front, pair of aces behind.")
    player.act("set")
    expect(page.locator('[data-box="4"] [data-half="front"] play-card')).to_have_count(2)
    expect(page.locator('[data-box="4"] [data-half="back"] .label')).to_have_text("pair of aces")


def test_a_foul_is_set_when_it_is_confirmed(visit: Visit) -> None:
    player = visit("phone")
    id = asked_to_set(player)
    for face in ("As", "Ah"):
        player.page.locator(f'.choose-card[data-face="{face}"]').click()
    assert overflow(player) <= 0
    player.act("set")
    expect(player.page.locator("#why")).to_contain_text("foul")
    player.act("set")
    expect(player.page.locator(".set-hand")).to_be_hidden()
    assert player.view(id)["places"]["4.front"]["cards"] == ["As", "Ah"]


def test_the_house_way_button_lies_at_the_hand(visit: Visit) -> None:
    player = visit()
    asked_to_set(player)
    player.page.keyboard.press("w")
    expect(player.page.locator('[data-box="4"] .lammer[data-button="house-way"]')).to_be_visible()
    assert faults(player) == ""


def test_the_floor_sets_a_hand_again_that_the_dealer_set_wrong(visit: Visit) -> None:
    player = visit()
    id = asked_to_set(player)
    page = player.page
    page.keyboard.press("w")
    proceed_until_opened(player, id, "4.front")
    assert set(player.view(id)["places"]["4.front"]["cards"]) == {"Jd", "9c"}
    page.get_by_role("button", name="Floor…").click()
    page.get_by_label("What happened").select_option("reset-hand")
    page.get_by_role("dialog").get_by_label("Box").fill("4")
    page.get_by_label("Cards in front").fill("9c, Zz")
    page.get_by_role("button", name="Record and apply").click()
    expect(page.get_by_role("dialog").get_by_role("alert")).to_contain_text("“Zz” is not a card")
    page.get_by_label("Cards in front").fill("9c 7c")
    page.get_by_role("button", name="Record and apply").click()
    expect(page.get_by_role("log")).to_contain_text("The floor: Reset hand.")
    assert set(player.view(id)["places"]["4.front"]["cards"]) == {"9c", "7c"}


def proceed_until_opened(dealer: Visitor, id: str, place: str) -> None:
    """The house sets the bank's hand, and the dealer opens the hands up to this one."""
    while "??" in dealer.view(id)["places"].get(place, {"cards": ["??"]})["cards"]:
        dealer.waits_for(id, lambda view: "proceed" in view["dealer"]["can"])
        dealer.order(id, "play", input={"input": "proceed"})


def test_a_bank_that_is_declined_goes_on_to_the_next(visit: Visit) -> None:
    player, company = visit(), visit()
    id = player.open(game="double-hand-poker", options=LIMITS, bots=0)
    player.go(f"table/{id}/sit")
    player.asked("Take the bank?")
    company.join(id, 6, 100_000)
    assert faults(player) == ""
    player.page.get_by_role("button", name="Pass").click()
    expect(player.page.get_by_role("button", name="Post the bank")).to_be_hidden()
    assert company.view(id)["bank"]["asked"] == company.view(id)["me"]["player"]


def test_the_bank_chooses_a_pile_and_confirms_its_hand(visit: Visit) -> None:
    bank, player = visit(), visit()
    id = bank.open(
        game="double-hand-poker", options=LIMITS, dealing="by-hand", bots=0, shoe=piles(5, ACES)
    )
    bank.go(f"table/{id}/sit")
    bank.asked("Take the bank?")
    bank.page.get_by_role("slider").fill("30000")
    bank.page.get_by_role("button", name="Post the bank").click()
    expect(bank.page.locator(".bank-plate")).to_contain_text("You have the bank")
    player.join(id, 2, 50_000)
    player.order(id, "place-bet", box=2, spot="main", stake=2000)
    bank.page.get_by_role("button", name="No more bets").click()
    expect(bank.page.locator(".waits")).to_contain_text("card")
    dealt(bank, id)
    bank.asked("Choose the first pile")
    assert faults(bank) == ""
    bank.page.locator('[data-number="3"]').click()
    expect(bank.page.locator('[data-place="pile3"] [data-status="chosen"]')).to_be_visible()
    # Thirteen counts from the bank at seat 4 to seat 2: pile 3 goes there, pile 5 to the bank.
    throw(bank, "5 6 2")
    player.answer(id, "house-way")
    expect(bank.page.locator(".waits")).to_contain_text("turn")
    for _ in range(7):
        bank.order(id, "play", input={"input": "proceed"})
    bank.asked("Set your hand")
    for face in ("As", "Ah"):
        bank.page.locator(f'.choose-card[data-face="{face}"]').click()
    bank.act("set")
    expect(bank.page.locator("#why")).to_contain_text("The dealer will set it the house way")
    bank.page.locator('.choose-card[data-face="Ah"]').click()
    bank.page.locator('.choose-card[data-face="9c"]').click()
    bank.act("set")
    expect(bank.page.locator('.bank [data-half="front"] .label')).to_have_text("ace high")
    # What the felt says about a whole hand is no label of its first card.
    expect(bank.page.locator("card-table[data-first]")).to_have_count(0)
