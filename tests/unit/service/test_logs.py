"""The log for programs, and the audit log: each line knows its request and its table."""

from __future__ import annotations

import json
import logging
from collections.abc import Iterator
from pathlib import Path

import pytest

from cardroom.service import logs


@pytest.fixture
def audit(tmp_path: Path) -> Iterator[Path]:
    root, own = logging.getLogger(), logging.getLogger("cardroom.audit")
    before = (root.handlers[:], root.level, own.propagate)
    logs.set_up("json", tmp_path)
    yield tmp_path / logs.AUDIT_FILE
    for handler in own.handlers[:]:
        own.removeHandler(handler)
        handler.close()
    root.handlers[:], root.level, own.propagate = before


def test_a_line_for_programs_has_the_request_and_the_table() -> None:
    request = logs.new_request("t1")
    record = logging.LogRecord("cardroom.x", logging.WARNING, "", 1, "%s is full", ("it",), None)
    line = json.loads(logs.JsonFormat().format(record))
    assert line["says"] == "it is full"
    assert (line["level"], line["request"], line["table"]) == ("warning", request, "t1")


def test_the_audit_log_has_every_command_and_its_answer(audit: Path) -> None:
    request = logs.new_request("t1")
    logs.note_command("ann", "192.0.2.7", "k1", {"command": "close-bets"}, "done 17")
    logs.note_command("bob", "192.0.2.8", "k2", {"command": "place-bet"}, "bet.closed")
    done, refused = map(json.loads, audit.read_text(encoding="utf-8").splitlines())
    assert (done["person"], done["address"]) == ("ann", "192.0.2.7")
    assert done["command"] == {"command": "close-bets"}
    assert (done["answer"], done["request"], done["table"]) == ("done 17", request, "t1")
    assert refused["answer"] == "bet.closed"
    assert audit.stat().st_mode & 0o077 == 0


def test_a_new_audit_log_is_for_its_owner_only_too(audit: Path) -> None:
    """Another program has moved the old one away."""
    logs.note_command("ann", "192.0.2.7", "k1", {"command": "close-bets"}, "done 17")
    audit.rename(audit.with_suffix(".old"))
    logs.note_command("ann", "192.0.2.7", "k2", {"command": "close-bets"}, "done 18")
    assert json.loads(audit.read_text(encoding="utf-8"))["answer"] == "done 18"
    assert audit.stat().st_mode & 0o077 == 0
