"""The pay matrices against the rules, one pair of hands after the other."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice
from typing import Final

import numpy as np

from cardroom.games.twentyone.engine.resolution import LIVE, STOOD, SURRENDERED
from cardroom.games.twentyone.game import PostedGame
from cardroom.model import Tables
from cardroom.model.pays import _cases, _row, _units

SOME: Final = 31
"""`make test` looks at one hand in this many, `make prove` at all of them."""


def unlike(at: PostedGame, tables: Tables, every: int = 1) -> Iterator[str]:
    """Every pair of keys that the matrices pay differently from the rules; there must be none."""
    keys, bank, pays = tables.keys, tables.bank, tables.pays
    done = np.flatnonzero(bank.draws == 0).tolist()
    for case, number, stance in islice(_cases(keys), 0, None, every):
        table = {LIVE: pays.final, SURRENDERED: pays.given_up, STOOD: pays.stood}[case.done]
        row = table[number, stance]
        for other in done:
            money = _row(at, case, (bank.keys[other],))[0][0]
            column = pays.bank_class[other]
            found = (pays.original[row, column], pays.added[row, column])
            if found != (_units(money.original, pays.unit), _units(money.added, pays.unit)):
                yield f"{case} against {bank.keys[other]}: {found}, not {money}"
