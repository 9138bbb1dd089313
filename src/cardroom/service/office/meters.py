"""The meters of the room: their terms, what people change about them, and what follows from it."""

from __future__ import annotations

import logging
import secrets
from collections.abc import Iterator, Mapping
from typing import Final

import msgspec

from cardroom import games
from cardroom.games.side_bets.option import SIDE_BETS, SideBets, declared
from cardroom.play.round import Refusal
from cardroom.rules.meter import Terms
from cardroom.rules.options import OptionFaults, Value
from cardroom.rules.ruleset import Ruleset
from cardroom.service.errors import ServiceError
from cardroom.service.lab.states import declarations
from cardroom.service.live.live_table import LiveTable
from cardroom.service.live.lobby import Lobby
from cardroom.service.live.notices import NoticeDesk
from cardroom.table import clauses
from cardroom.table.floor import HOUSE, Floor
from cardroom.table.meter import MeterBook
from cardroom.table.meter_changes import is_to_be_emptied
from cardroom.table.meter_commands import ChangeMeter, EmptyMeter, RetireMeter, Wish

_log: Final = logging.getLogger(__name__)


class MeterOption(msgspec.Struct, frozen=True):
    """One of the options that post the terms."""

    name: str
    value: str
    about: str


class MeterWish(msgspec.Struct, frozen=True):
    """A change: other terms, or none if the meter is to be retired into another one."""

    by: str
    why: str
    terms: dict[str, str] = {}
    into: str = ""


class MeterState(msgspec.Struct, frozen=True):
    id: str
    title: str
    """Of a table's own meter: the table, and the bet."""
    cents: int
    """What it shows."""
    tables: dict[str, str]
    """The titles of the tables on it."""
    terms: dict[str, str]
    options: tuple[MeterOption, ...] = ()
    prepared: MeterWish | None = None
    approved: MeterWish | None = None
    retired: bool = False


class MeterOffice:
    def __init__(self, floor: Floor, lobby: Lobby, notices: NoticeDesk) -> None:
        self._floor, self._lobby, self._notices = floor, lobby, notices

    def meters(self) -> list[MeterState]:
        """Those of the house, and those of single tables while they are open."""
        shared = (book for book in self._books() if "/" not in book.id or book.tables)
        return [_state(book, self._on(book)) for book in shared]

    def _books(self) -> Iterator[MeterBook]:
        for name in self._floor.meters.names():
            book = self._floor.meter(name)
            if book is not None and not self._floor.meter_set_aside(name):
                yield book

    def _on(self, book: MeterBook) -> list[LiveTable]:
        return [live for name in sorted(book.tables) if (live := self._lobby.get(name)) is not None]

    def new_terms(self, meter: str, options: Mapping[str, Value]) -> Terms | Refusal:
        """What the tables on a meter would post with these options."""
        book = self.find(meter)
        if isinstance(book, Refusal):
            return book
        found: dict[Terms, str] = {}
        for live in self._on(book):
            try:
                rules = posted_with(live.table.rules, options)
            except OptionFaults as wrong:
                return Refusal(clauses.OPTIONS, f"{live.listing.title}: {wrong}")
            if rules.meter is None:
                why = f"{live.listing.title} would have no bet on the meter; retire it instead"
                return Refusal(clauses.METER_CHANGE, why)
            found.setdefault(rules.meter.terms, live.listing.title)
        if len(found) == 1:
            return next(iter(found))
        why = f"{' and '.join(found.values())} would differ" if found else "no table is on it"
        return Refusal(clauses.METER_CHANGE, f"meter {meter}: {why}")

    def with_file(self, meter: str, text: str) -> dict[str, Value] | Refusal:
        """The option with the new text of a side bet file; the other bets of the house stay."""
        book = self.find(meter)
        if isinstance(book, Refusal):
            return book
        try:
            (new,) = declared(declarations([text]))
        except OptionFaults as wrong:
            return Refusal(clauses.OPTIONS, str(wrong))
        found: dict[Value, str] = {}
        for live in self._on(book):
            bets = declared(live.table.rules.options.get(SIDE_BETS.name))
            names = [bet.file.name for bet in bets]
            if new.file.name not in names:
                why = f"{live.listing.title} has no bet {new.file.name!r}; its own bets: {names}"
                return Refusal(clauses.METER_CHANGE, why)
            posted = [new if bet.file.name == new.file.name else bet for bet in bets]
            found.setdefault(SideBets().read(posted), live.listing.title)
        if len(found) == 1:
            return {SIDE_BETS.name: next(iter(found))}
        why = (
            f"{' and '.join(found.values())} have different bets" if found else "no table is on it"
        )
        return Refusal(clauses.METER_CHANGE, f"meter {meter}: {why}")

    def without(self, meter: str) -> dict[str, Value] | Refusal:
        """The options that take the bet on a meter off its tables."""
        book = self.find(meter)
        if isinstance(book, Refusal):
            return book
        bets = (live.table.rules.meter for live in self._on(book))
        return {name: value for bet in bets if bet is not None for name, value in bet.off}

    def find(self, meter: str) -> MeterBook | Refusal:
        books = {book.id: book for book in self._books()}
        known = ", ".join(books) or "none"
        why = f"there is no meter {meter[:80]!r}; meters are {known}"
        return books.get(meter) or Refusal(clauses.METER_CHANGE, why)

    async def follow_up(self) -> None:
        """Give notice at every table of a meter that two people changed, and empty a meter that
        they retired, after its last table has left. What is refused now is tried again."""
        for book in list(self._books()):
            wish = book.approved
            for live in self._on(book) if wish is not None else ():
                if live.owned and wish is not None and _lacks(live, wish):
                    await self._give_notice(live, wish)
            if isinstance(wish, RetireMeter) and is_to_be_emptied(book):
                key = f"meter/{book.id}/emptied"
                answer = await self._floor.meters.ask(book.id, key, HOUSE, EmptyMeter(wish.into))
                if isinstance(answer, Refusal):
                    _log.warning("meter %s was not emptied: %s", book.id, answer)
                else:
                    self._lobby.meter_moved(wish.into, "")

    async def _give_notice(self, live: LiveTable, wish: Wish) -> None:
        change = self._notices.change(live, wish.options, wish.rounds)
        try:
            await live.house_command(f"{live.id}/meter/{secrets.token_hex(8)}", change)
        except ServiceError as no:
            _log.warning("no notice at table %s: %s", live.id, no.refusal)


