"""What everybody at a player-banked table sees: the bank, its reach, buttons and collection."""

from __future__ import annotations

import time
from typing import Any

from tests.service.running_service import PATIENCE_SECONDS, House, Table, heard, refusal, told_until

# Cards go to boxes 2 and 3 and the bank at 1, then to the boxes again; the bank's second card comes
# when all are done.
SHOE = "Ts 9s 9h 8s 7s Kd"


def two_players(house: House, shoe: str, bank: int = 1500) -> tuple[Table, Table, Any]:
    """Ann banks at seat 1; Bob sits at 2 and 3."""
    ann = house.guest().open("no-bust-joker", shoe=shoe)
    ann.sit(1)
    bob = house.guest().at(ann)
    bob.sit(2)
    assert ann.view["bank"]["asked"] == ann.guest.name
    ann.do("post-bank", amount=bank)
    bob.do("place-bet", box=2, spot="main", stake=1000)
    bob.do("place-bet", box=3, spot="main", stake=1000)
    return ann, bob, bob.view


def test_before_the_deal_the_collection_that_is_due_is_shown_by_box(house: House) -> None:
    _, _, view = two_players(house, SHOE)
    assert [(fee["box"], fee["amount"]) for fee in view["fees"]] == [(2, 50), (3, 50), (1, 50)]
    bank = view["bank"]
    assert (bank["posted"], bank["can_pay"], bank["round"]) == (1500, 1500, 1)
    assert bank["limit"] == "combined"
    assert bank["reach"] == []
    assert {"button": "bank", "box": 1, "note": "1"} in view["buttons"]


def test_a_bet_can_win_no_more_than_is_left_of_the_bank(house: House) -> None:
    # A Natural 22 pays 2 to 1: $20 on each $10, if the bank has so much.
    _, _, view = two_players(house, SHOE)
    assert [bet["can_win"] for bet in view["bets"]] == [1500, 1500]
    _, _, view = two_players(house, SHOE, bank=10000)
    assert [bet["can_win"] for bet in view["bets"]] == [2000, 2000]


def test_a_banker_gets_no_refill_while_the_bank_is_in_play(house: House) -> None:
    ann = house.guest().open("no-bust-joker", shoe=SHOE)
    ann.sit(1, 100_000)
    bob = house.guest().at(ann)
    bob.sit(2)
    ann.do("post-bank", amount=99_500)
    bob.do("place-bet", box=2, spot="main", stake=1000)
    ann.send("close-bets")
    bob.do("close-bets")
    assert bob.view["phase"] == "round"
    assert refusal(ann.guest.http.post("/api/refill")) == "service.refill"


def test_a_bank_that_runs_out_leaves_partial_and_no_action_with_their_clause(
    house: House,
) -> None:
    ann, bob, _ = two_players(house, SHOE)
    ann.send("close-bets")
    bob.do("close-bets")
    view = bob.finish()
    # Bank 9 and king: 19. Both of Bob's hands (10-8 and 9-7, standing) lose; the king counts ten,
    # so the tenth wager around is box 3's: it loses its ten dollars, and box 2 only five of its.
    bank = view["bank"]
    assert {"button": "action", "box": 3, "note": ""} in view["buttons"]
    assert bank["reach"] == [3, 2]
    assert (bank["collected"], bank["can_collect"]) == (1500, 0)
    found = {row["box"]: row for row in view["results"]}
    assert (found[3]["coverage"], found[3]["net"]) == ("full", -1000)
    assert (found[2]["coverage"], found[2]["action"], found[2]["net"]) == ("partial", 500, -500)
    assert found[2]["covered_by"]["id"] == "bank.coverage"
    assert found[3]["covered_by"] is None


def test_the_results_of_a_round_come_with_its_collection(house: House) -> None:
    """Stack before, plus results, less what was collected, is the stack after."""
    ann, bob, before = two_players(house, SHOE)
    stack = before["me"]["stack"] + 2000
    ann.send("close-bets")
    bob.do("close-bets")
    view = bob.finish()
    won = sum(row["net"] for row in view["results"])
    fees = sum(fee["amount"] for fee in view["round_fees"] if fee["owner"] == bob.guest.name)
    assert (won, fees) == (-1500, 100)
    assert view["me"]["stack"] == stack + won - fees
    # The next bet clears the round; its results and its collection stay in view.
    bob.do("place-bet", box=2, spot="main", stake=1000)
    assert bob.view["round_fees"] == view["round_fees"]
    (row,) = bob.guest.http.get(f"{bob.url}/rounds").json()
    assert row["results"] == {bob.guest.name: -1600, ann.guest.name: 1450}


def test_a_wager_without_action_brings_a_free_collection_button(house: House) -> None:
    ann, bob, _ = two_players(house, SHOE, bank=1000)
    ann.send("close-bets")
    bob.do("close-bets")
    view = bob.finish()
    found = {row["box"]: row for row in view["results"]}
    assert (found[2]["coverage"], found[2]["net"]) == ("none", 0)
    button = {"button": "free-collection", "box": 2, "note": "50 or less"}
    assert button in view["buttons"]
    ann.do("end-round")
    assert button in bob.view["buttons"]
    assert ann.view["bank"]["asked"] == ann.guest.name
    ann.do("post-bank", amount=2000)
    assert ann.view["bank"]["round"] == 2
    assert {"button": "bank", "box": 1, "note": "2"} in ann.view["buttons"]
    bob.do("place-bet", box=2, spot="main", stake=1000)
    fees = {fee["box"]: fee for fee in bob.view["fees"]}
    assert (fees[2]["amount"], fees[2]["waived"]) == (0, 50)


