"""What a table asks a family whose games deal to seats, without a bet before the deal."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from typing import Protocol

from cardroom.play.positions import Positions, Seats
from cardroom.play.round import Refusal
from cardroom.rules.ruleset import Ruleset


class SeatedGame(Protocol):
    """`last` are the positions of the last hand that counted."""

    def dealt_in(
        self,
        rules: Ruleset,
        last: Positions,
        seats: Seats,
        present: Seats,
        answers: Mapping[str, str],
    ) -> Seats:
        """The players dealt into the next hand, among those with chips who are not sitting out.

        `seats` are all that are taken; `answers` is what players who owe a blind have said: `post`
        or `wait`.
        """

    def next_hand(
        self, rules: Ruleset, last: Positions, seats: Seats, dealt_in: Seats
    ) -> Positions:
        """The positions of the next hand."""

    def figures(self, now: Positions, dealt_in: Seats) -> Mapping[str, int]:
        """The figures that the hand's round gets about its positions."""

    def bars_figure(self, name: str, value: int, seats: Collection[int]) -> Refusal | None:
        """Why a figure cannot say this about the positions; `seats` are all that are taken."""

    def played(self, now: Positions, dealt_in: Seats) -> Positions:
        """The positions after a hand that counted."""

    def owed(self, rules: Ruleset, last: Positions, player: str) -> tuple[int, int]:
        """What a seated player owes as a big and as a small blind, in cents."""
