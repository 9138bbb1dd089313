"""The exact price of Three Card Poker's bonus bet."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction

from cardroom.analysis.side_bets.prices import FRESH, PricedBet, payments, pays_at
from cardroom.games.three_card.game import bonus_chances
from cardroom.rules.ruleset import Ruleset
from cardroom.rules.side_bet import SideBet


def side_bets(rules: Ruleset, stake: int | None = None) -> tuple[PricedBet, ...]:
    """Every bet on the player's own cards; on both hands there is too much to count.

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
    if bet.looks_at != ("own-hand",):
        return None
    return bonus_chances(bet, rules.deck.packs)
