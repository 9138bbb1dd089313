"""`cardroom audit` over journals that were played, damaged, or are none."""

from __future__ import annotations

import csv
import json
import shutil
import sqlite3
from base64 import b64encode
from pathlib import Path
from random import Random

import msgspec
import pytest

from cardroom.cli import main
from cardroom.events import BetSettled, enc_hook
from cardroom.play.inputs import Lapse
from cardroom.rules.options import Value
from cardroom.store import chain, high_water, open_store
from cardroom.table import Envelope
from cardroom.table import commands as c
from cardroom.table.cashier import Deposit
from cardroom.table.floor import HOUSE, Floor, Receipt
from cardroom.table.journal import TableRecord, read_table
from cardroom.table.shuffler import committed_shoe
from tests.floor_calls import do, do_cashier, shuffle
from tests.random_play import anything


def played(path: Path, commands: int = 250) -> None:
    store, chance = open_store(str(path)), Random(11)
    floor = Floor(store)
    do(floor, "main", Envelope("open", HOUSE, c.OpenTable("main", "blackjack", {"decks": 1})))
    for player in ("ann", "bob"):
        do_cashier(floor, f"cash-{player}", HOUSE, Deposit(player, 10_000_00))
    for number in range(commands):
        table = floor.table("main")
        assert table is not None
        command = anything(table, ["ann", "bob"], chance, irregularities=3)
        do(floor, "main", Envelope(f"c{number}", HOUSE, command))
    store.close()


