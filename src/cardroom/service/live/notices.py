"""Changes of rules and limits are posted in advance, for the period of the house and the law."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from cardroom import games
from cardroom.houses.notice import RequiredNotice
from cardroom.play.round import Refusal
from cardroom.rules.options import Value
from cardroom.service.live.live_table import LiveTable
from cardroom.table import clauses
from cardroom.table.commands import ChangeRules, PostLimits, TableCommand


class NoticeDesk:
    def __init__(self, period: RequiredNotice, now: Callable[[], float]) -> None:
        self.period, self._now = period, now

    def bars(self, command: TableCommand) -> Refusal | None:
        """Why a change comes too soon."""
        if not (self.period.minutes or self.period.rounds):
            return None
        if isinstance(command, PostLimits):
            why = f"limits change with notice here: {self.period}; give notice of the new limits"
            return Refusal(clauses.BETWEEN, why)
        if not isinstance(command, ChangeRules):
            return None
        # A minute for the way of the command.
        early = command.not_before + 60 < self._now() + 60 * self.period.minutes
        if command.rounds < self.period.rounds or (self.period.minutes and early):
            return Refusal(clauses.BETWEEN, f"a change is posted in advance: {self.period}")
        return None

    def change(self, live: LiveTable, options: Mapping[str, Value], rounds: int) -> ChangeRules:
        """The command that gives notice of other options, for the whole period.

        What was announced before and has not taken effect yet stays announced.
        """
        notice, minutes = live.table.notice, self.period.minutes
        rules = live.table.rules if notice is None else notice.rules
        catalogue = games.game(rules.game).catalogue
        shown = {spec.name: spec.show(rules.options[spec.name]) for spec in catalogue}
        return ChangeRules(
            rules.game,
            {**shown, **options},
            rules.house,
            max(1, rounds, self.period.rounds),
            rules.edition,
            int(self._now()) + 60 * minutes if minutes else 0,
        )
