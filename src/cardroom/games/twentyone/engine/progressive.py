"""Bets on a progressive meter: what they win comes off it before anybody is paid."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import NamedTuple

from cardroom.events import ProgressiveBooked, ProgressivePaid, ProgressiveRestarted, ProgressiveWon
from cardroom.games.twentyone.engine.side_bets import lost, row_of
from cardroom.games.twentyone.engine.state import Draft
from cardroom.money import Odds
from cardroom.play.round import Bet
from cardroom.play.settle import Claim
from cardroom.rules.meter import Meter, figures_of, seeded
from cardroom.rules.paytable import Share
from cardroom.rules.side_bet import MeterBet, SideBet, SideRow

ALL = Share(100)


class _Award(NamedTuple):
    bet: Bet
    row: SideRow


def feed(draft: Draft) -> None:
    """No more bets: every stake on a meter feeds it."""
    for side in draft.rules.side_bets:
        for bet in draft.bets.values():
            if side.meter is not None and bet.spot == side.name:
                draft.record(ProgressiveBooked(side.meter.name, bet.box, bet.stake, bet.id))


def judge(draft: Draft, side: SideBet, bets: Sequence[Bet]) -> dict[int, Claim]:
    """Awards as they come, 100% ones after all others, each off what is left."""
    on = side.meter
    assert on is not None
    figures, (amount, reserve) = draft.state.figures, figures_of(on.name)
    now = seeded(on.terms)._replace(
        amount=Fraction(figures[amount]), reserve=Fraction(figures[reserve])
    )
    owed: dict[int, Claim] = {}
    jackpots = []
    for bet in bets:
        row = row_of(draft, side, bet.box)
        if side.survives is not None and lost(draft, bet):
            owed[bet.id] = Claim(bet, 0, bet.stake, side.survives.lost)
        elif row is None:
            owed[bet.id] = Claim(bet, 0, bet.stake, side.loses)
        elif row.pays == ALL:
            jackpots.append(_Award(bet, row))
        else:
            owed[bet.id], now = _pay(draft, on, _Award(bet, row), now)
    _pay_jackpots(draft, on, jackpots, now, owed)
    return owed


def _pay(draft: Draft, on: MeterBet, award: _Award, now: Meter) -> tuple[Claim, Meter]:
    bet, row = award
    match row.pays:
        case Share():
            share = row.pays.of(now.whole)
            _won(draft, on, award, share)
            return Claim(bet, share, bet.stake, row.clause, row.name, row.name), now.paid(share)
        case Odds():
            win = bet.stake * row.pays.pays // row.pays.per
    if on.fixed_awards == "meter":
        # "25 for 1" is an award of 25: the stake was fed and dropped, it comes back off the meter.
        whole = win + bet.stake
        _won(draft, on, award, whole, max(0, whole - now.whole))
        now = now.paid(whole)
    return Claim(bet, win, 0, row.clause, row.name, row.name), now


def _won(draft: Draft, on: MeterBet, award: _Award, amount: int, house: int = 0) -> None:
    bet, row = award
    draft.record(ProgressiveWon(on.name, bet.box, amount, row.name, house, bet.id))


def _pay_jackpots(
    draft: Draft, on: MeterBet, jackpots: list[_Award], now: Meter, owed: dict[int, Claim]
) -> None:
    shared = on.jackpots == "shared"
    together = now.whole // len(jackpots) if jackpots else 0
    for number, award in enumerate(jackpots):
        bet, row = award
        amount = together if shared else now.whole
        _won(draft, on, award, amount)
        now = now.paid(amount)
        if not shared or number == len(jackpots) - 1:
            now = now.restarted()
            draft.record(ProgressiveRestarted(on.name, bet.box, bet.id))
        owed[bet.id] = Claim(bet, amount, bet.stake, row.clause, row.name, row.name)


def paid(draft: Draft, side: SideBet, claim: Claim) -> None:
    """An award out of the meter reaches its winner."""
    award = _off_meter(side, claim)
    if award is not None and side.meter is not None:
        draft.record(ProgressivePaid(side.meter.name, claim.bet.box, award, claim.bet.id))


def _off_meter(side: SideBet, claim: Claim) -> int | None:
    """The award that came off the meter, if one did; a fixed one includes the stake."""
    if not claim.cause:
        return None
    if isinstance(side.named(claim.cause).pays, Share):
        return claim.win
    fixed = side.meter is not None and side.meter.fixed_awards == "meter"
    return claim.win + claim.bet.stake if fixed else None
