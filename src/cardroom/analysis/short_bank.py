"""One wager against a bank that covers so much of it: exactly, as far as its claims are known.

Rounds of Three Card Poker and hands of 21 that are not split end in finitely many ways of known
chance. Hands of a split share the bank's money as well as its hand: those rounds are counted from
deals, and weigh as often as they exactly come.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import Final, NamedTuple

import numpy as np

from cardroom import model
from cardroom.analysis import three_card_odds
from cardroom.analysis.ante import policies_of
from cardroom.analysis.bank_deals import SPOTS, TwentyOneDeals
from cardroom.analysis.bank_odds import AMPLE, BankSimulator, Mean, corrected
from cardroom.analysis.bank_seats import Seats
from cardroom.analysis.exact import Work
from cardroom.analysis.plan import plan_of
from cardroom.analysis.values import distribution
from cardroom.games.three_card.resolution import forfeited, owed_on
from cardroom.games.twentyone.parts import policies
from cardroom.money import Ratio, owed
from cardroom.rules.banking import Banking
from cardroom.rules.coverage import cover, later, losers_first, reach
from cardroom.rules.ruleset import Ruleset
from cardroom.rules.steps import Settle

SPLIT_DEALS: Final = 1 << 21
SPLIT_CHUNK: Final = 1 << 16

Claim = tuple[int, int, int]
"""Stake, win, lose."""


class ShortBank(NamedTuple):
    """A wager against a bank of some amount; cents."""

    posted: int | None
    net: Mean
    payments: Mapping[int, float]
    """What the wager brings, and how often; rounds with a split left out."""
    exact: Fraction | None
    """The net as a fraction, where it is one."""


def settled(steps: Sequence[Sequence[Claim]], posted: int, banking: Banking) -> int:
    """What a seat's claims bring, step by step of the settlement, with nobody else at the table."""
    paid = collected = 0
    losers = losers_first(banking.order)
    for step in steps:
        for stake, win, lose in sorted(step, key=lambda each: later(losers, each[2])):
            can_pay = reach(posted, paid, collected, banking.together)
            can_collect = reach(posted, collected, paid, banking.together)
            found = cover(stake, win, lose, can_pay, can_collect)
            paid, collected = paid + found.paid, collected + found.taken
    return paid - collected


def one_wager(seats: Seats, amounts: Sequence[int], seed: int = 1) -> list[ShortBank]:
    """The first seat alone against an ample bank, and against each of these amounts."""
    alone = seats._replace(wagers=seats.wagers[:1])
    if seats.rules.family == "three-card":
        return [_three_card(alone, amount) for amount in (AMPLE, *amounts)]
    return _twentyone(alone, (AMPLE, *amounts), seed)


def _three_card(seats: Seats, posted: int) -> ShortBank:
    rules, bets = seats.rules, seats.wagers[0]
    own = policies_of(rules)
    steps = [step.spots for step in rules.procedure if isinstance(step, Settle)]
    stakes = {"ante": bets["ante"], "play": bets["ante"], "bonus": bets.get("bonus", 0)}
    found: dict[int, Fraction] = defaultdict(Fraction)
    for ending, chance in three_card_odds.ante_play(own, rules.deck.packs).endings.items():
        claims: list[list[Claim]]
        if ending.stands is None:
            given_up = [spot for spot in SPOTS if spot != "play" and stakes[spot]]
            claims = [[(stakes[s], *forfeited(s, stakes[s])[:2]) for s in given_up]]
        else:
            claims = [
                [
                    (stakes[s], *owed_on(s, own, ending.value, ending.stands, stakes[s])[:2])
                    for s in spots
                    if stakes[s]
                ]
                for spots in steps
            ]
        found[settled(claims, posted, rules.banking)] += chance
    net = sum((amount * chance for amount, chance in found.items()), Fraction(0))
    return ShortBank(
        None if posted == AMPLE else posted,
        Mean(float(net), 0.0),
        {amount: float(found[amount]) for amount in sorted(found)},
        net,
    )


def _twentyone(seats: Seats, amounts: Sequence[int], seed: int) -> list[ShortBank]:
    rules, stake = seats.rules, seats.wagers[0]["main"]
    unsplit, often = unsplit_payments(rules, stake)
    splits = [Mean(0.0, 0.0)] * len(amounts)
    if often:
        deals = TwentyOneDeals(seats, seed)
        whole = deals.means[0]
        rest = sum(net * chance for net, chance in unsplit.items())
        known = None if whole is None else Fraction((float(whole) - rest) / often)
        splits = _split_rounds(seats, deals, amounts, known)
    found = []
    for amount, split in zip(amounts, splits, strict=True):
        payments: dict[int, float] = defaultdict(float)
        for net, chance in unsplit.items():
            # One claim: the bank pays or collects it as far as its amount goes.
            claim = (stake, max(net, 0), max(-net, 0))
            payments[settled([[claim]], amount, rules.banking)] += chance
        mean = sum(net * chance for net, chance in payments.items())
        found.append(
            ShortBank(
                None if amount == AMPLE else amount,
                Mean(mean + often * split.value, often * split.error),
                dict(sorted(payments.items())),
                None,
            )
        )
    return found


def unsplit_payments(
    rules: Ruleset, stake: int, shoe: Sequence[int] | None = None
) -> tuple[dict[int, float], float]:
    """What a wager brings in rounds without a split, in cents, and how often there is one."""
    work = Work(plan_of(model.compile(rules)), shoe)
    nets, chances = distribution(work, work.best("pair"))
    rounding = policies(rules).rounding
    found: dict[int, float] = defaultdict(float)
    for net, chance in zip(nets, chances, strict=True):
        if chance > 0:
            found[owed(stake, Ratio(net.numerator, net.denominator), rounding)] += chance
    split = 1.0 - sum(found.values())
    return found, split if split > 1e-12 else 0.0


def _split_rounds(
    seats: Seats, deals: TwentyOneDeals, amounts: Sequence[int], known: Fraction | None
) -> list[Mean]:
    """The mean of rounds in which the hand was split, against each amount; the first is ample,
    and `known` what they bring then."""
    from cardroom.analysis.kernels import banked  # noqa: PLC0415 - imports numba

    simulator = BankSimulator(seats, deals, amounts[1:])
    totals = [(0, 0, 0)] * len(amounts)
    rounds = 0
    for first in range(1, SPLIT_DEALS, SPLIT_CHUNK):
        starts, claims = deals.deal(first, SPLIT_CHUNK)
        several = np.flatnonzero(np.diff(starts) > 1)
        rows = np.concatenate([np.arange(starts[n], starts[n + 1]) for n in several])
        begins = np.concatenate([[0], np.cumsum(np.diff(starts)[several])])
        sums = np.zeros((len(amounts), 1, banked.SUMS), np.int64)
        nets = np.zeros((len(amounts), len(several)), np.int64)
        banked.fold(
            begins, np.ascontiguousarray(claims[rows]), deals.money, simulator.posted,
            simulator.banking, sums, nets,
        )  # fmt: skip
        seen = sums[:, 0, :]
        for place, (net, square, both) in enumerate(totals):
            kept = seen[place].tolist()
            totals[place] = (
                net + kept[banked.NET], square + kept[banked.NET_NET], both + kept[banked.NET_AMPLE]
            )  # fmt: skip
        rounds += len(several)
    return [corrected(rounds, own, totals[0], known) for own in totals]
