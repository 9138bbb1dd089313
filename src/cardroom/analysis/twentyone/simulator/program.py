"""An automaton in the types and places that the simulator's kernel wants."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from cardroom.analysis.kernels.simulate_tables import HandProgram, PostedNumbers, SideBetTables
from cardroom.analysis.twentyone.bet_tables import TabulatedBet
from cardroom.analysis.twentyone.simulator.automaton import HandAutomaton
from cardroom.analysis.twentyone.simulator.places import StepPlaces
from cardroom.cards import CARDS, JOKER_INDEX, Composition, Deck

Ints = NDArray[np.int64]

CARDS_A_BOX: Final = 4
"""Cards of a box or the bank in a usual round, to know how many rounds a shoe has."""
PAIRS_MAX: Final = 1 << 15
"""Steps of two cards that nearly fit in a processor's first cache."""


def loaded(paths: HandAutomaton, boxes: int) -> tuple[HandProgram, PostedNumbers]:
    """The automaton in the kernel's own types."""
    bank, course, pays = paths.bank, paths.course, paths.tables.pays
    codes, shorts = np.uint8, np.int32
    width, draws, banks = len(paths.up), len(paths.next), len(bank.next)
    columns = len(pays.natural_class)
    rest = draws + len(paths.paid) + len(paths.kept)
    # The bank's hand may count card by card.
    paired = not course.idle and draws * width * (width + 1) <= PAIRS_MAX
    hands, banked = StepPlaces(draws, width, paired), StepPlaces(banks, width, paired)
    two = bank.next[bank.first]
    # Where there is room, in half the memory; the kernel is compiled for either.
    most = max(hands.end(rest), banked.end(banks + columns))
    states = np.uint16 if most <= 1 << 16 else np.uint32

    def made(array: Ints, kind: type[np.generic]) -> NDArray[Any]:
        return np.ascontiguousarray(array.astype(kind))

    program = HandProgram(
        up=made(paths.up, codes),
        start=made(hands.of(paths.start), states),
        at_natural=made(paths.at_natural, states),
        insured=made(paths.insured, codes),
        steps=made(hands.steps(paths.next, rest), states),
        paid=made(paths.paid, shorts),
        need=made(paths.need, codes),
        wagers=made(paths.wagers, codes),
        pay=made(paths.pay, shorts),
        kept=made(hands.of(paths.kept), states),
        moved=made(hands.of(paths.moved), states),
        other=made(hands.of(paths.other), states),
        limit=made(paths.limit, codes),
        bank_first=made(banked.of(bank.first), states),
        bank_second=made(banked.of(two), states),
        shown=made(_natural(two - banks, pays.natural_class) * course.peeks, codes),
        bank_steps=made(banked.steps(bank.next, banks + columns), states),
        column=made(banked.spread(np.concatenate([bank.resting, np.arange(columns)])), codes),
        bank_row=made(banked.spread(np.minimum(np.arange(banks + columns), banks)), np.uint16),
        natural=made(pays.natural_class, codes),
        matters=made(np.pad(paths.matters, ((0, 0), (0, 1))), codes),
        insurance=made(paths.insurance, shorts),
    )
    usual = CARDS_A_BOX * (boxes + 1)
    house = PostedNumbers(
        paired=width if paired else 0,
        draws=hands.draws,
        splits=hands.end(draws + len(paths.paid)),
        bank_draws=banked.draws,
        burn=course.burn,
        burn_each=course.burn_each,
        hole=course.hole,
        idle=course.idle,
        cut=course.cut,
        ahead=course.cut + usual if course.cut else course.burn + usual,
        insurance_stake=paths.insurance_stake,
    )
    return program, house


def _natural(columns: Ints, natural: Ints) -> Ints:
    return np.where(columns >= 0, natural[np.maximum(columns, 0)], 0)


def sides_of(paths: HandAutomaton, bets: Sequence[TabulatedBet]) -> SideBetTables | None:
    """The side bets in the kernel's own types; None without any."""
    if not bets:
        return None
    classes = paths.side_bets

    def made(array: Ints, kind: type[np.generic]) -> NDArray[Any]:
        return np.ascontiguousarray(array.astype(kind))

    return SideBetTables(
        base=made(classes.base, np.uint32),
        last=made(classes.last, np.uint32),
        won=made(classes.won, np.int64),
        made=made(classes.made, np.int64),
        keeps=made(paths.keeps, np.uint8),
        over=made(classes.over, np.uint8),
        bets=len(bets),
        later=classes.later,
    )


def deck_of(deck: Deck | Composition, paths: HandAutomaton) -> NDArray[np.uint8]:
    """The cards of a full shoe by code, in the order before the shuffle."""
    cards = [card.index for card in deck]
    assert len(CARDS) == JOKER_INDEX + 1
    return np.ascontiguousarray(paths.codes[cards].astype(np.uint8))
