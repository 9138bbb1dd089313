"""Facts of the office in words, one line each."""

from __future__ import annotations

from cardroom.events import Event, office
from cardroom.money import exact


def tell(event: Event) -> str:  # noqa: C901 - one case for each kind of fact
    """One line for a fact of the office; empty for any other."""
    match event:
        case office.SlipPrepared():
            amount = f" of {exact(event.amount)}" if event.amount else ""
            return f"{event.by} prepares slip {event.slip}: {event.kind}{amount}"
        case office.SlipVoided():
            return f"{event.by} voids slip {event.slip}: {event.why}"
        case office.TrayOpened():
            return f"the tray opens with {exact(event.amount)}, box {event.box}{_by(event.by)}"
        case office.TrayFilled():
            return f"a fill of {exact(event.amount)}{_by(event.by)}"
        case office.TrayCredited():
            return f"a credit of {exact(event.amount)}{_by(event.by)}"
        case office.TrayClosed():
            return f"the tray closes{_compared(event)}{_by(event.by)}"
        case office.BoxCounted():
            return f"box {event.box}{_compared(event)}{_by(event.by)}"
        case office.RulingMade():
            where = f", box {event.box}" if event.box else ""
            said = f"ruling on round {event.round}{where}: {event.ruling.replace('-', ' ')}"
            moved = {**event.changes, "the house": event.house} if event.changes else {}
            paid = ", ".join(f"{name} {exact(amount)}" for name, amount in moved.items() if amount)
            return (
                f"{said}; {paid or 'no money moves'} ({event.why}) [{event.clause}]{_by(event.by)}"
            )
        case office.JackpotVerified():
            shown = " ".join(card.text for card in event.cards)
            said = f"jackpot of round {event.round}, box {event.box}: {event.player}"
            return f"{said}, {event.row}, {exact(event.award)}, with {shown}{_by(event.by)}"
        case office.PlayerExcluded():
            return f"{event.player} is excluded: {event.why}"
        case office.PlayerReadmitted():
            return f"{event.player} may be seated again: {event.why}"
        case office.OwnLimitsSet():
            loss = "no loss limit" if event.loss is None else f"a loss of {exact(event.loss)}"
            time = "no time limit" if event.minutes is None else _minutes(event.minutes)
            return f"{event.player} sets limits for a gaming day: {loss}, {time}"
        case office.DealerCame():
            return f"{event.dealer} deals"
        case office.DealerLeft():
            return f"{event.dealer} leaves the table as its dealer"
        case _:
            return ""


def _minutes(number: int) -> str:
    return "1 minute" if number == 1 else f"{number} minutes"


def _compared(event: office.TrayClosed | office.BoxCounted) -> str:
    counted, expected = event.counted, event.expected
    said = f": counted {exact(counted)}, expected {exact(expected)}"
    if counted == expected:
        return said
    off = "over" if counted > expected else "short"
    return f"{said}, {exact(abs(counted - expected))} {off} ({event.why})"


def _by(names: tuple[str, str]) -> str:
    return f", signed by {' and '.join(names)}"
