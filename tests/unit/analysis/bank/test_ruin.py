"""Risk of ruin against gamblers whose ruin is known, and against sums done by hand."""

from __future__ import annotations

import math

import numpy as np
import pytest

from cardroom.analysis.bank.ruin import (
    NOTICES,
    RuinFault,
    adjustment,
    diffusion,
    forever,
    spare,
    steps_of,
    within,
    within_by_room,
)
from cardroom.analysis.kernels.fortunes import BLOCK, carry
from cardroom.progress import ProgressNotice

UNEVEN = {150: 0.3, 50: 0.1, 0: 0.25, -100: 0.3, -250: 0.05}


def test_a_gambler_with_even_stakes_is_ruined_as_the_textbook_says() -> None:
    steps = steps_of({100: 0.52, -100: 0.48})
    assert steps.unit == 100
    found = forever(steps, 60)
    # Huygens: (q / p) to the power of the stakes that may be lost, and one more.
    for room in (0, 1, 7, 60):
        assert found[room] == pytest.approx((0.48 / 0.52) ** (room + 1), rel=1e-9)


def test_ruin_forever_solves_the_equations_of_the_chain() -> None:
    steps = steps_of(UNEVEN)
    size = 1200
    matrix, right = np.eye(size), np.zeros(size)
    for place in range(size):
        for amount, chance in zip(steps.amounts.astype(int), steps.chances, strict=True):
            if place + amount < 0:
                right[place] += chance
            elif place + amount < size:
                matrix[place, place + amount] -= chance
    solved = np.linalg.solve(matrix, right)
    assert np.abs(forever(steps, 300) - solved[:301]).max() < 1e-9


def test_ruin_within_some_rounds_is_that_of_every_course_they_can_take() -> None:
    steps = steps_of(UNEVEN)
    left, ruined, seen = {7: 1.0}, 0.0, []
    for _ in range(12):
        after: dict[int, float] = {}
        for fortune, chance in left.items():
            for amount, share in zip(steps.amounts.astype(int), steps.chances, strict=True):
                if fortune + amount < 0:
                    ruined += chance * share
                else:
                    now = fortune + int(amount)
                    after[now] = after.get(now, 0.0) + chance * share
        left = after
        seen.append(ruined)
    assert within(steps, 7, [1, 5, 12]) == pytest.approx([seen[0], seen[4], seen[11]])


def test_a_round_more_adds_up_as_numpy_does_to_the_bit() -> None:
    """More results than are added at a time, and more amounts than are worked on at a time."""
    dice = np.random.default_rng(1)
    before, chances = dice.random(2 * BLOCK + 300), dice.random(7)
    starts, after = np.array([0, 3, 50, 51, 120, 200, 299]), np.empty(2 * BLOCK + 1)
    carry(before, starts, chances, after)
    plain = np.zeros(len(after))
    for start, chance in zip(starts.tolist(), chances.tolist(), strict=True):
        plain += chance * before[start : start + len(after)]
    assert after.tobytes() == plain.tobytes()


def test_over_many_rounds_ruin_approaches_ruin_forever() -> None:
    steps = steps_of(UNEVEN)
    (late,) = within(steps, 20, [3000])
    assert late == pytest.approx(float(forever(steps, 20)[20]), abs=1e-5)


def test_lundberg_bounds_it_and_diffusion_comes_near() -> None:
    steps = steps_of(UNEVEN)
    found, rate = forever(steps, 200), adjustment(steps)
    for room in (10, 50, 200):
        assert found[room] <= math.exp(-rate * room)
        assert diffusion(steps, room, None) == pytest.approx(found[room], rel=0.1)
    (near,) = within(steps, 20, [200])
    assert diffusion(steps, 20, 200) == pytest.approx(near, rel=0.1)


def test_a_bank_that_loses_is_ruined_for_certain_and_one_that_cannot_post_at_once() -> None:
    losing = steps_of({100: 0.48, -100: 0.52})
    assert forever(losing, 5).tolist() == [1.0] * 6
    assert diffusion(losing, 5, None) == 1.0
    assert spare(9_999, 10_000, 50) == -1
    assert within(losing, -1, [1, 2]) == [1.0, 1.0]
    assert spare(10_100, 10_000, 50) == 2


def test_a_known_mean_tilts_the_weights_and_nothing_else() -> None:
    steps = steps_of(UNEVEN, mean=9.0)
    assert steps.mean * steps.unit == pytest.approx(9.0)
    plain = steps_of(UNEVEN)
    ratio = steps.chances[plain.chances > 0] / plain.chances[plain.chances > 0]
    logs, amounts = np.log(ratio), plain.amounts[plain.chances > 0]
    # A straight line: every weight by an exponential of its amount.
    slopes = np.diff(logs) / np.diff(amounts)
    assert slopes == pytest.approx([slopes[0]] * len(slopes))


def test_what_would_take_minutes_is_refused() -> None:
    steps = steps_of({100_000: 0.5, -99_999: 0.5})
    with pytest.raises(RuinFault, match="ask for fewer"):
        within(steps, 10**6, [10_000])


def test_ruin_says_how_much_of_it_is_computed() -> None:
    steps, heard = steps_of({100: 0.6, -100: 0.4}), list[ProgressNotice]()
    assert (within_by_room(steps, 20, 1001, heard.append) == within_by_room(steps, 20, 1001)).all()
    assert (forever(steps, 777, heard.append) == forever(steps, 777)).all()
    for of in (1001, 777):
        done = [each.done for each in heard if each.of == of]
        assert done == sorted(set(done))
        assert NOTICES / 2 < len(done) <= NOTICES
        assert done[-1] == of


def test_all_rooms_at_once_are_as_each_by_itself() -> None:
    steps = steps_of({-300: 0.1, -100: 0.5, 0: 0.1, 200: 0.3})
    together = within_by_room(steps, 20, 30)
    assert together == pytest.approx([within(steps, room, [30])[0] for room in range(21)])
    assert within_by_room(steps_of({0: 0.5, 100: 0.5}), 3, 10) == pytest.approx([0.0] * 4)
