"""What the office has open at a table: its tray, drop boxes, slips, and dealer."""

from __future__ import annotations

from typing import Final

import msgspec

from cardroom.events.office import Chips
from cardroom.money import exact
from cardroom.rules.ruleset import Ruleset
from cardroom.service.live.live_table import LiveTable
from cardroom.service.view.felt import layout
from cardroom.table.office_commands import CountBox, OpenTray, RuleOnRound, VerifyJackpot
from cardroom.table.tray import Slip, total

LARGE: Final = (500_00, 1000_00)
SMALL: Final = (50, 25, 10, 5, 1)


class TrayView(msgspec.Struct, frozen=True):
    """Amounts are in cents."""

    box: str
    """The number of the drop box below the table."""
    opener: int
    fills: int
    credits: int
    bought: int
    won: int
    expected: int
    """What the tray should hold now."""
    in_box: int
    """What the drop box should hold now."""


class DropBoxView(msgspec.Struct, frozen=True):
    box: str
    expected: int


class SlipView(msgspec.Struct, frozen=True):
    """A slip that waits for its second signature."""

    number: int
    kind: str
    by: str
    says: str
    """What it is for, without the amount that was counted."""
    amount: int = 0
    chips: Chips = ()
    expected: int = 0
    why: str = ""


class TableOffice(msgspec.Struct, frozen=True):
    id: str
    title: str
    game: str
    round: int
    """The round in play; 0 between rounds."""
    practice: bool
    dealer: str
    tray: TrayView | None
    boxes: tuple[DropBoxView, ...]
    """Taken from the table and not counted yet."""
    slips: tuple[SlipView, ...]
    chips: tuple[int, ...]
    """The values of the chips and coins of a tray, in cents."""


def table_office(live: LiveTable) -> TableOffice:
    table = live.table
    office, tray = table.office, table.office.tray
    shown = None
    if tray is not None:
        shown = TrayView(
            tray.box,
            tray.opener,
            tray.fills,
            tray.credits,
            tray.bought,
            tray.won,
            tray.expected,
            tray.in_box,
        )
    return TableOffice(
        live.id,
        live.listing.title,
        table.rules.title,
        table.number if table.round is not None else 0,
        table.chips == "practice",
        office.dealer,
        shown,
        tuple(DropBoxView(name, box.expected) for name, box in sorted(office.boxes.items())),
        tuple(map(slip_view, office.slips)),
        _counted(table.rules),
    )


def _counted(rules: Ruleset) -> tuple[int, ...]:
    """A tray also holds chips that nobody bets: large ones, and what odd payments are made of."""
    small = [each for each in SMALL if each >= rules.limits.chip]
    return tuple(sorted({*layout(rules).chips, *LARGE, *small, rules.limits.chip}))


def slip_view(slip: Slip) -> SlipView:
    command = slip.command
    if isinstance(command, RuleOnRound):
        return SlipView(slip.number, slip.kind, command.by, _ruling(command), why=command.why)
    if isinstance(command, VerifyJackpot):
        shown = " ".join(card.text for card in command.cards)
        says = f"jackpot, round {command.round}, box {command.box}, {command.player}, {shown}"
        return SlipView(
            slip.number, slip.kind, command.by, says, command.award, expected=command.award
        )
    amount = total(command.chips)
    box = f", box {command.box}" if isinstance(command, OpenTray | CountBox) else ""
    says = f"{slip.kind}{box}"
    why = str(getattr(command, "why", ""))
    return SlipView(
        slip.number, slip.kind, command.by, says, amount, command.chips, slip.expected, why
    )


def _ruling(command: RuleOnRound) -> str:
    moves = ", ".join(
        f"{name} {'gets' if amount > 0 else 'gives back'} {exact(abs(amount))}"
        for name, amount in command.changes.items()
    )
    what = command.ruling.replace("-", " ")
    return f"round {command.round}, {what}: {moves or 'no money moves'} [{command.clause}]"
