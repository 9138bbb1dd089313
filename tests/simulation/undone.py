"""The fixes of faults that were found in the service, each taken out again.

`tests/simulation/test_undone.py` shows that the simulation notices every one of them.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterator, Mapping
from contextlib import AbstractContextManager, contextmanager
from typing import Any, Final
from unittest.mock import patch

import msgspec

from cardroom.events import SURVEILLANCE
from cardroom.play.inputs import Lapse
from cardroom.play.round import Await
from cardroom.service.live import closing, live_table, lobby, messages
from cardroom.service.live.checkpointer import Checkpointer
from cardroom.service.live.clock import Clock
from cardroom.service.live.healer import Healer
from cardroom.service.live.shuffling import Contributions
from cardroom.service.live.update_log import UpdateLog
from cardroom.service.view.history import Update
from cardroom.store import high_water, sqlite, sqlite_file
from cardroom.store.journal import BLIND_BYTES, chain
from cardroom.store.keys import SigningKey
from cardroom.table import floor
from cardroom.table import house as table_house
from cardroom.table.commands import OpenTable, Play

Undone = Callable[[], AbstractContextManager[object]]


def unblinded_hashes() -> AbstractContextManager[object]:
    """Entries are hashed without a secret."""
    return patch.object(SigningKey, "blind", lambda _key, _entry: bytes(BLIND_BYTES))


def closing_folds_hands() -> AbstractContextManager[object]:
    """A person who closes a table decides for all players who are asked."""
    kept = closing.next_move

    def next_move(table: Any, given: Any) -> Any:
        round = table.round
        if round is not None and not table.paused and isinstance(round.head, Await):
            return Play(Lapse(round.head.asks[0].box))
        return kept(table, given)

    return patch.object(closing, "next_move", next_move)


def minted_chips() -> AbstractContextManager[object]:
    """Chips of a table that a guest deals are good everywhere."""

    def opened(*given: Any, **named: Any) -> OpenTable:
        return OpenTable(*given, **{**named, "chips": "house"})

    return patch.object(lobby, "OpenTable", opened)


def gifts_paid() -> AbstractContextManager[object]:
    """Chips are good everywhere, whatever odds their table pays."""
    return patch.object(lobby, "house_odds", lambda *_: True)


@contextmanager
def clocks_that_jump() -> Iterator[None]:
    """The house goes by the clock on the wall."""

    def begin(clock: Any, wall: Any, passed: Any) -> None:
        clock._wall, clock._passed = wall, passed

    with (
        patch.object(Clock, "__init__", begin),
        patch.object(Clock, "__call__", lambda clock: clock._wall()),
    ):
        yield


def no_healing() -> AbstractContextManager[object]:
    """After a full disk nothing is ever saved again."""

    async def heal(_: Healer) -> None:
        await asyncio.sleep(10**9)

    return patch.object(Healer, "_heal", heal)


def decay_unnoticed() -> AbstractContextManager[object]:
    """Nobody notes how far a journal was acknowledged."""
    return patch.object(high_water, "read", lambda _journal: None)


def unsynced_commits() -> AbstractContextManager[object]:
    """A commit returns before it is on the disk."""
    kept = sqlite_file.open_writer

    def open_writer(path: Any) -> Any:
        database = kept(path)
        database.execute("PRAGMA synchronous = OFF")
        return database

    return patch.object(sqlite, "open_writer", open_writer)


def logs_not_forced() -> AbstractContextManager[object]:
    """What a process that died stored last is shown before it is on the disk."""
    return patch.object(sqlite, "force_log", lambda _path: None)


def time_runs_backward() -> AbstractContextManager[object]:
    """An entry has the time of the clock, even if that was set back."""

    def undated(heads: Mapping[str, Any], *given: Any, **named: Any) -> Any:
        ends = {name: msgspec.structs.replace(head, at=-(10**18)) for name, head in heads.items()}
        return chain(ends, *given, **named)

    return patch.object(floor, "chain", undated)


def no_checkpoints() -> AbstractContextManager[object]:
    """Nothing is signed while the service runs."""
    return patch.object(Checkpointer, "sign", lambda _: None)


def bets_before_cards() -> AbstractContextManager[object]:
    """Bets are taken on cards that are shuffled afterward."""
    return patch.object(live_table, "BETS", ())


def set_up_after_bets() -> AbstractContextManager[object]:
    """A player has other cards shuffled when the bets are known."""
    kept = table_house.bars_setup

    def bars_setup(table: Any, player: str) -> Any:
        return kept(msgspec.structs.replace(table, bets=()), player)

    return patch.object(table_house, "bars_setup", bars_setup)


def contributions_left_out() -> AbstractContextManager[object]:
    """The house shuffles alone, whatever the players contribute."""
    kept = Contributions.moduli

    async def moduli(own: Contributions, shoe: int, players: Any, seconds: float) -> Any:
        await kept(own, shoe, players, seconds)
        return ()

    return patch.object(Contributions, "moduli", moduli)


def hidden_cards_sent() -> AbstractContextManager[object]:
    """Every viewer is sent the events as they were recorded."""
    return patch.object(messages, "visible", lambda event, _eyes: event)


def everybody_oversees() -> AbstractContextManager[object]:
    """Every viewer sees what surveillance sees."""
    return patch("cardroom.service.view.views.eyes", lambda *_: frozenset({SURVEILLANCE}))


def acknowledged_too_early() -> AbstractContextManager[object]:
    """Steps are shown before they are stored."""
    kept = live_table.LiveTable._publish

    def publish(live: Any, update: Update) -> None:
        kept(live, update)
        later = msgspec.structs.replace(update.moment, seq=update.moment.seq + 1)
        for viewer in live.viewers:
            viewer.offer(live.message(Update(later, ()), viewer.standing))

    return patch.object(live_table.LiveTable, "_publish", publish)


def last_step_without_events() -> AbstractContextManager[object]:
    """After a restart, the last step is shown without what happened in it."""
    kept = UpdateLog.__init__

    def begin(log: Any, store: Any, id: str, now: Any) -> None:
        kept(log, store, id, now)
        log._recent.append(Update(now, ()))

    return patch.object(UpdateLog, "__init__", begin)


UNDONE: Final[tuple[Undone, ...]] = (
    unblinded_hashes,
    closing_folds_hands,
    minted_chips,
    gifts_paid,
    clocks_that_jump,
    no_healing,
    decay_unnoticed,
    unsynced_commits,
    logs_not_forced,
    time_runs_backward,
    no_checkpoints,
    bets_before_cards,
    set_up_after_bets,
    contributions_left_out,
    hidden_cards_sent,
    everybody_oversees,
    acknowledged_too_early,
    last_step_without_events,
)
