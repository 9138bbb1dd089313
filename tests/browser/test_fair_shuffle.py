"""A page contributes to the shuffle, and checks the cards of a past round by itself."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from playwright.sync_api import expect
from typer.testing import CliRunner

from cardroom.cli.app import build
from tests.browser.card_room import Visitor
from tests.browser.conftest import Visit

POSTED = {"wager_min": "5", "wager_max": "500", "shoe": "each-round", "decks": 1}


def play_out(player: Visitor, id: str) -> None:
    """Stand whenever the table asks, from the deal until the round is over."""
    player.waits_for(id, lambda view: view["phase"] != "betting" or view["results"])
    while (view := player.view(id))["phase"] == "round":
        if view["asks"]:
            verb = "decline" if view["asks"][0]["topic"] == "insurance" else "stand"
            player.answer(id, verb)


def proofs(player: Visitor, id: str, number: int) -> Any:
    path = f"{player.room.url}/api/tables/{id}/rounds/{number}/proof"
    return player.context.request.get(path).json()


def test_a_page_contributes_and_checks_what_it_saw(visit: Visit, tmp_path: Path) -> None:
    player = visit()
    id = player.sit(options=POSTED)
    player.bet()
    player.deal()
    play_out(player, id)
    # The next bet makes the house shuffle, and waits until the page has found new primes.
    player.bet()
    expect(player.page.locator(".fair")).to_contain_text("Your page helped to shuffle these cards")
    player.deal()
    play_out(player, id)
    player.go(f"table/{id}/rounds/2")
    player.page.get_by_role("button", name="Check the cards").click()
    said = player.page.locator(".replay-checked")
    expect(said).to_contain_text("you saw are the ones the house committed to")
    expect(said).to_contain_text("This browser saw the commitment before the bets")
    expect(said).to_contain_text("Contributed to the shuffle: guest")
    (proof,) = proofs(player, id, 2)
    assert [each["prime"] for each in proof["mix"]["contributions"]] != [""]
    file = tmp_path / "proof.json"
    file.write_text(json.dumps(proof))
    command = ["audit", "fairness", str(file)]
    result = CliRunner().invoke(build(command), command)
    assert result.exit_code == 0, result.output
    assert "mixed with contributions from guest" in result.output


def test_the_page_finds_a_card_that_was_exchanged(visit: Visit) -> None:
    player = visit()
    id = player.sit(options=POSTED)
    player.bet()
    player.deal()
    play_out(player, id)
    (proof,) = proofs(player, id, 1)
    proof["openings"][0]["card"] = "As" if proof["openings"][0]["card"] != "As" else "Kd"
    player.page.route("**/rounds/1/proof", lambda route: route.fulfill(json=[proof]))
    player.go(f"table/{id}/rounds/1")
    player.page.get_by_role("button", name="Check the cards").click()
    said = player.page.locator(".replay-checked")
    expect(said).to_contain_text("is not the card that the house committed to")
