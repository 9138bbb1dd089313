"""The exact edges of No Bust 21 converge to those of infinite decks, computed separately here.

Endless decks need no shoe: a card is a joker once in 27, and every draw is like the first. Nothing
here reads the rules or the tables; the page that prints the game is restated in a hundred lines.
"""

from __future__ import annotations

from functools import cache

import pytest

from tests.decks import edge_with

ACE, TEN, JOKER = 1, 10, 0
CARDS = {JOKER: 1 / 27, **dict.fromkeys(range(1, 10), 2 / 27), TEN: 8 / 27}
NATURAL = 100
"""Two jokers; any other hand is its points, up to 31."""

Hand = tuple[int, bool]
"""Points with aces as one, and whether there is an ace."""


def points(hand: Hand) -> int:
    low, ace = hand
    return low + 10 if ace and low <= 11 else low


def soft(hand: Hand) -> bool:
    return points(hand) != hand[0]


def with_card(hand: Hand, card: int) -> Hand:
    return hand[0] + card, hand[1] or card == ACE


@cache
def finals(hand: Hand) -> dict[int, float]:
    """What a bank that has seen no joker ends with; it draws to 16 and to a soft 17."""
    found: dict[int, float] = {}
    for card, chance in CARDS.items():
        then = with_card(hand, card)
        stands = points(then) > 17 or (points(then) == 17 and not soft(then))
        rest = {21: 1.0} if card == JOKER else {points(then): 1.0} if stands else finals(then)
        for total, part in rest.items():
            found[total] = found.get(total, 0.0) + chance * part
    return found


def bank(up: int) -> dict[int, float]:
    if up == JOKER:
        return {NATURAL: CARDS[JOKER], 21: 1 - CARDS[JOKER]}
    return finals((up, up == ACE))


@cache
def against(mine: int, up: int) -> float:
    """What a wager on these points is worth."""

    def result(theirs: int) -> int:
        if mine == theirs == NATURAL:
            return 0
        if NATURAL in (mine, theirs):
            return 2 if mine == NATURAL else -1
        if mine > 21:
            return 0 if theirs > mine else -1
        return 1 if theirs > 21 else (mine > theirs) - (mine < theirs)

    return sum(chance * result(theirs) for theirs, chance in bank(up).items())


def drawn(hand: Hand, up: int, then: str) -> float:
    worth = 0.0
    for card, chance in CARDS.items():
        got = with_card(hand, card)
        stops = card == JOKER or then == "stand"
        total = 21 if card == JOKER else points(got)
        worth += chance * (against(total, up) if stops else played(got, up))
    return worth


@cache
def played(hand: Hand, up: int) -> float:
    stood = against(points(hand), up)
    return stood if points(hand) >= 21 else max(stood, drawn(hand, up, "play"))


def doubled(hand: Hand, up: int) -> float:
    return 2 * drawn(hand, up, "stand") if points(hand) < 21 else -2.0


def split(card: int, up: int) -> float:
    """Two hands, not split again; an ace has one card, others may be doubled."""
    worth = 0.0
    for second, chance in CARDS.items():
        hand = with_card((card, card == ACE), second)
        if second == JOKER:
            worth += chance * against(21, up)
        elif card == ACE:
            worth += chance * against(points(hand), up)
        else:
            worth += chance * max(played(hand, up), doubled(hand, up))
    return 2 * worth


def dealt(first: int, second: int, up: int) -> float:
    if JOKER in (first, second):
        return against(NATURAL if first == second else 21, up)
    hand = with_card((first, first == ACE), second)
    if up == JOKER:
        return against(points(hand), up)
    pair = [split(first, up)] if first == second else []
    return max(played(hand, up), doubled(hand, up), -0.5, *pair)


def endless() -> float:
    return -sum(
        p * q * r * dealt(first, second, up)
        for first, p in CARDS.items()
        for second, q in CARDS.items()
        for up, r in CARDS.items()
    )


OPTIONS = {"decks": 8, "jokers_per_deck": 2, "player_chart": "free", "hands_max": 2}


def test_exact_edges_go_where_endless_decks_are() -> None:
    """Twice as many decks take away half as much, but for a small rest."""
    many, twice = (edge_with(decks, "no-bust-joker", OPTIONS) for decks in (64, 128))
    assert many < twice < endless()
    assert 2 * twice - many == pytest.approx(endless(), abs=5e-8)
