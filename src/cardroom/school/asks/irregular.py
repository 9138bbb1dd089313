"""Questions about irregularities: the remedy, and whether it is a misdeal."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from typing import Final

from cardroom.events import Acted, BankPosted, Event, Intervened
from cardroom.play import clauses
from cardroom.play.inputs import Intervene
from cardroom.play.interpreter import Move
from cardroom.rules.clauses import Clause
from cardroom.school.asks.dealing import comes
from cardroom.school.asks.settlement import with_cited
from cardroom.school.played import LessonRound
from cardroom.school.question import OneOf, OpenQuestion, yes
from cardroom.school.scene import pictured, said, scene

OTHERS_MAX: Final = 3
CONSEQUENCES_MAX: Final = 6


MISDEAL: Final = "misdeal"
MISSED: Final = "missed-"
"""How the kinds of offers that were not made begin."""
DECLINED: Final = "decline"
HAPPENED: Final = {
    "absent-player": "a player has left the table",
    "bank-foul": "the bank set a foul hand, and the dealer allowed it",
    "boxed-card": "a card was found boxed",
    "burn-card-shown": "a player asks to see the burned card",
    "card-in-error": "a card was drawn in error, and nobody has seen it",
    "cut-card-missing": "no cut card was put in",
    "damaged-card": "a card is damaged",
    "dead-hand": "a hand has to be declared dead",
    "exposed-card": "a card was exposed",
    "face-up-card": "a card lay face up in the shoe",
    "identical-cards": "two identical cards were turned up",
    "misread-hand": "a hand was misread",
    "missed-insurance": "insurance was not offered",
    "missed-surrender": "surrender was not offered",
    "shuffle-missed": "the cut card was out, and nobody shuffled",
    "surplus-card": "a card was dealt that no hand needs",
    "wrong-spot": "a hand was delivered to the wrong spot",
}
"""What has happened, by kind."""
FLOOR_DOES: Final = {
    "discards-shuffled": "the shoe is empty, and the discards are shuffled",
    "misdeal": "the floor calls a misdeal",
    "reset-bank": "the bank's hand is to be set again",
    "reset-hand": "a hand is to be set again",
    "rewind": "an error is found, and the floor has the round played again from there",
    "void-hand": "the floor declares a hand void",
    "void-round": "the floor declares the whole round void",
}
"""What somebody does about it, where the kind is named after its remedy."""


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
    return [
        event
        for event in played.until(number)
        if not (
            entry.kind.startswith(MISSED)
            and isinstance(event, Acted)
            and (event.box, event.verb) == (entry.box, DECLINED)
        )
    ]


def what(entry: Intervene) -> str:
    """What happened at the table."""
    said = {**HAPPENED, **FLOOR_DOES}.get(entry.kind, entry.kind.replace("-", " "))
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


def remedy(played: LessonRound) -> Iterator[OpenQuestion]:
    """What the rules say about an irregularity; the others are remedies for other ones."""
    for number, entry, event in interventions(played):
        clause = played.clause(event.clause)
        # A misdeal that is only called does not say which of its causes there was.
        if clause is None or (entry.kind == MISDEAL and MISDEAL in clause.id):
            continue
        others = [other.says for other in remedies(played) if other.says != clause.says]
        turn = sum(map(ord, played.scenario.file)) % (len(others) or 1)
        chosen = [*others[turn:], *others[:turn]][:OTHERS_MAX]
        options = tuple(sorted({clause.says, *chosen}))
        if len(options) < 2:
            continue
        yield OpenQuestion(
            f"This has happened: {what(entry)}. What do the rules say?",
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
        if entry.kind not in HAPPENED:
            continue
        clause = played.clause(event.clause)
        called = MISDEAL in event.clause.split(".")
        yield OpenQuestion(
            f"This has happened: {what(entry)}. Is it a misdeal?",
            partial(scene, played.moves[number].before, until(played, number, entry)),
            yes(called),
            with_cited(clause, played),
            f"{entry.kind}: {'misdeal' if called else 'play goes on'}",
            decided=clause is not None,
        )
