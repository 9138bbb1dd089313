"""Perfect play, computed again in the same process, and the tables of rules not seen before."""

from __future__ import annotations

import ctypes
import statistics
from collections.abc import Iterable
from functools import partial

import numpy as np

from bench.clock import median_seconds, processor_seconds, times_as_fast
from bench.goal import Bench
from bench.plain_c import address, library
from cardroom import model
from cardroom.analysis.kernels import exact as kernels
from cardroom.analysis.kernels.lanes import lanes
from cardroom.analysis.three_card import odds as three_card_odds
from cardroom.analysis.three_card.pack import packs
from cardroom.analysis.twentyone.solver import exact
from cardroom.analysis.twentyone.solver.bank_rows import BankRows
from cardroom.analysis.twentyone.solver.plan import plan_of
from cardroom.analysis.twentyone.solver.shoes import shoe_of
from cardroom.games import ruleset
from cardroom.games.three_card.policies import ThreeCard
from cardroom.model.ranks import RANKS

INSISTS = {"allow_player_edge": True}
"""With several decks the bonus favors the player; this allows it to be posted."""


def benchmarks() -> Iterable[Bench]:
    return [
        Bench("six decks solved, warm", goal=0.1, unit="s", at="most", measure=warm_seconds),
        *(
            Bench(f"{game} solved, warm", goal=1.5, unit="s", at="most", measure=measure)
            for game, measure in (
                ("no-bust-joker", partial(warm_seconds, "no-bust-joker")),
                ("no-bust-bonus-ace", partial(warm_seconds, "no-bust-bonus-ace")),
                ("three-card-poker, one to eight decks,", ante_seconds),
            )
        ),
        Bench("the bank's chances", 1, "times plain C", "least", bank_in_c),
        Bench("rules to tables", goal=0.05, unit="s", at="most", measure=table_seconds),
    ]


def warm_seconds(game: str = "blackjack") -> float:
    """With tables, but without the bank's probabilities."""
    tables = model.compile(ruleset(game))
    return median_seconds(lambda: exact.solve(tables))


def bank_in_c() -> float:
    """The kernel that takes half of a solution, for the cards of every hand of six decks."""
    tables = model.compile(ruleset("blackjack"))
    rows = BankRows(plan_of(tables), shoe_of(plan_of(tables), None).counts)
    removed, trie = tables.nodes.counts, rows.trie
    ours, theirs = np.zeros((2, len(removed), RANKS * rows.classes))
    wanted, work = np.arange(len(removed)), lanes(trie.depth, rows.classes)
    c, gone = library("plain_bank"), np.ascontiguousarray(removed, np.int64)
    ratio = times_as_fast(
        lambda: kernels.bank_chances(trie, rows.shoe, removed, wanted, ours, work),
        lambda: c.bank_chances(
            ctypes.c_int64(len(trie.depth)),
            *(address(each) for each in (*trie, rows.shoe, gone)),
            ctypes.c_int64(len(removed)),
            address(theirs),
            ctypes.c_int64(rows.classes),
        ),
    )
    assert np.allclose(ours, theirs, rtol=1e-12, atol=0)
    return ratio


def ante_seconds() -> float:
    """Ante and play for shoes of one to eight decks, for every up card and every hand."""
    rules = [ruleset("three-card-poker", {**INSISTS, "decks": decks}) for decks in range(1, 9)]

    def solve() -> None:
        three_card_odds.ante_play.cache_clear()
        for each in rules:
            assert isinstance(each.policies, ThreeCard)
            three_card_odds.ante_play(each.policies, packs(each.deck.packs))

    return median_seconds(solve)


def table_seconds() -> float:
    """Rulesets whose tables are not cached yet."""
    rules = [ruleset("blackjack", {"decks": decks}) for decks in (2, 3, 4, 5, 7)]
    return statistics.median(
        processor_seconds(lambda each=each: model.compile(each))  # type: ignore[misc]
        for each in rules
    )
