"""Every pair of option values of a game is posted and played, with the others at random."""

from __future__ import annotations

import random
from collections.abc import Iterator
from functools import cache
from itertools import combinations

import pytest

from cardroom import games
from cardroom.rules.options import Value
from tests.properties.books import Books, total
from tests.properties.rounds import (
    GAMES,
    RICH,
    SOME,
    Plan,
    as_given,
    play,
    posted,
    specs,
    values,
)

Row = dict[str, Value]
Pair = tuple[str, str, str, str]
"""Two options and their values; values as text, since True and 1 are equal."""


def pairs_of(row: Row) -> list[Pair]:
    shown = [(name, repr(row[name])) for name in sorted(row)]
    return [(*one, *two) for one, two in combinations(shown, 2)]


def all_pairs(game: str) -> set[Pair]:
    return {
        (one.name, repr(a), two.name, repr(b))
        for one, two in combinations(sorted(specs(game), key=lambda spec: spec.name), 2)
        for a in values(one)
        for b in values(two)
    }


@cache
def rows(game: str) -> tuple[Row, ...]:
    """A greedy cover: of some random rows, the one with the most pairs that are still open."""
    dice = random.Random(21)
    missing = all_pairs(game)
    found: list[Row] = []
    while missing:
        tries: list[Row] = [
            {spec.name: dice.choice(values(spec)) for spec in specs(game)} for _ in range(30)
        ]
        # One row holds a pair that is open for certain, so that the search ends.
        name, a, other, b = min(missing)
        for spec in specs(game):
            for value in values(spec):
                if (spec.name, repr(value)) in ((name, a), (other, b)):
                    tries[0][spec.name] = value
        best = max(tries, key=lambda row: sum(map(missing.__contains__, pairs_of(row))))
        missing.difference_update(pairs_of(best))
        found.append(best)
    return tuple(found)


def plans(game: str, row: Row, count: int) -> Iterator[Plan]:
    dice = random.Random(repr(row))
    for _ in range(count):
        boxes = {1, *dice.sample(range(2, 8), dice.randrange(4))}
        yield Plan(
            game=game,
            options=row,
            stakes={box: dice.randrange(20) for box in boxes},
            seed=dice.randrange(2**32),
            rich=dice.choice(RICH),
            choices=tuple(dice.randrange(256) for _ in range(40)),
            cover=dice.randrange(1, 200),
            purse=dice.choice((None, None, 0, 5, 20)),
        )


def keeps_its_books(game: str, row: Row, count: int) -> None:
    for plan in plans(game, row, count):
        history = play(plan)
        assert history is not None, "box 1 is on every layout"
        books = Books(history.stacks)
        books.post(history.events)
        for step in history.steps:
            books.post(step.events)
            books.agree_with(step.round)
            assert total(step.round) == sum(history.stacks.values())
        assert history.last.over


@pytest.mark.parametrize("game", SOME)
def test_every_pair_of_options_plays(game: str) -> None:
    covered = set[Pair]().union(*(pairs_of(row) for row in rows(game)))
    assert covered == all_pairs(game)
    for row in rows(game):
        keeps_its_books(game, row, 2)


@pytest.mark.prove
@pytest.mark.parametrize("game", GAMES)
def test_every_pair_of_options_plays_many_rounds(game: str) -> None:
    for row in rows(game):
        keeps_its_books(game, row, 400)


@pytest.mark.parametrize("game", GAMES)
def test_a_ruleset_is_found_again_from_what_differs(game: str) -> None:
    seen: dict[str, object] = {}
    for row in rows(game):
        rules = posted(game, row)
        again = games.ruleset(game, as_given(game, rules.changed))
        assert again.digest == rules.digest
        assert dict(again.options) == dict(rules.options)
        assert seen.setdefault(rules.digest, dict(rules.options)) == rules.options
