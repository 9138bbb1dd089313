"""What an audit finds with the house's key, a clock, and the names of all streams."""

from __future__ import annotations

from pathlib import Path

import msgspec
import pytest

from cardroom.store import Entry, Store, chain, checkpoint
from cardroom.store.audit import AuditReport, Evidence, verify, verify_export
from cardroom.store.export import is_export, line_of
from cardroom.store.journal import digest
from cardroom.store.keys import SigningKey, create_key
from cardroom.store.memory import MemoryStore
from cardroom.table.journal import known_stream

MINUTE = 60 * 10**9


@pytest.fixture
def key(tmp_path: Path) -> SigningKey:
    return create_key(tmp_path / "house.pem")


def written(store: Store, stream: str, body: bytes, at: int) -> None:
    store.append(chain(store.heads(), [(stream, body)], at, blind=store.blind)).result()


def forged(store: Store, stream: str, body: bytes, at: int) -> None:
    """By somebody who can write to the database and does not have the key."""
    store.append(chain(store.heads(), [(stream, body)], at)).result()


def played(key: SigningKey) -> MemoryStore:
    store = MemoryStore(key.blind)
    written(store, "cashier", b"{}", 1 * MINUTE)
    written(store, "table/1", b"{}", 2 * MINUTE)
    checkpoint.record(store, key, 20 * MINUTE)
    written(store, "cashier", b"{}", 21 * MINUTE)
    return store


def audited(store: MemoryStore, *keys: SigningKey) -> AuditReport:
    authors = tuple(key.author for key in keys)
    return verify(store, Evidence(authors=authors, known=known_stream))


def kinds(report: AuditReport) -> list[tuple[str, str, int]]:
    return [(fault.kind, fault.stream, fault.seq) for fault in report.faults]


def test_the_house_s_own_entries_after_a_checkpoint_are_in_order(key: SigningKey) -> None:
    report = audited(played(key), key)
    assert report.faults == ()
    assert report.unsigned == 1


def test_a_deposit_forged_after_the_last_checkpoint_is_found(key: SigningKey) -> None:
    store = played(key)
    forged(store, "cashier", b'{"deposit":1000000}', 22 * MINUTE)
    assert kinds(audited(store, key)) == [("forged", "cashier", 3)]
    # Without the key the entry is only counted.
    report = audited(store)
    assert (report.faults, report.unsigned) == ((), 2)


def test_a_forged_deposit_in_the_old_format_is_found(key: SigningKey) -> None:
    store = played(key)
    head = store.heads()["cashier"]
    blank = Entry("cashier", head.seq + 1, head.hash, 22 * MINUTE, None, 0, b"{}", b"")
    store._streams["cashier"].append(msgspec.structs.replace(blank, hash=digest(blank)))
    assert kinds(audited(store, key)) == [("forged", "cashier", 3)]


def test_a_stream_made_up_before_the_last_checkpoint_is_found_without_the_key(
    key: SigningKey,
) -> None:
    store = played(key)
    forged(store, "table/2", b"{}", 3 * MINUTE)
    (fault,) = audited(store).faults
    assert str(fault) == "table/2 1: older than the last checkpoint, but not in it"


def test_a_stream_that_no_version_writes_is_found(key: SigningKey) -> None:
    store = played(key)
    written(store, "vault", b"{}", 22 * MINUTE)
    (fault,) = audited(store, key).faults
    assert str(fault) == "vault 1: no version of cardroom writes such a stream"


def test_time_that_runs_backward_is_found(key: SigningKey) -> None:
    store = played(key)
    last = store._streams["cashier"][-1]
    blank = Entry("cashier", 3, last.hash, last.at - 1, None, 0, b"{}", b"")
    blank = msgspec.structs.replace(blank, blind=key.blind(blank))
    store._streams["cashier"].append(msgspec.structs.replace(blank, hash=digest(blank)))
    (fault,) = audited(store, key).faults
    assert str(fault) == "cashier 3: has an earlier time than the entry before it"


def test_a_clock_that_is_set_back_writes_no_earlier_time(key: SigningKey) -> None:
    store = played(key)
    written(store, "cashier", b"{}", 5 * MINUTE)
    assert [entry.at for entry in store.read("cashier")][-1] == 21 * MINUTE
    signed = checkpoint.record(store, key, 6 * MINUTE)
    assert signed.at == 20 * MINUTE
    assert audited(store, key).faults == ()


def test_a_checkpoint_of_changes_covers_what_was_written_since(key: SigningKey) -> None:
    store = played(key)
    ends = {name: head.hash for name, head in store.heads().items()}
    before = {**ends, "cashier": next(store.read("cashier")).hash}
    signed = checkpoint.record_changes(store, key, 30 * MINUTE, before)
    assert signed is not None
    assert [mark.stream for mark in signed.marks] == ["cashier"]
    assert checkpoint.record_changes(store, key, 31 * MINUTE, ends) is None
    report = audited(store, key)
    assert (report.faults, report.unsigned, report.checkpoints) == ((), 0, 2)
    # Calling it a checkpoint of all streams breaks its signature.
    (fault,) = checkpoint.faults([msgspec.structs.replace(signed, scope="all")])
    assert "the signature is invalid" in fault.text


def exported(store: MemoryStore, path: Path) -> list[bytes]:
    lines = [line_of(entry) for name in store.heads() for entry in store.read(name)]
    path.write_bytes(b"".join(lines))
    return lines


def test_an_export_is_verified_like_a_journal(key: SigningKey, tmp_path: Path) -> None:
    store, path = played(key), tmp_path / "export.jsonl"
    lines = exported(store, path)
    assert is_export(path)
    evidence = Evidence(authors=(key.author,), known=known_stream)
    report = verify_export(path, evidence)
    assert (report.faults, report.entries, report.checkpoints) == ((), 4, 1)
    path.write_bytes(b"".join(lines).replace(b'"at":60000000000,', b'"at":60000000001,'))
    assert [fault.kind for fault in verify_export(path, evidence).faults] == ["changed"]
    path.write_bytes(b"".join(lines[1:]))
    assert "missing" in {fault.kind for fault in verify_export(path, evidence).faults}


def test_an_entry_with_parts_left_out_is_still_linked(key: SigningKey, tmp_path: Path) -> None:
    store, path = played(key), tmp_path / "export.jsonl"
    first, *rest = exported(store, path)
    withheld = line_of(next(store.read("cashier")), "{}")
    assert b"blind" not in withheld
    path.write_bytes(withheld + b"".join(rest))
    report = verify_export(path)
    assert (report.faults, report.withheld) == ((), 1)
    path.write_bytes(withheld.replace(first[-100:-80], b"0" * 20) + b"".join(rest))
    other = withheld.replace(b'"hash":"', b'"hash":"00', 1)
    path.write_bytes(other + b"".join(rest))
    assert verify_export(path).faults != ()
