"""Where players bet against each other, they sit in seats; in all other games they play boxes."""

from __future__ import annotations

import re
from typing import Final

import msgspec

from cardroom.school.question import OneOf, Question, Scene, SceneBet, SceneHand

_BOX: Final = re.compile(r"\b(b|B)ox(es)?\b")


def seated(question: Question) -> Question:
    """The same question, with seats."""
    answer = question.answer
    if isinstance(answer, OneOf):
        answer = OneOf(_each(answer.options), answer.right)
    return msgspec.structs.replace(
        question,
        text=seat(question.text),
        scene=seated_scene(question.scene),
        answer=answer,
        working=_each(question.working),
    )


def seated_scene(scene: Scene) -> Scene:
    hands = (SceneHand(seat(hand.name), hand.cards, hand.label) for hand in scene.hands)
    bets = (SceneBet(seat(bet.name), bet.stake) for bet in scene.bets)
    return msgspec.structs.replace(
        scene,
        facts=_each(scene.facts),
        hands=tuple(hands),
        bets=tuple(bets),
        story=_each(scene.story),
    )


def _each(lines: tuple[str, ...]) -> tuple[str, ...]:
    return tuple(map(seat, lines))


def seat(text: str) -> str:
    return _BOX.sub(lambda box: f"{'S' if box[1] == 'B' else 's'}eat{'s' if box[2] else ''}", text)
