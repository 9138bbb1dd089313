"""How hands of poker are written in scenario files.

Under `[table]`: `small_blind` and `big_blind` are seats, and 0 is a dead small blind;
`missed_blinds = { 4 = "both" }` names the seats that post a blind they missed.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from cardroom.games.notation import FactError, Notation
from cardroom.games.poker.forced import BIG, POSTS_BIG, POSTS_SMALL, SMALL

BLINDS: Final = {"small_blind": SMALL, "big_blind": BIG}
MISSED: Final = {"big": (POSTS_BIG,), "small": (POSTS_SMALL,), "both": (POSTS_BIG, POSTS_SMALL)}


class BlindFacts:
    names = (*BLINDS, "missed_blinds")

    def read(self, table: Mapping[str, object]) -> Mapping[str, int]:
        figures = {
            figure: _seat(name, table[name]) for name, figure in BLINDS.items() if name in table
        }
        missed = table.get("missed_blinds", {})
        if not isinstance(missed, dict):
            raise FactError(
                ("missed_blinds",), 'missed_blinds must be a table, like { 4 = "both" }'
            )
        for seat, which in missed.items():
            if not seat.isdecimal() or which not in MISSED:
                raise FactError(
                    ("missed_blinds", seat),
                    'the blind that a seat missed is "big", "small" or "both"',
                )
            figures.update({f"{figure}{seat}": 1 for figure in MISSED[which]})
        return figures

    def write(self, figures: Mapping[str, int]) -> Mapping[str, object]:
        facts: dict[str, object] = {
            name: figures[figure] for name, figure in BLINDS.items() if figure in figures
        }
        missed: dict[str, str] = {}
        for figure in figures:
            for which in ("big", "small"):
                if figure.startswith(MISSED[which]):
                    seat = figure.removeprefix(*MISSED[which])
                    missed[seat] = "both" if seat in missed else which
        return {**facts, "missed_blinds": missed} if missed else facts


def _seat(name: str, value: object) -> int:
    if type(value) is not int or value < 0:
        raise FactError((name,), f"{name} must be a whole number, 0 or more, not {value!r}")
    return value


NOTATION: Final = Notation(
    facts=BlindFacts(),
    # A beaten hand that is not shown goes to the muck.
    declined_by={"show": "muck"},
)
