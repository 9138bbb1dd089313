"""One wager that was examined, as its part of the report."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, NamedTuple

import msgspec
import numpy as np

from cardroom.analysis.counting.documents import (
    CountSystem,
    KnownCard,
    Leaving,
    PenetrationRow,
    WagerProtection,
)
from cardroom.analysis.counting.verdicts import NOTHING, Hourly, verdict
from cardroom.analysis.counting.wager import LEVELED, CountedWager, PlayedCount
from cardroom.analysis.executor import Threads
from cardroom.analysis.notices import DEALING_SHOES
from cardroom.analysis.twentyone.protection.counter import CardCount, Counter
from cardroom.analysis.twentyone.protection.main_wager import (
    SimulatedWager,
    card_count,
    from_trigger,
    left_shoes,
    rows_of,
    simulated,
)
from cardroom.analysis.twentyone.protection.removals import WagerEffects
from cardroom.analysis.twentyone.simulator.simulate import TwentyOneSimulator
from cardroom.progress import PartsBar, Tell

EXACT: Final = "exact value for every sample of the cards that are left"
SIMULATED: Final = "effects of removal exact; results by count simulated"


class BetLimit(NamedTuple):
    """Cents."""

    most: int
    """What figures are for."""
    posted: int | None


class ExaminedWager(NamedTuple):
    spot: str
    title: str
    effects: WagerEffects
    wager: CountedWager
    played: Sequence[PlayedCount]
    limit: BetLimit
    known: tuple[KnownCard, ...] = ()

    def sampled(self) -> WagerProtection:
        """From its value for samples of the cards that are left."""
        wager, most = self.wager, self.limit.most
        best = max(self.played, key=lambda each: each.found.wins, default=None)
        rows = () if best is None else wager.rows(best.found.profits, most)
        posted = next((row for row in rows if abs(row.dealt - wager.tables.dealt) < 1e-4), None)
        hourly = (NOTHING, NOTHING) if posted is None else _hourly(posted)
        perfect = wager.perfect_per_hour(most) / 100
        leaving = None if best is None else wager.leaving(best, most)
        return WagerProtection(
            spot=self.spot,
            title=self.title,
            edge=-self.effects.value,
            removals=self.effects.groups.removals(),
            counts=tuple(each.system for each in self.played),
            best="" if best is None else best.system.name,
            penetrations=rows,
            known=self.known,
            verdict=verdict(*hourly, self.limit, rows, leaving),
            method=EXACT,
            assumptions=(
                f"a player who knew every card that is left would win ${perfect:,.2f} an hour",
                *self.effects.assumptions,
            ),
            leaving=leaving,
        )

    def simulated(
        self,
        tables: tuple[TwentyOneSimulator, TwentyOneSimulator],
        rounds: int,
        bet: int,
        tell: Tell,
    ) -> tuple[WagerProtection, SimulatedWager]:
        """`tables` are with one box and with all; `bet` is the place of a side bet there."""
        effects, most = self.effects, self.limit.most
        # The kernel divides running counts, which a leveled one is not.
        played = [each for each in self.played if each.system.name != LEVELED]
        cards, dealt = effects.groups.cards, self.wager.tables.dealt
        counts = [card_count(each.by_card, each.system.trigger_by, cards, bet) for each in played]
        bar = PartsBar(DEALING_SHOES, (len(tables), 1), tell)
        cells = simulated(tables, counts, rounds, Threads(), bar.within)
        bar.finish()
        systems = [
            msgspec.structs.replace(each.system, trigger=from_trigger(cell, dealt)[0])
            for each, cell in zip(played, cells.alone, strict=True)
        ]
        first = int(np.argmax([from_trigger(cell, dealt)[1] for cell in cells.alone]))
        best = systems[first]
        rows = rows_of(cells.alone[first], cells.full[first], best.trigger, most, self.wager.tables)
        posted = next(row for row in rows if abs(row.dealt - dealt) < 1e-4)
        leaving = self._leaving(tables[0], rounds, played[first], counts[first], best, bar.within)
        bar.finish()
        found = WagerProtection(
            spot=self.spot,
            title=self.title,
            edge=-effects.value,
            removals=effects.groups.removals(),
            counts=tuple(systems),
            best=best.name,
            penetrations=rows,
            known=self.known,
            verdict=verdict(*_hourly(posted), self.limit, rows, leaving),
            method=SIMULATED,
            assumptions=(
                "nothing is bet below the trigger",
                "efficiency is computed from the effects of removal",
                *effects.assumptions,
            ),
            leaving=leaving,
        )
        return found, cells

    def _leaving(
        self, alone: TwentyOneSimulator, rounds: int, played: PlayedCount, count: CardCount,
        system: CountSystem, tell: Tell,
    ) -> Leaving | None:  # fmt: skip
        """When to leave, from the effects of removal; what it wins, simulated."""
        foreseen = self.wager.leaving(played, self.limit.most)
        if foreseen is None or system.trigger is None:
            return None
        shoes = max(64, rounds * 8 // alone.house.cut)
        (cells,) = Counter(alone, [count], leave=foreseen.below).run(shoes, Threads(), tell)
        below, tables = foreseen.below, self.wager.tables
        return left_shoes(cells, below, system.trigger, self.limit.most, tables)


def _hourly(row: PenetrationRow) -> tuple[Hourly, Hourly]:
    """To one player, and to a team."""
    return (
        Hourly(row.per_hour, row.per_hour_error),
        Hourly(row.team_per_hour, row.team_per_hour_error),
    )
