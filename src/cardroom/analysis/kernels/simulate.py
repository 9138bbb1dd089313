"""Rounds of the 21 family, dealt and played from tables: cards in the real order of the deal.

There is no rule here. `analysis.twentyone.simulator.minimise` has made one automaton of rules and
chart, so that a hand is a number: below `draws` it takes a card, then come the ends, then the
splits. The bank is another. `analysis.twentyone.simulator.places` numbers the states by their place
in the array of steps, so that state plus view of the next cards is the index of the step.

Two things are slow: a branch that cannot be foreseen, and an index that may be negative. So a look
at the next two cards leads to the state after both, a hand that has ended is asked to draw and
takes no card, and indices are unsigned.
"""

from __future__ import annotations

import math
from typing import Final

import numpy as np

from cardroom.analysis.kernels.cache import compiler
from cardroom.analysis.kernels.shoe import (
    AGAIN,
    END,
    PAIRED,
    READY,
    START,
    VOID,
    load,
    look,
    reach,
    shuffle,
)
from cardroom.analysis.kernels.simulate_tables import (
    CountTables,
    HandProgram,
    PostedNumbers,
    RoundCounts,
    ShoeBuffer,
    ShoeRange,
    SideBetTables,
)

njit = compiler(__file__)

HANDS_MAX: Final = 64
"""Hands of a box that are kept track of; where a house has no limit, splitting ends here."""
ZERO, ONE = np.uint64(0), np.uint64(1)
TAKEN, STATE, SHIFT = np.uint64(3), ~np.uint64(3), np.uint64(2)
"""The parts of a step: states are multiples of four, and the rest is how many cards are taken."""
TINY: Final = 1e-9
"""Far below the least distance of a true count from a whole number, and far above the error."""
ROUNDS, WAGERED, VOIDS, NET, NET_NET, NET_ROUNDS, ROUNDS_ROUNDS, SHOES = range(8)
"""`RoundCounts.sums`: the last five are over shoes, for an error that knows their rounds belong
together."""


