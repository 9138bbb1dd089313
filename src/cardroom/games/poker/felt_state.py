"""The pots, the bets in front of the seats, and the buttons of the blinds."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from cardroom.games.poker.state import PokerState, Round, made_pots
from cardroom.play.felt_state import EMPTY_FELT, FeltState, PotPart, PotPile
from cardroom.play.pots import Pot, Won
from cardroom.play.round import Await, DraftOf

SMALL_BLIND, BIG_BLIND = "small-blind", "big-blind"


def felt_state(round: Round) -> FeltState:
    state = round.state
    if len(round.players) < 2:
        return EMPTY_FELT
    blinds = ((SMALL_BLIND, state.small), (BIG_BLIND, state.big))
    buttons = tuple((button, seat) for button, seat in blinds if seat)
    if state.given:
        return FeltState(_piles(state.given, state.won), buttons=buttons)
    front = _before_the_seats(round, state)
    return FeltState(_piles(made_pots(DraftOf(round), front)), front, buttons)


def _before_the_seats(round: Round, state: PokerState) -> Mapping[int, int]:
    """Bets lie in front of their seats until the betting round is over, then go to the pots."""
    betting = isinstance(round.head, Await) and round.head.asks[0].topic == "bet"
    if state.street and not betting:
        return {}
    return {seat: chips for seat, chips in state.put.items() if chips}


def _piles(made: Iterable[Pot], won: Iterable[Won] = ()) -> tuple[PotPile, ...]:
    parts = tuple(won)
    return tuple(
        PotPile(
            pot.amount,
            tuple(sorted(pot.boxes)),
            tuple(
                PotPart(each.share.box, each.share.amount, each.share.side, each.clause, each.cause)
                for each in parts
                if each.share.pot == number
            ),
        )
        for number, pot in enumerate(made)
        if pot.amount
    )
