"""Where the settlements of side bets stand among the steps of a game."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import groupby
from typing import Final

import msgspec

from cardroom.games.side_bets.custom import Support, custom_bets
from cardroom.games.side_bets.facts import Part
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
from cardroom.rules.meter import figures_of
from cardroom.rules.ruleset import Ruleset
from cardroom.rules.side_bet import SideBet
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


PARTS: Final[tuple[Part, ...]] = ("first", "second", "third", "up", "hole", "player", "dealer")


SUPPORT: Final = Support(("second-card", "deal", "turn", "before-play", "after-play", "main"))


def with_custom_bets(rules: Ruleset) -> Ruleset:
    """The posted game with the house's own side bets, if it has any."""
    assert isinstance(rules.policies, TwentyOne)
    bets = custom_bets(rules, rules.policies.points, PARTS, SUPPORT)
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
    match first.settled:
        case "second-card":
            place = _positions(steps, *TO_EACH)[-1] + 1
        case "deal":
            place = _positions(steps, *TO_EACH, CardToBank)[-1] + 1
        case "before-play":
            place = _positions(steps, Peek, Turns)[0]
        case "after-play":
            place = _positions(steps, BankPlays)[0]
        case "turn":
            return tuple(
                Turns((*step.spots, *spots)) if isinstance(step, Turns) else step for step in steps
            )
        case "main":
            *others, last = steps
            assert isinstance(last, Settle)
            if first.meter is not None:
                return (*others, *_settlement(first, Settle(spots, order=first.order)), last)
            order = last.order if first.order == CLOCKWISE else first.order
            return (*others, Settle((*last.spots, *spots), order=order))
        case "first-card" | "showdown":
            raise AssertionError(f"{first.name}: the game itself says when this bet is settled")
    return (*steps[:place], *_settlement(first, Settle(spots, order=first.order)), *steps[place:])


def _positions(steps: Sequence[Step], *kinds: type[Step]) -> list[int]:
    return [place for place, step in enumerate(steps) if isinstance(step, kinds)]


def _settlement(bet: SideBet, settle: Settle) -> tuple[Step, ...]:
    """A meter is read, and awards come off it, before anybody is paid."""
    if bet.meter is None:
        return (settle,)
    return (*map(Read, figures_of(bet.meter.name)), Award(settle), settle)
