"""Settings weighed against every hand of the bank, and the mistakes of a way."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from itertools import combinations
from math import comb

import numpy as np
import pytest

from cardroom import games
from cardroom.analysis.executor import Threads
from cardroom.analysis.kernels import house_way as kernel
from cardroom.analysis.kernels.hand_tables import place_of
from cardroom.analysis.kernels.pai_gow_tables import BACK_BITS, FRONT_BITS
from cardroom.analysis.pai_gow.hand_classes import hand_classes
from cardroom.analysis.pai_gow.hand_settings import (
    BACKS,
    BANK_HANDS,
    Weighed,
    all_hands,
    settings_of,
    tally,
    weighed,
)
from cardroom.analysis.pai_gow.house_way_errors import (
    CheckedHand,
    HandGroup,
    Sampling,
    _estimate,
    mistakes,
)
from cardroom.analysis.pai_gow.rounds import PaiGowSimulator, Seating
from cardroom.analysis.pai_gow.way_tables import FRONTS, way_tables
from cardroom.analysis.stopping import Goal
from cardroom.cards import CARDS, Card, Stream, parse_cards, shuffled
from cardroom.hands.house_way import DEFAULT_WAY, set_hand, way_named, way_names
from cardroom.hands.pai_gow import Face, Setting, back_value, faces, front_value
from cardroom.hands.poker import PokerValue
from tests.all_hands import prove_way
from tests.proofs import some_now
from tests.unit.hands.pai_gow_way import tables_of

NOW = (0, 3, 4, 6, 9)
"""Every set of cards by one of the ways."""
LEFT = {
    "mixed": "As Ad Kh Kd Qc 9s 9h 5d 4c 3h 2s 2d",
    "with the joker": "As Kd Kh Qd 9s 9h 8d 5c 4c 3h 2s Jk",
    "one suit": "As Ks Qs 9s 8s 7s 6s 5s 4s 3s 2s Ts",
    "two suits and the joker": "As Ks 9s 8s 7s 6s Ah Kh 9h 5h 2h Jk",
    "quads": "As Ad Ah Ac 9s 9d 9h 9c 5d 5c 4h Jk",
}


SAMPLED = 211


def test_all_hands_of_an_order_are_set_as_one_hand_is() -> None:
    """One class in 211 of the 292,253; `make prove` deals hands to every way."""
    sample = [
        classes.hand(number)
        for classes in hand_classes(kernel.SIX_START, kernel.FLUSH_START.tolist())
        for number in range(0, len(classes.cards), SAMPLED)
    ]
    one_by_one = tables_of(DEFAULT_WAY, sample).worths
    asked = np.flatnonzero(one_by_one)
    assert len(asked) == len(sample)
    assert (way_tables(way_named(DEFAULT_WAY)).worths[asked] == one_by_one[asked]).all()


@pytest.mark.parametrize(
    ("name", "left"),
    some_now([(name, left) for left in LEFT.values() for name in way_names()], NOW),
)
def test_hands_counted_by_class_are_those_dealt_one_by_one(left: str, name: str) -> None:
    cards = parse_cards(left)
    hands = list(combinations(cards, 7))
    way, places = way_named(name), place_of()
    dealt: Counter[tuple[PokerValue, int]] = Counter()
    for hand in hands:
        placed = set_hand(hand, way)
        dealt[front_value(placed.front), places[back_value(placed.back)]] += 1
    every = np.arange(1 << FRONT_BITS), np.arange(BACKS)
    counted = tally(cards, tables_of(name, hands), *every, (1 << FRONT_BITS, BACKS))
    assert counted.sum() == comb(len(cards), 7)
    by_back: Counter[int] = Counter()
    for (_, back), count in dealt.items():
        by_back[back] += count
    assert {int(b): int(n) for b, n in enumerate(counted.sum(0)) if n} == by_back
    # Fronts have places of their own; in their order the counts must be the same.
    fronts = sorted({front for front, _ in dealt})
    held = [place for place in range(1 << FRONT_BITS) if counted[place].any()]
    assert len(fronts) == len(held)
    for front, place in zip(fronts, held, strict=True):
        for back in by_back:
            assert counted[place, back] == dealt[front, back]


def random_hands(many: int) -> list[tuple[Card, ...]]:
    return [shuffled(CARDS, Stream(7, n).below)[:7] for n in range(many)]


def test_settings_are_never_foul_and_hold_what_every_way_plays() -> None:
    for hand in random_hands(60):
        settings = settings_of(hand)
        assert all(not setting.foul for setting, _ in settings)
        worths = [worth for _, worth in settings]
        assert len(set(worths)) == len(worths) <= 21
        values = {(front_value(s.front), back_value(s.back)) for s, _ in settings}
        for name in way_names():
            placed = set_hand(hand, way_named(name))
            assert (front_value(placed.front), back_value(placed.back)) in values


def group(share: float, costs: list[int]) -> HandGroup:
    """Hands by how many more of the bank's hands their best other setting wins."""
    setting = Setting((), ())
    own = Weighed(setting, 0, 0, 0)
    hands = [CheckedHand((), "", own, Weighed(setting, 1, cost, 0), 0.0) for cost in costs]
    return HandGroup(share, hands)


