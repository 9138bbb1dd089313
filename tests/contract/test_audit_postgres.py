"""Audit commands say the same over a journal in PostgreSQL and over the same one in a file."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from pathlib import Path

import psycopg
import pytest

from cardroom.cli import main
from cardroom.store import Reader, open_reader, open_store
from tests.contract.test_store_postgres import server
from tests.unit.cli.test_audit import played

COMMANDS = (
    "verify", "verify --json", "replay", "replay --json", "replay --table main", "rounds",
    "rounds --json", "show main:3", "show main:3 --json", "scenario main:3", "openings main:3",
    "statement", "statement --json", "statement --player ann", "export", "export --orders",
    "export --as csv", "show main:999", "replay --table none",
)  # fmt: skip


@pytest.fixture(scope="module")
def journals(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[str, str]]:
    """The same entries in a file and on a server."""
    file = str(tmp_path_factory.mktemp("evening") / "journal.db")
    played(Path(file), 120)
    with server() as address:
        open_store(address).close()
        source = open_reader(file)
        copy(source, address)
        source.close()
        yield file, address


def copy(source: Reader, address: str) -> None:
    insert = "INSERT INTO cardroom_entries VALUES (%s, %s, %s, %s, %s, %s, %s, %s, %s)"
    with psycopg.connect(address) as database, database.cursor() as cursor:
        for name in source.heads():
            cursor.executemany(
                insert,
                [
                    (e.stream, e.seq, e.prev, e.at, e.key, e.part, e.body, e.hash, e.blind)
                    for e in source.read(name)
                ],
            )


@pytest.mark.parametrize("command", COMMANDS)
def test_a_server_is_audited_like_a_file(
    command: str, journals: tuple[str, str], capsys: pytest.CaptureFixture[str]
) -> None:
    told = []
    for name in journals:
        verb, *rest = command.split()
        code = main(["audit", verb, name, *rest])
        said = capsys.readouterr()
        assert "internal error" not in said.err
        # Only a file has a seal, and a mark next to it.
        out = said.out.replace(name, "JOURNAL").replace(", sealed and untouched", "")
        out = out.replace('"sealed": true', '"sealed": null')
        out = re.sub(r'"high_water": \d+', '"high_water": null', out)
        told.append((code, out, said.err))
    assert told[0] == told[1]
    assert told[0][1] or told[0][2]


def test_a_server_is_signed_and_a_cut_is_found(
    journals: tuple[str, str], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    _, address = journals
    key, copied = str(tmp_path / "key"), str(tmp_path / "checkpoint")
    assert main(["audit", "checkpoint", address, "--key-file", key, "--out", copied]) == 0
    assert main(["audit", "verify", address, "--checkpoint", copied]) == 0
    capsys.readouterr()
    last = "stream = 'cashier' AND seq = (SELECT max(seq) FROM cardroom_entries WHERE "
    with psycopg.connect(address) as database:
        database.execute(f"DELETE FROM cardroom_entries WHERE {last} stream = 'cashier')")
    assert main(["audit", "verify", address, "--checkpoint", copied, "--json"]) == 1
    (fault,) = json.loads(capsys.readouterr().out)["faults"]
    assert (fault["kind"], fault["stream"]) == ("missing", "cashier")


def test_a_database_without_a_journal_is_refused_by_every_command(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    with server() as address:
        for command in (*COMMANDS, f"checkpoint --key-file {tmp_path / 'key'}"):
            verb, *rest = command.split()
            assert main(["audit", verb, address, *rest]) == 2, command
            told = capsys.readouterr().err
            assert told == "there is no journal in this database; it was not changed\n", command
        assert not (tmp_path / "key").exists()
