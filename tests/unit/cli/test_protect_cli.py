"""`cardroom protect` and `cardroom count`."""

from __future__ import annotations

import csv
import json

import pytest

from cardroom import cli

Capture = pytest.CaptureFixture[str]
QUICK = ("--count", "ko", "--rounds", "1000")
"""Without indices, which take every hand at every count."""


def run(capsys: Capture, *arguments: str) -> tuple[int, str, str]:
    code = cli.main(arguments)
    said = capsys.readouterr()
    return code, said.out, said.err


SMALL = ("protect", "blackjack", "--set", "decks=1", "--set", "hands_max=1", *QUICK)


@pytest.mark.prove
def test_a_bet_of_the_first_round_cannot_be_counted(capsys: Capture) -> None:
    code, out, _ = run(capsys, "protect", "maxtime-21", *QUICK, "--json")
    found = json.loads(out)
    assert code == 0
    assert [each["spot"] for each in found["wagers"]] == ["main", "insurance", "maxtyme"]
    assert found["wagers"][2]["verdict"]["per_hour"] == 0.0
    assert "open only in the first round" in found["wagers"][2]["assumptions"][0]


def test_the_report_has_a_verdict_for_every_wager(capsys: Capture) -> None:
    given = SMALL
    code, out, _ = run(capsys, *given)
    assert code == 0
    assert "effect of removing a card" in out
    assert "the dealer's second card, in play" in out
    code, out, _ = run(capsys, *given, "--json")
    found = json.loads(out)
    assert [each["spot"] for each in found["wagers"]] == ["main", "insurance"]
    assert found["wagers"][0]["verdict"]["per_hour"] > 0
    code, out, _ = run(capsys, *given, "--csv")
    rows = list(csv.DictReader(out.splitlines()))
    assert {row["spot"] for row in rows} == {"main", "insurance"}
    assert all(float(row["rounds"]) > 0 for row in rows)
    assert rows[0]["doubt"] == found["wagers"][0]["verdict"]["doubt"]


def test_a_wager_that_is_not_there_is_named(capsys: Capture) -> None:
    code, _, err = run(capsys, *SMALL, "--wager", "perfect-pairs")
    assert code != 0
    assert "wagers are main, insurance" in err


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        (("protect", "texas-holdem"), "is not analyzed for card counting"),
        (("protect", "blackjack", "--count", "hilo"), "name one of hi-lo"),
        (("protect", "blackjack", "--compare", "decks"), "write options and their values"),
        (("protect", "blackjack", "--max", "0"), "above 0"),
        (("count", "blackjack", "--spread", "two"), "write counts and dollars"),
        (("count", "blackjack", "--boxes", "9"), "the table has 7"),
        (("count", "blackjack", "--set", "shoe=continuous"), "nothing to count"),
    ],
)
def test_mistakes_are_explained(capsys: Capture, arguments: tuple[str, ...], says: str) -> None:
    code, _, err = run(capsys, *arguments)
    assert code != 0
    assert says in " ".join(err.split())


def test_a_counter_has_a_score(capsys: Capture) -> None:
    given = ("count", "blackjack", "--set", "decks=1", "--rounds", "100000", "--spread", "1=50")
    code, out, _ = run(capsys, *given, "--json")
    found = json.loads(out)
    assert code == 0
    assert {each["bet"] for each in found["bins"]} == {0, 5000}
    assert 0 < found["played"] < 1
    code, out, _ = run(capsys, *given)
    assert "SCORE" in out
    assert "no bet" in out
