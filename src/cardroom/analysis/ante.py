"""The ante game of Three Card Poker as a wager among others: its edge, and the best play."""

from __future__ import annotations

from typing import Final

from cardroom.analysis.three_card_odds import AnteBonus, AntePlay, Tie, ante_play
from cardroom.analysis.values import WagerOdds
from cardroom.hands.three_card import ThreeCardCategory, ThreeCardValue
from cardroom.rules.policies import ThreeCard
from cardroom.rules.ruleset import Ruleset

RANKS: Final = {1: "A", 10: "T", 11: "J", 12: "Q", 13: "K", 14: "A"} | {
    n: str(n) for n in range(2, 10)
}


def ante_odds(rules: Ruleset) -> WagerOdds:
    """Ante and play together, per ante."""
    policies = rules.policies
    assert isinstance(policies, ThreeCard)
    found = ante_play(
        1 if policies.bank_shows else 0,
        AnteBonus.NONE if policies.ante_bonus is None else AnteBonus.FIVE_FOUR_ONE,
        Tie.PUSH if policies.tie == "push" else Tie.BANK_WINS,
        rules.deck.packs,
    )
    wagered = 1 + found.raised
    return WagerOdds(
        spot="ante",
        title="Ante and play",
        edge=float(found.edge),
        exact=found.edge,
        deviation=None,
        hit_frequency=None,
        push_frequency=None,
        wagered=float(wagered),
        risk=float(found.edge / wagered),
        payments=(),
        split_frequency=0.0,
        method="exact: a fraction, every hand against every hand of the bank",
        assumptions=(
            "all cards fresh for every round, no other player's cards known",
            "the better of play and fold for every hand",
            *best_play(found),
        ),
        missing="deviation and frequencies are not reckoned",
    )


def best_play(found: AntePlay) -> tuple[str, ...]:
    """The lowest hand that plays; up cards with one and the same together."""
    by_hand: dict[ThreeCardValue, list[int]] = {}
    for rank, lowest in sorted(found.lowest.items(), key=lambda each: each[0] or 14):
        by_hand.setdefault(lowest, []).append(rank)
    lines = []
    for lowest, ranks in by_hand.items():
        order = sorted(ranks, key=lambda rank: (rank + 11) % 13)
        shown = ", ".join(RANKS.get(rank, "nothing") for rank in order)
        against = f" if the bank shows {shown}"
        lines.append(f"the lowest hand that plays{against}: {_named(lowest)}")
    return tuple(lines)


def _named(value: ThreeCardValue) -> str:
    if value.category is ThreeCardCategory.HIGH_CARD:
        return "-".join(RANKS[rank] for rank in value.ranks)
    return value.label
