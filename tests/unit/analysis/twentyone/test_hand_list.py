"""The value of every option of every hand."""

from __future__ import annotations

import csv
import io
import json
from fractions import Fraction
from functools import cache
from pathlib import Path

import pytest

from cardroom import games
from cardroom.analysis.documents import ChartStrategy
from cardroom.analysis.families import NotComputed
from cardroom.analysis.hands import HandsRequest, game_hands
from cardroom.analysis.hands_documents import GameHands, HandValue
from cardroom.analysis.odds import game_odds
from cardroom.analysis.strategy import best_strategy
from cardroom.analysis.twentyone.solver.hand_values import AskedHand, hand_values
from cardroom.cards import Card
from cardroom.cli import main
from cardroom.rules.ruleset import Ruleset

ONE_DECK = games.ruleset("blackjack", {"decks": "1"})
SIX_DECKS = games.ruleset("blackjack", {})


@cache
def listed(decks: str = "6") -> GameHands:
    return game_hands(ONE_DECK if decks == "1" else SIX_DECKS, HandsRequest())


def charted(rules: Ruleset) -> ChartStrategy:
    found = best_strategy(rules)
    assert isinstance(found, ChartStrategy)
    return found


def one(found: GameHands, cards: str, up: str) -> HandValue:
    return next(each for each in found.hands if each.cards == cards and each.up == up)


@pytest.mark.parametrize(
    ("cards", "dealt", "up"),
    [("T,6", "Ts 6h", "T"), ("8,8", "8s 8h", "T"), ("7,A", "As 7h", "9"), ("7,4", "7s 4d", "5")],
)
def test_every_option_is_worth_what_the_coach_says(cards: str, dealt: str, up: str) -> None:
    found = one(listed("1"), cards, up)
    asked = AskedHand(tuple(Card(text) for text in dealt.split()), Card(f"{up}c"))
    values = hand_values(ONE_DECK).of(asked, found.options).verbs
    assert dict(found.options) == pytest.approx(values)
    assert found.best == max(values, key=lambda verb: values[verb])


def test_hands_as_often_as_they_are_dealt_are_worth_the_edge() -> None:
    """Each hand before the peek: a natural of the bank takes the wager, or pushes a natural."""
    found = listed()
    total, chance = 0.0, 0.0
    for each in found.hands:
        if not each.cards:
            continue
        natural = _natural(each)
        value = each.value if not each.options else (1 - natural) * each.value - natural
        total += each.chance * value
        chance += each.chance
    assert chance == pytest.approx(1)
    assert total == pytest.approx(-game_odds(SIX_DECKS).wagers[0].edge, abs=1e-9)


def _natural(each: HandValue) -> float:
    """The chance of the bank's natural, by counting what is left of six decks."""
    completes = {"A": "T", "T": "A"}.get(each.up)
    if completes is None:
        return 0.0
    held = [*each.cards.split(","), each.up]
    full = 96 if completes == "T" else 24
    return (full - held.count(completes)) / (312 - 3)


def test_the_bank_ends_as_a_plain_recursion_counts() -> None:
    """One deck, dealer hits soft 17, every card in its order, in fractions."""

    @cache
    def ends(left: tuple[int, ...], hard: int, aces: int, size: int) -> dict[str, Fraction]:
        soft = aces and hard + 10 <= 21
        total = hard + 10 if soft else hard
        if size == 2 and total == 21:
            return {"natural": Fraction(1)}
        if total > 21:
            return {"bust": Fraction(1)}
        if size > 1 and (total > 17 or (total == 17 and not soft)):
            return {str(total): Fraction(1)}
        found: dict[str, Fraction] = {}
        for rank, count in enumerate(left):
            if count:
                after = (*left[:rank], count - 1, *left[rank + 1 :])
                drawn = ends(after, hard + rank + 1, aces + (rank == 0), size + 1)
                for name, chance in drawn.items():
                    share = Fraction(count, sum(left)) * chance
                    found[name] = found.get(name, Fraction(0)) + share
        return found

    for row in listed("1").bank:
        rank = "A23456789T".index(row.up)
        deck = [4] * 9 + [16]
        deck[rank] -= 1
        expected = ends(tuple(deck), rank + 1, int(rank == 0), 1)
        assert row.chances == pytest.approx(
            {name: float(expected.get(name, 0)) for name in row.chances}
        )


