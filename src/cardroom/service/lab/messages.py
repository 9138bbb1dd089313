"""What the laboratory is asked, and what it answers."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Final, Literal

import msgspec

from cardroom.analysis.variation_documents import Variation, WagerEdge
from cardroom.law import RoomKind
from cardroom.rules.clauses import Clause
from cardroom.service.view.sheets import PrintedSheet

LabPart = Literal[
    "odds",
    "deviation",
    "check",
    "strategy",
    "hands",
    "costs",
    "changes",
    "bank",
    "shoe",
    "session",
]
"""The edge of every wager; the same with what only simulation gives; faults and warnings; best
play; the value of every hand; what each change costs; all single changes; banking; the
edge from a real shoe; how a session may end."""
PACK: Final = "pack"
"""What a house submits for approval, as a zip file."""
OptionKind = Literal["choice", "number", "rows", "side-bets", "text"]
TEXT_MAX: Final = 20_000
BETS_MAX: Final = 12

Options = Mapping[str, Annotated[str, msgspec.Meta(max_length=TEXT_MAX)] | int | bool | None]
SideBetTexts = Annotated[
    tuple[Annotated[str, msgspec.Meta(max_length=TEXT_MAX)], ...], msgspec.Meta(max_length=BETS_MAX)
]


class LabState(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A game to try: its options, and side bets as the texts of their files."""

    game: Annotated[str, msgspec.Meta(max_length=60)]
    options: Options = {}
    """Those that differ from this room's defaults."""
    side_bets: SideBetTexts = ()
    state: Annotated[str, msgspec.Meta(max_length=40)] = ""
    """The state whose law applies; none by default."""
    room: RoomKind = "commercial"


class LabAsk(LabState, frozen=True, forbid_unknown_fields=True, kw_only=True):
    parts: tuple[LabPart, ...]
    start: Options = {}
    """The options of the starting point, which costs are compared with."""


class HouseAsk(LabState, frozen=True, forbid_unknown_fields=True, kw_only=True):
    name: Annotated[str, msgspec.Meta(pattern=r"^[A-Za-z0-9][A-Za-z0-9_-]{0,60}$")]


class PartAnswer(msgspec.Struct, frozen=True):
    """One part of the answer, or how far it is."""

    status: Literal["ready", "computing", "none"]
    why: str = ""
    """Why there is none."""
    text: str = ""
    """What is being computed."""
    done: int = 0
    of: int = 0
    """0 where the amount of work is not known."""
    result: msgspec.Raw = msgspec.field(default_factory=lambda: msgspec.Raw(b"null"))
    """A document, as `--json` of the same command writes it."""


class LabAnswer(msgspec.Struct, frozen=True):
    digest: str
    """Of the posted game; empty if its options have faults."""
    faults: tuple[str, ...] = ()
    parts: dict[LabPart, PartAnswer] = {}


class LabRow(msgspec.Struct, frozen=True):
    """A row of a pay table that a house may post by itself."""

    name: str
    words: str


class LabOption(msgspec.Struct, frozen=True):
    name: str
    group: str
    """The heading of its group."""
    about: str
    clause: Clause | None
    kind: OptionKind
    default: str
    """At tables of this room."""
    expected: str
    values: tuple[str, ...] = ()
    least: int | None = None
    most: int | None = None
    rows: tuple[LabRow, ...] = ()
    posted: dict[str, dict[str, str]] = {}
    """The posted pay tables: by name, what each row pays."""
    new_rows: bool = False
    """Whether a house may add rows that the book does not have."""


class LabStart(msgspec.Struct, frozen=True):
    """A starting point: this room's defaults, or what a house posts."""

    name: str
    title: str
    options: dict[str, str]
    state: str = ""


class LabGame(msgspec.Struct, frozen=True):
    id: str
    title: str
    banked_by_players: bool
    options: tuple[LabOption, ...]
    starts: tuple[LabStart, ...]
    usual: dict[str, str]
    """The options that this room posts otherwise than the game's own defaults."""
    states: tuple[str, ...]
    printed: tuple[PrintedSheet, ...]
    """The sheets that can be printed, with their titles."""


class LabTable(msgspec.Struct, frozen=True):
    """A table's posted game, as a state of the laboratory."""

    game: str
    options: dict[str, str]


class GameEdge(msgspec.Struct, frozen=True):
    """The edge of the main wager as this room posts the game; None while it is computed, or where
    there is none."""

    game: str
    ready: bool
    edge: float | None = None
    edge_of: str = ""


class SavedHouse(msgspec.Struct, frozen=True):
    file: str
    text: str


class SingleChanges(msgspec.Struct, frozen=True):
    """One option changed at a time, as `cardroom variations --json` writes it; as far as found."""

    wagers: tuple[WagerEdge, ...]
    """Without the changes."""
    variations: tuple[Variation, ...]


class ChangesToPrice(msgspec.Struct, frozen=True):
    wagers: tuple[WagerEdge, ...]
    points: tuple[dict[str, str], ...]
    """Options by name, as they are written."""
