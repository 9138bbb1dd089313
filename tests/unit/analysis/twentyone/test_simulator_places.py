"""Fewer states that play alike, and their places in the kernel's array of steps."""

from __future__ import annotations

import numpy as np
import pytest

from cardroom import games, model
from cardroom.analysis.twentyone.simulator.automaton import HandAutomaton
from cardroom.analysis.twentyone.simulator.merging import merged
from cardroom.analysis.twentyone.simulator.minimise import by_hand, minimised
from cardroom.analysis.twentyone.simulator.places import StepPlaces
from tests.differential.kernel import random_script
from tests.proofs import later


def automaton(game: str = "no-bust-bonus-ace") -> HandAutomaton:
    rules = games.ruleset(game)
    tables = model.compile(rules)
    return minimised(rules, tables, random_script(tables, 5))


def test_no_two_states_of_the_automaton_play_alike() -> None:
    found = automaton()
    again = merged(found)
    assert len(again.next) == len(found.next)
    assert len(again.kept) == len(found.kept)


@pytest.mark.parametrize("game", ["blackjack", later("safari-21")])
def test_merged_states_end_every_hand_as_before(game: str) -> None:
    """Each state of the large automaton has one of the small one, and the two lead alike."""
    rules = games.ruleset(game)
    tables = model.compile(rules)
    large = by_hand(rules, tables, random_script(tables, 5), np.zeros(53, np.int64))
    small = merged(large)
    assert len(small.next) < len(large.next)
    assert len(small.kept) < len(large.kept)
    draws, ends = len(large.next), len(large.paid)
    pairs = {*zip(large.start.ravel().tolist(), small.start.ravel().tolist(), strict=True)}
    todo = list(pairs)
    while todo:
        one, two = todo.pop()
        if one < draws:
            led = zip(large.next[one].tolist(), small.next[two].tolist(), strict=True)
        elif one < draws + ends:
            assert one - draws == two - len(small.next)
            continue
        else:
            split, other = one - draws - ends, two - len(small.next) - ends
            assert large.limit[split] == small.limit[other]
            led = zip(_led(large, split), _led(small, other), strict=True)
        todo.extend(more := {*led} - pairs)
        pairs |= more
    assert len({one for one, _ in pairs}) == len(pairs), "one small state for each large one"


def test_splits_that_lead_apart_stay_apart_where_all_draws_are_alike() -> None:
    draw, ends, splits = 0, (1, 2), (3, 4)
    fields = dict.fromkeys(HandAutomaton._fields)
    arrays = {
        "start": [splits], "next": [[ends[0]]], "paid": [0, 1], "limit": [4, 4],
        "kept": [draw, draw], "moved": [draw, draw], "other": ends,
    }  # fmt: skip
    found = merged(HandAutomaton(**fields | {name: np.array(it) for name, it in arrays.items()}))
    assert found.start.tolist() == [[3, 4]]
    assert found.other.tolist() == [*ends]


def _led(paths: HandAutomaton, split: int) -> list[int]:
    return [int(states[split]) for states in (paths.kept, paths.moved, paths.other)]


@pytest.mark.parametrize("paired", [True, False])
def test_a_step_leads_where_its_cards_lead_one_by_one(paired: bool) -> None:
    found = automaton()
    draws, codes = found.next.shape
    states = draws + len(found.paid) + len(found.kept)
    places = StepPlaces(draws, codes, paired)
    steps = places.steps(found.next, states)
    place = places.of(np.arange(states)).tolist()
    assert len(steps) == places.end(states) == len(places.spread(np.arange(states)))
    assert [int(step) for step in steps[place[draws:]]] == place[draws:], "an end leads to itself"
    for state in range(draws):
        for one in range(codes):
            after = int(found.next[state, one])
            alone = codes * codes + one if paired else one
            assert steps[place[state] + alone] == place[after] + 1
            for two in range(codes if paired else 0):
                last, taken = (after, 1) if after >= draws else (int(found.next[after, two]), 2)
                assert steps[place[state] + one * codes + two] == place[last] + taken
