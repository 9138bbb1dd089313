"""Help at the table: what the operator permits at each table, up to the room's cap.

All games / help at the table: a coach and charts need the permission of the operator.
"""

from __future__ import annotations

from typing import Final

from cardroom.service.errors import ServiceError, refuse
from cardroom.table import clauses
from cardroom.table.commands import Help

LEVELS: Final[tuple[Help, ...]] = ("none", "charts", "coach")
"""Each level includes the ones before it."""


def lower(one: Help, other: Help) -> Help:
    return min(one, other, key=LEVELS.index)


def bars(permitted: Help, wanted: Help) -> ServiceError | None:
    """Why this help is not permitted; None if it is."""
    if LEVELS.index(wanted) <= LEVELS.index(permitted):
        return None
    said = {
        "none": "no help is permitted at this table",
        "charts": "charts are permitted at this table, but not the coach",
        "coach": "",
    }
    return refuse(403, clauses.HELP, said[permitted])


def bars_permission(cap: Help, wanted: Help) -> ServiceError | None:
    """Why a table may not permit this; None if it may."""
    if LEVELS.index(wanted) <= LEVELS.index(cap):
        return None
    return refuse(
        403, clauses.HELP, f"this card room permits at most {cap} at a table, not {wanted}"
    )
