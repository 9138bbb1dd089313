"""The law of a state as a file: limits, games per hand, fees, and postings, each dated and cited.

A file `<state>.toml` has a title, who may bank a game there, and rows by date:

    title = "Washington: house-banked card rooms"
    banked_by = "house"
    banked_by_cite = "WAC 230-15"

    [[wager]]
    from = 2004-07-01
    most = "100"
    cite = "WAC 230-40-120"

The row in force on a day is the last one that is not later. Where it is only known that a change
came within some span of time, `from` is the first day on which it may have been in force, and
`certain_from` the first day on which it surely was: between the two, both rows are in doubt.
"""

from __future__ import annotations

from collections.abc import Mapping
from datetime import date
from pathlib import Path
from typing import Annotated, Final, Generic, Literal, TypeVar

import msgspec

from cardroom import data_file
from cardroom.data_file import suggested
from cardroom.errors import CardroomError
from cardroom.money import MoneyError, cents

FOLDER: Final = Path(__file__).parent

Count = Annotated[int, msgspec.Meta(ge=0, le=1000)]
RoomKind = Literal["commercial", "tribal"]


class LawRow(msgspec.Struct, frozen=True, forbid_unknown_fields=True, rename={"since": "from"}):
    """Something that holds from a day on."""

    since: date
    cite: str
    certain_from: date | None = msgspec.field(default=None, name="certain_from")
    """The first day on which it surely was in force, if the exact day is not known."""

    def doubtful_on(self, day: date) -> bool:
        return self.certain_from is not None and self.since <= day < self.certain_from


class RaisedLimit(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A higher limit at some tables of a room, by the number of tables the room has."""

    tables: Count
    """At how many tables."""
    most: str
    room_tables_max: Count | None = None
    """Rooms with at most this many tables; None for all larger ones."""

    @property
    def most_cents(self) -> int:
        return cents(self.most)


class WagerLimit(
    LawRow, frozen=True, forbid_unknown_fields=True, rename={"since": "from"}, kw_only=True
):
    """The most that may be wagered at once."""

    most: str
    raised: tuple[RaisedLimit, ...] = ()

    @property
    def most_cents(self) -> int:
        return cents(self.most)

    def raised_in(self, room_tables: int) -> RaisedLimit | None:
        """The higher limit that a room of this size may have at some of its tables."""
        for row in self.raised:
            if row.room_tables_max is None or room_tables <= row.room_tables_max:
                return row
        return None


class GamesPerHand(
    LawRow, frozen=True, forbid_unknown_fields=True, rename={"since": "from"}, kw_only=True
):
    """How many separate games may be wagered on with one hand of cards."""

    most: Count
    above_five_max: Count | None = None
    """How many of them with more than $5; None where the law does not say."""


class CollectionRates(
    LawRow, frozen=True, forbid_unknown_fields=True, rename={"since": "from"}, kw_only=True
):
    """How many different collection rates a table may have."""

    most: Count


class ConsecutiveBanks(
    LawRow, frozen=True, forbid_unknown_fields=True, rename={"since": "from"}, kw_only=True
):
    """How many rounds in a row one person may bank."""

    most: Count


class RequiredPosting(
    LawRow, frozen=True, forbid_unknown_fields=True, rename={"since": "from"}, kw_only=True
):
    """What must be posted at a table."""

    name: str


class NoticePeriod(
    LawRow, frozen=True, forbid_unknown_fields=True, rename={"since": "from"}, kw_only=True
):
    """How long a change of rules, limits, collection, or pay table is posted in advance."""

    minutes: Annotated[int, msgspec.Meta(ge=0, le=100_000)] = 0
    rounds: Count = 0


class PrintedText(
    LawRow, frozen=True, forbid_unknown_fields=True, rename={"since": "from"}, kw_only=True
):
    """What signs and rule sheets must say."""

    name: Literal[
        "limits",
        "collection",
        "jackpots",
        "prizes",
        "employees",
        "disputes",
        "rules",
        "controls",
        "restrictions",
        "payout-limits",
        "rotation",
        "proposition-players",
    ]
    says: str


class Law(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    title: str
    banked_by: Literal["house", "player"]
    """Who may bank: the house, players, or both."""
    banked_by_cite: str
    wager: tuple[WagerLimit, ...] = ()
    games_per_hand: tuple[GamesPerHand, ...] = ()
    collection_rates: tuple[CollectionRates, ...] = ()
    consecutive_banks: tuple[ConsecutiveBanks, ...] = ()
    posting: tuple[RequiredPosting, ...] = ()
    printed: tuple[PrintedText, ...] = ()
    notice: tuple[NoticePeriod, ...] = ()
    order_of_rules: tuple[str, ...] = ()
    """Whose rules come first where rules disagree."""
    order_cite: str = ""
    elsewhere: Mapping[RoomKind, str] = {}
    """Kinds of rooms whose limits are set somewhere else, and where."""
    name: str = ""


R = TypeVar("R", bound=LawRow)


class InForce(msgspec.Struct, Generic[R], frozen=True):
    """What holds on a day: a row, or the one before it if the day of the change is not known."""

    row: R
    or_before: R | None = None


def in_force(law: Law, rows: tuple[R, ...], day: date) -> InForce[R] | None:
    """The row of a day; None if the law has no such rows. A day before all of them is an error."""
    if not rows:
        return None
    past = [row for row in rows if row.since <= day]
    if not past:
        raise LawError(
            f"the law of {day} is not on file: the first row of {law.name} is from {rows[0].since}"
        )
    row = past[-1]
    doubted = past[-2] if row.doubtful_on(day) and len(past) > 1 else None
    return InForce(row, doubted)


class LawError(CardroomError):
    """A law that is not on file, or not for that day."""


def names() -> tuple[str, ...]:
    return tuple(sorted(file.stem for file in FOLDER.glob("*.toml")))


def law(state: str, folder: Path | None = None) -> Law:
    """A state's law by its name, or from a file in the folder of the house's own file."""
    if state.endswith(".toml"):
        file = data_file.inside(folder or Path(), state)
    elif state in names():
        file = FOLDER / f"{state}.toml"
    else:
        raise LawError(
            f"there is no law of {state[:40]!r} on file; {suggested(state, names())}, or name a"
            " file like my-state.toml"
        )
    source = data_file.read(file)
    found = data_file.convert(source, Law)
    _check(source, found)
    return msgspec.structs.replace(found, name=file.stem)


def _check(source: data_file.Source, law: Law) -> None:
    """Rows must be in the order of their days, and amounts must be amounts."""
    kinds: dict[str, tuple[LawRow, ...]] = {
        "wager": law.wager,
        "games_per_hand": law.games_per_hand,
        "collection_rates": law.collection_rates,
        "consecutive_banks": law.consecutive_banks,
    }
    for kind, rows in kinds.items():
        for number, row in enumerate(rows):
            if number and row.since <= rows[number - 1].since:
                why = f"rows are in the order of their days; {row.since} is not after the row above"
                raise source.error((kind, number, "from"), why)
            if row.certain_from is not None and row.certain_from <= row.since:
                why = f"certain_from must be a day after from = {row.since}"
                raise source.error((kind, number, "certain_from"), why)
    for number, wager in enumerate(law.wager):
        for amount in (wager.most, *(raised.most for raised in wager.raised)):
            try:
                cents(amount)
            except MoneyError as wrong:
                raise source.error(("wager", number, "most"), str(wrong)) from None
