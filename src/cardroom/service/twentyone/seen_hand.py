"""A hand of a 21 game as its player sees it, read from a view: for bots and for the coach."""

from __future__ import annotations

from typing import Final

import msgspec

from cardroom.cards import UNSEEN, Card
from cardroom.places import BANK, hand_place, read_place
from cardroom.play.views import AskView, View

MAIN: Final = "main"
MAX_BET: Final = "max-bet"


class SeenHand(msgspec.Struct, frozen=True):
    cards: tuple[Card, ...]
    up: Card
    label: str
    """As the dealer announces it."""
    hands: int
    """The number of hands of the box, finished ones included."""
    hand: int
    """Its id; 1 is the box's first."""
    wager: int
    """The hand's initial wager."""
    doubled: bool
    max_bets: tuple[int, ...]
    """The verbs taken on this hand, in order."""
    side_bets: bool
    """Whether the box has other open bets."""


def seen_hand(view: View, ask: AskView) -> SeenHand | None:
    """The hand whose decision it is; None if it has cards its player has not seen."""
    bank, own = view.places.get(BANK), view.places.get(hand_place(ask.box, ask.hand or 1))
    if bank is None or own is None:
        return None
    cards, up = tuple(map(Card, own.cards)), Card(bank.cards[0])
    if UNSEEN in (*cards, up) or not cards:
        return None
    mine = [bet for bet in view.bets if bet.box == ask.box and not bet.backline]
    on_hand = [bet for bet in mine if bet.hand == (ask.hand or 1)]
    main = next((bet for bet in on_hand if bet.spot == MAIN), None)
    if main is None:
        # A natural that is already paid may still be offered insurance.
        wager = stake = _paid(view, ask.box)
    else:
        # A later split hand's wager may be all added money; it is never doubled before its turn.
        wager, stake = main.stake - main.added or main.stake, main.stake
    return SeenHand(
        cards,
        up,
        own.label,
        sum(box == ask.box and hand > 0 for box, hand in map(read_place, view.places)),
        ask.hand or 1,
        wager,
        stake > wager,
        tuple(bet.stake for bet in on_hand if bet.spot == MAX_BET),
        any(bet.spot not in (MAIN, MAX_BET, "insurance") for bet in mine),
    )


def _paid(view: View, box: int) -> int:
    """The box's wager at the deal, which was settled before anyone played."""
    bets = (settled.bet for settled in view.settled)
    own = (bet for bet in bets if bet.box == box and bet.spot == MAIN and not bet.backline)
    return next((bet.stake for bet in own), 0)
