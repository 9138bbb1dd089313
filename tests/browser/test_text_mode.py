"""The table without a felt: a log, a command line, and keys that say the state."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.browser.card_room import Visitor
from tests.browser.conftest import Visit
from tests.browser.test_axe import faults
from tests.browser.test_pai_gow import ACES, LIMITS, dealt, piles
from tests.browser.test_sizes import overflow
from tests.proofs import later

RANKS = dict(
    zip(
        "A23456789TJQK",
        [
            "Ace",
            "Two",
            "Three",
            "Four",
            "Five",
            "Six",
            "Seven",
            "Eight",
            "Nine",
            "Ten",
            "Jack",
            "Queen",
            "King",
        ],
        strict=True,
    )
)
SUITS = {"c": "clubs", "d": "diamonds", "h": "hearts", "s": "spades"}
SHOE = "2c 8s 6d 8h Tc 3d"


def types(page: Page, *commands: str) -> None:
    for command in commands:
        page.get_by_label("Command").fill(command)
        page.keyboard.press("Enter")


def test_a_round_is_typed_and_heard(visit: Visit) -> None:
    player = visit()
    player.sit(shoe=SHOE, bots=0)
    page = player.page
    page.keyboard.press("\\")
    expect(page.get_by_label("Command")).to_be_focused()
    expect(page.locator("card-table")).to_be_hidden()
    log = page.get_by_role("log", name="Log of the table")
    types(page, "hand", "bet 10")
    expect(log).to_contain_text("You have no cards.")
    expect(page.locator(".stack-sum")).to_have_text("$490")
    types(page, "deal")
    expect(log).to_contain_text("You may: Hit, Stand, Double")
    types(page, "hand", "bank", "bets", "fly", "surrender")
    for said in (
        "Eight of spades, Eight of hearts; 16.",
        "Dealer: Six of diamonds, a card face down.",
        "Box 4, Wager: $10.",
        '"fly" is not a command here.',
    ):
        expect(log).to_contain_text(said)
    assert faults(player) == ""
    tree = page.locator("main").aria_snapshot()
    assert '- log "Log of the table"' in tree
    assert '- textbox "Command"' in tree
    for width, height in ((320, 640), (640, 320), (320, 256)):
        page.set_viewport_size({"width": width, "height": height})
        assert overflow(player) <= 0
    types(page, "stand")
    expect(log).to_contain_text("The round is over: you lost $10.")
    types(page, "felt")
    expect(page.locator("card-table")).to_be_visible()


@pytest.mark.parametrize(
    ("game", "bets", "answer"),
    [
        ("fortune-pai-gow", ("bet 10", "bet 5 fortune"), "house way"),
        ("double-hand-poker", ("bet 10",), "set hand {0} {1}"),
        later("three-card-poker", ("bet 10",), "play"),
    ],
)
def test_games_against_a_bank_are_played_by_typing(
    visit: Visit, game: str, bets: tuple[str, ...], answer: str
) -> None:
    """By what a screen reader finds: a log, a field, and the state in words on request."""
    player = visit()
    id = player.sit(game=game, options={}, bots=2)
    page = player.page
    page.keyboard.press("\\")
    log = page.get_by_role("log", name="Log of the table")
    types(page, "bet 1")
    expect(log).to_contain_text("The minimum on ")
    types(page, *bets)
    player.waits_for(id, lambda view: own_bets(view) == len(bets))
    types(page, "deal")
    expect(log).to_contain_text("You may: ")
    types(page, "hand", "bank", "bets", "pot", "turn")
    view = player.view(id)
    (mine,) = [it["cards"] for name, it in view["places"].items() if name.startswith("4.")]
    expect(log).to_contain_text(", ".join(map(spoken, mine)))
    tree = page.get_by_role("region", name="Text mode").aria_snapshot()
    for words in ("Your chips: $", "Your turn, box 4. You may: ", " has the bank: $", "Box 4, "):
        assert words in tree, tree
    types(page, answer.format(*mine))
    expect(log).to_contain_text("The round is over: ")
    expect(log).to_contain_text("after a collection of $")
    assert faults(player) == ""


@pytest.mark.parametrize(
    ("game", "offered", "others"),
    [
        ("blackjack", ("bet 5, bet 5 on 7: ", "hit, stand, double"), ("bank 200", "set ", "post,")),
        (
            "fortune-pai-gow",
            (" fortune, bet ", "choose 3: ", "set Ah Kd: ", "bank 200, pass: ", "setup: "),
            ("hit", "behind", "out, in"),
        ),
        (
            "texas-holdem",
            ("raise 20: ", "out, in: ", "leave a seat"),
            ("bet 10", "rebet", "set ", "bank 200"),
        ),
    ],
)
def test_help_names_the_commands_of_this_table_only(
    visit: Visit, game: str, offered: tuple[str, ...], others: tuple[str, ...]
) -> None:
    player = visit()
    player.sit(game=game, options={}, bots=2)
    player.page.keyboard.press("\\")
    types(player.page, "help")
    log = player.page.get_by_role("log", name="Log of the table")
    expect(log).to_contain_text("felt: back to the felt")
    _, _, said = log.inner_text().partition("help")
    assert [words for words in offered if words not in said] == []
    assert [words for words in others if words in said] == [], said


def own_bets(view: Any) -> int:
    return sum(bet["owner"] == view["me"]["player"] for bet in view["bets"])


def spoken(card: str) -> str:
    return "Joker" if card == "Jk" else f"{RANKS[card[0]]} of {SUITS[card[1]]}"


def tree_of(player: Visitor) -> list[tuple[str, str, dict[str, Any]]]:
    """Role, words, and properties of everything that a screen reader is given, in its order."""
    session = player.context.new_cdp_session(player.page)
    session.send("Accessibility.enable")
    nodes = session.send("Accessibility.getFullAXTree")["nodes"]
    session.detach()
    known = {node["nodeId"]: node for node in nodes}
    found = []
    left = [nodes[0]]
    while left:
        node = left.pop()
        left += [known[id] for id in reversed(node.get("childIds", [])) if id in known]
        if not node["ignored"]:
            said = {it["name"]: it["value"].get("value") for it in node.get("properties", [])}
            said["description"] = node.get("description", {}).get("value", "")
            role, name = node["role"]["value"], node.get("name", {}).get("value", "")
            found.append((role, name, said))
    return found


def test_a_screen_reader_is_given_the_whole_round(visit: Visit) -> None:
    player = visit()
    player.sit(shoe=SHOE, bots=0)
    player.page.keyboard.press("\\")
    types(player.page, "bet 10")
    expect(player.page.locator(".stack-sum")).to_have_text("$490")
    types(player.page, "deal")
    log = player.page.get_by_role("log", name="Log of the table")
    expect(log).to_contain_text("You may: Hit, Stand, Double")
    tree = tree_of(player)
    # The log is spoken as it grows, line by line and in order.
    (spot,) = [at for at, (role, name, _) in enumerate(tree) if (role, name[:3]) == ("log", "Log")]
    assert (tree[spot][2]["live"], tree[spot][2]["atomic"]) == ("polite", False)
    words = [name for role, name, _ in tree[spot:] if role == "StaticText"]
    cards = ["Box 4: Eight of spades.", "Dealer: Six of diamonds.", "Box 4: Eight of hearts."]
    at = words.index(cards[0])
    assert words[at - 1] == "No more bets."
    assert words[at : at + 4] == [*cards, "Dealer: a card face down."]
    assert words[at + 4].endswith("You may: Hit, Stand, Double, Split.")
    # The command line has the focus, and is described by the question.
    (line,) = [said for role, _, said in tree if role == "textbox"]
    assert line["focused"]
    assert line["description"] == "Your turn, box 4. You may: Hit, Stand, Double, Split."
    # Buttons say what they cost or why they are barred; nothing of the felt is left.
    buttons = {name: said for role, name, said in tree if role == "button"}
    assert all(buttons)
    assert {"Say your hand", "Say the bets", "Double $10", "Split $10"} <= set(buttons)
    assert buttons["Surrender"]["disabled"]
    assert "Blackjack / Surrender 1" in buttons["Surrender"]["description"]
    assert [name for role, name, _ in tree if role == "image"] == ["Cardroom"]


def test_keys_say_the_state_at_the_felt(visit: Visit) -> None:
    player = visit()
    player.sit(shoe=SHOE, bots=0)
    player.bet(presses=2)
    player.deal()
    player.asked("16")
    heard = player.page.get_by_role("log", name="What happens at the table")
    for key, said in (
        (",", "Eight of spades, Eight of hearts; 16."),
        (".", "Dealer: Six of diamonds, a card face down."),
        (";", "Box 4, Wager: $10."),
        ("'", "Your chips: $490"),
        ("/", "Your turn, box 4. You may: Hit, Stand"),
    ):
        player.page.keyboard.press(key)
        expect(heard.locator("p").last).to_contain_text(said)


def test_a_guided_round_says_what_to_do_next(visit: Visit) -> None:
    player = visit()
    player.sit(shoe=SHOE, bots=0)
    # A new player is offered it without looking for it.
    player.page.get_by_role("button", name="New to this game?").click()
    guide = player.page.locator(".guide")
    expect(guide).to_contain_text("How it works. You play against the dealer.")
    player.page.get_by_role("button", name="Next", exact=True).click()
    expect(guide).to_contain_text("Place a bet. Choose a chip below")
    player.bet()
    expect(guide).to_contain_text("Now press Deal.")
    player.deal()
    expect(guide).to_contain_text("Stand: keep the hand as it is")
    assert faults(player) == ""
    player.act("stand")
    expect(guide).to_contain_text("You lost $5. The rule:")
    player.page.get_by_role("button", name="End the guide").click()
    expect(guide).to_have_count(0)
    expect(player.page.get_by_role("button", name="New to this game?")).to_be_hidden()
    player.page.get_by_role("button", name="Posted").click()
    player.page.get_by_role("button", name="Guide me through a round").click()
    expect(guide).to_contain_text("How it works.")


def test_light_colors_have_enough_contrast(visit: Visit) -> None:
    player = visit()
    player.go()
    player.page.get_by_role("button", name="Settings").click()
    player.page.get_by_label("Light").check()
    assert faults(player, "dialog") == ""
    player.page.keyboard.press("Escape")
    expect(player.page.locator(".game-card").first).to_be_visible()
    assert faults(player) == ""
    player.sit(shoe=SHOE, bots=0)
    player.bet()
    assert faults(player) == ""
    player.deal()
    player.asked("16")
    assert faults(player) == ""
    player.act("stand")
    expect(player.page.locator(".slip-total")).to_have_text("−$5")
    assert faults(player) == ""


def test_the_bank_types_the_number_of_a_pile(visit: Visit) -> None:
    bank, player = visit(), visit()
    id = bank.open(
        game="double-hand-poker", options=LIMITS, dealing="by-hand", bots=0, shoe=piles(5, ACES)
    )
    bank.join(id, 4, 50_000)
    bank.order(id, "post-bank", amount=30_000)
    player.join(id, 2, 50_000)
    player.order(id, "place-bet", box=2, spot="main", stake=2000)
    bank.order(id, "close-bets")
    dealt(bank, id)
    bank.go(f"table/{id}")
    bank.asked("Choose the first pile")
    bank.page.keyboard.press("\\")
    log = bank.page.get_by_role("log", name="Log of the table")
    types(bank.page, "choose")
    expect(log).to_contain_text("Type the number of a pile from 1 to 7, as in choose 1.")
    types(bank.page, "choose 3")
    expect(log).to_contain_text("Choose pile 3.")
