"""What a finished hand is paid, as small integer matrices.

Hands that are paid alike against every bank hand share a row, and bank hands that pay everybody
alike share a column. Evaluating the rules for every pair of keys would take a second. Instead, the
shortest and longest hands of every total tell the columns apart, and each hand is then evaluated
against one bank hand of every column. Tests compare every pair with the rules.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from math import lcm
from typing import NamedTuple

import numpy as np

from cardroom.games.twentyone.engine.legality import Mode
from cardroom.games.twentyone.engine.resolution import LIVE, STOOD, SURRENDERED
from cardroom.games.twentyone.game import PostedGame
from cardroom.hands.points import DEALT, Key, points
from cardroom.model.answers import Answers, AnswersBy
from cardroom.model.bank import Automaton
from cardroom.model.keys import OPENING, Keys
from cardroom.model.ranks import Ints
from cardroom.model.verbs import SURRENDER
from cardroom.play.settle import Ratio


class Money(NamedTuple):
    """A result per unit of original money and per unit of added money."""

    original: Ratio
    added: Ratio


class _Case(NamedTuple):
    """A finished hand, as an argument to the rules."""

    key: Key
    mode: Mode
    done: int


class Pays(NamedTuple):
    final: Ints
    """[key, stance] the row of a hand as it is, instant if it is decided; -1 for no hand."""
    stood: Ints
    """[key, stance] the row of a hand that stands."""
    given_up: Ints
    """[key, stance] the row of a surrendered hand; -1 where surrender is never allowed."""
    instant: Ints
    """[row] 1 where it is paid at once, whatever the bank gets (all columns are equal)."""
    bank_class: Ints
    """[bank key] the column of a finished bank hand; -1 for an unfinished one."""
    original: Ints
    """[row, column] the result per unit of original money, in units of 1 / `unit`."""
    added: Ints
    """[row, column] the same for money added by a double, a Max Bet, or a split (see `Tables`)."""
    unit: int
    natural_class: Ints
    """[column] 1 for the bank's natural."""
    first: Ints
    """[row, stance, column] what the first hand of a box brings, all its wagers together."""
    later: Ints
    """[row, stance, column] the same for a later hand of a split."""


def pays_of(at: PostedGame, keys: Keys, bank: Automaton) -> Pays:
    final = np.full((len(keys.keys), len(keys.stances)), -1, np.int64)
    given_up, stood = final.copy(), final.copy()
    done = np.flatnonzero(bank.draws == 0)
    cases, at_once = list(_cases(keys)), AnswersBy(at.resolution.at_once)
    waits = [case for case, _, _ in cases if case.done != LIVE and at_once.of(*case) is None]
    column, samples = _columns(at, waits, [bank.keys[number] for number in done.tolist()])
    rows: dict[tuple[Money, ...], int] = {}
    instant: list[int] = []

    def numbered(key: Key, mode: Mode, done: int) -> int:
        money, decided = _row(at, _Case(key, mode, done), samples)
        # An instant row and an equal row that waits stay apart: the bank must play for the second.
        mark = (*money, money[0]) if decided else money
        if mark not in rows:
            rows[mark] = len(rows)
            instant.append(decided)
        return rows[mark]

    row, kept = AnswersBy(numbered), {LIVE: final, SURRENDERED: given_up, STOOD: stood}
    for case, number, stance in cases:
        if case.done == LIVE and not _unplayed(case.key) and at_once.of(*case) is None:
            # The hand does not meet the bank as it is; it stands first.
            final[number, stance] = stood[number, stance]
        else:
            kept[case.done][number, stance] = row.of(*case)
    classes = np.full(len(bank.keys), -1, np.int64)
    classes[done] = column
    table = [mark[: len(samples)] for mark in rows]
    unit = lcm(*(part.under for row in table for each in row for part in each))
    original, added = (
        np.array([[_units(each[place], unit) for each in row] for row in table], np.int64)
        for place in range(len(Money._fields))
    )
    first = original[:, None, :] + keys.added[None, :, None] * added[:, None, :]
    splits_add = at.policies.hole.natural_takes == "original"
    every = added[:, None, :] * (1 + keys.added[None, :, None])
    return Pays(
        final,
        stood,
        given_up,
        np.array(instant, np.int64),
        classes,
        original,
        added,
        unit,
        np.array([key.natural for key in samples], np.int64),
        first,
        every if splits_add else first,
    )


def _units(ratio: Ratio, unit: int) -> int:
    return ratio.over * unit // ratio.under


def _cases(keys: Keys) -> Iterator[tuple[_Case, int, int]]:
    yields: Ints = np.bitwise_or.reduce(keys.legal, axis=(0, 3)) >> SURRENDER & 1
    modes = [stance.mode(1) for stance in keys.stances]
    for number, stance in zip(*(place.tolist() for place in np.nonzero(keys.reached)), strict=True):
        key, how = keys.keys[number], modes[stance]
        if key.size >= OPENING:
            yield _Case(key, how, STOOD), number, stance
            yield _Case(key, how, LIVE), number, stance
            if yields[number, stance]:
                yield _Case(key, how, SURRENDERED), number, stance


def _unplayed(key: Key) -> bool:
    """A hand as dealt; a bank natural may end the round before its turn."""
    return key.origin == DEALT and key.size == OPENING


def _row(at: PostedGame, case: _Case, banks: tuple[Key, ...]) -> tuple[tuple[Money, ...], int]:
    now = at.resolution.at_once(*case)
    if now is not None:
        return (Money(now.original, now.added),) * len(banks), 1
    return tuple(_against(at, case, bank) for bank in banks), 0


def _against(at: PostedGame, case: _Case, bank: Key) -> Money:
    result = at.resolution.against(*case, bank)
    return Money(result.original, result.added)


def _columns(
    at: PostedGame, cases: Sequence[_Case], banks: Sequence[Key]
) -> tuple[list[int], tuple[Key, ...]]:
    """The column of each of the bank's final hands, and one hand of every column."""
    probes: dict[tuple[int, ...], tuple[_Case, _Case]] = {}
    for case in cases:
        mark = (points(case.key), case.key.natural, case.done)
        short, long = probes.get(mark, (case, case))
        probes[mark] = (
            case if case.key.size < short.key.size else short,
            case if case.key.size > long.key.size else long,
        )
    asked = list(dict.fromkeys(probe for both in probes.values() for probe in both))
    # A natural stays apart even if it pays like another hand, because the bank peeks for it.
    marks = Answers(lambda key: (key.natural, *(_against(at, probe, key) for probe in asked)))
    columns: dict[tuple[object, ...], int] = {}
    samples: list[Key] = []
    column: list[int] = []
    for key in banks:
        paid = marks.of(key)
        if paid not in columns:
            columns[paid] = len(columns)
            samples.append(key)
        column.append(columns[paid])
    return column, tuple(samples)
