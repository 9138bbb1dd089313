"""The pages of the math report about hands: each option's value, the bank's totals, mistakes."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Final

from cardroom.analysis.documents import StrategyDocument
from cardroom.analysis.hands_documents import GameHands, HandValue
from cardroom.signage.sheet import percent, titled

MISTAKES: Final = 20
DEPARTURES: Final = 15
PER: Final = 1000
"""Rounds that the cost of a mistake is given for."""
DIGITS: Final = 5
WIDE, FEWER_DIGITS = 11, 3
"""With more up cards than this, the columns of a page have room for fewer digits."""
LAST: Final = ("natural", "bust")


def hands_body(found: GameHands | str) -> dict[str, Any]:
    if isinstance(found, str):
        return {"why": found, "verbs": [], "bank": None, "mistakes": [], "departures": []}
    rows = [hand for by_up in found.rows.values() for hand in by_up.values()]
    return {
        "why": "",
        "ups": found.ups,
        "verbs": [_verb(rows, found.ups, verb) for verb in _verbs(rows)],
        "bank": _bank(found),
        "mistakes": [line for line, _ in sorted(_mistakes(rows), key=lambda it: -it[1])][:MISTAKES],
        "departures": [
            [each.cards, each.total, each.up, each.chart, each.best, _signed(each.gain)]
            for each in found.departures[:DEPARTURES]
        ],
        "method": found.method,
        "assumptions": list(found.assumptions),
    }


def strategy_body(found: StrategyDocument | str) -> dict[str, Any]:
    """What a player gives up who plays by the printed chart."""
    if isinstance(found, str):
        return {"why": found, "lines": []}
    return {
        "why": "",
        "lines": [
            ["Perfect play, card by card", percent(found.perfect_edge, 5)],
            ["The printed strategy", percent(found.edge, 5)],
            ["Cost of the printed strategy", percent(found.cost, 5)],
        ],
    }


def _verbs(rows: list[HandValue]) -> list[str]:
    found: dict[str, None] = {}
    for hand in rows:
        found.update(dict.fromkeys(hand.options))
    return list(found)


def _verb(rows: list[HandValue], ups: tuple[str, ...], verb: str) -> dict[str, Any]:
    """One option: its value for every row of the chart, with a mark where it is the best.

    `always` is the value of an option that is worth the same with every hand, like giving up.
    """
    values: dict[str, dict[str, tuple[str, bool]]] = {}
    digits = DIGITS if len(ups) <= WIDE else FEWER_DIGITS
    for hand in rows:
        if verb in hand.options:
            cell = (_signed(hand.options[verb], digits), hand.best == verb)
            values.setdefault(titled(hand.row), {})[hand.up] = cell
    same = {value for by_up in values.values() for value, _ in by_up.values()}
    return {
        "title": titled(verb.replace("-", " ")),
        "always": same.pop() if len(same) == 1 else "",
        "rows": [
            {"hand": name, "cells": [by_up.get(up, ("", False)) for up in ups]}
            for name, by_up in values.items()
        ],
    }


def _bank(found: GameHands) -> dict[str, Any]:
    totals = dict.fromkeys(total for each in found.bank for total in each.chances)
    ordered = sorted((total for total in totals if total.isdecimal()), key=int)
    # Ranks of hands come as the game ranks them, the lowest first.
    ordered += [total for total in totals if not total.isdecimal() and total not in LAST]
    ordered += [total for total in LAST if total in totals]
    return {
        "head": ["Up card", *(titled(total) for total in ordered)],
        "rows": [
            [each.up, *(f"{each.chances.get(total, 0.0):.4%}" for total in ordered)]
            for each in found.bank
        ],
    }


def _mistakes(rows: list[HandValue]) -> Iterator[tuple[list[str], float]]:
    """The second-best option of every hand, with what it costs in the long run."""
    for hand in rows:
        ranked = sorted(hand.options.items(), key=lambda item: -item[1])
        if len(ranked) > 1:
            verb, value = ranked[1]
            cost = (hand.value - value) * hand.chance * PER
            name = titled(hand.row)
            line = [name, hand.up, hand.best, verb, _signed(value - hand.value), f"{cost:.4f}"]
            yield line, cost


def _signed(value: float, digits: int = DIGITS) -> str:
    return f"{value:+.{digits}f}".replace("-", "−")
