"""Questions about the procedure: buttons, the dealer's own hand, and what comes next."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from functools import partial
from typing import Final

import msgspec

from cardroom import games
from cardroom.events import (
    BankEnded,
    BankReturned,
    ButtonPlaced,
    DiceRolled,
    Event,
    PotAwarded,
    RoundEnded,
)
from cardroom.events.words import NO_FELT, FeltWords, in_sentence, place_words
from cardroom.places import ALL, BANK, BURN, read_place
from cardroom.play.interpreter import Move
from cardroom.play.round import Await, Chance, DealerStep, Head, Round
from cardroom.rules.clauses import Clause
from cardroom.school.asks.settlement import with_cited
from cardroom.school.governing import governs_next
from cardroom.school.played import LessonRound, turned
from cardroom.school.question import Boxes, NumberAnswer, OneOf, OpenQuestion, Scene
from cardroom.school.scene import aside, pictured, scene

ACTION: Final = "action"
CHOICES_MAX: Final = 4
_NUMBER: Final = re.compile(r"\d+")
DRAW: Final = ("draws a card", "stands")
STEPS: Final = {"settle": "takes and pays", "turn": "turns over a card"}
"""What the dealer does at the steps that all games share."""


def action_button(played: LessonRound) -> Iterator[OpenQuestion]:
    """Where the action button goes, by dice or by the bank's first card."""
    for number, move in enumerate(played.moves):
        for event in move.events:
            if not isinstance(event, ButtonPlaced) or event.button != ACTION:
                continue
            if len({bet.box for bet in move.before.bets}) < 2:
                continue  # the only box there is gets it
            dice = next((each for each in move.events if isinstance(each, DiceRolled)), None)
            cards = move.after.at(BANK)
            if dice is not None:
                count = f"the dice show {sum(dice.dice)}"
            else:
                count = f"the bank's second card is {pictured(cards[1])}" if cards[1:] else ""
            clause = played.governing("button:action")
            yield OpenQuestion(
                "Which box gets the action button?",
                partial(
                    scene, move.after, (*played.until(number), *move.events), hide=(ButtonPlaced,)
                ),
                NumberAnswer(event.box),
                with_cited(clause, played),
                count if dice is not None else f"box {event.box}",
                (f"The button goes to box {event.box}{f': {count}' if count else ''}.",),
                decided=clause is not None,
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
        clause = played.governing(f"button:{button}")
        yield OpenQuestion(
            f"Which boxes get the {button} button?",
            partial(scene, played.moves[0].before, played.opening, hide=(ButtonPlaced,)),
            Boxes(tuple(sorted(set(boxes)))),
            with_cited(clause, played),
            f"{len(set(boxes))} boxes",
            decided=clause is not None,
        )


def draw(played: LessonRound) -> Iterator[OpenQuestion]:
    """Whether the dealer, or the bank, draws to a hand that everybody sees."""
    for number, move in enumerate(played.moves):
        if _draws(move.before):
            yield _drawing(played, number, move.before, drawn=True)
        ended = any(isinstance(event, BankEnded) for event in move.events)
        if ended and len(move.after.at(BANK)) > 1 and not _busted(move.after):
            yield _drawing(played, number + 1, move.after, drawn=False)


def _busted(round: Round) -> bool:
    return games.family(round.rules).felt_state(round).bank_busted


def _draws(round: Round) -> bool:
    """Whether the round waits for a further card to a bank's hand that lies face up."""
    head = round.head
    if not isinstance(head, Chance) or head.place != BANK or head.turned is not None:
        return False
    pile = round.cards.get(BANK, ())
    return len(pile) > 1 and all(dealt.seen == ALL for dealt in pile)


def _drawing(played: LessonRound, number: int, round: Round, *, drawn: bool) -> OpenQuestion:
    label = games.family(round.rules).labels(round, {BANK: round.at(BANK)}).get(BANK, "")
    felt = games.felt_of(round.rules)
    bank, hand = place_words(BANK, felt.bank_title), in_sentence(label, felt)
    clause = played.governing("draw")
    return OpenQuestion(
        f"Does {bank} draw a card or stand?",
        partial(scene, round, played.until(number), hide=(BankEnded,)),
        OneOf(DRAW, (0 if drawn else 1,)),
        with_cited(clause, played),
        label,
        (f"{bank.capitalize()} has {hand} and {DRAW[0] if drawn else DRAW[1]}.",),
        decided=clause is not None,
    )


def next_step(played: LessonRound) -> Iterator[OpenQuestion]:
    """What happens next; the other choices are steps of the same round."""
    told = {number: _told(move) for number, move in enumerate(played.moves)}
    every = list(dict.fromkeys(words for words in told.values() if words))
    for number, words in told.items():
        others = [other for other in every if other != words]
        if not words or words == told.get(number - 1) or not others:
            continue
        chosen = turned(others, number * 7)[: CHOICES_MAX - 1]
        options = tuple(sorted({words, *chosen}))
        before = played.moves[number].before
        clause = _governs(played, played.moves[number])
        yield OpenQuestion(
            "What happens next?",
            partial(_moment, before, played.until(number)),
            OneOf(options, (options.index(words),)),
            with_cited(clause, played),
            _NUMBER.sub("n", _case(before.head)),
            (f"{words[0].upper()}{words[1:]}.",),
            decided=clause is not None,
        )


def _told(move: Move[object]) -> str:
    """What a move is, in words; empty where the dealer finds nothing to do."""
    done = [event for event in move.events if not isinstance(event, (BankReturned, RoundEnded))]
    nothing = isinstance(move.before.head, DealerStep) and not done
    return "" if nothing else comes(move.before)


def _governs(played: LessonRound, move: Move[object]) -> Clause | None:
    """The clause that says what comes next, in the games that have one."""
    awards = [event.clause for event in move.events if isinstance(event, PotAwarded)]
    return played.first_clause(*awards) or governs_next(played, move.before)


def _moment(round: Round, events: Sequence[Event]) -> Scene:
    shown = scene(round, events)
    return msgspec.structs.replace(shown, facts=(*shown.facts, *aside(round)))


def comes(round: Round) -> str:
    """What comes next, in the words of a dealer; empty at the end of the round."""
    felt, head = games.felt_of(round.rules), round.head
    match head:
        case Await():
            return " and ".join(
                f"box {ask.box} {felt.topic(ask.topic).decides}" for ask in head.asks
            )
        case DealerStep(does="turn") if read_place(getattr(head.step, "place", BANK))[0]:
            return "a player's hand is turned up"
        case DealerStep():
            steps = {**STEPS, **felt.dealer_steps}
            return f"the dealer {steps.get(head.does, head.does)}"
        case Chance(place=name) if name == BURN and not head.dice:
            return "a card is burned"
        case _:
            return _case(head, felt)


def _case(head: Head, felt: FeltWords = NO_FELT) -> str:
    """What a round waits for; without a felt, the case of the question, the same in every game."""
    match head:
        case Chance(dice=0, turned=None):
            return f"a card goes to {place_words(head.place, felt.bank_title)}"
        case Chance(dice=0):
            return f"a card of {place_words(head.place, felt.bank_title)} is turned over"
        case Chance():
            return "the dice are rolled"
        case Await():
            return " and ".join(f"box {ask.box} decides ({ask.topic})" for ask in head.asks)
        case DealerStep():
            return f"the dealer's step: {head.does}"
        case _:
            return ""
