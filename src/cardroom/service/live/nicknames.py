"""What people are called at the tables, where they have chosen a name for that.

A nickname is what others read; the journal and every report go by the person's own name.
"""

from __future__ import annotations

import tempfile
import time
from collections.abc import Iterable
from pathlib import Path
from threading import Lock
from typing import Final

import msgspec

from cardroom.service import errors
from cardroom.service.errors import refuse
from cardroom.service.live import titles
from cardroom.service.view.views import short

KEPT: Final = 10_000
LOOK_SECONDS: Final = 2.0
LEAST, MOST = 2, 24


class Nicknames:
    """`file` is in the room's folder; None keeps them in memory."""

    def __init__(self, file: Path | None) -> None:
        self._file = file
        self._names: dict[str, str] = {}
        self._stamp = 0
        self._looked = 0.0
        self._choosing = Lock()
        self._read()

    def _read(self) -> None:
        """Another process of the room may have written the file."""
        now = time.monotonic()
        if self._file is None or now - self._looked < LOOK_SECONDS:
            return
        self._looked = now
        try:
            stamp = self._file.stat().st_mtime_ns
            if stamp != self._stamp:
                self._names = msgspec.json.decode(self._file.read_bytes(), type=dict[str, str])
                self._stamp = stamp
        except (OSError, msgspec.DecodeError):
            return  # nobody has a nickname yet

    def shown(self, name: str) -> str:
        self._read()
        return self._names.get(name) or short(name)

    def own(self, name: str) -> str:
        """The nickname; empty without one."""
        return self._names.get(name, "")

    def choose(self, name: str, wanted: str, accounts: Iterable[str]) -> None:
        """Another name at the tables; an empty one takes it back."""
        nick = " ".join(wanted.split())
        with self._choosing:
            self._looked = 0.0
            self._read()
            if nick:
                self._bar(name, nick, accounts)
            self._names.pop(name, None)
            if nick:
                self._names[name] = nick
            for oldest in list(self._names)[:-KEPT]:
                del self._names[oldest]
            self._save()

    def give_way(self, account: str) -> None:
        """A new account has this name, so nobody else is called by it any longer."""
        mine = titles.letters(account)
        for name in [each for each, nick in self._names.items() if titles.letters(nick) == mine]:
            self.choose(name, "", ())

    def _bar(self, name: str, nick: str, accounts: Iterable[str]) -> None:
        if not LEAST <= len(nick) <= MOST or not titles.plain(nick):
            raise refuse(422, errors.NICKNAME, f"{nick[:40]!r} does not have that form")
        if not titles.one_alphabet(nick):
            raise refuse(422, errors.NICKNAME, "use the letters of one alphabet")
        if titles.official(nick) or titles.house_named(nick):
            raise refuse(422, errors.NICKNAME, f"{nick!r} would look like the house's own people")
        others = {titles.letters(each) for each in accounts if each != name}
        others |= {titles.letters(each) for other, each in self._names.items() if other != name}
        if titles.letters(nick) in others:
            raise refuse(409, errors.NICKNAME, f"{nick!r} is taken")

    def _save(self) -> None:
        if self._file is None:
            return
        with tempfile.NamedTemporaryFile(dir=self._file.parent, delete=False) as part:
            part.write(msgspec.json.encode(self._names))
        Path(part.name).replace(self._file)
