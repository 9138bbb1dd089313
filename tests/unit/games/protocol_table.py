"""One round at a table whose cards, dice and answers are written down in the test."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TypeVar

from cardroom.cards import Card, parse_cards
from cardroom.events import Event
from cardroom.play.betting import Betting, close, place
from cardroom.play.family import Family
from cardroom.play.inputs import Answer, RoundInput
from cardroom.play.interpreter import apply, replay
from cardroom.play.round import Ask, Await, Refusal, Round
from cardroom.play.views import View, view
from tests.dealer import deal
from tests.properties.books import Books, total

Fact = TypeVar("Fact", bound=Event)


class Table:
    """Plays a round, and counts the money after every input."""

    def __init__(
        self,
        betting: Betting,
        family: Family,
        bets: Iterable[tuple[int, str, str, int]],
        shoe: str | Iterable[Card],
    ) -> None:
        self.family = family
        self.shoe = iter(parse_cards(shoe) if isinstance(shoe, str) else tuple(shoe))
        self.books = Books(dict(betting.stacks))
        self.money = sum(betting.stacks.values())
        for box, spot, owner, stake in bets:
            placed = place(betting, family, box, spot, owner, stake)
            assert isinstance(placed, Betting), placed
            betting = placed
        closed = close(betting, family)
        assert not isinstance(closed, Refusal), closed
        self.round, events = closed
        self.events: list[Event] = []
        self._record(events)
        self.deal()

    def _record(self, events: Iterable[Event]) -> None:
        facts = tuple(events)
        self.events += facts
        self.books.post(facts)
        self.books.agree_with(self.round)
        assert total(self.round) == self.money

    def deal(self) -> None:
        """The dealer goes on until somebody must decide."""
        self.round, events = deal(self.round, lambda: next(self.shoe), self.family)
        self._record(events)

    def do(self, entry: RoundInput) -> None:
        applied = apply(self.round, entry, self.family)
        assert not isinstance(applied, Refusal), applied
        self.round = applied[0]
        self._record(applied[1])
        self.deal()

    def answer(self, box: int, verb: str, amount: int | None = None, cards: str = "") -> None:
        self.do(Answer(box, verb, amount=amount, cards=parse_cards(cards)))

    def refused(self, entry: RoundInput) -> str:
        """The clause against an input."""
        applied = apply(self.round, entry, self.family)
        assert isinstance(applied, Refusal), f"{entry} was accepted"
        return applied.clause.id

    def ask(self, box: int) -> Ask:
        assert isinstance(self.round.head, Await), self.round.head
        ask = self.round.head.ask(box)
        assert ask is not None, f"box {box} is not asked"
        return ask

    def verbs(self, box: int) -> list[str]:
        return [option.verb for option in self.ask(box).options]

    def seen_by(self, *audiences: str) -> View:
        return view(self.round, frozenset(audiences), self.family)

    def told(self, kind: type[Fact]) -> list[Fact]:
        return [event for event in self.events if isinstance(event, kind)]

    def replays(self) -> None:
        """The round is the fold of its inputs."""
        assert self.round.origin is not None
        assert replay(self.round.origin, self.round.inputs, self.family) == self.round


def net(round: Round) -> dict[tuple[int, str], int]:
    """By box and spot."""
    found: dict[tuple[int, str], int] = {}
    for one in round.settled:
        key = (one.bet.box, one.bet.spot)
        found[key] = found.get(key, 0) + one.net
    return found
