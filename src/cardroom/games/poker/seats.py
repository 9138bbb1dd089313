"""The players dealt in, and the positions of the button and the blinds."""

from __future__ import annotations

from collections.abc import Collection, Mapping

from cardroom.games.poker import button, forced
from cardroom.games.poker.state import policies
from cardroom.play.positions import Positions, Seats
from cardroom.play.round import Refusal
from cardroom.rules.ruleset import Ruleset


class PokerSeats:
    def dealt_in(
        self,
        rules: Ruleset,
        last: Positions,
        seats: Seats,
        present: Seats,
        answers: Mapping[str, str],
    ) -> Seats:
        return button.dealt_in(last, seats, present, policies(rules), answers)

    def next_hand(
        self, rules: Ruleset, last: Positions, seats: Seats, dealt_in: Seats
    ) -> Positions:
        return button.next_hand(last, seats, dealt_in, policies(rules))

    def figures(self, now: Positions, dealt_in: Seats) -> Mapping[str, int]:
        return button.figures(now, dealt_in)

    def bars_figure(self, name: str, value: int, seats: Collection[int]) -> Refusal | None:
        return forced.bars_figure(name, value, seats)

    def played(self, now: Positions, dealt_in: Seats) -> Positions:
        return button.played(now, dealt_in)

    def owed(self, rules: Ruleset, last: Positions, player: str) -> tuple[int, int]:
        posted = policies(rules)
        big, small = button.owed(last, player)
        return posted.big_blind if big else 0, posted.small_blind if small else 0
