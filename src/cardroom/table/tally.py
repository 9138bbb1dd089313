"""What a round leaves behind when it is cleared: free collection buttons and the meter's changes.

Taken off the facts of the round as they come, so that a rewind or a void round takes it back.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping

import msgspec

from cardroom.events import (
    Event,
    FreeCollectionGiven,
    Intervened,
    ProgressiveBooked,
    ProgressiveRestarted,
    ProgressiveWon,
    Rewound,
)
from cardroom.events.table import MeterFed, MeterPaid, MeterSeeded, ReserveMoved
from cardroom.games.twentyone import blazing
from cardroom.rules.meter import Meter
from cardroom.rules.ruleset import Ruleset

Kept = FreeCollectionGiven | ProgressiveBooked | ProgressiveWon | ProgressiveRestarted


class Tally(msgspec.Struct, frozen=True):
    """Facts with the number of inputs that the round had had when they came."""

    facts: tuple[tuple[int, Kept], ...] = ()

    def add(self, events: Iterable[Event], inputs: int) -> Tally:
        facts = list(self.facts)
        for event in events:
            if isinstance(event, Rewound):
                facts = [fact for fact in facts if fact[0] <= event.to]
            elif isinstance(event, Intervened) and event.kind in ("void-round", "misdeal"):
                facts = []
            elif isinstance(event, Kept):
                facts.append((inputs, event))
        return Tally(tuple(facts))

    def buttons(self) -> Mapping[str, tuple[str, ...]]:
        """Who gets free collections for the next round, of which brackets."""
        found: dict[str, tuple[str, ...]] = {}
        for _, fact in self.facts:
            if isinstance(fact, FreeCollectionGiven):
                found[fact.owner] = (*found.get(fact.owner, ()), fact.bracket)
        return found

    def meter(self, before: Meter) -> Meter:
        """The meter as the round has it so far."""
        now = before
        for _, fact in self.facts:
            match fact:
                case ProgressiveBooked():
                    now = now.fed(fact.stake)
                case ProgressiveWon():
                    now = now.paid(fact.award - fact.house)
                case ProgressiveRestarted():
                    now = now.restarted()
                case _:
                    pass
        return now

    def booked(self, before: Meter, table: str, number: int) -> tuple[Event, ...]:
        """Every change of the meter in this round, for the books."""
        found: list[Event] = []
        now = before
        for _, fact in self.facts:
            match fact:
                case ProgressiveBooked():
                    share, kept = before.share, before.reserve_share
                    found.append(
                        MeterFed(
                            name(table, fact.meter),
                            fact.stake,
                            (share.numerator, share.denominator),
                            (kept.numerator, kept.denominator),
                            table,
                            number,
                        )
                    )
                    now = now.fed(fact.stake)
                case ProgressiveWon():
                    after = now.paid(fact.award - fact.house)
                    topped = fact.award - int(now.amount - after.amount)
                    found.append(
                        MeterPaid(
                            name(table, fact.meter), fact.award, topped, fact.row, table, number
                        )
                    )
                    now = after
                case ProgressiveRestarted():
                    meter = name(table, fact.meter)
                    found.append(ReserveMoved(meter, "restart"))
                    if before.seed:
                        found.append(MeterSeeded(meter, before.seed, "restart"))
                    now = now.restarted()
                case _:
                    pass
        return tuple(found)


def name(table: str, meter: str) -> str:
    """A table's own meter."""
    return f"{table}/{meter}"


def posted_meter(rules: Ruleset) -> Meter | None:
    """The meter that a posted game has, at its seed."""
    return blazing.meter(rules.options) if rules.options.get("blazing_7s") is not None else None


def reposted(meter: Meter | None, rules: Ruleset) -> Meter | None:
    """Other rules feed and restart a meter otherwise; what is in it stays in it."""
    posted = posted_meter(rules)
    if meter is None or posted is None:
        return meter or posted
    return posted._replace(amount=meter.amount, reserve=meter.reserve)


def seeded(table: str, meter: Meter | None) -> tuple[Event, ...]:
    if meter is None or not meter.seed:
        return ()
    return (MeterSeeded(name(table, blazing.METER), meter.seed, "seed"),)


def reading(figure: str, meter: Meter) -> int | None:
    """What a round is told when it asks for a figure; None if it is none of the meter's."""
    match figure:
        case blazing.METER:
            return meter.whole
        case blazing.RESERVE:
            return meter.reserve.numerator // meter.reserve.denominator
        case _:
            return None
