"""The procedure of Three Card Poker in words."""

from __future__ import annotations

from cardroom.games.procedure import ORDERS
from cardroom.games.three_card.steps import DealThree, Decide, OpenHands, TakeFolded, TurnBank
from cardroom.rules.ruleset import Ruleset
from cardroom.rules.steps import Settle, Step

WHOLE_HAND = 3


def words(_: Ruleset, step: Step) -> str:
    match step:
        case DealThree():
            return (
                "Three cards face down to each player, clockwise from the bank's left,"
                " and three to the bank."
            )
        case TurnBank(shown=0):
            return "The bank's cards stay face down while the players decide."
        case TurnBank(shown=shown):
            which = "hand" if shown == WHOLE_HAND else "first card"
            return f"The dealer turns the bank's {which} face up."
        case Decide():
            return "Box by box from the dealer's left, each player makes the play wager or folds."
        case TakeFolded():
            return "The wagers of players who folded are collected, from the dealer's right."
        case OpenHands():
            return "The other players' hands are opened, from the dealer's right."
        case Settle():
            return _settled(step)
        case _:
            raise AssertionError(f"no rule page has a step {step}")


def _settled(step: Settle) -> str:
    wagers = "Bonus wagers" if step.spots == ("bonus",) else "Antes and play wagers"
    if step.order == "losers-first":
        return (
            f"{wagers} are settled from the dealer's right: the losing ones are collected first,"
            " then the winning ones are paid."
        )
    return f"{wagers} are settled, {ORDERS[step.order]}."
