"""The cards that Three Card Poker is dealt from: some decks, or another shoe."""

from __future__ import annotations

from typing import Final

from cardroom.analysis.documents import RankCounts
from cardroom.analysis.families import NotComputed
from cardroom.cards import CARDS, JOKER_INDEX, Card
from cardroom.rules.ruleset import Ruleset

Pack = tuple[int, ...]
"""[rank - 1] how many cards there are of each suit: as many of one suit as of the others."""

RANKS, SUITS = 13, 4
TENS: Final = 9
"""Where ten-values stand in a shoe that is written as for games of 21, with the jokers after it."""
MOST: Final = 1500
"""Cards, so that the ways to deal two hands can be counted in 64 bits."""
HANDS: Final = 6
"""Cards of a player's hand and of the bank's."""
WRITE: Final = (
    "--shoe: suits and ranks count here, so write thirteen numbers, aces to kings, each of them a"
    " multiple of four"
)


def packs(decks: int) -> Pack:
    return (decks,) * RANKS


def pack_of(rules: Ruleset, shoe: RankCounts = None) -> Pack:
    """The posted decks, or this shoe: of thirteen ranks, or as for games of 21 if it has as many of
    each ten-value."""
    if shoe is None:
        return packs(rules.deck.packs)
    ranks = shoe if len(shoe) == RANKS else (*shoe[:TENS], *(shoe[TENS] / 4,) * 4)
    if any(number % SUITS for number in ranks) or (len(shoe) != RANKS and any(shoe[TENS + 1 :])):
        raise NotComputed(WRITE)
    found = tuple(int(number) // SUITS for number in ranks)
    if not HANDS <= SUITS * sum(found) <= MOST:
        raise NotComputed(f"--shoe: it has {HANDS} to {MOST:,} cards, not {SUITS * sum(found):,}")
    return found


def cards_in(pack: Pack) -> tuple[Card, ...]:
    """Deck by deck, as a posted deck is."""
    return tuple(
        card
        for deck in range(max(pack))
        for card in CARDS[:JOKER_INDEX]
        if deck < pack[card.rank - 1]
    )
