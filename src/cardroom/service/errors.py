"""What the service says when it will not: one shape for every refusal, whoever refuses."""

from __future__ import annotations

from typing import Final

import msgspec

from cardroom.play.round import Refusal
from cardroom.rules.clauses import Clause

WHO: Final = Clause("service.who", "Service / people", "say who you are: as a guest, or log in")
ROLE: Final = Clause("service.role", "Service / roles", "each role does what its duties need only")
LOCKED: Final = Clause(
    "service.locked", "Service / people", "after several wrong passwords a name is locked a while"
)
PASSWORD: Final = Clause(
    "service.password", "Service / people", "a name is opened by its password only"
)
NAME: Final = Clause(
    "service.name",
    "Service / people",
    "a name has 2 to 24 letters, digits, dots, dashes or underscores, and belongs to one person",
)
STRENGTH: Final = Clause(
    "service.strength", "Service / people", "a password has 10 to 200 characters"
)
ORIGIN: Final = Clause(
    "service.origin", "Service / origin", "only the service's own pages may speak for a person"
)
RATE: Final = Clause("service.rate", "Service / rates", "everybody gets a turn: slow down a little")
FORM: Final = Clause("service.form", "Service / messages", "a message has the documented form")
NOT_FOUND: Final = Clause("service.not-found", "Service / messages", "there is no such thing here")
METHOD: Final = Clause(
    "service.method", "Service / messages", "an address is used with its documented methods"
)
OPTIONS: Final = Clause(
    "service.options", "Service / tables", "a posted game takes the options of its catalogue"
)
TABLES: Final = Clause(
    "service.tables", "Service / tables", "each guest has a few tables, and a room only so many"
)
CLOSED: Final = Clause(
    "service.closed", "Service / tables", "a table that was closed takes no more commands"
)
CLOSING: Final = Clause(
    "service.closing",
    "Service / tables",
    "a table closes after the round in play; closing decides no hand, and then everybody is paid",
)
JOURNAL: Final = Clause(
    "service.journal",
    "Service / journal",
    "nothing is acknowledged that is not durable; the tables wait until the journal writes again",
)
HIDDEN: Final = Clause(
    "service.hidden", "Service / recall", "whatever was hidden at the table is hidden afterwards"
)
KEY: Final = Clause("service.key", "Service / tables", "a key belongs to one command for good")
COMMAND: Final = Clause(
    "service.command", "Service / tables", "a person commands for himself, within his duties"
)
FAULT: Final = Clause(
    "service.fault", "Service / faults", "an error of ours: it was noted, and nothing was changed"
)


class ServiceError(Exception):
    """A refusal with the status it is sent under."""

    def __init__(self, status: int, refusal: Refusal, wait_seconds: float = 0.0) -> None:
        super().__init__(str(refusal))
        self.status, self.refusal, self.wait_seconds = status, refusal, wait_seconds


class Refused(msgspec.Struct, frozen=True):
    """The body of every answer above 399."""

    refusal: Refusal


def refuse(status: int, clause: Clause, why: str = "", wait_seconds: float = 0.0) -> ServiceError:
    return ServiceError(status, Refusal(clause, why), wait_seconds)
