"""Journal entries as far as reports need them.

A day has millions of entries, so cards and other parts that no report uses are skipped unread.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, Final, NamedTuple, get_args

import msgspec

from cardroom import events
from cardroom.events import Event, office
from cardroom.events import table as t
from cardroom.store import DamagedError, Reader

KEPT: Final[Mapping[type[Event], tuple[str, ...]]] = {
    events.BetPlaced: ("bet", "spot", "box", "owner", "stake"),
    events.BetsClosed: (),
    events.BankPosted: ("owner", "box", "amount"),
    events.BankReturned: ("owner", "amount"),
    events.FeeTaken: ("owner", "amount", "waived", "bracket"),
    events.PotFeeTaken: ("amount",),
    events.PotFeeReturned: ("amount",),
    events.PotAwarded: (),
    events.BetSettled: ("bet", "spot", "box", "owner", "stake", "action", "paid", "taken"),
    events.BetReversed: ("bet", "spot", "box", "owner", "paid", "taken"),
    events.FreeCollectionGiven: ("owner", "box", "bracket"),
    events.ButtonPlaced: ("button", "box"),
    events.RoundEnded: ("bank", "void"),
    events.Intervened: ("kind", "clause", "box", "hand", "note"),
    events.Acted: ("box", "verb", "forced"),
    t.TableOpened: ("table", "game", "rules", "house", "title", "chips"),
    t.RulesPosted: ("game", "rules"),
    t.RulesNoticed: ("game", "rules", "after"),
    t.LimitsPosted: ("least", "most"),
    t.ChipsBought: ("player", "amount", "practice"),
    t.ChipsCashed: ("player", "amount", "practice"),
    t.ChipsReturned: ("player", "fees"),
    t.RoundBegan: ("round", "rules"),
    t.RoundCleared: ("round",),
    t.BetReturned: ("player", "box", "spot", "stake", "clause"),
    t.DealingStopped: ("clause", "why"),
    t.TablePaused: ("why",),
    t.TableSetAside: ("why",),
    t.BankOffered: ("player", "box"),
    t.BankAccepted: ("player", "box", "amount"),
    t.BankDeclined: ("player",),
    t.CompanyNoted: ("player", "company", "badge"),
    t.GameBroken: (),
    t.FreeCollectionReturned: ("owner", "bracket", "waived"),
    office.TrayOpened: ("slip", "by", "amount", "box"),
    office.TrayFilled: ("slip", "by", "amount"),
    office.TrayCredited: ("slip", "by", "amount"),
    office.TrayClosed: ("slip", "by", "counted", "expected", "box", "cash", "collected", "why"),
    office.BoxCounted: ("slip", "by", "box", "counted", "expected", "why"),
    office.RulingMade: (
        *("slip", "round", "ruling", "by", "why", "clause", "changes", "house", "box", "hand"),
    ),
    office.DealerCame: ("dealer",),
    office.DealerLeft: ("dealer",),
    t.MeterSeeded: ("amount", "table"),
    t.MeterFed: ("stake", "share", "reserve", "table"),
    t.MeterPaid: ("amount", "topped", "table"),
    t.MeterReversed: ("what", "amount", "reserve", "table"),
}
"""The events that reports read, and which of their fields."""


def _default(field: msgspec.structs.FieldInfo) -> Any:
    if field.default is not msgspec.NODEFAULT:
        return field.default
    return msgspec.field(default_factory=field.default_factory)


def _lean(kind: type[Event]) -> type[msgspec.Struct]:
    """The same event with fewer fields; what is left out is skipped when it is read."""
    tag = kind.__struct_config__.tag
    names = KEPT.get(kind, ())
    required = len(kind.__struct_fields__) - len(kind.__struct_defaults__)
    hints = msgspec.structs.fields(kind)
    fields: list[Any] = []
    for number, field in enumerate(hints):
        if field.name in names:
            fields.append(
                (field.name, field.type, *(() if number < required else (_default(field),)))
            )
    return msgspec.defstruct(
        f"Lean{kind.__name__}", fields, tag=tag, tag_field="event", frozen=True, gc=False
    )


_KINDS: Final[Mapping[type, type[Event]]] = {_lean(kind): kind for kind in get_args(t.TableEvent)}
LEAN: Final[Mapping[type[Event], type]] = {kind: lean for lean, kind in _KINDS.items()}
"""The lean type of each event."""


class _Asked(msgspec.Struct, frozen=True, gc=False):
    command: str = ""


class _Actor(msgspec.Struct, frozen=True, gc=False):
    id: str = ""
    role: str = "player"


def _record() -> Any:
    union: Any = None
    for lean in _KINDS:
        union = lean if union is None else union | lean
    return msgspec.defstruct(
        "LeanRecord",
        [("actor", _Actor), ("command", _Asked), ("events", tuple[union, ...])],
        frozen=True,
        gc=False,
    )


_decoder: Final[Any] = msgspec.json.Decoder(_record())
_COMMAND: Final = b'"command":{"command":"'
_WHERE: Final = 200
"""A command begins within this many bytes of the beginning of an entry."""
SKIPPED: Final = (
    b'place-bet"', b'withdraw-bet"', b'load-shoe"', b'commit-shoe"', b'close-contributions"',
)  # fmt: skip
"""Commands whose events no report reads, apart from a bet that came too late."""


class Read(NamedTuple):
    """One entry: when it was written, by whom, and its events."""

    at: int
    seq: int
    actor: str
    role: str
    command: str
    events: tuple[Any, ...]


Lean = tuple[int, int, Any]
"""An entry as tallies read it: its time, its number, and its record."""


def lean(reader: Reader, stream: str, after: int = 0, until: int | None = None) -> Iterator[Lean]:
    """The entries of a table or a meter that some report reads, from `after` up to `until`."""
    decode, past = _decoder.decode, len(_COMMAND)
    for page in reader.bodies(stream, after, until):
        for at, seq, body in page:
            begins = body.find(_COMMAND, 0, _WHERE) + past
            if body.startswith(SKIPPED, begins) and b"bet-returned" not in body:
                continue
            try:
                record = decode(body)
            except (msgspec.DecodeError, ValueError) as wrong:
                raise DamagedError(f"{stream} {seq}: the entry cannot be read: {wrong}") from wrong
            yield at, seq, record


def read(reader: Reader, stream: str) -> Iterator[Read]:
    """The entries of a table that some report reads."""
    for at, seq, record in lean(reader, stream):
        actor = record.actor
        yield Read(at, seq, actor.id, actor.role, record.command.command, record.events)
