"""Chains: what is hashed, and which changes a survey finds."""

from __future__ import annotations

from collections.abc import Callable
from hashlib import sha256
from typing import cast

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from cardroom.store.journal import ORIGIN, Entry, Mark, StreamHead, chain, digest
from cardroom.store.survey import ExpectedJournal, Row, survey, survey_rows

BODIES = [("table/1", b"sit"), ("meter/1", b"+1"), ("table/1", b"deal"), ("table/1", b"pay")]
ENTRIES = chain({}, BODIES, 1_700_000_000_000_000_000, "command-1")


def kinds(entries: list[Entry], marks: list[Mark] | None = None) -> list[tuple[str, str, int]]:
    found = survey(entries, ExpectedJournal(tuple(marks or ())))
    return [(fault.kind, fault.stream, fault.seq) for fault in found.faults]


def marks_of(entries: tuple[Entry, ...]) -> list[Mark]:
    return [Mark(entry.stream, entry.seq, entry.hash) for entry in entries]


def test_the_encoding_is_the_documented_one() -> None:
    blind = bytes(range(32))
    (entry,) = chain({}, [("t", b"body")], 5, "key", lambda _: blind)
    encoded = (
        b"cardroom journal 2\0"
        + (1).to_bytes(2)
        + b"t"
        + (1).to_bytes(8)
        + (5).to_bytes(8)
        + (0).to_bytes(4)
        + (3).to_bytes(2)
        + bytes(32)
        + blind
        + b"key"
        + b"body"
    )
    assert entry.hash == digest(entry) == sha256(encoded).digest()


def test_an_entry_of_the_first_format_is_hashed_without_a_blinding_value() -> None:
    entry = Entry("t", 1, bytes(32), 5, "key", 0, b"body", bytes(32))
    encoded = (
        b"cardroom journal 1\0"
        + (1).to_bytes(2)
        + b"t"
        + (1).to_bytes(8)
        + (5).to_bytes(8)
        + (0).to_bytes(4)
        + (3).to_bytes(2)
        + bytes(32)
        + b"key"
        + b"body"
    )
    entry = msgspec.structs.replace(entry, hash=sha256(encoded).digest())
    assert entry.hash == digest(entry)
    assert kinds([entry]) == []
    assert entry.public_hash == ""
    (after,) = chain({"t": entry.head}, [("t", b"more")], 6)
    assert kinds([entry, after]) == []
    assert after.public_hash == after.hash.hex()


def test_the_same_content_never_has_the_same_hash_twice() -> None:
    entries = [chain({}, [("t", b"As to 1.1")], 5, "key")[0] for _ in range(100)]
    assert len({entry.hash for entry in entries}) == 100
    assert {len(entry.blind) for entry in entries} == {32}


def test_a_changed_blinding_value_is_found() -> None:
    (entry,) = chain({}, [("t", b"body")], 5)
    other = msgspec.structs.replace(entry, blind=bytes(32))
    short = msgspec.structs.replace(entry, blind=entry.blind[:5])
    assert kinds([other]) == [("changed", "t", 1)]
    assert kinds([short]) == [("changed", "t", 1)] * 2


def test_each_entry_follows_the_one_before_it() -> None:
    sit, meter, deal, pay = ENTRIES
    assert (sit.seq, meter.seq, deal.seq, pay.seq) == (1, 1, 2, 3)
    assert (sit.prev, deal.prev, pay.prev) == (ORIGIN.hash, sit.hash, deal.hash)
    (more,) = chain({"table/1": pay.head}, [("table/1", b"more")], 2)
    assert (more.seq, more.prev) == (4, pay.hash)


def test_a_whole_journal_has_no_faults() -> None:
    found = survey(ENTRIES, ExpectedJournal(tuple(marks_of(ENTRIES))))
    assert found.faults == ()
    assert found.entries == 4
    assert found.heads == {"table/1": ENTRIES[3].head, "meter/1": ENTRIES[1].head}


