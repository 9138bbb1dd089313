"""The pots, the bets in front of the seats, and the buttons of the blinds."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from itertools import combinations
from typing import Final

from cardroom.games.felt import FOLDED
from cardroom.games.poker.state import PokerState, Round, made_pots, policies
from cardroom.games.poker.values import high, low
from cardroom.hands.low import low as low_of
from cardroom.hands.poker import best, omaha_hands
from cardroom.places import BOARD, hand_place
from cardroom.play.felt_state import EMPTY_FELT, FeltState, PotPart, PotPile
from cardroom.play.inputs import Answer
from cardroom.play.pots import Pot, Won
from cardroom.play.round import Await, DraftOf

SAID: Final = {
    "fold": FOLDED.how, "check": "checked", "call": "called", "bet": "bet", "raise": "raised",
}  # fmt: skip
BOARD_CARDS: Final = 5
SMALL_BLIND, BIG_BLIND = "small-blind", "big-blind"


def felt_state(round: Round) -> FeltState:
    state = round.state
    if len(round.players) < 2:
        return EMPTY_FELT
    blinds = ((SMALL_BLIND, state.small), (BIG_BLIND, state.big))
    buttons = tuple((button, seat) for button, seat in blinds if seat)
    said = _said(round, state)
    if state.given:
        won = [(each, winning_five(round, each)) for each in state.won]
        return FeltState(_piles(state.given, won), buttons=buttons, said=said)
    front = _before_the_seats(round, state)
    return FeltState(_piles(made_pots(DraftOf(round), front)), front, buttons, said)


def _said(round: Round, state: PokerState) -> Mapping[int, str]:
    """Each seat's last action of this round of betting; who has folded stays folded."""
    last = {each.box: SAID.get(each.verb, "") for each in round.inputs if isinstance(each, Answer)}
    now = {} if state.given else {seat: last.get(seat, "") for seat in (*state.put, *state.acted)}
    now |= dict.fromkeys(state.folded, SAID["fold"])
    return {seat: word for seat, word in now.items() if word}


def winning_five(round: Round, won: Won) -> tuple[str, ...]:
    """The five cards of a hand that won and that everybody has seen."""
    draft, seat = DraftOf(round), won.share.box
    posted, hole, board = policies(round.rules), draft.at(hand_place(seat)), draft.at(BOARD)
    # Who is left alone may show before the board is complete: no five cards have won.
    if seat not in round.state.shown or len(board) < BOARD_CARDS:
        return ()
    if posted.plays == "two":
        fives = omaha_hands(hole, board)
    else:
        fives = list(combinations((*hole, *board), 5))
    if won.share.side == "low":
        bottom = low(posted, hole, board)
        found = next((five for five in fives if low_of(five) == bottom), ())
    else:
        top = high(posted, hole, board)
        found = next((five for five in fives if best(five) == top), ())
    return tuple(card.text for card in found)


def _before_the_seats(round: Round, state: PokerState) -> Mapping[int, int]:
    """Bets lie in front of their seats until the betting round is over, then go to the pots."""
    betting = isinstance(round.head, Await) and round.head.asks[0].topic == "bet"
    if state.street and not betting:
        return {}
    return {seat: chips for seat, chips in state.put.items() if chips}


def _piles(
    made: Iterable[Pot], won: Iterable[tuple[Won, tuple[str, ...]]] = ()
) -> tuple[PotPile, ...]:
    parts = tuple(won)
    return tuple(
        PotPile(
            pot.amount,
            tuple(sorted(pot.boxes)),
            tuple(
                PotPart(
                    each.share.box,
                    each.share.amount,
                    each.share.side,
                    each.clause,
                    each.cause,
                    cards,
                )
                for each, cards in parts
                if each.share.pot == number
            ),
        )
        for number, pot in enumerate(made)
        if pot.amount
    )
