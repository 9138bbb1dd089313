"""Questions about hands that are set: the house way, and foul settings."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from typing import Final

from cardroom import games
from cardroom.cards import Card
from cardroom.events import Acted, CardsMoved, HandEnded
from cardroom.places import FRONT, read_place, set_place
from cardroom.play.felt_state import Front
from cardroom.play.inputs import Lapse
from cardroom.play.round import Ask, Await, Refusal, Round
from cardroom.school.asks.settlement import with_cited
from cardroom.school.played import LessonRound
from cardroom.school.question import CardsAnswer, OpenQuestion, yes
from cardroom.school.scene import pictured_text, scene

SETTINGS: Final = 6
"""Settings of one hand that are asked about: the foul ones and the sound ones in turn."""


def _hands(played: LessonRound) -> Iterator[tuple[int, Round, Ask, tuple[Front, ...]]]:
    """Each hand that is to be set, with every choice of cards in front."""
    seen: set[int] = set()
    for number, move in enumerate(played.moves):
        head = move.before.head
        if not isinstance(head, Await):
            continue
        for ask in head.asks:
            if ask.box in seen or not any(option.cards for option in ask.options):
                continue
            seen.add(ask.box)
            cards = _cards(move.before, ask.box)
            fronts = tuple(games.family(played.rules).fronts(move.before, cards))
            if fronts:
                yield number, move.before, ask, fronts


def _cards(round: Round, box: int) -> tuple[Card, ...]:
    own = [place for place in round.cards if read_place(place)[0] == box]
    return tuple(card for place in own for card in round.at(place))


def house_way(played: LessonRound) -> Iterator[OpenQuestion]:
    """The cards in front when the dealer sets the hand by the posted house way."""
    clause = played.governing("house-way")
    for number, round, ask, fronts in _hands(played):
        applied = games.apply(round, Lapse(ask.box))
        if isinstance(applied, Refusal):
            continue
        front = _front(applied[0], ask.box)
        mine = next((each for each in fronts if sorted(each.cards) == sorted(front)), None)
        if mine is None or mine.foul:
            continue
        same = tuple(each.cards for each in fronts if each is not mine and _same(each, mine))
        yield OpenQuestion(
            f"Set box {ask.box} by the house way. Which cards go in front?",
            partial(
                scene, round, played.until(number), hide=(HandEnded, Acted), open_boxes=(ask.box,)
            ),
            CardsAnswer(mine.cards, same),
            with_cited(clause, played),
            mine.label,
            (f"The house way makes {mine.label}.",),
            decided=clause is not None,
        )


def _same(one: Front, other: Front) -> bool:
    """Other suits of the same ranks that make the same two hands."""
    ranks = [sorted(card[0] for card in front.cards) for front in (one, other)]
    return ranks[0] == ranks[1] and one.label == other.label


def _front(after: Round, box: int) -> tuple[str, ...]:
    """The cards that lie in front of a box after it was set."""
    return tuple(card.text for card in after.at(set_place(box, FRONT)))


def foul(played: LessonRound) -> Iterator[OpenQuestion]:
    """Whether a setting is foul."""
    for number, round, ask, fronts in _hands(played):
        bank = ask.box == round.facts.bank_box
        clause = played.governing("foul:bank" if bank else "foul")
        wrong = [front for front in fronts if front.foul]
        sound = [front for front in fronts if not front.foul]
        for front in (*_spread(wrong, SETTINGS // 2), *_spread(sound, SETTINGS // 2)):
            yield OpenQuestion(
                f"Box {ask.box} sets {' '.join(map(pictured_text, front.cards))} in front."
                " Is the hand foul?",
                partial(
                    scene,
                    round,
                    played.until(number),
                    hide=(HandEnded, Acted, CardsMoved),
                    open_boxes=(ask.box,),
                ),
                yes(front.foul),
                with_cited(clause, played),
                "foul" if front.foul else "sound",
                (f"It makes {front.label}.",),
                decided=clause is not None,
            )


def _spread(fronts: list[Front], count: int) -> list[Front]:
    """Some of them, spread over the whole list."""
    step = max(len(fronts) // count, 1)
    return fronts[::step][:count]
