"""Planted errors: a round as it was dealt, with one mistake in it, or none."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial
from typing import Final, NamedTuple

from cardroom import games
from cardroom.events import Acted, BetSettled, ButtonPlaced, Event, FeeTaken
from cardroom.events.words import FeltWords, place_words
from cardroom.games.felt import DECLINE
from cardroom.money import exact
from cardroom.places import BURN, in_piles
from cardroom.play.inputs import Answer, Lapse
from cardroom.play.round import Await, Chance, Settlement
from cardroom.rules.clauses import Clause
from cardroom.school.asks.settlement import settlements, with_cited
from cardroom.school.governing import governs_fee, governs_offer
from cardroom.school.played import LessonRound
from cardroom.school.question import OneOf, OpenQuestion, Scene
from cardroom.school.scene import bet_name, scene
from cardroom.school.whole_table.cost import Cost, of_button, of_card, of_missing
from cardroom.school.whole_table.dealer_action import DealerAction, spot_of

NOTHING: Final = "nothing is wrong"
ACTION: Final = "action"


class PlantedStep(NamedTuple):
    """Something that the dealer did, and one way to do it wrong."""

    right: str
    wrong: str
    error: str
    """Which kind of mistake it would be."""
    cost: str | Callable[[], Cost]
    """In words, or what plays the round with the mistake in it."""
    clause: Clause | None = None


def planted(played: LessonRound) -> Iterator[OpenQuestion]:
    """Which step is wrong; the others are as the engine did them."""
    round = played.round
    if round is None or not round.over or round.void or not played.moves:
        return
    actions = list(_actions(played))
    if len(actions) < 2:
        return
    shown = partial(_scene, played)
    for number, action in enumerate(actions):
        options = _said(actions, number)
        # A wrong step must not read like another one, or the answer would not be decided.
        if len(set(options)) < len(options):
            continue
        yield OpenQuestion(
            "One step below may be wrong. Which one?",
            shown,
            OneOf(options, (number,)),
            with_cited(action.clause, played),
            action.error,
            partial(_working, action),
            action.clause is not None,
        )
    options = _said(actions, -1)
    if len(set(options)) == len(options):
        yield OpenQuestion(
            "One step below may be wrong. Which one?",
            shown,
            OneOf(options, (len(actions),)),
            with_cited(None, played),
            NOTHING,
            ("Every step is as the rules say.",),
        )


def _working(step: PlantedStep) -> tuple[str, ...]:
    lines = (step.cost,) if isinstance(step.cost, str) else step.cost().lines
    return (f"It should be: {step.right}.", *lines)


def _said(actions: list[PlantedStep], planted_at: int) -> tuple[str, ...]:
    steps = [action.wrong if n == planted_at else action.right for n, action in enumerate(actions)]
    return (*steps, NOTHING)


def _scene(played: LessonRound) -> Scene:
    """The table at the end, without what the dealer did about money and buttons."""
    assert played.round is not None
    events = [event for event in played.events if not _tells(event)]
    return scene(played.round, events, settled=played.round.settled, hide=(FeeTaken, ButtonPlaced))


def _tells(event: Event) -> bool:
    """Whether it shows what a step says: a payment, or that an offer was made."""
    declined = isinstance(event, Acted) and event.verb == DECLINE.verb
    return declined or isinstance(event, BetSettled)


def _actions(played: LessonRound) -> Iterator[PlantedStep]:
    for event in played.opening:
        if isinstance(event, FeeTaken) and event.amount and event.box:
            yield _fee(played, event)
    yield from _first_cards(played)
    yield from _offers(played)
    buttons = [e for e in played.events if isinstance(e, ButtonPlaced) and e.button == ACTION]
    for event in buttons[-1:]:
        yield _button(played, event)
    for each, _ in settlements(played):
        yield _payment(played, each)


def _fee(played: LessonRound, event: FeeTaken) -> PlantedStep:
    wrong = event.amount + 50
    return PlantedStep(
        f"box {event.box} pays a collection of {exact(event.amount)}",
        f"box {event.box} pays a collection of {exact(wrong)}",
        "collection",
        f"The mistake costs box {event.box} $0.50.",
        governs_fee(played, event),
    )


def _first_cards(played: LessonRound) -> Iterator[PlantedStep]:
    """The order of the first cards, and the first two of them exchanged."""
    places: list[tuple[str, int]] = []
    for number, move in enumerate(played.moves):
        head = move.before.head
        if not isinstance(head, Chance) or head.dice or head.turned is not None:
            break
        if head.place in [place for place, _ in places]:
            break
        if head.place != BURN:
            places.append((head.place, number))
    if len(places) < 2 or in_piles(places[0][0]):
        return
    (first, number), (second, _), *rest = places
    felt = games.felt_of(played.rules)
    lost = partial(of_card, played, DealerAction("card", move=number), spot_of(second))
    yield PlantedStep(
        _order(felt, first, second, *(where for where, _ in rest)),
        _order(felt, second, first, *(where for where, _ in rest)),
        "card out of order",
        lost,
        played.governing("card:first"),
    )


def _order(felt: FeltWords, *places: str) -> str:
    named = (place_words(place, felt.bank_title) for place in places)
    return f"the first cards go to {', '.join(named)}"


def _offers(played: LessonRound) -> Iterator[PlantedStep]:
    """What is offered to a box, and the offer left out."""
    felt = games.felt_of(played.rules)
    for number, move in enumerate(played.moves):
        head = move.before.head
        if not isinstance(head, Await) or not isinstance(move.entry, (Answer, Lapse)):
            continue
        ask = head.ask(move.entry.box)
        declined = isinstance(move.entry, Lapse) or move.entry.verb == DECLINE.verb
        # Chips on the insurance line would show that the offer was made.
        if ask is None or not declined or ask.option(DECLINE.verb) is None:
            continue
        offer = felt.topic(ask.topic).offer or ask.topic.replace("-", " ")
        lost = partial(
            of_missing, played, DealerAction("ask", f"{ask.box} {ask.topic}", move=number)
        )
        yield PlantedStep(
            f"box {ask.box} is offered {offer}",
            f"box {ask.box} is not offered {offer}",
            "missed offer",
            lost,
            governs_offer(played.rules, ask),
        )


def _button(played: LessonRound, event: ButtonPlaced) -> PlantedStep:
    wrong = event.box % played.rules.boxes + 1
    return PlantedStep(
        f"the action button goes to box {event.box}",
        f"the action button goes to box {wrong}",
        "button",
        partial(of_button, played, wrong),
        played.governing("button:action"),
    )


def _payment(played: LessonRound, each: Settlement) -> PlantedStep:
    """What trainees and tired dealers get wrong about a wager."""
    name, stake = bet_name(played.rules, each.bet), each.bet.stake
    foul = played.governing("foul")
    if each.taken and foul is not None and each.clause.id == foul.id:
        return _action(name, each, stake, "foul hand")
    if each.paid and each.action < stake:
        paid = each.paid * stake // max(each.action, 1)
        return _action(name, each, paid, "unfunded bank")
    if each.paid:
        paid = stake if each.paid != stake else stake * 3 // 2
        return _action(name, each, paid, "payment")
    if each.taken:
        return _action(name, each, 0, "missed take")
    return _action(name, each, -stake, "push taken")


def _action(name: str, each: Settlement, net: int, error: str) -> PlantedStep:
    off = net - each.net
    who = "the bank" if off > 0 else "the player"
    cost = f"The mistake costs {who} {exact(abs(off))}."
    return PlantedStep(_moved(name, each.net), _moved(name, net), error, cost, each.clause)


def _moved(name: str, net: int) -> str:
    if net > 0:
        return f"{name} is paid {exact(net)}"
    return f"{exact(-net)} of {name} is taken" if net else f"{name} goes back"
