"""The prices of Three Card Poker's bonus bet and of a house's own side bets."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator, Mapping
from fractions import Fraction
from typing import Final

from cardroom.analysis.documents import WagerOdds
from cardroom.analysis.side_bets.dealt import LOST, DealtRows, dealt_wager
from cardroom.analysis.side_bets.prices import FRESH, PricedBet, payments, pays_at
from cardroom.analysis.three_card import both_hands
from cardroom.games.three_card.bonus import bonus_chances
from cardroom.rules.ruleset import Ruleset
from cardroom.rules.side_bet import FinalHand, Look, SideBet

NOT_FOLDED: Final = "the hand is not folded"
HAND: Final = 3
ROUNDS: Final = 100_000


def side_bets(rules: Ruleset, stake: int | None = None) -> tuple[PricedBet, ...]:
    """Every bet on the player's own cards, or on the six cards of one deck together.

    Payouts are rounded next to an ante of `stake` cents.
    """
    counted = [(bet, row_chances(rules, bet)) for bet in rules.side_bets]
    return tuple(
        PricedBet(
            bet.name,
            bet.title,
            payments(bet, rows, pays=pays_at(rules, bet, stake)),
            (FRESH, NOT_FOLDED),
        )
        for bet, rows in counted
        if rows is not None
    )


def dealt_bets(rules: Ruleset, stake: int | None = None) -> tuple[WagerOdds, ...]:
    """Bets on both hands that nobody counts are dealt."""
    return tuple(
        dealt_wager(
            rules, bet, {}, DealtRows(Counter(_dealt(rules, bet))), (FRESH, NOT_FOLDED), stake
        )
        for bet in rules.side_bets
        if row_chances(rules, bet) is None
    )


def _dealt(rules: Ruleset, bet: SideBet) -> Iterator[str]:
    dice, deck = random.Random(1), list(rules.deck)
    for _ in range(ROUNDS):
        cards = tuple(dice.sample(deck, 2 * HAND))
        hands: dict[Look, FinalHand] = {
            "own-hand": FinalHand(cards[:HAND]),
            "bank-hand": FinalHand(cards[HAND:]),
        }
        row = bet.row(*(hands[look] for look in bet.looks_at))
        yield LOST if row is None else row.name


def row_chances(rules: Ruleset, bet: SideBet) -> Mapping[str, Fraction] | None:
    if bet.looks_at == ("own-hand",):
        return bonus_chances(bet, rules.deck.packs)
    if rules.deck.packs == 1 and both_hands.is_countable(bet):
        return both_hands.chances(bet)
    return None
