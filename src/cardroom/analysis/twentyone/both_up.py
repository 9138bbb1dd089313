"""Odds of a 21 game whose dealer shows both cards.

The game is solved for each first card of the dealer, and the solutions are weighed by how often
that card comes. The play knows both dealer cards.
"""

from __future__ import annotations

import math
from collections import defaultdict
from collections.abc import Iterator, Sequence
from fractions import Fraction
from typing import Final, NamedTuple

import msgspec

from cardroom.analysis.documents import WagerOdds
from cardroom.analysis.odds import payment
from cardroom.analysis.twentyone.odds import wager
from cardroom.analysis.twentyone.solver.both_up import after_first_card, both_up_tables
from cardroom.analysis.twentyone.solver.exact import AfterSplit, ShoeSolver
from cardroom.analysis.twentyone.solver.shoes import full_shoe
from cardroom.model.ranks import TEN_RANK
from cardroom.rules.ruleset import Ruleset

PERFECT: Final = "perfect play for the cards of the hand and both dealer cards"
SPLITS_SHARE: Final = (
    "hands of a split share the dealer's hand: their deviation and frequencies are not computed"
)


class FirstCard(NamedTuple):
    """The game after the dealer's first card."""

    chance: float
    main: WagerOdds
    unsplit: float
    """The value if hands of a split are played like hands that were never split."""
    truncation: float


class BothUpOdds(NamedTuple):
    main: WagerOdds
    values: tuple[tuple[AfterSplit, float], ...]
    truncation: float


def both_up_odds(
    rules: Ruleset, stake: int | None = None, shoe: Sequence[int] | None = None
) -> BothUpOdds:
    """`stake` is the wager in cents that payments are rounded for; None rounds nothing."""
    found = tuple(_first_cards(rules, stake, shoe))
    main = _together(found)
    unsplit = sum(each.chance * each.unsplit for each in found)
    truncation = sum(each.chance * each.truncation for each in found)
    return BothUpOdds(main, (("pair", -main.edge), ("unsplit", unsplit)), truncation)


def both_up_edge(
    rules: Ruleset, stake: int | None = None, shoe: Sequence[int] | None = None
) -> float:
    """The edge of the wager alone, the same to the last bit."""
    return sum(chance * -work.best("pair").value for chance, work in _solvers(rules, stake, shoe))


def _first_cards(
    rules: Ruleset, stake: int | None, shoe: Sequence[int] | None
) -> Iterator[FirstCard]:
    for chance, work in _solvers(rules, stake, shoe):
        solution = work.best("pair")
        unsplit = work.best("unsplit").value if work.plan.pairs else solution.value
        main = wager(work, solution, PERFECT)
        yield FirstCard(chance, main, unsplit, solution.truncation)


def _solvers(
    rules: Ruleset, stake: int | None, shoe: Sequence[int] | None
) -> Iterator[tuple[float, ShoeSolver]]:
    """The chance of each first card of the dealer, and the game after it."""
    tables = both_up_tables(rules, stake)
    counts = full_shoe(tables) if shoe is None else tuple(shoe)
    for rank in range(TEN_RANK + 1):
        if counts[rank]:
            yield counts[rank] / sum(counts), after_first_card(tables, counts, rank)


def _together(found: Sequence[FirstCard]) -> WagerOdds:
    """The wager over all first cards."""
    chances: defaultdict[Fraction, float] = defaultdict(float)
    for each in found:
        for one in each.main.payments:
            chances[one.net] += each.chance * one.chance

    def mean(name: str) -> float:
        return sum(each.chance * float(getattr(each.main, name)) for each in found)

    edge, wagered, split = mean("edge"), mean("wagered"), mean("split_frequency")
    first = found[0].main
    whole = split == 0.0
    square = sum(float(net) ** 2 * chance for net, chance in chances.items())

    def share(sign: int) -> float | None:
        won = (chance for net, chance in chances.items() if (net > 0) - (net < 0) == sign)
        return sum(won) if whole else None

    return msgspec.structs.replace(
        first,
        edge=edge,
        deviation=math.sqrt(square - edge**2) if whole else None,
        hit_frequency=share(1),
        push_frequency=share(0),
        wagered=wagered,
        element_of_risk=edge / wagered,
        payments=tuple(payment(net, chance) for net, chance in sorted(chances.items()) if chance),
        split_frequency=split,
        missing="" if whole else SPLITS_SHARE,
    )
