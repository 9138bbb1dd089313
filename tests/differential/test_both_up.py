"""Both dealer cards face up, against a second computation for endless decks."""

from __future__ import annotations

from functools import cache

import pytest

from cardroom import games
from cardroom.analysis.twentyone.both_up import both_up_odds

RULES = {
    "dealer_cards_up": 2,
    "natural_pays": "1:1",
    "equal_totals": "lose",
    "dealer_hits_soft_17": False,
}
CHANCE = {rank: (4 if rank == 10 else 1) / 13 for rank in range(1, 11)}
ENDLESS = (*(60_000,) * 9, 240_000, 0)
NATURAL = (1, 10)


def best(hard: int, ace: bool) -> int:
    return hard + 10 if ace and hard <= 11 else hard


@cache
def bank(hard: int, ace: bool) -> dict[int, float]:
    """The final totals of a dealer that stands on every 17; 22 for all busts."""
    total = best(hard, ace)
    if total > 16:
        return {min(total, 22): 1.0}
    found: dict[int, float] = {}
    for rank, chance in CHANCE.items():
        for final, after in bank(hard + rank, ace or rank == 1).items():
            found[final] = found.get(final, 0.0) + chance * after
    return found


class Endless:
    """The best play against one dealer hand."""

    def __init__(self, first: int, second: int, *, splits: bool) -> None:
        self.natural = tuple(sorted((first, second))) == NATURAL
        self.final = bank(first + second, 1 in (first, second))
        self.splits = splits

    def stand(self, total: int) -> float:
        if total > 21:
            return -1.0
        return sum(
            p * (1 if final > 21 or total > final else -1) for final, p in self.final.items()
        )

    def drawn(self, hard: int, ace: bool) -> float:
        return sum(p * self.stand(best(hard + r, ace or r == 1)) for r, p in CHANCE.items())

    def play(self, hard: int, ace: bool) -> float:
        total = best(hard, ace)
        if total >= 21:
            return self.stand(total)
        hit = sum(p * self.play(hard + r, ace or r == 1) for r, p in CHANCE.items())
        return max(self.stand(total), hit)

    def two(self, hard: int, ace: bool) -> float:
        if best(hard, ace) == 21:
            return self.stand(21)
        return max(self.play(hard, ace), 2 * self.drawn(hard, ace))

    def value(self, first: int, second: int) -> float:
        if tuple(sorted((first, second))) == NATURAL:
            return 0.0 if self.natural else 1.0
        if self.natural:
            return -1.0
        found = self.two(first + second, 1 in (first, second))
        if self.splits and first == second:
            one = sum(p * self.two(first + r, r == 1) for r, p in CHANCE.items())
            if first == 1:
                one = self.drawn(1, ace=True)
            found = max(found, 2 * one)
        return found


def endless_edge(*, splits: bool) -> float:
    value = 0.0
    for up, p in CHANCE.items():
        for second, q in CHANCE.items():
            game = Endless(up, second, splits=splits)
            game.play = cache(game.play)  # type: ignore[method-assign]
            value += sum(
                p * q * r * s * game.value(one, two)
                for one, r in CHANCE.items()
                for two, s in CHANCE.items()
            )
    return -value


def test_both_cards_up_without_splits() -> None:
    rules = games.ruleset("blackjack", {**RULES, "hands_max": 1})
    found = both_up_odds(rules, shoe=ENDLESS).main
    assert found.edge == pytest.approx(endless_edge(splits=False), abs=1e-5)
    assert found.total_chance == pytest.approx(1)
    assert found.deviation is not None


@pytest.mark.prove
def test_both_cards_up_with_splits() -> None:
    rules = games.ruleset("blackjack", {**RULES, "hands_max": 2})
    found = both_up_odds(rules, shoe=ENDLESS).main
    assert found.edge == pytest.approx(endless_edge(splits=True), abs=1e-5)
