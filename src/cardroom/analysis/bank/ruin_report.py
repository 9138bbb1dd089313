"""A bank's risk of ruin at its mean win, and at the ends of that mean's error."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from typing import Final

from cardroom.analysis.bank.documents import (
    BankQuantile,
    BankSession,
    RiskBankroll,
    Ruin,
    RuinForever,
    RuinWithin,
)
from cardroom.analysis.bank.odds import Mean
from cardroom.analysis.bank.ruin import (
    RuinFault,
    Steps,
    adjustment,
    diffusion,
    forever,
    quantiles,
    spare,
    steps_of,
    summed,
    within,
)
from cardroom.progress import PartsBar, Tell

SHARES: Final = (0.01, 0.05, 0.25, 0.5, 0.75, 0.95, 0.99)
RISKS: Final = (0.1, 0.05, 0.01)
"""Risks for which the bankroll is reported."""


RUIN: Final = "computing the risk of ruin"


def ruin(
    nets: Mapping[int, float],
    value: Mean,
    needed: int,
    bankroll: int,
    rounds: Sequence[int],
    tell: Tell,
) -> Ruin:
    """`nets` are the weighted results of a round; `needed` is what the bank must have left."""
    likely, *others = (
        steps_of(nets, mean)
        for mean in (value.value, value.value - value.error, value.value + value.error)
    )
    room = spare(bankroll, needed, likely.unit)
    bar = PartsBar(RUIN, (1,) * (2 + len(others)), tell)
    return Ruin(
        needed=needed,
        within=_within(likely, room, rounds, bar),
        forever=_forever((likely, *others), room, bar),
        bankrolls=_bankrolls(likely, needed),
    )


def sessions(
    nets: Mapping[int, float], value: Mean, rounds: Sequence[int]
) -> tuple[BankSession, ...]:
    """How numbers of rounds end, if the bank goes on whatever happens; those that are too many to
    add up are left out."""
    steps, found = steps_of(nets, value.value), []
    for number in rounds:
        try:
            amounts, chances = summed(steps, number)
        except RuinFault:
            break
        found.append(
            BankSession(
                rounds=number,
                mean=number * steps.mean * steps.unit,
                deviation=math.sqrt(number * steps.variance) * steps.unit,
                ahead=float(chances[amounts > 0].sum()),
                quantiles=tuple(map(BankQuantile, SHARES, quantiles(amounts, chances, SHARES))),
            )
        )
    return tuple(found)


def _within(
    steps: Steps, room: int, rounds: Sequence[int], bar: PartsBar
) -> tuple[RuinWithin, ...]:
    try:
        chances = within(steps, room, rounds, bar.within)
    except RuinFault as fault:
        return (RuinWithin(rounds[-1], not_computed=str(fault)),)
    finally:
        bar.finish()
    return tuple(
        RuinWithin(n, chance, diffusion(steps, room, n))
        for n, chance in zip(rounds, chances, strict=True)
    )


def _forever(every: Sequence[Steps], room: int, bar: PartsBar) -> RuinForever:
    """`every` begins with the likely results of a round."""
    if room < 0:
        return RuinForever(chance=1.0, error=0.0, diffusion=1.0)
    about, found = diffusion(every[0], room, None), []
    for steps in every:
        try:
            found.append(float(forever(steps, room, bar.within)[room]))
        except RuinFault as fault:
            return RuinForever(diffusion=about, not_computed=str(fault))
        bar.finish()
    chance, *around = found
    return RuinForever(chance, abs(around[0] - around[1]) / 2, about)


def _bankrolls(steps: Steps, needed: int) -> tuple[RiskBankroll, ...]:
    """For each risk, the smallest bankroll whose chance of ruin is no higher."""
    if steps.mean <= 0:
        return ()
    try:
        room = math.ceil(-math.log(min(RISKS)) / adjustment(steps))
        chances = forever(steps, room)
    except RuinFault:
        return ()
    return tuple(
        RiskBankroll(risk, needed + int((chances > risk).sum()) * steps.unit) for risk in RISKS
    )
