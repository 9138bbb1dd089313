"""Planted errors: a round as it was dealt, with one mistake in it, or none."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from typing import Final, NamedTuple

from cardroom.events import BetSettled, ButtonPlaced, FeeTaken
from cardroom.money import dollars
from cardroom.play.round import Settlement
from cardroom.rules.clauses import Clause
from cardroom.school.asks.settlement import settlements, with_cited
from cardroom.school.played import PlayedRound
from cardroom.school.question import OneOf, OpenQuestion, Scene
from cardroom.school.scene import bet_name, scene

NOTHING: Final = "nothing is wrong"
ACTION: Final = "action"


class Deed(NamedTuple):
    """Something that the dealer did, and one way to do it wrong."""

    right: str
    wrong: str
    error: str
    """Which kind of mistake it would be."""
    cost: str
    clause: Clause | None = None


def planted(played: PlayedRound) -> Iterator[OpenQuestion]:
    """Which step is wrong; the others are as the engine did them."""
    round = played.round
    if round is None or not round.over or round.void or not played.moves:
        return
    deeds = list(_deeds(played))
    if len(deeds) < 2:
        return
    shown = partial(_scene, played)
    for number, deed in enumerate(deeds):
        options = _said(deeds, number)
        # A wrong step must not read like another one, or the answer would not be decided.
        if len(set(options)) < len(options):
            continue
        yield OpenQuestion(
            "One step below may be wrong. Which one?",
            shown,
            OneOf(options, (number,)),
            with_cited(deed.clause, played),
            deed.error,
            (f"It must be: {deed.right}.", deed.cost),
            deed.clause is not None,
        )
    options = _said(deeds, -1)
    if len(set(options)) == len(options):
        yield OpenQuestion(
            "One step below may be wrong. Which one?",
            shown,
            OneOf(options, (len(deeds),)),
            with_cited(None, played),
            NOTHING,
            ("Every step is as the rules say.",),
        )


def _said(deeds: list[Deed], planted_at: int) -> tuple[str, ...]:
    steps = [deed.wrong if n == planted_at else deed.right for n, deed in enumerate(deeds)]
    return (*steps, NOTHING)


def _scene(played: PlayedRound) -> Scene:
    """The table at the end, without what the dealer did about money and buttons."""
    assert played.round is not None
    events = [event for event in played.events if not isinstance(event, BetSettled)]
    return scene(played.round, events, settled=played.round.settled, hide=(FeeTaken, ButtonPlaced))


def _deeds(played: PlayedRound) -> Iterator[Deed]:
    for event in played.opening:
        if isinstance(event, FeeTaken) and event.amount and event.box:
            yield _fee(event)
    buttons = [e for e in played.events if isinstance(e, ButtonPlaced) and e.button == ACTION]
    for event in buttons[-1:]:
        yield _button(event, played.rules.boxes)
    for each, _ in settlements(played):
        yield _payment(bet_name(played.rules, each.bet), each)


def _fee(event: FeeTaken) -> Deed:
    wrong = event.amount + 50
    return Deed(
        f"box {event.box} pays a collection of ${dollars(event.amount)}",
        f"box {event.box} pays a collection of ${dollars(wrong)}",
        "collection",
        f"The mistake costs box {event.box} $0.50.",
    )


def _button(event: ButtonPlaced, boxes: int) -> Deed:
    wrong = event.box % boxes + 1
    return Deed(
        f"the action button goes to box {event.box}",
        f"the action button goes to box {wrong}",
        "button",
        "With the button at a wrong box, a short bank reaches the wrong wagers first.",
    )


def _payment(name: str, each: Settlement) -> Deed:
    """What trainees and tired dealers get wrong about a wager."""
    stake = each.bet.stake
    if each.paid and each.action < stake:
        paid = each.paid * stake // max(each.action, 1)
        return _deed(name, each, paid, "unfunded bank")
    if each.paid:
        paid = stake if each.paid != stake else stake * 3 // 2
        return _deed(name, each, paid, "payment")
    if each.taken:
        return _deed(name, each, 0, "missed take")
    return _deed(name, each, -stake, "push taken")


def _deed(name: str, each: Settlement, net: int, error: str) -> Deed:
    off = net - each.net
    who = "the bank" if off > 0 else "the player"
    cost = f"The mistake costs {who} ${dollars(abs(off))}."
    return Deed(_moved(name, each.net), _moved(name, net), error, cost, each.clause)


def _moved(name: str, net: int) -> str:
    if net > 0:
        return f"{name} is paid ${dollars(net)}"
    return f"${dollars(-net)} of {name} is taken" if net else f"{name} goes back"
