"""The odds of banking: collections, banks that are short, what banking is worth, and ruin."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Final, NamedTuple, Protocol

import msgspec

from cardroom.analysis.bank.bonus_coverage import bonus_bet
from cardroom.analysis.bank.collection_cost import collection_cost
from cardroom.analysis.bank.deals import Deals
from cardroom.analysis.bank.documents import (
    BackedSeat,
    BankReport,
    BankResult,
    OneWager,
    SeatAtTable,
    WagerAtTable,
)
from cardroom.analysis.bank.odds import BankAt, BankSimulator, Mean, Reach
from cardroom.analysis.bank.ruin_report import RUIN, ruin, sessions
from cardroom.analysis.bank.seats import Seats
from cardroom.analysis.documents import game_fields
from cardroom.analysis.executor import Executor
from cardroom.analysis.families import analysis_of, answered
from cardroom.analysis.notices import COMPILING_SIMULATOR, DEALING_ROUNDS
from cardroom.analysis.result_cache import cached_for, compiled
from cardroom.analysis.side_bets.prices import PricedBet
from cardroom.progress import PartsBar, ProgressNotice, Tell, silent
from cardroom.rules.ruleset import Ruleset

MULTIPLES: Final = ((1, 2), (1, 1), (3, 2), (2, 1), (3, 1), (4, 1))
"""Banks against one wager, as shares of it."""
DEALS: Final = 1_000_000
"""Rounds simulated by default."""
ASSUMPTIONS: Final = (
    "a fresh shoe for every round",
    "at a table everyone plays as if the bank covered everything",
    "the bank posts the same amount every round, and is ruined when it cannot post it and pay",
    "rounds that others bank between are left out",
)


class BankingPart(Protocol):
    """What the odds of banking ask of a family."""

    def deals(self, seats: Seats, seed: int, tell: Tell) -> Deals:
        """Rounds of this table as claims."""

    def main_edge(self, seats: Seats, deals: Deals, ample: BankAt) -> float:
        """The bank's edge on the main wager, without bonus bets, if it covers everything."""

    def one_wager(
        self, seats: Seats, deals: Deals, ample: BankAt, amounts: Sequence[int], seed: int
    ) -> OneWager:
        """The first seat alone, against a bank that covers everything and against these amounts."""

    def bonus_wagers(self, seats: Seats) -> Iterable[tuple[PricedBet, int]]:
        """Every bonus bet on the table, with the highest stake there is on it."""

    def notes(self, seats: Seats) -> Sequence[str]:
        """What is not exact about the figures of this family."""


class BankRequest(NamedTuple):
    """What is asked about a table; amounts in cents."""

    posted: tuple[int, ...]
    bankroll: int
    rounds: tuple[int, ...]
    """Risk of ruin within these numbers of rounds, and in the long run."""
    deals: int
    seed: int


