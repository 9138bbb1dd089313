"""Side-bet files: what they may say, and the refusal of everything else at its line."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from fractions import Fraction
from functools import lru_cache
from pathlib import Path
from typing import Annotated, Final, Literal

import msgspec

from cardroom import data_file
from cardroom.data_file import FileError, Source, suggested
from cardroom.games.side_bets.conditions import Condition, facts_in, parts_of
from cardroom.games.side_bets.facts import HANDS, HandPart, Subject, by_count
from cardroom.games.side_bets.parser import ConditionError, parse
from cardroom.money import MoneyError, Odds, cents, exact
from cardroom.rules.banking import SettlementOrder
from cardroom.rules.clauses import Clause
from cardroom.rules.paytable import PUSH, Share, parse_pays
from cardroom.rules.side_bet import Settled

FOLDER: Final = Path(__file__).parent
ROWS_MAX: Final = 40
PAYS_MAX: Final = 1_000_000
PLAYED: Final[tuple[Settled, ...]] = ("after-play", "main")
"""Settlements at which every hand of a game of 21 has been played."""
_NAME: Final = re.compile(r"[a-z0-9](?:[a-z0-9 -]{0,46}[a-z0-9])?")

WrittenPercent = (
    Annotated[int, msgspec.Meta(ge=0, le=100)]
    | Annotated[str, msgspec.Meta(pattern=r"^\d{1,3}(\.\d{1,4})?$", examples=["12.5"])]
)
Text = Annotated[str, msgspec.Meta(max_length=300)]
LivesBy = Literal["any-hand", "first-hand"]


class _Table(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """A table of the file. Fields only grow, with defaults, so that stored bets keep meaning."""


class RowEntry(_Table, frozen=True):
    """A row of the pay table: the first one whose condition holds is paid."""

    name: str
    when: str
    pays: str = ""
    """Odds ("25 to 1", "25:1", "25 for 1"), "push", or a share of the meter ("10%")."""
    title: Text = ""
    """What the layout calls it, if each row is a bet of its own."""
    words: Text = ""
    """What the sign calls it, where its name says too little."""
    clause: str = ""


class ClauseEntry(_Table, frozen=True):
    id: str
    cite: Text
    says: Text


class MeterEntry(_Table, frozen=True):
    """The progressive meter that the bet feeds."""

    contribution: WrittenPercent
    """Percent of each stake to the meter: 24, or "12.5"."""
    seed: Annotated[int, msgspec.Meta(ge=0, le=1_000_000)]
    """In stakes."""
    reserve: WrittenPercent = 0
    fixed_awards: Literal["house", "meter"] = "house"
    """Who pays the rows that are odds."""
    jackpots: Literal["in-order", "shared"] = "in-order"
    """Two 100% awards in one round: the second from the restarted meter, or both share."""
    cap: str = ""
    """What the meter grows to, in dollars; what comes after that goes to the reserve."""


class VersionEntry(_Table, frozen=True):
    """A version of the bet: the settings that are different in it."""

    cards: tuple[HandPart, ...] | None = None
    settled: Settled | None = None
    order: SettlementOrder | None = None
    lives_by: LivesBy | None = None


class EnvyEntry(_Table, frozen=True):
    """What other players' hands pay to those who have staked enough, in dollars."""

    stake: str
    pays: Mapping[str, str]


class Reference(_Table, frozen=True):
    """What somebody published about the bet. It is no part of the bet."""

    game: str
    edge: str
    """A percentage, as published."""
    source: Text
    options: Mapping[str, str | int | bool] = {}
    pay_table: str = ""
    note: Text = ""


class SideBetFile(_Table, frozen=True):
    name: str
    title: Text
    row: tuple[RowEntry, ...]
    cards: tuple[HandPart, ...] = ()
    """What a fact without a subject is about."""
    source: Text = ""
    """Where the rules of the bet come from."""
    settled: Settled | None = None
    order: SettlementOrder = "clockwise"
    head: Text = "Hand"
    """What the rows are, on the sign."""
    each_row: Literal["pays", "is-a-bet"] = "pays"
    """Each row pays the one bet, or is a bet of its own on the layout."""
    hands: Literal["any", "all"] = "any"
    """After a split: the best row that any hand makes, or the best one that every hand reaches."""
    open: Literal["every-round", "first-round-after-shuffle"] = "every-round"
    lives: str = ""
    """A hand of the box must meet this condition, or the bet is lost."""
    lives_by: LivesBy = "any-hand"
    """After a split: whether any hand, or only the first one, keeps the bet alive."""
    stake: str = ""
    """The one stake that is allowed, in dollars."""
    least: str = ""
    """The lowest stake, in dollars, if it is not the table's."""
    table: Text = ""
    """The printed name of its pay table."""
    pay_table: str = ""
    """The pay table in use, of those in [pays]."""
    pays: Mapping[str, Mapping[str, str]] = {}
    """Pay tables by name: a row's name and what it pays, in the order of the rows."""
    version: Mapping[str, VersionEntry] = {}
    meter: MeterEntry | None = None
    envy: EnvyEntry | None = None
    clause: tuple[ClauseEntry, ...] = ()
    pays_clause: str = ""
    share_clause: str = ""
    loses_clause: str = ""
    main_clause: str = msgspec.field(default="", name="beside_clause")
    """By which the bet needs a main wager on its box."""
    late_clause: str = ""
    """By which a bet that comes after the first card is no bet."""
    lives_clause: str = ""
    open_clause: str = ""
    stake_clause: str = ""
    reference: tuple[Reference, ...] = ()


