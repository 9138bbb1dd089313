"""States of an automaton that no cards tell apart, made one.

A hand of a split is numbered by its card and the up card when the automaton is built, because which
hands are split again is not yet known. Many of them are played alike, and so are the splits that
lead to them: the smallest automaton has a tenth of the states, and stays in the processor's cache.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from cardroom.analysis.twentyone.simulator.automaton import HandAutomaton

Ints = NDArray[np.int64]


def merged(paths: HandAutomaton) -> HandAutomaton:
    """The smallest automaton that plays and pays alike; its ends keep their numbers."""
    draws, ends = len(paths.next), len(paths.paid)
    splits = draws + ends
    # All splits of one limit count as one, until the hands that they lead to differ. Other rows are
    # of different states already.
    kind = np.concatenate([np.arange(splits), splits + paths.limit])
    draw, split = _numbered(kind[paths.next]), _numbered(paths.limit[:, None])
    states = -1
    while (found := draw.max(initial=0) + split.max(initial=0)) > states:
        states = found
        kind = np.concatenate([draw, draws + np.arange(ends), splits + split])
        draw = _numbered(np.column_stack([draw, kind[paths.next]]))
        split = _numbered(np.column_stack([split, *_led(paths, kind)]))
    one_draw, one_split = _samples(draw), _samples(split)
    few = len(one_draw)
    number = np.concatenate([draw, few + np.arange(ends), few + ends + split])
    return paths._replace(
        start=number[paths.start],
        next=number[paths.next[one_draw]],
        kept=number[paths.kept[one_split]],
        moved=number[paths.moved[one_split]],
        other=number[paths.other[one_split]],
        limit=paths.limit[one_split],
    )


def _led(paths: HandAutomaton, kind: Ints) -> list[Ints]:
    return [kind[states] for states in (paths.kept, paths.moved, paths.other)]


def _numbered(rows: Ints) -> Ints:
    """[row] the number of its kind; rows that are equal are of one kind."""
    return np.unique(rows, axis=0, return_inverse=True)[1].ravel()


def _samples(numbers: Ints) -> Ints:
    """[number] where it is first found."""
    return np.unique(numbers, return_index=True)[1]
