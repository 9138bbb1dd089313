"""Rounds of the 21 family, dealt and played from tables: cards in the real order of the deal.

No rule is in here. `analysis.folding` has folded rules and chart into one automaton, so that a hand
is a number: below `draws` it takes a card, then come the ends, then the splits. The bank is
another. A state that draws is numbered by its place in the flat array of its cards, so that state
plus card is the index of the next state.

A shoe is the stream (seed, shoe number) of `cards.Stream`, shuffled from the front only as far as
cards are wanted, so the engine can deal every shoe again.
"""

from __future__ import annotations

from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from cardroom.analysis.kernels.cache import compiler

Codes = NDArray[np.uint8]
States = NDArray[np.uint32]
Shorts = NDArray[np.int32]
Longs = NDArray[np.int64]
Seeds = NDArray[np.uint64]

njit = compiler()

STEP: Final = np.uint64(0x9E3779B97F4A7C15)
FIRST: Final = np.uint64(0xBF58476D1CE4E5B9)
SECOND: Final = np.uint64(0x94D049BB133111EB)
S30: Final = np.uint64(30)
S27: Final = np.uint64(27)
S31: Final = np.uint64(31)
HALF: Final = np.uint64(32)
LOW: Final = np.uint64((1 << 32) - 1)
RANGE: Final = np.uint64(1 << 32)

HANDS_MAX: Final = 64
"""Hands of a box that are kept track of; where a house has no limit, splitting ends here."""
BLOCK: Final = 8
"""Cards shuffled at a time when a round needs more than was foreseen."""
READY, END, START, AGAIN, VOID = range(5)
"""`Shoe.gauge`: cards shuffled, cards there are, where the round began; the discards are dealt
again; even they ran out."""
ROUNDS, WAGERED, VOIDS, NET, NET_NET, NET_ROUNDS, ROUNDS_ROUNDS, SHOES = range(8)
"""`Tally.sums`: the last five are over shoes, for an error that knows their rounds belong
together."""


class Program(NamedTuple):
    """Rules and chart, folded; made by `analysis.folding`."""

    up: Codes
    """[code] the class of the card as an up card."""
    start: States
    """[up class, code, code] the state of a dealt hand in its turn."""
    at_natural: Shorts
    """[up class, code, code] what it has brought when the bank shows a natural first."""
    insured: Codes
    """[up class, code, code] 1 where the chart insures."""
    next: States
    """[state + code] the state after a card."""
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
    bank_next: States
    """[bank state + code]"""
    resting: Codes
    """[bank state / codes] some column it may lead to."""
    natural: Codes
    """[column] 1 for the bank's natural."""
    matters: Codes
    """[end, bank state / codes] 1 where a further card may change what the hand is owed."""
    insurance: Shorts
    """[code] what insurance brings if that second card makes a natural."""


class House(NamedTuple):
    """Numbers of the posted game."""

    codes: int
    draws: int
    """States of a hand below it take a card."""
    splits: int
    """States from it on are splits."""
    bank_draws: int
    burn: int
    burn_each: int
    hole: int
    peeks: int
    idle: int
    cut: int
    ahead: int
    """Cards that are shuffled before a shoe's first round."""
    insurance_stake: int
    """0 where the chart never insures."""


class Shoe(NamedTuple):
    deck: Codes
    order: Codes
    gauge: Longs
    stream: Seeds


class Tally(NamedTuple):
    nets: Longs
    """[units + offset] boxes that won so much."""
    sums: Longs
    log: Longs
    """[round, 1 + boxes] of the first rounds: where each began, and what every box won."""
    marks: Longs
    """[round, 4] of the first rounds: from where to where its hands go, the bank's second card and
    its first."""
    hands: Longs
    """[hand, 3] that waited for the bank: the box, end * columns + column, and how many splits its
    box had made when it came to be."""


class Work(NamedTuple):
    """Shoes from number `first` on; or, if `given` is not -1, one that lies ready, from there."""

    seed: np.uint64
    first: int
    shoes: int
    boxes: int
    rounds_max: int
    given: int


@njit("uint64(uint64)")
def mix(z: np.uint64) -> np.uint64:
    z = (z ^ (z >> S30)) * FIRST
    z = (z ^ (z >> S27)) * SECOND
    return z ^ (z >> S31)


