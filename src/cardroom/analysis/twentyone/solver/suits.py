"""Suits between the exact odds and the simulator: what figures assume about them, and how a
strategy that knows a hand's own suit plays cards of four suits."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple

import numpy as np

from cardroom import model
from cardroom.analysis.families import NotComputed
from cardroom.analysis.twentyone.solver.exact import Solution
from cardroom.analysis.twentyone.solver.shoes import any_cards_of, cards_of, even_suits
from cardroom.analysis.twentyone.solver.starting_hands import Choices, Raises, Strategy
from cardroom.cards import Composition
from cardroom.games.twentyone.engine.game_type import policies
from cardroom.hands.points import MIXED, Key
from cardroom.model import Tables
from cardroom.model.keys import OWN, Keys
from cardroom.model.nodes import Nodes
from cardroom.rules.ruleset import Ruleset


def tables_for(rules: Ruleset, shoe: Sequence[int] | None, stake: int | None = None) -> Tables:
    """The tables for exact odds: by rank, if a shoe does not say as many cards of each suit.

    `stake` is the wager in cents that payments are rounded for; None rounds nothing.
    """
    if both_cards_up(rules):
        raise NotComputed(
            "this needs a play for each up card, and here both dealer cards are face up; the edge"
            " (cardroom odds) and the coach's advice are computed"
        )
    even = shoe is None or even_suits(shoe)
    tables = model.for_odds(rules) if even else model.compile(model.by_rank(rules))
    return model.at_stake(tables, rules, stake)


def cards_dealt(rules: Ruleset, shoe: Sequence[int]) -> Composition | None:
    """The cards of a shoe that was written by rank, for the wager alone: any of its suits and
    ten-values if none of them counts; None if they do and are not known."""
    own = policies(rules)
    if own.natural_suited is None and not own.points.tracks_suits:
        return any_cards_of(shoe)
    return cards_of(shoe)


def both_cards_up(rules: Ruleset) -> bool:
    return policies(rules).hole.card == "face-up"


def notes(rules: Ruleset, tables: Tables) -> list[str]:
    """What the figures of a game assume about suits and Max Bets."""
    own, said = policies(rules), []
    if own.natural_suited is not None:
        said.append("one natural in sixteen is of the suit that is paid more")
    elif own.points.tracks_suits and tables.ups.own.any():
        said.append(
            "a hand knows its own cards, their suit if it is one, and whether the up card is of it;"
            " whether to split looks at ranks"
        )
    elif own.points.tracks_suits:
        said.append(
            "rows for suited hands are left out, because the shoe, or what is left of it, has not"
            " as many cards of each suit"
        )
    if own.max_bet is not None:
        said.append("a Max Bet is nothing or a whole wager: the worth is convex in its amount")
        said.append("posted limits and the count of games leave room for every Max Bet")
        if own.max_bet.resume is not None:
            said.append("the wager lies within the increment for a Max Bet that is taken up again")
    return said


class BySuit(NamedTuple):
    """A strategy on tables that tell every suit."""

    mixed: Strategy
    suited: Strategy
    certain: Strategy
    """In the suit that has rows of its own; the same as `suited` where there is none."""


def by_suit(tables: Tables, found: Solution) -> BySuit:
    """How hands of several suits and hands of one suit are played."""
    solver = found.plan.tables
    if tables == solver:
        return BySuit(found.strategy, found.strategy, found.strategy)
    node_of = {mark: node for node, mark in enumerate(_marks(solver.nodes, solver.keys, None))}
    one = OWN if solver.keys.suited.any() else MIXED
    certain = next((solver.keys.keys[n].suit for n in np.flatnonzero(solver.keys.certain)), one)
    moved = {suit: _moved(tables, found, node_of, suit) for suit in {MIXED, one, certain}}
    return BySuit(moved[MIXED], moved[one], moved[certain])


Mark = tuple[bytes, Key]
"""The cards of a node by rank, and its key."""


def _marks(nodes: Nodes, keys: Keys, suit: int | None) -> list[Mark]:
    """[node] with another suit, if one is said."""
    told = [key if suit is None else key._replace(suit=suit) for key in keys.keys]
    bags = [row.tobytes() for row in nodes.counts]
    return [
        (bags[bag], told[key])
        for bag, key in zip(nodes.bag.tolist(), nodes.key.tolist(), strict=True)
    ]


def _moved(tables: Tables, found: Solution, node_of: Mapping[Mark, int], suit: int) -> Strategy:
    solver, own, ups = found.plan.tables, found.strategy, len(tables.ups.names)
    # A hand of no card has no suit, and is never asked.
    nodes = np.array(
        [node_of.get(mark, 0) for mark in _marks(tables.nodes, tables.keys, suit)], np.int64
    )
    stances = [solver.keys.stances.index(stance) for stance in tables.keys.stances]
    # Offers before the turns do not look at suits.
    openings = slice(None, None, found.plan.kinds)

    def moved(choice: Choices) -> Choices:
        return np.ascontiguousarray(choice[nodes][:, stances][:, :, :ups])

    return own._replace(
        choice=moved(own.choice),
        later=tuple((moved(first), moved(second)) for first, second in own.later),
        splits=own.splits[:, :ups],
        early=own.early[openings, :ups],
        even_money=own.even_money[openings, :ups],
        raises=own.raises and Raises(own.raises.bets[:, :ups], own.raises.splits[:, :ups]),
    )
