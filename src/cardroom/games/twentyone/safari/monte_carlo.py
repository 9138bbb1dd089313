"""Monte Carlo: roulette-style bets on a box's first card (Safari 21, Appendix A)."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Final, NamedTuple

from cardroom.cards import JOKER, SUITS, Card
from cardroom.money import Odds
from cardroom.rules.spots import Spot

SUIT_NAMES: Final = {"h": "hearts", "d": "diamonds", "s": "spades", "c": "clubs"}
KING: Final = 13


class OutcomeBet(NamedTuple):
    """One of the outcomes: what it is called, what it pays, and which first cards it names."""

    name: str
    title: str
    odds: Odds
    names: Callable[[Card], bool]


def _suited(kind: str, suit: str, king: int, odds: Odds) -> OutcomeBet:
    number = SUITS.index(suit)
    title = "King" if king else "Ace to queen"
    return OutcomeBet(
        f"monte-carlo/{kind}-{SUIT_NAMES[suit]}",
        f"{title} of {SUIT_NAMES[suit]}",
        odds,
        lambda card: card.suit == number and (card.rank == KING) == bool(king),
    )


def _plain(card: Card) -> bool:
    return 1 <= card.rank < KING


OUTCOMES: Final = (
    *(_suited("king", suit, 1, Odds(40)) for suit in SUIT_NAMES),
    OutcomeBet(
        "monte-carlo/king-red", "Red king", Odds(20), lambda card: card.rank == KING and card.red
    ),
    OutcomeBet(
        "monte-carlo/king-black",
        "Black king",
        Odds(20),
        lambda card: card.rank == KING and card.black,
    ),
    OutcomeBet("monte-carlo/king-any", "Any king", Odds(10), lambda card: card.rank == KING),
    *(_suited("aq", suit, 0, Odds(3)) for suit in SUIT_NAMES),
    OutcomeBet(
        "monte-carlo/aq-red", "Ace to queen, red", Odds(1), lambda card: _plain(card) and card.red
    ),
    OutcomeBet(
        "monte-carlo/aq-black",
        "Ace to queen, black",
        Odds(1),
        lambda card: _plain(card) and card.black,
    ),
)
"""Table A: thirteen outcomes."""

JOKER_BET: Final = OutcomeBet("monte-carlo/joker", "Joker", Odds(45), lambda card: card is JOKER)
"""The fourteenth, with Table B."""

TABLES: Final[Mapping[str, tuple[OutcomeBet, ...]]] = {
    "table-a": OUTCOMES,
    "table-b": (JOKER_BET, *OUTCOMES),
}
BY_NAME: Final[Mapping[str, OutcomeBet]] = {bet.name: bet for bet in TABLES["table-b"]}


def spots(table: str) -> tuple[Spot, ...]:
    return tuple(
        Spot(
            bet.name,
            bet.title,
            needs=frozenset({"own-first-card"}),
            beside_main=True,
            odds=str(bet.odds),
        )
        for bet in TABLES[table]
    )
