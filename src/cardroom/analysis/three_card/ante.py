"""The ante game of Three Card Poker as a wager among others: its odds, and the best play."""

from __future__ import annotations

from typing import Any, Final

from cardroom.analysis.notices import Notice, Tell
from cardroom.analysis.three_card.odds import AntePlay, ante_play
from cardroom.analysis.twentyone.odds import Payment, WagerOdds
from cardroom.hands.three_card import ThreeCardCategory, ThreeCardValue
from cardroom.rules.policies import ThreeCard
from cardroom.rules.ruleset import Ruleset

RANKS: Final = {1: "A", 10: "T", 11: "J", 12: "Q", 13: "K", 14: "A"} | {
    n: str(n) for n in range(2, 10)
}
DECKS: Final = range(1, 9)
METHOD: Final = "exact: a fraction, every hand against every hand of the bank"


def policies_of(rules: Ruleset) -> ThreeCard:
    assert isinstance(rules.policies, ThreeCard)
    return rules.policies


def ante_odds(rules: Ruleset) -> WagerOdds:
    """Ante and play together, per ante."""
    found = ante_play(policies_of(rules), rules.deck.packs)
    wagered = 1 + found.played
    return WagerOdds(
        spot="ante",
        title="Ante and play",
        edge=float(found.edge),
        exact=found.edge,
        deviation=found.deviation,
        hit_frequency=float(found.share(1)),
        push_frequency=float(found.share(0)),
        wagered=float(wagered),
        risk=float(found.edge / wagered),
        payments=tuple(Payment(net, chance) for net, chance in found.payments.items()),
        split_frequency=0.0,
        method=METHOD,
        assumptions=(
            "all cards fresh for every round, no other player's cards known",
            "the better of play and fold for every hand",
            *best_play(found),
        ),
    )


def best_play(found: AntePlay) -> tuple[str, ...]:
    """The lowest hand that plays; up cards with one and the same together."""
    return tuple(
        f"the lowest hand that plays if the bank shows {shown}: {hand}"
        for shown, hand in lowest_hands(found)
    )


def lowest_hands(found: AntePlay) -> list[tuple[str, str]]:
    """What the bank shows, and the lowest hand that plays against it."""
    by_hand: dict[ThreeCardValue, list[int]] = {}
    for rank, lowest in sorted(found.lowest.items(), key=lambda each: (each[0] + 11) % 13):
        by_hand.setdefault(lowest, []).append(rank)
    return [
        (", ".join(RANKS.get(rank, "nothing") for rank in ranks), named(lowest))
        for lowest, ranks in by_hand.items()
    ]


def strategy_of(rules: Ruleset, tell: Tell) -> dict[str, Any]:
    """The best play with every number of decks."""
    rows = []
    for decks in DECKS:
        tell(Notice(f"computing {decks} deck{'s' * (decks > 1)}"))
        found = ante_play(policies_of(rules), decks)
        rows.append(
            {
                "decks": decks,
                "lowest": [
                    {"bank_shows": shown, "hand": hand} for shown, hand in lowest_hands(found)
                ],
                "plays": float(found.played),
                "edge": float(found.by_lowest),
                "perfect_edge": float(found.edge),
                "exact": str(found.edge),
                "cost": float(found.by_lowest - found.edge),
            }
        )
    posted = rows[DECKS.index(rules.deck.packs)]
    return {
        "lowest": posted["lowest"],
        "edge": posted["edge"],
        "perfect_edge": posted["perfect_edge"],
        "cost": posted["cost"],
        "by_decks": rows,
        "method": METHOD,
        "assumptions": [
            "all cards fresh for every round, no other player's cards known",
            "every hand from the lowest on plays, the others fold",
        ],
    }


def named(value: ThreeCardValue) -> str:
    if value.category is ThreeCardCategory.HIGH_CARD:
        return "-".join(RANKS[rank] for rank in value.ranks)
    return value.label
