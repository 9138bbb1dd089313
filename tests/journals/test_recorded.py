"""Journals that earlier versions wrote: every version opens, verifies and replays them alike."""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from tests.floor_calls import do_cashier
from tests.journals import record
from tests.journals.covered import NOT_RECORDED, contents, missing
from tests.journals.opened import (
    JOURNAL,
    RECORDED,
    Deposit,
    Floor,
    Receipt,
    audit,
    audited,
    expected,
    open_store,
    recordings,
    results,
    unpack,
)
from tests.journals.session import CAGE
from tests.service.running_service import PASSWORD, Guest, running, with_settings

V1 = RECORDED / "v1"


SAMPLE = ("evening", "meters", "service")
"""Enough for every run of the tests, where a proof looks at all."""


def named(recording: Path) -> str:
    return f"{recording.parent.name}/{recording.name}"


def some_now_and_all_to_prove() -> list[Any]:
    rest = [pytest.mark.prove]
    return [
        pytest.param(each, marks=() if each.name in SAMPLE else rest, id=named(each))
        for each in recordings()
    ]


def differences(recorded: Any, found: Any, where: str = "") -> Iterator[str]:
    """Where something differs from the recording; a later version may add fields."""
    if isinstance(recorded, dict) and isinstance(found, dict):
        for name, value in recorded.items():
            if name in found:
                yield from differences(value, found[name], f"{where}/{name}")
            else:
                yield f"{where}/{name}: is not there"
    elif isinstance(recorded, list) and isinstance(found, list) and len(recorded) == len(found):
        for number, (value, other) in enumerate(zip(recorded, found, strict=True)):
            yield from differences(value, other, f"{where}/{number}")
    elif recorded != found:
        yield f"{where}: recorded {recorded}, now {found}"


def as_read(value: Any) -> Any:
    """The value as it comes back out of a JSON file."""
    return json.loads(json.dumps(value))


@pytest.mark.parametrize("recording", recordings(), ids=named)
def test_a_recorded_journal_comes_to_what_it_came_to(recording: Path, tmp_path: Path) -> None:
    said = expected(recording)
    found = as_read(results(unpack(recording, tmp_path), said["key"]))
    assert list(differences(said["results"], found)) == []


@pytest.mark.parametrize("recording", some_now_and_all_to_prove())
def test_a_recorded_journal_is_written_on(recording: Path, tmp_path: Path) -> None:
    journal, said = unpack(recording, tmp_path), expected(recording)
    with closing(open_store(str(journal))) as store:
        floor = Floor(store)
        before = floor.wallet("ann")
        given = do_cashier(floor, "after-the-upgrade", CAGE, Deposit("ann", 1_00))
        assert isinstance(given, Receipt)
        assert floor.wallet("ann") == before + 1_00
    verified, replayed = audited("verify", journal), audited("replay", journal)
    assert verified["entries"] == said["results"]["verify"]["entries"] + 1
    assert replayed["commands"] == said["results"]["replay"]["commands"] + 1


def test_everything_that_a_journal_can_hold_is_recorded(tmp_path: Path) -> None:
    counted = []
    for recording in recordings():
        journal = unpack(recording, tmp_path / named(recording))
        counted.append(contents(journal))
        assert as_read(counted[-1]) == expected(recording)["contents"], named(recording)
    assert missing(counted) == []


def test_what_is_lacking_is_named() -> None:
    said = [expected(recording)["contents"] for recording in recordings()]
    (first, *others) = ({**each, "games": {}} for each in said)
    lacking = missing([first, *others])
    assert "games: omaha, physical" in lacking
    assert {text.partition(":")[0] for text in lacking} == {"games"}
    assert not set(NOT_RECORDED) & set(lacking)


@pytest.mark.parametrize("version", sorted(RECORDED.glob("v*")), ids=lambda path: path.name)
def test_a_recording_is_never_changed(version: Path) -> None:
    kept = (version / record.SUMS).read_text(encoding="utf-8").splitlines()
    assert list(record.sums(version)) == kept


