"""Changes that an administrator asks for: at once, or with a second administrator's approval."""

from __future__ import annotations

import secrets
from collections.abc import Callable

import msgspec

from cardroom.service import errors
from cardroom.service.accounts import account_events as events
from cardroom.service.accounts.account_book import NO_ROLE, Grant
from cardroom.service.accounts.account_events import AccountChange, AnyAccountEvent
from cardroom.service.accounts.account_journal import BarredError
from cardroom.service.accounts.people import People
from cardroom.service.errors import refuse


class ChangeResult(msgspec.Struct, frozen=True):
    """What came of it: done, or the proposal that waits for a second administrator."""

    done: bool
    proposal: str = ""
    link: str = ""
    """For a new password: hand it to the person it is for. It is shown once."""


class Changes:
    """Every method may block. A change is in the journal before it takes effect."""

    def __init__(
        self, people: People, entropy: Callable[[int], bytes] = secrets.token_bytes
    ) -> None:
        self._people, self._entropy = people, entropy

    def ask(self, what: AccountChange, name: str, by: str, grant: Grant = NO_ROLE) -> ChangeResult:
        """The person's own name is spelled as the account spells it."""
        account = self._people.book.account(name)
        name = account.name if account else name
        if self._people.book.needs_two(name, grant.role):
            id = self._entropy(4).hex()
            self._write(events.ChangeProposed(id, what, name, by, *grant), what, name, by)
            return ChangeResult(done=False, proposal=id)
        self._write(events.Changed(what, name, by, *grant), what, name, by)
        return self._carry_out(what, name, by)

    def approve(self, id: str, by: str) -> ChangeResult:
        proposal = self._people.book.proposals.get(id)
        name = proposal.name if proposal else ""
        self._write(events.Approved(id, by), "approve", name, by)
        assert proposal is not None, "an approval without a proposal is barred"
        return self._carry_out(proposal.what, proposal.name, by)

    def reject(self, id: str, by: str) -> ChangeResult:
        proposal = self._people.book.proposals.get(id)
        self._write(events.Rejected(id, by), "reject", proposal.name if proposal else "", by)
        return ChangeResult(done=True)

    def disable(self, name: str, by: str) -> ChangeResult:
        account = self._people.book.account(name)
        name = account.name if account else name
        self._write(events.Disabled(name, by), "disable", name, by)
        self._end_sessions(name, by)
        return ChangeResult(done=True)

    def unlock(self, name: str, by: str) -> ChangeResult:
        try:
            self._people.unlock(name, by)
        except BarredError as no:
            raise refuse(404, errors.NOT_FOUND, str(no)) from None
        return ChangeResult(done=True)

    def end_sessions(self, name: str, by: str) -> ChangeResult:
        self._end_sessions(name, by)
        return ChangeResult(done=True)

    def _carry_out(self, what: AccountChange, name: str, by: str) -> ChangeResult:
        link = ""
        self._people.drop_link(name)
        if what == "new-password":
            link = self._people.make_link(name)
        if what == "new-authenticator":
            self._people.forget_authenticator(name)
        if what != "enable":
            # Nobody goes on with what was granted before, or with a session somebody else may hold.
            self._end_sessions(name, by)
        return ChangeResult(done=True, link=link)

    def _end_sessions(self, name: str, by: str) -> None:
        self._people.end_sessions(name, by, self._people.sessions.of(name))

    def _write(self, event: AnyAccountEvent, asked: str, name: str, by: str) -> None:
        journal = self._people.journal
        try:
            journal.write(event)
        except BarredError as no:
            # A name that nobody has may be anything that was typed; it is not recorded.
            known = name if journal.book.account(name) is not None else ""
            journal.write(events.ChangeRefused(asked, known, by, str(no) if known else "no name"))
            if not known:
                raise refuse(404, errors.NOT_FOUND, str(no)) from None
            raise refuse(409, errors.TWO_PEOPLE, str(no)) from None
