"""Fees collected before the first card: flat, by bracket, from players and the bank."""

from __future__ import annotations

from collections.abc import Mapping

import msgspec

from cardroom.play import clauses
from cardroom.play.betting import Betting
from cardroom.play.round import Fee, Refusal
from cardroom.rules.fees import Bracket


def fees(betting: Betting, carried: Mapping[str, int] | None = None) -> tuple[Fee, ...] | Refusal:
    """Players pay per wager, the bank by all wagers together, as the schedule says.

    `carried` was collected in a round that became void; it pays for the redeal. Each free
    collection button pays for one wager of its bracket.
    """
    schedule = betting.rules.fees
    left = dict(carried or {})
    buttons = {owner: list(held) for owner, held in betting.facts.free_collection.items()}
    found = []
    for bet in betting.bets:
        if not schedule.charges(bet.spot):
            continue
        why = schedule.refuses(bet.spot, bet.stake)
        if why is not None:
            return Refusal(clauses.FEE_ROW, why)
        row = schedule.row(schedule.player, bet.stake, betting.limits)
        fee = _fee(bet.owner, bet.box, row, left)
        if fee.amount and row.name in buttons.get(bet.owner, ()):
            buttons[bet.owner].remove(row.name)
            fee = msgspec.structs.replace(fee, amount=0, waived=fee.amount)
        found.append(fee)
    together = schedule.bank_row(((bet.spot, bet.stake) for bet in betting.bets), betting.limits)
    if betting.bank is not None and together is not None:
        found.append(_fee(betting.bank.owner, betting.facts.bank_box, together, left))
    return tuple(found)


def _fee(owner: str, box: int, row: Bracket, left: dict[str, int]) -> Fee:
    paid = min(left.get(owner, 0), row.fee)
    left[owner] = left.get(owner, 0) - paid
    return Fee(owner, row.fee - paid, box, 0, row.name)
