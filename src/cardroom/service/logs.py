"""What a service writes down about its work: the log for operators, and the audit log.

Both know the request and the table that a line belongs to. The audit log has one line of JSON for
each command that a person sent: who, where, what, and the answer. The journal is the evidence; this
log shows what was refused, too.
"""

from __future__ import annotations

import json
import logging
import os
import secrets
import time
from contextvars import ContextVar
from functools import lru_cache
from io import TextIOWrapper
from logging.handlers import WatchedFileHandler
from pathlib import Path
from typing import Any, Final, Literal

LogFormat = Literal["plain", "json"]
LOG_FORMATS: Final[tuple[LogFormat, ...]] = ("plain", "json")
AUDIT_FILE: Final = "audit.log"
request_id: ContextVar[str] = ContextVar("request_id", default="")
table_id: ContextVar[str] = ContextVar("table_id", default="")
_audit = logging.getLogger("cardroom.audit")


def new_request(table: str) -> str:
    """Name the request that is served from here on; the lines that it causes have the name."""
    made = secrets.token_hex(6)
    request_id.set(made)
    table_id.set(table)
    return made


class PlainFormat(logging.Formatter):
    """One line for people; CARDROOM_DEBUG=1 adds the traceback."""

    def formatException(self, ei: Any) -> str:  # noqa: N802
        if os.environ.get("CARDROOM_DEBUG"):
            return super().formatException(ei)
        return f"  {ei[0].__name__}: {ei[1]}"

    def format(self, record: logging.LogRecord) -> str:
        text = super().format(record)
        if "Traceback" in text and not os.environ.get("CARDROOM_DEBUG"):
            return f"{record.levelname}: {text.strip().splitlines()[-1]}"
        return text


class JsonFormat(logging.Formatter):
    """One JSON object per line, for programs."""

    def format(self, record: logging.LogRecord) -> str:
        line: dict[str, object] = {
            "time": _stamp(record.created),
            "level": record.levelname.lower(),
            "from": record.name,
            "says": record.getMessage(),
        }
        if request := request_id.get():
            line["request"] = request
        if table := table_id.get():
            line["table"] = table
        if record.exc_info and record.exc_info[0] is not None:
            line["error"] = f"{record.exc_info[0].__name__}: {record.exc_info[1]}"
            if os.environ.get("CARDROOM_DEBUG"):
                line["traceback"] = self.formatException(record.exc_info)
        return json.dumps(line)


class AuditFile(WatchedFileHandler):
    """Opened again by itself when another program has moved it away; only its owner can read it."""

    def _open(self) -> TextIOWrapper:
        def opener(path: str, flags: int) -> int:
            return os.open(path, flags, 0o600)

        return open(self.baseFilename, "a", encoding=self.encoding, opener=opener)


def set_up(form: LogFormat, folder: Path | None) -> None:
    """Log to the terminal, and to the audit log of a room's folder."""
    handler = logging.StreamHandler()
    plain = PlainFormat("%(levelname)s: %(message)s")
    handler.setFormatter(JsonFormat() if form == "json" else plain)
    logging.basicConfig(level=logging.WARNING, handlers=[handler])
    if folder is None:
        return
    folder.mkdir(parents=True, exist_ok=True)
    kept = AuditFile(folder / AUDIT_FILE, encoding="utf-8")
    kept.setFormatter(logging.Formatter("%(message)s"))
    _audit.setLevel(logging.INFO)
    _audit.propagate = False
    _audit.addHandler(kept)


def note_command(person: str, address: str, key: str, command: object, answer: str) -> None:
    """A person's command and the answer to it: `done 17`, or the clause of the refusal."""
    if not _audit.isEnabledFor(logging.INFO) or not _audit.handlers:
        return
    line = {
        "time": _stamp(time.time()),
        "request": request_id.get(),
        "table": table_id.get(),
        "person": person,
        "address": address,
        "key": key,
        "command": command,
        "answer": answer,
    }
    text = json.dumps(line)
    record = logging.LogRecord(_audit.name, logging.INFO, "", 0, text, None, None)
    _audit.handle(record)


def _stamp(seconds: float) -> str:
    return f"{_whole(int(seconds))}.{int(seconds * 1000) % 1000:03}Z"


@lru_cache(maxsize=1)
def _whole(seconds: int) -> str:
    return time.strftime("%Y-%m-%dT%H:%M:%S", time.gmtime(seconds))
