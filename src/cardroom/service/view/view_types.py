"""The shapes of a view: plain values, ready for JSON. docs/protocol.md describes them."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Literal

import msgspec

from cardroom.play.felt_state import PotPart
from cardroom.play.round import Refusal
from cardroom.play.views import AskView, FeeView, PlaceView, TurnView
from cardroom.rules.clauses import Clause
from cardroom.service.accounts.roles import Role

Phase = Literal["betting", "round", "over", "paused", "broken"]


class TableFacts(msgspec.Struct, frozen=True):
    id: str
    title: str
    game: str
    digest: str
    dealing: str
    round: int
    seq: int
    help: str = "none"
    """What players may be helped by: none, charts, coach."""
    chips: str = "house"
    """house: bought from a wallet; practice: handed out by the table, and good there only."""


class BlindsView(msgspec.Struct, frozen=True):
    """What somebody owes who comes late to a game of poker, or missed blinds."""

    big: int
    small: int
    """Dead: it goes to the pot and counts for no bet."""
    answer: str
    """post, wait, or empty: not said yet."""


class MeView(msgspec.Struct, frozen=True):
    player: str
    role: Role
    boxes: tuple[int, ...]
    stack: int
    wallet: int
    """What the player can buy chips with at this table."""
    blinds: BlindsView | None = None
    """Asked before the next hand; None where nothing is owed."""


class LimitsView(msgspec.Struct, frozen=True):
    least: int
    most: int | None
    chip: int


class BoxView(msgspec.Struct, frozen=True):
    box: int
    player: str | None = None
    name: str = ""
    """What the others call the player."""
    stack: int = 0
    bot: bool = False
    away: bool = False
    front: int = 0
    """Chips before the box that are not in a pot yet."""
    out: str = ""
    """Why the player is dealt no hand: sitting out, or waiting for the big blind."""


class BetView(msgspec.Struct, frozen=True):
    id: int
    spot: str
    box: int
    hand: int
    owner: str
    stake: int
    can_win: int | None
    """None where it is a part of a pot."""
    backline: bool = False
    follows: tuple[str, ...] = ()


class BankView(msgspec.Struct, frozen=True):
    owner: str
    box: int
    posted: int | None
    paid: int
    collected: int
    asked: str = ""
    """Who is asked to take the bank of the next round."""
    limit: str = "none"
    """none, combined or each-way: how far `posted` reaches."""
    can_pay: int | None = None
    can_collect: int | None = None
    round: int = 0
    """The bank's first round in a row, or its second; 0 where the house banks."""
    next: tuple[str, ...] = ()
    """Who will be asked after this round, in order."""
    reach: tuple[int, ...] = ()
    """The boxes as the bank's money reaches them; none before that is known."""
    collection: int = 0
    """What who is asked keeps beside the bank: its collection at most."""


class ButtonView(msgspec.Struct, frozen=True):
    button: str
    box: int
    note: str = ""
    """What for, where there are several kinds."""


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
    """Why it had not full action."""
    backline: bool = False


class MendedView(msgspec.Struct, frozen=True):
    """An irregularity that the floor dealt with; everybody at the table sees it."""

    kind: str
    clause: Clause
    """What it was dealt with by."""
    box: int = 0
    hand: int = 0
    note: str = ""


class PotView(msgspec.Struct, frozen=True):
    title: str
    amount: int
    boxes: tuple[int, ...]
    """Who may win it."""
    won: tuple[PotPart, ...] = ()
    """Who won what of it, when it has been given out."""


class ClockView(msgspec.Struct, frozen=True):
    """The time that those have who keep the table waiting."""

    seconds: float
    """Left when this was sent."""
    of: float


class TimeView(msgspec.Struct, frozen=True):
    """The collection of a table where time is paid for."""

    fee: int
    """From each seated player at each half hour."""
    at: int
    """When the half hour that runs will end, in seconds since the epoch."""


class SetupView(msgspec.Struct, frozen=True):
    """Whether the viewer may ask for a new set-up of cards now."""

    refused: Refusal | None = None
    """What there is against it."""


class ShoeView(msgspec.Struct, frozen=True):
    number: int
    size: int
    dealt: int
    cut: int | None
    root: str
    due: str


class WinView(msgspec.Struct, frozen=True):
    table: str
    box: int
    row: str
    amount: int


class MeterView(msgspec.Struct, frozen=True):
    name: str
    title: str
    amount: int
    """Cents that can be won now."""
    wins: tuple[WinView, ...] = ()
    """Won and not paid yet, in the order in which they were won; no longer in `amount`."""
    set_aside: str = ""
    """Why no bet is taken on it; `amount` is then what it held before."""


class DealerView(msgspec.Struct, frozen=True):
    waits: str
    """In words."""
    head: str
    """In one word: bets, card, dice, answer, dealer, figure, over."""
    place: str
    figure: str
    can: tuple[str, ...]
    interventions: tuple[str, ...]


class ChangeView(msgspec.Struct, frozen=True):
    """An option as it is and as it will be."""

    option: str
    was: str
    will: str
    about: str


class NoticeView(msgspec.Struct, frozen=True):
    """Other rules that are to be posted, a collection among them: players know before they bet."""

    title: str
    rounds: int
    """So many are still played by the rules as they are; the one that lies there is counted."""
    changes: tuple[ChangeView, ...]
    """None where it is another game."""


class TableView(msgspec.Struct, frozen=True):
    table: TableFacts
    phase: Phase
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
    """Collection that is due when the cards are dealt, or was taken for this round."""
    results: tuple[ResultView, ...]
    floor: tuple[MendedView, ...]
    """What the floor did in the round that lies there or was last."""
    shoe: ShoeView
    meters: tuple[MeterView, ...]
    pots: tuple[PotView, ...] = ()
    dice: tuple[int, ...] = ()
    collected: int = 0
    """Collection that went to the drop box in this round."""
    clock: ClockView | None = None
    setup: SetupView | None = None
    """For those who sit where players may ask for other cards, between rounds."""
    time: TimeView | None = None
    notice: NoticeView | None = None
    dealer: DealerView | None = None
    closing: str = ""
    """Why the table closes after this round; empty if it stays open."""
    set_aside: str = ""
    """Why nothing is played here any longer; what players had in the round is in their stacks, and
    is cashed out."""
