"""The calculation behind a payment, in words: "3 to 2 on $35 is $52.50"."""

from __future__ import annotations

from fractions import Fraction
from typing import Final

from cardroom.games.signs import row_words, words_of
from cardroom.money import dollars, exact
from cardroom.play.round import Settlement
from cardroom.rules.ruleset import Ruleset

PARTS_MAX: Final = 20
"""Odds are said as "3 to 2" only up to this many parts; no pay table has more."""
EVEN: Final = "even money"
CHIPS: Final = (50000, 10000, 2500, 500, 100, 50, 25, 10, 5, 1)
"""The chips and coins of a rack, in cents."""


def chips(amount: int, largest: int = CHIPS[0]) -> str:
    """An amount as it is pushed: the fewest chips, largest first: "2x25 2x1 1x0.50"."""
    return " ".join(f"{count}x{dollars(chip)}" for chip, count in stacks(amount, largest))


def stacks(amount: int, largest: int = CHIPS[0]) -> tuple[tuple[int, int], ...]:
    """The fewest chips for an amount: each chip of the rack, and how many of it."""
    found = []
    for chip in CHIPS:
        if chip <= largest:
            count, amount = divmod(amount, chip)
            if count:
                found.append((chip, count))
    return tuple(found)


def odds(paid: int, on: int) -> str:
    """ "3 to 2", or empty where it is not a simple ratio."""
    if not on:
        return ""
    share = Fraction(paid, on)
    if share.denominator > PARTS_MAX:
        return ""
    return EVEN if share == 1 else f"{share.numerator:,} to {share.denominator}"


def settled(settlement: Settlement, rules: Ruleset) -> tuple[str, ...]:
    """How the dealer arrives at what is paid or taken on a bet."""
    bet = settlement.bet
    lines = []
    if settlement.row:
        row = row_words(settlement.row, words_of(rules, bet.spot))
        lines.append(f"The row that applies is “{row}”.")
    if settlement.action < bet.stake and (settlement.paid or settlement.taken):
        lines.append(
            f"The bank reaches {exact(settlement.action)} of the stake of {exact(bet.stake)};"
            f" {exact(bet.stake - settlement.action)} has no action and goes back."
        )
    elif bet.stake and not settlement.action:
        lines.append("The bank reaches none of it: it has no action and goes back.")
    lines += _moved(settlement)
    return tuple(lines)


def _moved(settlement: Settlement) -> list[str]:
    bet, lines = settlement.bet, []
    if settlement.paid:
        ratio = odds(settlement.paid, settlement.action)
        plain = ratio and (bet.added == 0 or ratio == EVEN)
        how = (
            f"{ratio[0].upper()}{ratio[1:]} on {exact(settlement.action)}"
            if plain
            else "The payment"
        )
        lines.append(f"{how} is {exact(settlement.paid)}: {chips(settlement.paid)}.")
        if bet.added:
            original, added = exact(bet.stake - bet.added), exact(bet.added)
            lines.append(f"{original} of the stake is the first wager, {added} was added.")
    if settlement.taken:
        whole = settlement.taken == bet.stake
        part = "The whole stake" if whole else f"{exact(settlement.taken)} of the stake"
        lines.append(f"{part} is taken.")
        if settlement.returned:
            lines.append(f"{exact(settlement.returned)} goes back to the player.")
    if settlement.paid and settlement.taken:
        more = settlement.paid - settlement.taken
        side = "paid" if more > 0 else "taken"
        left = f"{exact(abs(more))} is {side}" if more else "nothing moves"
        lines.append(f"Together {left}.")
    if not settlement.paid and not settlement.taken and settlement.action:
        lines.append("Nothing is paid and nothing is taken.")
    return lines
