"""Signed checkpoints and the audit that holds a journal against them."""

from __future__ import annotations

from pathlib import Path

import msgspec
import pytest

from cardroom.store import DamagedError, Entry, KeyFileError, Mark, Store, chain, checkpoint
from cardroom.store.audit import Evidence, verify, verify_file
from cardroom.store.checkpoint import Checkpoint
from cardroom.store.keys import Signature, SigningKey, create_key, load_key, signed_by
from cardroom.store.memory import MemoryStore
from cardroom.store.sqlite import SqliteStore

BLIND = bytes(range(32))
"""The same for all, so that the same content has the same hash in two journals."""


@pytest.fixture
def key(tmp_path: Path) -> SigningKey:
    return create_key(tmp_path / "house.pem")


def append(store: Store, *bodies: tuple[str, bytes]) -> tuple[Entry, ...]:
    return store.append(chain(store.heads(), bodies, 1, blind=lambda _: BLIND)).result()


def journal(key: SigningKey) -> tuple[MemoryStore, list[Checkpoint]]:
    store = MemoryStore()
    signed = []
    for n in range(3):
        append(store, ("table/1", b"%d" % n), ("meter/1", b"%d" % n))
        signed.append(checkpoint.record(store, key, 100 + n))
    return store, signed


def test_a_checkpoint_names_every_head_and_follows_the_one_before(key: SigningKey) -> None:
    store, signed = journal(key)
    heads = store.heads()
    assert [one.number for one in signed] == [1, 2, 3]
    assert signed[2].prev == checkpoint.digest(signed[1])
    assert signed[2].marks == tuple(
        Mark(name, heads[name].seq, heads[name].hash) for name in ("meter/1", "table/1")
    )
    assert verify(store).faults == ()
    assert verify(store, Evidence(tuple(signed), (key.public,))).checkpoints == 3


def test_a_signed_message_is_the_documented_one(key: SigningKey) -> None:
    _, (one, *_) = journal(key)
    lines = b"".join(
        len(mark.stream).to_bytes(2) + mark.stream.encode() + mark.seq.to_bytes(8) + mark.hash
        for mark in one.marks
    )
    message = (
        b"cardroom checkpoint 1\0"
        + (1).to_bytes(8)
        + (100).to_bytes(8)
        + bytes(32)
        + (2).to_bytes(4)
        + lines
    )
    assert signed_by(one.signature, message)


def test_a_checkpoint_survives_its_encoding(key: SigningKey) -> None:
    for one in journal(key)[1]:
        assert checkpoint.decode(checkpoint.encode(one)) == one
    with pytest.raises(DamagedError, match="this is not a checkpoint"):
        checkpoint.decode(b"{}")


def faults(checkpoints: list[Checkpoint], *trusted: bytes) -> list[str]:
    return [str(fault) for fault in checkpoint.faults(checkpoints, trusted)]


def test_a_changed_checkpoint_is_forged(key: SigningKey) -> None:
    _, signed = journal(key)
    assert faults(signed, key.public) == []
    late = msgspec.structs.replace(signed[1], at=999)
    assert "checkpoint 2: the signature is invalid" in faults([signed[0], late, signed[2]])
    broken = msgspec.structs.replace(signed[0], signature=Signature(key.public, b"short"))
    assert "checkpoint 1: the signature is invalid" in faults([broken])


def test_a_checkpoint_signed_by_another_is_forged(key: SigningKey, tmp_path: Path) -> None:
    store, signed = journal(key)
    other = create_key(tmp_path / "other.pem")
    fake = checkpoint.sign(store.heads(), 1, signed[1], other)
    text = "checkpoint 3: signed with a key that is not the house's"
    assert faults([*signed[:2], fake]) == [text]
    assert faults([fake], key.public) == [text]
    assert faults(signed, other.public) != []
    assert faults([*signed, fake], key.public, other.public) == [
        "checkpoint 3: there are two different checkpoints with this number"
    ]


def test_a_checkpoint_left_out_of_the_chain_of_checkpoints_is_found(key: SigningKey) -> None:
    store, signed = journal(key)
    again = checkpoint.sign(store.heads(), 1, signed[0], key)
    assert faults([signed[0], again, signed[2]]) == [
        "checkpoint 3: does not follow the checkpoint before it"
    ]


def test_a_journal_rewritten_from_its_first_entry_on_is_found_by_a_copy(key: SigningKey) -> None:
    _, signed = journal(key)
    forged = MemoryStore()
    for n in range(3):
        append(forged, ("table/1", b"%d!" % n), ("meter/1", b"%d" % n))
    assert verify(forged).faults == ()
    kinds = {
        (f.kind, f.stream) for f in verify(forged, Evidence(tuple(signed), (key.public,))).faults
    }
    assert kinds == {("rewritten", "table/1"), ("missing", "checkpoints")}


def test_a_journal_cut_off_is_found_by_a_copy(key: SigningKey) -> None:
    _, signed = journal(key)
    short = MemoryStore()
    append(short, ("table/1", b"0"), ("meter/1", b"0"))
    checkpoint.record(short, key, 100)
    assert verify(short, Evidence(tuple(signed[:1]))).faults == ()
    found = [
        fault
        for fault in verify(short, Evidence(tuple(signed))).faults
        if fault.stream == "table/1"
    ]
    assert {(fault.kind, fault.seq) for fault in found} == {("missing", 2), ("missing", 3)}


def test_a_checkpoint_taken_out_of_the_journal_is_missed_by_its_copy(key: SigningKey) -> None:
    _, signed = journal(key)
    short = MemoryStore()
    append(short, ("table/1", b"0"), ("meter/1", b"0"))
    assert verify(short).faults == ()
    (found,) = verify(short, Evidence(tuple(signed[:1]))).faults
    assert str(found) == (
        "checkpoints 1: a copy of this checkpoint exists, but the journal no longer has it"
    )


def test_a_file_is_verified_while_it_is_written_to(tmp_path: Path, key: SigningKey) -> None:
    path = tmp_path / "journal.db"
    store = SqliteStore(path)
    append(store, ("table/1", b"a"))
    taken = checkpoint.record(store, key, 5)
    report = verify_file(path, Evidence((taken,), (key.public,)))
    assert (report.entries, report.streams, report.checkpoints) == (2, 2, 1)
    assert report.faults == ()
    store.close()


def test_a_key_is_for_its_owner_only(tmp_path: Path) -> None:
    path = tmp_path / "house.pem"
    key = create_key(path)
    assert path.stat().st_mode & 0o777 == 0o600
    assert load_key(path).public == key.public
    path.chmod(0o640)
    with pytest.raises(KeyFileError, match="other users can read this key; run chmod 600"):
        load_key(path)


def test_keys_that_cannot_be_used_are_reported(tmp_path: Path) -> None:
    path = tmp_path / "house.pem"
    create_key(path)
    with pytest.raises(KeyFileError, match="already exists; it was not changed"):
        create_key(path)
    with pytest.raises(KeyFileError, match="cannot read the key: No such file"):
        load_key(tmp_path / "none.pem")
    path.write_text("no key")
    with pytest.raises(KeyFileError, match="this is not a signing key"):
        load_key(path)
    with pytest.raises(KeyFileError, match="cannot write the key"):
        create_key(tmp_path / "none" / "house.pem")
