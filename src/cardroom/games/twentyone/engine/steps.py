"""The steps of the 21 games' procedures."""

from __future__ import annotations

from typing import Literal

from cardroom.games.twentyone.policies import TwentyOne
from cardroom.places import ALL, NOBODY
from cardroom.rules.steps import Settle, Step


class BurnCards(Step, frozen=True):
    """After a shuffle the posted number of cards goes face down to the discard rack."""


class CardToEach(Step, frozen=True):
    """One card face up to every box with a wager, clockwise."""

    face: Literal["up", "down"] = "up"
    """Down: its own player sees it."""


class FirstCardToEach(Step, frozen=True):
    """One card face up to every box; bets on it are settled before the next box gets one."""

    spots: tuple[str, ...]
    burn: int
    """Cards burned before each of them."""


class SecondCardToEach(Step, frozen=True):
    """A second card face up to every box, after its Max Bet on the first card, if any."""


class OfferMaxBet(Step, frozen=True):
    """A Max Bet before the second card; declining it waives nothing."""

    box: int


class OfferNaturals(Step, frozen=True):
    """A player with a natural may double on it instead of being paid."""


class CardToBank(Step, frozen=True):
    seen: str = ALL


class OfferInsurance(Step, frozen=True):
    """Offered to all boxes at once, if the bank shows an ace."""

    box: int = 0
    """Offered to this box only: it was missed before."""


class OfferSurrender(Step, frozen=True):
    """Early surrender, to all boxes at once, if the bank may have a natural."""

    box: int = 0


class Peek(Step, frozen=True):
    """The dealer looks under an ace or ten-value, or shows both cards; a natural ends the round."""


class PayNaturals(Step, frozen=True):
    """Naturals that the bank can no longer equal are paid and leave the table."""


class Turns(Step, frozen=True):
    """Box by box, hand by hand."""

    spots: tuple[str, ...] = ()
    """Cards face down: a box's bets on these spots are settled when its turn comes."""


class Award(Step, frozen=True):
    """Bets on a meter are judged: what they win comes off it now, whenever it is paid."""

    settle: Settle
    """The settlement that will pay."""


class OpenFaceDown(Step, frozen=True):
    """Cards that lay face down on players' hands are turned."""


class PlayHand(Step, frozen=True):
    box: int
    hand: int


class BankPlays(Step, frozen=True):
    """The bank's hand is opened and played out if an open bet needs it."""


class BankDone(Step, frozen=True):
    """The bank's hand is announced."""


def blackjack_procedure(policies: TwentyOne) -> tuple[Step, ...]:
    hole = policies.hole.card == "peek"
    shown = policies.hole.card == "face-up"
    steps: list[Step] = [BurnCards(), CardToEach(), CardToBank(), CardToEach()]
    if hole or shown:
        steps.append(CardToBank(NOBODY if hole else ALL))
    if policies.insurance is not None:
        steps.append(OfferInsurance())
    if hole and policies.surrender is not None and policies.surrender.when == "early":
        steps.append(OfferSurrender())
    if hole or shown:
        steps.append(Peek())
    steps += [PayNaturals(), Turns(), BankPlays(), BankDone(), Settle(("main",))]
    return tuple(steps)
