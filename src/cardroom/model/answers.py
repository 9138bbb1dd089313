"""Answers of the rules about hands, asked once for all hands that look the same to them.

A rule looks at few fields of a hand, and often at fewer still: whether it has busted, or its total.
So a hand is first given to the rules as a value that records which fields are read. Another hand
that is equal in these fields, in the order in which they are read, has the same answer.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable
from typing import Any, Final, Generic, TypeVar, cast

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
    """The field that decides what comes next."""

    __slots__ = ("place", "then")

    def __init__(self, field: str) -> None:
        self.place = Key._fields.index(field)
        self.then: dict[int, object] = {}
        """By the value of the field: the next branch, or the answer."""


_UNKNOWN: Final = object()


class Answers(Generic[Answer]):
    """What a question about a hand was answered, by the fields that decided it."""

    def __init__(self, ask: Callable[[Key], Answer]) -> None:
        self._ask = ask
        self._root: dict[int, object] = {}

    def of(self, key: Key) -> Answer:
        found = self._root.get(0, _UNKNOWN)
        while type(found) is _Branch:
            found = found.then.get(key[found.place], _UNKNOWN)
        return self._learned(key) if found is _UNKNOWN else cast(Answer, found)

    def _learned(self, key: Key) -> Answer:
        watched = _WatchedKey(key)
        answer = self._ask(cast(Key, watched))
        then, value = self._root, 0
        for field in [name for name in vars(watched) if name != "_key"]:
            branch = then.setdefault(value, _Branch(field))
            assert isinstance(branch, _Branch)
            then, value = branch.then, getattr(key, field)
        then[value] = answer
        return answer


class AnswersBy(Generic[Answer]):
    """The same for a question about a hand and something else, which is only compared."""

    def __init__(self, ask: Callable[..., Answer]) -> None:
        self._ask = ask
        self._by: dict[tuple[Hashable, ...], Answers[Answer]] = {}

    def of(self, key: Key, *other: Hashable) -> Answer:
        found = self._by.get(other)
        if found is None:
            found = self._by[other] = Answers(lambda key: self._ask(key, *other))
        return found.of(key)
