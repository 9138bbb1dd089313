"""A tally that is kept: reports read only what is new, and never a tally of another journal."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from cardroom.office import adding_up
from cardroom.office.adding_up import tally_of
from cardroom.office.posted import PostedRules
from cardroom.play.inputs import Answer
from cardroom.play.round import Await
from cardroom.progress import ProgressNotice
from cardroom.store import Body, Entry, Joined, Reader, StreamHead
from cardroom.table import commands as c
from tests.unit.office.test_daily import CLOCK, Room, small_day


class Counting:
    """A journal that counts the entries that are read."""

    def __init__(self, room: Room) -> None:
        self._store: Reader = room.store
        self._read: set[tuple[str, int]] = set()

    @property
    def count(self) -> int:
        return sum(stream.startswith("table/") for stream, _ in self._read)

    def read(self, stream: str, after: int = 0) -> Iterator[Entry]:
        for entry in self._store.read(stream, after):
            self._read.add((stream, entry.seq))
            yield entry

    def bodies(
        self, stream: str, after: int = 0, until: int | None = None
    ) -> Iterator[Sequence[Body]]:
        for page in self._store.bodies(stream, after, until):
            self._read.update((stream, seq) for _, seq, _ in page)
            yield page

    def joined(self, stream: str, after: int, until: int) -> Iterator[Joined]:
        self._read.update((stream, seq) for seq in range(after + 1, until + 1))
        return self._store.joined(stream, after, until)

    def heads(self) -> dict[str, StreamHead]:
        return self._store.heads()

    def close(self) -> None:
        pass


def test_only_new_entries_are_read(tmp_path: Path) -> None:
    room, file = small_day(), tmp_path / "kept"
    # In the middle of a round: its first stakes are kept, too.
    room.do("one", c.PlaceBet("ann", 1, "main", 10_00), c.CloseBets())
    tally_of(room.store, CLOCK, PostedRules(room.store), file)
    room.do("one", *(c.Play(entry) for entry in answers(room)), c.EndRound())
    counted = Counting(room)
    again = tally_of(counted, CLOCK, PostedRules(room.store), file)
    assert counted.count <= 4
    assert again == tally_of(room.store, CLOCK, PostedRules(room.store))
    assert sum(each.rounds for each in again.sums.values()) == 3


def answers(room: Room) -> list[Answer]:
    table = room.floor.table("one")
    assert table is not None
    assert table.round is not None
    head = table.round.head
    return [Answer(1, "stand")] if isinstance(head, Await) else []


def test_a_tally_of_another_journal_is_not_used(tmp_path: Path) -> None:
    file = tmp_path / "kept"
    first, second = small_day(), small_day()
    tally_of(first.store, CLOCK, PostedRules(first.store), file)
    counted = Counting(second)
    found = tally_of(counted, CLOCK, PostedRules(second.store), file)
    assert found == tally_of(second.store, CLOCK, PostedRules(second.store))
    assert counted.count > 20, "entries have secrets of their own, so their hashes differ"


def test_a_damaged_file_is_computed_again(tmp_path: Path) -> None:
    room, file = small_day(), tmp_path / "kept"
    file.write_bytes(b"no tally")
    found = tally_of(room.store, CLOCK, PostedRules(room.store), file)
    assert found == tally_of(room.store, CLOCK, PostedRules(room.store), file)


def test_several_processes_add_up_the_same(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """From the beginning, and from a tally that was kept in the middle of a round."""
    place, file = str(tmp_path / "journal.sqlite"), tmp_path / "kept"
    room = small_day(place)
    room.do("two", c.OpenTable("two", "blackjack", {"decks": 1, "burn": 0}))
    room.give("cy", 500_00)
    room.do("two", c.SitDown("cy", 1), c.BuyIn("cy", 500_00))
    room.do("one", c.PlaceBet("ann", 1, "main", 10_00), c.CloseBets())
    monkeypatch.setattr(adding_up, "WORTH_IT", 1)
    monkeypatch.setattr("os.cpu_count", lambda: 2)
    # Threads take the place of processes, which take a second to begin.
    monkeypatch.setattr(
        adding_up,
        "ProcessPoolExecutor",
        lambda count, _, begin, given: ThreadPoolExecutor(count, "", begin, given),
    )
    monkeypatch.setattr("cardroom.progress.EVERY", 1)
    for _ in range(2):
        posted, told = PostedRules(room.store), list[ProgressNotice]()
        assert tally_of(room.store, CLOCK, posted, file, place, told.append) == tally_of(
            room.store, CLOCK, posted
        )
        assert told[-1].done == told[-1].of
        assert [each.done for each in told] == sorted(each.done for each in told)
        room.do("one", *(c.Play(entry) for entry in answers(room)), c.EndRound())
        room.do("one", c.PlaceBet("ann", 1, "main", 10_00), c.CloseBets())
        room.round("two", "Ts 9s 9h 8s", ("cy", 1, 25_00))
    room.store.close()