def bank_request(
    seats: Seats,
    posted: Iterable[int] = (),
    bankroll: int | None = None,
    rounds: Iterable[int] = (100, 1000),
    deals: int = DEALS,
    seed: int = 1,
) -> BankRequest:
    """The defaults: banks of half, all, and twice the wagers, and a bankroll of twenty times the
    wagers.
    """
    action = seats.action
    return BankRequest(
        posted=tuple(sorted(set(posted))) or (action // 2, action, 2 * action),
        bankroll=20 * action if bankroll is None else bankroll,
        rounds=tuple(sorted(set(rounds))),
        deals=deals,
        seed=seed,
    )


def bank_report(
    seats: Seats, asked: BankRequest, executor: Executor, tell: Tell = silent
) -> BankReport:
    """Everything about one table; results of our own games are kept between runs."""
    rules = seats.rules
    part = answered(rules, analysis_of(rules).banking)
    limits = [seats.limits.least, seats.limits.most, seats.limits.chip]
    others = [list(map(list, seats.behind)), sorted(seats.insured), seats.chart]
    question = [list(map(dict, seats.wagers)), others, limits, *asked]

    def build() -> BankReport:
        if not compiled("settle"):
            tell(COMPILING_SIMULATOR)
        deals = part.deals(seats, asked.seed, tell)
        simulator = BankSimulator(seats, deals, asked.posted)
        found = simulator.run(
            asked.deals,
            executor,
            lambda done: tell(ProgressNotice(DEALING_ROUNDS, done, asked.deals)),
        )
        return _report(part, seats, asked, deals, found, tell)

    return cached_for(rules, "bank", question, BankReport, build)


def _report(
    part: BankingPart,
    seats: Seats,
    asked: BankRequest,
    deals: Deals,
    found: Sequence[BankAt],
    tell: Tell,
) -> BankReport:
    rules, ample = seats.rules, found[0]
    stake = seats.wagers[0][seats.main]
    amounts = [stake * over // under for over, under in MULTIPLES]
    one_wager = part.one_wager(seats, deals, ample, amounts, asked.seed)
    bar = PartsBar(RUIN, (1,) * len(asked.posted), tell)
    return BankReport(
        **game_fields(rules),
        banking={"limit": rules.banking.limit, "order": rules.banking.order},
        wagers=seats.wagers,
        backline=tuple(BackedSeat(bet.box + 1, bet.stake, bet.follows) for bet in seats.behind),
        insured=tuple(box + 1 for box in sorted(seats.insured)),
        action=seats.action,
        answers_for=answers_for(rules),
        collection=collection_cost(seats, part.main_edge(seats, deals, ample)),
        one_wager=one_wager,
        bonus_bets=tuple(bonus_bet(bet, stake) for bet, stake in part.bonus_wagers(seats)),
        banks=tuple(_bank(seats, deals, each, asked, bar) for each in found),
        deals=asked.deals,
        seed=asked.seed,
        play=deals.play,
        bankroll=asked.bankroll,
        ample_is_exact=all(mean is not None for mean in deals.means),
        assumptions=(*ASSUMPTIONS, *part.notes(seats), *_unmade(seats)),
    )


def edge_of_main(seats: Seats, deals: Deals, ample: BankAt) -> float:
    """The bank's simulated edge on the main wager."""
    place = next(n for n, line in enumerate(deals.lines) if line.spot == seats.main)
    return -ample.lines[place].net.value / deals.lines[place].stake


def answers_for(rules: Ruleset) -> str:
    """The wagers that the bank covers: in a player-banked game, all of them."""
    every = [spot.title.lower() for spot in rules.spots]
    if rules.backline is not None:
        every.append("bets behind a seat")
    listed = " and ".join(each for each in (", ".join(every[:-1]), every[-1]) if each)
    bonus = any(spot.needs_main for spot in rules.spots)
    none = "" if bonus else "; the game has no bonus bets"
    return f"the bank answers for {listed}; the house and other players for none of it{none}"


def _unmade(seats: Seats) -> list[str]:
    """Wagers that the game offers but nobody at this table makes."""
    rules, found = seats.rules, []
    if rules.backline is not None and not seats.behind:
        found.append("nobody bets behind a seat (--backline)")
    if rules.insurance and not seats.insured:
        found.append("insurance is never taken (--insured)")
    return found + [
        f"nobody makes a {spot.title} bet (--bonus)"
        for spot in rules.spots
        if spot.needs_main and not any(spot.name in bets for bets in seats.wagers)
    ]


# --- a table of seats -----------------------------------------------------------------------------


def _bank(
    seats: Seats, deals: Deals, found: BankAt, asked: BankRequest, bar: PartsBar
) -> BankResult:
    fee = seats.bank_fee
    value = Mean(found.net.value - fee, found.net.error)
    bank = BankResult(
        posted=found.posted,
        net=found.net.value,
        error=found.net.error,
        collection=fee,
        value=value.value,
        deviation=found.deviation,
        seats=tuple(_seat(seats, deals, found, owner) for owner in range(seats.owners)),
    )
    nets = {net - fee: float(times) for net, times in found.nets.items()}
    bank = msgspec.structs.replace(bank, sessions=sessions(nets, value, asked.rounds))
    if found.posted is None:
        return bank
    needed = found.posted + fee
    risk = ruin(nets, value, needed, asked.bankroll, asked.rounds, bar.within)
    bar.finish()
    return msgspec.structs.replace(bank, ruin=risk)


def _seat(seats: Seats, deals: Deals, found: BankAt, owner: int) -> SeatAtTable:
    """A box with all its wagers, or a bet behind one."""
    seat, wager, fee = found.owners[owner], seats.at_deal(owner)[seats.main], seats.fee(owner)
    boxes, free = len(seats.wagers), seats.rules.fees.free_button != "none"
    kept_fee = fee * (1 - seat.bare) if free else float(fee)
    lines = [(n, line) for n, line in enumerate(deals.lines) if line.owner == owner]
    return SeatAtTable(
        seat=lines[0][1].box + 1,
        behind=owner >= boxes,
        wager=wager,
        **_reached(seat, wager),
        round_without_action=seat.bare,
        collection=fee,
        collection_after_buttons=kept_fee,
        cost=(-seat.net.value + kept_fee) / wager,
        wagers=tuple(
            WagerAtTable(spot=line.spot, stake=line.stake, **_reached(found.lines[n], wager))
            for n, line in lines
        ),
    )


def _reached(found: Reach, wager: int) -> dict[str, float]:
    """Edges are shares of the main wager, so that those of a seat's wagers add up."""
    return {
        "net": found.net.value,
        "error": found.net.error,
        "edge": -found.net.value / wager,
        "edge_error": found.net.error / wager,
        "action": found.action,
        "full_action": found.full,
        "no_action": found.none,
        "paid": found.paid,
    }
