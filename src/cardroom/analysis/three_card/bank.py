"""What Three Card Poker answers about banking it: see `analysis.bank.report.BankingPart`."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from cardroom.analysis.bank.deals import Deals
from cardroom.analysis.bank.documents import OneWager
from cardroom.analysis.bank.odds import BankAt
from cardroom.analysis.bank.one_wager import played_wager
from cardroom.analysis.bank.seats import Seats
from cardroom.analysis.side_bets.prices import PricedBet
from cardroom.analysis.three_card.bonus import side_bets
from cardroom.analysis.three_card.deals import ThreeCardDeals, played
from cardroom.analysis.three_card.one_wager import against_banks
from cardroom.progress import Tell


def deals(seats: Seats, seed: int, tell: Tell) -> ThreeCardDeals:
    del tell
    return ThreeCardDeals(seats, seed)


def main_edge(seats: Seats, deals: Deals, ample: BankAt) -> float:
    """The exact edge of ante and play together."""
    del deals, ample
    return float(played(seats)[0].edge)


def one_wager(
    seats: Seats, deals: Deals, ample: BankAt, amounts: Sequence[int], seed: int
) -> OneWager:
    del deals, ample, seed  # every figure is a fraction
    bonus = seats.wagers[0].get("bonus", 0)
    return played_wager(seats, bonus, against_banks(seats, amounts))


def bonus_wagers(seats: Seats) -> Iterator[tuple[PricedBet, int]]:
    for bet in side_bets(seats.rules, seats.wagers[0]["ante"]):
        if stake := seats.most_on(bet.spot):
            yield bet, stake


def notes(seats: Seats) -> Sequence[str]:
    del seats
    return ()
