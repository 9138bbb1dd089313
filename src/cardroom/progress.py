"""What a long computation tells the person waiting for it."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from itertools import accumulate, chain, islice
from typing import Final, NamedTuple, TypeVar

T = TypeVar("T")


class ProgressNotice(NamedTuple):
    """A line of text; with `of`, how much of the work is done."""

    text: str
    done: int = 0
    of: int = 0
    """0 where the amount of work is not known."""


Tell = Callable[[ProgressNotice], None]

EVERY: Final = 4000
"""Parts of the work between two notices: to tell each would take longer than most of the work."""


def silent(notice: ProgressNotice) -> None:
    """Nobody is waiting."""
    del notice


class Watch:
    """Counts what is done of long work that has many small parts, and tells now and then."""

    def __init__(self, text: str, of: int, tell: Tell, every: int = 0) -> None:
        """It tells when another `every` parts are done (by default, `EVERY`), and at the end."""
        self._text, self._of, self._tell = text, of, tell
        self._every = every or EVERY
        self._done = self._told = 0

    def add(self, count: int) -> None:
        self._done += count
        if self._done >= self._told + self._every or self._told < self._of <= self._done:
            self._told = self._done
            self._tell(ProgressNotice(self._text, min(self._done, self._of), self._of))

    def over(self, items: Iterable[T], count: int) -> Iterator[T]:
        """The same items, one by one; there are about as many as `count` says."""
        return chain.from_iterable(self._pages(iter(items), count))

    def _pages(self, items: Iterator[T], count: int) -> Iterator[Iterator[T]]:
        for first in items:
            # Nothing is done for each item: that would cost more than to read one.
            yield chain((first,), islice(items, self._every - 1))
            page = min(self._every, count)
            self.add(page)
            count -= page
        self.add(count)


class PartsBar:
    """One bar for work in several parts, which are done in order."""

    FINE: Final = 100
    """Of a unit of weight: how much of a part is done shows, too."""

    def __init__(self, text: str, weights: Iterable[int], tell: Tell) -> None:
        """The weight of each part says about how long it takes, compared with the others."""
        self._text, self._tell = text, tell
        self._ends = [each * self.FINE for each in accumulate(weights, initial=0)]
        self._finished = 0
        self._show(0)

    def within(self, notice: ProgressNotice) -> None:
        """How much is done of the part under way, in place of a bar of its own."""
        if not notice.of:
            self._tell(notice)
            return
        start, end = self._ends[self._finished : self._finished + 2]
        self._show(start + (end - start) * notice.done // notice.of)

    def finish(self) -> None:
        """The part under way is done."""
        self._finished += 1
        self._show(self._ends[self._finished])

    def _show(self, done: int) -> None:
        self._tell(ProgressNotice(self._text, done, self._ends[-1]))
