"""Questions about irregularities: the remedy, and whether it is a misdeal."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import partial
from typing import Final

from cardroom import games
from cardroom.events import Acted, BankPosted, Event, Intervened
from cardroom.games.felt import DECLINE
from cardroom.play import clauses, irregularities
from cardroom.play.family import RemedyWords
from cardroom.play.inputs import Intervene
from cardroom.play.interpreter import Move
from cardroom.play.irregularities import MISDEAL, is_misdeal, names_misdeal
from cardroom.rules.clauses import Clause
from cardroom.rules.ruleset import Ruleset
from cardroom.school.asks.dealing import comes
from cardroom.school.asks.settlement import with_cited
from cardroom.school.played import LessonRound
from cardroom.school.question import OneOf, OpenQuestion, yes
from cardroom.school.scene import pictured, said, scene

CONSEQUENCES_MAX: Final = 6


def interventions(played: LessonRound) -> Iterator[tuple[int, Intervene, Intervened]]:
    """Each irregularity of the round, with the number of its move."""
    for number, move in enumerate(played.moves):
        if isinstance(move.entry, Intervene):
            for event in move.events:
                if isinstance(event, Intervened):
                    yield number, move.entry, event
                    break


def until(played: LessonRound, number: int, entry: Intervene) -> list[Event]:
    """What the trainee is shown: not that an offer was declined that is said to be missed."""
    before = list(played.until(number))
    remedy = irregularities.remedies(games.family(played.rules)).get(entry.kind)
    if remedy is None or not remedy.makes_up:
        return before
    return [
        event
        for event in before
        if not (isinstance(event, Acted) and (event.box, event.verb) == (entry.box, DECLINE.verb))
    ]


def words(rules: Ruleset, kind: str) -> RemedyWords:
    """An irregularity in the words of the game's family."""
    return irregularities.words(games.family(rules), kind)


def what(entry: Intervene, rules: Ruleset) -> str:
    """What happened at the table."""
    own = words(rules, entry.kind)
    said = own.happened or own.floor_does or entry.kind.replace("-", " ")
    said += f" (the {pictured(entry.card)})" if entry.card is not None else ""
    said += f": box {entry.box}" if entry.box else ""
    said += f", hand {entry.hand}" if entry.hand else ""
    if entry.boxes:
        many = "boxes" if len(entry.boxes) > 1 else "box"
        refuse = "refuse" if len(entry.boxes) > 1 else "refuses"
        said += f"; {many} {' and '.join(map(str, entry.boxes))} {refuse} it"
    return f"{said} ({entry.note})" if entry.note else said


def remedies(played: LessonRound) -> list[Clause]:
    """The rules about irregularities, without the one that only names their kinds."""
    found = (clause for clause in played.clauses if clause.on_irregularities)
    return [clause for clause in found if clause.id != clauses.UNKNOWN.id]


def some_others(played: LessonRound, others: Iterable[Clause]) -> list[str]:
    """Some of the remedies for other irregularities.

    A game's own chapter may say in other words what every table does. Then the round cites it, and
    the engine names the other one: neither is a wrong answer.
    """
    named = {event.clause for *_, event in interventions(played)}
    same = {clause.says for clause in played.cited if clause.id not in named}
    return played.some_of([other.says for other in others], but=same)


def remedy(played: LessonRound) -> Iterator[OpenQuestion]:
    """What the rules say about an irregularity; the others are remedies for other ones."""
    for number, entry, event in interventions(played):
        clause = played.clause(event.clause)
        # A misdeal that is only called does not say which of its causes there was.
        if clause is None or (entry.kind == MISDEAL and names_misdeal(clause.id)):
            continue
        others = (other for other in remedies(played) if other.says != clause.says)
        chosen = some_others(played, others)
        options = tuple(sorted({clause.says, *chosen}))
        if len(options) < 2:
            continue
        yield OpenQuestion(
            f"This has happened: {what(entry, played.rules)}. What do the rules say?",
            partial(
                scene,
                played.moves[number].before,
                until(played, number, entry),
                open_boxes=tuple(played.moves[number].before.players),
            ),
            OneOf(options, (options.index(clause.says),)),
            with_cited(clause, played),
            entry.kind,
            _consequences(played.moves[number]),
            decided=True,
        )


def _consequences(move: Move[object]) -> tuple[str, ...]:
    """What the remedy does at the table."""
    # The bank's amount is counted again; nobody posts anything.
    after = [each for each in move.events if not isinstance(each, (Intervened, BankPosted))]
    lines = [said(event, move.after.rules) for event in after[:CONSEQUENCES_MAX]]
    if upcoming := comes(move.after):
        lines.append(f"then {upcoming}")
    return tuple(f"{line[0].upper()}{line[1:]}." for line in lines)


def misdeal(played: LessonRound) -> Iterator[OpenQuestion]:
    """Whether an irregularity makes the deal a misdeal."""
    for number, entry, event in interventions(played):
        if not words(played.rules, entry.kind).happened:
            continue
        clause = played.clause(event.clause)
        called = is_misdeal(event)
        yield OpenQuestion(
            f"This has happened: {what(entry, played.rules)}. Is it a misdeal?",
            partial(scene, played.moves[number].before, until(played, number, entry)),
            yes(called),
            with_cited(clause, played),
            f"{entry.kind}: {'misdeal' if called else 'play goes on'}",
            decided=clause is not None,
        )