def test_who_will_be_asked_next_is_known(house: House) -> None:
    ann, bob, view = two_players(house, SHOE)
    names = [ann.guest.name, bob.guest.name]
    assert view["bank"]["next"] == names
    ann.send("close-bets")
    bob.do("close-bets")
    bob.finish()
    ann.do("end-round")
    ann.do("decline-bank")
    assert bob.view["bank"]["asked"] == bob.guest.name
    assert bob.view["bank"]["next"] == []


def test_a_player_who_came_while_another_was_asked_is_next(house: House) -> None:
    ann = house.guest().open("no-bust-joker")
    ann.sit(8)
    bob, cy = (house.guest().at(ann) for _ in range(2))
    bob.sit(1)
    cy.sit(3)
    bank = cy.view["bank"]
    assert bank["asked"] == ann.guest.name
    assert bank["next"] == [bob.guest.name, cy.guest.name]
    assert bank["collection"] == 200
    ann.do("decline-bank")
    assert cy.view["bank"]["asked"] == bob.guest.name
    assert cy.view["bank"]["next"] == [cy.guest.name]


def test_other_rules_are_announced_before_they_are_posted_and_then_lie_on_the_felt(
    house: House,
) -> None:
    ann, bob, view = two_players(house, SHOE)
    assert view["notice"] is None
    floor = house.cast("floor").at(ann)
    with bob.stream() as socket:
        before = heard(socket)["layout"]
        options = {"wager_min": "5", "wager_max": "100", "backline": True, "decks": 8}
        floor.do("change-rules", game="no-bust-joker", options=options, rounds=1)
        notice = bob.view["notice"]
        assert notice["rounds"] == 1
        named = {row["option"]: (row["was"], row["will"]) for row in notice["changes"]}
        assert named["decks"] == ("6", "8")
        assert named["backline"] == ("no", "yes")
        ann.send("close-bets")
        bob.do("close-bets")
        # The round that lies there is still one of the rules as they are.
        assert bob.finish()["notice"]["rounds"] == 1
        ann.do("end-round")
        steps = told_until(socket, bob.view["table"]["seq"])
        posted = [step for step in steps if step["type"] == "step" and step.get("layout")]
    assert bob.view["notice"] is None
    (step,) = posted
    assert (before["backline"], step["layout"]["backline"]) == (False, True)
    assert step["view"]["limits"]["least"] == 500


def pai_gow(house: House) -> tuple[Table, Table]:
    """Ann sits at 1 and is asked to bank first; Bob sits at 3."""
    ann = house.guest().open("double-hand-poker")
    ann.sit(1)
    bob = house.guest().at(ann)
    bob.sit(3)
    return ann, bob


def test_before_the_first_bank_anybody_who_sits_may_ask_for_other_cards(
    house: House,
) -> None:
    ann, bob = pai_gow(house)
    ann.do("post-bank", amount=10_000)
    before = bob.view["shoe"]
    assert (bob.view["setup"], ann.view["setup"]) == ({"refused": None}, {"refused": None})
    bob.do("ask-setup")
    deadline = time.monotonic() + PATIENCE_SECONDS
    while (after := bob.view["shoe"])["due"]:
        assert time.monotonic() < deadline, "the house never shuffles"
    assert after["number"] == before["number"] + 1
    assert after["root"] != before["root"]
    watcher = house.guest().at(ann)
    assert watcher.view["setup"] is None
    assert refusal(watcher.send("ask-setup")) == "table.seated"
    assert watcher.send("ask-setup", player=bob.guest.name).status_code == 403


def test_before_the_second_bank_only_the_bank_asks_and_never_in_a_round(
    house: House,
) -> None:
    ann, bob = pai_gow(house)
    ann.do("post-bank", amount=10_000)
    bob.do("place-bet", box=3, spot="main", stake=1000)
    ann.send("close-bets")
    bob.do("close-bets")
    assert bob.view["setup"] is None
    assert refusal(bob.send("ask-setup")) == "table.between-rounds"
    while ann.view["phase"] == "round":
        for player in (ann, bob):
            for ask in player.view["asks"]:
                verbs = [option["verb"] for option in ask["options"]]
                verb = next(it for it in ("house-way", "choose", "decline") if it in verbs)
                amount = 1 if verb == "choose" else None
                player.play("answer", box=ask["box"], verb=verb, amount=amount)
    ann.do("end-round")
    between = bob.view
    assert between["setup"]["refused"]["clause"]["id"] == "shoe.new-setup"
    assert refusal(bob.send("ask-setup")) == "shoe.new-setup"
    assert ann.view["setup"] == {"refused": None}
    ann.do("ask-setup")


def test_a_game_from_a_shoe_offers_no_other_cards(house: House) -> None:
    table = house.guest().open()
    table.sit()
    assert table.view["setup"] is None
    assert refusal(table.send("ask-setup")) == "shoe.new-setup"
