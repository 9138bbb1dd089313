"""A name is erased from a room in PostgreSQL as from one in files."""

from __future__ import annotations

import shutil
from contextlib import closing
from pathlib import Path

import psycopg
import pytest

from cardroom.cli import main
from cardroom.store.ownership import Ownership
from tests.contract.test_store_postgres import server
from tests.unit.service.accounts.test_erasure import BY, NAME, evening, figures


def test_the_name_is_gone_from_a_database_whose_chain_is_whole(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    before = figures(str(evening(tmp_path)))
    with server() as address:
        assert main(["move", str(tmp_path), address]) == 0
        shutil.rmtree(tmp_path / "before-move")
        assert main(["office", "erase", address, NAME, *BY]) != 0
        assert "--data DIR" in capsys.readouterr().err
        # While a service is open, it is refused and nothing is changed.
        worker = Ownership(address, "one", "http://one", "duty")
        worker.beat(claims=False)
        erase = ["office", "erase", address, NAME, *BY, "--data", str(tmp_path)]
        assert main(erase) != 0
        assert "stop them first" in capsys.readouterr().err
        worker.leave()
        assert main(erase) == 0
        assert main(["audit", "verify", address]) == 0
        assert "a name was erased, as recorded: " in capsys.readouterr().out
        assert main(["audit", "replay", address]) == 0
        assert figures(address) == before
        with closing(psycopg.connect(address)) as database:
            held = database.execute("SELECT key, body FROM cardroom_entries").fetchall()
        for key, body in held:
            assert NAME.lower().encode() not in bytes(body).lower()
            assert NAME.lower() not in (key or "").lower()