class Declared(msgspec.Struct, frozen=True):
    """A file that was read and checked."""

    file: SideBetFile
    where: str
    """The file's name, for messages."""
    lines: Mapping[str, int] = {}
    """The lines of its rows, by name."""

    def __hash__(self) -> int:
        return hash((self.file.name, self.where))

    def clause(self, id: str) -> Clause:
        return next(
            Clause(each.id, each.cite, each.says) for each in self.file.clause if each.id == id
        )

    @property
    def clauses(self) -> tuple[Clause, ...]:
        return tuple(Clause(each.id, each.cite, each.says) for each in self.file.clause)

    def cards(self, version: str = "") -> Subject:
        own = self.file.version[version].cards if version else None
        return self.file.cards if own is None else own

    def condition(self, row: str, version: str = "") -> Condition:
        entry = next(each for each in self.file.row if each.name == row)
        return parse(entry.when, self.cards(version))


@lru_cache(maxsize=64)
def shipped_bet(name: str) -> Declared:
    """A bet of our rule books."""
    return read_file(FOLDER / f"{name}.toml")


def read_file(path: Path) -> Declared:
    """A side bet from a file; `FileError` says what is wrong with it, and where."""
    return read(data_file.read(path))


def read(source: Source) -> Declared:
    file = data_file.convert(source, SideBetFile)
    check(file, source)
    file = as_posted_now(file, source)
    lines = {row.name: source.line(("row", place)) for place, row in enumerate(file.row)}
    return Declared(file, source.name, lines)


def as_posted_now(file: SideBetFile, source: Source) -> SideBetFile:
    """A bet that a hand may lose is settled when the hands are played.

    Journals may hold one that was settled before, which stays as it is.
    """
    if not file.lives or file.version:
        return file
    parts = parts_of([parse(row.when, file.cards) for row in file.row], file.cards)
    if (file.settled or settled_by_default(parts)) in PLAYED:
        return file
    if file.settled is None:
        return msgspec.structs.replace(file, settled="main")
    says = f"write {' or '.join(PLAYED)}, or leave settled out"
    raise source.error(
        ("settled",), f"at {file.settled!r} no hand can have lost the bet, as lives says; {says}"
    )


def settled_by_default(parts: Sequence[HandPart]) -> Settled:
    """As soon as the last card that the bet looks at is there."""
    if HANDS & set(parts) or "hole" in parts:
        return "main"
    if "third" in parts:
        return "after-play"
    return "deal" if "up" in parts else "second-card"


def check(file: SideBetFile, source: Source) -> None:
    """`FileError` says what is wrong with it, and where in the source."""
    _Checker(file, source).check()