@njit("void(uint8[::1], int64[::1], uint64[::1], int64)")
def shuffle(order: Codes, gauge: Longs, stream: Seeds, to: int) -> None:
    """Fisher and Yates from the front, on to card number `to`."""
    end, state = gauge[END], stream[0]
    to = min(to, end)
    for i in range(gauge[READY], min(to, end - 1)):
        left = np.uint64(end - i)
        state += STEP
        product = (mix(state) >> HALF) * left
        if product & LOW < left:
            threshold = (RANGE - left) % left
            while product & LOW < threshold:
                state += STEP
                product = (mix(state) >> HALF) * left
        j = i + np.int64(product >> HALF)
        order[i], order[j] = order[j], order[i]
    stream[0] = state
    gauge[READY] = to


@njit("int64(uint8[::1], int64[::1], uint64[::1], int64)")
def reach(order: Codes, gauge: Longs, stream: Seeds, at: int) -> int:
    """The card wanted is not shuffled yet: see that it is; where it lies."""
    if at >= gauge[END]:
        # The shoe is empty: the cards of the rounds before are shuffled and dealt.
        if gauge[AGAIN] or gauge[START] == 0:
            gauge[VOID] = 1
            return 0
        gauge[AGAIN], gauge[END], gauge[READY] = 1, gauge[START], 0
        at = 0
    shuffle(order, gauge, stream, at + BLOCK)
    return at


@njit("void(uint8[::1], uint8[::1], int64[::1], uint64[::1], uint64, uint64)")
def load(
    deck: Codes, order: Codes, gauge: Longs, stream: Seeds, seed: np.uint64, number: np.uint64
) -> None:
    """A full shoe before its shuffle."""
    order[:] = deck
    stream[0] = mix(seed ^ mix(number + STEP))
    gauge[:] = 0
    gauge[END] = deck.shape[0]


