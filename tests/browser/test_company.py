"""Two people and a spectator at one table: each sees what is theirs, at the felt or in words."""

from __future__ import annotations

import re

from playwright.sync_api import expect

from tests.browser.conftest import Visit
from tests.browser.test_axe import faults
from tests.browser.test_text_mode import types

HOLDEM = {"betting": "limit", "smallest_chip": "1"}


def test_two_people_and_a_spectator_at_a_poker_table(visit: Visit) -> None:
    ann, bea, eve = visit(), visit(), visit("phone")
    id = ann.sit(game="texas-holdem", options=HOLDEM, bots=0)
    bea.go(f"table/{id}/sit")
    expect(bea.page.locator(".stack-sum")).to_have_text("$500")
    eve.go(f"table/{id}")
    expect(eve.page.locator(".status")).to_have_text("You are watching.")
    expect(ann.page.get_by_role("log")).to_contain_text(
        re.compile(r"Guest \w+ sat down at seat \d")
    )
    # Bea plays in words.
    bea.page.keyboard.press("\\")
    log = bea.page.get_by_role("log", name="Log of the table")
    ann.deal()
    types(bea.page, "deal")
    ann.waits_for(id, lambda view: view["phase"] == "round" and bool(view["turn"]))
    ours, theirs = ann.view(id), bea.view(id)
    seen = eve.view(id)["places"]
    assert {tuple(seen[place]["cards"]) for place in seen if place[0].isdigit()} == {("??", "??")}
    # Everybody sees the same seats, stacks, and turn, and their own cards only.
    assert ours["turn"] == theirs["turn"]
    assert [it["stack"] for it in ours["boxes"]] == [it["stack"] for it in theirs["boxes"]]
    for view in (ours, theirs):
        (own,) = view["me"]["boxes"]
        for place, held in view["places"].items():
            if place[0].isdigit():
                assert ("??" in held["cards"]) == (int(place.split(".")[0]) != own)
    for visitor in (ann, eve):
        expect(visitor.page.locator(".box .hand play-card")).to_have_count(4)
    expect(eve.page.locator(".acts:visible, .tray:visible")).to_have_count(0)
    assert faults(eve) == ""
    # Ann has the button and calls; Bea checks, and folds on the flop.
    ann.act("call")
    expect(log).to_contain_text("You may: Check")
    types(bea.page, "check")
    ann.waits_for(id, lambda view: len(view["places"].get("board", {"cards": ()})["cards"]) == 3)
    for visitor in (ann, eve):
        expect(visitor.page.locator(".board play-card")).to_have_count(3)
    expect(log).to_contain_text("Board: ")
    types(bea.page, "fold")
    expect(log).to_contain_text("The round is over: you lost $2.")
    expect(ann.page.locator(".slip-total")).to_have_text("$0")
    for visitor in (ann, eve):
        expect(visitor.page.locator(".box[data-folded]")).to_have_count(1)
    assert faults(bea) == ""
