"""The odds of the main wager and of insurance in a 21 game, from any shoe."""

from __future__ import annotations

import math
from collections.abc import Sequence
from fractions import Fraction
from typing import Final, NamedTuple

import numpy as np

from cardroom.analysis.documents import WagerOdds
from cardroom.analysis.odds import exact_wager, payment
from cardroom.analysis.twentyone.solver.exact import AfterSplit, ShoeSolver, Solution
from cardroom.analysis.twentyone.solver.plan import Floats, plan_of
from cardroom.analysis.twentyone.solver.shoes import full_shoe
from cardroom.analysis.twentyone.solver.starting_hands import Fixed, Strategy
from cardroom.cards import CARDS, Card
from cardroom.model import Tables
from cardroom.model.ranks import JOKER_RANK, RANK_NAMES, TEN_RANK

PLAIN_TEN = 10
MAIN: Final = "main"
TITLE: Final = "Wager"
METHOD: Final = "exact: every hand and every card, without sampling"


class SolvedOdds(NamedTuple):
    """The main wager, and insurance where it is offered."""

    wagers: tuple[WagerOdds, ...]
    values: tuple[tuple[AfterSplit, float], ...]
    """What perfect play is worth by how hands of a split are played."""
    truncation: float
    solution: Solution
    work: ShoeSolver
    """What found it, for those who ask more about the same shoe."""


AFTER_SPLIT: dict[AfterSplit, str] = {
    "pair": "hands of a split are played best for one other pair card known to be gone",
    "unsplit": "hands of a split are played like hands that were never split",
}
PERFECT = "perfect play for the cards of the hand and the up card"
SPLITS_SHARE = (
    "hands of a split share the bank's hand: deviation and frequencies of such rounds are left to"
    " the simulator"
)


def perfect_odds(tables: Tables, shoe: Sequence[int] | None = None) -> SolvedOdds:
    """Perfect play of the main wager, and insurance, from a full shoe or the one given."""
    plan = plan_of(tables)
    work = ShoeSolver(plan, shoe)
    unsplit = work.unsplit()
    # Only one solution at a time is in memory: of this one the value is all that is kept.
    other = work.best("unsplit", unsplit).value if plan.pairs else None
    solution = work.best("pair", unsplit)
    values: tuple[tuple[AfterSplit, float], ...] = (
        ("pair", solution.value),
        ("unsplit", solution.value if other is None else other),
    )
    main = wager(work, solution, PERFECT)
    wagers = (main, *insurance(tables, shoe))
    return SolvedOdds(wagers, values, solution.truncation, solution, work)


def chart_odds(
    tables: Tables, strategy: Strategy, play: str, shoe: Sequence[int] | None = None
) -> SolvedOdds:
    """The same for a given strategy, which `play` names."""
    work = ShoeSolver(plan_of(tables), shoe)
    solution = work.given(strategy)
    wagers = (wager(work, solution, play), *insurance(tables, shoe))
    return SolvedOdds(wagers, (), solution.truncation, solution, work)


def wager(work: ShoeSolver, solution: Solution, play: str) -> WagerOdds:
    payments, chances = distribution(work, solution)
    split = max(0.0, 1.0 - sum(chances))
    whole = split < 1e-12
    wagered = mean(
        work.expectation(solution.strategy, work.plan.money[2], Fixed(1.0, 1.0), splits_count=True),
        solution,
    )
    square = sum(float(net) ** 2 * chance for net, chance in zip(payments, chances, strict=True))
    assumptions = ["a fresh shoe for every round", play]
    if work.tables.insured >= 0:
        assumptions.insert(1, "insurance is never taken")
    if not whole:
        assumptions.append("a pair that is split is split again whenever it comes and may be")
        if play == PERFECT:
            assumptions.append(AFTER_SPLIT["pair"])
    if solution.truncation:
        assumptions.append(
            f"splitting without limit is computed to eight hands: at most"
            f" {solution.truncation:.1e} of a wager is missing"
        )
    return WagerOdds(
        spot=MAIN,
        title=TITLE,
        edge=-solution.value,
        exact=None,
        deviation=math.sqrt(max(0.0, square - solution.value**2)) if whole else None,
        hit_frequency=_share(payments, chances, 1) if whole else None,
        push_frequency=_share(payments, chances, 0) if whole else None,
        wagered=wagered,
        element_of_risk=-solution.value / wagered,
        payments=tuple(
            payment(net, chance)
            for net, chance in zip(payments, chances, strict=True)
            if chance > 0
        ),
        split_frequency=0.0 if whole else split,
        method=METHOD,
        assumptions=tuple(assumptions),
        missing="" if whole else SPLITS_SHARE,
        deviation_method="exact",
    )


