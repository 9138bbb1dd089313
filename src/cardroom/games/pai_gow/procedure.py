"""The procedure of pai gow poker in words."""

from __future__ import annotations

from cardroom.games.pai_gow.steps import (
    AskHouseWay,
    ChoosePile,
    DealPiles,
    Deliver,
    PayEnvy,
    PayFromActionSeat,
    ReplaceExposed,
    SetBank,
    SetHands,
)
from cardroom.games.procedure import settled
from cardroom.rules.ruleset import Ruleset
from cardroom.rules.steps import Roll, Settle, Step


def words(rules: Ruleset, step: Step) -> str:
    match step:
        case DealPiles():
            return (
                "The dealer deals seven piles of seven cards, one card at a time;"
                " four cards are left over."
            )
        case ReplaceExposed():
            return "A boxed or exposed card is replaced by the first of the cards left over."
        case ChoosePile():
            return "The bank chooses the pile that is delivered first."
        case Roll():
            return (
                "The bank shakes the cup. The total of the three dice names a seat, counted"
                " clockwise with the bank as 1."
            )
        case AskHouseWay():
            return "Before anybody looks, each player may ask for the house way."
        case Deliver():
            return "The dealer delivers the chosen pile to that seat, and the others clockwise."
        case SetHands():
            return "All players set their hands at the same time, unseen by the others."
        case SetBank():
            return "The bank's cards are turned over, and the bank sets its hand."
        case PayFromActionSeat():
            return "Hand by hand, clockwise from the action button, hands are opened and settled."
        case PayEnvy():
            return "When all wagers are settled, envy buttons are paid."
        case Settle():
            return settled(rules, step)
        case _:
            raise AssertionError(f"no rule page has a step {step}")
