"""From a file to the bet that play, odds, simulator, and signs read."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from functools import lru_cache
from typing import Final, Literal, NamedTuple

import msgspec

from cardroom.games.side_bets.conditions import (
    CompiledCondition,
    Places,
    compiled,
    kinds_of_cards,
    only_busts,
    parts_of,
)
from cardroom.games.side_bets.facts import HandPart
from cardroom.games.side_bets.files import (
    Declared,
    MeterEntry,
    RowEntry,
    SideBetFile,
    settled_by_default,
)
from cardroom.games.side_bets.parser import parse
from cardroom.games.side_bets.words import describe
from cardroom.hands.points import Key, PointRule
from cardroom.money import cents, ratio
from cardroom.rules.clauses import Clause
from cardroom.rules.limits import Limits
from cardroom.rules.meter import Terms
from cardroom.rules.own_table import OWN, is_own, rows_in
from cardroom.rules.paytable import Share, parse_pays
from cardroom.rules.side_bet import (
    FinalHand,
    Look,
    MeterBet,
    Settled,
    SideBet,
    SideRow,
    Survival,
)

LOOKS: Final[Mapping[HandPart, Look]] = {
    "first": "own-first",
    "second": "own-second",
    "third": "own-third",
    "up": "bank-up",
    "hole": "bank-second",
    "player": "own-hand",
    "dealer": "bank-hand",
}
CITE: Final = "as posted"


class Options(NamedTuple):
    """What the game says about a bet that its file leaves open."""

    points: PointRule = PointRule()
    pay_table: str = ""
    """Of the file, by its name; or one of the house's own (`rules.own_table`)."""
    version: str = ""
    """Which of the file's versions is played, where it has several: what they look at and when
    they are settled may differ."""
    chip: int = 1
    table: str | None = None
    """The printed name of the pay table; None for the file's own."""
    order: str = ""
    author: Literal["book", "house"] = "book"
    """Who wrote the file."""
    stake: int | None = None
    meter: MeterEntry | None = None
    seed_option: str = ""
    """This and what follows is about the meter: see `MeterBet`."""
    chance_options: tuple[str, ...] = ()
    term_options: tuple[str, ...] = ()
    off: tuple[tuple[str, str], ...] = ()


NO_OPTIONS: Final = Options()


@lru_cache(maxsize=256)
def declared_bets(declared: Declared, options: Options = NO_OPTIONS) -> tuple[SideBet, ...]:
    """The bets of a file: one, or one for each row. Most postings of a game have the same."""
    file = declared.file
    rows = posted_rows(file, options.pay_table or file.pay_table)
    if file.each_row == "pays":
        return (_Builder(declared, options, rows).bet(file.name, file.title),)
    return tuple(
        _Builder(declared, options, [row]).bet(f"{file.name}/{row.name}", row.title or row.name)
        for row in rows
    )


def posted_rows(file: SideBetFile, table: str) -> list[RowEntry]:
    """The rows of a pay table, each with what it pays there."""
    if not table:
        return list(file.row)
    if is_own(table):
        return list(_own_rows(file, table))
    pays = file.pays[table]
    return [
        RowEntry(row.name, row.when, pays[row.name], row.title, row.words, row.clause)
        for row in file.row
        if row.name in pays
    ]


def _own_rows(file: SideBetFile, table: str) -> Iterator[RowEntry]:
    """The rows of a table of the house's own: the file's, and new ones."""
    known = {row.name: row for row in file.row}
    for own in rows_in(table):
        row = RowEntry(own.name, own.when) if own.when else known[own.name]
        yield msgspec.structs.replace(row, pays=own.pays)


