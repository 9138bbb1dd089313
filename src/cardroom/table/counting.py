"""Counts at a table: the opener, fills and credits, the closer, the drop box; two people sign."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from typing import Any, Final

import msgspec

from cardroom.events import Event
from cardroom.events.office import (
    BoxCounted,
    Chips,
    DealerCame,
    DealerLeft,
    SlipPrepared,
    SlipVoided,
    TrayClosed,
    TrayCredited,
    TrayFilled,
    TrayOpened,
)
from cardroom.money import exact
from cardroom.play.round import Refusal
from cardroom.table import clauses, jackpots, rulings
from cardroom.table.office_commands import (
    CloseTray,
    CountBox,
    CreditTray,
    DealerIn,
    DealerOut,
    FillTray,
    OpenTray,
    Prepared,
    RuleOnRound,
    SignSlip,
    VerifyJackpot,
    VoidSlip,
)
from cardroom.table.table import CommandOutcome, Table
from cardroom.table.tray import Box, Office, Slip, Tray, total

_BOX: Final = re.compile(r"[A-Za-z0-9._-]{1,32}")
KINDS: Final[Mapping[type, str]] = {
    OpenTray: "opener",
    FillTray: "fill",
    CreditTray: "credit",
    CloseTray: "closer",
    CountBox: "box",
}


def prepare(table: Table, command: Prepared) -> CommandOutcome:
    """One person counts and signs; nothing moves before the second signature."""
    barred = bars_slip(table, command)
    if barred is not None:
        return barred
    kind, office = KINDS[type(command)], table.office
    same = next((slip for slip in office.slips if slip.kind == kind), None)
    if same is not None and kind in ("opener", "closer"):
        return Refusal(clauses.SLIP, f"slip {same.number}, the {kind}, waits for a signature")
    slip = Slip(office.next_slip, kind, command, _expected(office, command))
    waiting = msgspec.structs.replace(
        office, slips=(*office.slips, slip), next_slip=office.next_slip + 1
    )
    event = SlipPrepared(
        slip.number,
        kind,
        command.by,
        total(command.chips),
        command.chips,
        getattr(command, "box", ""),
        getattr(command, "why", ""),
    )
    return msgspec.structs.replace(table, office=waiting), (event,)


def bars_slip(table: Table, command: Prepared) -> Refusal | None:
    """Why a slip cannot be prepared, or cannot be signed any longer."""
    if table.chips == "practice":
        return Refusal(clauses.TRAY, "practice chips are not counted")
    if not command.by:
        return Refusal(clauses.SLIP, "a slip names the person who prepares it")
    wrong = _bars_chips(command.chips)
    if wrong:
        return Refusal(clauses.TRAY, wrong)
    return BARS[type(command)](table, command)


def _bars_chips(chips: Chips) -> str:
    if any(value <= 0 or pieces < 0 for value, pieces in chips):
        return "for each chip, give a value above zero and the number of pieces"
    values = [value for value, _ in chips]
    if len(values) != len(set(values)):
        return "name each chip once, with all of its pieces"
    return ""


def _bars_opener(table: Table, command: OpenTray) -> Refusal | None:
    office = table.office
    if office.tray is not None:
        return Refusal(clauses.TRAY, "the tray is open; the closing count comes first")
    if not _BOX.fullmatch(command.box):
        return Refusal(clauses.BOX, "a drop box has a number: letters, digits, and . _ -")
    if command.box in office.boxes:
        return Refusal(clauses.BOX, f"box {command.box} was pulled and is not counted yet")
    if table.round is not None:
        why = f"{table.round_status}; count between rounds"
        return Refusal(clauses.TRAY, why)
    return None


def _bars_fill(table: Table, command: FillTray | CreditTray) -> Refusal | None:
    tray = table.office.tray
    if tray is None:
        return Refusal(clauses.TRAY, "the tray is not open")
    amount = total(command.chips)
    if not amount:
        return Refusal(clauses.TRAY, "the slip has no chips")
    if isinstance(command, CreditTray) and amount > tray.expected:
        held = exact(tray.expected)
        return Refusal(clauses.TRAY, f"{exact(amount)} cannot leave a tray of {held}")
    return None


def _bars_closer(table: Table, command: CloseTray) -> Refusal | None:
    tray = table.office.tray
    if tray is None:
        return Refusal(clauses.TRAY, "the tray is not open")
    if table.round is not None:
        why = f"{table.round_status}; count between rounds"
        return Refusal(clauses.TRAY, why)
    open_slip = next((slip for slip in table.office.slips if slip.kind in ("fill", "credit")), None)
    if open_slip is not None:
        why = f"slip {open_slip.number}, a {open_slip.kind}, waits for a signature"
        return Refusal(clauses.SLIP, why)
    return _bars_difference(total(command.chips), tray.expected, command.why)


def _bars_box(table: Table, command: CountBox) -> Refusal | None:
    box = table.office.boxes.get(command.box)
    if box is None:
        there = ", ".join(sorted(table.office.boxes)) or "none"
        return Refusal(clauses.BOX, f"box {command.box} does not wait for a count; {there} does")
    return _bars_difference(total(command.chips), box.expected, command.why)


def _bars_difference(counted: int, expected: int, why: str) -> Refusal | None:
    if counted == expected or why.strip():
        return None
    difference = counted - expected
    off = f"{exact(abs(difference))} {'over' if difference > 0 else 'short'}"
    return Refusal(
        clauses.COUNT,
        f"counted {exact(counted)}, expected {exact(expected)}: {off};"
        " count again, or explain the difference",
    )


BARS: Final[Mapping[type, Callable[[Table, Any], Refusal | None]]] = {
    OpenTray: _bars_opener,
    FillTray: _bars_fill,
    CreditTray: _bars_fill,
    CloseTray: _bars_closer,
    CountBox: _bars_box,
}


def _expected(office: Office, command: Prepared) -> int:
    match command:
        case CloseTray() if office.tray is not None:
            return office.tray.expected
        case CountBox():
            return office.boxes[command.box].expected
        case _:
            return 0


def sign_slip(table: Table, command: SignSlip) -> CommandOutcome:
    """The second person signs what the first has counted."""
    slip = table.office.slip(command.slip)
    if slip is None:
        return Refusal(clauses.SLIP, f"no slip {command.slip} waits for a signature")
    if not command.by or command.by == slip.command.by:
        return Refusal(clauses.SLIP, f"slip {slip.number} needs the signature of a second person")
    if isinstance(slip.command, RuleOnRound):
        return rulings.carry_out(table, slip, slip.command, command.by)
    if isinstance(slip.command, VerifyJackpot):
        return jackpots.carry_out(table, slip, slip.command, command.by)
    barred = bars_slip(table, slip.command)
    if barred is not None:
        return barred
    if _expected(table.office, slip.command) != slip.expected:
        why = "chips have moved since the count: void the slip, and count again"
        return Refusal(clauses.COUNT, why)
    signers = slip.command.by, command.by
    office, event = _carry_out(table.office.without(slip), slip, slip.command, signers)
    return msgspec.structs.replace(table, office=office), (event,)


def _carry_out(
    office: Office, slip: Slip, command: Prepared, by: tuple[str, str]
) -> tuple[Office, Event]:
    tray, change = office.tray, msgspec.structs.replace
    number, chips, amount = slip.number, command.chips, total(command.chips)
    if isinstance(command, OpenTray):
        opened = Tray(command.box, amount)
        return change(office, tray=opened), TrayOpened(number, by, amount, command.box, chips)
    if isinstance(command, CountBox):
        left = {name: box for name, box in office.boxes.items() if name != command.box}
        event = BoxCounted(number, by, command.box, amount, slip.expected, command.why, chips)
        return change(office, boxes=left), event
    assert tray is not None, "the tray of a slip is open"
    match command:
        case FillTray():
            filled = change(tray, fills=tray.fills + amount)
            return change(office, tray=filled), TrayFilled(number, by, amount, chips)
        case CreditTray():
            lower = change(tray, credits=tray.credits + amount)
            return change(office, tray=lower), TrayCredited(number, by, amount, chips)
        case CloseTray():
            closed = TrayClosed(
                number,
                by,
                amount,
                tray.expected,
                tray.box,
                tray.bought,
                tray.collected,
                command.why,
                chips,
            )
            boxes = {**office.boxes, tray.box: Box(tray.bought, tray.collected)}
            return change(office, tray=None, boxes=boxes), closed


def void_slip(table: Table, command: VoidSlip) -> CommandOutcome:
    slip = table.office.slip(command.slip)
    if slip is None:
        return Refusal(clauses.SLIP, f"no slip {command.slip} waits for a signature")
    if not command.why.strip():
        return Refusal(clauses.SLIP, "say why the slip is void")
    office = table.office.without(slip)
    event = SlipVoided(slip.number, command.by, command.why)
    return msgspec.structs.replace(table, office=office), (event,)


def dealer_in(table: Table, command: DealerIn) -> CommandOutcome:
    before = table.office.dealer
    if not command.dealer or command.dealer == before:
        who = f"{before} is already dealing here" if before else "name the dealer"
        return Refusal(clauses.DEALER, who)
    left: tuple[Event, ...] = (DealerLeft(before),) if before else ()
    return _dealer(table, command.dealer), (*left, DealerCame(command.dealer))


def dealer_out(table: Table, command: DealerOut) -> CommandOutcome:
    if not command.dealer or command.dealer != table.office.dealer:
        return Refusal(clauses.DEALER, f"{command.dealer} is not dealing here")
    return _dealer(table, ""), (DealerLeft(command.dealer),)


def _dealer(table: Table, name: str) -> Table:
    return msgspec.structs.replace(table, office=msgspec.structs.replace(table.office, dealer=name))
