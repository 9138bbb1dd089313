"""Six-handed hold'em through the engine, with random cards and decisions."""

from __future__ import annotations

import random
import time
from collections.abc import Iterable

from bench.goal import Bench
from cardroom import games
from cardroom.cards import Deck
from cardroom.play.betting import Betting, close
from cardroom.play.inputs import Answer, Draw, Proceed
from cardroom.play.interpreter import apply
from cardroom.play.round import Ask, Await, Chance, Facts, Refusal

HANDS = 1000
STACK = 20_000
SEATS = range(1, 7)


def benchmarks() -> Iterable[Bench]:
    return [
        Bench("six-handed hold'em", 500, "hands/s", "least", lambda: hands_per_second(HANDS)),
    ]


def hands_per_second(hands: int) -> float:
    """Measured in processor time: the engine never waits."""
    rng = random.Random(1)
    play_hand(rng, 1)
    started = time.process_time()
    for number in range(hands):
        play_hand(rng, number % 6 + 1)
    return hands / (time.process_time() - started)


def play_hand(rng: random.Random, button: int) -> None:
    rules = games.ruleset("texas-holdem", {"betting": "no-limit", "blinds": "1/2"})
    family = games.family(rules)
    order = list(Deck(1))
    rng.shuffle(order)
    cards = iter(order)
    stacks = {f"p{seat}": STACK for seat in SEATS}
    seats = {seat: f"p{seat}" for seat in SEATS}
    closed = close(Betting(rules, stacks, Facts(button=button), seats=seats), family)
    assert not isinstance(closed, Refusal)
    round = closed[0]
    while not round.over:
        match round.head:
            case Chance():
                applied = apply(round, Draw(next(cards)), family)
            case Await(asks=(ask, *_)):
                applied = apply(round, choose(ask, rng), family)
            case _:
                applied = apply(round, Proceed(), family)
        assert not isinstance(applied, Refusal)
        round = applied[0]
    assert sum(round.stacks.values()) + round.drop == STACK * len(SEATS)


def choose(ask: Ask, rng: random.Random) -> Answer:
    """Checks and calls with some raises and folds, so that most hands reach a showdown."""
    roll = rng.random()
    raising = ask.option("raise") or ask.option("bet")
    if raising is not None and roll < 0.15:
        return Answer(ask.box, raising.verb, amount=raising.least)
    if roll > 0.85 and ask.option("call"):
        return Answer(ask.box, "fold")
    return Answer(ask.box, ask.options[0].verb)
