"""An index of the worked rounds: which cases can be asked about, and in which rounds they are.

Looking through all worked rounds of a game takes up to a second. It is done once for each game and
posting, for all kinds of questions together; the rounds themselves are not kept, because a round
is played again, with other cards, when a question about it is asked.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import Final, NamedTuple

import msgspec

from cardroom.school import library
from cardroom.school.asks import KINDS
from cardroom.school.library import PostedAt

KEPT: Final = 64
"""Indexes in memory: a few hundred short texts each."""


class AskedCase(NamedTuple):
    """What a drill selects its questions by."""

    kind: str
    stratum: str
    case: str
    clauses: tuple[str, ...]
    """The one that decides; or, where the engine names none, those that the worked round cites."""


Index = Mapping[AskedCase, Sequence[str]]
"""By case: the files of the worked rounds that have it."""


def index(game: str, posting: PostedAt, rounds: str = "") -> Index:
    """Options may be tables of rows, so they are compared as they are written down."""
    return _index(game, msgspec.json.encode(posting), rounds)


@lru_cache(maxsize=KEPT)
def _index(game: str, posted: bytes, rounds: str) -> Index:
    posting = msgspec.json.decode(posted, type=PostedAt)
    found: dict[AskedCase, dict[str, None]] = {}
    for file in library.files(game, rounds):
        played = library.play(library.under(library.told(file), game, posting))
        if played is None:
            continue
        for kind, asker in KINDS.items():
            for question in asker.questions(played):
                case = AskedCase(kind, question.stratum, question.case, question.selected_by)
                found.setdefault(case, {})[file] = None
    return {case: tuple(files) for case, files in found.items()}


def indexed() -> int:
    """How often worked rounds were looked through."""
    return _index.cache_info().misses
