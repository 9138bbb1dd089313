"""Exact prices of the side bets of a 21 game."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction

from cardroom.analysis.side_bets.prices import FRESH, PricedBet, payments
from cardroom.cards import Card
from cardroom.games.twentyone.game import posted_game
from cardroom.hands.points import Key, add, over, pip, start
from cardroom.rules.ruleset import Ruleset
from cardroom.rules.side_bet import CARD_LOOKS, SideBet, chances, kinds


def side_bets(rules: Ruleset) -> tuple[PricedBet, ...]:
    """Every side bet of the posted game that pays odds."""
    return tuple(_priced(rules, bet) for bet in rules.side_bets if bet.meter is None)


def _priced(rules: Ruleset, bet: SideBet) -> PricedBet:
    if CARD_LOOKS.issuperset(bet.looks_at):
        return PricedBet(bet.name, bet.title, payments(bet, chances(bet, rules.deck)), (FRESH,))
    assert bet.looks_at == ("bank-up", "bank-busts"), f"{bet.name} looks at more than the bank"
    alive = () if bet.survives is None else (bet.survives.assumed,)
    known = (FRESH, *alive, "the dealer always plays out")
    return PricedBet(bet.name, bet.title, payments(bet, _by_up_card(rules, bet)), known)


def _by_up_card(rules: Ruleset, bet: SideBet) -> Mapping[str, Fraction]:
    """The chance of each row of a bet on the bank's up card and on whether the bank busts."""
    found = dict.fromkeys((row.name for row in bet.rows), Fraction(0))
    busts = bust_chances(rules)
    for card, count in kinds(rules.deck):
        shown = Fraction(count, len(rules.deck))
        busted = shown * busts[pip(card)]
        for bust, chance in ((True, busted), (False, shown - busted)):
            row = bet.row(card, bust)
            if row is not None:
                found[row.name] += chance
    return found


def bust_chances(rules: Ruleset) -> dict[int, Fraction]:
    """By its up card's value (1 to 10), the chance that the bank busts, from a full shoe.

    The cards of the players are unseen cards like any other, so they change nothing.
    """
    at = posted_game(rules)
    counts = [0] + [4 * rules.deck.packs] * 9 + [16 * rules.deck.packs]
    cards = [Card(text + "s") for text in ("A", *"23456789", "T")]

    def busts(key: Key, left: int) -> Fraction:
        if over(key):
            return Fraction(1)
        if not at.game.bank_draws(at.policies, key):
            return Fraction(0)
        total = Fraction(0)
        for value in range(1, 11):
            held = counts[value]
            if held:
                counts[value] -= 1
                drawn = add(at.policies.points, key, cards[value - 1])
                total += Fraction(held, left) * busts(drawn, left - 1)
                counts[value] += 1
        return total

    size = len(rules.deck)
    found = {}
    for up in range(1, 11):
        counts[up] -= 1
        key = add(at.policies.points, start(at.policies.points), cards[up - 1])
        found[up] = busts(key, size - 1)
        counts[up] += 1
    return found
