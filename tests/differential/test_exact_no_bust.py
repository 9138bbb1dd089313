"""The exact odds of both No-Bust games against every order of tiny shoes."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction

import pytest

from cardroom import model
from cardroom.analysis.twentyone.solver import exact
from cardroom.games.twentyone.game import GAMES
from tests.differential.naive_round import ACE, JOKER, TEN, Cards, Hand, Round, Shoe, Words, best
from tests.proofs import later

JOKERS: Shoe = (1, 0, 1, 0, 1, 2, 0, 0, 0, 4, 2)
JOKERS_EIGHTS: Shoe = (2, 0, 1, 0, 0, 2, 0, 3, 0, 6, 2)
LOW: Shoe = (2, 0, 1, 0, 1, 2, 0, 0, 0, 5, 0)
EIGHTS: Shoe = (2, 0, 1, 0, 0, 2, 0, 4, 0, 5, 0)
ACES: Shoe = (4, 0, 0, 0, 0, 2, 0, 1, 0, 8, 0)


def draws(bank: Cards) -> bool:
    total, soft = best(bank)
    return total < 17 or (total == 17 and soft)


class Jokers:
    """A joker makes 21, two of them a natural; hands over 21 wait for the bank's."""

    looks = False
    aces_again = False

    def __init__(self, given: Mapping[str, object]) -> None:
        self.beats = given.get("joker_hand") == "beats-21"
        self.ties_push = bool(given.get("option_5_over_ties_push", False))

    def natural(self, cards: Cards) -> bool:
        return tuple(cards) == (JOKER, JOKER)

    def paid_naturals(self) -> list[tuple[Fraction, Fraction]]:
        return []

    def at_once(self, hand: Hand) -> Fraction | None:
        return None

    def total(self, cards: Cards) -> int:
        return 21 if JOKER in cards else best(cards)[0]

    def draws(self, bank: Cards) -> bool:
        return JOKER not in bank and draws(bank)

    def owed(self, hand: Hand, bank: Cards) -> Fraction:
        if hand.given_up:
            return Fraction(-1, 2)
        if self.natural(hand.cards) or self.natural(bank):
            both = self.natural(hand.cards) and self.natural(bank)
            return Fraction(0 if both else 2 if self.natural(hand.cards) else -hand.money)
        mine, theirs = self.total(hand.cards), self.total(bank)
        if mine > 21:
            closer = theirs > mine or (theirs == mine and self.ties_push)
            return Fraction(0 if closer else -hand.money)
        if mine == theirs == 21 and self.beats:
            order = (JOKER in hand.cards) - (JOKER in bank)
            return Fraction(order * hand.money)
        if theirs > 21 or mine > theirs:
            return Fraction(hand.money)
        return Fraction(0 if mine == theirs else -hand.money)


class BonusAces:
    """Ace and ten are 21 and a half, after a split too; three cards over 21 may push."""

    def __init__(self, given: Mapping[str, object]) -> None:
        self.looks = given.get("hole_card") == "peek"
        self.aces_again = bool(given.get("split_aces_again", True))
        self.after_split = bool(given.get("natural_after_split", True))
        listed = {"23-25": (23, 24, 25), "25": (25,), "any": tuple(range(22, 31)), "none": ()}
        self.pushes = listed[str(given.get("three_card_push", "23-25"))]

    def natural(self, cards: Cards) -> bool:
        return sorted(cards) == [ACE, TEN]

    def paid_naturals(self) -> list[tuple[Fraction, Fraction]]:
        return []

    def at_once(self, hand: Hand) -> Fraction | None:
        return None

    def draws(self, bank: Cards) -> bool:
        return draws(bank)

    def owed(self, hand: Hand, bank: Cards) -> Fraction:
        if hand.given_up:
            return Fraction(-hand.money, 2)
        mine, theirs = best(hand.cards)[0], best(bank)[0]
        own = self.natural(hand.cards) and (hand.pair < 0 or self.after_split)
        if own or self.natural(bank):
            if own and self.natural(bank):
                return Fraction(0)
            return Fraction(6, 5) if own else Fraction(-hand.money)
        if mine > 21:
            pushes = len(hand.cards) == 3 and mine in self.pushes and theirs > mine
            return Fraction(0 if pushes else -hand.money)
        if theirs > 21 or mine > theirs:
            return Fraction(hand.money)
        return Fraction(0 if mine == theirs else -hand.money)


def compared(game: str, given: Mapping[str, object], shoe: Shoe, hands_max: int) -> exact.Solution:
    tables = model.compile(GAMES[game].ruleset({**given, "hands_max": hands_max}))
    words: Words = Jokers(given) if game == "no-bust-joker" else BonusAces(given)
    solved = exact.solve(tables, shoe)
    naive = Round(words, tables, solved.strategy, hands_max).value(shoe)
    assert solved.value == pytest.approx(float(naive), abs=1e-13)
    again = exact.evaluate(tables, solved.strategy, shoe)
    assert again.value == pytest.approx(float(naive), abs=1e-13)
    return solved


@pytest.mark.parametrize(
    "given",
    [
        later({}),
        {"joker_hand": "beats-21"},
        {"player_chart": "free", "jokers_per_deck": 2},
        later({"option_5_over_ties_push": True}),
    ],
)
def test_jokers_agree_with_every_order_of_a_tiny_shoe(given: Mapping[str, object]) -> None:
    compared("no-bust-joker", given, JOKERS, 1)


@pytest.mark.parametrize(
    "given",
    [
        later({}),
        later({"three_card_push": "any", "double_sizes": "any"}),
        {"three_card_push": "25", "surrender_after_double": True, "double_sizes": "any"},
        later({"three_card_push": "none"}),
        {"hole_card": "peek", "three_card_push": "any", "double_sizes": "any"},
        {"surrender": False},
    ],
)
def test_bonus_aces_agree_with_every_order_of_a_tiny_shoe(given: Mapping[str, object]) -> None:
    compared("no-bust-bonus-ace", given, LOW, 1)


@pytest.mark.parametrize(
    ("game", "given", "shoe"),
    [
        ("no-bust-joker", {}, JOKERS_EIGHTS),
        later("no-bust-bonus-ace", {}, EIGHTS),
        later("no-bust-bonus-ace", {}, ACES),
        later("no-bust-bonus-ace", {"natural_after_split": False}, ACES),
        ("no-bust-bonus-ace", {"hole_card": "peek", "split_aces_again": False}, ACES),
    ],
)
def test_splits_agree(game: str, given: Mapping[str, object], shoe: Shoe) -> None:
    assert compared(game, given, shoe, 2).strategy.splits.any()


@pytest.mark.prove
@pytest.mark.parametrize("game", ["no-bust-joker", "no-bust-bonus-ace"])
def test_resplits_agree(game: str) -> None:
    assert compared(game, {}, (2, 0, 0, 1, 1, 4, 0, 1, 0, 8, 0), 3).strategy.splits.any()
