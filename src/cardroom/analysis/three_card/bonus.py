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
from cardroom.analysis.three_card.odds import hands_of, ways_of
from cardroom.analysis.three_card.pack import Pack, cards_in, pack_of, packs
from cardroom.games.three_card.bonus import bonus_chances
from cardroom.rules.ruleset import Ruleset
from cardroom.rules.side_bet import FinalHand, Look, SideBet

NOT_FOLDED: Final = "the hand is not folded"
HAND: Final = 3
ROUNDS: Final = 100_000


def side_bets(
    rules: Ruleset, stake: int | None = None, pack: Pack | None = None
) -> tuple[PricedBet, ...]:
    """Every bet on the player's own cards, or on the six cards of one deck together.

    Payouts are rounded next to an ante of `stake` cents; `pack` is another shoe than posted.
    """
    cards = pack or pack_of(rules)
    counted = [(bet, _chances(bet, cards)) for bet in rules.side_bets]
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


def dealt_bets(rules: Ruleset, stake: int | None, pack: Pack) -> tuple[WagerOdds, ...]:
    """Bets on both hands that nobody counts are dealt."""
    return tuple(
        dealt_wager(
            rules, bet, {}, DealtRows(Counter(_dealt(bet, pack))), (FRESH, NOT_FOLDED), stake
        )
        for bet in rules.side_bets
        if _chances(bet, pack) is None
    )


def _dealt(bet: SideBet, pack: Pack) -> Iterator[str]:
    dice, deck = random.Random(1), cards_in(pack)
    for _ in range(ROUNDS):
        cards = tuple(dice.sample(deck, 2 * HAND))
        hands: dict[Look, FinalHand] = {
            "own-hand": FinalHand(cards[:HAND]),
            "bank-hand": FinalHand(cards[HAND:]),
        }
        row = bet.row(*(hands[look] for look in bet.looks_at))
        yield LOST if row is None else row.name


def row_chances(rules: Ruleset, bet: SideBet) -> Mapping[str, Fraction] | None:
    return _chances(bet, pack_of(rules))


def _chances(bet: SideBet, pack: Pack) -> Mapping[str, Fraction] | None:
    decks = pack[0] if pack == packs(pack[0]) else None
    if bet.looks_at == ("own-hand",):
        return _from_shoe(bet, pack) if decks is None else bonus_chances(bet, decks)
    if decks == 1 and both_hands.is_countable(bet):
        return both_hands.chances(bet)
    return None


def _from_shoe(bet: SideBet, pack: Pack) -> Mapping[str, Fraction]:
    """The chance of each row, hand by hand."""
    ways: Counter[str] = Counter()
    for hand in hands_of(pack):
        row = bet.row(FinalHand(hand))
        ways[LOST if row is None else row.name] += ways_of(hand, pack)
    return {row.name: Fraction(ways[row.name], ways.total()) for row in bet.rows}
