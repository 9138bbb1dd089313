"""The covariance of every two bets of a 21 game that is known exactly: of bets on first cards, on
the box's third card, and on the dealer's hand. All others are dealt (`dealt_pairs`).
"""

from __future__ import annotations

from fractions import Fraction
from itertools import combinations

from cardroom.analysis.documents import BetPair
from cardroom.analysis.side_bets.pairs import both, counted_pair, exact_pair
from cardroom.analysis.side_bets.prices import pays_at
from cardroom.analysis.twentyone.card_bets import OWN_CARDS, CardBets
from cardroom.analysis.twentyone.dealer_bets import BANK
from cardroom.analysis.twentyone.insurance_bet import INSURANCE, insurance_bet
from cardroom.analysis.twentyone.side_bets import decided_by_cards
from cardroom.cards import Composition
from cardroom.rules.ruleset import Ruleset
from cardroom.rules.side_bet import CARD_LOOKS, SideBet, net


def exact_pairs(
    rules: Ruleset, cards: CardBets, stake: int | None, shoe: Composition | None, meter: Fraction
) -> tuple[BetPair, ...]:
    """Every two bets that the cards decide, insurance among them."""
    bets = list(rules.side_bets)
    if bets and cards.tables.insured >= 0:
        bets.insert(0, insurance_bet(rules, cards.tables))
    found = (_exact_pair(rules, pair, cards, stake, shoe, meter) for pair in combinations(bets, 2))
    return tuple(pair for pair in found if pair is not None)


def _exact_pair(
    rules: Ruleset, bets: tuple[SideBet, SideBet], cards: CardBets, stake: int | None,
    shoe: Composition | None, meter: Fraction,
) -> BetPair | None:  # fmt: skip
    looks = {look for bet in bets for look in bet.looks_at}
    pays = [net if bet.name == INSURANCE else pays_at(rules, bet, stake) for bet in bets]
    if looks <= CARD_LOOKS - {"own-third"}:
        return counted_pair(*bets, shoe or rules.deck, pays, meter)
    rows = None
    if looks <= set(BANK):
        rows = decided_by_cards(rules, both(*bets), shoe)
    elif looks <= OWN_CARDS:
        rows = cards.rows(both(*bets))
    return None if rows is None else exact_pair(*bets, rows, pays, meter)
