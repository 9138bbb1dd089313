"""Worked rounds as the school plays them: tests that ask about the same ones play them once."""

from __future__ import annotations

from functools import cache

from cardroom.school import library
from cardroom.school.library import PostedAt
from cardroom.school.played import LessonRound


@cache
def played_as_written(file: str, game: str, posting: PostedAt) -> LessonRound | None:
    return library.play(library.under(library.told(file), game, posting))
