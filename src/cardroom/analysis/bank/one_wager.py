"""One wager against a bank that covers only a part of it.

The usual play is the best play against a bank that covers everything. A player who knows how much
the bank covers may do better: a double that nobody covers wins nothing.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from fractions import Fraction
from typing import NamedTuple

from cardroom.analysis.bank.documents import (
    Exactness,
    InformedPlay,
    OneWager,
    WagerAgainstBank,
    WagerPayment,
)
from cardroom.analysis.bank.odds import AMPLE, Mean
from cardroom.analysis.bank.seats import Seats
from cardroom.rules.banking import Banking
from cardroom.rules.coverage import cover, later, losers_first, reach


class WagerClaim(NamedTuple):
    spot: str
    stake: int
    win: int
    lose: int


class Knowing(NamedTuple):
    """The best play of a player who knows how much the bank covers."""

    net: Mean
    exact: Fraction | None
    changed: float
    """How often the first decision differs from the usual one."""
    bound: Exactness


class ShortBank(NamedTuple):
    """A wager against a bank of some amount; cents."""

    posted: int | None
    net: Mean
    exact: Fraction | None
    """The net as a fraction, where it is one."""
    parts: Mapping[str, Fraction]
    """The same by spot, where there are several."""
    payments: Mapping[int, float]
    """What the wager brings, and how often; rounds with a split left out."""
    knowing: Knowing

    def document(self, stake: int) -> WagerAgainstBank:
        """Edges of the bank, as shares of the stake."""
        known = self.knowing
        return WagerAgainstBank(
            posted=self.posted,
            net=self.net.value,
            error=self.net.error,
            edge=-self.net.value / stake,
            edge_error=self.net.error / stake,
            exact=_share(self.exact, stake),
            parts={spot: str(-part / stake) for spot, part in self.parts.items()},
            payments=tuple(WagerPayment(net, chance) for net, chance in self.payments.items()),
            knowing=InformedPlay(
                edge=-known.net.value / stake,
                edge_error=known.net.error / stake,
                exact=_share(known.exact, stake),
                changed=known.changed,
                bound=known.bound,
            ),
        )


def _share(net: Fraction | None, stake: int) -> str | None:
    return None if net is None else str(-net / stake)


def first_seat(seats: Seats) -> Seats:
    """The same table with nobody but the first seat."""
    return seats._replace(wagers=seats.wagers[:1], behind=(), insured=frozenset())


def played_wager(seats: Seats, bonus: int, found: Iterable[ShortBank]) -> OneWager:
    """A wager whose play depends on what the bank covers."""
    stake = seats.wagers[0][seats.main]
    return OneWager(stake, bonus, tuple(each.document(stake) for each in found))


def covered_wager(
    nets: Sequence[int],
    whole: Mean,
    amounts: Iterable[int],
    stake: int,
    bonus: int,
    banking: Banking,
) -> OneWager:
    """A wager that wins, loses, or pushes its stake; `nets` are all its possible results.

    A wager with partial action is only a smaller wager, and its edge is that part of the full edge.
    """
    every = (AMPLE, *amounts)
    parts = [covered(nets, amount, banking) for amount in every]
    return OneWager(
        stake,
        bonus,
        tuple(
            WagerAgainstBank(
                posted=None if amount == AMPLE else amount,
                edge=-whole.value * float(part) / stake,
                edge_error=whole.error * float(part) / stake,
                covered=str(part),
            )
            for amount, part in zip(every, parts, strict=True)
            if part is not None
        ),
        same_setting=all(part is not None for part in parts),
    )


def settle_alone(
    steps: Sequence[Sequence[WagerClaim]], posted: int, banking: Banking
) -> Mapping[str, int]:
    """The result of each spot of a seat alone at the table, by step of the settlement."""
    paid = collected = 0
    losers = losers_first(banking.order)
    found: dict[str, int] = {}
    for step in steps:
        for spot, stake, win, lose in sorted(step, key=lambda each: later(losers, each.lose)):
            can_pay = reach(posted, paid, collected, banking.together)
            can_collect = reach(posted, collected, paid, banking.together)
            part = cover(stake, win, lose, can_pay, can_collect)
            paid, collected = paid + part.paid, collected + part.taken
            found[spot] = part.paid - part.taken
    return found


def reached(net: int, posted: int, banking: Banking) -> int:
    """The result of one claim: the bank pays or collects as far as its amount goes."""
    claim = WagerClaim("main", abs(net), max(net, 0), max(-net, 0))
    return settle_alone([[claim]], posted, banking)["main"]


def covered(nets: Iterable[int], posted: int, banking: Banking) -> Fraction | None:
    """The part of a single wager that has action, if it is the same part whether the wager wins or
    loses.

    Then the wager is only smaller: a player who knows it plays as against a bank that covers
    everything.
    """
    parts = {Fraction(reached(net, posted, banking), net) for net in nets if net}
    return parts.pop() if len(parts) == 1 else None
