"""Exact prices of the side bets of a 21 game."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from typing import Final

from cardroom.analysis.side_bets.prices import FRESH, PricedBet, payments, pays_at
from cardroom.analysis.twentyone.dealer_bets import TooManyDealerHands, is_on_dealer, row_chances
from cardroom.cards import Composition
from cardroom.rules.ruleset import Ruleset
from cardroom.rules.side_bet import CARD_LOOKS, SideBet, chances

PLAYS_OUT: Final = "the dealer always plays out"
OWN_THIRD: Final = "the play of the wager decides whether a third card comes"


def side_bets(
    rules: Ruleset, stake: int | None = None, cards: Composition | None = None
) -> tuple[PricedBet, ...]:
    """Every side bet of the posted game that pays odds and does not depend on the play.

    Payouts are rounded next to a wager of `stake` cents. `cards` is a shoe other than the posted
    decks.
    """
    found = (_priced(rules, bet, stake, cards) for bet in rules.side_bets if bet.meter is None)
    return tuple(bet for bet in found if bet is not None)


def decided_by_cards(
    rules: Ruleset, bet: SideBet, cards: Composition | None = None
) -> Mapping[str, Fraction] | None:
    """The chance of each row; None where the play decides, or where there is too much to count."""
    looks = set(bet.looks_at)
    if looks <= CARD_LOOKS - {"own-third"}:
        return chances(bet, cards or rules.deck)
    if not is_on_dealer(bet):
        return None
    try:
        return row_chances(rules, bet, cards)
    except TooManyDealerHands:
        return None


def assumed(bet: SideBet) -> tuple[str, ...]:
    """What the price of a bet takes for granted, besides a full shoe."""
    alive = () if bet.survives is None else (bet.survives.assumed,)
    third = (OWN_THIRD,) if "own-third" in bet.looks_at else ()
    return (*alive, *third, *((PLAYS_OUT,) if is_on_dealer(bet) else ()))


def is_on_hand(bet: SideBet) -> bool:
    """Whether a bet is on the box's own final hand, which is played first (`hand_bets`)."""
    return "own-hand" in bet.looks_at and "own-third" not in bet.looks_at


def _priced(
    rules: Ruleset, bet: SideBet, stake: int | None, cards: Composition | None
) -> PricedBet | None:
    rows = decided_by_cards(rules, bet, cards)
    if rows is None:
        return None
    return price(rules, bet, rows, stake)


def price(
    rules: Ruleset, bet: SideBet, rows: Mapping[str, Fraction], stake: int | None
) -> PricedBet:
    """A bet that pays odds, by the chance of each row."""
    paid = payments(bet, rows, pays=pays_at(rules, bet, stake))
    return PricedBet(bet.name, bet.title, paid, (FRESH, *assumed(bet)))