def test_a_mean_of_two_samples_weighs_groups_by_their_share() -> None:
    groups = [group(0.75, [0, 0, 0, 0]), group(0.25, [4, 8, 4, 8])]
    found = _estimate(groups, 10_000, lambda hand: float(hand.cost * BANK_HANDS))
    # 0.25 * 6; within the second group a spread of 16/3, between the groups one of 6.75.
    assert found.value == pytest.approx(1.5)
    within, between = 0.25**2 * (16 / 3) / 4, 0.75 * 1.5**2 + 0.25 * 4.5**2
    assert found.error == pytest.approx((within + between / 10_000) ** 0.5)


@pytest.mark.prove
@pytest.mark.parametrize("name", way_names())
def test_counts_by_class_are_those_of_all_hands_laid_out(name: str) -> None:
    proof, counted = prove_way(way_named(name)), all_hands(way_tables(way_named(name)))
    assert tuple(map(int, counted.sum(1))) == proof.by_front
    assert tuple(map(int, counted.sum(0)))[: len(proof.by_back)] == proof.by_back
    assert counted.shape == (FRONTS, 1 << BACK_BITS)


@pytest.mark.prove
def test_a_setting_is_worth_what_dealing_on_says() -> None:
    """Against 4,000 random hands of the bank, compared as the engine compares them."""
    way = way_named("trump-plaza")
    hand = parse_cards("Js Jh 3d 3c As 9h Jk")
    settings = weighed(hand, way_tables(way))
    left = [card for card in CARDS if card not in hand]
    won: Counter[int] = Counter()
    deals = 4_000
    for n in range(deals):
        placed = set_hand(shuffled(left, Stream(3, n).below)[:7], way)
        for number, each in enumerate(settings[:4]):
            sides = faces(each.setting, Setting(placed.front, placed.back))
            both = sum(side is Face.PLAYER for side in sides)
            won[number] += both - 1
    for number, each in enumerate(settings[:4]):
        assert abs(won[number] / deals - float(each.value)) < 4 / deals**0.5


@pytest.mark.prove
@pytest.mark.parametrize("name", way_names())
def test_a_way_against_itself_is_worth_by_weighing_what_it_is_by_dealing(
    name: str, record_property: Callable[[str, object], None]
) -> None:
    way = way_named(name)
    tables = way_tables(way)
    found = mistakes(way, way, Threads(), Sampling(weighed=3_000))
    assert found == mistakes(way, way, Threads(), Sampling(weighed=3_000)), "kept as it was"
    dealt = PaiGowSimulator(games.ruleset("double-hand-poker"), (tables, tables), Seating(6)).run(
        Goal(rounds=10_000_000), Threads()
    )
    player = dealt.player
    record_property("weighed", f"{found.value.value:.4%} ± {found.value.error:.4%}")
    record_property("dealt", f"{player.value:.4%} ± {player.error:.4%}")
    record_property("mistaken", f"{found.mistaken.value:.4%} ± {found.mistaken.error:.4%}")
    record_property("cost of mistakes", f"{found.cost.value:.4%} ± {found.cost.error:.4%}")
    error = (found.value.error**2 + player.error**2) ** 0.5
    assert abs(found.value.value - player.value) < 4 * error
    assert found.cost.value > 4 * found.cost.error
    for kind in found.kinds:
        assert kind.example.cost > 0
        assert kind.seen >= 8
