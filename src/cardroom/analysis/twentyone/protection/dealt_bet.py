"""Effects of removal of a bet on more final hands than can be counted, such as both final hands.

Rounds are dealt from the full shoe, and each counts as often as it would come from a shoe with one
card less: k of the m cards of that kind among n of N cards come (m - k) / m * N / (N - n) times as
often. So the same rounds give all effects, which average to nothing over the shoe, as exact ones
do.
"""

from __future__ import annotations

import math
from fractions import Fraction
from typing import Final

import numpy as np

from cardroom import model
from cardroom.analysis.counting.shoe_groups import shoe_groups
from cardroom.analysis.side_bets.prices import pays_at
from cardroom.analysis.twentyone.hand_bets import HandTable
from cardroom.analysis.twentyone.protection.removals import MainWager, WagerEffects, cards_in
from cardroom.analysis.twentyone.side_bets import is_on_hand
from cardroom.analysis.twentyone.simulation import script_of
from cardroom.analysis.twentyone.simulator.minimise import IllegalScript
from cardroom.model.course import NotSimulated
from cardroom.rules.side_bet import SideBet

ROUNDS: Final = 200_000


def dealt_effects(
    main: MainWager, bet: SideBet, stake: int | None, meter: Fraction, rounds: int = ROUNDS
) -> WagerEffects | None:
    """By the play that is perfect for the full shoe; None where rounds cannot be dealt."""
    if main.both_up or not is_on_hand(bet):
        return None
    tables = model.at_stake(model.compile(main.rules), main.rules, main.stake)
    try:
        table = HandTable(main.rules, bet, tables, script_of(main.rules, tables, None), None)
    except (NotSimulated, IllegalScript):
        return None
    pays = pays_at(main.rules, bet, stake)
    paid = {row.name: float(pays(row, meter)) for row in bet.rows}
    lost = float(pays(None, meter))
    won = np.empty(rounds)
    seen = np.zeros((rounds, max(table.counts) + 1))
    for number, (row, cards) in enumerate(table.drawn(rounds)):
        won[number] = paid.get(row, lost)
        for code in cards:
            seen[number, code] += 1
    value = float(won.mean())
    whole = table.size / (table.size - seen.sum(axis=1))
    effects: dict[int, float] = {}
    errors = []
    for code, count in table.counts.items():
        changed = (won - value) * ((1 - seen[:, code] / count) * whole - 1)
        effects[code] = float(changed.mean())
        errors.append(float(changed.std()) / math.sqrt(rounds))
    codes = table.automaton.codes
    groups = shoe_groups(
        cards_in(main.rules), codes.tolist(), lambda card: effects[int(codes[card])]
    )
    simulated = (
        f"effects of removal are simulated, {rounds:,} rounds: standard error of one at most"
        f" {max(errors):.4%}"
    )
    return WagerEffects(value, groups, (simulated,))
