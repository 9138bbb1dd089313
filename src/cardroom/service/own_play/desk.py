"""The desk for a person's own play: rounds from the journal, what they should have cost, and the
costliest decisions."""

from __future__ import annotations

import asyncio
from collections.abc import Iterable
from typing import Any, Final

import msgspec

from cardroom.office.posted import PostedRules
from cardroom.rules.ruleset import Ruleset
from cardroom.service.coach.solver import Solver
from cardroom.service.lab.desk import LabDesk
from cardroom.service.live.live_table import LiveTable
from cardroom.service.own_play.book import PlayBook
from cardroom.service.own_play.messages import (
    GameTheory,
    OwnPlay,
    OwnRound,
    SpotTheory,
)
from cardroom.service.own_play.reviewer import Reviewer
from cardroom.table.commands import Help
from cardroom.table.floor import Floor

ROUNDS_SHOWN: Final = 2_000
RULES_MAX: Final = 24
"""Posted games for which the expectation is computed at once."""
COSTLY_SHOWN: Final = 20


class OwnPlayDesk:
    def __init__(
        self,
        floor: Floor,
        lab: LabDesk,
        recalling: asyncio.Lock,
        solver: Solver | None,
        help_max: Help,
    ) -> None:
        store = floor.store
        self._book, self._posted, self._lab = PlayBook(store), PostedRules(store), lab
        self._reviewer = Reviewer(floor, recalling, solver, help_max)
        self._turn = asyncio.Lock()

    async def close(self) -> None:
        await self._reviewer.close()

    async def show(self, player: str, tables: Iterable[LiveTable]) -> OwnPlay:
        async with self._turn:
            rounds, more = await asyncio.to_thread(self._book.rounds, player)
            shown = rounds[-ROUNDS_SHOWN:]
            rules = await asyncio.to_thread(self._rules, shown)
        theory = {digest: self._theory(player, posted) for digest, posted in rules.items()}
        there = frozenset(live.id for live in tables)
        reviewed = self._reviewer.show(player, shown, there)
        return OwnPlay(
            tuple(shown),
            theory,
            reviewed.costly[:COSTLY_SHOWN],
            more,
            reviewed.done,
            reviewed.of,
            tuple(sorted(there & {each.table for each in shown})),
        )

    def _rules(self, rounds: list[OwnRound]) -> dict[str, Ruleset]:
        """The rules of the latest rounds."""
        digests = dict.fromkeys(each.rules for each in reversed(rounds))
        found = {digest: self._posted.rules(digest) for digest in list(digests)[:RULES_MAX]}
        return {digest: rules for digest, rules in found.items() if rules is not None}

    def _theory(self, player: str, rules: Ruleset) -> GameTheory:
        answer = self._lab.odds_of(player, rules)
        titles = {spot.name: spot.group or spot.title for spot in rules.spots}
        if answer.status != "ready":
            return GameTheory(rules.title, answer.status == "none", titles=titles)
        odds: dict[str, Any] = msgspec.json.decode(answer.result)
        spots = {
            each["spot"]: SpotTheory(each["title"], each["edge"], each["deviation"])
            for each in odds["wagers"]
        }
        main = rules.spots[0].name
        later = [spot.name for spot in rules.spots if spot.opens == "in-turn"]
        part_of = {name: main for name in later if main in spots and name not in spots}
        return GameTheory(rules.title, ready=True, spots=spots, part_of=part_of, titles=titles)
