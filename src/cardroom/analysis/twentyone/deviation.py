"""The exact standard deviation of the wager, hands of a split included."""

from __future__ import annotations

import math

import numpy as np

from cardroom.analysis.twentyone.odds import mean
from cardroom.analysis.twentyone.solver.exact import ShoeSolver, Solution
from cardroom.analysis.twentyone.solver.split_products import SplitProducts
from cardroom.analysis.twentyone.solver.starting_hands import Fixed
from cardroom.model import Tables
from cardroom.progress import Tell, silent


def deviation(work: ShoeSolver, solution: Solution, tell: Tell = silent) -> float | None:
    """Of a round of one box; None where hands of a split are not all played and paid alike.

    The square of a sum is the squares of its parts, whose mean any hand has by itself, and twice
    the product of every two of them.
    """
    strategy = solution.strategy
    played_alike = all(first is second for first, second in strategy.later)
    if not (alike(work.tables) and played_alike):
        return None
    fixed = Fixed(*(amount**2 for amount in work.root.fixed))
    squares = work.expectation(strategy, work.plan.money[0] ** 2, fixed, splits_count=True)
    # Two hands need chances of their own, and memory for them.
    work.bank.forget()
    products = SplitProducts(work, strategy, work.money).means(tell)
    together = 0.0
    for pair, product in zip(work.plan.pairs, products, strict=True):
        split = np.where(strategy.early[pair.openings], 0.0, product)
        together += float((solution.chance[pair.openings] * split).sum())
    square = mean(squares, solution) + 2 * together
    return math.sqrt(max(0.0, square - solution.value**2))


def alike(tables: Tables) -> bool:
    """Whether the rules tell hands of a split apart by nothing but their cards."""
    suits = tables.ups.own.any() or tables.keys.certain.any()
    return not (suits or tables.splits_add or tables.bets_on_one)
