"""Who has an account, with which role: computed from the journal, and what may be done to it.

The rules are here once. The service asks them before it writes an entry, and an audit asks them
again of every entry.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Final, NamedTuple

import msgspec

from cardroom.service.accounts import account_events as events
from cardroom.service.accounts.account_events import AccountChange, AnyAccountEvent
from cardroom.service.accounts.roles import CALLED, STAFF, Role
from cardroom.store import DamagedError, Entry

PROPOSAL_SECONDS: Final = 7 * 24 * 3600
"""A proposal that nobody has approved by then is void."""
_SECOND: Final = 10**9


class UserAccount(msgspec.Struct, frozen=True):
    name: str
    role: Role
    disabled: bool = False
    company: str = ""
    """Of a proposition player."""
    badge: str = ""


class Grant(NamedTuple):
    """A role, and for whom its holder plays."""

    role: Role | None = None
    company: str = ""
    badge: str = ""


NO_ROLE: Final = Grant()


class Proposal(msgspec.Struct, frozen=True):
    """`at` is Unix time in nanoseconds."""

    id: str
    what: AccountChange
    name: str
    by: str
    at: int
    role: Role | None = None
    company: str = ""
    badge: str = ""

    @property
    def grant(self) -> Grant:
        return Grant(self.role, self.company, self.badge)


class AccountBook(msgspec.Struct, frozen=True):
    """Accounts by their names in lower case, and proposals that nobody has decided."""

    accounts: Mapping[str, UserAccount] = {}
    proposals: Mapping[str, Proposal] = {}

    def account(self, name: str) -> UserAccount | None:
        return self.accounts.get(name.lower())

    def is_admin(self, name: str) -> bool:
        found = self.account(name)
        return found is not None and found.role == "admin" and not found.disabled

    def needs_two(self, name: str, role: Role | None = None) -> bool:
        """Whether a change concerns staff: those who are, and those who would be."""
        found = self.account(name)
        return role in STAFF or (found is not None and found.role in STAFF)

    def with_account(self, account: UserAccount) -> AccountBook:
        accounts = {**self.accounts, account.name.lower(): account}
        return msgspec.structs.replace(self, accounts=accounts)

    def without_proposal(self, id: str) -> AccountBook:
        left = {key: value for key, value in self.proposals.items() if key != id}
        return msgspec.structs.replace(self, proposals=left)


def follow(book: AccountBook, event: AnyAccountEvent, at: int) -> AccountBook:
    """The book after an event that is not barred."""
    match event:
        case events.Adopted(people):
            for name, role in people:
                book = book.with_account(UserAccount(name, role))
        case events.Registered(name):
            return book.with_account(UserAccount(name, "player"))
        case events.AdminMade(name):
            known = book.account(name)
            return book.with_account(UserAccount(known.name if known else name, "admin"))
        case events.Disabled(name):
            return _replaced(book, name, disabled=True)
        case events.Changed(what, name):
            return _changed(book, what, name, Grant(event.role, event.company, event.badge))
        case events.ChangeProposed(id, what, name, by, role, company, badge):
            proposed = Proposal(id, what, name, by, at, role, company, badge)
            waiting = {**book.proposals, id: proposed}
            return msgspec.structs.replace(book, proposals=waiting)
        case events.Approved(id):
            proposal = book.proposals.get(id)
            book = book.without_proposal(id)
            if proposal is not None:
                return _changed(book, proposal.what, proposal.name, proposal.grant)
        case events.Rejected(id):
            return book.without_proposal(id)
        case _:
            pass
    return book


def _changed(book: AccountBook, what: AccountChange, name: str, grant: Grant) -> AccountBook:
    if what == "grant" and grant.role is not None:
        return _replaced(book, name, **grant._asdict())
    return _replaced(book, name, disabled=False) if what == "enable" else book


def _replaced(book: AccountBook, name: str, **fields: object) -> AccountBook:
    account = book.account(name)
    if account is None:
        return book
    return book.with_account(msgspec.structs.replace(account, **fields))


# --- what may be done ---------------------------------------------------------------------------


def bars(book: AccountBook, event: AnyAccountEvent, at: int) -> str:
    """Why an event must not happen; empty if it may."""
    match event:
        case events.Registered(name, by):
            if book.account(name) is not None:
                return f"{name!r} is taken"
            return _not_admin(book, by) if by else ""
        case events.LoggedIn(name):
            account = book.account(name)
            return "" if account is not None and not account.disabled else f"{name} has no access"
        case events.Disabled(name, by):
            return _not_admin(book, by) or _bars_disabling(book, name)
        case events.Unlocked(name, by):
            return _not_admin(book, by) or _unknown(book, name)
        case events.Changed(what, name, by, role):
            if book.needs_two(name, role):
                return f"{name}: a change that concerns staff needs two administrators"
            given = Grant(role, event.company, event.badge)
            return _not_admin(book, by) or _bars_change(book, what, name, given)
        case events.ChangeProposed(_, what, name, by, role, company, badge):
            given = Grant(role, company, badge)
            return _not_admin(book, by) or _bars_proposal(book, what, name, given)
        case events.Approved(id, by):
            return _not_admin(book, by) or _bars_approval(book, id, by, at)
        case events.Rejected(id, by):
            return _not_admin(book, by) or ("" if id in book.proposals else _no_proposal(id))
        case _:
            return ""


def _not_admin(book: AccountBook, name: str) -> str:
    return "" if book.is_admin(name) else f"{name} is not an administrator"


def _unknown(book: AccountBook, name: str) -> str:
    return "" if book.account(name) is not None else f"nobody is called {name!r}"


def _last_admin(book: AccountBook, name: str) -> str:
    others = (book.is_admin(key) for key in book.accounts if key != name.lower())
    if book.is_admin(name) and not any(others):
        return f"{name} is the only administrator"
    return ""


def _bars_disabling(book: AccountBook, name: str) -> str:
    account = book.account(name)
    if account is not None and account.disabled:
        return f"{name} is disabled already"
    return _unknown(book, name) or _last_admin(book, name)


def _bars_change(book: AccountBook, what: AccountChange, name: str, given: Grant) -> str:
    account, role = book.account(name), given.role
    if account is None:
        return _unknown(book, name)
    if what == "grant":
        if role is None or role == "guest":
            return "an account needs the role of a player or of staff"
        employed = bool(given.company.strip() and given.badge.strip())
        if employed != (role == "proposition") or bool(given.company) != bool(given.badge):
            return (
                "a proposition player needs a company and a badge; leave both out for other roles"
            )
        same = given == (account.role, account.company, account.badge)
        return f"{name} is already {CALLED[role]}" if same else ""
    if what == "enable" and not account.disabled:
        return f"{name} is not disabled"
    return ""


def _bars_proposal(book: AccountBook, what: AccountChange, name: str, given: Grant) -> str:
    for other in book.proposals.values():
        if (other.what, other.name.lower(), other.grant) == (what, name.lower(), given):
            return f"{other.by} has proposed this already: {other.id}"
    return _bars_change(book, what, name, given)


def _bars_approval(book: AccountBook, id: str, by: str, at: int) -> str:
    proposal = book.proposals.get(id)
    if proposal is None:
        return _no_proposal(id)
    if at > proposal.at + PROPOSAL_SECONDS * _SECOND:
        return f"proposal {id} is older than {PROPOSAL_SECONDS // 86400} days"
    if by.lower() == proposal.by.lower():
        return f"{by} has proposed it; somebody else must approve it"
    if by.lower() == proposal.name.lower():
        return f"it concerns {by}; somebody else must approve it"
    if not book.is_admin(proposal.by):
        return f"{proposal.by}, who proposed it, is no longer an administrator"
    if proposal.what == "grant" and (no := _last_admin(book, proposal.name)):
        return no
    return _bars_change(book, proposal.what, proposal.name, proposal.grant)


def _no_proposal(id: str) -> str:
    return f"there is no proposal {id[:40]!r}"


# --- an audit -----------------------------------------------------------------------------------


class AccountFinding(msgspec.Struct, frozen=True):
    """An entry that the rules do not allow."""

    seq: int
    text: str


def audit(entries: Iterable[Entry]) -> tuple[AccountBook, tuple[AccountFinding, ...]]:
    """The accounts as they were recorded, and what should not have been."""
    book, found = AccountBook(), []
    for entry in entries:
        try:
            event = events.read(entry)
        except DamagedError as wrong:
            found.append(AccountFinding(entry.seq, str(wrong)))
            continue
        if no := bars(book, event, entry.at):
            found.append(AccountFinding(entry.seq, no))
        book = follow(book, event, entry.at)
    return book, tuple(found)
