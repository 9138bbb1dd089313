"""Perfect play, computed again in the same process, and the tables of rules not seen before."""

from __future__ import annotations

import statistics
from collections.abc import Iterable
from functools import partial

from bench.clock import median_seconds, processor_seconds
from bench.goal import Bench
from cardroom import model
from cardroom.analysis.three_card import odds as three_card_odds
from cardroom.analysis.three_card.pack import packs
from cardroom.analysis.twentyone.solver import exact
from cardroom.games import ruleset
from cardroom.games.three_card.policies import ThreeCard

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
        Bench("rules to tables", goal=0.05, unit="s", at="most", measure=table_seconds),
    ]


def warm_seconds(game: str = "blackjack") -> float:
    """With tables, but without the bank's probabilities."""
    tables = model.compile(ruleset(game))
    return median_seconds(lambda: exact.solve(tables))


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
