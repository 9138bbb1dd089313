"""The dealer of a table: inputs go to its round, and cards come out of its shoe."""

from __future__ import annotations

import msgspec

from cardroom import games
from cardroom.cards import Card
from cardroom.events import Event
from cardroom.events.table import CutCardOut, DealingStopped, ShoeRanOut
from cardroom.play.inputs import Draw, Figure, Intervene, Proceed, RoundInput
from cardroom.play.round import Chance, DealerStep, Draft, Reading, Refusal, Round
from cardroom.table import shoe as shoes
from cardroom.table.meter import Shown, facts_for
from cardroom.table.shoe import Shoe
from cardroom.table.table import Applied, CommandOutcome, Table


def step(table: Table, round: Round, entry: RoundInput) -> CommandOutcome:
    """One input of the round, and the cards it takes from the shoe."""
    dealer = Dealer(table, round)
    return dealer.step(entry) or dealer.outcome()


def step_and_run(table: Table, round: Round, entry: RoundInput) -> CommandOutcome:
    """One input, and everything automatic that follows."""
    dealer = Dealer(table, round)
    refusal = dealer.step(entry)
    if refusal is not None:
        return refusal
    dealer.run()
    return dealer.outcome()


def run(table: Table) -> Applied:
    """Everything automatic until a player must decide: readings, and the automatic dealer."""
    if table.round is None:
        return table, ()
    dealer = Dealer(table, table.round)
    dealer.run()
    return dealer.outcome()


def next_card(shoe: Shoe, round: Round | Draft) -> Card | None:
    """The next card to be dealt: cards that were put back come before those of the shoe."""
    return round.returned[0] if round.returned else shoe.next


def followed(
    shown: Shown | None, table: Table, number: int, events: tuple[Event, ...]
) -> Shown | None:
    """The meter after some facts of a round of the table."""
    if shown is None:
        return None
    return shown.follow(table.id, number, facts_for(table.rules, events))


class Dealer:
    """What inputs do to a table whose round is in play; the table after them is made once."""

    __slots__ = ("_carryover", "_events", "_live", "_shoe", "_shown", "_table")

    def __init__(self, table: Table, round: Round) -> None:
        self._table, self._live = table, games.live(round)
        self._shoe, self._carryover, self._shown = table.shoe, table.carryover, table.shown
        self._events: list[Event] = []

    def outcome(self) -> Applied:
        played = msgspec.structs.replace(
            self._table,
            round=self._live.round,
            shoe=self._shoe,
            carryover=self._carryover,
            shown=self._shown,
        )
        return played, tuple(self._events)

    def step(self, entry: RoundInput) -> Refusal | None:
        out = _out(self._live.now)
        events = self._live.take(entry)
        if isinstance(events, Refusal):
            return events
        now, table = self._live.now, self._table
        # Cards are conserved: what left the shoe is dealt or waits to be dealt.
        taken = _out(now) - out
        if taken:
            before = self._shoe
            self._shoe = msgspec.structs.replace(before, dealt=before.dealt + taken)
            if self._shoe.cut_is_out and not before.cut_is_out:
                self._shoe = msgspec.structs.replace(self._shoe, due=shoes.CUT)
                events = (CutCardOut(), *events)
        inputs, carried = len(now.inputs), self._carryover
        self._carryover = carried.add(events, inputs)
        if isinstance(entry, Intervene):
            events += carried.corrections(events, inputs)
        self._shown = followed(self._shown, table, table.number, events)
        self._events += events
        return None

    def run(self) -> None:
        table = self._table
        while not table.paused:
            entry = self._meter_reading()
            if entry is None and table.dealing == "automatic":
                entry = self._dealing()
            if entry is None:
                return
            stopped = entry if isinstance(entry, ShoeRanOut) else self._stopped(entry)
            if stopped is not None:
                self._events.append(stopped)
                return

    def _stopped(self, entry: RoundInput) -> DealingStopped | None:
        refusal = self.step(entry)
        return None if refusal is None else DealingStopped(refusal.clause.id, refusal.why)

    def _meter_reading(self) -> RoundInput | ShoeRanOut | None:
        head, shown = self._live.head, self._shown
        if not isinstance(head, Reading) or shown is None:
            return None
        if head.name not in self._table.rules.meter_figures:
            return None
        value = shown.figure(head.name)
        return None if value is None else Figure(head.name, value)

    def _dealing(self) -> RoundInput | ShoeRanOut | None:
        head = self._live.head
        if isinstance(head, DealerStep):
            return Proceed()
        if not isinstance(head, Chance) or head.dice:
            return None
        card = next_card(self._shoe, self._live.now)
        if card is None:
            return ShoeRanOut(len(shoes.rack(self._shoe, self._live.round)))
        return Draw(card)


def _out(round: Round | Draft) -> int:
    """The cards that the round has got out of the shoe."""
    return len(round.drawn) + len(round.returned)
