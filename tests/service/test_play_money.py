"""Play money is money: chips made without the house's own shuffle and odds stay at their table."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from cardroom.store import open_store
from cardroom.table.replay import imbalances, replay_journal
from tests.service.running_service import House, Table, refusal, running, with_settings

START = 100_000


def wallet(table: Table) -> int:
    cents: int = table.guest.http.get("/api/me").json()["wallet"]
    return cents


def natural(table: Table, stake: int) -> None:
    """The guest deals a natural to the own box, and seventeen to the bank."""
    if "load-shoe" in table.view["dealer"]["can"]:
        table.do("load-shoe")
    table.do("place-bet", box=1, spot="main", stake=stake)
    table.do("close-bets")
    cards = {"1.1": ["As", "Kd"], "bank": ["9c", "8c"], "burn": ["2d"]}
    while "end-round" not in (dealer := table.view["dealer"])["can"]:
        if dealer["head"] == "card":
            table.play("draw", card=cards[dealer["place"]].pop(0))
        else:
            table.play("proceed")
    table.do("end-round")


def test_chips_that_a_guest_deals_to_itself_never_leave_the_table(house: House) -> None:
    table = house.guest().open(dealing="physical", options={"wager_max": "10000"})
    table.do("sit-down", seat=1)
    table.do("buy-in", amount=START)
    for _ in range(3):
        natural(table, 90_000)
    assert table.view["me"]["stack"] > 500_000, "at the own table anything can be won"
    table.do("leave-seat")
    table.do("cash-out")
    assert wallet(table) == START
    own = Table(table.guest, house.guest().open().id)
    own.do("sit-down", seat=2)
    assert refusal(own.send("buy-in", amount=START + 100)) == "cashier.wallet"
    own.do("buy-in", amount=START)


def test_money_that_is_lost_at_a_practice_table_is_not_lost(house: House) -> None:
    """Otherwise a table without the house's shuffle could empty other people's wallets."""
    table = house.guest().open(dealing="by-hand")
    victim = house.guest().at(table)
    victim.sit(2)
    assert victim.view["table"]["chips"] == "practice"
    assert wallet(victim) == START
    assert table.guest.http.delete(table.url).status_code == 200
    assert wallet(victim) == START


def test_another_way_of_dealing_makes_no_practice_chips_good(house: House) -> None:
    table = house.guest().open(dealing="by-hand")
    table.sit(1)
    table.do("change-dealing", dealing="automatic")
    assert table.view["table"]["chips"] == "practice"
    table.do("cash-out")
    assert wallet(table) == START


def test_the_opener_of_a_table_with_house_chips_never_deals_there(house: House) -> None:
    table = house.guest().open()
    table.sit(1)
    house.cast("floor").at(table).do("change-dealing", dealing="physical")
    assert table.view["dealer"] is None
    assert refusal(table.send("load-shoe")) == "service.command"
    assert table.view["table"]["chips"] == "house"


def test_practice_chips_have_a_bound_and_a_clause(house: House) -> None:
    table = house.guest().open(dealing="by-hand")
    assert refusal(table.send("buy-in", amount=10**15)) == "table.practice"


def test_the_books_keep_practice_chips_apart(tmp_path: Path) -> None:
    with running(with_settings(data=tmp_path)) as house:
        table = house.guest().open(dealing="physical", options={"wager_max": "10000"})
        table.do("sit-down", seat=1)
        table.do("buy-in", amount=START)
        natural(table, 50_000)
        table.do("cash-out", amount=20_000)
    store = open_store(str(tmp_path / "journal.sqlite"))
    whole = replay_journal(store.heads(), store.read)
    store.close()
    assert (whole.differences, list(imbalances(whole.ledger))) == ((), [])
    kinds = {account.kind for account in whole.ledger.balances if account.place == table.id}
    assert "practice" in kinds
    assert "transit" not in kinds


GIFT = """
name = "gift"
title = "Gift"
cards = ["first", "second"]

[[row]]
name = "alike"
when = "same color"
pays = "1000 to 1"

[[row]]
name = "unlike"
when = "not same color"
pays = "1000 to 1"
"""


def test_a_guests_own_side_bet_wins_no_money(house: House) -> None:
    """Dealt by the house, and paid at odds that the guest wrote."""
    table = house.guest().open(side_bets=[GIFT])
    assert table.view["table"]["chips"] == "practice"
    table.sit(4)
    table.do("place-bet", box=4, spot="main", stake=1_000)
    table.do("place-bet", box=4, spot="gift", stake=10_000)
    table.do("close-bets")
    table.finish()
    assert table.view["me"]["stack"] > 10_000_000
    table.do("leave-seat")
    table.do("cash-out")
    assert wallet(table) == START


@pytest.mark.parametrize(
    ("game", "chosen", "chips"),
    [
        ("blackjack", {}, "house"),
        ("blackjack", {"options": {"wager_max": "5000", "boxes": 5}}, "house"),
        ("blackjack", {"house": "washington"}, "house"),
        ("blackjack", {"house": "washington", "options": {"natural_pays": "2:1"}}, "practice"),
        ("blackjack", {"options": {"dealer_cards_up": 2}}, "practice"),
        (
            "three-card-poker",
            {"options": {"bonus_table": "pair pays 99 to 1", "allow_player_edge": True}},
            "house",
        ),
        (
            "three-card-poker",
            {"options": {"bonus_table": "pair pays 99 to 1", "allow_player_edge": True}, "bots": 1},
            "practice",
        ),
        ("three-card-poker", {"bots": 1}, "house"),
        ("texas-holdem", {"options": {"betting": "limit", "bets": "2/4"}, "bots": 1}, "house"),
    ],
    ids=str,
)
def test_the_houses_money_is_played_for_at_the_odds_it_posts(
    house: House, game: str, chosen: dict[str, Any], chips: str
) -> None:
    """Its bank's, and that of its bots; among themselves people may play as they please."""
    assert house.guest().open(game, **chosen).view["table"]["chips"] == chips
