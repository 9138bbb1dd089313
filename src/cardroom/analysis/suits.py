"""What suits add to the odds of hands that are reckoned by rank, and what cannot be reckoned so.

Pay rows for suited hands need three cards of one suit at least. Let A be the worth of a hand if
every card were of its suit, and M its worth if it can no longer be suited. A card keeps a hand
suited with a chance of p at most, whatever its rank, so a verb that brings a card is worth
p A + (1 - p) M at most, and so is the best verb. Two cards of given ranks are of one suit once in
four at most. A dealt hand therefore gains (A - M) p / 4 at most, and a hand of a split, that begins
with one card, (A - M) p^2. This needs as many cards of each suit in every rank, as a full shoe has.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

import numpy as np

from cardroom import model
from cardroom.analysis.exact import Solution, Work
from cardroom.analysis.opening import Choices, Strategy
from cardroom.analysis.plan import NotReckoned, plan_of
from cardroom.games.twentyone.parts import policies
from cardroom.hands.points import MIXED, Key
from cardroom.model import Tables
from cardroom.rules.ruleset import Ruleset

SUITED_PAIR: Final = 0.25
GONE, GONE_SPLIT = 1, 4
"""Cards of a rank, all of other suits, that may be gone when a card comes to a suited hand: the up
card, and the pair cards of the two other hands that a split may have."""


def refuse(rules: Ruleset) -> None:
    """Choices that the exact odds do not follow."""
    own = policies(rules)
    if own.max_bet is not None and own.max_bet.before_second_card:
        raise NotReckoned("a Max Bet before the second card is not reckoned; simulate it instead")
    if own.points.joker == "ten":
        raise NotReckoned("a joker that is split with a ten is not reckoned; simulate it instead")


def has_suited_rows(rules: Ruleset) -> bool:
    own = policies(rules)
    rows = () if own.bonus is None else own.bonus.rows
    return own.points.tracks_suits and any(row.name.startswith("suited") for row in rows)


def most_added(rules: Ruleset, found: Solution, shoe: Sequence[int] | None) -> float:
    """No more than this do suited rows add to perfect play by rank."""
    plan = plan_of(model.compile(rules), one_suit=True)
    alike = Work(plan, shoe).best("pair")
    decks = float(found.shoe[1]) / 4
    keeps, keeps_split = (decks / max(1.0, 4 * decks - gone) for gone in (GONE, GONE_SPLIT))
    gain = SUITED_PAIR * keeps * np.clip(alike.opening - found.opening, 0, None)
    for place, pair in enumerate(plan.pairs):
        hand = int(np.flatnonzero(plan.openings[:, 2] == pair.pair_node)[0])
        unsplit = alike.worth[pair.pair_node, 0] - found.worth[found.plan.pairs[place].pair_node, 0]
        split = alike.split_worth[place] - found.split_worth[place]
        gain[hand] = SUITED_PAIR * keeps * np.clip(unsplit, 0, None)
        gain[hand] += min(1.0, keeps_split) ** 2 * np.clip(split, 0, None)
    return float(np.where(found.chance > 0, gain * found.chance, 0).sum())


def notes(rules: Ruleset, found: Solution, shoe: Sequence[int] | None, *, best: bool) -> list[str]:
    """What the figures of a game assume about suits and Max Bets."""
    own, said = policies(rules), []
    if own.natural_suited is not None:
        said.append("one natural in sixteen is of the suit that is paid more")
    if has_suited_rows(rules) and best:
        most = most_added(rules, found, shoe)
        said.append(
            f"hands are reckoned by rank: rows for suited hands take between 0 and {most:.6f} of a"
            " wager off the edge"
        )
    elif has_suited_rows(rules):
        said.append("hands are reckoned by rank: rows for suited hands are left out")
    if own.max_bet is not None:
        said.append("a Max Bet is nothing or a whole wager: the worth is convex in its amount")
        said.append("posted limits and the count of games leave room for every Max Bet")
    return said


def strategy_on(tables: Tables, found: Solution) -> Strategy:
    """A strategy that was found by rank, on the same game's tables by suit."""
    ranks = found.plan.tables
    if tables == ranks:
        return found.strategy
    node_of = {mark: node for node, mark in enumerate(_marks(ranks))}
    nodes = np.array([node_of[mark] for mark in _marks(tables)], np.int64)
    stances = [ranks.keys.stances.index(stance) for stance in tables.keys.stances]

    def moved(choice: Choices) -> Choices:
        return np.ascontiguousarray(choice[nodes][:, stances])

    own = found.strategy
    later = tuple((moved(first), moved(second)) for first, second in own.later)
    return own._replace(choice=moved(own.choice), later=later)


def _marks(tables: Tables) -> list[tuple[bytes, Key]]:
    """[node] its cards by rank, and its key without the suit."""
    nodes, keys = tables.nodes, tables.keys
    plain = [key._replace(suit=MIXED) for key in keys.keys]
    bags = [row.tobytes() for row in nodes.counts]
    return [
        (bags[bag], plain[key])
        for bag, key in zip(nodes.bag.tolist(), nodes.key.tolist(), strict=True)
    ]
