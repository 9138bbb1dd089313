"""Rules and a script as one small automaton, which the simulator's kernel runs.

`minimise` builds the players' side; this module has the parts, and the bank's side.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from cardroom.analysis.twentyone.bet_tables import Classes
from cardroom.analysis.twentyone.simulator.policy import HandColumns
from cardroom.cards import CARDS
from cardroom.model import Tables
from cardroom.model.course import Course
from cardroom.model.keys import OPENING

Ints = NDArray[np.int64]


class BankStates(NamedTuple):
    """The bank's automaton, minimised: states that draw, then one for every column."""

    first: Ints
    """[code] the state of an up card."""
    next: Ints
    """[state, code]"""
    resting: Ints
    """[state] a column it may lead to."""
    keys: Ints
    """[state] one bank key that it stands for."""
    leads: Ints
    """[state, column] 1 where it may lead to that column."""


class HandAutomaton(NamedTuple):
    """A posted game and a script, as `kernels.simulate.Program` wants them."""

    tables: Tables
    course: Course
    unit: int
    """Payments are in units of 1 / `unit` of the wager."""
    codes: Ints
    """[card] cards that nothing tells apart have one code."""
    up: Ints
    start: Ints
    at_natural: Ints
    insured: Ints
    next: Ints
    paid: Ints
    need: Ints
    wagers: Ints
    pay: Ints
    added: Ints
    """[end] how many of the wagers are added money."""
    pay_added: Ints
    """[end, column] what of `pay` they bring."""
    kept: Ints
    moved: Ints
    other: Ints
    limit: Ints
    bank: BankStates
    matters: Ints
    insurance: Ints
    insurance_stake: int
    keeps: Ints
    """[end] 1 where the hand keeps a bet on the bank's hand alive."""
    side_bets: Classes
    hands: Ints
    """[end] the key of the hand; -1 where hands that pay alike share the end."""


class End(NamedTuple):
    """How a hand ended, as far as money is concerned."""

    paid: int
    need: int
    wagers: int
    pay: tuple[int, ...]
    matters: tuple[int, ...] = ()
    keeps: int = 0
    added: int = 0
    """How many of the wagers are added money."""
    pay_added: tuple[int, ...] = ()
    """What of `pay` they bring."""
    hand: int = -1
    """Its key, where final hands are told apart."""


Place = tuple[str, int]
"""A state before all are numbered: its kind (draw, end, split) and its number among those."""
Root = tuple[int, int, int, int]
"""A hand of one card: up class, variant, code of the card, and 1 for a Max Bet on it."""


class SplitState(NamedTuple):
    limit: int
    kept: Root
    moved: Root
    other: Place


class Offers(NamedTuple):
    """[up class, code, code] what happens to dealt hands before the turns."""

    at_natural: Ints
    """The end of a hand when the bank shows a natural."""
    insured: Ints
    ended: Ints
    """The end of a hand that an offer ended; -1 for the others."""


class TwoCardHand:
    """A two-card hand, dealt or grown from a card of a split."""

    __slots__ = (
        "key", "node", "one", "raised", "splits", "stance", "two", "up", "value", "variant",
    )  # fmt: skip

    def __init__(self, up: int, variant: int, one: int, two: int, key: int, node: int) -> None:
        self.up, self.variant, self.one, self.two = up, variant, one, two
        self.key, self.node = key, node
        self.splits, self.value = False, 0
        self.raised, self.stance = 0, 0


def columns_of(entries: list[TwoCardHand]) -> HandColumns:
    return HandColumns(
        *(
            np.array([getattr(each, name) for each in entries], np.int64)
            for name in HandColumns._fields
        )
    )


def codes_of(tables: Tables, course: Course, told: Ints) -> tuple[Ints, Ints]:
    """[card] its code, and [code] one card: cards share a code if no hand, up card, insurance, or
    side bet (`told`) distinguishes them.
    """
    number: dict[tuple[int, ...], int] = {}
    codes, samples = np.zeros(len(CARDS), np.int64), []
    for card in CARDS:
        if not tables.cards.in_deck[card.index]:
            continue
        mark = (
            int(tables.cards.cls[card.index]),
            int(tables.ups.cls[card.rank]),
            int(course.pushes[card.index]),
            int(told[card.index]),
        )
        if mark not in number:
            number[mark] = len(number)
            samples.append(card.index)
        codes[card.index] = number[mark]
    return codes, np.array(samples, np.int64)


def bank_of(tables: Tables, course: Course, cls: Ints) -> BankStates:
    """Bank keys merged by where they lead; longer hands first."""
    bank, pays = tables.bank, tables.pays
    steps = bank.child[:, cls]
    columns = len(pays.natural_class)
    number: dict[tuple[object, ...], int] = {}
    place = np.full(len(bank.keys), -1, np.int64)
    rows: list[list[int]] = []
    keys: list[int] = []
    leads: list[NDArray[np.bool]] = []
    for key in np.argsort([-one.size for one in bank.keys], kind="stable").tolist():
        if not bank.draws[key]:
            place[key] = -1 - pays.bank_class[key]
            continue
        row = place[steps[key]].tolist()
        mark: tuple[object, ...] = tuple(row)
        if course.idle and bank.keys[key].size >= OPENING:
            # Where the bank may rest, its hand itself counts.
            mark += (bank.keys[key],)
        if mark not in number:
            number[mark] = len(rows)
            rows.append(row)
            keys.append(key)
            found = np.zeros(columns, bool)
            for child in row:
                if child < 0:
                    found[-1 - child] = True
                else:
                    found |= leads[child]
            leads.append(found)
        place[key] = number[mark]
    draws = len(rows)
    state = np.array(rows, np.int64)
    first = place[bank.child[bank.start, cls]]
    return BankStates(
        np.where(first >= 0, first, draws - 1 - first),
        np.where(state >= 0, state, draws - 1 - state),
        np.array([int(np.argmax(found)) for found in leads], np.int64),
        np.array(keys, np.int64),
        np.array(leads, np.int64),
    )
