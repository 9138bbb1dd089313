"""Everybody's rounds, read from the journal once and then kept up with."""

from __future__ import annotations

from collections import OrderedDict, deque
from collections.abc import Iterator
from typing import Final

from cardroom import events
from cardroom.events import table as t
from cardroom.ledger.round_results import RoundResult
from cardroom.service.own_play.messages import OwnRound, PlayedWager
from cardroom.service.view.views import BOT
from cardroom.store import Entry, Reader
from cardroom.table.journal import TABLES, read_table

ENTRIES_MAX: Final = 20_000
"""Read for one request; the next one goes on from there."""
TABLES_MAX: Final = 400
ROUNDS_MAX: Final = 2_000
"""Of one person at one table."""


class PlayBook:
    """Not safe for threads: one request reads at a time."""

    def __init__(self, reader: Reader) -> None:
        self._reader = reader
        self._tables: OrderedDict[str, TableBook] = OrderedDict()

    def rounds(self, player: str) -> tuple[list[OwnRound], bool]:
        """A person's rounds, newest last; and whether the journal has more to read."""
        more = self._read_on()
        found = [each for book in self._tables.values() for each in book.rounds(player)]
        return sorted(found, key=lambda each: each.at), more

    def _read_on(self) -> bool:
        left = ENTRIES_MAX
        heads = {name: head for name, head in self._reader.heads().items() if _is_table(name)}
        for name in sorted(heads, key=lambda each: -heads[each].at)[:TABLES_MAX]:
            book = self._tables.get(name)
            if book is None:
                book = self._tables[name] = TableBook(name)
            if book.seq >= heads[name].seq:
                continue
            for entry in self._reader.read(name, book.seq):
                book.follow(entry)
                left -= 1
                if left <= 0:
                    return True
        while len(self._tables) > TABLES_MAX:
            self._tables.popitem(last=False)
        return False


def _is_table(stream: str) -> bool:
    return stream.startswith(TABLES)


class _Bets:
    """One person's bets on one spot in the round in play."""

    def __init__(self) -> None:
        self.first: dict[int, int] = {}
        """By box."""
        self.action = self.net = 0


class TableBook:
    """One table, entry by entry."""

    def __init__(self, stream: str) -> None:
        self.seq = 0
        self._table = stream.removeprefix(TABLES)
        self._title = self._game = self._rules = ""
        self._rounds: dict[str, deque[OwnRound]] = {}
        self._seats: dict[str, int] = {}
        self._sessions: dict[str, int] = {}
        self._result = RoundResult()
        self._closed = False
        self._bets: dict[str, dict[str, _Bets]] = {}
        self._number = 0
        self._ended = 0
        """When the round on the felt ended; 0 while it is played, and when it is cleared."""

    def rounds(self, player: str) -> tuple[OwnRound, ...]:
        """With a round that has ended and still lies on the felt."""
        kept = tuple(self._rounds.get(player, ()))
        if not self._ended:
            return kept
        lies = self._cleared(self._number, self._ended)
        return kept + tuple(played for owner, played in lies if owner == player)

    def follow(self, entry: Entry) -> None:
        self.seq = entry.seq
        for event in read_table(entry).events:
            self._result = self._result.after(event)
            self._note(event, entry.at)

    def _note(self, event: events.Event, at: int) -> None:
        match event:
            case t.TableOpened():
                self._title, self._game, self._rules = event.title, event.game, event.rules
            case t.RulesPosted():
                self._game, self._rules = event.game, event.rules
            case t.PlayerSat():
                new = not self._seats.get(event.player)
                self._sessions[event.player] = self._sessions.get(event.player, 0) + new
                self._seats[event.player] = self._seats.get(event.player, 0) + 1
            case t.SeatLeft():
                self._seats[event.player] = self._seats.get(event.player, 1) - 1
            case t.RoundBegan():
                self._rules, self._closed, self._bets = event.rules, False, {}
                self._number, self._ended = event.round, 0
            case events.RoundEnded():
                self._ended = at
            case events.BetsClosed():
                self._closed = True
            case events.BetPlaced() | events.BetSettled() | events.BetReversed():
                self._note_bet(event)
            case t.RoundCleared():
                for player, played in self._cleared(event.round, self._ended or at):
                    self._rounds.setdefault(player, deque(maxlen=ROUNDS_MAX)).append(played)
                self._ended = 0
            case _:
                pass

    def _note_bet(self, event: events.BetPlaced | events.BetSettled | events.BetReversed) -> None:
        if event.owner.startswith(BOT):
            return
        bets = self._bets.setdefault(event.owner, {}).setdefault(event.spot, _Bets())
        match event:
            case events.BetPlaced():
                # A second wager on a spot of one box is a split hand.
                if not self._closed or event.box not in bets.first:
                    bets.first[event.box] = bets.first.get(event.box, 0) + event.stake
            case events.BetSettled():
                bets.action += event.action
                bets.net += event.paid - event.taken
            case events.BetReversed():
                bets.net -= event.paid - event.taken

    def _cleared(self, number: int, at: int) -> Iterator[tuple[str, OwnRound]]:
        result = self._result
        for player, won in result.results().items():
            if player.startswith(BOT):
                continue
            bets = self._bets.get(player, {})
            yield (
                player,
                OwnRound(
                    at // 1_000_000,
                    self._table,
                    self._title,
                    self._game,
                    self._rules,
                    number,
                    max(self._sessions.get(player, 1), 1),
                    won,
                    result.fees.get(player, 0),
                    result.void,
                    result.banker == player,
                    tuple(_wager(spot, each) for spot, each in bets.items()),
                ),
            )


def _wager(spot: str, bets: _Bets) -> PlayedWager:
    first = bets.first.values()
    return PlayedWager(
        spot, sum(first), sum(stake * stake for stake in first), bets.action, bets.net
    )
