"""The sheets of a posted game: what each is called, what it needs, and where it can be had.

The command line, the service, the page, and submissions read this list.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import TYPE_CHECKING, Any, Final, Literal, NamedTuple

from cardroom.signage import layout, rules, sign

if TYPE_CHECKING:
    from cardroom.progress import Tell
    from cardroom.rules.ruleset import Ruleset
    from cardroom.signage.sheet import Posting, Sheet


class Computation(NamedTuple):
    """What a sheet is made from, if the posted rules are not enough."""

    words: str
    """What is computed, after "Computing"."""
    result: Callable[[Ruleset, Tell], Any]


class Bound(NamedTuple):
    """A sheet's part of a submission and of its portfolio."""

    place: int
    """The portfolio has the sheets of all games in this order."""
    words: str
    """Its title there, after that of the game."""
    form: Literal["tall", "wide"] = "tall"


class PostedSheet(NamedTuple):
    title: str
    about: str
    """What it is, for the help of `cardroom post`."""
    sheet: Callable[[Posting, Any], Sheet]
    """Of a posted game, and the result of the computation; None without one."""
    computation: Computation | None = None
    shown: Literal["everyone", "charts", "nobody"] = "everyone"
    """Who can print it from the page: everyone, people at tables that permit charts, or nobody,
    because it takes too long."""
    bound: Bound | None = None
    """None: it is no part of a submission."""
    data: Callable[[Posting, Any], Iterator[tuple[str, bytes]]] | None = None
    """The files with its figures, by suffix; None if it has none."""

    def computed(self, rules: Ruleset, tell: Tell) -> Any:
        return None if self.computation is None else self.computation.result(rules, tell)


def _plain(sheet: Callable[[Posting], Sheet]) -> Callable[[Posting, None], Sheet]:
    return lambda posting, _: sheet(posting)


def _best_strategy(rules: Ruleset, tell: Tell) -> Any:
    from cardroom.analysis.strategy import best_strategy  # noqa: PLC0415 - slow to load

    return best_strategy(rules, tell=tell)


def _strategy(posting: Posting, found: Any) -> Sheet:
    from cardroom.signage import strategy  # noqa: PLC0415 - slow to load

    return strategy.sheet(posting, found)


def _figures(rules: Ruleset, tell: Tell) -> Any:
    from cardroom.signage import figures  # noqa: PLC0415 - needs the extra `odds`

    return figures.figures(rules, tell)


def _math(posting: Posting, found: Any) -> Sheet:
    from cardroom.signage import math  # noqa: PLC0415 - slow to load

    return math.sheet(posting, found)


def _math_data(posting: Posting, found: Any) -> Iterator[tuple[str, bytes]]:
    from cardroom.signage import figures  # noqa: PLC0415 - needs the extra `odds`

    yield ".json", figures.appendix(posting.rules, found)
    yield ".csv", figures.table(found).encode("utf-8")


SHEETS: Final[Mapping[str, PostedSheet]] = {
    "sign": PostedSheet(
        "Sign",
        "limits, pay tables and collection for the table",
        _plain(sign.sheet),
        bound=Bound(3, "sign"),
    ),
    "rules": PostedSheet(
        "Rules", "the rule page", _plain(rules.sheet), bound=Bound(1, "rules of the game")
    ),
    "layout": PostedSheet(
        "Layout", "the felt", _plain(layout.sheet), bound=Bound(2, "layout", "wide")
    ),
    "strategy": PostedSheet(
        "Strategy card",
        "best play on a pocket card",
        _strategy,
        Computation("the best play", _best_strategy),
        shown="charts",
    ),
    "math": PostedSheet(
        "Math report",
        "the report for a test laboratory",
        _math,
        Computation("the math report", _figures),
        shown="nobody",
        bound=Bound(4, "math report"),
        data=_math_data,
    ),
}
"""By name, which is also that of the template, and of the module in this package."""


def bound() -> tuple[tuple[str, PostedSheet, Bound], ...]:
    """The sheets of a submission, in the order of its portfolio."""
    found = [(name, each, each.bound) for name, each in SHEETS.items() if each.bound is not None]
    return tuple(sorted(found, key=lambda part: part[2].place))