CHANGES: list[Callable[[Entry], Entry]] = [
    lambda e: msgspec.structs.replace(e, body=e.body + b"!"),
    lambda e: msgspec.structs.replace(e, at=e.at + 1),
    lambda e: msgspec.structs.replace(e, key=None),
    lambda e: msgspec.structs.replace(e, part=9),
    lambda e: msgspec.structs.replace(e, hash=bytes(32)),
]


@pytest.mark.parametrize("change", CHANGES)
@pytest.mark.parametrize("place", range(4))
def test_a_changed_entry_is_found_where_it_is(change: Callable[[Entry], Entry], place: int) -> None:
    entries = list(ENTRIES)
    entries[place] = change(entries[place])
    faults = kinds(entries)
    assert ("changed", ENTRIES[place].stream, ENTRIES[place].seq) in faults


def test_a_missing_entry_is_found() -> None:
    assert kinds([ENTRIES[0], ENTRIES[1], ENTRIES[3]]) == [("missing", "table/1", 2)]
    assert kinds([ENTRIES[2], ENTRIES[3]]) == [("missing", "table/1", 1)]


def test_a_doubled_entry_is_found() -> None:
    assert ("changed", "table/1", 1) in kinds([ENTRIES[0], ENTRIES[0]])


def test_an_entry_rehashed_on_another_past_is_found() -> None:
    head = StreamHead(1, bytes(32), ENTRIES[0].at)
    (other,) = chain({"table/1": head}, [("table/1", b"deal")], 1)
    assert kinds([ENTRIES[0], other]) == [("rechained", "table/1", 2)]


def test_a_chain_rewritten_to_its_end_is_found_by_a_mark() -> None:
    forged = chain({}, [("table/1", b"sit"), ("table/1", b"deal"), ("table/1", b"pay less")], 1)
    assert kinds(list(forged)) == []
    (mark,) = marks_of(ENTRIES[3:])
    assert kinds(list(forged), [mark]) == [("rewritten", "table/1", 3)]


def test_an_end_cut_off_is_found_by_a_mark() -> None:
    marks = marks_of(ENTRIES)
    assert kinds(list(ENTRIES[:3]), marks) == [("missing", "table/1", 3)]
    assert ("missing", "meter/1", 1) in kinds([ENTRIES[0]], marks)


def test_two_marks_of_one_place_must_agree() -> None:
    mark = Mark("table/1", 1, ENTRIES[0].hash)
    assert kinds(list(ENTRIES), [mark, mark]) == []
    other = Mark("table/1", 1, bytes(32))
    assert kinds(list(ENTRIES), [mark, other]) == [("rewritten", "table/1", 1)]


names = st.text(st.characters(min_codepoint=33, max_codepoint=126), min_size=1, max_size=8)


@given(
    st.tuples(names, names | st.none(), st.binary(max_size=8)),
    st.tuples(names, names | st.none(), st.binary(max_size=8)),
)
def test_different_entries_have_different_hashes(
    one: tuple[str, str | None, bytes], other: tuple[str, str | None, bytes]
) -> None:
    blind = bytes(range(32))
    hashes = {
        chain({}, [(stream, body)], 1, key, lambda _: blind)[0].hash
        for stream, key, body in (one, other)
    }
    assert len(hashes) == len({one, other})


def test_a_fault_reads_as_one_line() -> None:
    (fault,) = survey([ENTRIES[0], ENTRIES[3]]).faults
    assert str(fault) == "table/1 2: missing; the next one stored is number 3"


@pytest.mark.parametrize("wrong", [None, 1.5, "text", b"bytes", 1 << 70, -1])
@pytest.mark.parametrize("column", range(9))
def test_a_damaged_file_may_hold_anything_anywhere(column: int, wrong: object) -> None:
    def row(entry: Entry) -> list[object]:
        return [
            entry.stream.encode(), entry.seq, entry.prev, entry.at,
            b"command-1", entry.part, entry.body, entry.hash, entry.blind,
        ]  # fmt: skip

    rows = [row(entry) for entry in ENTRIES]
    whole = cast(list[Row], [tuple(fields) for fields in rows])
    assert survey_rows(whole).faults == ()
    rows[2][column] = wrong
    damaged = cast(list[Row], [tuple(fields) for fields in rows])
    assert survey_rows(damaged).faults != ()
