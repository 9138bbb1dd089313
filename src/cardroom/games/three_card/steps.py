"""The procedure of Three Card Poker."""

from __future__ import annotations

from cardroom.rules.steps import Step


class DealThree(Step, frozen=True):
    """Three cards face down to each, clockwise from the bank's left, the bank last."""


class TurnBank(Step, frozen=True):
    """The bank's first cards are turned face up, as many as `shown`."""

    shown: int


class Decide(Step, frozen=True):
    """Box by box from the dealer's left: play, or fold."""


class DecideBox(Step, frozen=True):
    box: int


class TakeFolded(Step, frozen=True):
    """Forfeited wagers are collected, the highest seat first."""


class OpenHands(Step, frozen=True):
    """Players' hands are turned, from the dealer's right."""
