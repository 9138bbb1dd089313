"""Questions about the procedure: buttons, the dealer's own hand, and what comes next."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import partial
from typing import Final

from cardroom import games
from cardroom.events import BankEnded, ButtonPlaced, DiceRolled
from cardroom.events.words import place
from cardroom.places import ALL, BANK
from cardroom.play.interpreter import Move
from cardroom.play.round import Await, Chance, DealerStep, Round
from cardroom.school.asks.settlement import with_cited
from cardroom.school.played import LessonRound
from cardroom.school.question import Boxes, NumberAnswer, OneOf, OpenQuestion
from cardroom.school.scene import scene

ACTION: Final = "action"
CHOICES_MAX: Final = 4
_NUMBER: Final = re.compile(r"\d+")
DRAW: Final = ("draws a card", "stands")


def action_button(played: LessonRound) -> Iterator[OpenQuestion]:
    """Where the action button goes, by dice or by the bank's first card."""
    for number, move in enumerate(played.moves):
        for event in move.events:
            if not isinstance(event, ButtonPlaced) or event.button != ACTION:
                continue
            dice = next((each for each in move.events if isinstance(each, DiceRolled)), None)
            count = "" if dice is None else f"the dice show {sum(dice.dice)}"
            yield OpenQuestion(
                "Which box gets the action button?",
                partial(
                    scene, move.after, (*played.until(number), *move.events), hide=(ButtonPlaced,)
                ),
                NumberAnswer(event.box),
                with_cited(None, played),
                count or f"box {event.box}",
                (f"The button goes to box {event.box}{f': {count}' if count else ''}.",),
            )


def buttons(played: LessonRound) -> Iterator[OpenQuestion]:
    """Which boxes get a button that is not the action button."""
    round = played.round
    if round is None or not played.moves:
        return
    placed: dict[str, list[int]] = {}
    for event in played.events:
        if isinstance(event, ButtonPlaced) and event.button != ACTION:
            placed.setdefault(event.button, []).append(event.box)
    for button, boxes in placed.items():
        yield OpenQuestion(
            f"Which boxes get the {button} button?",
            partial(scene, played.moves[0].before, played.opening, hide=(ButtonPlaced,)),
            Boxes(tuple(sorted(set(boxes)))),
            with_cited(None, played),
            f"{len(set(boxes))} boxes",
        )


def draw(played: LessonRound) -> Iterator[OpenQuestion]:
    """Whether the dealer draws to a hand that everybody sees."""
    for number, move in enumerate(played.moves):
        if _draws(move.before):
            yield _drawing(played, number, move.before, drawn=True)
        ended = any(isinstance(event, BankEnded) for event in move.events)
        if ended and len(move.after.at(BANK)) > 1:
            yield _drawing(played, number + 1, move.after, drawn=False)


def _draws(round: Round) -> bool:
    """Whether the round waits for a further card to a bank's hand that lies face up."""
    head = round.head
    if not isinstance(head, Chance) or head.place != BANK or head.turned is not None:
        return False
    pile = round.cards.get(BANK, ())
    return len(pile) > 1 and all(dealt.seen == ALL for dealt in pile)


def _drawing(played: LessonRound, number: int, round: Round, *, drawn: bool) -> OpenQuestion:
    label = games.family(round.rules).labels(round, {BANK: round.at(BANK)}).get(BANK, "")
    return OpenQuestion(
        "Does the dealer draw a card or stand?",
        partial(scene, round, played.until(number), hide=(BankEnded,)),
        OneOf(DRAW, (0 if drawn else 1,)),
        with_cited(None, played),
        label,
        (f"The dealer has {label} and {DRAW[0] if drawn else DRAW[1]}.",),
    )


def next_step(played: LessonRound) -> Iterator[OpenQuestion]:
    """What happens next; the other choices are steps of the same round."""
    told = {number: _words(move) for number, move in enumerate(played.moves)}
    every = list(dict.fromkeys(words for words in told.values() if words))
    for number, words in told.items():
        others = [other for other in every if other != words]
        if not words or words == told.get(number - 1) or not others:
            continue
        turn = (number * 7) % len(others)
        chosen = [*others[turn:], *others[:turn]][: CHOICES_MAX - 1]
        options = tuple(sorted({words, *chosen}))
        before = played.moves[number].before
        yield OpenQuestion(
            "What happens next?",
            partial(scene, before, played.until(number)),
            OneOf(options, (options.index(words),)),
            with_cited(None, played),
            _NUMBER.sub("n", words),
            (f"{words[0].upper()}{words[1:]}.",),
        )


def _words(move: Move[object]) -> str:
    """What a round waits for before a move, in words that leave nothing to be guessed."""
    head = move.before.head
    match head:
        case Chance(dice=0, turned=None):
            return f"a card goes to {place(head.place)}"
        case Chance(dice=0):
            return f"a card of {place(head.place)} is turned over"
        case Chance():
            return "the dice are thrown"
        case Await():
            return " and ".join(f"box {ask.box} decides ({ask.topic})" for ask in head.asks)
        case DealerStep():
            return f"the dealer's step: {head.does}"
        case _:
            return ""
