"""The results of a session as values: text and JSON read these. Money is in cents."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Literal

import msgspec

from cardroom.analysis.documents import GameDocument

Whose = Literal["player", "house"]


class Quantile(msgspec.Struct, frozen=True):
    share: float
    """Of all sessions, those that end no better than this."""
    result: int


class RuinChance(msgspec.Struct, frozen=True):
    bankroll: int
    within: float
    """The chance to be ruined before the session ends."""


class SessionRuin(msgspec.Struct, frozen=True):
    """A bankroll that is lost when it no longer pays for the next round."""

    bankroll: int
    needed: int
    """For a round."""
    within: float | None
    """The chance to be ruined before the session ends; None where it takes too long to compute."""
    ever: float | None
    """If the game goes on; None where that is not computed."""
    why: str
    """Why a figure is missing."""
    curve: tuple[RuinChance, ...] = ()
    """For smaller bankrolls too, up to this one; for a picture."""


class Session(GameDocument, frozen=True):
    """Rounds of the main wager, one after the other."""

    whose: Whose
    """Whose results these are."""
    rounds: int
    hours: float | None
    bet: int
    boxes: int
    mean: float
    deviation: float
    round_deviation: float
    ahead: float
    """The chance to end better than it began."""
    even: float
    quantiles: tuple[Quantile, ...]
    curve: tuple[Quantile, ...]
    """The same in steps of half a percent, for a picture."""
    ruin: SessionRuin | None
    method: str
    assumptions: tuple[str, ...]
    collection: int = 0
    """Cents that are paid in every round."""
    with_bets: Mapping[str, int] = {}
    """Side bets of every round, by spot, with their stakes in cents."""
    mean_error: float = 0.0
    """One standard error of the mean; 0 where the mean is exact."""
