"""People with a role, made as two administrators would make them, and their codes."""

from __future__ import annotations

import base64
import time
from contextlib import closing
from pathlib import Path

from pyotp import TOTP

from cardroom.service.accounts import account_events as events
from cardroom.service.accounts.people import People
from cardroom.service.accounts.roles import STAFF, Role
from cardroom.service.settings import Settings
from cardroom.store import open_store
from cardroom.store.keys import house_key

FIRST, SECOND = "the-first", "the-second"
"""Administrators whom the operator makes, and who give everybody else a role."""


def hire(people: People, name: str, password: str, role: Role) -> str:
    """The key of their authenticator; empty for players, who have none."""
    people.register(name, password)
    if role not in (*STAFF, "proposition"):
        return ""
    for admin in (FIRST, SECOND):
        if people.book.account(admin) is None:
            people.make_admin(admin)
    if role == "proposition":
        people.journal.write(events.Changed("grant", name, FIRST, role, "Acme", f"B-{name}"))
        return ""
    people.journal.write(events.ChangeProposed(f"hire-{name}", "grant", name, FIRST, role))
    people.journal.write(events.Approved(f"hire-{name}", SECOND))
    key = key_of(name)
    people._file.set_otp(name, key, 0)
    people._with_codes.add(name)
    return key


def hire_in(data: Path, roles: dict[str, Role], password: str, settings: Settings) -> None:
    """Before the room opens."""
    store = open_store(str(data / "journal.sqlite"), house_key(data).blind)
    with closing(store), closing(People(data / "people.sqlite", store, settings)) as people:
        for name, role in roles.items():
            hire(people, name, password, role)


def key_of(name: str) -> str:
    return base64.b32encode(name.encode().ljust(20, b"-")[:20]).decode()


def code_of(key: str) -> str:
    """What the authenticator shows now."""
    return TOTP(key).at(int(time.time())) if key else ""
