"""Perfect play: computed again in the same process, and for rules not seen before.

The program to be ahead of is Farmer's analyzer (7.6, a1f7dbb), which is not on the package index.
Compiled with g++ 12 and -O3 -march=native, it took these processor seconds, in turns with ours, on
a busy machine (docs/decisions/0017-speed.md): six decks with resplits 0.189, one deck 0.066, and a
ruleset not seen before 0.189, the median of 27. The goals of one deck and of new rules are these.
Six decks were 1.6 to 1.8 times as fast as Farmer's when the goals were set, and to stay ahead, so
that goal is 0.1: seconds depend on the machine, and `bank_in_c` says whether it is the machine.
"""

from __future__ import annotations

import ctypes
import statistics
from collections.abc import Iterable
from functools import partial
from itertools import product
from typing import Final

import numpy as np

from bench.clock import median_seconds, processor_seconds, times_as_fast
from bench.goal import OWN, Bench
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

FARMER: Final = "as fast as Farmer's"
INSISTS: Final = {"allow_player_edge": True}
"""With several decks the bonus favors the player; this allows it to be posted."""


def benchmarks() -> Iterable[Bench]:
    why = "1.9 times Farmer's"
    yield Bench("six decks solved, warm", 0.1, "s", "most", warm_seconds, why)
    one_deck = partial(warm_seconds, "blackjack", decks=1)
    yield Bench("one deck solved, warm", 0.066, "s", "most", one_deck, FARMER)
    name = "a ruleset not seen before, from rules to solution"
    yield Bench(name, 0.189, "s", "most", new_seconds, FARMER)
    for name, measure in (
        ("no-bust-joker", partial(warm_seconds, "no-bust-joker")),
        ("no-bust-bonus-ace", partial(warm_seconds, "no-bust-bonus-ace")),
        ("three-card-poker, one to eight decks,", ante_seconds),
    ):
        yield Bench(f"{name} solved, warm", 1.5, "s", "most", measure, OWN)
    yield Bench("the bank's chances", 0.9, "times plain C", "least", bank_in_c, OWN)
    yield Bench("rules to tables", 0.05, "s", "most", table_seconds, OWN)


def warm_seconds(game: str = "blackjack", **options: object) -> float:
    """With tables, but without the bank's probabilities."""
    tables = model.compile(ruleset(game, options))
    return median_seconds(lambda: exact.solve(tables))


def new_seconds() -> float:
    """Rules, tables, and perfect play; each with another shoe or another play of the bank, so that
    nothing of one is of use to the next."""

    def solve(options: dict[str, object]) -> None:
        exact.solve(model.compile(ruleset("blackjack", options)))

    solve({"surrender": "early"})
    every = product(range(1, 9), (True, False))
    return statistics.median(
        processor_seconds(
            partial(solve, {"surrender": "late", "decks": decks, "dealer_hits_soft_17": hits})
        )
        for decks, hits in every
    )


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
