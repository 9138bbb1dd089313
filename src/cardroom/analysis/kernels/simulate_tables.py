"""What the simulator's kernel reads and writes: arrays under names."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

Codes = NDArray[np.uint8]
States = NDArray[np.uint32]
Views = NDArray[np.uint16]
Shorts = NDArray[np.int32]
Longs = NDArray[np.int64]
Floats = NDArray[np.float64]
Seeds = NDArray[np.uint64]


class HandProgram(NamedTuple):
    """Rules and chart as an automaton; made by `analysis.twentyone.simulator.minimise`."""

    up: Codes
    """[code] the class of the card as an up card."""
    start: States
    """[up class, code, code] the state of a dealt hand in its turn."""
    at_natural: States
    """[up class, code, code] how it has ended when the bank shows a natural first."""
    insured: Codes
    """[up class, code, code] 1 where the chart insures."""
    steps: States
    """[state + view] the state after a card or two, times four, and how many were taken; [state] of
    an end or a split: the same state, and none."""
    paid: Shorts
    """[end] what is paid at once."""
    need: Codes
    """[end] what the hand needs of the bank: 0 nothing, 1 its second card, 2 its whole hand."""
    wagers: Codes
    """[end] wagers on the hand, its own included."""
    pay: Shorts
    """[end, column] what it brings against the bank's final hand."""
    kept: States
    """[split] the hand that keeps the first card, before its next."""
    moved: States
    """[split] the hand of the second card."""
    other: States
    """[split] the state where the box may not have another hand."""
    limit: Codes
    """[split] hands up to which the box may split again."""
    bank_first: States
    """[code] the bank's state with that up card."""
    bank_second: States
    """[code, code] its state with two cards."""
    shown: Codes
    """[code, code] 1 where they are a natural that is shown before the turns."""
    bank_steps: States
    """[bank state + view] like `steps`."""
    column: Codes
    """[bank state] its column, or some column it may lead to."""
    bank_row: Views
    """[bank state] its row in `matters`."""
    natural: Codes
    """[column] 1 for the bank's natural."""
    matters: Codes
    """[end, row of the bank] 1 where a further card may change what the hand is owed."""
    insurance: Shorts
    """[code] what insurance brings if that second card makes a natural."""


class PostedNumbers(NamedTuple):
    """Numbers of the posted game."""

    paired: int
    """The number of codes, if a view is of two cards; 0 if it is of one."""
    draws: int
    """States of a hand below it take a card."""
    splits: int
    """States from it on are splits."""
    bank_draws: int
    burn: int
    burn_each: int
    hole: int
    idle: int
    cut: int
    ahead: int
    """Cards that are shuffled before a shoe's first round."""
    insurance_stake: int
    """0 where the chart never insures."""


class SideBetTables(NamedTuple):
    """Side bets, by classes of boxes; made by `analysis.twentyone.bet_tables`."""

    base: States
    """[not the first round, up or 0, first, second] what is known when the cards are dealt."""
    last: States
    """[base, third card + 1 or 0, the bank over] the class of a box at the end."""
    won: Longs
    """[class, bet] what it brought, in the bet's units."""
    made: Longs
    """[class, bet] 1 where it was made."""
    keeps: Codes
    """[end] 1 where the hand keeps a bet on the bank's hand alive."""
    over: Codes
    """[column] 1 where the bank is over."""
    bets: int
    later: int
    """1 where no round is the first after a shuffle."""


class CountTables(NamedTuple):
    """Counts that are kept while the shoe is dealt; made by `twentyone.protection.counter`."""

    tags: Longs
    """[count, code] what is added when the card is seen."""
    per: Floats
    """[count, cards that are left] what the sum of the tags is multiplied by; 1 for a running
    count. To divide would take longer."""
    depth: Longs
    """[cards dealt] the part of the shoe that they are in."""
    low: Longs
    """[count] the count of the first bin, which also has all lower ones."""
    source: Longs
    """[count] the bet whose results are added up by this count; -1 for the wager."""
    play: Longs
    """[bin of the first count] which of the scripts is played."""
    cells: Longs
    """[count, depth, bin, 3] boxes that began there, what they won, and its square."""
    ups: int
    """Up classes of one script."""
    leave: int
    """The bin of the first count below which the shoe is left before its next round; 0: never."""
    left: Longs
    """[1] shoes that were left."""


class ShoeBuffer(NamedTuple):
    deck: Codes
    order: Codes
    views: Views
    """[card] its code and the next card's as one number; or its code, if there is no room for all
    pairs or no next card yet."""
    swaps: Views
    gauge: Longs
    stream: Seeds


class RoundCounts(NamedTuple):
    nets: Longs
    """[class, units + offset], flat: boxes that won that amount."""
    sums: Longs
    sides: Longs
    """[bet, 5] over shoes: what it brought, its square, times how often it was made, that squared;
    how often it was made."""
    log: Longs
    """[round, 1 + 2 boxes] of the first rounds: where each began, what every box won, and its
    class of side bets."""
    marks: Longs
    """[round, 4] of the first rounds: from where to where its hands go, the bank's second card and
    its first."""
    together: Longs
    """[units + offset] rounds in which all boxes together won that amount."""
    hands: Longs
    """[hand, 3] that waited for the bank: the box, end * columns + column, and how many splits its
    box had made when it came to be."""


class ShoeRange(NamedTuple):
    """Shoes from number `first` on; or, if `given` is not -1, one that lies ready, from there."""

    seed: np.uint64
    first: int
    shoes: int
    boxes: int
    rounds_max: int
    given: int
    fixed: int = 0
    """If it is not 0, what is summed over shoes is the difference between the rounds before the
    cut card and this number of rounds: later rounds added, missing ones dealt and subtracted."""
