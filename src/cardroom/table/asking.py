"""Several commands for one table, as one after the other."""

from __future__ import annotations

from collections.abc import Sequence

from cardroom.play.round import Refusal
from cardroom.table.actors import Envelope
from cardroom.table.floor import Floor
from cardroom.table.receipt import Reply
from cardroom.table.table import Table


async def ask_all(floor: Floor, id: str, envelopes: Sequence[Envelope]) -> list[Reply]:
    """In order until one is refused; stored together, with one wait for the disk. One that
    concerns a wallet or a meter waits for those before it."""
    answers: list[Reply] = []
    if len(envelopes) > 1:
        left = iter(envelopes)

        async def following(_: Table | None) -> Envelope | None:
            return next(left, None)

        answers = await floor.ask_while(id, following)
    for envelope in envelopes[len(answers) :]:
        answers.append(await floor.ask(id, envelope))
        if isinstance(answers[-1], Refusal):
            break
    return answers
