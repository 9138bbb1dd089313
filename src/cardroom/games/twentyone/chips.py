"""Amounts that the chips of a table cannot make: what a house should know before it posts them."""

from __future__ import annotations

from collections.abc import Iterator

from cardroom.games.approval import Remark
from cardroom.games.twentyone.engine.game_type import policies
from cardroom.money import LOSE_HALF, exact, owed, pays
from cardroom.play.clauses import CHIP
from cardroom.rules.ruleset import Ruleset


def remarks(rules: Ruleset) -> Iterator[Remark]:
    """Whether half the minimum wager, and what a natural pays on it, can be made of chips."""
    posted, chip, least = policies(rules), rules.limits.chip, rules.limits.least
    if chip == 1:
        return
    wager = f"the minimum wager of {exact(least)}"
    if posted.surrender is not None and least % (2 * chip):
        lost = -owed(least, LOSE_HALF, posted.rounding)
        says = (
            f"half of {wager} cannot be paid in chips of {exact(chip)}: a surrender loses"
            f" {exact(lost)}"
        )
        yield Remark("warning", says, CHIP.id)
    natural = owed(least, pays(posted.natural), posted.rounding)
    if natural % chip:
        says = (
            f"a natural pays {posted.natural} on {wager}: {exact(natural)} cannot be paid in"
            f" chips of {exact(chip)}; post a smaller chip, or a payout_rounding"
        )
        yield Remark("warning", says, CHIP.id)
