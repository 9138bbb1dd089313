"""Jackpot slips: two people compare an award of a meter with the round in which it was won."""

from __future__ import annotations

from collections.abc import Iterator

import msgspec

from cardroom import games
from cardroom.cards import Card
from cardroom.events import Event, ProgressiveReversed, ProgressiveWon
from cardroom.events.office import JackpotVerified, SlipPrepared
from cardroom.play.round import Refusal, Round
from cardroom.table import clauses
from cardroom.table.office_commands import VerifyJackpot
from cardroom.table.table import CommandOutcome, Table
from cardroom.table.tray import Slip


def verified(round: Round, command: VerifyJackpot) -> VerifyJackpot | Refusal:
    """The slip with everything that the round says about the award of a box."""
    won = [fact for fact in _awards(round) if fact.box == command.box]
    if not won:
        boxes = ", ".join(str(fact.box) for fact in _awards(round)) or "none"
        why = f"box {command.box} won no meter award in this round; boxes that did: {boxes}"
        return Refusal(clauses.JACKPOT, why)
    fact = won[-1]
    return msgspec.structs.replace(
        command,
        meter=fact.meter,
        row=fact.row,
        award=fact.award,
        player=round.players.get(fact.box, ""),
        cards=tuple(_cards(round, fact.box)),
    )


def _awards(round: Round) -> list[ProgressiveWon]:
    """The awards of a round that were not taken back."""
    found: list[ProgressiveWon] = []
    for event in _events(round):
        if isinstance(event, ProgressiveWon):
            found.append(event)
        elif isinstance(event, ProgressiveReversed) and event.fact in found:
            found.remove(event.fact)
    return found


def _events(round: Round) -> Iterator[Event]:
    again = round.origin
    for entry in round.inputs if again is not None else ():
        assert again is not None
        outcome = games.apply(again, entry)
        if isinstance(outcome, Refusal):
            return
        again = outcome[0]
        yield from outcome[1]


def _cards(round: Round, box: int) -> Iterator[Card]:
    """Those of the box, hand by hand."""
    for place in sorted(round.cards):
        if place.split(".")[0] == str(box):
            yield from (dealt.card for dealt in round.cards[place])


def bars(round: Round | None, command: VerifyJackpot) -> Refusal | None:
    """Why a slip does not agree with its round; `round` is None if it is not cleared."""
    if round is None:
        return Refusal(clauses.JACKPOT, f"round {command.round} is not cleared yet")
    found = verified(round, command)
    if isinstance(found, Refusal):
        return found
    if found != command:
        return Refusal(
            clauses.JACKPOT, "the slip does not say what the round says; ask for it again"
        )
    return None


def prepare(table: Table, command: VerifyJackpot) -> CommandOutcome:
    if not command.by:
        return Refusal(clauses.SLIP, "a slip names the person who prepares it")
    office = table.office
    for slip in office.slips:
        waits = slip.command
        if isinstance(waits, VerifyJackpot) and (waits.round, waits.box) == (
            command.round,
            command.box,
        ):
            return Refusal(clauses.SLIP, f"slip {slip.number} waits for a signature")
    slip = Slip(office.next_slip, "jackpot", command)
    waiting = msgspec.structs.replace(
        office, slips=(*office.slips, slip), next_slip=office.next_slip + 1
    )
    event = SlipPrepared(
        slip.number, "jackpot", command.by, command.award, why=command.why, round=command.round
    )
    return msgspec.structs.replace(table, office=waiting), (event,)


def carry_out(table: Table, slip: Slip, command: VerifyJackpot, second: str) -> CommandOutcome:
    made = JackpotVerified(
        slip.number,
        command.round,
        (command.by, second),
        command.meter,
        command.row,
        command.award,
        command.box,
        command.player,
        command.cards,
        command.why,
    )
    return msgspec.structs.replace(table, office=table.office.without(slip)), (made,)
