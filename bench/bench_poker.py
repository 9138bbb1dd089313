"""Six-handed hold'em through the engine, with random cards and decisions."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterable
from functools import cache

from bench.clock import times_as_fast
from bench.goal import Bench, UnmeasurableError
from cardroom import games
from cardroom.cards import Deck
from cardroom.play.betting import Betting, close
from cardroom.play.inputs import Answer, Draw, Proceed, RoundInput
from cardroom.play.interpreter import LiveRound
from cardroom.play.round import Ask, Await, Chance, Facts, Over, Refusal
from cardroom.rules.ruleset import Ruleset

HANDS = 50
STACK = 20_000
SEATS = range(1, 7)


def benchmarks() -> Iterable[Bench]:
    return [
        Bench("six-handed hold'em", 8, "times PokerKit", "least", times_pokerkit),
    ]


def times_pokerkit() -> float:
    """The same stacks, blinds, and kind of decisions."""
    return times_as_fast(lambda: many(play_hand), lambda: many(play_pokerkit))


def many(play: Callable[[random.Random, int], object]) -> None:
    rng = random.Random(1)
    for number in range(HANDS):
        play(rng, number % 6 + 1)


def play_pokerkit(rng: random.Random, _: int) -> None:
    try:
        from pokerkit import Automation, NoLimitTexasHoldem  # noqa: PLC0415
    except ImportError:
        raise UnmeasurableError("PokerKit is not installed (requirements/bench.txt)") from None
    state = NoLimitTexasHoldem.create_state(
        automations=tuple(Automation),
        ante_trimming_status=True,
        raw_antes=0,
        raw_blinds_or_straddles=(100, 200),
        min_bet=200,
        raw_starting_stacks=(STACK,) * len(SEATS),
        player_count=len(SEATS),
    )
    while state.status:
        roll = rng.random()
        if roll < 0.15 and state.can_complete_bet_or_raise_to():
            state.complete_bet_or_raise_to()
        elif roll > 0.85 and state.can_fold() and state.checking_or_calling_amount:
            state.fold()
        else:
            state.check_or_call()


@cache
def posted() -> Ruleset:
    """A table posts its game once, and deals many hands of it."""
    return games.ruleset("texas-holdem", {"betting": "no-limit", "blinds": "1/2"})


def play_hand(rng: random.Random, button: int) -> None:
    rules = posted()
    family = games.family(rules)
    order = list(Deck(1))
    rng.shuffle(order)
    cards = iter(order)
    stacks = {f"p{seat}": STACK for seat in SEATS}
    seats = {seat: f"p{seat}" for seat in SEATS}
    closed = close(Betting(rules, stacks, Facts(button=button), seats=seats), family)
    assert not isinstance(closed, Refusal)
    live = LiveRound(closed[0], family)
    while not isinstance(live.head, Over):
        match live.head:
            case Chance():
                entry: RoundInput = Draw(next(cards))
            case Await(asks=(ask, *_)):
                entry = choose(ask, rng)
            case _:
                entry = Proceed()
        assert not isinstance(live.take(entry), Refusal)
    round = live.round
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
