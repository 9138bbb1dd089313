"""A round of the engine with known cards and known answers, whatever the family.

This stands above both `play` and the odds, which do not know each other.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Final, NamedTuple

from cardroom import games
from cardroom.analysis.families import NotComputed
from cardroom.cards import Card, Stream, shuffled
from cardroom.events import Event
from cardroom.play.betting import Betting, close, place
from cardroom.play.inputs import Answer, Dice, Draw, Figure, Lapse, Proceed, RoundInput
from cardroom.play.round import Ask, Await, Chance, DealerStep, Facts, Reading, Refusal, Round
from cardroom.rules.banking import Bank
from cardroom.rules.meter import seeded
from cardroom.rules.ruleset import Ruleset

BANKER: Final = "bank"
STACK: Final = 10**12
"""More than a round can cost anybody."""

Answers = Callable[[Round, Ask], Answer | Lapse]
"""What a box does when it is asked."""


class Wagers(NamedTuple):
    """What is bet before the deal: every box makes the same bets."""

    owners: tuple[str, ...]
    """Of the boxes from 1 on."""
    stakes: Mapping[str, int]
    """By spot, in the order in which they are made."""
    posted: int = STACK // 2
    """What the bank posts, where a player banks."""
    rounds_before: int = 0
    """Rounds that were dealt since the shuffle."""


class Supply(NamedTuple):
    """Where the cards of a round come from, and all else that is not anybody's decision."""

    cards: Iterator[Card]
    dice: Callable[[int], tuple[int, ...]] | None = None
    figure: Callable[[str], int] | None = None


class AppliedInput(NamedTuple):
    """One input of the round, and what came of it."""

    entry: RoundInput
    round: Round
    events: tuple[Event, ...]


class ReplayedRound(NamedTuple):
    opening: tuple[Event, ...]
    entries: tuple[AppliedInput, ...]

    @property
    def round(self) -> Round:
        return self.entries[-1].round

    @property
    def events(self) -> Iterator[Event]:
        yield from self.opening
        for entry in self.entries:
            yield from entry.events


def won(round: Round, boxes: int) -> list[dict[str, int]]:
    """[box] what it won on each spot, in cents."""
    found: list[dict[str, int]] = [{} for _ in range(boxes)]
    for settled in round.settled:
        spots = found[settled.bet.box - 1]
        spots[settled.bet.spot] = spots.get(settled.bet.spot, 0) + settled.net
    return found


def each_own(boxes: int) -> tuple[str, ...]:
    """A player for every box."""
    return tuple(f"player {box}" for box in range(1, boxes + 1))


def cards_of(deck: Iterable[Card], seed: int, shoe: int, at: int) -> Iterator[Card]:
    """The cards of a simulated shoe from card `at` on; after the last one, those before `at`
    shuffled again."""
    stream = Stream(seed, shoe)
    order = shuffled(tuple(deck), stream.below)
    yield from order[at:]
    yield from shuffled(order[:at], stream.below)


def at_seed(rules: Ruleset) -> Callable[[str], int] | None:
    """Figures of a meter that shows its seed in every round; None where the game has no meter."""
    return None if rules.meter is None else seeded(rules.meter.terms).shows


def opened(rules: Ruleset, wagers: Wagers) -> tuple[Round, tuple[Event, ...]]:
    """The round at its first card."""
    family = games.family(rules)
    banked = rules.banking.limit != "none"
    betting = Betting(
        rules,
        dict.fromkeys([*wagers.owners, BANKER], STACK),
        Facts(wagers.rounds_before, bank_box=rules.boxes if banked else 0),
        bank=Bank(rules.banking, BANKER, wagers.posted) if banked else None,
    )
    for box, owner in enumerate(wagers.owners, start=1):
        for spot, stake in wagers.stakes.items():
            placed = place(betting, family, box, spot, owner, stake)
            if isinstance(placed, Refusal):
                raise NotComputed(f"the round cannot be dealt: {spot}: {placed}")
            betting = placed
    closed = close(betting, family)
    if isinstance(closed, Refusal):
        raise NotComputed(f"the round cannot be dealt: {closed}")
    return closed


def replay(rules: Ruleset, wagers: Wagers, supply: Supply, answers: Answers) -> ReplayedRound:
    """The round from its bets to its end."""
    round, opening = opened(rules, wagers)
    entries: list[AppliedInput] = []
    while not round.over:
        entry = next_input(round, supply, answers)
        applied = games.apply(round, entry)
        assert not isinstance(applied, Refusal), f"{entry}: {applied}"
        round, events = applied
        entries.append(AppliedInput(entry, round, events))
    return ReplayedRound(opening, tuple(entries))


def next_input(round: Round, supply: Supply, answers: Answers) -> RoundInput:
    """A card, dice, the dealer's step, a figure, or what the box that is asked answers."""
    match round.head:
        case Chance(dice=0):
            card = next(supply.cards, None)
            if card is None:
                raise NotComputed(f"{round.rules.title} needs more cards than the shoe has")
            return Draw(card)
        case Chance(dice=dice) if supply.dice is not None:
            return Dice(supply.dice(dice))
        case DealerStep():
            return Proceed()
        case Reading(name=name) if supply.figure is not None:
            return Figure(name, supply.figure(name))
        case Await(asks=(ask, *_)):
            return answers(round, ask)
        case head:
            raise NotComputed(f"{round.rules.title} waits for {head}, which nobody supplies")
