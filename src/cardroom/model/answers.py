"""Answers of the rules about hands, asked once for all hands that look the same to them.

A rule looks at few fields of a hand, and often at fewer still: whether it has busted, or its total.
So a hand is first given to the rules as a value that records which fields are read. Another hand
that is equal in these fields, in the order in which they are read, has the same answer.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Generic, TypeVar, cast

from cardroom.hands.points import Key

Answer = TypeVar("Answer")


class _WatchedKey:
    """A hand; the fields that were read are its attributes, in the order of their first reading."""

    def __init__(self, key: Key) -> None:
        object.__setattr__(self, "_key", key)

    def __getattr__(self, name: str) -> Any:
        value = getattr(self.__dict__["_key"], name)
        self.__dict__[name] = value
        return value


class _Branch:
    __slots__ = ("field", "then")

    def __init__(self, field: str) -> None:
        self.field = field
        self.then: dict[object, Any] = {}
        """By the value of the field: the next branch, or the answer."""


class Answers(Generic[Answer]):
    """What a question about a hand was answered, by the fields that decided it."""

    def __init__(self, ask: Callable[[Key], Answer]) -> None:
        self._ask = ask
        self._first = _Branch("")

    def of(self, key: Key) -> Answer:
        at, value = self._first, cast(object, None)
        while value in at.then:
            found = at.then[value]
            if not isinstance(found, _Branch):
                return cast(Answer, found)
            at, value = found, getattr(key, found.field)
        return self._learned(key)

    def _learned(self, key: Key) -> Answer:
        watched = _WatchedKey(key)
        answer = self._ask(cast(Key, watched))
        at, value = self._first, cast(object, None)
        for field in [name for name in vars(watched) if name != "_key"]:
            at, value = at.then.setdefault(value, _Branch(field)), getattr(key, field)
        at.then[value] = answer
        return answer
