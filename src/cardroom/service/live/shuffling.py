"""Shuffles with contributions from the players' pages."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Mapping
from collections.abc import Set as AbstractSet
from typing import Final, Protocol

import msgspec

from cardroom.events.shuffle import Contributor, OpenedContribution
from cardroom.fairness import contribution
from cardroom.service.live.presence import Presence
from cardroom.service.live.table_lock import TableLock
from cardroom.service.live.unopened import Unopened
from cardroom.service.settings import Pace
from cardroom.store import StoreError
from cardroom.table.commands import CloseContributions, LoadShoe, TableCommand
from cardroom.table.table import Shuffle, Table

HEX_DIGITS_MAX: Final = 2 * contribution.MODULUS_BYTES
_log = logging.getLogger(__name__)


class Contributes(
    msgspec.Struct, frozen=True, tag_field="type", tag="contributes", forbid_unknown_fields=True
):
    """This page contributes to shuffles, so the table waits for it."""


class SendModulus(
    msgspec.Struct, frozen=True, tag_field="type", tag="modulus", forbid_unknown_fields=True
):
    """A contribution to the shuffle of a shoe, in hex."""

    shoe: int
    modulus: str


class SendPrime(
    msgspec.Struct, frozen=True, tag_field="type", tag="prime", forbid_unknown_fields=True
):
    """A prime that opens it, in hex."""

    shoe: int
    prime: str


class Contributions:
    """Contributions to the current shuffle. The first of each player counts."""

    def __init__(self) -> None:
        self._shoe = 0
        self._moduli: dict[str, str] = {}
        self._primes: dict[str, str] = {}
        self._arrived = asyncio.Event()

    def take(self, player: str, message: SendModulus | SendPrime) -> None:
        """Keep a contribution, unless it comes too late or for another shoe."""
        if message.shoe != self._shoe:
            return
        match message:
            case SendModulus(modulus=text):
                number = _number(text)
                if number is not None and contribution.acceptable(number):
                    self._moduli.setdefault(player, f"{number:x}")
            case SendPrime(prime=text):
                number = _number(text)
                if number is not None:
                    self._primes.setdefault(player, f"{number:x}")
        self._arrived.set()

    async def moduli(
        self, shoe: int, players: AbstractSet[str], seconds: float
    ) -> tuple[Contributor, ...]:
        """The players' contributions to a shoe, when all have come or time is up.

        Those that came before a disk failed still count.
        """
        if self._shoe != shoe:
            self._shoe, self._moduli, self._primes = shoe, {}, {}
        await self._all(players, self._moduli, seconds)
        found = sorted((name, text) for name, text in self._moduli.items() if name in players)
        return tuple(Contributor(name, text) for name, text in found)

    async def opened(
        self, shoe: int, shuffle: Shuffle, seconds: float
    ) -> dict[str, OpenedContribution]:
        """The opened contributions by player, when all are opened or time is up."""
        assert shuffle.contributors is not None, "contributions are opened after they are closed"
        if self._shoe != shoe:
            self._shoe, self._moduli, self._primes = shoe, {}, {}
        await self._all({each.player for each in shuffle.contributors}, self._primes, seconds)
        found: dict[str, OpenedContribution] = {}
        for each in shuffle.contributors:
            prime = self._primes.get(each.player, "")
            modulus = int(each.modulus, 16)
            value = contribution.opened(modulus, int(prime or "0", 16), shuffle.squarings)
            if value is not None:
                found[each.player] = OpenedContribution(each.player, value.hex(), prime)
        return found

    async def _all(self, players: AbstractSet[str], sent: dict[str, str], seconds: float) -> None:
        try:
            async with asyncio.timeout(seconds):
                while not players <= sent.keys():
                    self._arrived.clear()
                    await self._arrived.wait()
        except TimeoutError:
            return


class LiveShoe(Protocol):
    """The table whose cards are shuffled."""

    closed: bool
    presence: Presence

    @property
    def id(self) -> str: ...
    @property
    def table(self) -> Table: ...
    def humans(self) -> set[str]: ...
    async def submit_now(self, command: TableCommand) -> None: ...
    def wake(self) -> None: ...


class Shuffling:
    """Takes an order the house has committed to from the commitment to the loaded shoe."""

    def __init__(self, live: LiveShoe, lock: TableLock, pace: Pace) -> None:
        """`lock` is held while the table carries out a command."""
        self._live, self._lock, self._pace = live, lock, pace
        self._contributions = Contributions()
        self.unopened = Unopened()
        """Shared by the tables of a room."""
        self._squaring: asyncio.Task[None] | None = None
        self._began: tuple[int, AbstractSet[str]] = (0, frozenset())
        """The last shuffle since the start of the service, and whose pages were asked."""
        self._addresses: Mapping[str, str] = {}
        """Where these pages were, as far as this worker knows."""

    def take(self, player: str, message: SendModulus | SendPrime) -> None:
        self._contributions.take(player, message)

    def cancel(self) -> None:
        if self._squaring is not None:
            self._squaring.cancel()

    async def resume(self) -> None:
        """Continue a shuffle that a stop of the service interrupted.

        The order is the one committed to, and the players contribute to it as they would have: a
        house that stops its service at the right moment does not shuffle alone. Their pages get
        time to come back. Where only the disk failed, their pages are still here.
        """
        squaring = self._squaring is not None and not self._squaring.done()
        if self._live.table.shuffle is None or squaring:
            return
        shoe, players = self._began
        if shoe == self._live.table.shoe.number + 1:
            await self.mix(players)
        else:
            await self.mix(self._live.humans(), self._pace.return_seconds)

    async def mix(self, players: AbstractSet[str], seconds: float | None = None) -> None:
        """Collect the players' contributions and load the cards; the caller holds the table."""
        live, pace = self._live, self._pace
        seconds = pace.contribution_seconds if seconds is None else seconds
        shoe, shuffle = live.table.shoe.number + 1, live.table.shuffle
        self._began = shoe, players
        assert shuffle is not None, "there is an order to mix"
        self._addresses = {name: live.presence.address(name) for name in sorted(players)}
        asked = {name for name, at in self._addresses.items() if self.unopened.asks(name, at)}
        if shuffle.contributors is None:
            sent = await self._contributions.moduli(shoe, asked, seconds)
            await live.submit_now(CloseContributions(sent, pace.squarings if sent else 0))
            shuffle = live.table.shuffle
            assert shuffle is not None, "closing contributions loads nothing"
        opened = await self._contributions.opened(shoe, shuffle, seconds)
        if not await self._load(shuffle, opened):
            self._squaring = asyncio.create_task(self._square(shuffle, opened))

    async def _load(self, shuffle: Shuffle, opened: Mapping[str, OpenedContribution]) -> bool:
        """Load the shuffle if all its contributions are known."""
        players = [each.player for each in shuffle.contributors or ()]
        if any(player not in opened for player in players):
            return False
        await self._live.submit_now(LoadShoe(opened=tuple(opened[player] for player in players)))
        return True

    async def _square(self, shuffle: Shuffle, opened: dict[str, OpenedContribution]) -> None:
        """Compute the contributions that were not opened: this takes minutes; the table is free."""
        live = self._live
        silent = [each for each in shuffle.contributors or () if each.player not in opened]
        for each in silent:
            _log.warning("table %s: %s did not open a contribution", live.id, each.player)
            self.unopened.note(each.player, self._addresses.get(each.player, ""))
        for each in silent:
            value = await self.unopened.value(each.modulus, shuffle.squarings)
            opened[each.player] = OpenedContribution(each.player, value)
        try:
            async with self._lock:
                if not live.closed and live.table.shuffle == shuffle:
                    await self._load(shuffle, opened)
        except StoreError as no:
            # Not woken: it would be squared again until it can be saved. The room wakes it then.
            _log.warning("table %s: the shuffle cannot be saved: %s", live.id, no)
            return
        live.wake()


def _number(text: str) -> int | None:
    if not text or len(text) > HEX_DIGITS_MAX or not text.isascii() or not text.isalnum():
        return None
    try:
        return int(text, 16)
    except ValueError:
        return None
