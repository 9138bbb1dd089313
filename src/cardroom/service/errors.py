"""Refusals of the service: one form for all of them."""

from __future__ import annotations

from typing import Final

import msgspec

from cardroom.play.round import Refusal
from cardroom.rules.clauses import Clause

WHO: Final = Clause("service.who", "Service / people", "log in, or continue as a guest")
ROLE: Final = Clause(
    "service.role", "Service / roles", "each role may do only what its duties require"
)
LOCKED: Final = Clause(
    "service.locked",
    "Service / people",
    "after several wrong passwords, wait before trying that name again",
)
PASSWORD: Final = Clause(
    "service.password", "Service / people", "logging in takes the right password"
)
NAME: Final = Clause(
    "service.name",
    "Service / people",
    "a name has 2 to 24 letters, digits, dots, dashes or underscores, and belongs to one person",
)
NICKNAME: Final = Clause(
    "service.nickname",
    "Service / people",
    "a nickname has 2 to 24 characters of plain text, and is not another's name or a staff title",
)
SUBMISSION: Final = Clause(
    "service.submission", "Service / laboratory", "only a game without faults can be submitted"
)
STRENGTH: Final = Clause("service.strength", "Service / people", "a password must be hard to guess")
CODE: Final = Clause(
    "service.code",
    "Service / people",
    "staff also enter a code from their authenticator; each code is good once",
)
LINK: Final = Clause(
    "service.link", "Service / people", "a link for a new password works once, within a day"
)
DISABLED: Final = Clause(
    "service.disabled", "Service / people", "a disabled account cannot be used"
)
TWO_PEOPLE: Final = Clause(
    "service.two-people",
    "Service / people",
    "a change that concerns staff is proposed by one administrator and approved by another",
)
REFILL: Final = Clause(
    "service.refill",
    "Service / play money",
    "play money is refilled when a player has almost none left, counting chips on the tables",
)

ORIGIN: Final = Clause(
    "service.origin", "Service / origin", "requests must come from the service's own pages"
)
RATE: Final = Clause("service.rate", "Service / rates", "too many requests: slow down a little")
STREAMS: Final = Clause(
    "service.streams",
    "Service / rates",
    "one person, one address, and one table have a limited number of streams",
)
FORM: Final = Clause("service.form", "Service / messages", "a message has the documented form")
NOT_FOUND: Final = Clause("service.not-found", "Service / messages", "not found")
METHOD: Final = Clause(
    "service.method", "Service / messages", "an address takes only its documented methods"
)
OPTIONS: Final = Clause(
    "service.options", "Service / tables", "a posted game takes only its listed options"
)
TABLES: Final = Clause(
    "service.tables",
    "Service / tables",
    "the number of open tables is limited, for each person, each address, and the room",
)
TITLE: Final = Clause(
    "service.title",
    "Service / tables",
    "a title is plain text, and only the house may use its name and post its games",
)
CLOSED: Final = Clause(
    "service.closed", "Service / tables", "a closed table takes no more commands"
)
CLOSING: Final = Clause(
    "service.closing",
    "Service / tables",
    "a table closes after the round in play, which is played out, and then everyone is paid",
)
JOURNAL: Final = Clause(
    "service.journal",
    "Service / journal",
    "nothing is confirmed before it is saved; play stops while the journal cannot be written",
)
BACKUP: Final = Clause(
    "service.backup", "Service / journal", "checkpoints and backups are made of what is stored"
)
HIDDEN: Final = Clause(
    "service.hidden", "Service / recall", "cards that were hidden at the table stay hidden"
)
KEY: Final = Clause("service.key", "Service / tables", "a key is used for one command only")
COMMAND: Final = Clause(
    "service.command", "Service / tables", "people act for themselves, within their duties"
)
FAULT: Final = Clause(
    "service.fault",
    "Service / faults",
    "an internal error; it has been logged, and nothing was changed",
)


class ServiceError(Exception):
    """A refusal with the status it is sent under."""

    def __init__(self, status: int, refusal: Refusal, wait_seconds: float = 0.0) -> None:
        super().__init__(str(refusal))
        self.status, self.refusal, self.wait_seconds = status, refusal, wait_seconds


class RefusalReply(msgspec.Struct, frozen=True):
    """The body of every answer above 399."""

    refusal: Refusal


def refuse(status: int, clause: Clause, why: str = "", wait_seconds: float = 0.0) -> ServiceError:
    return ServiceError(status, Refusal(clause, why), wait_seconds)