def test_a_version_is_recorded_once() -> None:
    with pytest.raises(SystemExit, match="never recorded again"):
        record.record("v1")


# --- the tests above can fail -------------------------------------------------------------------

TAMPERED = {
    "a cent more": "UPDATE entries SET body = CAST(replace(CAST(body AS TEXT), '\"paid\":6400,',"
    " '\"paid\":6401,') AS BLOB) WHERE stream = 'table/posted' AND seq = 22",
    "an entry left out": "DELETE FROM entries WHERE stream = 'table/posted' AND seq = 9",
    "the end cut off": "DELETE FROM entries WHERE stream = 'cashier' AND seq ="
    " (SELECT max(seq) FROM entries WHERE stream = 'cashier')",
    "another moment": "UPDATE entries SET at = at + 1 WHERE stream = 'table/variant' AND seq = 3",
    "no checkpoint": "UPDATE entries SET body = x'7b7d' WHERE stream = 'checkpoints' AND seq = 1",
}


@pytest.mark.parametrize("how", TAMPERED)
def test_a_tampered_journal_is_found_out(how: str, tmp_path: Path) -> None:
    journal, key = unpack(V1 / "blackjack", tmp_path), expected(V1 / "blackjack")["key"]
    assert audit("verify", journal, "--key", key)[0] == 0
    with closing(sqlite3.connect(journal)) as database, database:
        assert database.execute(TAMPERED[how]).rowcount > 0
    assert audit("verify", journal, "--key", key)[0] == 1


def test_a_journal_of_another_house_is_found_out(tmp_path: Path) -> None:
    journal, other = unpack(V1 / "blackjack", tmp_path), expected(V1 / "service")["key"]
    assert audit("verify", journal, "--key", other)[0] == 1


def test_rules_that_pay_otherwise_are_found_out(tmp_path: Path) -> None:
    """The same as if the journal were right and the rules had changed."""
    journal = unpack(V1 / "blackjack", tmp_path)
    with closing(sqlite3.connect(journal)) as database, database:
        database.execute(TAMPERED["a cent more"])
    code, told = audit("replay", journal, "--json")
    assert code in (1, 3)
    assert {each["kind"] for each in json.loads(told)["differences"]} == {"pays"}


def test_a_result_that_differs_is_reported_with_its_place() -> None:
    said = {"rounds": [{"net": {"ann": 1_00, "bob": 0}}], "heads": {"cashier": [7, "6a"]}}
    more = {"rounds": [{"net": {"ann": 1_00, "bob": 0}, "seconds": 9}], "heads": said["heads"]}
    assert list(differences(said, more)) == []
    less = {"rounds": [{"net": {"ann": 99}}], "heads": {"cashier": [7]}}
    assert list(differences(said, less)) == [
        "/rounds/0/net/ann: recorded 100, now 99",
        "/rounds/0/net/bob: is not there",
        "/heads/cashier: recorded [7, '6a'], now [7]",
    ]


# --- the folder of a service --------------------------------------------------------------------


def test_a_service_opens_the_folder_of_an_earlier_one(tmp_path: Path) -> None:
    said = expected(V1 / "service")["results"]
    unpack(V1 / "service", tmp_path)
    with closing(sqlite3.connect(tmp_path / JOURNAL)) as database:
        (at,) = database.execute("SELECT max(at) FROM entries").fetchone()
    # On the same day: later, tables of guests are too old and are closed.
    with running(with_settings(data=tmp_path, games=()), clock=lambda: at / 10**9) as house:
        rows = house.guest().http.get("/api/tables").json()
        opened = {id for id, table in said["tables"].items() if not table["closed"]}
        assert {row["id"] for row in rows} == opened
        ann: Guest = house.nobody()
        answer = ann.http.post("/api/login", json={"name": "ann", "password": PASSWORD})
        assert answer.status_code == 200
        assert answer.json()["wallet"] == said["wallets"]["ann"]
    assert audit("replay", tmp_path / JOURNAL)[0] == 0