@njit()
def deal(  # noqa: C901, PLR0915 - a call hands over arrays and counts their owners: that
    # alone made rounds fifteen times slower, so all that happens in a round stands here.
    program: Program,
    house: House,
    shoe: Shoe,
    tally: Tally,
    work: Work,
) -> int:
    """Whole shoes until there are enough, or rounds enough; how many shoes were dealt."""
    start, next_state, paid, need_of = program.start, program.next, program.paid, program.need
    wagers, pay, insured = program.wagers, program.pay, program.insured
    bank_next, natural = program.bank_next, program.natural
    order, gauge, stream = shoe.order, shoe.gauge, shoe.stream
    nets, sums, log = tally.nets, tally.sums, tally.log
    marks, hands_log, written = tally.marks, tally.hands, 0
    draws, splits = np.uint64(house.draws), np.uint64(house.splits)
    bank_draws, codes = np.uint64(house.bank_draws), np.uint64(house.codes)
    boxes, hole, cut = work.boxes, house.hole, house.cut
    firsts, seconds = np.zeros(boxes, np.uint8), np.zeros(boxes, np.uint8)
    net = np.zeros(boxes, np.int64)
    wait_box = np.zeros(boxes * HANDS_MAX, np.int64)
    wait_end = np.zeros(boxes * HANDS_MAX, np.uint64)
    wait_made = np.zeros(boxes * HANDS_MAX, np.int64)
    later, later_made = np.zeros(HANDS_MAX, np.uint32), np.zeros(HANDS_MAX, np.int64)
    offset = nets.shape[0] // 2
    rounds, wagered, done = 0, 0, 0
    while done < work.shoes and rounds < work.rounds_max:
        at = work.given
        if at < 0:
            number = np.uint64(work.first + done)
            load(shoe.deck, order, gauge, stream, work.seed, number)
            shuffle(order, gauge, stream, house.ahead)
            at = house.burn
        done += 1
        shoe_net, played = 0, 0
        ready = gauge[READY]
        while True:
            gauge[START] = at if played else 0
            began = at
            # --- the deal
            for box in range(boxes):
                for _ in range(1 + house.burn_each):
                    if at >= ready:
                        at = reach(order, gauge, stream, at)
                        ready = gauge[READY]
                    firsts[box] = order[at]
                    at += 1
            if at >= ready:
                at = reach(order, gauge, stream, at)
                ready = gauge[READY]
            up = order[at]
            at += 1
            for box in range(boxes):
                if at >= ready:
                    at = reach(order, gauge, stream, at)
                    ready = gauge[READY]
                seconds[box] = order[at]
                at += 1
            bank, second = program.bank_first[up], up
            if hole:
                if at >= ready:
                    at = reach(order, gauge, stream, at)
                    ready = gauge[READY]
                second = order[at]
                at += 1
                bank = bank_next[bank + second]
            u = program.up[up]
            shown = house.peeks and bank >= bank_draws and natural[bank - bank_draws]
            need, waiting = 0, 0
            # --- the turns, each hand finished before the next one gets its second card
            for box in range(boxes):
                if insured[u, firsts[box], seconds[box]]:
                    need = max(need, 1)
                if shown:
                    net[box] = program.at_natural[u, firsts[box], seconds[box]]
                    wagered += 1
                    continue
                state = start[u, firsts[box], seconds[box]]
                hands, waits, won, made = 1, 0, 0, 0
                while True:
                    while state < draws:
                        if at >= ready:
                            at = reach(order, gauge, stream, at)
                            ready = gauge[READY]
                        state = next_state[state + order[at]]
                        at += 1
                    if state >= splits:
                        split = state - splits
                        if hands <= program.limit[split] and hands < HANDS_MAX:
                            later[waits], later_made[waits] = program.moved[split], hands
                            waits += 1
                            hands += 1
                            state = program.kept[split]
                        else:
                            state = program.other[split]
                        continue
                    end = state - draws
                    won += paid[end]
                    wagered += wagers[end]
                    if need_of[end]:
                        need = max(need, int(need_of[end]))
                        wait_box[waiting] = box
                        wait_end[waiting] = end
                        wait_made[waiting] = made
                        waiting += 1
                    if waits == 0:
                        break
                    waits -= 1
                    state, made = later[waits], later_made[waits]
                net[box] = won
            # --- the bank, as far as an open bet needs its hand
            if need and not shown:
                if not hole:
                    if at >= ready:
                        at = reach(order, gauge, stream, at)
                        ready = gauge[READY]
                    second = order[at]
                    at += 1
                    bank = bank_next[bank + second]
                while need > 1 and bank < bank_draws:
                    if house.idle:
                        matters = False
                        for hand in range(waiting):
                            if program.matters[wait_end[hand], bank // codes]:
                                matters = True
                        if not matters:
                            break
                    if at >= ready:
                        at = reach(order, gauge, stream, at)
                        ready = gauge[READY]
                    bank = bank_next[bank + order[at]]
                    at += 1
                if bank < bank_draws:
                    column = np.uint64(program.resting[bank // codes])
                else:
                    column = np.uint64(bank - bank_draws)
                for hand in range(waiting):
                    net[wait_box[hand]] += pay[wait_end[hand], column]
                if rounds + played < marks.shape[0]:
                    marks[rounds + played, 0] = written
                    for hand in range(waiting):
                        hands_log[written, 0] = wait_box[hand]
                        hands_log[written, 1] = wait_end[hand] * pay.shape[1] + column
                        hands_log[written, 2] = wait_made[hand]
                        written += 1
                    marks[rounds + played, 1] = written
                    marks[rounds + played, 2] = second
                    marks[rounds + played, 3] = up
            if house.insurance_stake:
                pays = bank >= bank_draws and natural[bank - bank_draws]
                for box in range(boxes):
                    if insured[u, firsts[box], seconds[box]]:
                        net[box] += program.insurance[second] if pays else -house.insurance_stake
            # --- the books
            if gauge[VOID]:
                sums[VOIDS] += 1
                break
            for box in range(boxes):
                nets[net[box] + offset] += 1
                shoe_net += net[box]
            if rounds + played < log.shape[0]:
                log[rounds + played, 0] = began
                log[rounds + played, 1:] = net
            played += 1
            if at >= cut or gauge[AGAIN]:
                break
        rounds += played
        sums[NET] += shoe_net
        sums[NET_NET] += shoe_net * shoe_net
        sums[NET_ROUNDS] += shoe_net * played
        sums[ROUNDS_ROUNDS] += played * played
    sums[ROUNDS] += rounds
    sums[WAGERED] += wagered
    sums[SHOES] += done
    return done
