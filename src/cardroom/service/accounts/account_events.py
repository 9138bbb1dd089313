"""What the journal says about accounts: one event per entry of the stream `accounts`.

No event holds a password, a hash, a session, or a code. The name in a refused login is recorded
only if somebody has it: people type passwords into the wrong field.
"""

from __future__ import annotations

from typing import Literal

import msgspec

from cardroom import __version__
from cardroom.service.accounts.roles import Role
from cardroom.store import DamagedError, Entry

OPERATOR = "operator"
"""Who made an administrator at the machine itself; nobody can have this name."""

AccountChange = Literal["grant", "enable", "new-password", "new-authenticator"]
"""Changes that need a second person where staff are concerned."""


class AccountEvent(msgspec.Struct, frozen=True, tag_field="event", omit_defaults=True):
    """Something that happened to an account."""


class Adopted(AccountEvent, frozen=True, tag="adopted"):
    """Accounts that an earlier version made, which recorded none of this."""

    people: tuple[tuple[str, Role], ...]


class Registered(AccountEvent, frozen=True, tag="registered"):
    """A new player; `by` is the administrator, if it was not the player."""

    name: str
    by: str = ""
    address: str = ""


class AdminMade(AccountEvent, frozen=True, tag="admin-made"):
    """By the operator, who can read and write the room's folder: `cardroom run --admin NAME`."""

    name: str
    by: str = OPERATOR


class LoggedIn(AccountEvent, frozen=True, tag="logged-in"):
    name: str
    address: str = ""


class LoginRefused(AccountEvent, frozen=True, tag="login-refused"):
    """`name` is empty if nobody is called so."""

    name: str
    why: Literal["name", "password", "code", "disabled", "locked"]
    address: str = ""


class SessionsEnded(AccountEvent, frozen=True, tag="sessions-ended"):
    name: str
    by: str
    number: int


class PasswordChanged(AccountEvent, frozen=True, tag="password-changed"):
    name: str
    how: Literal["password", "link"]


class AuthenticatorSet(AccountEvent, frozen=True, tag="authenticator-set"):
    name: str


class AuthenticatorRemoved(AccountEvent, frozen=True, tag="authenticator-removed"):
    """By its owner, who needs none."""

    name: str


class Unlocked(AccountEvent, frozen=True, tag="unlocked"):
    name: str
    by: str


class Disabled(AccountEvent, frozen=True, tag="disabled"):
    """One person is enough: taking a right away must not wait."""

    name: str
    by: str


class Changed(AccountEvent, frozen=True, tag="changed"):
    """A change that one administrator may make alone."""

    what: AccountChange
    name: str
    by: str
    role: Role | None = None
    company: str = ""
    """Of a proposition player, with the badge."""
    badge: str = ""


class ChangeProposed(AccountEvent, frozen=True, tag="proposed"):
    """A change that waits for a second administrator."""

    id: str
    what: AccountChange
    name: str
    by: str
    role: Role | None = None
    company: str = ""
    badge: str = ""


class Approved(AccountEvent, frozen=True, tag="approved"):
    id: str
    by: str


class Rejected(AccountEvent, frozen=True, tag="rejected"):
    id: str
    by: str


class ChangeRefused(AccountEvent, frozen=True, tag="change-refused"):
    """An administrator asked for something that the rules of this page do not allow."""

    asked: str
    name: str
    by: str
    why: str


AnyAccountEvent = (
    Adopted
    | Registered
    | AdminMade
    | LoggedIn
    | LoginRefused
    | SessionsEnded
    | PasswordChanged
    | AuthenticatorSet
    | AuthenticatorRemoved
    | Unlocked
    | Disabled
    | Changed
    | ChangeProposed
    | Approved
    | Rejected
    | ChangeRefused
)


class AccountRecord(msgspec.Struct, frozen=True):
    """The body of an entry."""

    engine: str
    event: AnyAccountEvent


_decoder = msgspec.json.Decoder(AccountRecord)


def body(event: AnyAccountEvent) -> bytes:
    return msgspec.json.encode(AccountRecord(__version__, event))


def read(entry: Entry) -> AnyAccountEvent:
    try:
        return _decoder.decode(entry.body).event
    except msgspec.DecodeError as error:
        raise DamagedError(f"{entry.stream} {entry.seq}: not an account entry: {error}") from error