@njit()
def deal(  # noqa: C901, PLR0915 - a call hands over arrays and counts their owners: that
    # alone made rounds fifteen times slower, so all that happens in a round stands here.
    program: HandProgram,
    house: PostedNumbers,
    sides: SideBetTables | None,
    count: CountTables | None,
    shoe: ShoeBuffer,
    tally: RoundCounts,
    work: ShoeRange,
) -> int:
    """Whole shoes until there are enough, or rounds enough; how many shoes were dealt.

    Without side bets, all that asks for `sides` is left out when this is compiled; and without
    counts, all that asks for `count`.
    """
    start, steps, paid, need_of = program.start, program.steps, program.paid, program.need
    wagers, pay, insured = program.wagers, program.pay, program.insured
    bank_steps, natural = program.bank_steps, program.natural
    order, gauge, stream = shoe.order, shoe.gauge, shoe.stream
    views, swaps = shoe.views, shoe.swaps
    gauge[PAIRED] = house.paired
    nets, sums, log = tally.nets, tally.sums, tally.log
    marks, hands_log, written = tally.marks, tally.hands, 0
    draws, splits = np.uint64(house.draws), np.uint64(house.splits)
    bank_draws = np.uint64(house.bank_draws)
    hole, cut = house.hole, np.uint64(house.cut)
    boxes, most = np.uint64(work.boxes), work.boxes * HANDS_MAX
    # Of two types only: for each type, numba compiles the making of an array once more.
    firsts, seconds = np.zeros(work.boxes, np.uint64), np.zeros(work.boxes, np.uint64)
    net = np.zeros(work.boxes, np.int64)
    wait_box, wait_end = np.zeros(most, np.uint64), np.zeros(most, np.uint64)
    wait_made = np.zeros(most, np.int64)
    later, later_made = np.zeros(HANDS_MAX, np.uint64), np.zeros(HANDS_MAX, np.int64)
    if sides is not None:
        kinds, keeps = np.zeros(work.boxes, np.uint64), np.zeros(work.boxes, np.int64)
        thirds = np.zeros(work.boxes, np.int64)
        side_net, side_made = np.zeros(sides.bets, np.int64), np.zeros(sides.bets, np.int64)
        looks_up, looks_third = sides.base.shape[1] > 1, sides.last.shape[1] > 1
        width = np.uint64(nets.shape[0] // sides.won.shape[0])
        offset = np.int64(width) // 2
    else:
        offset = nets.shape[0] // 2
    if count is not None:
        counts, cells = np.uint64(count.tags.shape[0]), count.cells
        seen_tags = np.zeros((count.tags.shape[0], shoe.deck.shape[0] + 1), np.int64)
        hidden, bins = np.zeros(count.tags.shape[0], np.int64), np.zeros(counts, np.uint64)
        highest, burned = cells.shape[2] - 1, np.uint64(house.burn_each)
    middle = tally.together.shape[0] // 2
    rounds, wagered, done = 0, 0, 0
    while done < work.shoes and rounds < work.rounds_max:
        at = np.uint64(max(0, work.given))
        if work.given < 0:
            number = np.uint64(work.first + done)
            load(shoe.deck, order, gauge, stream, work.seed, number)
            shuffle(order, views, swaps, gauge, stream, house.ahead)
            at = np.uint64(house.burn)
        else:
            look(order, views, gauge, ZERO, np.uint64(gauge[READY]))
        done += 1
        shoe_net, played, dealt = 0, 0, 0
        if count is not None:
            for each in range(counts):
                hidden[each], seen_tags[each, at] = 0, 0
            looked, added, unseen = at, at, np.int64(at)
        ready = np.uint64(gauge[READY])
        while True:
            gauge[START] = np.int64(at) if played else 0
            began, shift = at, ZERO
            if count is not None:
                # Cards that are burned in front of a box's first card are not seen.
                if played and burned:
                    for box in range(boxes):
                        for each in range(counts):
                            for card in range(burned):
                                gone = looked + box * (burned + ONE) + card
                                hidden[each] += count.tags[each, order[gone]]
                    unseen += np.int64(boxes * burned)
                if at > added:
                    # As far as the shoe is shuffled: many short loops end where nobody foresees.
                    for each in range(counts):
                        running = seen_tags[each, added]
                        for card in range(added, ready):
                            running += count.tags[each, order[card]]
                            seen_tags[each, card + ONE] = running
                    added = ready
                looked = at
                left = np.uint64(gauge[END] - np.int64(at) + unseen)
                for each in range(counts):
                    running = seen_tags[each, at] - hidden[each]
                    # A product may be a little less than a whole number that it should be.
                    shown_count = np.int64(math.floor(running * count.per[each, left] + TINY))
                    bins[each] = np.uint64(min(max(shown_count - count.low[each], 0), highest))
                depth = np.uint64(count.depth[at])
                shift = np.uint64(count.play[bins[0]] * count.ups)
                if played and bins[0] < np.uint64(count.leave):
                    count.left[0] += 1
                    break
            # --- the deal
            for box in range(boxes):
                for _ in range(1 + house.burn_each):
                    if at >= ready:
                        at = reach(order, views, swaps, gauge, stream, at)
                        ready = np.uint64(gauge[READY])
                    firsts[box] = order[at]
                    at += ONE
            if at >= ready:
                at = reach(order, views, swaps, gauge, stream, at)
                ready = np.uint64(gauge[READY])
            up = order[at]
            at += ONE
            for box in range(boxes):
                if at >= ready:
                    at = reach(order, views, swaps, gauge, stream, at)
                    ready = np.uint64(gauge[READY])
                seconds[box] = order[at]
                at += ONE
            bank, second, shown = np.uint64(program.bank_first[up]), up, False
            if hole:
                if at >= ready:
                    at = reach(order, views, swaps, gauge, stream, at)
                    ready = np.uint64(gauge[READY])
                second = order[at]
                at += ONE
                bank = np.uint64(program.bank_second[up, second])
                shown = program.shown[up, second] > 0
            u = np.uint64(program.up[up]) + shift
            need, waiting = 0, ZERO
            # --- the turns, each hand finished before the next one gets its second card
            for box in range(boxes):
                if house.insurance_stake and insured[u, firsts[box], seconds[box]]:
                    need = max(need, 1)
                if sides is not None:
                    keeps[box], thirds[box] = 0, 0
                if shown:
                    wait_box[waiting] = box
                    wait_end[waiting] = program.at_natural[u, firsts[box], seconds[box]]
                    wait_made[waiting] = 0
                    waiting += ONE
                    net[box] = 0
                    wagered += 1
                    continue
                state = np.uint64(start[u, firsts[box], seconds[box]])
                hands, waits, won, made = 1, ZERO, 0, 0
                if sides is not None and looks_third and (state < draws or state >= splits):
                    # A hand that draws, or is split and draws, takes the next card.
                    if at >= ready:
                        at = reach(order, views, swaps, gauge, stream, at)
                        ready = np.uint64(gauge[READY])
                    thirds[box] = 1 + order[at]
                while True:
                    # A hand that has ended takes no card and leads to itself: to ask whether it
                    # has would take longer, because the answer cannot be foreseen.
                    while True:
                        if at >= ready and state < draws:
                            at = reach(order, views, swaps, gauge, stream, at)
                            ready = np.uint64(gauge[READY])
                        cards = np.uint64(views[at])
                        step = np.uint64(steps[state + (cards if state < draws else ZERO)])
                        state, at = step & STATE, at + (step & TAKEN)
                        if state >= draws:
                            break
                    if state >= splits:
                        split = (state - splits) >> SHIFT
                        if hands <= program.limit[split] and hands < HANDS_MAX:
                            later[waits], later_made[waits] = program.moved[split], hands
                            waits += ONE
                            hands += 1
                            state = np.uint64(program.kept[split])
                        else:
                            state = np.uint64(program.other[split])
                        continue
                    end = (state - draws) >> SHIFT
                    won += paid[end]
                    wagered += wagers[end]
                    if sides is not None:
                        keeps[box] |= sides.keeps[end]
                    if need_of[end]:
                        need = max(need, int(need_of[end]))
                        wait_box[waiting] = box
                        wait_end[waiting] = end
                        wait_made[waiting] = made
                        waiting += ONE
                    if waits == ZERO:
                        break
                    waits -= ONE
                    state, made = later[waits], later_made[waits]
                net[box] = won
            # --- the bank, as far as an open bet needs its hand
            if need or shown:
                if not hole:
                    if at >= ready:
                        at = reach(order, views, swaps, gauge, stream, at)
                        ready = np.uint64(gauge[READY])
                    second = order[at]
                    at += ONE
                    bank = np.uint64(program.bank_second[up, second])
                while need > 1:
                    if house.idle:
                        matters = False
                        for hand in range(waiting):
                            if program.matters[wait_end[hand], program.bank_row[bank]]:
                                matters = True
                        if not matters:
                            break
                    if at >= ready and bank < bank_draws:
                        at = reach(order, views, swaps, gauge, stream, at)
                        ready = np.uint64(gauge[READY])
                    cards = np.uint64(views[at])
                    step = np.uint64(bank_steps[bank + (cards if bank < bank_draws else ZERO)])
                    bank, at = step & STATE, at + (step & TAKEN)
                    if bank >= bank_draws:
                        break
                column = np.uint64(program.column[bank])
                for hand in range(waiting):
                    net[wait_box[hand]] += pay[wait_end[hand], column]
                if rounds + played < marks.shape[0]:
                    marks[rounds + played, 0] = written
                    for hand in range(waiting):
                        hands_log[written, 0] = wait_box[hand]
                        hands_log[written, 1] = wait_end[hand] * np.uint64(pay.shape[1]) + column
                        hands_log[written, 2] = wait_made[hand]
                        written += 1
                    marks[rounds + played, 1] = written
                    marks[rounds + played, 2] = second
                    marks[rounds + played, 3] = up
            if house.insurance_stake:
                pays = bank >= bank_draws and natural[(bank - bank_draws) >> SHIFT]
                for box in range(boxes):
                    if insured[u, firsts[box], seconds[box]]:
                        net[box] += program.insurance[second] if pays else -house.insurance_stake
            # --- the books
            if gauge[VOID]:
                sums[VOIDS] += 1
                break
            # Where rounds are compared with a fixed number of them, only the difference counts.
            weight, together = 1, 0
            if work.fixed:
                weight = -1 if dealt else int(played >= work.fixed)
            for box in range(boxes):
                place = np.uint64(net[box] + offset)
                if sides is not None:
                    over = bank >= bank_draws and sides.over[(bank - bank_draws) >> SHIFT] > 0
                    after, seen = 1 if played else sides.later, up if looks_up else 0
                    base = sides.base[after, seen, firsts[box], seconds[box]]
                    kind = sides.last[base, thirds[box], keeps[box] if over else 0]
                    kinds[box] = kind
                    for bet in range(sides.bets):
                        side_net[bet] += weight * sides.won[kind, bet]
                        if weight >= 0:
                            side_made[bet] += sides.made[kind, bet]
                    place += kinds[box] * width
                nets[place] += 1
                if count is not None:
                    for each in range(counts):
                        won_there = net[box]
                        if sides is not None and count.source[each] >= 0:
                            won_there = sides.won[kinds[box], count.source[each]]
                        cells[each, depth, bins[each], 0] += 1
                        cells[each, depth, bins[each], 1] += won_there
                        cells[each, depth, bins[each], 2] += won_there * won_there
                together += net[box]
            shoe_net += weight * together
            tally.together[np.uint64(together + middle)] += 1
            if rounds + played < log.shape[0]:
                log[rounds + played, 0] = began
                for box in range(boxes):
                    log[rounds + played, ONE + box] = net[box]
                    if sides is not None:
                        log[rounds + played, ONE + boxes + box] = kinds[box]
            played += 1
            if not dealt and (at >= cut or gauge[AGAIN]):
                dealt = played
            if dealt and played >= work.fixed:
                break
        played = dealt if dealt else played
        rounds += played
        sums[NET] += shoe_net
        sums[NET_NET] += shoe_net * shoe_net
        sums[NET_ROUNDS] += shoe_net * played
        sums[ROUNDS_ROUNDS] += played * played
        if sides is not None:
            for bet in range(sides.bets):
                brought, times = side_net[bet], side_made[bet]
                tally.sides[bet, 0] += brought
                tally.sides[bet, 1] += brought * brought
                tally.sides[bet, 2] += brought * times
                tally.sides[bet, 3] += times * times
                tally.sides[bet, 4] += times
                side_net[bet], side_made[bet] = 0, 0
    sums[ROUNDS] += rounds
    sums[WAGERED] += wagered
    sums[SHOES] += done
    return done
