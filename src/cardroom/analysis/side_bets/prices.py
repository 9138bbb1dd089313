"""Bets beside the hand, exactly: every payment and its probability as a fraction of the shoe.

Nothing here is a rule: which cards win and what they are paid is asked of the games.
"""

from __future__ import annotations

import math
from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping
from fractions import Fraction
from typing import Final, NamedTuple

from cardroom.cards import CARDS, JOKER, JOKER_INDEX, Card, Deck
from cardroom.games.three_card.game import bonus_chances
from cardroom.games.twentyone.blackjack import bet_the_set, dealer_bust
from cardroom.games.twentyone.game import desk
from cardroom.games.twentyone.maxtime import rules as maxtime
from cardroom.games.twentyone.safari import monte_carlo
from cardroom.hands.points import Key, add, over, start
from cardroom.money import Odds
from cardroom.rules.policies import ThreeCard
from cardroom.rules.ruleset import Ruleset

FRESH: Final = "a full shoe, nothing known of it"


class SideBet(NamedTuple):
    """A bet's payments per unit staked, each with its chance; the chances add up to one."""

    spot: str
    title: str
    payments: Mapping[Fraction, Fraction]
    """Net of the stake, to its probability."""
    assumptions: tuple[str, ...]

    @property
    def edge(self) -> Fraction:
        """The bank's, per unit staked."""
        return -sum((net * chance for net, chance in self.payments.items()), Fraction(0))

    @property
    def hit_frequency(self) -> Fraction:
        return sum((chance for net, chance in self.payments.items() if net > 0), Fraction(0))

    @property
    def deviation(self) -> float:
        mean = -self.edge
        square = sum((net**2 * chance for net, chance in self.payments.items()), Fraction(0))
        return math.sqrt(square - mean**2)


def side_bets(rules: Ruleset) -> tuple[SideBet, ...]:
    """Every bet beside the hand that the posted game offers before the deal."""
    found = []
    for spot in rules.spots:
        for prefix, price in PRICES.items():
            if spot.name == prefix or spot.name.startswith(prefix + "/"):
                found.append(price(rules, spot.name, spot.title))
    return tuple(found)


def _net(odds: Odds | None) -> Fraction:
    return Fraction(-1) if odds is None else Fraction(odds.pays, odds.per)


def _rest(payments: Mapping[Fraction, Fraction]) -> dict[Fraction, Fraction]:
    """With what is left of the probability lost."""
    lost = 1 - sum(payments.values(), Fraction(0))
    return {**payments, Fraction(-1): payments.get(Fraction(-1), Fraction(0)) + lost}


def _kinds(deck: Deck) -> Iterable[tuple[Card, int]]:
    """Each different card and how often the deck holds it."""
    yield from ((card, deck.packs) for card in CARDS[:JOKER_INDEX])
    if deck.jokers:
        yield JOKER, deck.jokers


def _first_card(rules: Ruleset, spot: str, title: str) -> SideBet:
    bet = monte_carlo.BY_NAME[spot]
    named = sum(count for card, count in _kinds(rules.deck) if bet.names(card))
    chance = Fraction(named, len(rules.deck))
    return SideBet(spot, title, _rest({_net(bet.odds): chance}), (FRESH,))


def _pair(rules: Ruleset, spot: str, title: str) -> SideBet:
    table = bet_the_set.pay_table(str(rules.options["pay_table"]))
    payments: dict[Fraction, Fraction] = defaultdict(Fraction)
    for row, chance in bet_the_set.chances(rules.deck.packs).items():
        payments[_net(bet_the_set.odds_of(table, row))] += chance
    return SideBet(spot, title, _rest(payments), (FRESH,))


def _maxtyme(rules: Ruleset, spot: str, title: str) -> SideBet:
    ways = 0
    for first, count in _kinds(rules.deck):
        for second, others in _kinds(rules.deck):
            if maxtime.in_diamonds(rules, first, second):
                ways += count * (others - (first is second))
    size = len(rules.deck)
    chance = Fraction(ways, size * (size - 1))
    return SideBet(spot, title, _rest({_net(maxtime.MAXTYME_ODDS): chance}), (FRESH,))


def bust_chances(rules: Ruleset) -> dict[int, Fraction]:
    """The probability that the bank shows this rank (1 to 10) and goes over, from a full shoe.

    The cards of the players are unseen cards like any other, so they change nothing.
    """
    at = desk(rules)
    counts = [0] + [4 * rules.deck.packs] * 9 + [16 * rules.deck.packs]
    cards = [Card(text + "s") for text in ("A", *"23456789", "T")]

    def goes_over(key: Key, left: int) -> Fraction:
        if over(key):
            return Fraction(1)
        if not at.game.bank_draws(at.policies, key):
            return Fraction(0)
        total = Fraction(0)
        for rank in range(1, 11):
            held = counts[rank]
            if held:
                counts[rank] -= 1
                drawn = add(at.policies.points, key, cards[rank - 1])
                total += Fraction(held, left) * goes_over(drawn, left - 1)
                counts[rank] += 1
        return total

    size = len(rules.deck)
    found = {}
    for up in range(1, 11):
        share = Fraction(counts[up], size)
        counts[up] -= 1
        key = add(at.policies.points, start(at.policies.points), cards[up - 1])
        found[up] = share * goes_over(key, size - 1)
        counts[up] += 1
    return found


def _dealer_bust(rules: Ruleset, spot: str, title: str) -> SideBet:
    table = dealer_bust.pay_table(int(str(rules.options["pay_table"])))
    payments: dict[Fraction, Fraction] = defaultdict(Fraction)
    for up, chance in bust_chances(rules).items():
        payments[_net(table.odds(dealer_bust.row_of(up)))] += chance
    known = (FRESH, "no hand of the box goes above 29", "the dealer always plays out")
    return SideBet(spot, title, _rest(payments), known)


def _three_card_bonus(rules: Ruleset, spot: str, title: str) -> SideBet:
    policies = rules.policies
    assert isinstance(policies, ThreeCard)
    payments = bonus_chances(policies.bonus, rules.deck.packs)
    return SideBet(spot, title, payments, (FRESH, "the hand is not folded"))


PRICES: Final[Mapping[str, Callable[[Ruleset, str, str], SideBet]]] = {
    "monte-carlo": _first_card,
    "bet-the-set": _pair,
    "maxtyme": _maxtyme,
    "dealer-bust": _dealer_bust,
    "bonus": _three_card_bonus,
}
