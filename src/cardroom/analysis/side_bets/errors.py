"""Why side bets cannot be simulated with the wager."""

from __future__ import annotations

from cardroom.errors import CardroomError


class NoSuchBet(CardroomError):
    """A bet that the posted game does not have, or that the simulator cannot take."""
