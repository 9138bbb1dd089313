"""What the 21 games answer about banking them: see `analysis.bank.report.BankingPart`."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from cardroom.analysis.bank.deals import Deals
from cardroom.analysis.bank.documents import OneWager
from cardroom.analysis.bank.odds import BankAt
from cardroom.analysis.bank.one_wager import played_wager
from cardroom.analysis.bank.report import edge_of_main as main_edge
from cardroom.analysis.bank.seats import Seats
from cardroom.analysis.side_bets.prices import PricedBet
from cardroom.analysis.twentyone.deals import TwentyOneDeals
from cardroom.analysis.twentyone.one_wager import against_banks
from cardroom.analysis.twentyone.side_bets import side_bets
from cardroom.progress import Tell

__all__ = ["bonus_wagers", "deals", "main_edge", "notes", "one_wager"]


def deals(seats: Seats, seed: int, tell: Tell) -> TwentyOneDeals:
    del tell
    return TwentyOneDeals(seats, seed)


def one_wager(
    seats: Seats, deals: Deals, ample: BankAt, amounts: Sequence[int], seed: int
) -> OneWager:
    del deals, ample
    return played_wager(seats, 0, against_banks(seats, amounts, seed))


def bonus_wagers(seats: Seats) -> Iterator[tuple[PricedBet, int]]:
    for bet in side_bets(seats.rules):
        if stake := seats.most_on(bet.spot):
            yield bet, stake


def notes(seats: Seats) -> Sequence[str]:
    del seats
    return ()
