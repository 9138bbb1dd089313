"""Where the settlements of side bets stand among the steps of a game."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import groupby
from typing import Final

import msgspec

from cardroom.games.side_bets.custom import Support, custom_bets
from cardroom.games.side_bets.facts import HandPart
from cardroom.games.twentyone.engine.steps import (
    Award,
    BankPlays,
    CardToBank,
    CardToEach,
    FirstCardToEach,
    Peek,
    SecondCardToEach,
    Turns,
)
from cardroom.games.twentyone.policies import TwentyOne
from cardroom.places import ALL
from cardroom.rules.meter import figures_of
from cardroom.rules.ruleset import Ruleset
from cardroom.rules.side_bet import Settled, SideBet
from cardroom.rules.spot_limits import with_spot_limits
from cardroom.rules.steps import Read, Settle, Step

TO_EACH: Final = (CardToEach, FirstCardToEach, SecondCardToEach)
CLOCKWISE: Final = "clockwise"


def with_side_bets(steps: Sequence[Step], bets: Sequence[SideBet]) -> tuple[Step, ...]:
    """The steps of a game with a settlement of each side bet where it declares it."""
    found = tuple(steps)
    # A bet on a meter is settled by itself: its awards are taken off the meter first.
    for _, together in groupby(bets, key=lambda bet: (bet.settled, bet.order, bet.meter is None)):
        found = _with(found, tuple(together))
    return found


PARTS: Final[tuple[HandPart, ...]] = ("first", "second", "third", "up", "hole", "player", "dealer")


SETTLED: Final[tuple[Settled, ...]] = (
    "second-card", "deal", "turn", "before-play", "after-play", "main",
)  # fmt: skip
NAMES: Final = ("main", "max-bet", "insurance")


def _support(steps: Sequence[Step]) -> Support:
    return Support(
        {settled: tuple(_seen(steps[: _place(steps, settled)])) for settled in SETTLED},
        orders=(CLOCKWISE, "right-to-left"),
        names=NAMES,
    )


def _seen(done: Sequence[Step]) -> Iterator[HandPart]:
    """The cards and final hands that are on the table after these steps."""
    # The bank's first card comes before the second card to each, in every game.
    yield from ("first", "second", "up")
    if _positions(done, Turns):
        yield from ("third", "player")
    opened = bool(_positions(done, BankPlays))
    shown = sum(isinstance(step, CardToBank) and step.seen == ALL for step in done)
    if shown > 1 or opened:
        yield "hole"
    if opened:
        yield "dealer"


def with_custom_bets(rules: Ruleset) -> Ruleset:
    """The posted game with the house's own side bets, if it has any."""
    assert isinstance(rules.policies, TwentyOne)
    bets = custom_bets(rules, rules.policies.points, PARTS, _support(rules.procedure))
    if bets:
        rules = msgspec.structs.replace(
            rules,
            procedure=with_side_bets(rules.procedure, bets),
            spots=(*rules.spots, *(bet.spot for bet in bets)),
            side_bets=(*rules.side_bets, *bets),
        )
    return with_spot_limits(rules)


def _with(steps: tuple[Step, ...], bets: tuple[SideBet, ...]) -> tuple[Step, ...]:
    spots, first = tuple(bet.name for bet in bets), bets[0]
    if first.settled == "turn":
        return tuple(
            Turns((*step.spots, *spots)) if isinstance(step, Turns) else step for step in steps
        )
    if first.settled == "main" and first.meter is None:
        *others, last = steps
        assert isinstance(last, Settle)
        order = last.order if first.order == CLOCKWISE else first.order
        return (*others, Settle((*last.spots, *spots), order=order))
    place = _place(steps, first.settled)
    return (*steps[:place], *_settlement(first, Settle(spots, order=first.order)), *steps[place:])


def _place(steps: Sequence[Step], settled: Settled) -> int:
    """The position of the first step that comes after a settlement at that time."""
    match settled:
        case "second-card":
            return _positions(steps, *TO_EACH)[-1] + 1
        case "deal":
            return _positions(steps, *TO_EACH, CardToBank)[-1] + 1
        case "before-play":
            return _positions(steps, Peek, Turns)[0]
        case "turn":
            return _positions(steps, Turns)[0]
        case "after-play":
            return _positions(steps, BankPlays)[0]
        case "main":
            return len(steps) - 1
        case "first-card" | "showdown":
            raise AssertionError(f"the game itself says when a bet is settled at {settled}")


def _positions(steps: Sequence[Step], *kinds: type[Step]) -> list[int]:
    return [place for place, step in enumerate(steps) if isinstance(step, kinds)]


def _settlement(bet: SideBet, settle: Settle) -> tuple[Step, ...]:
    """A meter is read, and awards come off it, before anybody is paid."""
    if bet.meter is None:
        return (settle,)
    return (*map(Read, figures_of(bet.meter.name)), Award(settle), settle)