def test_the_bank_busts_as_often_as_it_is_published() -> None:
    """REFERENCES: six decks, dealer hits soft 17."""
    rows = {row.up: row.chances["bust"] for row in listed().bank}
    bust = sum(chance * (4 if up == "T" else 1) / 13 for up, chance in rows.items())
    assert bust == pytest.approx(0.285760, abs=5e-7)


def test_departures_are_hands_that_perfect_play_plays_otherwise() -> None:
    found, chart = listed("1"), charted(ONE_DECK)
    costs = [each.gain * each.comes for each in found.departures]
    assert costs == sorted(costs, reverse=True)
    assert all(each.chart != each.best and each.gain > 0 for each in found.departures)
    two = {(each.cards, each.up) for each in found.departures if each.cards.count(",") == 1}
    assert {(each.hand, each.up) for each in chart.departures if " " not in each.hand} == two
    longest = max(each.cards.count(",") for each in found.departures)
    assert longest > 3, "hands of any number of cards"


def test_sixteen_of_many_cards_stands_against_a_ten() -> None:
    sizes = {chart.cards: chart.rows["hard 16"][8] for chart in listed().by_size}
    assert listed().ups[8] == "T"
    assert sizes == {"2": "hit", "3": "stand", "4": "stand", "5 or more": "stand"}


def test_a_row_averages_its_hands_and_says_so() -> None:
    found = listed()
    row = next(
        e for e in found.hands if not e.cards and (e.kind, e.total, e.up) == ("hard", "16", "T")
    )
    members = [e for e in found.hands if e.cards in ("T,6", "9,7") and e.up == "T"]
    weight = sum(each.chance for each in members)
    assert row.chance == pytest.approx(weight)
    mean = sum(each.chance * each.options["hit"] for each in members) / weight
    assert row.options["hit"] == pytest.approx(mean)
    assert any("averages its hands of two cards" in line for line in found.assumptions)


def test_a_users_chart_is_compared_card_by_card() -> None:
    chart = charted(SIX_DECKS).chart
    document = json.loads(json.dumps(chart.blocks))
    document["ups"] = list(chart.ups)
    document["hard"]["16"] = ["S"] * 10
    found = game_hands(SIX_DECKS, HandsRequest(chart=document))
    sixteen = one(found, "T,6", "T")
    assert sixteen.chart == "stand"
    assert sixteen.value > sixteen.options["stand"]
    with pytest.raises(NotComputed, match="no column for an up card"):
        game_hands(
            SIX_DECKS, HandsRequest(chart={"ups": ["2"], "hard": {}, "soft": {}, "pair": {}})
        )


def test_the_command_prints_a_hand_csv_and_a_picture(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    assert main(["hands", "blackjack", "--hand", "6K", "--up", "10"]) == 0
    assert "hard 16  T,6    T" in capsys.readouterr().out
    assert main(["hands", "blackjack", "--hand", "6K", "--up", "10", "--json"]) == 0
    document = json.loads(capsys.readouterr().out)
    assert [(each["cards"], each["up"]) for each in document["hands"]] == [("T,6", "T")]
    assert len(document["departures"]) == len(listed().departures)
    picture = tmp_path / "map.svg"
    assert main(["hands", "blackjack", "--csv", "--plot", str(picture)]) == 0
    rows = list(csv.DictReader(io.StringIO(capsys.readouterr().out)))
    assert len(rows) == len(listed().hands)
    assert picture.read_text().count("<rect") > 300
    assert main(["hands", "blackjack"]) == 0
    assert "Hands whose cards make the chart wrong" in capsys.readouterr().out
    assert main(["hands", "blackjack", "--departures"]) == 0
    assert capsys.readouterr().out.count(" instead of ") == len(listed().departures)
    assert main(["hands", "blackjack", "--departures", "--csv", "--hand", "457", "--up", "T"]) == 0
    (row,) = csv.DictReader(io.StringIO(capsys.readouterr().out))
    assert (row["cards"], row["chart"], row["best"]) == ("7,5,4", "hit", "stand")
    for words in (
        ["--up", "X"], ["--hand", "Q"], ["--hand", "hard 99"], ["--hand", "zz", "--departures"],
    ):  # fmt: skip
        assert main(["hands", "blackjack", *words]) == 2
        assert words[0] in capsys.readouterr().err
    assert main(["hands", "omaha"]) == 2
    assert "has no list of its hands" in capsys.readouterr().err