class _Checker:
    """Everything that can be said about a file without knowing the game."""

    def __init__(self, file: SideBetFile, source: Source) -> None:
        self.file, self.source = file, source
        self.rows = [row.name for row in file.row]

    def error(self, path: data_file.Path, message: str) -> FileError:
        return self.source.error(path, message)

    def check(self) -> None:
        self._names()
        self._conditions()
        self._pays()
        self._money()
        self._clauses()

    def _names(self) -> None:
        file = self.file
        if not file.title.strip():
            raise self.error(("title",), "the title is empty; write what players call the bet")
        if not file.row:
            raise self.error((), "the bet has no rows; write [[row]] for each")
        if len(file.row) > ROWS_MAX:
            raise self.error(
                ("row", ROWS_MAX), f"a bet has at most {ROWS_MAX} rows, not {len(file.row):,}"
            )
        for path, name in [
            (("name",), file.name),
            *((("row", place, "name"), row) for place, row in enumerate(self.rows)),
        ]:
            if not _NAME.fullmatch(name):
                says = "write lowercase letters, digits, hyphens, like lucky-ladies"
                raise self.error(path, f"{name[:60]!r} is not a valid name; {says}")
        for place, name in enumerate(self.rows):
            if name in self.rows[:place]:
                raise self.error(("row", place, "name"), f"there are two rows {name!r}")

    def _conditions(self) -> None:
        versions = list(self.file.version) or [""]
        for version in versions:
            cards = Declared(self.file, "").cards(version)
            for place, row in enumerate(self.file.row):
                self._condition(("row", place, "when"), row.when, cards)
        if self.file.lives:
            lives = self._condition(("lives",), self.file.lives, ("player",))
            if any(each.subject != ("player",) for each in facts_in(lives)):
                raise self.error(("lives",), "lives is about the player's hand alone")
            if not all(by_count(each.fact) for each in facts_in(lives)):
                says = "lives asks what the hand counts: total, low total, cards, natural, soft"
                raise self.error(("lives",), f"lives = {self.file.lives[:80]!r}: {says}, busts")

    def _condition(self, path: data_file.Path, text: str, cards: Subject) -> Condition:
        try:
            found = parse(text, cards)
        except ConditionError as wrong:
            raise self.error(path, f"{path[-1]} = {text[:80]!r}: {wrong}") from None
        for each in facts_in(found):
            if not each.subject:
                says = "say which cards it is about: cards = [...], or before the fact"
                raise self.error(path, f"{path[-1]} = {text[:80]!r}: {says}")
        return found

    def _pays(self) -> None:
        file = self.file
        if file.pay_table and file.pay_table not in file.pays:
            known = suggested(file.pay_table, file.pays)
            raise self.error(("pay_table",), f"there is no [pays.{file.pay_table}]; {known}")
        for table, rows in file.pays.items():
            self._table(table, rows)
        for place, row in enumerate(file.row):
            if row.pays:
                self._odds(("row", place, "pays"), row.pays)
            elif not file.pays:
                raise self.error(
                    ("row", place), f'row {row.name!r} does not say what it pays: pays = "5 to 1"'
                )

    def _table(self, table: str, rows: Mapping[str, str]) -> None:
        if not rows:
            says = f'write one like {self.rows[0]} = "5 to 1"'
            raise self.error(("pays", table), f"the pay table {table!r} has no rows; {says}")
        at = -1
        for name, pays in rows.items():
            path = ("pays", table, name)
            if name not in self.rows:
                raise self.error(path, f"there is no row {name!r}; {suggested(name, self.rows)}")
            if self.rows.index(name) < at:
                says = "rows go in the order in which they are listed above"
                raise self.error(path, f"{name!r} is out of order; {says}")
            at = self.rows.index(name)
            self._odds(path, pays)

    def _odds(self, path: data_file.Path, text: str) -> None:
        try:
            found = parse_pays(text)
        except (MoneyError, ValueError):
            says = 'write odds like "25 to 1" or "3:2", "push", or a share of the meter like "10%"'
            raise self.error(path, f"{text[:40]!r} are not odds; {says}") from None
        if found == PUSH and text.strip().startswith("0"):
            raise self.error(path, f'{text[:40]!r} pays nothing; write "push" to return the stake')
        if isinstance(found, Odds) and found.pays > PAYS_MAX * found.per:
            raise self.error(path, f"{text[:40]!r} pays more than {PAYS_MAX:,} to 1")
        if isinstance(found, Share):
            if self.file.meter is None:
                raise self.error(path, f"{text!r} is a share of a meter; the bet has no [meter]")
            if not 0 < found.percent <= 100:
                raise self.error(path, f"{text!r} is not a share from 1% to 100%")

    def _money(self) -> None:
        for name in ("stake", "least"):
            self._dollars((name,), getattr(self.file, name))
        meter = self.file.meter
        if meter is None:
            return
        self._dollars(("meter", "cap"), meter.cap)
        if Fraction(meter.contribution) + Fraction(meter.reserve) > 100:
            raise self.error(("meter",), "contribution and reserve are more than the stake")
        if not self.file.stake:
            raise self.error(("meter",), 'a bet on a meter has one stake: stake = "1"')
        if self.file.each_row == "is-a-bet":
            raise self.error(("meter",), "bets that are rows of their own cannot share a meter")
        seed = meter.seed * cents(self.file.stake)
        if meter.cap and cents(meter.cap) <= seed:
            raise self.error(("meter", "cap"), f"cap: write more than the seed, {exact(seed)}")

    def _dollars(self, path: data_file.Path, text: str) -> None:
        name = path[-1]
        try:
            amount = cents(text) if text else 1
        except MoneyError as wrong:
            raise self.error(path, f"{name}: {wrong}") from None
        if amount <= 0:
            raise self.error(path, f"{name}: write dollars above 0, not {text}")

    def _clauses(self) -> None:
        file = self.file
        known = [each.id for each in file.clause]
        named: list[tuple[data_file.Path, str]] = [
            ((field.encode_name,), getattr(file, field.name))
            for field in msgspec.structs.fields(SideBetFile)
            if field.name.endswith("_clause")
        ]
        for place, row in enumerate(file.row):
            named.append((("row", place, "clause"), row.clause))
        for path, id in named:
            if id and id not in known:
                raise self.error(path, f"there is no clause {id!r}; {suggested(id, known)}")
