"""The ante game of Three Card Poker as a wager among others: its odds, and the best play."""

from __future__ import annotations

from typing import Final

from cardroom.analysis.documents import (
    DecksRow,
    LowestHand,
    LowestHandStrategy,
    WagerOdds,
    game_fields,
)
from cardroom.analysis.odds import exact_wager
from cardroom.analysis.stakes import stake_of
from cardroom.analysis.three_card.odds import UNIT, AntePlay, ante_play
from cardroom.analysis.three_card.pack import packs
from cardroom.games.three_card.policies import policies_of
from cardroom.hands.three_card import ThreeCardCategory, ThreeCardValue
from cardroom.progress import ProgressNotice, Tell
from cardroom.rules.ruleset import Ruleset

RANKS: Final = {1: "A", 10: "T", 11: "J", 12: "Q", 13: "K", 14: "A"} | {
    n: str(n) for n in range(2, 10)
}
DECKS: Final = range(1, 9)
COMPARING: Final = "computing one to eight decks"
FRESH: Final = "all cards fresh for every round, no other player's cards known"
METHOD: Final = "exact: a fraction, every hand against every hand of the bank"


def ante_odds(found: AntePlay, play: str) -> WagerOdds:
    """Ante and play together, per ante; `play` says what the player goes by."""
    assumptions = (FRESH, play, *best_play(found))
    wagered = 1 + found.played
    return exact_wager("ante", "Ante and play", found.payments, assumptions, wagered, METHOD)


def best_play(found: AntePlay) -> tuple[str, ...]:
    """The lowest hand that plays; up cards with the same answer are grouped."""
    return tuple(
        f"the lowest hand that plays if the bank shows {each.bank_shows}: {each.hand}"
        for each in lowest_hands(found)
    )


def lowest_hands(found: AntePlay) -> tuple[LowestHand, ...]:
    """The bank's up card, and the lowest hand that plays against it."""
    by_hand: dict[ThreeCardValue, list[int]] = {}
    for rank, lowest in sorted(found.lowest.items(), key=lambda each: (each[0] + 11) % 13):
        by_hand.setdefault(lowest, []).append(rank)
    return tuple(
        LowestHand(", ".join(RANKS.get(rank, "nothing") for rank in ranks), named(lowest))
        for lowest, ranks in by_hand.items()
    )


def strategy_of(rules: Ruleset, tell: Tell) -> LowestHandStrategy:
    """The best play with every number of decks."""
    rows: list[DecksRow] = []
    stake = stake_of(rules) or UNIT
    for decks in DECKS:
        tell(ProgressNotice(COMPARING, len(rows), len(DECKS)))
        rows.append(_with_decks(decks, ante_play(policies_of(rules), packs(decks), stake)))
    tell(ProgressNotice(COMPARING, len(rows), len(DECKS)))
    own = rows[DECKS.index(rules.deck.packs)]
    return LowestHandStrategy(
        **game_fields(rules),
        lowest=own.lowest,
        edge=own.edge,
        perfect_edge=own.perfect_edge,
        cost=own.cost,
        by_decks=tuple(rows),
        method=METHOD,
        assumptions=(FRESH, "every hand from the lowest on plays, the others fold"),
        edge_per="ante",
    )


def _with_decks(decks: int, found: AntePlay) -> DecksRow:
    return DecksRow(
        decks=decks,
        lowest=lowest_hands(found),
        plays=float(found.played),
        edge=float(found.by_lowest),
        perfect_edge=float(found.edge),
        exact=found.edge,
        cost=float(found.by_lowest - found.edge),
    )


def named(value: ThreeCardValue) -> str:
    if value.category is ThreeCardCategory.HIGH_CARD:
        return "-".join(RANKS[rank] for rank in value.ranks)
    return value.label
