"""What was settled stays settled, whatever a newer version would have paid."""

from __future__ import annotations

import asyncio

import pytest

from cardroom.cards import parse_cards
from cardroom.events.table import ChipsReturned, TableSetAside
from cardroom.fairness import commit, fresh_salts
from cardroom.ledger import accounts as at
from cardroom.play.round import Refusal
from cardroom.rules.options import Value
from cardroom.store import chain
from cardroom.store.memory import MemoryStore
from cardroom.table import Actor, Envelope
from cardroom.table import commands as c
from cardroom.table.asking import ask_all
from cardroom.table.cashier import Deposit
from cardroom.table.commands import TableCommand
from cardroom.table.floor import HOUSE, Floor, Receipt
from cardroom.table.journal import CASHIER, read_table, stream_of
from cardroom.table.replay import imbalances, replay_journal
from tests.floor_calls import do_cashier
from tests.older_version import paid_more

ANN = Actor("ann")
ORDER = parse_cards("2c As 9d Kh 7s 8c 9h Th 2d 3c 4d")


class Night:
    """A blackjack table with ann at it, and another table."""

    def __init__(self, store: MemoryStore | None = None) -> None:
        self.floor = Floor(store or MemoryStore())
        self.count = 0

    def ask(self, command: TableCommand, actor: Actor = HOUSE, table: str = "t") -> object:
        self.count += 1
        key = f"{id(self)}-{self.count}"
        return asyncio.run(self.floor.ask(table, Envelope(key, actor, command)))

    def do(self, command: TableCommand, actor: Actor = HOUSE, table: str = "t") -> Receipt:
        answer = self.ask(command, actor, table)
        assert isinstance(answer, Receipt), str(answer)
        return answer

    def opened(self) -> Night:
        rules: dict[str, Value] = {"decks": 1, "burn": 1}
        for table in ("t", "other"):
            self.do(c.OpenTable(table, "blackjack", rules), table=table)
        paid = do_cashier(self.floor, "deposit", HOUSE, Deposit("ann", 500_00))
        assert isinstance(paid, Receipt)
        self.do(c.SitDown("ann", 1), ANN)
        self.do(c.BuyIn("ann", 200_00), ANN)
        self.load()
        return self

    def load(self) -> None:
        table = self.floor.table("t")
        assert table is not None
        left = [card for card in table.rules.deck if card not in ORDER]
        order = (*ORDER, *left)
        salts = fresh_salts(len(order))
        self.do(c.LoadShoe(order, commit(order, salts).root.hex(), b"".join(salts)))

    def dealt(self) -> Night:
        """Ann wagers 100 and is dealt a natural: 150 at once."""
        self.do(c.PlaceBet("ann", 1, "main", 100_00), ANN)
        self.do(c.CloseBets())
        return self


def generous(store: MemoryStore, cents: int) -> MemoryStore:
    """The same journal as another version wrote it, which paid more."""
    again = MemoryStore()
    paid_more(store, again, cents)
    return again


@pytest.fixture
def night() -> Night:
    """Opened again by a version that would have paid 30 less for the natural."""
    played = Night().opened().dealt()
    table = played.floor.table("t")
    assert table is not None
    assert table.round is not None
    assert table.round.stacks["ann"] == 350_00
    store = played.floor.store
    assert isinstance(store, MemoryStore)
    return Night(generous(store, 30_00))


def test_settled_money_is_what_was_recorded(night: Night) -> None:
    table = night.floor.table("t")
    assert table is not None
    assert dict(table.stacks) == {"ann": 380_00}
    assert table.set_aside.startswith("entry ")


def test_nothing_is_played_at_a_table_that_is_set_aside(night: Night) -> None:
    for command, actor in (
        (c.PlaceBet("ann", 1, "main", 5_00), ANN),
        (c.SitDown("ann", 1), ANN),
        (c.CloseBets(), HOUSE),
        (c.Resume(), HOUSE),
        (c.SetAside(1, "because"), HOUSE),
    ):
        refused = night.ask(command, actor)
        assert isinstance(refused, Refusal)
        assert refused.clause.id == "table.set-aside"


def test_nothing_is_stored_ahead_where_another_version_has_gone_on() -> None:
    played = Night().opened()
    floor, stream = played.floor, stream_of("t")
    (*_, last) = floor.store.read(stream)
    floor.store.append(chain({stream: last.head}, [(stream, b"{}")], last.at)).result()
    asyncio.run(floor.reload("t"))
    moves = [Envelope("pause", HOUSE, c.Pause("a spill")), Envelope("resume", HOUSE, c.Resume())]
    (refused,) = asyncio.run(ask_all(floor, "t", moves))
    assert isinstance(refused, Refusal)
    assert refused.clause.id == "table.set-aside"
    assert floor.store.heads()[stream].seq == last.seq + 1


def test_players_are_paid_out_and_the_books_balance(night: Night) -> None:
    night.do(c.CashOut("ann"), ANN)
    night.do(c.CloseTable())
    assert night.floor.wallet("ann") == 300_00 + 380_00
    store = night.floor.store
    compared = replay_journal(store.heads(), store.read)
    assert list(imbalances(compared.ledger)) == []
    assert compared.ledger.balance(at.escrow("t")) == 0
    assert [each.stream for each in compared.differences] == [stream_of("t")]


def test_a_wager_that_was_not_settled_goes_back() -> None:
    played = Night().opened()
    played.do(c.PlaceBet("ann", 1, "main", 100_00), ANN)
    played.do(c.CloseBets())
    played.do(c.EndRound())
    played.do(c.PlaceBet("ann", 1, "main", 40_00), ANN)
    played.do(c.CloseBets())
    table = played.floor.table("t")
    assert table is not None
    assert table.round is not None
    assert not table.round.over
    store = played.floor.store
    assert isinstance(store, MemoryStore)
    later = Night(generous(store, 30_00))
    table = later.floor.table("t")
    assert table is not None
    assert dict(table.stacks) == {"ann": 380_00}
    *_, last = later.floor.store.read(stream_of("t"))
    facts = read_table(last).events
    assert facts[0] == ChipsReturned("ann", 40_00, 0, 0, 380_00)
    assert isinstance(facts[1], TableSetAside)


def test_a_table_is_set_aside_once_and_stays_so(night: Night) -> None:
    assert night.floor.table("t") is not None
    entries = len(list(night.floor.store.read(stream_of("t"))))
    again = Floor(night.floor.store)
    table = again.table("t")
    assert table is not None
    assert dict(table.stacks) == {"ann": 380_00}
    assert len(list(again.store.read(stream_of("t")))) == entries


def test_other_tables_and_the_cashier_go_on(night: Night) -> None:
    table = night.floor.table("other")
    assert table is not None
    assert table.set_aside == ""
    night.do(c.SitDown("ann", 1), ANN, "other")
    night.do(c.BuyIn("ann", 10_00), ANN, "other")
    assert len(list(night.floor.store.read(CASHIER))) == 3


def test_a_table_of_a_game_that_is_not_installed_waits_for_it() -> None:
    played = Night().opened()
    store = MemoryStore()
    for name in played.floor.store.heads():
        for entry in played.floor.store.read(name):
            text = entry.body.replace(b'"game":"blackjack"', b'"game":"brag"')
            store.append(
                chain(store.heads(), [(name, text)], entry.at, f"{name}-{entry.seq}")
            ).result()
    later = Night(store)
    assert later.floor.table("t") is None
    refused = later.ask(c.CashOut("ann"), ANN)
    assert isinstance(refused, Refusal)
    assert refused.clause.id == "table.set-aside"
    assert "brag" in refused.why
