"""House ways, rule by rule. Every expectation was worked out from the published text."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cardroom.cards import CARDS, Card, CardError, parse_cards
from cardroom.data_file import FileError, Source
from cardroom.hands.house_way import (
    HandPattern,
    HouseWay,
    Rule,
    WayError,
    read_way,
    set_hand,
    span,
    way_named,
    way_names,
    way_of,
)
from cardroom.hands.pai_gow import Setting


def parse_way(text: str) -> HouseWay:
    return read_way(Source(text, "way.toml"))


FOXWOODS = [
    ("As Kh Jd 9c 7s 5h 3d", "Kh Jd", "no-pair"),
    ("Jk Kh Jd 9c 7s 5h 3d", "Kh Jd", "no-pair"),
    ("9s 9h Ad Kc 7s 5h 3d", "Ad Kc", "pair"),
    ("Jk Ah Qd 9c 7s 5h 3d", "Qd 9c", "pair"),
    ("Js Jh 3d 3c Ks 9h 7d", "3d 3c", "two-pair-high"),
    ("As Ah 3d 3c Ks 9h 7d", "3d 3c", "two-pair-high"),
    ("Ts Th 3d 3c As 9h 7d", "As 9h", "two-pair-middle-keep"),
    ("Ts Th 3d 3c Ks Qh 7d", "3d 3c", "two-pair"),
    ("7s 7h 4d 4c As 2h 9d", "As 9d", "two-pair-middle-keep"),
    ("6s 6h 4d 4c Ks 2h 9d", "Ks 9d", "two-pair-low-keep"),
    ("6s 6h 4d 4c Qs 2h 9d", "4d 4c", "two-pair"),
    ("3s 3h 2d 2c As Kh 9d", "As Kh", "two-pair-low-keep"),
    ("Ks Kh 9d 9c 4s 4h Ad", "Ks Kh", "three-pair"),
    ("Jk Ah 9d 9c 4s 4h Kd", "Ah Jk", "three-pair"),
    ("Ks Kh Kd 9c 7s 5h 3d", "9c 7s", "trips"),
    ("As Ah Ad Qc 7s 5h 3d", "As Qc", "trips-aces"),
    ("9s 9h 9d 4c 4s 4h Kd", "9s 9h", "two-trips"),
    # Without a pair: 9 to K leaves A-7; the higher straight would leave 9-7.
    ("As Kh Qd Jc Ts 9h 7d", "As 7d", "complete"),
    # The flush would leave 8-6, the straight 5 to 9 leaves K-2.
    ("Ks 9s 7s 5s 2s 8h 6d", "Ks 2s", "complete"),
    # With one pair: the pair in front, 5 to 9 behind.
    ("9s 8h 7d 6c 5s 2h 2d", "2h 2d", "complete"),
    # The ace and a pair of kings: A-K in front leaves 9 to K, nothing improves that.
    ("As Kh Kd Qc Js Th 9d", "As Kh", "complete"),
    # 4 to 8 with kings: the kings in front are better than A-8.
    ("Ks Kh 8d 7c 6s 5h 4d", "Ks Kh", "complete"),
    # A flush with a king in it, paired: the flush leaves A-K; ace and queen are no better.
    ("Ks Qs 9s 5s 2s Kh Ad", "Ad Kh", "complete"),
    # Five spades with the ace and both tens outside the suit but one: the flush leaves T-3,
    # the pair of tens behind leaves A-K.
    ("As Ks Ts 7s 5s Th 3d", "As Ks", "complete-ace-and-high-pair"),
    # The same with nines is no exception.
    ("As Ks 9s 7s 5s 9h 3d", "9h 3d", "complete"),
    ("9s 8h 7d 6c 5s 9h 9d", "9h 9d", "complete-trips"),
    ("Jk As Ah 9d 8c 7s 6h", "As Ah", "complete-trips"),
    # Three aces with the joker, and a flush that needs joker and ace: no pair stays over.
    ("Jk As Ah 9s 7s 4s 2d", "Ah 2d", "complete"),
    # With two pair, the two-pair rule: nines and fours, no ace, so they are split.
    ("9s 9h 4d 4c 8s 7h 6d", "4d 4c", "two-pair"),
    ("9s 9h 9d 4c 4s Kh Qd", "4c 4s", "full-house"),
    ("3s 3h 3d Kc Ks 9h 7d", "Kc Ks", "full-house"),
    ("5s 5h 5d Kc Ks 9h 9d", "Kc Ks", "full-house"),
    ("As Ah Ad Kc Ks Qh Qd", "As Ah", "full-house"),
    ("Js Jh Jd Jc As Kh 9d", "Js Jh", "quads-high"),
    ("As Ah Ad Jk Ks Qh 9d", "As Ah", "quads-high"),
    ("Ts Th Td Tc Ks 9h 7d", "Ks 9h", "quads-middle-keep"),
    ("7s 7h 7d 7c Qs 9h 3d", "7s 7h", "quads-middle"),
    ("6s 6h 6d 6c Qs 9h 3d", "Qs 9h", "quads-low"),
    ("Js Jh Jd Jc 2s 2h 9d", "2s 2h", "quads-pair"),
    ("6s 6h 6d 6c 2s 2h 2d", "2s 2h", "quads-pair"),
    ("Jk As Ah Ad Ac Ks Kh", "Ks Kh", "five-aces-kings"),
    ("Jk As Ah Ad Ac Qs Qh", "As Ah", "five-aces"),
    ("Jk As Ah Ad Ac Ks Qh", "As Ah", "five-aces"),
]

TRUMP_PLAZA = [
    ("As Kh Jd 9c 7s 5h 3d", "Kh Jd", "no-pair"),
    ("9s 9h Ad Kc 7s 5h 3d", "Ad Kc", "pair"),
    ("6s 6h 3d 3c Ks 9h 7d", "Ks 9h", "two-pair-low-keep"),
    ("6s 6h 3d 3c Qs 9h 7d", "3d 3c", "two-pair"),
    ("Ts Th 3d 3c Ks 9h 7d", "Ks 9h", "two-pair-low-keep"),
    ("Ts Th 3d 3c Qs 9h 7d", "3d 3c", "two-pair"),
    ("Js Jh 3d 3c As 9h 7d", "As 9h", "two-pair-low-high-keep"),
    ("Js Jh 3d 3c Ks 9h 7d", "3d 3c", "two-pair"),
    ("Ts Th 7d 7c As 9h 3d", "As 9h", "two-pair-middle-keep"),
    ("Ts Th 7d 7c Ks 9h 3d", "7d 7c", "two-pair"),
    ("Js Jh 7d 7c As 9h 3d", "7d 7c", "two-pair"),
    ("Ks Kh Jd Jc As 9h 3d", "Jd Jc", "two-pair"),
    ("As Ah 2d 2c Ks 9h 7d", "2d 2c", "two-pair"),
    ("Ks Kh 9d 9c 4s 4h Ad", "Ks Kh", "three-pair"),
    ("Ks Kh Kd 9c 7s 5h 3d", "9c 7s", "trips"),
    ("As Ah Ad Qc 7s 5h 3d", "As Qc", "trips-aces"),
    ("9s 9h 9d 4c 4s 4h Kd", "9s 9h", "two-trips"),
    ("As Kh Qd Jc Ts 9h 7d", "As 7d", "complete"),
    ("9s 8h 7d 6c 5s 2h 2d", "2h 2d", "complete"),
    # No exception for an ace and a high pair: the flush stays behind.
    ("As Ks Ts 7s 5s Th 3d", "Th 3d", "complete"),
    ("9s 8h 7d 6c 5s 9h 9d", "9h 9d", "complete"),
    ("9s 9h 4d 4c 8s 7h 6d", "4d 4c", "two-pair"),
    ("9s 9h 9d 2c 2s Ah Kd", "Ah Kd", "full-house-keep"),
    ("9s 9h 9d 3c 3s Ah Kd", "3c 3s", "full-house"),
    ("9s 9h 9d 2c 2s Ah Qd", "2c 2s", "full-house"),
    ("As Ah Ad Kc Ks Qh Qd", "Kc Ks", "full-house"),
    ("6s 6h 6d 6c Qs 9h 3d", "Qs 9h", "quads-low"),
    ("Ts Th Td Tc Ks 9h 7d", "Ks 9h", "quads-middle-keep"),
    ("Ts Th Td Tc Qs 9h 7d", "Ts Th", "quads"),
    ("Js Jh Jd Jc As Kh 9d", "As Kh", "quads-high-keep"),
    ("Js Jh Jd Jc Ks Qh 9d", "Js Jh", "quads"),
    ("As Ah Ad Ac Ks Qh 9d", "As Ah", "quads"),
    ("6s 6h 6d 6c 2s 2h 2d", "2s 2h", "quads-pair"),
    ("Jk As Ah Ad Ac Ks Kh", "Ks Kh", "five-aces-kings"),
    ("Jk As Ah Ad Ac Ks Qh", "As Ah", "five-aces"),
]


@pytest.mark.parametrize(
    ("way", "cards", "front", "rule"),
    [("foxwoods", *case) for case in FOXWOODS] + [("trump-plaza", *case) for case in TRUMP_PLAZA],
)
def test_the_published_way_sets_the_hand(way: str, cards: str, front: str, rule: str) -> None:
    placed = set_hand(parse_cards(cards), way_named(way))
    # Suits of equal ranks are free: compare by rank, the joker by itself.
    ranks = sorted(card.text[0] if card.rank else "Jk" for card in placed.front)
    wanted = sorted(card.text[0] if card.rank else "Jk" for card in parse_cards(front))
    assert (ranks, placed.rule.id) == (wanted, rule)
    assert sorted(placed.front + placed.back) == sorted(parse_cards(cards))


@pytest.mark.parametrize(
    ("cards", "front"),
    [("Ad 9h 9s 8s 7s 6s 5s", "Ad 9h"), ("Ad 9h 9s 8h 7h 6h 5h", "Ad 9s")],
)
def test_of_equal_fronts_the_one_is_taken_that_leaves_the_better_back(
    cards: str, front: str
) -> None:
    placed = set_hand(parse_cards(cards), way_named("foxwoods"))
    assert placed.front == parse_cards(front), "a straight flush stays behind"


@pytest.mark.parametrize(("way", "cases"), [("foxwoods", FOXWOODS), ("trump-plaza", TRUMP_PLAZA)])
def test_every_rule_of_a_way_has_a_worked_hand(way: str, cases: list[tuple[str, str, str]]) -> None:
    assert {rule.id for rule in way_named(way).rule} == {rule for _, _, rule in cases}


@given(
    st.lists(st.sampled_from(CARDS), min_size=7, max_size=7, unique=True),
    st.sampled_from(way_names()),
)
def test_a_house_way_never_fouls(cards: list[Card], name: str) -> None:
    placed = set_hand(cards, way_named(name))
    assert not Setting(placed.front, placed.back).foul


def test_the_order_of_the_cards_does_not_matter() -> None:
    cards = parse_cards("9s 8h 7d 6c 5s 9h 9d")
    assert set_hand(cards, way_named("foxwoods")) == set_hand(cards[::-1], way_named("foxwoods"))


@pytest.mark.parametrize("cards", ["As Kh", "As As Kd Qc Js Th 9d", "Jk Jk Kd Qc Js Th 9d"])
def test_what_is_no_hand_of_seven_is_refused(cards: str) -> None:
    with pytest.raises(CardError):
        set_hand(parse_cards(cards), way_named("foxwoods"))


def test_groups_are_listed_the_larger_first_then_the_higher_however_the_cards_lie() -> None:
    shape = HandPattern.of(parse_cards("4s 4h 9d 2c 9c 2s 2h"))
    assert shape.groups == ((2, 3), (9, 2), (4, 2))
    assert HandPattern.of(parse_cards("4s 4h 9d Kc 9c 7s Qh")).spares == (13, 12, 7)


def test_a_rule_that_asks_for_more_spares_than_there_are_does_not_fit() -> None:
    rule = Rule("two", "Ace and king outside.", spares=("A", "K"))
    assert rule.fits(HandPattern.of(parse_cards("9s 9h 4d 4c Ad Kc 2s")))
    assert not rule.fits(HandPattern.of(parse_cards("9s 9h 4d 4c Kd Kc As")))


def test_a_house_writes_its_own_way() -> None:
    way = parse_way(
        """
        name = "own"
        title = "Our own"
        source = "house"
        [[rule]]
        id = "pair-up"
        says = "Two pair: always split."
        shape = ["two-pair"]
        front = ["second"]
        [[rule]]
        id = "rest"
        says = "The best front."
        """
    )
    assert set_hand(parse_cards("Ts Th 3d 3c As 9h 7d"), way).rule.id == "pair-up"


HEADER = 'name = "own"\ntitle = "Our own"\nsource = "house"\n'
REST = '[[rule]]\nid = "rest"\nsays = "The best front."\n'


def test_a_rule_that_leaves_all_open_takes_the_best_front_then_the_best_back() -> None:
    way = parse_way(HEADER + REST)
    # Kings in front would be foul; threes are better than ace and king.
    assert set(set_hand(parse_cards("Ks Kh 3d 3c Ah 9h 7d"), way).front) == set(
        parse_cards("3d 3c")
    )


def test_the_fronts_of_a_rule_are_listed_pairs_first_then_from_the_highest_down() -> None:
    (rest,) = parse_way(HEADER + REST).rule
    fronts = rest.fronts(HandPattern.of(parse_cards("Ks Qh 3d 3c 2h 9h 7d")).order)
    hand = sorted(parse_cards("Ks Qh 3d 3c 2h 9h 7d"), key=lambda card: -card.rank)
    shown = ["".join(str(hand[place])[0] for place in two) for two in fronts]
    assert shown[:3] == ["33", "KQ", "K9"]


def test_a_spare_is_the_highest_card_outside_the_groups() -> None:
    one = '[[rule]]\nid = "a"\nsays = ""\nfront = ["one of first", "spare"]\n'
    placed = set_hand(parse_cards("As Ah Ad Qc 7s 5h 3d"), parse_way(HEADER + one + REST))
    assert [card.rank for card in placed.front] == [1, 12]


@pytest.mark.parametrize(
    ("rules", "says"),
    [
        ("", "the last rule must match every hand"),
        (REST + REST, "two rules have the id rest"),
        (
            REST + '[[rule]]\nid = "a"\nsays = ""\nif_front_beats = "rest"\n',
            "a: no later rule has the id rest",
        ),
        (
            '[[rule]]\nid = "a"\nsays = ""\nif_front_beats = "a"\n' + REST,
            "a: no later rule has the id a",
        ),
    ],
)
def test_a_way_ends_with_a_rule_for_all_and_calls_only_later_ones(rules: str, says: str) -> None:
    with pytest.raises(FileError, match=says):
        parse_way(HEADER + rules)


@pytest.mark.parametrize(
    ("rival", "cards", "rule"),
    [
        # Both rules put ace and king in front: that is not above, so the second one decides.
        ("", "9s 9h Ad Kc 7s 5h 3d", "rest"),
        # A front that needs a second pair cannot be made, so there is nothing to beat.
        ('front = ["second"]\n', "9s 9h Ad Kc 7s 5h 3d", "a"),
    ],
)
def test_a_rule_may_hold_only_where_its_front_beats_anothers(
    rival: str, cards: str, rule: str
) -> None:
    first = '[[rule]]\nid = "a"\nsays = ""\nbehind = ["first"]\nif_front_beats = "b"\n'
    second = f'[[rule]]\nid = "b"\nsays = ""\nshape = ["two-pair"]\n{rival}'
    assert set_hand(parse_cards(cards), parse_way(HEADER + first + second + REST)).rule.id == rule


@pytest.mark.parametrize(
    ("text", "ranks"),
    [
        ("7", range(7, 8)),
        ("A", range(14, 15)),
        ("7-T", range(7, 11)),
        ("2-A", range(2, 15)),
        ("1", range(0)),
        ("T-1", range(0)),
        ("1-T", range(0)),
        ("", range(0)),
        ("78", range(0)),
        ("7-89", range(0)),
    ],
)
def test_ranks_are_one_or_from_one_to_another(text: str, ranks: range) -> None:
    assert span(text) == ranks


def test_all_faults_of_a_way_are_listed() -> None:
    with pytest.raises(FileError) as told:
        parse_way(
            """
            name = "bad"
            title = "Bad"
            source = "house"
            [[rule]]
            id = "one"
            says = ""
            shape = ["four-pair"]
            first = "T-1"
            front = ["complete"]
            behind = ["pair"]
            if_front_beats = "none"
            """
        )
    said = str(told.value)
    assert said.startswith("way.toml:8: one: 'four-pair' is not a shape; did you mean ")
    for part in (
        "one: 'T-1' is not a rank or a range; write a rank like 7, or a range like 7-T or K-A",
        "one: front cannot be 'complete'; ",
        "one: behind cannot be 'pair'; ",
        "one: no later rule has the id none",
        "the last rule must match every hand: give it only an id and a text",
    ):
        assert part in said


def test_ranks_are_numbered_from_the_highest_down_whatever_they_are() -> None:
    assert HandPattern.of(parse_cards("9s 9h 7d 5c 4s 3h 2d")).order == (14, 14, 13, 12, 11, 10, 9)


def test_the_line_is_given_of_a_last_rule_that_does_not_match_every_hand() -> None:
    second = REST.replace('"rest"', '"pairs"') + 'shape = ["pair"]\n'
    with pytest.raises(FileError) as told:
        parse_way(HEADER + REST + second)
    line = (HEADER + REST).count("\n") + 1
    assert str(told.value).startswith(f"way.toml:{line}: the last rule must match every hand")


def test_a_way_has_at_most_63_rules_and_texts_of_500_characters() -> None:
    """The tables of hands number the rules in six bits."""
    others = [REST.replace('"rest"', f'"r{number}"') for number in range(63)]
    assert len(parse_way(HEADER + "".join(others[:62]) + REST).rule) == 63
    with pytest.raises(FileError, match="at most 63 rules, not 64"):
        parse_way(HEADER + "".join(others) + REST)
    assert parse_way(HEADER + REST.replace('"rest"', f'"{"x" * 500}"')).rule
    with pytest.raises(FileError, match="500"):
        parse_way(HEADER + REST.replace('"rest"', f'"{"x" * 501}"'))


@pytest.mark.parametrize("text", ["name = 3", "name = ", "[[rule]]\nid = 'x'\nwhen = 1"])
def test_a_text_that_is_no_way_is_refused(text: str) -> None:
    with pytest.raises(FileError, match=r"way\.toml:\d+: "):
        parse_way(text)


def test_a_way_that_is_not_on_file_is_named_with_those_that_are() -> None:
    with pytest.raises(WayError, match="'moon'; on file: foxwoods, trump-plaza"):
        way_named("moon")


def test_a_way_is_one_on_file_or_the_house_s_own_file(tmp_path: Path) -> None:
    own = tmp_path / "own.toml"
    own.write_text(HEADER + REST)
    assert way_of(str(own)) == parse_way(HEADER + REST)
    assert way_of("trump-plaza") == way_named("trump-plaza")
