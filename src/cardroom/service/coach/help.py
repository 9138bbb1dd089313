"""Help at the table: what the operator permits, table by table, and never more than the room's cap.

All games / help at the table: a coach and charts need the permission of the operator.
"""

from __future__ import annotations

from typing import Final

from cardroom.service.errors import ServiceError, refuse
from cardroom.table import clauses
from cardroom.table.commands import Help

LEVELS: Final[tuple[Help, ...]] = ("none", "charts", "coach")
"""Each has all that those before it have."""


def lower(one: Help, other: Help) -> Help:
    return min(one, other, key=LEVELS.index)


def bars(permitted: Help, wanted: Help) -> ServiceError | None:
    """What there is against this help where so much is permitted."""
    if LEVELS.index(wanted) <= LEVELS.index(permitted):
        return None
    said = {
        "none": "no help is permitted at this table",
        "charts": "charts are permitted at this table, and no coach",
        "coach": "",
    }
    return refuse(403, clauses.HELP, said[permitted])


def bars_permission(cap: Help, wanted: Help) -> ServiceError | None:
    """What there is against a table that permits so much."""
    if LEVELS.index(wanted) <= LEVELS.index(cap):
        return None
    return refuse(403, clauses.HELP, f"the operator lets tables permit {cap}, and no {wanted}")
