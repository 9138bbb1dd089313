"""Several scripts of one posted game as one automaton: the up class says which one is played."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from cardroom.analysis.twentyone.simulator.automaton import HandAutomaton

Ints = NDArray[np.int64]


def stacked(parts: Sequence[HandAutomaton]) -> HandAutomaton:
    """The up classes of part i are numbered from i times the number of up classes."""
    first = parts[0]
    draws = np.cumsum([0, *(len(part.next) for part in parts)])
    ends = np.cumsum([0, *(len(part.paid) for part in parts)])
    splits = np.cumsum([0, *(len(part.kept) for part in parts)])

    def numbered(place: int, states: Ints) -> Ints:
        """States that draw, then ends, then splits, of all parts."""
        part = parts[place]
        own_draws, own_ends = len(part.next), len(part.next) + len(part.paid)
        end = states - own_draws + draws[-1] + ends[place]
        split = states - own_ends + draws[-1] + ends[-1] + splits[place]
        found: Ints = np.where(
            states < own_draws, states + draws[place], np.where(states < own_ends, end, split)
        )
        return found

    def states(name: str) -> Ints:
        return np.concatenate(
            [numbered(place, getattr(part, name)) for place, part in enumerate(parts)]
        )

    def plain(name: str) -> Ints:
        return np.concatenate([getattr(part, name) for part in parts])

    return first._replace(
        start=states("start"),
        next=states("next"),
        kept=states("kept"),
        moved=states("moved"),
        other=states("other"),
        at_natural=np.concatenate(
            [part.at_natural + ends[place] for place, part in enumerate(parts)]
        ),
        insured=plain("insured"),
        paid=plain("paid"),
        need=plain("need"),
        wagers=plain("wagers"),
        pay=plain("pay"),
        added=plain("added"),
        pay_added=plain("pay_added"),
        limit=plain("limit"),
        matters=plain("matters"),
        keeps=plain("keeps"),
        insurance_stake=max(part.insurance_stake for part in parts),
    )