def _share(payments: Sequence[Fraction], chances: Sequence[float], sign: int) -> float:
    pairs = zip(payments, chances, strict=True)
    return sum(chance for net, chance in pairs if (net > 0) - (net < 0) == sign)


def distribution(work: ShoeSolver, solution: Solution) -> tuple[list[Fraction], list[float]]:
    """How often a round without a split brings each amount."""
    pays = work.tables.pays
    units = pays.first
    # Even money and a suited natural are payments that no row of the matrix knows.
    even, suited = Fraction(*work.tables.even_pays), Fraction(*work.tables.natural_suited)
    amounts = {Fraction(amount, pays.unit) for amount in set(units.ravel().tolist())}
    payments = sorted(amounts | {even, suited})
    chances = []
    for amount in payments:
        kind = (units == int(amount * pays.unit)).astype(np.float64)
        fixed = Fixed(float(amount == even), float(amount == suited))
        found = work.expectation(solution.strategy, kind, fixed, splits_count=False)
        chances.append(mean(found, solution))
    return payments, chances


def mean(found: Floats, solution: Solution) -> float:
    return float(np.where(solution.chance > 0, found * solution.chance, 0).sum())


def insured(tables: Tables, up: Card, seen: Sequence[Card]) -> Fraction:
    """The expected value of a unit of insurance to a player who has seen the up card and these
    others. Cards are counted one by one, because in some games a plain ten returns the bet.
    """
    left = tables.cards.in_deck.copy()
    for card in (*seen, up):
        left[card.index] -= 1
    makes = plan_of(tables).natural_seconds[tables.cards.rank[up.index]][tables.cards.rank] > 0
    tens = np.array([card.rank == PLAIN_TEN for card in CARDS])
    pushes = makes & tens & bool(tables.insurance_ten_pushes)
    wins, lost = int(left[makes & ~pushes].sum()), int(left[~makes].sum())
    return (wins * Fraction(*tables.insurance_pays) - lost) / int(left.sum())


def insurance(tables: Tables, shoe: Sequence[int] | None = None) -> tuple[WagerOdds, ...]:
    """Insurance for a player who has seen only the up card; a fraction."""
    if tables.insured < 0:
        return ()
    ranks = full_shoe(tables) if shoe is None else tuple(shoe)
    up = int(tables.ups.rank[tables.insured])
    if not ranks[up]:
        # The bank never shows the card against which it is offered.
        return ()
    left = [count - (rank == up) for rank, count in enumerate(ranks)]
    # One ten-value in four is a plain ten; a joker that counts ten is none.
    pushes = Fraction(left[TEN_RANK] * tables.insurance_ten_pushes, 4 * sum(left))
    makers = plan_of(tables).natural_seconds[up].copy()
    makers[JOKER_RANK] = makers[int(tables.cards.rank[-1])]
    chance = Fraction(sum(n for n, makes in zip(left, makers, strict=True) if makes), sum(left))
    chance -= pushes
    pays = Fraction(*tables.insurance_pays)
    payments = {Fraction(-1): 1 - chance - pushes, Fraction(0): pushes, pays: chance}
    known = f"the bank shows {RANK_NAMES[up]}, and no other card is known"
    return (exact_wager("insurance", "Insurance", payments, (known,)),)
