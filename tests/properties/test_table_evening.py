"""An evening: three tables, several players, irregularities, pauses, crashes, repeated commands."""

from __future__ import annotations

from collections import Counter
from pathlib import Path
from random import Random

import pytest

from cardroom.events.table import RoundCleared
from cardroom.ledger import Ledger, post
from cardroom.ledger import accounts as at
from cardroom.play.round import Refusal
from cardroom.store import Store, open_store
from cardroom.table import Envelope
from cardroom.table import commands as c
from cardroom.table.cashier import Deposit
from cardroom.table.floor import HOUSE, Floor, Receipt
from cardroom.table.journal import CASHIER, read_cashier, read_table, stream_of
from tests.floor_calls import do, do_cashier
from tests.random_play import anything

TABLES: dict[str, c.OpenTable] = {
    "one": c.OpenTable("one", "blackjack", {"decks": 1, "cut": 60, "surrender": "late"}),
    "two": c.OpenTable("two", "no-bust-joker", {"backline": True}, dealing="by-hand"),
    "six": c.OpenTable("six", "bet-the-set-21", {"blazing_7s": 1}, dealing="physical"),
}
PLAYERS = ["ann", "bob", "cy", "dot"]


def books(store: Store) -> Ledger:
    """The ledger of the whole journal."""
    ledger = Ledger()
    for entry in store.read(CASHIER):
        ledger = post(ledger, "", read_cashier(entry).events)
    for id in TABLES:
        for entry in store.read(stream_of(id)):
            ledger = post(ledger, id, read_table(entry).events)
    return ledger


def check(floor: Floor) -> None:
    ledger = books(floor.store)
    assert ledger.total == 0
    assert not [account for account in ledger.balances if account.kind == "transit"]
    for player in PLAYERS:
        assert ledger.balance(at.wallet(player)) == floor.wallet(player)
    for id in TABLES:
        table = floor.table(id)
        assert table is not None
        for player in PLAYERS:
            assert ledger.balance(at.stack(id, player)) == table.stack(player)


def evening(place: str, seed: int, commands: int) -> Counter[str]:
    chance = Random(seed)
    store = open_store(place)
    floor = Floor(store)
    seen: Counter[str] = Counter()
    for id, command in TABLES.items():
        assert isinstance(do(floor, id, Envelope(f"open-{id}", HOUSE, command)), Receipt)
    for player in PLAYERS:
        given = do_cashier(floor, f"cash-{player}", HOUSE, Deposit(player, 10_000_00))
        assert isinstance(given, Receipt)
    for number in range(commands):
        id = chance.choice(list(TABLES))
        table = floor.table(id)
        assert table is not None
        envelope = Envelope(f"c{number}", HOUSE, anything(table, PLAYERS, chance, irregularities=6))
        times = 5 if chance.randrange(20) == 0 else 1
        answers = [do(floor, id, envelope) for _ in range(times)]
        first = answers[0]
        if isinstance(first, Refusal):
            seen["refused"] += 1
            continue
        seen.update(type(event).__name__ for event in first.events)
        for answer in answers[1:]:
            assert isinstance(answer, Receipt)
            assert answer.repeated
            assert (answer.seq, answer.events) == (first.seq, first.events)
        if chance.randrange(200) == 0:
            before = {id: floor.table(id) for id in TABLES}
            if place != ":memory:":
                store.close()
                store = open_store(place)
            floor = Floor(store)
            assert {id: floor.table(id) for id in TABLES} == before
            seen["crash"] += 1
    check(floor)
    store.close()
    return seen


def test_an_evening_in_memory() -> None:
    seen = evening(":memory:", 7, 3000)
    for what in ("crash", "refused", "Intervened", "Rewound", "TablePaused", "BetReversed"):
        assert seen[what], f"no {what} in the whole evening"
    assert seen[RoundCleared.__name__] > 60


def test_an_evening_on_disk(tmp_path: Path) -> None:
    assert evening(str(tmp_path / "journal.db"), 8, 600)["RoundBegan"]


@pytest.mark.prove
@pytest.mark.parametrize("seed", range(20))
def test_a_season(seed: int, tmp_path: Path) -> None:
    evening(str(tmp_path / "journal.db"), seed, 3000)
