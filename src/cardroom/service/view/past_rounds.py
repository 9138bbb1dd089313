"""Past rounds as a viewer may see them: what was hidden then and never shown stays hidden."""

from __future__ import annotations

from collections.abc import Iterable

import msgspec

from cardroom import games
from cardroom.cards import UNSEEN
from cardroom.events import SURVEILLANCE, Event, sees, visible
from cardroom.events.office import RulingMade
from cardroom.places import BURN
from cardroom.play.inputs import Answer, Draw, Intervene, Lapse
from cardroom.play.round import Refusal, Round
from cardroom.service.live.live_table import LiveTable
from cardroom.service.view.felt import Layout, layout
from cardroom.service.view.history import follow
from cardroom.service.view.standing import Permissions
from cardroom.service.view.view_types import TableView
from cardroom.service.view.views import LastRound, Moment, audiences, see
from cardroom.table import commands
from cardroom.table.commands import TableCommand
from cardroom.table.journal import TableStep
from cardroom.table.past_round import PastRound


class RoundRow(msgspec.Struct, frozen=True):
    """One past round; `hash` is of the journal's entry that cleared it."""

    number: int
    round: str
    hash: str
    at: int
    """Unix time in milliseconds."""
    net: dict[str, int]
    bank: int
    void: bool
    results: dict[str, int]
    """The change of each player's stack: wagers, the bank, and fees."""
    rulings: tuple[RulingMade, ...] = ()
    """Decisions about this round since it was cleared; the results are those before them."""


class RecalledCommand(msgspec.Struct, frozen=True, omit_defaults=True):
    """The command, without what only its sender may know."""

    command: str
    who: str
    input: str = ""
    box: int = 0
    verb: str = ""
    amount: int | None = None
    kind: str = ""


class RecalledStep(msgspec.Struct, frozen=True):
    seq: int
    hash: str
    input: RecalledCommand
    events: tuple[Event, ...]
    view: TableView
    inputs: int = 0
    """Inputs of the round so far: a rewind to this number comes back to this moment."""


class RecalledRound(msgspec.Struct, frozen=True):
    number: int
    round: str
    hash: str
    """The hash of the entry that cleared it; empty until then."""
    layout: Layout
    steps: tuple[RecalledStep, ...]
    rulings: tuple[RulingMade, ...] = ()


def round_id(table: str, number: int) -> str:
    return f"{table}-{number}"


def row(table: str, past: PastRound, rulings: tuple[RulingMade, ...]) -> RoundRow:
    return RoundRow(
        past.number,
        round_id(table, past.number),
        past.hash,
        past.at // 1_000_000,
        dict(past.net),
        past.bank,
        past.void,
        dict(past.results),
        rulings,
    )


def recalled(
    live: LiveTable,
    number: int,
    steps: Iterable[TableStep],
    standing: Permissions,
    rulings: tuple[RulingMade, ...] = (),
) -> RecalledRound | None:
    """A round step by step; None if there is no round with this number."""
    shown: list[RecalledStep] = []
    place: Layout | None = None
    cleared = ""
    last = LastRound()
    # The meter's current value is not what it showed then.
    context = msgspec.structs.replace(live.view_context, meter=lambda _: None)
    for step in steps:
        place = place or layout(step.after.rules)
        last = follow(step.before, step.after, step.record.events, last)
        # The step that clears the table has no players left; those of the round may review it.
        seated = step.before if step.after.round is None and step.before else step.after
        eyes = audiences(seated, standing)
        shown.append(
            RecalledStep(
                step.entry.seq,
                step.entry.public_hash,
                recalled_command(step.record.command, step.record.actor.id),
                tuple(visible(event, eyes) for event in step.record.events),
                see(Moment(step.entry.seq, step.after, last), standing, context),
                0 if step.after.round is None else len(step.after.round.inputs),
            )
        )
        if step.after.round is None:
            cleared = step.entry.public_hash
    if place is None:
        return None
    return RecalledRound(number, round_id(live.id, number), cleared, place, tuple(shown), rulings)


def recalled_command(command: TableCommand, who: str) -> RecalledCommand:
    tag = str(type(command).__struct_config__.tag)
    if not isinstance(command, commands.Play):
        return RecalledCommand(tag, who)
    entry = command.input
    kind = str(type(entry).__struct_config__.tag)
    match entry:
        case Answer():
            return RecalledCommand(tag, who, kind, entry.box, entry.verb, entry.amount)
        case Lapse():
            return RecalledCommand(tag, who, kind, entry.box)
        case Intervene():
            return RecalledCommand(tag, who, kind, entry.box, kind=entry.kind)
        case _:
            return RecalledCommand(tag, who, kind)


def played(steps: Iterable[TableStep]) -> Round | None:
    """The round as it ended."""
    found = None
    for step in steps:
        if step.after.round is not None and step.after.round.over:
            found = step.after.round
    return found


def opened(round: Round, eyes: frozenset[str]) -> Round | None:
    """The round for a scenario, without the burn cards' faces; None if other cards are hidden.

    Nobody saw the burn cards, and nothing depends on them, so the scenario can leave them out.
    """
    if SURVEILLANCE in eyes:
        return round
    hidden = {
        place for place, pile in round.cards.items() for dealt in pile if not sees(dealt.seen, eyes)
    }
    if not hidden:
        return round
    if hidden != {BURN} or round.origin is None:
        return None
    now = round.origin
    for entry in round.inputs:
        at = getattr(now.head, "place", "")
        hide = isinstance(entry, Draw) and at == BURN
        applied = games.apply(now, Draw(UNSEEN) if hide else entry)
        if isinstance(applied, Refusal):
            return None
        now = applied[0]
    return now
