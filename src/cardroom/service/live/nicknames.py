"""What people are called at the tables, where they have chosen a name for that.

A nickname is what others read; the journal and every report go by the person's own name.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterable
from threading import Lock
from typing import Final, Protocol

from cardroom.service import errors
from cardroom.service.errors import refuse
from cardroom.service.live import titles
from cardroom.service.view.views import short
from cardroom.store.rows import Rows, TakenError

KEPT: Final = 10_000
LEAST, MOST = 2, 24


class Others(Protocol):
    """The other workers of the room."""

    def say(self, text: str) -> None: ...


class Nicknames:
    """They are next to the accounts; what is shown is read from memory."""

    def __init__(self, rows: Rows, clock: Callable[[], float], others: Others | None) -> None:
        self._rows, self._clock, self._others = rows, clock, others
        self._names: dict[str, str] = {}
        self._choosing = Lock()
        self.read()

    def read(self) -> None:
        """Another worker may have changed them; this may block."""
        self._names = dict(self._rows.find("SELECT name, nickname FROM nicknames"))

    def shown(self, name: str) -> str:
        return self._names.get(name) or short(name)

    def own(self, name: str) -> str:
        """The nickname; empty without one."""
        return self._names.get(name, "")

    async def choose(self, name: str, wanted: str, accounts: Iterable[str]) -> None:
        """Another name at the tables; an empty one takes it back."""
        await asyncio.to_thread(self._choose, name, wanted, accounts)
        self._tell()

    async def give_way(self, account: str) -> None:
        """A new account has this name, so nobody else is called by it any longer."""
        mine = titles.letters(account)
        called = [each for each, nick in self._names.items() if titles.letters(nick) == mine]
        for name in called:
            await asyncio.to_thread(self._choose, name, "", ())
        if called:
            self._tell()

    def _tell(self) -> None:
        if self._others is not None:
            self._others.say("nicknames")

    def _choose(self, name: str, wanted: str, accounts: Iterable[str]) -> None:
        nick = " ".join(wanted.split())
        with self._choosing:
            self.read()
            if nick:
                self._bar(name, nick, accounts)
                self._save(name, nick)
            else:
                self._rows.do("DELETE FROM nicknames WHERE name = ?", name)
            self.read()

    def _save(self, name: str, nick: str) -> None:
        try:
            self._rows.do(
                "INSERT INTO nicknames (name, nickname, at) VALUES (?, ?, ?) ON CONFLICT (name)"
                " DO UPDATE SET nickname = excluded.nickname, at = excluded.at",
                *(name, nick, self._clock()),
            )
        except TakenError:
            # Another worker was first.
            raise _taken(nick) from None
        if len(self._names) >= KEPT:
            self._rows.do(
                "DELETE FROM nicknames WHERE name NOT IN"
                " (SELECT name FROM nicknames ORDER BY at DESC LIMIT ?)",
                KEPT,
            )

    def _bar(self, name: str, nick: str, accounts: Iterable[str]) -> None:
        if not LEAST <= len(nick) <= MOST or not titles.plain(nick):
            raise refuse(422, errors.NICKNAME, f"{nick[:40]!r} does not have that form")
        if not titles.one_alphabet(nick):
            raise refuse(422, errors.NICKNAME, "use the letters of one alphabet")
        if titles.official(nick) or titles.house_named(nick):
            raise refuse(422, errors.NICKNAME, f"{nick!r} could be mistaken for the house's staff")
        others = {titles.letters(each) for each in accounts if each != name}
        others |= {titles.letters(each) for other, each in self._names.items() if other != name}
        if titles.letters(nick) in others:
            raise _taken(nick)


def _taken(nick: str) -> errors.ServiceError:
    return refuse(409, errors.NICKNAME, f"{nick!r} is taken")
