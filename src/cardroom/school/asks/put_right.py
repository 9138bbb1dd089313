"""Something went wrong: put it right, leave it, or call the floor.

Whether an offer can still be made up is what the engine says when it is asked for the remedy at
that moment. Where the rule says that the floor acts, calling the floor is the right answer.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from typing import Final

from cardroom import games
from cardroom.events import Acted, Intervened
from cardroom.games.felt import DECLINE
from cardroom.play import irregularities
from cardroom.play.inputs import Answer, Intervene, Lapse
from cardroom.play.round import Ask, Await, Refusal
from cardroom.rules.clauses import Clause
from cardroom.school.asks.irregular import (
    interventions,
    remedies,
    some_others,
    until,
    what,
    words,
)
from cardroom.school.asks.settlement import with_cited
from cardroom.school.played import LessonRound
from cardroom.school.question import OneOf, OpenQuestion
from cardroom.school.scene import scene

FLOOR_ACTS: Final = "floor"
"""A rule that has this word says that the floor acts."""
CALL: Final = "call the floor"
MADE_UP, LEFT = "make the offer now", "leave it: the round goes on without the offer"
OFFERS: Final = (MADE_UP, LEFT, CALL)


def put_right(played: LessonRound) -> Iterator[OpenQuestion]:
    """What to do about an irregularity, or about an offer that was not made."""
    yield from _irregularities(played)
    yield from _missed(played)


def _irregularities(played: LessonRound) -> Iterator[OpenQuestion]:
    chapter = remedies(played)
    for number, entry, event in interventions(played):
        clause = played.clause(event.clause)
        if clause is None or not words(played.rules, entry.kind).happened:
            continue
        floor = _floor(clause)
        right = CALL if floor else clause.says
        others = (each for each in chapter if each is not clause and not _floor(each))
        chosen = some_others(played, others)
        options = tuple(dict.fromkeys((*sorted({*chosen, *([] if floor else [right])}), CALL)))
        before = played.moves[number].before
        yield OpenQuestion(
            f"This has happened: {what(entry, played.rules)}. What do you do?",
            partial(scene, before, until(played, number, entry), open_boxes=tuple(before.players)),
            OneOf(options, (options.index(right),)),
            with_cited(clause, played),
            f"{entry.kind}: {'the floor' if floor else 'the remedy'}",
            (f"{clause.says[0].upper()}{clause.says[1:]}.",),
            decided=True,
        )


def _floor(clause: Clause) -> bool:
    return FLOOR_ACTS in clause.says


def _missed(played: LessonRound) -> Iterator[OpenQuestion]:
    """An offer that a box declined, as if it had not been made: at the first moment at which it can
    be made up, and at the first one at which it is too late."""
    known = irregularities.remedies(games.family(played.rules))
    kinds = {remedy.makes_up: kind for kind, remedy in known.items() if remedy.makes_up}
    if any(isinstance(move.entry, Intervene) for move in played.moves):
        return
    for number, move in enumerate(played.moves):
        ask = _declined(move.before.head, move.entry)
        if ask is None or ask.topic not in kinds:
            continue
        made_up = False
        for later in range(number + 1, len(played.moves)):
            before = played.moves[later].before
            told = games.apply(before, Intervene(kinds[ask.topic], box=ask.box))
            if isinstance(told, Refusal):
                if _still_open(before.head, ask.topic):
                    continue
                yield _offer(played, later, ask, played.rules.worded(told.clause), LEFT)
                break
            noted = (event.clause for event in told[1] if isinstance(event, Intervened))
            clause = played.clause(next(noted, ""))
            if clause is not None and not made_up:
                made_up = True
                yield _offer(played, later, ask, clause, MADE_UP)


def _still_open(head: object, topic: str) -> bool:
    """Whether other boxes are being asked the same: then nothing has been missed yet."""
    return isinstance(head, Await) and any(ask.topic == topic for ask in head.asks)


def _declined(head: object, entry: object) -> Ask | None:
    if not isinstance(head, Await) or not isinstance(entry, (Answer, Lapse)):
        return None
    said_no = isinstance(entry, Lapse) or entry.verb == DECLINE.verb
    ask = head.ask(entry.box) if said_no else None
    return None if ask is None or ask.option(DECLINE.verb) is None else ask


def _offer(played: LessonRound, number: int, ask: Ask, clause: Clause, right: str) -> OpenQuestion:
    # The trainee must not read that the offer was made.
    events = [
        event
        for event in played.until(number)
        if not (isinstance(event, Acted) and event.verb == DECLINE.verb)
    ]
    return OpenQuestion(
        f"Only now does somebody notice that box {ask.box} was not offered"
        f" {ask.topic.replace('-', ' ')}. What do you do?",
        partial(scene, played.moves[number].before, events),
        OneOf(OFFERS, (OFFERS.index(right),)),
        with_cited(clause, played),
        f"missed {ask.topic}: {'made up' if right == MADE_UP else 'too late'}",
        (f"{clause.says[0].upper()}{clause.says[1:]}.",),
        decided=True,
    )
