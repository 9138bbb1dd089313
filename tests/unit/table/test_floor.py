"""A floor over a journal: done once, durable before it is acknowledged, made again by a fold."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from concurrent.futures import Future
from pathlib import Path

import pytest

from cardroom.play.inputs import Answer
from cardroom.play.round import Await, Refusal
from cardroom.store import Entry, KeyTakenError, PausedError, documents, open_store
from cardroom.store.memory import MemoryStore
from cardroom.table import Actor, Envelope
from cardroom.table import commands as c
from cardroom.table.asking import ask_all
from cardroom.table.cashier import Deposit, Withdraw
from cardroom.table.floor import HOUSE, Floor, Receipt
from cardroom.table.posting import read_document
from cardroom.table.table import Table
from tests.floor_calls import do, do_cashier, shuffle

ANN = Actor("ann")


class Keys:
    """A key for each command."""

    def __init__(self) -> None:
        self.count = 0

    def __call__(self) -> str:
        self.count += 1
        return f"k{self.count}"


def done(answer: Receipt | Refusal) -> Receipt:
    assert isinstance(answer, Receipt), str(answer)
    return answer


def opened(floor: Floor, key: Keys) -> None:
    done(do(floor, "t", Envelope(key(), HOUSE, c.OpenTable("t", "blackjack", {"decks": 1}))))
    done(do_cashier(floor, key(), HOUSE, Deposit("ann", 500_00)))
    done(do(floor, "t", Envelope(key(), ANN, c.SitDown("ann", 1))))
    done(do(floor, "t", Envelope(key(), ANN, c.BuyIn("ann", 100_00))))


def round_played(floor: Floor, key: Keys) -> None:
    table = floor.table("t")
    assert table is not None
    if table.shoe.due:
        shuffle(floor, "t")
    done(do(floor, "t", Envelope(key(), ANN, c.PlaceBet("ann", 1, "main", 5_00))))
    done(do(floor, "t", Envelope(key(), HOUSE, c.CloseBets())))
    while (table := floor.table("t")) is not None and table.phase == "playing":
        assert table.round is not None
        assert isinstance(table.round.head, Await)
        verb = "decline" if table.round.head.asks[0].option("decline") else "stand"
        done(do(floor, "t", Envelope(key(), ANN, c.Play(Answer(1, verb)))))
    done(do(floor, "t", Envelope(key(), HOUSE, c.EndRound())))


def test_chips_come_out_of_the_wallet_in_one_step() -> None:
    floor, key = Floor(MemoryStore()), Keys()
    opened(floor, key)
    assert floor.wallet("ann") == 400_00
    too_much = do(floor, "t", Envelope(key(), ANN, c.BuyIn("ann", 500_00)))
    assert isinstance(too_much, Refusal)
    assert too_much.clause.id == "cashier.wallet"
    table = floor.table("t")
    assert table is not None
    assert table.stack("ann") == 100_00
    done(do(floor, "t", Envelope(key(), ANN, c.CashOut("ann"))))
    assert floor.wallet("ann") == 500_00
    refused = do_cashier(floor, key(), ANN, Withdraw("ann", 1))
    assert isinstance(refused, Refusal)
    assert refused.clause.id == "table.role"


def test_the_same_command_five_times_has_one_effect() -> None:
    floor, key = Floor(MemoryStore()), Keys()
    opened(floor, key)
    again = Envelope("once", ANN, c.BuyIn("ann", 50_00))
    receipts = [done(do(floor, "t", again)) for _ in range(5)]
    assert [receipt.repeated for receipt in receipts] == [False, True, True, True, True]
    assert {(receipt.seq, receipt.events) for receipt in receipts} == {
        (receipts[0].seq, receipts[0].events)
    }
    assert floor.wallet("ann") == 350_00
    leave = Envelope("gone", ANN, c.LeaveSeat("ann"))
    assert [done(do(floor, "t", leave)).repeated for _ in range(5)] == [False] + [True] * 4
    deposits = [do_cashier(floor, "paid", HOUSE, Deposit("ann", 1_00)) for _ in range(2)]
    assert [done(answer).repeated for answer in deposits] == [False, True]
    with pytest.raises(KeyTakenError):
        do(floor, "t", Envelope("gone", ANN, c.SitDown("ann", 2)))


def test_a_crash_between_two_commands_changes_nothing(tmp_path: Path) -> None:
    store = open_store(str(tmp_path / "journal.db"))
    floor, key = Floor(store), Keys()
    opened(floor, key)
    for _ in range(3):
        round_played(floor, key)
    before, wallet = floor.table("t"), floor.wallet("ann")
    store.close()
    store = open_store(str(tmp_path / "journal.db"))
    again = Floor(store)
    assert again.tables() == ["t"]
    assert again.table("t") == before
    assert again.wallet("ann") == wallet
    assert again.rounds("t") == floor.rounds("t")
    assert [past.number for past in again.rounds("t")] == [1, 2, 3]
    store.close()


def test_two_floors_on_one_journal_decide_again_after_a_conflict() -> None:
    store, key = MemoryStore(), Keys()
    one, two = Floor(store), Floor(store)
    opened(one, key)
    assert two.table("t") == one.table("t")
    done(do(one, "t", Envelope(key(), ANN, c.PlaceBet("ann", 1, "main", 5_00))))
    done(do(two, "t", Envelope(key(), ANN, c.PlaceBet("ann", 2, "main", 5_00))))
    table = two.table("t")
    assert table is not None
    assert [bet.box for bet in table.bets] == [1, 2]
    done(do(one, "t", Envelope(key(), ANN, c.BuyIn("ann", 5_00))))
    assert one.table("t") != table
    done(do(two, "t", Envelope(key(), ANN, c.BuyIn("ann", 5_00))))
    assert two.wallet("ann") == 390_00


def test_a_past_round_is_shown_step_by_step() -> None:
    floor, key = Floor(MemoryStore()), Keys()
    opened(floor, key)
    for _ in range(3):
        round_played(floor, key)
    steps = list(floor.steps("t", 2))
    assert isinstance(steps[0].record.command, c.CloseBets)
    assert isinstance(steps[-1].record.command, c.EndRound)
    assert steps[-1].entry.hash.hex() == floor.rounds("t")[1].hash
    fresh = Floor(floor.store)
    assert list(fresh.steps("t", 2)) == steps
    assert list(floor.steps("t", 9)) == []


def test_the_rules_of_a_table_are_stored_by_digest() -> None:
    floor, key = Floor(MemoryStore()), Keys()
    opened(floor, key)
    table = floor.table("t")
    assert table is not None
    stored = documents.get(floor.store, table.rules.digest)
    assert read_document(stored).digest == table.rules.digest


class Unfinished(Future[tuple[Entry, ...]]):
    """A commit that ends later. A thread that waits for it would keep everybody waiting."""

    def result(self, timeout: float | None = None) -> tuple[Entry, ...]:
        assert self.done(), "the event loop waits for the disk"
        return super().result(timeout)


class BusyStore(MemoryStore):
    """Commits end when the event loop has done other things meanwhile."""

    def append(self, batch: Sequence[Entry]) -> Future[tuple[Entry, ...]]:
        stored, answer = super().append(batch), Unfinished()

        def finish() -> None:
            wrong = stored.exception()
            if wrong is None:
                answer.set_result(stored.result())
            else:
                answer.set_exception(wrong)

        asyncio.get_running_loop().call_later(0, finish)
        return answer


def test_nobody_waits_for_the_disk_while_a_table_is_opened() -> None:
    floor, key = Floor(BusyStore()), Keys()
    opened(floor, key)
    # The document of the same rules is there already.
    done(do(floor, "u", Envelope(key(), HOUSE, c.OpenTable("u", "blackjack", {"decks": 1}))))
    table = floor.table("u")
    assert table is not None
    assert documents.get(floor.store, table.rules.digest)


def test_an_event_loop_serves_many_tables_at_once(tmp_path: Path) -> None:
    store = open_store(str(tmp_path / "journal.db"))
    floor = Floor(store)

    async def table(id: str) -> None:
        done(await floor.ask(id, Envelope(f"{id}-open", HOUSE, c.OpenTable(id, "blackjack"))))
        done(await floor.ask_cashier(f"{id}-cash", HOUSE, Deposit("ann", 10_00)))
        done(await floor.ask(id, Envelope(f"{id}-sit", ANN, c.SitDown("ann", 1))))
        done(await floor.ask(id, Envelope(f"{id}-buy", ANN, c.BuyIn("ann", 10_00))))

    async def everybody() -> None:
        await asyncio.gather(*(table(f"t{i}") for i in range(20)))

    asyncio.run(everybody())
    assert len(floor.tables()) == 20
    assert floor.wallet("ann") == 0
    store.close()


class DoubtfulStore(MemoryStore):
    """Stores a batch, and then cannot say whether it did."""

    doubtful = False

    def append(self, batch: Sequence[Entry]) -> Future[tuple[Entry, ...]]:
        answer = super().append(batch)
        if self.doubtful:
            answer = Future()
            answer.set_exception(PausedError("the disk is gone"))
        return answer


def test_a_command_in_doubt_is_known_when_it_is_sent_again() -> None:
    store, key = DoubtfulStore(), Keys()
    floor = Floor(store)
    opened(floor, key)
    sent = Envelope("doubt", ANN, c.BuyIn("ann", 50_00))
    store.doubtful = True
    with pytest.raises(PausedError):
        do(floor, "t", sent)
    store.doubtful = False
    assert done(do(floor, "t", sent)).repeated
    table = floor.table("t")
    assert table is not None
    assert (table.stack("ann"), floor.wallet("ann")) == (150_00, 350_00)


class Counting(MemoryStore):
    """Commits only what waits when the event loop has nothing else to do, as a busy disk would."""

    def __init__(self) -> None:
        super().__init__()
        self.busy = False
        self.groups: list[int] = []
        self._waiting: list[tuple[Sequence[Entry], Future[tuple[Entry, ...]]]] = []

    def append(self, batch: Sequence[Entry]) -> Future[tuple[Entry, ...]]:
        if not self.busy:
            return super().append(batch)
        answer: Future[tuple[Entry, ...]] = Future()
        if not self._waiting:
            asyncio.get_running_loop().call_soon(self._commit)
        self._waiting.append((batch, answer))
        return answer

    def _commit(self) -> None:
        group, self._waiting = self._waiting, []
        self.groups.append(len(group))
        for batch, answer in group:
            stored = super().append(batch)
            error = stored.exception()
            if error is None:
                answer.set_result(stored.result())
            else:
                answer.set_exception(error)


def together(floor: Floor, *envelopes: Envelope) -> list[Receipt | Refusal]:
    return asyncio.run(ask_all(floor, "t", envelopes))


def bet(stake: int, key: str) -> Envelope:
    return Envelope(key, ANN, c.PlaceBet("ann", 1, "main", stake))


def test_commands_that_follow_each_other_wait_for_the_disk_once() -> None:
    store, key = Counting(), Keys()
    floor = Floor(store)
    opened(floor, key)
    store.busy = True
    receipts = [
        done(one) for one in together(floor, bet(5_00, "a"), bet(6_00, "b"), bet(7_00, "c"))
    ]
    assert store.groups == [3]
    assert [one.seq for one in receipts] == [4, 5, 6]
    stakes = [one.table.bets[0].stake for one in receipts if one.table is not None]
    assert stakes == [5_00, 6_00, 7_00], "each with the table that it left"
    assert floor.seq("t") == 6
    assert Floor(store).table("t") == floor.table("t") == receipts[-1].table


def test_what_is_refused_ends_them_and_what_came_before_it_stands() -> None:
    store, key = Counting(), Keys()
    floor = Floor(store)
    opened(floor, key)
    store.busy = True
    first, refused = together(floor, bet(5_00, "a"), bet(10**9, "b"), bet(6_00, "c"))
    assert done(first).seq == floor.seq("t") == 4
    assert isinstance(refused, Refusal)


def test_a_wallet_is_asked_when_those_before_are_stored() -> None:
    store, key = Counting(), Keys()
    floor = Floor(store)
    opened(floor, key)
    store.busy = True
    more = Envelope("b", ANN, c.BuyIn("ann", 50_00))
    for answer in together(floor, bet(5_00, "a"), more, bet(90_00, "c")):
        done(answer)
    table = floor.table("t")
    assert table is not None
    assert (table.free("ann"), floor.wallet("ann")) == (60_00, 350_00)
    assert Floor(store).table("t") == table


def test_together_or_not_another_writer_may_come_first_and_a_key_is_done_once() -> None:
    store, key = Counting(), Keys()
    floor, other = Floor(store), Floor(store)
    opened(floor, key)
    store.busy = True
    done(do(other, "t", Envelope(key(), HOUSE, c.SitDown("bob", 2))))
    receipts = [done(one) for one in together(floor, bet(5_00, "a"), bet(6_00, "b"))]
    assert [one.seq for one in receipts] == [5, 6]
    again = [done(one) for one in together(floor, bet(5_00, "a"), bet(6_00, "b"), bet(7_00, "c"))]
    assert [(one.seq, one.repeated) for one in again] == [(5, True), (6, True), (7, False)]
    table = floor.table("t")
    assert table is not None
    assert (table.seats, table.bets[0].stake) == ({1: "ann", 2: "bob"}, 7_00)


def test_each_move_follows_from_the_table_that_the_last_one_will_leave() -> None:
    store, key = Counting(), Keys()
    floor = Floor(store)
    opened(floor, key)
    store.busy = True

    async def raised(table: Table | None) -> Envelope | None:
        assert table is not None
        stake = table.bets[0].stake + 1_00 if table.bets else 5_00
        return bet(stake, key()) if stake < 9_00 else None

    receipts = [done(one) for one in asyncio.run(floor.ask_while("t", raised))]
    assert store.groups == [4]
    assert [one.table.bets[0].stake for one in receipts if one.table is not None] == [
        5_00,
        6_00,
        7_00,
        8_00,
    ]
    assert Floor(store).table("t") == floor.table("t")
