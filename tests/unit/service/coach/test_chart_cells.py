"""Where a decision is in the strategy chart: what the page lights, and bots and the coach read."""

from __future__ import annotations

from typing import Final

import pytest

from cardroom import games
from cardroom.cards import UNSEEN
from cardroom.play import views
from cardroom.play.inputs import Answer
from cardroom.play.round import Bet
from cardroom.play.views import AskView, OptionView, PlaceView, View
from cardroom.rules.banking import Bank
from cardroom.service import families
from cardroom.service.coach.charts import Chart, ChartCell
from cardroom.service.coach.decisions import cells_of
from cardroom.service.live.bots import Hints
from cardroom.service.twentyone.bot import BOT
from cardroom.table import Table
from cardroom.table import commands as c
from tests.random_play import must
from tests.unit.service.coach.test_coach import dealt

UPS: Final = (*"23456789TJA", "Jk")
STANDS: Final = ("S",) * len(UPS)


def every(code: str) -> tuple[str, ...]:
    return (code,) * len(UPS)


CHART: Final = Chart(
    "ready",
    ups=UPS,
    hard={"8": every("H"), "12": every("H"), "16": every("R"), "20": STANDS},
    soft={"12": every("H"), "18": every("Ds")},
    pair={"T": every("-"), "8": every("P"), "9": every("Rp"), "A": every("P")},
    aces={"12": every("Rs"), "16": every("Rs")},
    doubled={"16": every("Rs"), "13": every("S")},
    first={"6": every("-"), "A": every("M")},
    plays={
        "H": ("hit",),
        "S": ("stand",),
        "R": ("surrender", "hit"),
        "Rs": ("surrender", "stand"),
        "Rp": ("surrender", "split"),
        "P": ("split",),
        "M": ("max-bet", "hit"),
        "Ds": ("double", "stand"),
        "-": (),
    },
)


def lit(
    cards: str,
    label: str,
    up: str,
    verbs: str,
    topic: str = "play",
    doubled: int = 0,
    hands: int = 1,
) -> list[tuple[str, str, str]]:
    """The cells of a hand of box 4 with a $10 wager, and what was added to it."""
    held = {
        f"4.{hand}": PlaceView(tuple(cards.split()), label, "live") for hand in range(1, hands + 1)
    }
    ask = AskView(4, 1, topic, tuple(OptionView(verb) for verb in verbs.split()), ())
    view = View(
        head="answer",
        waiting="",
        turn=(),
        asks=(ask,),
        places={**held, "bank": PlaceView((up, UNSEEN.text), "", "live")},
        players={4: "ann"},
        stacks={"ann": 100_00},
        bets=(Bet(1, "main", 4, "ann", 10_00 + doubled, hand=1, added=doubled),),
        settled=(),
        bank=Bank(),
    )
    found = families.named("twentyone").cells
    assert found is not None
    return [(cell.block, cell.row, cell.up) for cell in found(view, ask, CHART)]


@pytest.mark.parametrize(
    ("cards", "label", "up", "verbs", "cell"),
    [
        ("Ts 6h", "16", "Td", "hit stand", ("hard", "16", "T")),
        # A column of their own, where face cards have one; a joker has its own, too.
        ("Ts 6h", "16", "Kd", "hit stand", ("hard", "16", "J")),
        ("Ts 6h", "16", "Jk", "hit stand", ("hard", "16", "Jk")),
        ("As 7h", "soft 18", "5d", "hit stand double", ("soft", "18", "5")),
        # A pair, unless the chart plays it like its total or it cannot be split.
        ("8s 8h", "16", "5d", "hit stand split", ("pair", "8", "5")),
        ("Ks Th", "20", "5d", "hit stand split", ("hard", "20", "5")),
        ("8s 8h", "16", "5d", "hit stand", ("hard", "16", "5")),
        ("9s 9h", "18", "5d", "hit stand surrender", ("pair", "9", "5")),
    ],
)
def test_a_hand_in_its_turn_is_in_its_most_special_cell(
    cards: str, label: str, up: str, verbs: str, cell: tuple[str, str, str]
) -> None:
    assert lit(cards, label, up, verbs) == [cell]


