"""Monte Carlo: roulette-style bets on a box's first card (Safari 21, Appendix A)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from cardroom.cards import JOKER, SUITS, Card
from cardroom.games.twentyone.safari.clauses import MC_LOSES, MC_PAYS, MC_WAGER
from cardroom.money import Odds
from cardroom.rules.side_bet import Condition, SideBet, SideRow

GROUP: Final = "monte-carlo/"
SUIT_NAMES: Final = {"h": "hearts", "d": "diamonds", "s": "spades", "c": "clubs"}
KING: Final = 13


def _bet(name: str, title: str, odds: Odds, names: Condition) -> SideBet:
    row = SideRow(name, names, odds, MC_PAYS)
    return SideBet(
        GROUP + name,
        title,
        ("own-first",),
        (row,),
        MC_LOSES,
        "first-card",
        head="First card",
        beside=MC_WAGER,
    )


def _king(card: Card) -> bool:
    return card.rank == KING


def _ace_to_queen(card: Card) -> bool:
    return 1 <= card.rank < KING


def _kings(suit: str) -> SideBet:
    number, name = SUITS.index(suit), SUIT_NAMES[suit]
    return _bet(
        f"king-{name}",
        f"King of {name}",
        Odds(40),
        lambda card: _king(card) and card.suit == number,
    )


def _aces_to_queens(suit: str) -> SideBet:
    number, name = SUITS.index(suit), SUIT_NAMES[suit]
    return _bet(
        f"aq-{name}",
        f"Ace to queen of {name}",
        Odds(3),
        lambda card: _ace_to_queen(card) and card.suit == number,
    )


OUTCOMES: Final = (
    *map(_kings, SUIT_NAMES),
    _bet("king-red", "Red king", Odds(20), lambda card: _king(card) and card.red),
    _bet("king-black", "Black king", Odds(20), lambda card: _king(card) and card.black),
    _bet("king-any", "Any king", Odds(10), _king),
    *map(_aces_to_queens, SUIT_NAMES),
    _bet("aq-red", "Ace to queen, red", Odds(1), lambda card: _ace_to_queen(card) and card.red),
    _bet(
        "aq-black",
        "Ace to queen, black",
        Odds(1),
        lambda card: _ace_to_queen(card) and card.black,
    ),
)
"""Table A: thirteen outcomes."""

JOKER_BET: Final = _bet("joker", "Joker", Odds(45), lambda card: card is JOKER)
"""The fourteenth, with Table B."""

TABLES: Final[Mapping[str | None, tuple[SideBet, ...]]] = {
    None: (),
    "table-a": OUTCOMES,
    "table-b": (JOKER_BET, *OUTCOMES),
}
