"""What a departure would have cost: the engine plays the round again with the error in it.

A wrong amount costs the difference. A card to the wrong place, an offer that was not made, and a
button at the wrong box are played out: the difference between the two rounds is the cost. Where the
rest of the round could not have been played that way, no amount is given.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Final, NamedTuple

from cardroom import games
from cardroom.games.felt import DECLINE
from cardroom.money import exact
from cardroom.play.inputs import Answer, Dice, Draw, Figure, Lapse, Proceed, RoundInput
from cardroom.play.interpreter import Move
from cardroom.play.round import Await, Chance, DraftOf, Reading, Refusal, Round, Settlement
from cardroom.play.settle import Claim, arranged, settle
from cardroom.rules.steps import Settle
from cardroom.school.played import LessonRound
from cardroom.school.whole_table.dealer_action import DealerAction, spot_of


class Cost(NamedTuple):
    """The sum of what people would have got too little, in cents, and who they are."""

    amount: int
    lines: tuple[str, ...]


UNKNOWN: Final = Cost(0, ("What it would have cost depends on how the round would have gone on.",))
NOTHING: Final = Cost(0, ("No money would have moved differently.",))


def of_amount(due: DealerAction, given: int) -> Cost:
    """A wrong amount: too much is lost by the one who pays, too little by the one who is paid."""
    payer, paid = _sides(due)
    loser = payer if given > due.amount else paid
    off = abs(given - due.amount)
    return Cost(off, (f"{_named(loser)} would have lost {exact(off)} by this mistake.",))


def _sides(due: DealerAction) -> tuple[str, str]:
    """Who pays a positive amount, and who gets it."""
    match due.act:
        case "collect":
            return due.owner, "the house"
        case "drop":
            return "the pot", "the house"
        case "pot":
            return "the other players", due.owner
        case "slip":
            return "the meter", f"box {due.where}"
        case _:
            return "the bank", due.owner


def of_missing(played: LessonRound, due: DealerAction) -> Cost:
    """Something that was left out."""
    match due.act:
        case "settle" | "collect" | "pot" | "drop" | "slip":
            return of_amount(due, 0) if due.amount else NOTHING
        case "ask":
            return _not_asked(played, due)
        case _:
            return Cost(0, ())


def of_card(played: LessonRound, due: DealerAction, where: str) -> Cost:
    """The card went to another place, which got its own next card's place in the order."""
    inputs = [move.entry for move in played.moves]
    other = _next_draw(played, due.move, where)
    if other is None:
        return UNKNOWN
    mine, theirs = inputs[due.move], inputs[other]
    if not isinstance(mine, Draw) or not isinstance(theirs, Draw):
        return UNKNOWN
    inputs[due.move], inputs[other] = theirs, mine
    return _compared(played, _again(played, inputs))


def of_button(played: LessonRound, box: int) -> Cost:
    """The settlement, begun at another box: a short bank reaches other wagers first."""
    for move in reversed(played.moves):
        before, step = move.before, next(iter(move.before.agenda), None)
        if isinstance(step, Settle) and len(move.after.settled) > len(before.settled):
            draft = DraftOf(before)
            claims = games.family(before.rules).claims(draft, step)
            settle(draft, arranged(step.order, _from_box(claims, box)))
            return _shown(_difference(_net(move.after.settled), _net(draft.settled)))
    return UNKNOWN


def _from_box(claims: Sequence[Claim], box: int) -> list[Claim]:
    """The same claims clockwise from another box."""
    return sorted(claims, key=lambda each: (each.bet.box < box, each.bet.box))


def _not_asked(played: LessonRound, due: DealerAction) -> Cost:
    """Nobody asked the boxes: they do what a box without an answer does."""
    inputs = [move.entry for move in played.moves]
    numbers = [part.move for part in due.parts or (due,)]
    answered = [number for number in numbers if isinstance(inputs[number], Answer)]
    for number in answered:
        inputs[number] = _passed_over(played.moves[number])
    return _compared(played, _again(played, inputs)) if answered else NOTHING


def _passed_over(move: Move[object]) -> RoundInput:
    head, entry = move.before.head, move.entry
    assert isinstance(head, Await)
    assert isinstance(entry, Answer)
    ask = head.ask(entry.box)
    declined = ask is not None and ask.option(DECLINE.verb) is not None
    return Answer(entry.box, DECLINE.verb) if declined else Lapse(entry.box)


def _next_draw(played: LessonRound, after: int, where: str) -> int | None:
    for number in range(after + 1, len(played.moves)):
        match played.moves[number].before.head:
            case Chance(place=place, dice=0, turned=None) if spot_of(place) == where:
                return number
    return None


def _again(played: LessonRound, inputs: Sequence[RoundInput]) -> Round | None:
    """The round with these inputs, each when the round waits for it.

    An answer that the box may no longer give is what happens to a box that says nothing.
    """
    round = played.moves[0].before
    left = list(inputs)
    for _ in range(2 * len(inputs)):
        if round.over:
            return round
        entry = _awaited(round, left)
        if entry is None:
            return None
        applied = games.apply(round, entry)
        if isinstance(applied, Refusal) and isinstance(round.head, Await):
            applied = games.apply(round, Lapse(round.head.asks[0].box))
        elif entry in left:
            left.remove(entry)
        if isinstance(applied, Refusal):
            return None
        round = applied[0]
    return None


def _awaited(round: Round, left: Sequence[RoundInput]) -> RoundInput | None:
    """The next of the inputs that the round waits for."""
    head = round.head
    match head:
        case Chance():
            kind: type = Dice if head.dice else Draw
            return next((each for each in left if isinstance(each, kind)), None)
        case Await():
            box = head.asks[0].box
            own = (each for each in left if isinstance(each, (Answer, Lapse)) and each.box == box)
            return next(own, Lapse(box))
        case Reading():
            figures = (each for each in left if isinstance(each, Figure))
            return next((each for each in figures if each.name == head.name), None)
        case _:
            return Proceed()


def _compared(played: LessonRound, other: Round | None) -> Cost:
    if other is None or played.round is None:
        return UNKNOWN
    return _shown(_difference(_net(played.round.settled), _net(other.settled)))


def _net(settled: Iterable[Settlement]) -> Mapping[str, int]:
    found: dict[str, int] = {}
    for each in settled:
        found[each.bet.owner] = found.get(each.bet.owner, 0) + each.net
    return found


def _difference(right: Mapping[str, int], wrong: Mapping[str, int]) -> dict[str, int]:
    return {name: wrong.get(name, 0) - right.get(name, 0) for name in {**right, **wrong}}


def _shown(changed: Mapping[str, int]) -> Cost:
    """What players got too much, the bank or the other players lost."""
    moved = {name: off for name, off in changed.items() if off}
    if not moved:
        return NOTHING
    bank = -sum(moved.values())
    if bank:
        moved["the bank"] = bank
    lines = tuple(
        f"{_named(name)} would have received {exact(abs(off))} {'more' if off > 0 else 'less'}."
        for name, off in moved.items()
    )
    return Cost(sum(-off for off in moved.values() if off < 0), lines)


def _named(owner: str) -> str:
    return f"{owner[:1].upper()}{owner[1:]}"
