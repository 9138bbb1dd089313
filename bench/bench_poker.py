"""Six-handed hold'em through the engine, with random cards and decisions."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterable
from functools import cache

from bench.clock import times_as_fast
from bench.goal import OWN, Bench, UnmeasurableError
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
    """The first is the comparison. PokerKit changes one state in place from the first card to the
    last, and its decisions read that state. Our draft is the same: it takes all inputs, and a
    decision reads the question that is on it. PokerKit makes no value that later inputs leave as it
    was. A table makes one at each decision, to be recorded, shown, and taken back to: the second
    says what that costs.
    """
    unit, name = "times PokerKit", "six-handed hold'em"
    kept = f"{name}, the round frozen at each decision, as at a table"
    return [
        Bench(name, 8, unit, "least", lambda: times_pokerkit(play_hand)),
        Bench(kept, 6, unit, "least", lambda: times_pokerkit(play_frozen), OWN),
    ]


def times_pokerkit(play: Callable[[random.Random, int], object]) -> float:
    """The same stacks, blinds, and kind of decisions."""
    return times_as_fast(lambda: many(play), lambda: many(play_pokerkit))


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
    """On one draft until the end."""
    live = seated(button)
    play(live, rng, lambda: None)


def play_frozen(rng: random.Random, button: int) -> None:
    """The round is a value wherever a player decides."""
    live = seated(button)
    play(live, rng, lambda: live.round)


def seated(button: int) -> LiveRound[object]:
    rules = posted()
    family = games.family(rules)
    stacks = {f"p{seat}": STACK for seat in SEATS}
    seats = {seat: f"p{seat}" for seat in SEATS}
    closed = close(Betting(rules, stacks, Facts(button=button), seats=seats), family)
    assert not isinstance(closed, Refusal)
    return LiveRound(closed[0], family)


def play(live: LiveRound[object], rng: random.Random, look: Callable[[], object]) -> None:
    order = list(Deck(1))
    rng.shuffle(order)
    cards = iter(order)
    while not isinstance(live.head, Over):
        match live.head:
            case Chance():
                entry: RoundInput = Draw(next(cards))
            case Await(asks=(ask, *_)):
                look()
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
