"""A round of the engine against a short bank, compared with the settlement of the bank odds."""

from __future__ import annotations

from collections.abc import Sequence

from cardroom import games
from cardroom.analysis.bank.deals import Deals
from cardroom.analysis.bank.odds import BankSimulator
from cardroom.analysis.bank.seats import Seats, WagerLine
from cardroom.play.betting import Betting, back, close, place
from cardroom.play.collection import fees
from cardroom.play.round import Facts, Refusal, Round
from cardroom.rules.banking import Bank

STACK = 10**9
UNEVEN = (5000, 2500, 10000, 700, 5000)
POSTED = (300, 2500, 7700, 12000, 23400, 60000)


def layout(seats: Seats, posted: int) -> Betting:
    """The same wagers as the engine takes them, and a bank of that amount."""
    rules, bank_box = seats.rules, seats.rules.boxes
    stacks = {"bank": STACK, **{f"p{owner}": STACK for owner in range(seats.owners)}}
    bank = Bank(rules.banking, "bank", posted)
    betting = Betting(rules, stacks, Facts(bank_box=bank_box), bank=bank)
    family = games.family(rules)
    for box, bets in enumerate(seats.wagers):
        for spot, stake in bets.items():
            placed = place(betting, family, box + 1, spot, f"p{box}", stake)
            assert not isinstance(placed, Refusal), placed
            betting = placed
    for owner, bet in enumerate(seats.behind, start=len(seats.wagers)):
        backed = back(betting, family, bet.box + 1, f"p{owner}", bet.stake, bet.follows)
        assert not isinstance(backed, Refusal), backed
        betting = backed
    return betting


def opened(seats: Seats, posted: int) -> Round:
    """The engine's round at its first card."""
    betting = layout(seats, posted)
    taken = fees(betting)
    assert not isinstance(taken, Refusal)
    closed = close(betting, games.family(seats.rules), taken)
    assert not isinstance(closed, Refusal)
    return closed[0]


def paid(round: Round, lines: Sequence[WagerLine]) -> list[int]:
    """What every wager brought in the engine's round."""
    won = [0] * len(lines)
    number = {(f"p{line.owner}", line.box, line.spot): n for n, line in enumerate(lines)}
    for settlement in round.settled:
        bet = settlement.bet
        won[number[bet.owner, bet.box - 1, bet.spot]] += settlement.net
    return won


def settled(seats: Seats, deals: Deals, number: int, posted: int) -> tuple[list[int], int]:
    """What every wager and the bank won in one round, by the odds of banking."""
    books = BankSimulator(seats, deals, [posted]).settle(deals.deal(number, 1))
    assert books.nets.shape == (2, 1)
    by_owner = [0] * seats.owners
    for line, net in zip(deals.lines, books.parts[1, :, 0].tolist(), strict=True):
        by_owner[line.owner] += net
    assert books.sums[1, :, 0].tolist() == by_owner
    return books.parts[1, :, 0].tolist(), int(books.nets[1, 0])


def compare(seats: Seats, deals: Deals, number: int, posted: int, round: Round) -> None:
    won, bank = settled(seats, deals, number, posted)
    assert paid(round, deals.lines) == won, f"round {number}, bank {posted}"
    assert round.bank.net == bank == -sum(won)