def _lacks(live: LiveTable, wish: Wish) -> bool:
    """Whether a table neither posts a change nor has given notice of it."""
    table = live.table
    if not wish.options or table.closed:
        return False
    last = table.rules if table.notice is None else table.notice.rules
    now = None if last.meter is None else last.meter.terms
    return now != (wish.terms if isinstance(wish, ChangeMeter) else None)


def posted_with(rules: Ruleset, options: Mapping[str, Value]) -> Ruleset:
    """The same game with other options; `OptionFaults` if it does not know them."""
    game = games.game(rules.game)
    shown = {spec.name: spec.show(rules.options[spec.name]) for spec in game.catalogue}
    return game.ruleset({**shown, **options}, rules.house, rules.edition)


def _options(rules: Ruleset) -> tuple[str, ...]:
    return () if rules.meter is None else rules.meter.term_options


def _state(book: MeterBook, tables: list[LiveTable]) -> MeterState:
    rules = tables[0].table.rules if tables else None
    names = () if rules is None else _options(rules)
    specs = {} if rules is None else {spec.name: spec for spec in games.game(rules.game).catalogue}
    return MeterState(
        book.id,
        _title(book, tables),
        book.meter.whole,
        {live.id: live.listing.title for live in tables},
        {} if book.terms is None else dict(book.terms.words()),
        tuple(
            MeterOption(name, specs[name].show(rules.options[name]), specs[name].about)
            for name in names
            if rules is not None
        ),
        _shown(book.prepared),
        _shown(book.approved),
        book.retired,
    )


def _title(book: MeterBook, tables: list[LiveTable]) -> str:
    _, _, bet = book.id.partition("/")
    if not bet or not tables:
        return book.id
    spot = tables[0].table.rules.spot(bet)
    return f"{tables[0].listing.title}: {bet if spot is None else spot.title}"


def _shown(wish: Wish | None) -> MeterWish | None:
    if wish is None:
        return None
    if isinstance(wish, RetireMeter):
        return MeterWish(wish.by, wish.why, into=wish.into)
    return MeterWish(wish.by, wish.why, dict(wish.terms.words()))
