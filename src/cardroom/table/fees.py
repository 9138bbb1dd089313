"""What is collected before the first card: flat, by bracket, from players and from the bank."""

from __future__ import annotations

from collections.abc import Mapping

from cardroom.play.betting import Betting, Fee
from cardroom.rules.fees import Bracket, bracket_of


def fees(betting: Betting, carried: Mapping[str, int]) -> tuple[Fee, ...]:
    """Players pay per main wager, the bank on the sum of them; bonus bets pay nothing here.

    `carried` was collected in a round that became void: it pays for the redeal.
    """
    schedule = betting.rules.fees
    main = betting.rules.spots[0].name
    wagers = [bet for bet in betting.bets if bet.spot == main]
    left = dict(carried)
    found = []
    for bet in wagers:
        row = _row(schedule.player, bet.stake, betting)
        if row is not None:
            found.append(_fee(bet.owner, bet.box, row, left))
    if betting.bank is not None and betting.bank.posted:
        row = _row(schedule.bank, sum(bet.stake for bet in wagers), betting)
        if row is not None:
            found.append(_fee(betting.bank.owner, betting.facts.bank_box, row, left))
    return tuple(found)


def _row(rows: tuple[Bracket, ...], amount: int, betting: Betting) -> Bracket | None:
    if betting.rules.fees.basis == "table-limit":
        amount = betting.limits.most or betting.limits.least
    return bracket_of(rows, amount)


def _fee(owner: str, box: int, row: Bracket, left: dict[str, int]) -> Fee:
    paid = min(left.get(owner, 0), row.fee)
    left[owner] = left.get(owner, 0) - paid
    return Fee(owner, row.fee - paid, box, 0, row.name)
