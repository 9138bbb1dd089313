"""Complete rounds of blackjack through the engine with every event."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import partial

from bench.clock import median_seconds
from bench.goal import Bench
from cardroom import games
from cardroom.cards import Card, Stream, shuffled
from cardroom.games.twentyone.engine.state import state_of
from cardroom.play.betting import Betting, close, place
from cardroom.play.inputs import Answer, Draw, Proceed, RoundInput
from cardroom.play.interpreter import LiveRound
from cardroom.play.round import Ask, Await, Chance, Over, Refusal, Round

SHOES = 80
ROUNDS_PER_SHOE = 30


def benchmarks() -> Iterable[Bench]:
    return [
        Bench("blackjack rounds with events", 10_000, "rounds/s", "least", rounds_per_second),
    ]


def rounds_per_second() -> float:
    """Bets, cards, decisions, settlement; shuffling is not included.

    Measured in processor time: the thread never waits, so other work on the machine does not count.
    """
    rules = games.ruleset("blackjack", {"surrender": "late"})
    family = games.family(rules)
    layout = place(Betting(rules, {"ann": 100_000}), family, 1, "main", "ann", 1_000)
    assert isinstance(layout, Betting)
    shoes = [shuffled(tuple(rules.deck), Stream(1, shoe).below) for shoe in range(SHOES)]
    return SHOES * ROUNDS_PER_SHOE / median_seconds(partial(play_shoes, layout, shoes))


def play_shoes(layout: Betting, shoes: Iterable[tuple[Card, ...]]) -> None:
    for order in shoes:
        cards = iter(order)
        for _ in range(ROUNDS_PER_SHOE):
            assert play(layout, cards)


def play(layout: Betting, cards: Iterator[Card]) -> int:
    """Play one round by a simple strategy (split, double 10 and 11, hit to 16); count events.

    As at a table, the round is a value wherever the player decides.
    """
    family = games.family(layout.rules)
    closed = close(layout, family)
    assert not isinstance(closed, Refusal)
    live, count = LiveRound(closed[0], family), len(closed[1])
    while True:
        head = live.head
        if isinstance(head, Chance):
            entry: RoundInput = Draw(next(cards))
        elif isinstance(head, Await):
            entry = Answer(head.asks[0].box, decision(live.round, head.asks[0]))
        elif isinstance(head, Over):
            return count
        else:
            entry = Proceed()
        events = live.take(entry)
        assert not isinstance(events, Refusal)
        count += len(events)


def decision(round: Round, ask: Ask) -> str:
    if ask.option("decline"):
        return "decline"
    hand = state_of(round).hand(ask.box, ask.hand)
    if ask.option("split"):
        return "split"
    if hand.key.hard in (10, 11) and ask.option("double"):
        return "double"
    return "hit" if hand.key.hard < 16 and ask.option("hit") else "stand"
