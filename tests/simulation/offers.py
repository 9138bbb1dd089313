"""What a page offers is accepted, and what it does not offer is refused."""

from __future__ import annotations

from typing import Any, Final

from cardroom import games
from cardroom.cards import Card
from cardroom.play.inputs import Answer
from cardroom.play.round import Refusal
from cardroom.table.table import Table
from tests.simulation.violation import require

VERBS: Final = (
    "hit", "stand", "double", "split", "surrender", "insure", "decline", "even-money", "fold",
    "call", "check", "bet", "raise", "all-in", "muck", "show", "play", "house-way", "set",
)  # fmt: skip
ABSURD: Final = 10**12


def check(table: Table, ask: dict[str, Any]) -> None:
    """One question, as a page was sent it, put to the round of that moment."""
    round, box = table.round, ask["box"]
    assert round is not None
    offered = {option["verb"]: option for option in ask["options"]}
    where = f"{table.id}, round {table.number}, box {box} ({ask['topic']})"
    for verb, option in offered.items():
        for answer in _answers(box, option):
            no = games.apply(round, answer)
            require(not isinstance(no, Refusal), f"{where}: {answer} is offered, and refused: {no}")
        least, most, step = option.get("least"), option.get("most"), option.get("step", 1)
        beyond = [least - step, most + step, ABSURD] if most is not None else [ABSURD]
        for amount in beyond:
            done = games.apply(round, Answer(box, verb, amount=amount))
            require(isinstance(done, Refusal), f"{where}: {verb} for {amount} is accepted")
    for verb in VERBS:
        if verb not in offered:
            done = games.apply(round, Answer(box, verb))
            require(isinstance(done, Refusal), f"{where}: {verb} is not offered, and accepted")


def _answers(box: int, option: dict[str, Any]) -> list[Answer]:
    verb = option["verb"]
    if option.get("cards"):
        good = [front for front in option.get("fronts", ()) if not front.get("foul")]
        return [Answer(box, verb, cards=tuple(map(Card, front["cards"]))) for front in good[:1]]
    amounts = dict.fromkeys((option.get("least"), option.get("most")))
    return [Answer(box, verb, amount=amount) for amount in amounts]