class _Builder:
    def __init__(self, declared: Declared, options: Options, rows: Sequence[RowEntry]) -> None:
        self.declared, self.options, self.rows = declared, options, rows
        self.file = declared.file
        self.cards = declared.cards(options.version)
        self.conditions = [parse(row.when, self.cards) for row in rows]
        self.parts = parts_of(self.conditions, self.cards)
        self.places = Places({part: at for at, part in enumerate(self.parts)}, options.points)
        own = self.file.version.get(options.version)
        self.settled: Settled = (
            (own and own.settled) or self.file.settled or settled_by_default(self.parts)
        )
        self.order: str = options.order or (own and own.order) or self.file.order

    def bet(self, name: str, title: str) -> SideBet:
        file, meter, stake = self.file, self._meter(name), self._stake
        least = cents(file.least) if file.least else None
        if stake is not None:
            # The table's minimum is for the game, not for the posted stake of this bet.
            least = self.options.chip
        table = self._table
        # A table of the house's own may leave one row of many, which the bet is not named after.
        only = len(self.rows) == 1 and not table and not is_own(self.options.pay_table)
        single = meter is None and (file.each_row == "is-a-bet" or only)
        return SideBet(
            name,
            title,
            tuple(map(self._look, self.parts)),
            tuple(self._rows()),
            self._clause(file.loses_clause, "loses", f"without a row that pays, {title} loses"),
            self.settled,
            self.order,
            "" if single else table or title,
            head=file.head,
            stake=stake,
            stake_clause=self._stake_clause(title) if stake is not None else None,
            limits=None if least is None else Limits(least, None, self.options.chip),
            first_round=self._first_round(title),
            main_clause=self._named(file.main_clause),
            survives=self._survival(title),
            late=self._named(file.late_clause),
            meter=meter,
            kinds=tuple(kinds_of_cards(self.conditions, part) for part in self.parts),
            hands=file.hands,
            author="house" if is_own(self.options.pay_table) else self.options.author,
        )

    def _look(self, part: HandPart) -> Look:
        if part == "dealer" and only_busts(self.conditions, part):
            return "bank-busts"
        return LOOKS[part]

    def _rows(self) -> Iterator[SideRow]:
        for row, condition in zip(self.rows, self.conditions, strict=True):
            pays = parse_pays(row.pays)
            share = isinstance(pays, Share)
            id = (share and self.file.share_clause) or row.clause or self.file.pays_clause
            says = f"{describe(condition, self.cards)}: {row.words or row.name} pays {row.pays}"
            yield SideRow(
                row.name,
                CompiledCondition(condition, self.places),
                pays,
                self._clause(id, row.name, says),
                row.pays if self._is_metered else "",
                row.words,
            )

    def _clause(self, id: str, name: str, says: str) -> Clause:
        """The file's clause, or one that is made up of what the file says."""
        if id:
            return self.declared.clause(id)
        return Clause(f"{self.file.name}.{name.replace(' ', '-')}", self.file.source or CITE, says)

    def _named(self, id: str) -> Clause | None:
        return self.declared.clause(id) if id else None

    @property
    def _table(self) -> str:
        if is_own(self.options.pay_table):
            return OWN if self.file.pays else ""
        if self.options.table is not None:
            return self.options.table
        return self.file.table or self.options.pay_table or self.file.pay_table

    # --- stake, rounds, survival ----------------------------------------------------------------

    @property
    def _stake(self) -> int | None:
        if self.options.stake is not None:
            return self.options.stake
        return cents(self.file.stake) if self.file.stake else None

    def _stake_clause(self, title: str) -> Clause:
        return self._clause(
            self.file.stake_clause, "stake", f"a bet on {title} is exactly the posted stake"
        )

    def _first_round(self, title: str) -> Clause | None:
        if self.file.open == "every-round":
            return None
        says = f"{title} is open only in the first round after a shuffle"
        return self._clause(self.file.open_clause, "first-round", says)

    @property
    def _lives_by(self) -> str:
        own = self.file.version.get(self.options.version)
        return (own and own.lives_by) or self.file.lives_by

    def _survival(self, title: str) -> Survival | None:
        if not self.file.lives:
            return None
        condition = parse(self.file.lives, ("player",))
        test = compiled(condition, Places({"player": 0}, self.options.points))
        says = f"{title} loses unless {describe(condition)}"
        return Survival(
            _Keeps(self.file.lives, test),
            self._clause(self.file.lives_clause, "lives", says),
            "any" if self._lives_by == "any-hand" else "first",
            f"{describe(condition)}",
        )

    # --- the meter ------------------------------------------------------------------------------

    @property
    def _is_metered(self) -> bool:
        return (self.options.meter or self.file.meter) is not None

    def _meter(self, name: str) -> MeterBet | None:
        entry = self.options.meter or self.file.meter
        if entry is None:
            return None
        stake = self._stake
        assert stake is not None
        off = {"meter": "all awards", "house": "percentages"}[entry.fixed_awards]
        # All tables on one meter have the same rows; a table of the house's own has no name.
        own = is_own(self.options.pay_table)
        called = " ".join((self.file.title, self.options.pay_table if own else self._table)).strip()
        terms = Terms(
            f"{called}, {off} off the meter, two jackpots {entry.jackpots}",
            stake,
            ratio(Fraction(entry.contribution) / 100),
            ratio(Fraction(entry.reserve) / 100),
            entry.seed * stake,
            cents(entry.cap) if entry.cap else None,
        )
        return MeterBet(
            name,
            terms,
            self.options.seed_option,
            self.options.chance_options,
            entry.fixed_awards,
            entry.jackpots,
            self.options.term_options,
            self.options.off,
        )


class _Keeps:
    """Whether a hand keeps the bet of its box alive; equal to another one of the same words."""

    __slots__ = ("_test", "text")

    def __init__(self, text: str, test: object) -> None:
        self.text, self._test = text, test

    def __call__(self, key: Key) -> bool:
        assert callable(self._test)
        return bool(self._test((FinalHand((), key),)))

    def __eq__(self, other: object) -> bool:
        return isinstance(other, _Keeps) and self.text == other.text

    def __hash__(self) -> int:
        return hash(self.text)

    def __str__(self) -> str:
        return self.text
