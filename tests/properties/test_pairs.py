"""Every pair of option values of blackjack is posted and played, with the others at random."""

from __future__ import annotations

import random
from collections.abc import Iterator
from functools import cache
from itertools import combinations

import pytest

from cardroom import games
from cardroom.games.twentyone.options import BLACKJACK
from cardroom.rules.options import Value
from tests.properties.books import Books, total
from tests.properties.rounds import STACK, Plan, as_given, play, values

Pair = tuple[str, Value, str, Value]
SPECS = tuple(BLACKJACK)
ROUNDS = 40
RICH = ("", "A", "AT", "8", "A8T", "T", "A25", "AKQ6")


def pairs_of(row: dict[str, Value]) -> set[tuple[str, str, str, str]]:
    """The pairs that a row of options covers; values as text, since True and 1 are equal."""
    shown = [(name, repr(row[name])) for name in sorted(row)]
    return {(*one, *two) for one, two in combinations(shown, 2)}


def all_pairs() -> set[tuple[str, str, str, str]]:
    return {
        (one.name, repr(a), two.name, repr(b))
        for one, two in combinations(sorted(SPECS, key=lambda spec: spec.name), 2)
        for a in values(one)
        for b in values(two)
    }


@cache
def rows() -> tuple[dict[str, Value], ...]:
    """A greedy cover: of some random rows, take the one with the most pairs that are still open."""
    dice = random.Random(21)
    missing = all_pairs()
    found: list[dict[str, Value]] = []
    while missing:
        tries = [{spec.name: dice.choice(values(spec)) for spec in SPECS} for _ in range(40)]
        # One row holds a pair that is open for certain, so that the search ends.
        name, a, other, b = min(missing)
        for spec in SPECS:
            for value in values(spec):
                if (spec.name, repr(value)) in ((name, a), (other, b)):
                    tries[0][spec.name] = value
        best = max(tries, key=lambda row: len(pairs_of(row) & missing))
        if not pairs_of(best) & missing:
            best = tries[0]
        missing -= pairs_of(best)
        found.append(best)
    return tuple(found)


def plans(row: dict[str, Value], count: int, seed: int) -> Iterator[Plan]:
    dice = random.Random(seed)
    for _ in range(count):
        yield Plan(
            options=row,
            stakes={box: dice.randrange(20) for box in dice.sample(range(1, 8), 4) + [1]},
            seed=dice.randrange(2**32),
            rich=dice.choice(RICH),
            choices=tuple(dice.randrange(256) for _ in range(40)),
        )


def test_the_rows_cover_every_pair() -> None:
    covered = set().union(*(pairs_of(row) for row in rows()))
    assert covered == all_pairs()


def keeps_its_books(row: dict[str, Value], count: int) -> None:
    for plan in plans(row, count, seed=len(repr(row))):
        history = play(plan)
        assert history is not None, "box 1 is on every layout"
        books = Books({f"p{n}": STACK for n in range(3)})
        books.post(history.events)
        for step in history.steps:
            books.post(step.events)
            books.agree_with(step.round)
            assert total(step.round) == 3 * STACK
        assert history.last.over


@pytest.mark.parametrize("number", range(len(rows())))
def test_every_pair_of_options_plays(number: int) -> None:
    keeps_its_books(rows()[number], ROUNDS)


@pytest.mark.prove
@pytest.mark.parametrize("number", range(len(rows())))
def test_every_pair_of_options_plays_many_rounds(number: int) -> None:
    keeps_its_books(rows()[number], 400)


def test_a_ruleset_names_only_what_differs_and_is_found_again_by_its_digest() -> None:
    seen: dict[str, dict[str, Value]] = {}
    for row in rows():
        given = {name: as_given(name, value) for name, value in row.items()}
        rules = games.ruleset("blackjack", given)
        again = games.ruleset(
            "blackjack", {name: as_given(name, value) for name, value in rules.changed.items()}
        )
        assert again.digest == rules.digest
        assert dict(again.options) == dict(rules.options) == row
        assert seen.setdefault(rules.digest, row) == row
