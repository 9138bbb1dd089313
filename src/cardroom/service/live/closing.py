"""How a table closes: its round is finished by its own rules, and then everyone is paid out.

Closing a table never decides a hand. The person who closes it has left, and is an absent player;
all others are asked as before, with the time they always have.
"""

from __future__ import annotations

from typing import Final, NamedTuple

from cardroom.play.inputs import Intervene
from cardroom.play.round import Await, Refusal
from cardroom.service import errors
from cardroom.service.live.house_moves import absent
from cardroom.service.view.views import player_at
from cardroom.table import commands
from cardroom.table.commands import Play, TableCommand
from cardroom.table.table import Table
from cardroom.table.tray import Office

SECONDS: Final = 60.0
"""For each decision of the last round, at a table that otherwise has no time limit."""
REFUSED: Final = (
    commands.SitDown,
    commands.BuyIn,
    commands.PlaceBet,
    commands.BackBet,
    commands.PostBank,
    commands.AskSetup,
    commands.CloseBets,
    commands.ChangeRules,
    commands.ChangeDealing,
)
"""A closing table starts nothing new."""


class Closing(NamedTuple):
    why: str
    """For the viewers of the table."""
    left: frozenset[str] = frozenset()
    """The people who asked for it; empty if the house closes an old or abandoned table."""


def bars(table: Table) -> Refusal | None:
    """Why a person may not close a table now: only its dealer can finish a round of real cards, and
    a table that is closed takes no counts and no signatures."""
    if table.dealing == "physical" and table.round is not None and not table.round.over:
        why = f"finish round {table.number} first, or have the floor declare it void"
    else:
        why = _uncounted(table.office)
    return Refusal(errors.CLOSING, why) if why else None


def _uncounted(office: Office) -> str:
    """What the office has to do first; empty if nothing."""
    if office.tray is not None:
        return "close the tray first"
    if office.slips:
        return f"sign or void slip {office.slips[0].number} first"
    return f"count drop box {next(iter(office.boxes))} first" if office.boxes else ""


def next_move(table: Table, closing: Closing) -> TableCommand | None:
    """The next step toward an empty, closed table; None while it waits for a person."""
    round = table.round
    if round is None:
        return _pay_out(table)
    if table.paused:
        # Floor staff decide when a dispute is over. If all have left, nobody is there to dispute.
        return None if closing.left else commands.Resume()
    if round.over:
        return commands.EndRound()
    if table.shuffle is not None:
        return None
    if table.dealing == "by-hand":
        return commands.ChangeDealing("automatic")
    if isinstance(round.head, Await):
        boxes = [ask.box for ask in round.head.asks if player_at(round, ask.box) in closing.left]
        return absent(table, boxes[0]) if boxes else None
    # The next cards are not known, and the people who could enter them have left.
    return None if closing.left else Play(Intervene("void-round"))


def _pay_out(table: Table) -> TableCommand | None:
    for name in table.seats.values():
        return commands.LeaveSeat(name)
    for name in table.stacks:
        return commands.CashOut(name)
    return None if _uncounted(table.office) else commands.CloseTable()
