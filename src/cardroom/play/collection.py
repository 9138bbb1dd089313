"""What is collected before the first card: flat, by bracket, from players and from the bank."""

from __future__ import annotations

from collections.abc import Mapping

import msgspec

from cardroom.money import dollars
from cardroom.play import clauses
from cardroom.play.betting import Betting, Fee
from cardroom.play.round import Refusal
from cardroom.rules.fees import Bracket, bracket_of, fits


def fees(betting: Betting, carried: Mapping[str, int] | None = None) -> tuple[Fee, ...] | Refusal:
    """Players pay per wager, the bank on the sum of the main wagers, backline bets included.

    `carried` was collected in a round that became void: it pays for the redeal. Each free
    collection button pays for one wager of its bracket.
    """
    schedule = betting.rules.fees
    main = betting.rules.spots[0].name
    left = dict(carried or {})
    buttons = {owner: list(held) for owner, held in betting.facts.free_collection.items()}
    found = []
    for bet in betting.bets:
        if bet.spot not in schedule.spots or not schedule.player:
            continue
        if schedule.between == "refused" and not fits(schedule.player, bet.stake):
            why = f"a wager of ${dollars(bet.stake)} fits no collection row"
            return Refusal(clauses.FEE_ROW, why)
        row = _row(schedule.player, bet.stake, betting)
        fee = _fee(bet.owner, bet.box, row, left)
        if fee.amount and row.name in buttons.get(bet.owner, ()):
            buttons[bet.owner].remove(row.name)
            fee = msgspec.structs.replace(fee, amount=0, waived=fee.amount)
        found.append(fee)
    bank = betting.bank
    if bank is not None and schedule.bank:
        total = sum(bet.stake for bet in betting.bets if bet.spot == main)
        row = _row(schedule.bank, total, betting)
        found.append(_fee(bank.owner, betting.facts.bank_box, row, left))
    return tuple(found)


def _row(rows: tuple[Bracket, ...], amount: int, betting: Betting) -> Bracket:
    """Its own row, the next higher one, or the last: what is too much, the limits refuse."""
    if betting.rules.fees.basis == "table-limit":
        amount = betting.limits.most or betting.limits.least
    return bracket_of(rows, amount) or rows[-1]


def _fee(owner: str, box: int, row: Bracket, left: dict[str, int]) -> Fee:
    paid = min(left.get(owner, 0), row.fee)
    left[owner] = left.get(owner, 0) - paid
    return Fee(owner, row.fee - paid, box, 0, row.name)
