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

SHARES: Final = (0.01, 0.05, 0.25, 0.5, 0.75, 0.95, 0.99)
RISKS: Final = (0.1, 0.05, 0.01)
"""Risks for which the bankroll is reported."""


def ruin(
    nets: Mapping[int, float], value: Mean, needed: int, bankroll: int, rounds: Sequence[int]
) -> Ruin:
    """`nets` are the weighted results of a round; `needed` is what the bank must have left."""
    likely, *others = (
        steps_of(nets, mean)
        for mean in (value.value, value.value - value.error, value.value + value.error)
    )
    room = spare(bankroll, needed, likely.unit)
    return Ruin(
        needed=needed,
        within=_within(likely, room, rounds),
        forever=_forever(likely, others, room),
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


def _within(steps: Steps, room: int, rounds: Sequence[int]) -> tuple[RuinWithin, ...]:
    try:
        chances = within(steps, room, rounds)
    except RuinFault as fault:
        return (RuinWithin(rounds[-1], not_computed=str(fault)),)
    return tuple(
        RuinWithin(n, chance, diffusion(steps, room, n))
        for n, chance in zip(rounds, chances, strict=True)
    )


def _forever(likely: Steps, others: Sequence[Steps], room: int) -> RuinForever:
    if room < 0:
        return RuinForever(chance=1.0, error=0.0, diffusion=1.0)
    about = diffusion(likely, room, None)
    try:
        chance, *around = (float(forever(steps, room)[room]) for steps in (likely, *others))
    except RuinFault as fault:
        return RuinForever(diffusion=about, not_computed=str(fault))
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
