"""What each row of a game's collection costs, as a share of what is wagered."""

from __future__ import annotations

from cardroom.analysis.bank.documents import CollectionCost, CollectionRow
from cardroom.analysis.bank.seats import Seats
from cardroom.rules.fees import Bracket
from cardroom.rules.limits import Limits


def collection_cost(seats: Seats, edge: float) -> CollectionCost:
    """Every row, at the least amount and at the most it applies to."""
    schedule = seats.rules.fees
    return CollectionCost(
        basis=schedule.basis,
        spots=tuple(schedule.spots),
        edge=edge,
        player=tuple(_row(row, seats.limits, edge) for row in schedule.player),
        bank=tuple(_row(row, _whole_table(seats), 0.0) for row in schedule.bank),
        free_button=schedule.free_button,
    )


def _whole_table(seats: Seats) -> Limits:
    """What all seats together may wager; where the row goes by the table's limit, one seat."""
    limits, others = seats.limits, seats.rules.boxes - 1
    if seats.rules.fees.basis == "table-limit" or limits.most is None:
        return limits
    return Limits(limits.least, limits.most * others, limits.chip)


def _row(row: Bracket, limits: Limits, edge: float) -> CollectionRow:
    least = max(row.least, limits.least, 100)
    most = row.most if row.most is not None else limits.most
    costs = {"least": least, "most": most}
    return CollectionRow(
        bracket=row.name,
        fee=row.fee,
        least=least,
        most=most,
        share={name: row.fee / at for name, at in costs.items() if at},
        edge_and_fee={name: edge + row.fee / at for name, at in costs.items() if at},
    )
