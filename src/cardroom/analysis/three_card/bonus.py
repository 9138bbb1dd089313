"""The exact price of Three Card Poker's bonus bet."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction

from cardroom.analysis.side_bets.prices import FRESH, PricedBet, payments, pays_at
from cardroom.analysis.three_card import both_hands
from cardroom.games.three_card.game import bonus_chances
from cardroom.rules.ruleset import Ruleset
from cardroom.rules.side_bet import SideBet


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
            (FRESH, "the hand is not folded"),
        )
        for bet, rows in counted
        if rows is not None
    )


def row_chances(rules: Ruleset, bet: SideBet) -> Mapping[str, Fraction] | None:
    if bet.looks_at == ("own-hand",):
        return bonus_chances(bet, rules.deck.packs)
    if rules.deck.packs == 1 and both_hands.is_countable(bet):
        return both_hands.chances(bet)
    return None
