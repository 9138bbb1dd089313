"""Who may do what. One table of duties, read by the routes, the tables and the tests."""

from __future__ import annotations

from typing import Final, Literal

import msgspec

Role = Literal[
    "guest", "player", "proposition", "dealer", "floor", "office", "surveillance", "admin"
]

Duty = Literal[
    "watch",  # the lobby, tables, their streams and past rounds
    "play",  # sit, bet, decide, open a table of their own
    "deal",  # the dealer's steps and the cards of a table dealt by hand
    "mend",  # interventions, pause and resume, decisions for an absent player
    "sign",  # slips: see what waits, and give the second signature
    "count",  # chips to and from the cage, the contents of drop boxes
    "meters",  # the terms of progressive meters, and retiring one
    "report",  # the reports of the office
    "exclude",  # the list of people who are not seated
    "oversee",  # every card that anyone has seen
    "manage",  # people and tables
]

DUTIES: Final[dict[Role, frozenset[Duty]]] = {
    "guest": frozenset({"watch", "play"}),
    "player": frozenset({"watch", "play"}),
    # A proposition player plays, and banks, for a company.
    "proposition": frozenset({"watch", "play"}),
    "dealer": frozenset({"watch", "deal", "sign"}),
    "floor": frozenset({"watch", "deal", "mend", "sign", "meters", "report", "exclude"}),
    "office": frozenset({"watch", "sign", "count", "meters", "report", "exclude"}),
    "surveillance": frozenset({"watch", "oversee", "report"}),
    # An administrator assigns roles, and does not see hidden cards.
    "admin": frozenset({"watch", "manage"}),
}

CALLED: Final[dict[Role, str]] = {
    "guest": "a guest",
    "player": "a player",
    "proposition": "a proposition player",
    "dealer": "a dealer",
    "floor": "floor staff",
    "office": "office staff",
    "surveillance": "surveillance staff",
    "admin": "an administrator",
}
"""Somebody with that role, in a sentence."""

STAFF: Final[frozenset[Role]] = frozenset({"dealer", "floor", "office", "surveillance", "admin"})
"""Roles that two people give and take, and that need an authenticator."""


class Person(msgspec.Struct, frozen=True):
    """A person with a name and a role."""

    name: str
    role: Role
    confirmed: bool = True
    """False for staff who have no authenticator yet: until then they have no duties."""
    company: str = ""
    """Of a proposition player, with the badge."""
    badge: str = ""

    def has(self, duty: Duty) -> bool:
        return self.confirmed and duty in DUTIES[self.role]
