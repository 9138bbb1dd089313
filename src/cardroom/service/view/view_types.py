"""The types of a view: plain values, ready for JSON. docs/protocol.md describes them."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Literal

import msgspec

from cardroom.play.family import Given
from cardroom.play.felt_state import PotPart
from cardroom.play.round import Refusal
from cardroom.play.views import AskView, FeeView, PlaceView, TurnView
from cardroom.rules.clauses import Clause
from cardroom.service.accounts.roles import Role

ViewPhase = Literal["betting", "round", "over", "paused", "broken"]


class TableHeading(msgspec.Struct, frozen=True):
    id: str
    title: str
    game: str
    digest: str
    dealing: str
    round: int
    seq: int
    help: str = "none"
    """The permitted help: none, charts, coach."""
    chips: str = "house"
    """house: bought from a wallet; practice: given by the table, and good there only."""
    absence_seconds: float | None = None
    """After that the seat of a player who is gone is released."""


class BlindsView(msgspec.Struct, frozen=True):
    """The blinds owed by a player who joins late or has missed them."""

    big: int
    small: int
    """Dead: it goes to the pot and is not part of a bet."""
    answer: str
    """post, wait, or empty: not answered yet."""


class MeView(msgspec.Struct, frozen=True):
    player: str
    role: Role
    boxes: tuple[int, ...]
    stack: int
    wallet: int
    """The player's money for buying chips at this table."""
    blinds: BlindsView | None = None
    """Asked before the next hand; None if nothing is owed."""


class LimitsView(msgspec.Struct, frozen=True):
    least: int
    most: int | None
    chip: int


class BoxView(msgspec.Struct, frozen=True):
    box: int
    player: str | None = None
    name: str = ""
    """The player's display name."""
    stack: int = 0
    bot: bool = False
    away: bool = False
    front: int = 0
    """Chips in front of the box that are not in a pot yet."""
    out: str = ""
    """Why the player is dealt no hand: sitting out, or waiting for the big blind."""
    said: str = ""
    """What the player last did in this round of betting: called, raised, folded."""


class BetView(msgspec.Struct, frozen=True):
    id: int
    spot: str
    box: int
    hand: int
    owner: str
    stake: int
    can_win: int | None
    """None if it is a part of a pot."""
    backline: bool = False
    follows: tuple[str, ...] = ()


class BankView(msgspec.Struct, frozen=True):
    owner: str
    box: int
    posted: int | None
    paid: int
    collected: int
    asked: str = ""
    """The player who is offered the bank of the next round."""
    limit: str = "none"
    """none, combined or each-way: how far `posted` reaches."""
    can_pay: int | None = None
    can_collect: int | None = None
    round: int = 0
    """1 in the bank's first round in a row, 2 in its second; 0 if the house banks."""
    next: tuple[str, ...] = ()
    """The players who will be offered the bank after this round, in order."""
    reach: tuple[int, ...] = ()
    """The boxes in the order of payment; empty before it is known."""
    collection: int = 0
    """The most the collection can be, which must be left after posting the bank."""


class ButtonView(msgspec.Struct, frozen=True):
    button: str
    box: int
    note: str = ""
    """The kind, if there are several."""


class ResultView(msgspec.Struct, frozen=True):
    box: int
    spot: str
    hand: int
    owner: str
    stake: int
    net: int
    action: int
    clause: Clause
    cause: str
    coverage: Literal["full", "partial", "none"] = "full"
    """How much of the wager had action."""
    covered_by: Clause | None = None
    """Why it did not have full action, where the game has a clause on it."""
    backline: bool = False
    row: str = ""
    """The row of a pay table that paid it, where there is one."""
    row_title: str = ""
    """That row as it is posted."""


class MendedView(msgspec.Struct, frozen=True):
    """An irregularity and its remedy, visible to everyone at the table."""

    kind: str
    clause: Clause
    """The clause of the remedy."""
    box: int = 0
    hand: int = 0
    note: str = ""


class PotView(msgspec.Struct, frozen=True):
    title: str
    amount: int
    boxes: tuple[int, ...]
    """The boxes that may win it."""
    won: tuple[PotPart, ...] = ()
    """The awards, once it has been paid out."""


