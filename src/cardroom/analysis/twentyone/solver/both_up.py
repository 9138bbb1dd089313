"""A 21 game whose dealer shows both cards, after the first of them.

Given the dealer's first card, the game is one with a single up card, the second, dealt from a shoe
without the first.
"""

from __future__ import annotations

from collections.abc import Sequence

from cardroom import model
from cardroom.analysis.families import NotComputed
from cardroom.analysis.twentyone.solver.exact import ShoeSolver
from cardroom.analysis.twentyone.solver.plan import plan_of
from cardroom.games.twentyone.engine.game_type import policies
from cardroom.model import Tables
from cardroom.rules.ruleset import Ruleset


def both_up_tables(rules: Ruleset, stake: int | None = None) -> Tables:
    """`stake` is the wager in cents that payments are rounded for; None rounds nothing."""
    if policies(rules).points.tracks_suits:
        raise NotComputed(
            "with both dealer cards face up, exact odds do not look at suits; post no bonus rows"
            " for suited hands, or one dealer card face up"
        )
    return model.at_stake(model.compile(rules), rules, stake)


def after_first_card(tables: Tables, counts: Sequence[int], rank: int) -> ShoeSolver:
    """The solver of the game from a shoe of these counts, of which the dealer got a card."""
    rest = [count - (place == rank) for place, count in enumerate(counts)]
    return ShoeSolver(plan_of(model.after_bank_card(tables, rank)), rest)