@pytest.fixture(scope="module")
def evening(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("evening") / "journal.db"
    played(path)
    return path


@pytest.fixture
def journal(evening: Path, tmp_path: Path) -> Path:
    """A copy that a test may damage."""
    return Path(shutil.copy(evening, tmp_path / "journal.db"))


def audit(*words: object) -> int:
    return main(["audit", *map(str, words)])


def rounds(path: Path, capsys: pytest.CaptureFixture[str]) -> list[str]:
    assert audit("rounds", path, "--json") == 0
    return [line["round"] for line in json.loads(capsys.readouterr().out)]


def test_a_sound_journal_is_verified_and_replayed(
    journal: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    before = journal.read_bytes()
    assert audit("verify", journal) == 0
    assert "nothing is wrong" in capsys.readouterr().out
    assert audit("replay", journal) == 0
    assert "every cent" in capsys.readouterr().out
    assert audit("replay", journal, "--table", "main") == 0
    assert journal.read_bytes() == before
    assert [file.name for file in journal.parent.iterdir()] == [journal.name]


def rewritten(path: Path, engine: str, cents: int) -> None:
    """A thief's method: each payment is less in the books, and all hashes are recomputed."""
    store = open_store(str(path))
    streams = {name: list(store.read(name)) for name in store.heads()}
    store.close()
    path.unlink()
    high_water.forget(path)
    again = open_store(str(path))
    for name, entries in streams.items():
        for entry in entries:
            text = entry.body
            if name.startswith("table/"):
                text = _poorer(read_table(entry), engine, cents)
            heads = again.heads()
            key = f"{name}-{entry.seq}" if entry.key else None
            again.append(chain(heads, [(name, text)], entry.at, key)).result()
    again.close()


def _poorer(record: TableRecord, engine: str, cents: int) -> bytes:
    events = [
        msgspec.structs.replace(event, paid=event.paid - cents)
        if isinstance(event, BetSettled) and event.paid
        else event
        for event in record.events
    ]
    changed = msgspec.structs.replace(record, engine=engine, events=tuple(events))
    return msgspec.json.encode(changed, enc_hook=enc_hook)


def test_a_rechained_fraud_passes_the_chain_but_not_the_checkpoint_nor_the_rules(
    journal: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    key, copy = journal.parent / "house.pem", journal.parent / "checkpoint.json"
    assert audit("checkpoint", journal, "--key-file", key, "--out", copy) == 0
    public = capsys.readouterr().out.split()[-1]
    assert audit("verify", journal, "--checkpoint", copy, "--key", public) == 0
    assert audit("verify", journal, "--checkpoint", copy, "--key", "00" * 32) == 1
    from cardroom import __version__

    rewritten(journal, __version__, 1)
    assert audit("verify", journal, "--checkpoint", copy, "--key", public) == 1
    assert "rewritten" in capsys.readouterr().err
    assert audit("replay", journal) == 1
    told = capsys.readouterr().err
    assert "[pay." in told
    assert "does not agree with the rules" in told


def test_another_versions_payments_have_their_own_exit_code(
    journal: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    rewritten(journal, "0.0.9", 1)
    assert audit("replay", journal, "--table", "main") == 3
    told = capsys.readouterr().err
    assert "[pay." in told
    assert "this version decides differently" in told


def test_a_changed_byte_is_found(journal: Path, capsys: pytest.CaptureFixture[str]) -> None:
    with sqlite3.connect(journal) as database:
        database.execute(
            "UPDATE entries SET body = CAST(replace(CAST(body AS TEXT), 'house', 'mouse') AS BLOB)"
            " WHERE stream = 'table/main' AND seq = 5"
        )
    database.close()
    assert audit("verify", journal) == 1
    assert "table/main 5" in capsys.readouterr().err


def test_a_round_is_shown_and_becomes_a_scenario_that_settles(
    journal: Path, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    names = rounds(journal, capsys)
    assert len(names) > 5
    for name in names:
        assert audit("show", journal, name) == 0
        shown = capsys.readouterr().out
        assert "no more bets" in shown
        assert "order" not in shown
        file = tmp_path / "round.toml"
        assert audit("scenario", journal, name, "--out", file) == 0
        capsys.readouterr()
        assert main(["settle", str(file)]) == 0, capsys.readouterr().err
        capsys.readouterr()


def test_exports_hold_every_entry_and_transfers_that_add_up(
    journal: Path, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    assert audit("export", journal) == 0
    entries = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    store = open_store(str(journal))
    assert len(entries) == sum(head.seq for head in store.heads().values())
    store.close()
    bodies = [json.loads(entry["body"]) for entry in entries]
    loads = [body["command"] for body in bodies if "command" in body]
    assert not any("order" in command or "salts" in command for command in loads)
    assert audit("export", journal, "--orders") == 0
    assert '\\"order\\":[' in capsys.readouterr().out
    out = tmp_path / "transfers.csv"
    assert audit("export", journal, "--as", "csv", "--out", out) == 0
    accounts: dict[str, int] = {}
    with out.open() as file:
        for row in csv.DictReader(file):
            accounts[row["source"]] = accounts.get(row["source"], 0) - int(row["cents"])
            accounts[row["target"]] = accounts.get(row["target"], 0) + int(row["cents"])
    assert sum(accounts.values()) == 0
    floor = Floor(open_store(str(journal)))
    assert accounts["wallet/ann"] == floor.wallet("ann")
    floor.store.close()


def test_an_export_has_the_secrets_of_a_shuffle_only_with_orders(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "journal.db"
    store = open_store(str(path))
    floor = Floor(store)
    do(floor, "main", Envelope("open", HOUSE, c.OpenTable("main", "fortune-pai-gow", {})))
    table = floor.table("main")
    assert table is not None
    shuffled = committed_shoe(table)
    do(floor, "main", Envelope("commit", HOUSE, shuffled))
    store.close()
    secrets = [b64encode(each).decode() for each in (shuffled.salts, shuffled.dice)]
    assert audit("export", path) == 0
    said = capsys.readouterr().out
    assert "commit-shoe" in said
    assert not any(secret in said for secret in secrets)
    assert audit("export", path, "--orders") == 0
    said = capsys.readouterr().out
    assert all(secret in said for secret in secrets)


def test_a_statement_agrees_with_the_rounds(
    journal: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert audit("rounds", journal, "--json") == 0
    won = sum(line["bank"] for line in json.loads(capsys.readouterr().out))
    floor = Floor(open_store(str(journal)))
    table = floor.table("main")
    assert table is not None
    won += table.round.bank.net if table.round is not None else 0
    floor.store.close()
    assert audit("statement", journal, "--json") == 0
    total = json.loads(capsys.readouterr().out)[-1]
    assert total["win"] == won
    assert audit("statement", journal, "--player", "ann") == 0
    assert "ann" in capsys.readouterr().out


def test_a_backup_of_a_running_journal_is_restored(
    journal: Path, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    floor = Floor(open_store(str(journal)))
    copy, again = tmp_path / "copy.db", tmp_path / "again.db"
    assert audit("backup", journal, copy) == 0
    before = floor.table("main")
    floor.store.close()
    assert audit("restore", copy, again) == 0
    assert audit("restore", copy, again) == 2
    restored = Floor(open_store(str(again)))
    assert restored.table("main") == before
    restored.store.close()


def test_what_is_no_journal_is_said_in_one_line_and_not_changed(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], journal: Path
) -> None:
    text = tmp_path / "letter.txt"
    text.write_text("dear sir")
    newer = tmp_path / "newer.db"
    shutil.copy(journal, newer)
    with sqlite3.connect(newer) as database:
        database.execute("PRAGMA user_version = 99")
    database.close()
    bytes_before = newer.read_bytes()
    for command in ("verify", "replay", "rounds", "export", "statement"):
        for file, says in (
            (text, "not a journal"),
            (newer, "newer version"),
            (tmp_path / "none.db", "no such file"),
            (tmp_path, "Is a directory"),
            (Path(), "Is a directory"),
        ):
            assert audit(command, file) == 2
            told = capsys.readouterr().err
            assert says in told
            assert len(told.strip().splitlines()) == 1
    assert text.read_text() == "dear sir"
    assert newer.read_bytes() == bytes_before
    assert not (tmp_path / "none.db").exists()


def test_an_entry_that_cannot_be_read_is_named_by_every_command(
    journal: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    with sqlite3.connect(journal) as database:
        database.execute("UPDATE entries SET body = x'ff00' WHERE stream='table/main' AND seq=5")
    database.close()
    for command in ("replay", "rounds", "export", "statement"):
        assert audit(command, journal, *(["--table", "main"] if command == "replay" else [])) == 2
        assert capsys.readouterr().err.startswith("table/main 5: ")


def test_missing_money_is_reported_in_dollars(
    journal: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    with sqlite3.connect(journal) as database:
        database.execute("DELETE FROM entries WHERE stream = 'table/main'")
    database.close()
    assert audit("replay", journal) == 1
    told = capsys.readouterr().err
    assert "is neither in a wallet nor on a table (transit/main/ann)" in told
    assert "$" in told
    assert " cents" not in told


def test_verify_and_replay_speak_json_too(
    journal: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert audit("verify", journal, "--json") == 0
    report = json.loads(capsys.readouterr().out)
    assert (report["faults"], report["checkpoints"]) == ([], 0)
    assert audit("replay", journal, "--json") == 0
    report = json.loads(capsys.readouterr().out)
    assert report["rounds"] > 5
    assert report["differences"] == report["imbalances"] == []
    with sqlite3.connect(journal) as database:
        database.execute("DELETE FROM entries WHERE stream = 'table/main' AND seq = 9")
    database.close()
    assert audit("verify", journal, "--json") == 1
    (fault,) = json.loads(capsys.readouterr().out)["faults"]
    assert (fault["kind"], fault["stream"], fault["seq"]) == ("missing", "table/main", 9)
    assert audit("replay", journal, "--json") == 1
    assert json.loads(capsys.readouterr().out)["differences"][0]["stream"] == "table/main"


def test_what_is_given_with_a_journal_is_named_if_it_is_wrong(
    journal: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    none = tmp_path / "none.json"
    none.write_text("{}")
    assert audit("verify", journal, "--checkpoint", none) == 2
    assert capsys.readouterr().err.startswith(f"{none}: this is not a checkpoint")
    assert audit("statement", journal, "--player", "zoe") == 2
    assert capsys.readouterr().err == "there is no player 'zoe' here; players are ann, bob\n"
    more = {"backup": ["copy"], "checkpoint": ["--key-file", "key"]}
    for command in ("verify", "replay", "rounds", "statement", "export", "backup", "checkpoint"):
        assert audit(command, "mysql://room/journal", *more.get(command, [])) == 2
        told = capsys.readouterr().err
        assert told == "mysql:// is not supported; a journal is a file or a postgresql:// address\n"
    nowhere = f"postgresql://postgres@/postgres?host={tmp_path}"
    assert audit("backup", nowhere, tmp_path / "copy") == 2
    assert "PostgreSQL" in capsys.readouterr().err
    assert sorted(each.name for each in tmp_path.iterdir()) == ["journal.db", "none.json"]


def test_a_day_or_a_key_that_is_none_is_said(
    journal: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert audit("statement", journal, "--day", "2026-99-99") == 2
    assert "write a day like" in capsys.readouterr().err
    assert audit("verify", journal, "--key", "00") == 2
    assert "64 hex digits" in capsys.readouterr().err


@pytest.mark.parametrize("name", ["main", "main:x", ":3", "main:0", "main:9999", "other:1"])
def test_a_round_that_is_not_there_is_said(
    name: str, journal: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert audit("show", journal, name) == 2
    assert len(capsys.readouterr().err.strip().splitlines()) == 1


def test_a_journal_without_meters_says_so(
    journal: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert audit("meter", journal) == 0
    assert capsys.readouterr().out == "This journal has no meters.\n"


def test_every_change_of_a_meter_is_explained_and_adds_up(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "journal.db"
    floor = Floor(open_store(str(path)))
    given: dict[str, Value] = {"blazing_7s": 1, "blazing_contribution": 33, "blazing_stake": "1.01"}
    do(floor, "seven", Envelope("open", HOUSE, c.OpenTable("seven", "bet-the-set-21", given)))
    do_cashier(floor, "cash", HOUSE, Deposit("ann", 1000_00))
    before: list[c.TableCommand] = [
        c.SitDown("ann", 1),
        c.BuyIn("ann", 1000_00),
        c.PlaceBet("ann", 1, "main", 10_00),
        c.PlaceBet("ann", 1, "blazing-7s", 1_01),
    ]
    for number, command in enumerate(before):
        assert isinstance(do(floor, "seven", Envelope(f"c{number}", HOUSE, command)), Receipt)
    table = floor.table("seven")
    assert table is not None
    shuffle(floor, "seven")
    do(floor, "seven", Envelope("close", HOUSE, c.CloseBets()))
    table, number = floor.table("seven"), 0
    while table is not None and table.phase == "playing":
        # Whatever was dealt: an offer of insurance, a hand, or nothing to decide at all.
        do(floor, "seven", Envelope(f"e{number}", HOUSE, c.Play(Lapse(1))))
        table, number = floor.table("seven"), number + 1
    do(floor, "seven", Envelope("end", HOUSE, c.EndRound()))
    book = floor.meter("seven/blazing-7s")
    assert book is not None
    floor.store.close()
    assert audit("meter", path, "seven/blazing-7s", "--json") == 0
    told = json.loads(capsys.readouterr().out)
    assert [line["what"] for line in told["lines"]][:2] == ["seed", "contribution"]
    assert told["lines"][1]["before"] == told["lines"][0]["balance"]
    assert told["lines"][-1]["balance"] == told["amount"] == str(book.meter.amount)
    assert told["agrees"]
    assert audit("meter", path, "seven/blazing-7s") == 0
    shown = capsys.readouterr().out
    assert "+33/100c" in shown
    assert "meter: + $2,020 seed + $0.33 +33/100c contribution" in shown
    assert "as shown" in shown
    assert audit("meter", path) == 0
    assert "seven/blazing-7s  shows $2,020.33 +33/100c" in capsys.readouterr().out
    assert audit("meter", path, "none") == 2
    assert audit("replay", path) == 0
    assert audit("export", path, "--as", "csv") == 0
    assert "meter/seven/blazing-7s" in capsys.readouterr().out
