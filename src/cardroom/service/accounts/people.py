"""Accounts: names, passwords, roles, and sessions.

Who there is, with which role, is computed from the journal's stream `accounts`. What must be
forgotten when it changes is in a file of its own. Money is in neither: wallets are accounts of the
ledger.
"""

from __future__ import annotations

import re
import secrets
import time
from collections.abc import Callable
from pathlib import Path
from typing import Final

import msgspec

from cardroom.service import errors
from cardroom.service.accounts import account_events as events
from cardroom.service.accounts import authenticator
from cardroom.service.accounts.account_book import AccountBook, UserAccount
from cardroom.service.accounts.account_journal import AccountJournal, BarredError
from cardroom.service.accounts.lockout import Attempts
from cardroom.service.accounts.passwords import Hasher, weakness
from cardroom.service.accounts.roles import CALLED, STAFF, Person
from cardroom.service.accounts.secrets_file import SecretsFile, StoredSession, open_file
from cardroom.service.accounts.sessions import Sessions, digest_of, id_of
from cardroom.service.errors import ServiceError, refuse
from cardroom.service.settings import Settings
from cardroom.store import Store
from cardroom.store.rows import Rows

_NAME: Final = re.compile(r"[A-Za-z0-9][A-Za-z0-9._-]{1,23}")
_RESERVED: Final = re.compile(r"(?i)guest-|bot-|erased-|house$|bank$|operator$")
"""Names that the service gives itself."""
LINK_SECONDS: Final = 24 * 3600.0


def bars_name(name: str) -> ServiceError | None:
    """A refusal if nobody can have this name."""
    if _NAME.fullmatch(name) and not _RESERVED.match(name):
        return None
    return refuse(422, errors.NAME, f"{name!r} is not a valid name")


class Enrollment(msgspec.Struct, frozen=True):
    """The key of a new authenticator. It counts once a code of it was entered."""

    key: str
    uri: str
    picture: str
    """The address as a QR code, as the source of an image."""


