"""What pai gow poker answers about banking it: see `analysis.bank.report.BankingPart`."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from cardroom.analysis.bank.deals import Deals
from cardroom.analysis.bank.documents import OneWager
from cardroom.analysis.bank.odds import BankAt
from cardroom.analysis.bank.one_wager import covered_wager
from cardroom.analysis.bank.report import edge_of_main as main_edge
from cardroom.analysis.bank.seats import Seats
from cardroom.analysis.families import NotComputed
from cardroom.analysis.pai_gow.deals import ByHands, PaiGowDeals
from cardroom.analysis.pai_gow.odds import fortune_bets
from cardroom.analysis.pai_gow.way_tables import way_tables
from cardroom.analysis.side_bets.prices import PricedBet
from cardroom.games.pai_gow.state import policies
from cardroom.progress import Tell

SIMULATED: Final = (
    "hands set the house way are simulated; what is covered of one wager alone is exact, and so are"
    " Fortune and envy"
)
__all__ = ["bonus_wagers", "deals", "main_edge", "notes", "one_wager"]


def deals(seats: Seats, seed: int, tell: Tell) -> PaiGowDeals:
    if seats.chart is not None:
        raise NotComputed(f"{seats.rules.title} has no chart; its hands are set by a house way")
    way = policies(seats.rules).way
    tables = way_tables(way, tell)
    play = f"everybody sets by the house way of {way.title}"
    return PaiGowDeals(seats, ByHands(seed, len(seats.wagers)), (tables, tables), play)


def one_wager(
    seats: Seats, deals: Deals, ample: BankAt, amounts: Sequence[int], seed: int
) -> OneWager:
    del seed  # the deals have it
    place = next(n for n, line in enumerate(deals.lines) if line.spot == seats.main)
    nets = (deals.money[1, place] - deals.money[2, place]).tolist()
    stake, bonus = deals.lines[place].stake, seats.wagers[0].get("fortune", 0)
    whole = ample.lines[place].net
    return covered_wager(nets, whole, amounts, stake, bonus, seats.rules.banking)


def bonus_wagers(seats: Seats) -> Iterator[tuple[PricedBet, int]]:
    stake, least = seats.most_on("fortune"), policies(seats.rules).envy_stake
    for bet in fortune_bets(seats.rules):
        if bet.spot != "envy":
            if stake:
                yield bet, stake
        elif stake >= least and len(seats.wagers) > 1:
            # Envy costs nothing and pays amounts: it is priced by the stake that earns it.
            yield bet, least


def notes(seats: Seats) -> Sequence[str]:
    del seats
    return [SIMULATED]
