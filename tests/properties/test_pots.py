"""Poker pots: no chip is lost, no player wins more than they can, odd chips go by the rule."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from cardroom.play.pots import divide, pots, share, uncalled

BOXES = st.integers(1, 10)
PUT_IN = st.dictionaries(BOXES, st.integers(1, 50), min_size=1, max_size=10)


@given(PUT_IN, st.data())
def test_every_chip_is_in_one_pot_and_only_those_who_matched_it_may_win_it(
    put_in: dict[int, int], data: st.DataObject
) -> None:
    live = data.draw(st.sets(st.sampled_from(sorted(put_in)), min_size=1))
    made = pots(put_in, live)
    assert sum(pot.amount for pot in made) == sum(put_in.values())
    deepest = 0
    for pot in made:
        assert pot.boxes
        assert pot.boxes <= live
        # Side pots are for fewer boxes, each of whom put in more than those who dropped out.
        depth = min(put_in[box] for box in pot.boxes)
        assert depth > deepest
        assert all(put_in[box] <= deepest for box in live - pot.boxes)
        deepest = depth


@given(PUT_IN, st.data())
def test_a_box_wins_at_most_its_own_stake_from_each_other_box(
    put_in: dict[int, int], data: st.DataObject
) -> None:
    """With the uncalled chips back, a winner takes at most their own bet from each box."""
    live = data.draw(st.sets(st.sampled_from(sorted(put_in)), min_size=1))
    back = uncalled(put_in)
    if back is not None and back[0] in live:
        put_in = {**put_in, back[0]: put_in[back[0]] - back[1]}
    high = {box: data.draw(st.integers(0, 3)) for box in live}
    shares = share(pots(put_in, live), high, None, sorted(put_in), 1)
    assert sum(each.amount for each in shares) == sum(put_in.values())
    top = max(put_in[box] for box in live)
    for box in live:
        if put_in[box] < top:
            won = sum(each.amount for each in shares if each.box == box)
            assert won <= sum(min(put_in[box], put) for put in put_in.values())


@given(st.integers(1, 10_000), st.lists(BOXES, min_size=1, unique=True), st.sampled_from([1, 25]))
def test_parts_differ_by_at_most_a_chip_and_the_first_get_the_odd_ones(
    units: int, boxes: list[int], chip: int
) -> None:
    parts = list(divide(units * chip, boxes, chip).values())
    assert sum(parts) == units * chip
    assert max(parts) - min(parts) in (0, chip)
    assert parts == sorted(parts, reverse=True)
    assert all(part % chip == 0 for part in parts)


@given(st.integers(1, 1_000), st.integers(0, 3), st.integers(1, 4), st.data())
def test_high_gets_the_odd_chip_and_all_of_a_pot_without_a_low(
    amount: int, lows: int, highs: int, data: st.DataObject
) -> None:
    boxes = range(1, 6)
    high = {box: int(box <= highs) for box in boxes}
    low = {box: 1 if box > 5 - lows else None for box in boxes}
    (pot,) = pots(dict.fromkeys(boxes, amount), set(boxes))
    shares = share([pot], high, low, list(boxes), 1)
    by_side = {
        side: sum(each.amount for each in shares if each.side == side)
        for side in ("pot", "high", "low")
    }
    assert sum(by_side.values()) == 5 * amount
    if lows:
        assert by_side["high"] - by_side["low"] == 5 * amount % 2
    else:
        assert by_side["pot"] == 5 * amount


def test_uncalled_chips_are_those_above_the_second_highest_folded_ones_included() -> None:
    assert uncalled({1: 100, 2: 60, 3: 80}) == (1, 20)
    assert uncalled({1: 100, 2: 100}) is None
    assert uncalled({4: 30}) == (4, 30)


def test_all_ins_of_30_and_80_make_a_main_pot_and_two_side_pots() -> None:
    put_in = {1: 30, 2: 80, 3: 100, 4: 100, 5: 20}
    assert pots(put_in, {1, 2, 3, 4}) == (
        (30 * 4 + 20, frozenset({1, 2, 3, 4})),
        (50 * 3, frozenset({2, 3, 4})),
        (20 * 2, frozenset({3, 4})),
    )