class ClockView(msgspec.Struct, frozen=True):
    """The time limit of the players the table is waiting for."""

    seconds: float
    """Seconds left when this was sent."""
    of: float


class TimeView(msgspec.Struct, frozen=True):
    """The time collection of a table."""

    fee: int
    """From each seated player at each half hour."""
    at: int
    """When the current half hour ends, in seconds since the epoch."""


class SetupView(msgspec.Struct, frozen=True):
    """Whether the viewer may request a new set-up of cards now."""

    refused: Refusal | None = None
    """Why not; None if the viewer may."""


class ShoeView(msgspec.Struct, frozen=True):
    number: int
    size: int
    dealt: int
    cut: int | None
    root: str
    due: str
    next_root: str = ""
    """The root of the next shoe, while players may contribute to its shuffle."""


class WinView(msgspec.Struct, frozen=True):
    table: str
    box: int
    row: str
    amount: int


class MeterView(msgspec.Struct, frozen=True):
    name: str
    title: str
    amount: int
    """The current prize in cents."""
    wins: tuple[WinView, ...] = ()
    """Awards won but not yet paid, oldest first; no longer in `amount`."""
    set_aside: str = ""
    """Why no bet is taken on it; `amount` is then what it held before."""


class BankerView(msgspec.Struct, frozen=True):
    """A player who may bank, and the proposition company that the player banks for."""

    player: str
    company: str = ""


class DealerView(msgspec.Struct, frozen=True):
    waits: str
    """In words."""
    head: str
    """In one word: bets, card, dice, answer, dealer, figure, over."""
    place: str
    figure: str
    can: tuple[str, ...]
    interventions: tuple[str, ...]
    bankers: tuple[BankerView, ...] = ()
    """Where players bank: for the floor, who notes their companies."""
    names: int | None = None
    """The position of a player's face-down card that is to be named, if that is due."""
    takes: Mapping[str, tuple[Given, ...]] = {}
    """What the floor may give with an intervention, by its kind."""


class ChangeView(msgspec.Struct, frozen=True):
    """An option now and after the change."""

    option: str
    was: str
    will: str
    about: str


class NoticeView(msgspec.Struct, frozen=True):
    """Notice of a change of rules, collections included, before players bet under them."""

    title: str
    rounds: int
    """Rounds still played by the current rules, including the one on the table."""
    changes: tuple[ChangeView, ...]
    """None if it is another game."""
    not_before: int = 0
    """Unix time in seconds, if the change also waits for a time."""


class TableView(msgspec.Struct, frozen=True):
    table: TableHeading
    phase: ViewPhase
    why: str
    """Why the table is paused; empty if it is not."""
    me: MeView
    limits: LimitsView
    boxes: tuple[BoxView, ...]
    bets: tuple[BetView, ...]
    places: Mapping[str, PlaceView]
    turn: tuple[TurnView, ...]
    asks: tuple[AskView, ...]
    bank: BankView
    buttons: tuple[ButtonView, ...]
    fees: tuple[FeeView, ...]
    """Collections due at the deal, or taken for this round."""
    results: tuple[ResultView, ...]
    floor: tuple[MendedView, ...]
    """Floor interventions in the current or last round."""
    shoe: ShoeView
    meters: tuple[MeterView, ...]
    round_fees: tuple[FeeView, ...] = ()
    """Collections of the round whose results these are."""
    pots: tuple[PotView, ...] = ()
    dice: tuple[int, ...] = ()
    collected: int = 0
    """The collection taken in this round."""
    clock: ClockView | None = None
    setup: SetupView | None = None
    """For seated players where a new set-up may be requested, between rounds."""
    time: TimeView | None = None
    notice: NoticeView | None = None
    dealer: DealerView | None = None
    closed: Mapping[str, Clause] = {}
    """Spots that take no bet before the next shuffle, and why."""
    closing: str = ""
    """Why the table closes after this round; empty if it stays open."""
    set_aside: str = ""
    """Why play here has ended; wagers of the unfinished round are back in the stacks, to be cashed
    out."""
