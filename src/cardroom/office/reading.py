"""Journal entries as far as reports need them.

A day has millions of entries, so cards and other parts that no report uses are skipped unread.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from itertools import chain
from typing import Any, Final, NamedTuple, get_args

import msgspec

from cardroom import events
from cardroom.events import Event, office
from cardroom.events import table as t
from cardroom.progress import Tell
from cardroom.store import Body, DamagedError, Joined, Reader
from cardroom.store.watched import WatchedReader

KEPT: Final[Mapping[type[Event], tuple[str, ...]]] = {
    events.BetPlaced: ("bet", "spot", "box", "owner", "stake"),
    events.BetsClosed: (),
    events.BankPosted: ("owner", "box", "amount"),
    events.BankReturned: ("owner", "amount"),
    events.FeeTaken: ("owner", "amount", "waived", "bracket"),
    events.PotFeeTaken: ("amount",),
    events.PotFeeReturned: ("amount",),
    events.PotAwarded: (),
    events.BetSettled: (
        *("bet", "spot", "box", "owner", "stake", "action", "paid", "taken", "clause"),
    ),
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


def _union() -> Any:
    union: Any = None
    for lean in _KINDS:
        union = lean if union is None else union | lean
    return union


_LeanEvent: Final[Any] = _union()
_events: Final[Any] = ("events", tuple[_LeanEvent, ...])
_Record: Final[Any] = msgspec.defstruct(
    "LeanRecord", [("actor", _Actor), ("command", _Asked), _events], frozen=True, gc=False
)
_Events: Final[Any] = msgspec.defstruct("LeanEvents", [_events], frozen=True, gc=False)
_records: Final[Any] = msgspec.json.Decoder(list[_Record])
_event_lists: Final[Any] = msgspec.json.Decoder(list[_Events])


class ReadEntry(NamedTuple):
    """One entry: when it was written, by whom, and its events."""

    at: int
    seq: int
    actor: str
    role: str
    command: str
    events: tuple[Any, ...]


class LeanPage(NamedTuple):
    """Some entries in a row, as tallies read them. Time never runs backward in a stream."""

    first: int
    """The time of the first one."""
    last: int
    """The time of the last one."""
    records: Sequence[Any]
    """The events of each."""
    times: Callable[[], Iterable[int]]
    """The time of each; they are read when they are asked for."""

    @property
    def timed(self) -> Iterator[tuple[int, Any]]:
        """Each entry with its time."""
        return zip(self.times(), self.records, strict=True)


def lean(reader: Reader, stream: str, after: int, until: int) -> Iterator[LeanPage]:
    """The entries of a table or a meter after number `after`, up to number `until`."""
    for part in reader.joined(stream, after, until):

        def bodies(part: Joined = part) -> Sequence[Body]:
            return [*chain.from_iterable(reader.bodies(stream, part.after, part.until))]

        def times(bodies: Callable[[], Sequence[Body]] = bodies) -> Sequence[int]:
            return [at for at, _, _ in bodies()]

        try:
            found = _event_lists.decode(b"[%b]" % part.bodies)
        except ValueError:
            found = []
        if len(found) != part.until - part.after:
            found = _decoded(_event_lists, stream, bodies())
        yield LeanPage(part.first, part.last, found, times)


def watched(reader: Reader, tell: Tell, *streams: str, times: int = 1) -> Reader:
    """A reader of streams whose names begin like this, each `times`, that tells how far it is."""
    names = [name for name in reader.heads() if name.startswith(streams)]
    return WatchedReader(reader, "reading the journal", tell, names, times)


def read(reader: Reader, stream: str) -> Iterator[ReadEntry]:
    """The entries of a table, with the people whose they are."""
    for page in reader.bodies(stream):
        for (at, seq, _), record in zip(page, _decoded(_records, stream, page), strict=True):
            actor = record.actor
            yield ReadEntry(at, seq, actor.id, actor.role, record.command.command, record.events)


def _decoded(decoder: Any, stream: str, page: Sequence[Body]) -> Sequence[Any]:
    """All entries of a page at once: one by one they would take twice as long."""
    try:
        found: list[Any] = decoder.decode(_listed([body for _, _, body in page]))
    except ValueError:
        found = []
    if len(found) == len(page):
        return found
    for _, seq, body in page:
        try:
            (record,) = decoder.decode(_listed([body]))
        except ValueError as wrong:
            raise DamagedError(f"{stream} {seq}: the entry cannot be read: {wrong}") from wrong
        found.append(record)
    return found


def _listed(bodies: list[bytes]) -> bytes:
    return b"[" + b",".join(bodies) + b"]"