class People:
    """Every method may block (a hash, the disk): the event loop calls them on a thread.

    `who` alone hardly ever does: sessions and the book of accounts are in memory. Only what another
    worker has just written is read.
    """

    def __init__(
        self,
        file: Rows | Path | None,
        store: Store,
        settings: Settings,
        clock: Callable[[], float] = time.time,
        date: Callable[[], int] = time.time_ns,
        entropy: Callable[[int], bytes] = secrets.token_bytes,
    ) -> None:
        self._clock, self._entropy = clock, entropy
        self._hasher = Hasher(settings.hashing)
        self._attempts = Attempts(settings.lockout, clock)
        rows = open_file(file) if file is None or isinstance(file, Path) else file
        self._file = SecretsFile(rows)
        try:
            self.journal = AccountJournal(store, date)
            self._settle_file()
            shared = bool(settings.database)
            self.sessions = Sessions(self._file, settings.sessions, clock, entropy, shared=shared)
        except BaseException:
            self._file.close()
            raise

    def _settle_file(self) -> None:
        """The journal decides who has an account.

        What is in the file only was never acknowledged: a service writes there first. A journal
        that says nothing yet belongs to a room that an earlier version ran.
        """
        everybody = self._file.everybody()
        if self.journal.empty and everybody:
            self.journal.write(events.Adopted(tuple((each.name, each.role) for each in everybody)))
        for each in everybody:
            if self.book.account(each.name) is None:
                self._file.remove(each.name)
        self._with_codes = {each.name for each in everybody if each.otp}

    def follow(self) -> None:
        """Read what other workers have written."""
        self.journal.reload()
        self._with_codes = {each.name for each in self._file.everybody() if each.otp}

    def close(self) -> None:
        self._file.close()

    @property
    def book(self) -> AccountBook:
        return self.journal.book

    # --- who it is ------------------------------------------------------------------------------

    def who(self, token: str | None) -> Person | None:
        """The person a session belongs to, with the role of now."""
        session = self.sessions.find(token)
        if session is None:
            return None
        if session.role != "guest" and self.book.account(session.name) is None:
            # Another worker opened the account, and its notice has not come yet.
            self.follow()
        return self._person(session)

    def _person(self, session: StoredSession) -> Person | None:
        account = self.book.account(session.name)
        if account is None:
            return Person(session.name, "guest") if session.role == "guest" else None
        if account.disabled or account.role != session.role:
            return None
        return self._known(account)

    def _known(self, account: UserAccount) -> Person:
        confirmed = self._confirmed(account)
        return Person(account.name, account.role, confirmed, account.company, account.badge)

    def _confirmed(self, account: UserAccount) -> bool:
        if account.role not in STAFF or account.name in self._with_codes:
            return True
        # Another worker may have set it up, and its notice have come before the key was there.
        found = self._file.find(account.name)
        if found is None or not found.otp:
            return False
        self._with_codes.add(account.name)
        return True

    # --- the doors ------------------------------------------------------------------------------

    def guest(self, address: str = "") -> tuple[Person, str]:
        """A new guest and a session; no name to choose, no password to keep."""
        person = Person(f"guest-{self._entropy(5).hex()}", "guest")
        return person, self.sessions.open(person.name, "guest", address)

    def bar_name(self, name: str) -> None:
        """A refusal if nobody can have this name, or somebody has it."""
        if (no := bars_name(name)) is not None:
            raise no
        if self.book.account(name) is not None:
            raise _taken(name)

    def register(self, name: str, password: str, address: str = "") -> None:
        self.bar_name(name)
        hashed = self._new_hash(password, name)
        if not self._file.add(name, hashed):
            # Somebody was quicker while the password was hashed.
            raise _taken(name)
        self._write_or_remove(events.Registered(name, address=address))

    def add(self, name: str, by: str) -> str:
        """A new player without a password: the link lets its holder set one."""
        self.bar_name(name)
        if not self._file.add(name, ""):
            raise _taken(name)
        self._write_or_remove(events.Registered(name, by))
        return self.make_link(name)

    def _write_or_remove(self, event: events.Registered) -> None:
        try:
            self.journal.write(event)
        except BarredError:
            raise _taken(event.name) from None
        except BaseException:
            self._file.remove(event.name)
            raise

    def login(
        self, name: str, password: str, code: str = "", address: str = ""
    ) -> tuple[Person, str]:
        """A session for the right password, and the right code where there is an authenticator."""
        account = self._prove(name, password, code, address)
        self.journal.write(events.LoggedIn(account.name, address))
        token = self.sessions.open(account.name, account.role, address)
        return self._known(account), token

    def _prove(self, name: str, password: str, code: str, address: str) -> UserAccount:
        """Whose name and password these are. Every wrong one counts, known name or not."""
        account = self.book.account(name)
        shown = account.name if account else ""
        if wait := self._attempts.begin(address, name):
            self.journal.write(events.LoginRefused(shown, "locked", address))
            raise refuse(429, errors.LOCKED, f"try again in {wait:.0f} seconds", wait)
        found = self._file.find(name)
        right = self._hasher.verify(None if found is None else found.hash, password)
        if account is None or found is None or not right:
            refused = events.LoginRefused(shown, "password" if shown else "name", address)
            self.journal.write(refused)
            raise refuse(401, errors.PASSWORD, "wrong name or password")
        if account.disabled:
            self.journal.write(events.LoginRefused(shown, "disabled", address))
            raise refuse(403, errors.DISABLED, f"{account.name}: ask an administrator")
        if found.otp:
            if not code:
                # It counts as an attempt, or asking for this would begin the count again.
                raise refuse(401, errors.CODE, "enter the six digits that it shows now")
            step = authenticator.step_of(found.otp, code, self._clock())
            if step is None or not self._file.use_step(name, step):
                self.journal.write(events.LoginRefused(shown, "code", address))
                raise refuse(401, errors.CODE, "this code is wrong, or was used before")
        self._attempts.succeeded(address, name)
        return account

    def logout(self, token: str) -> None:
        session = self.sessions.find(token)
        if session is not None:
            self.sessions.end(session)

    # --- the person's own account --------------------------------------------------------------

    def change_password(self, token: str, old: str, new: str, address: str = "") -> None:
        """Every other session of the account ends."""
        session, account = self._own(token)
        self._prove_password(account.name, old, address)
        hashed = self._new_hash(new, account.name)
        self.journal.write(events.PasswordChanged(account.name, "password"))
        self._file.set_hash(account.name, hashed)
        self._file.drop_links(account.name)
        others = [each for each in self.sessions.of(account.name) if each.token != session.token]
        self.end_sessions(account.name, account.name, others)

    def begin_enrollment(
        self, token: str, password: str, code: str = "", address: str = ""
    ) -> Enrollment:
        """The key of a new authenticator; an old one must show a code first."""
        session, account = self._own(token)
        self._prove(account.name, password, code, address)
        key = self._new_key(session, account)
        uri = authenticator.uri(key, account.name)
        return Enrollment(key, uri, authenticator.picture(uri))

    def _new_key(self, session: StoredSession, account: UserAccount) -> str:
        found = self._file.find(account.name)
        assert found is not None, "everybody with a session has logged in with a password"
        return authenticator.new_key(found.hash, session.token, found.otp_step)

    def finish_enrollment(self, token: str, code: str, address: str = "") -> None:
        """From the first right code on, the authenticator counts."""
        session, account = self._own(token)
        self._bar_locked(account.name, address)
        key = self._new_key(session, account)
        step = authenticator.step_of(key, code, self._clock())
        if step is None:
            raise refuse(422, errors.CODE, "this is not the code that the new authenticator shows")
        self._attempts.succeeded(address, account.name)
        self.journal.write(events.AuthenticatorSet(account.name))
        self._file.set_otp(account.name, key, step)
        self._with_codes.add(account.name)
        others = [each for each in self.sessions.of(account.name) if each.token != session.token]
        self.end_sessions(account.name, account.name, others)

    def remove_authenticator(self, token: str, password: str, code: str, address: str = "") -> None:
        """From now on the password alone is enough: for players, never for staff."""
        _, account = self._own(token)
        if account.role in STAFF:
            why = f"{CALLED[account.role]} must have an authenticator; set up a new one instead"
            raise refuse(403, errors.ROLE, why)
        if account.name not in self._with_codes:
            raise refuse(409, errors.CODE, "this account has no authenticator")
        self._prove(account.name, password, code, address)
        self.journal.write(events.AuthenticatorRemoved(account.name))
        self.forget_authenticator(account.name)

    def _own(self, token: str) -> tuple[StoredSession, UserAccount]:
        session = self.sessions.find(token)
        person = None if session is None else self._person(session)
        if session is None or person is None:
            raise refuse(401, errors.WHO)
        account = self.book.account(person.name)
        if account is None:
            raise refuse(403, errors.ROLE, "a guest has no account; open one first")
        return session, account

    def _prove_password(self, name: str, password: str, address: str) -> None:
        """For somebody who is logged in: the password alone."""
        self._bar_locked(name, address)
        found = self._file.find(name)
        if found is None or not self._hasher.verify(found.hash, password):
            self.journal.write(events.LoginRefused(name, "password", address))
            raise refuse(401, errors.PASSWORD, "this is not the password of the account")
        self._attempts.succeeded(address, name)

    def _bar_locked(self, name: str, address: str) -> None:
        """One more attempt, unless too many were wrong."""
        if wait := self._attempts.begin(address, name):
            raise refuse(429, errors.LOCKED, f"try again in {wait:.0f} seconds", wait)

    def _new_hash(self, password: str, name: str) -> str:
        if weak := weakness(password, name):
            raise refuse(422, errors.STRENGTH, weak)
        return self._hasher.hash(password)

    # --- links ----------------------------------------------------------------------------------

    def make_link(self, name: str) -> str:
        """A secret that sets a new password, once, within a day."""
        secret = self._entropy(24).hex()
        self._file.add_link(digest_of(secret), name, self._clock() + LINK_SECONDS)
        return secret

    def drop_link(self, name: str) -> None:
        """Nobody sets the password of an account that has one with a link from before a change. A
        new account has none, and needs its link."""
        found = self._file.find(name)
        if found is not None and found.hash:
            self._file.drop_links(name)

    def use_link(self, secret: str, password: str) -> str:
        """Whose password it was. All sessions of the account end."""
        name = self._file.link(digest_of(secret), self._clock())
        account = None if name is None else self.book.account(name)
        if account is None or account.disabled:
            raise refuse(404, errors.LINK, "this link was used or replaced, or it is too old")
        hashed = self._new_hash(password, account.name)
        if not self._file.drop_links(account.name):
            raise refuse(404, errors.LINK, "this link was used a moment ago")
        self.journal.write(events.PasswordChanged(account.name, "link"))
        self._file.set_hash(account.name, hashed)
        self._attempts.unlock(account.name)
        self.end_sessions(account.name, account.name, self.sessions.of(account.name))
        return account.name

    # --- for administrators and the operator ----------------------------------------------------

    def make_admin(self, name: str) -> str:
        """By the operator of the machine: the link sets a password, and an authenticator again."""
        if (no := bars_name(name)) is not None:
            raise no
        account = self.book.account(name)
        shown = account.name if account else name
        if account is None:
            self._file.add(name, "")
        self.journal.write(events.AdminMade(shown))
        self.forget_authenticator(shown)
        self.end_sessions(shown, events.OPERATOR, self.sessions.of(shown))
        return self.make_link(shown)

    def forget_authenticator(self, name: str) -> None:
        self._file.forget_otp(name)
        self._with_codes.discard(name)

    def unlock(self, name: str, by: str) -> None:
        self.journal.write(events.Unlocked(name, by))
        self._attempts.unlock(name)

    def locked(self) -> frozenset[str]:
        return self._attempts.locked()

    def with_authenticator(self) -> frozenset[str]:
        return frozenset(self._with_codes)

    def end_sessions(self, name: str, by: str, ended: list[StoredSession]) -> int:
        if ended:
            self.journal.write(events.SessionsEnded(name, by, len(ended)))
        return self.sessions.end(*ended)

    def end_session(self, name: str, id: str) -> None:
        """One of the person's own."""
        found = [each for each in self.sessions.of(name) if id_of(each.token) == id]
        if not found:
            raise refuse(404, errors.NOT_FOUND, f"there is no session {id[:40]!r}")
        self.end_sessions(name, name, found)


def _taken(name: str) -> ServiceError:
    return refuse(409, errors.NAME, f"{name!r} is taken")
