"""A person's own play, as the page shows it; money in cents."""

from __future__ import annotations

import msgspec

from cardroom.service.coach.decisions import JudgedDecision


class PlayedWager(msgspec.Struct, frozen=True):
    """The bets of a person on one spot in a round."""

    spot: str
    first: int
    """What was staked before the deal, or when the bet opened."""
    squares: int
    """The sum of the squares of those stakes, box by box."""
    action: int
    """With doubles and splits."""
    net: int
    """Before fees."""


class OwnRound(msgspec.Struct, frozen=True):
    at: int
    """Unix time in milliseconds."""
    table: str
    title: str
    game: str
    rules: str
    """The digest of the posted rules."""
    round: int
    session: int
    """At that table, from sitting down until leaving."""
    result: int
    """The change of the stack: wagers, the person's bank, and fees."""
    fees: int
    void: bool
    banked: bool
    wagers: tuple[PlayedWager, ...]


class SpotTheory(msgspec.Struct, frozen=True):
    title: str
    edge: float
    deviation: float | None


class GameTheory(msgspec.Struct, frozen=True):
    """What the posted rules make of a wager; without `spots` while that is computed, or if it
    cannot be."""

    title: str
    ready: bool
    spots: dict[str, SpotTheory] = {}
    part_of: dict[str, str] = {}
    """Wagers made in the hand's turn, whose figures are in those of the main wager."""
    titles: dict[str, str] = {}
    """What the posted rules call each spot, or its group; known before the odds."""


class CostlyDecision(msgspec.Struct, frozen=True):
    table: str
    round: int
    decision: JudgedDecision


class OwnPlay(msgspec.Struct, frozen=True):
    rounds: tuple[OwnRound, ...]
    """Newest last."""
    theory: dict[str, GameTheory]
    """By digest."""
    costly: tuple[CostlyDecision, ...]
    """The costliest first, of the rounds that are reviewed."""
    more: bool
    """Whether the journal has more: ask again."""
    reviewed: int = 0
    """Rounds whose decisions were compared with the best ones."""
    to_review: int = 0
    """All rounds that will be; ask again until they are."""
    open: tuple[str, ...] = ()
    """The tables of these rounds that are still there."""
