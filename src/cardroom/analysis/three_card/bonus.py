"""The exact price of Three Card Poker's bonus bet."""

from __future__ import annotations

from cardroom.analysis.side_bets.prices import FRESH, PricedBet, payments
from cardroom.games.three_card.game import bonus_chances
from cardroom.rules.ruleset import Ruleset


def side_bets(rules: Ruleset) -> tuple[PricedBet, ...]:
    return tuple(
        PricedBet(
            bet.name,
            bet.title,
            payments(bet, bonus_chances(bet, rules.deck.packs)),
            (FRESH, "the hand is not folded"),
        )
        for bet in rules.side_bets
    )