def test_aces_after_a_split_are_in_a_block_of_their_own() -> None:
    assert lit("As 5h", "soft 16", "9d", "stand surrender", hands=2) == [("aces", "16", "9")]
    assert lit("As Ah", "soft 12", "9d", "stand split surrender", hands=2) == [("pair", "A", "9")]
    assert lit("As Ah", "soft 12", "9d", "stand surrender", hands=2) == [("aces", "12", "9")]
    assert lit("As 7h", "soft 18", "9d", "hit stand", hands=1) == [("soft", "18", "9")]


def test_a_doubled_hand_is_in_a_block_of_its_own() -> None:
    offered = "stand surrender"
    assert lit("5s 8h 3c", "16", "9d", offered, doubled=10_00) == [("doubled", "16", "9")]
    assert lit("5s 8h 3c", "16", "9d", "hit stand") == [("hard", "16", "9")]


def test_before_the_turn_a_hand_is_in_the_cell_that_it_would_be_played_by() -> None:
    offered = "surrender decline"
    assert lit("Ts 6h", "16", "9d", offered, "surrender") == [("hard", "16", "9")]
    assert lit("Ts 2h", "12", "9d", offered, "surrender") == [("hard", "12", "9")]
    # Eights are split in the turn to come, not given up like any other 16.
    assert lit("8s 8h", "16", "9d", offered, "surrender") == [("pair", "8", "9")]
    assert lit("Ks Th", "20", "9d", offered, "surrender") == [("hard", "20", "9")]


def test_a_first_card_is_in_a_block_of_its_own_even_where_it_is_not_bet_on() -> None:
    for card, row in (("As", "A"), ("6d", "6")):
        assert lit(card, row, "5d", "max-bet decline", "max-bet") == [("first", row, "5")]


def test_a_question_that_the_chart_does_not_decide_lights_nothing() -> None:
    assert lit("Ts 6h", "16", "Ad", "insure decline", "insurance") == []
    assert lit("As Kh", "natural", "9d", "stand double", "natural") == []
    assert lit("Ts 7h", "17", "9d", "hit stand") == [], "a chart without that row"


def test_a_hand_with_a_card_that_its_player_has_not_seen_lights_nothing() -> None:
    assert lit("?? 6h", "", "9d", "hit stand") == []


def at_the_table(table: Table, player: str = "ann", box: int | None = None) -> list[ChartCell]:
    return list(cells_of(table, player, box, CHART).cells)


def test_only_the_player_who_is_asked_is_given_cells_and_only_while_asked() -> None:
    table = dealt("blackjack", "2c Ts Td 6h 9c 4d")
    assert at_the_table(table) == [ChartCell("hard", "16", "T")]
    assert at_the_table(table, box=4) == at_the_table(table)
    assert at_the_table(table, box=3) == at_the_table(table, "bob") == []
    none = Chart("none", "no chart")
    assert cells_of(table, "ann", None, none).cells == ()
    table = must(table, c.Play(Answer(4, "hit")))
    assert at_the_table(table) == [ChartCell("hard", "20", "T")]
    assert at_the_table(must(table, c.Play(Answer(4, "stand")))) == []


def test_the_cell_is_the_same_whatever_the_hidden_card_is() -> None:
    low, high = (dealt("blackjack", f"2c Ts Td 6h {hole}") for hole in ("2s", "9s"))
    assert at_the_table(low) == at_the_table(high) == [ChartCell("hard", "16", "T")]


@pytest.mark.parametrize("cards", ["2c Ts Td 6h 9c", "2c 8s Td 8h 9c", "2c As 5d 7h 9c"])
def test_a_bot_plays_by_the_cell_that_is_lit(cards: str) -> None:
    table = dealt("blackjack", cards)
    (cell,) = at_the_table(table)
    code = getattr(CHART, cell.block)[cell.row][CHART.ups.index(cell.up)]
    assert table.round is not None
    seen = views.view(table.round, frozenset({"box:4"}), games.family(table.rules))
    offered = {option.verb for option in seen.asks[0].options}
    first = next(verb for verb in CHART.plays[code] if verb in offered)
    assert BOT.decide(seen, seen.asks[0], table.rules, Hints(CHART)).verb == first
