"""`simulate`, `explain` and `compare` as people type them."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from cardroom.analysis.twentyone import cut_card
from cardroom.cli import WRONG, main


def printed(capsys: pytest.CaptureFixture[str], *arguments: str) -> dict[str, Any]:
    assert main([*arguments, "--json"]) == 0
    found: dict[str, Any] = json.loads(capsys.readouterr().out)
    return found


def refused(capsys: pytest.CaptureFixture[str], *arguments: str) -> str:
    assert main(list(arguments)) == WRONG
    return capsys.readouterr().err


@pytest.fixture(autouse=True)
def short_shoes(monkeypatch: pytest.MonkeyPatch, answers_apart: None) -> None:
    """The real shoe has its own tests."""
    monkeypatch.setattr(cut_card, "HANDS", 1 << 16)


FEW = ("simulate", "blackjack", "--set", "decks=1", "--rounds", "2000")


def test_simulate_counts_whole_shoes_and_says_how(capsys: pytest.CaptureFixture[str]) -> None:
    found = printed(capsys, *FEW, "--boxes", "2")
    assert found["rounds"] >= 2000
    assert found["method"] == "simulated"
    assert sum(each["times"] for each in found["payments"]) == 2 * found["rounds"]
    again = printed(capsys, *FEW, "--boxes", "2", "--workers", "1")
    assert {**again, "rounds_per_second": 0} == {**found, "rounds_per_second": 0}


def test_simulate_resumes_from_its_file(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    kept = str(tmp_path / "kept.json")
    printed(capsys, *FEW, "--resume", kept)
    more = printed(capsys, *FEW[:-1], "5000", "--resume", kept)
    assert more["edge"] == printed(capsys, *FEW[:-1], "5000")["edge"]
    assert "seed differ" in refused(capsys, *FEW, "--seed", "9", "--resume", kept)


def test_explain_replays_what_simulate_counted(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["explain", "blackjack", "--seed", "7", "--round", "2:3", "--boxes", "3"]) == 0
    shown = capsys.readouterr().out
    assert "shoe 2, round 3" in shown
    assert "The simulator got the same result." in shown


def test_insurance_costs_what_its_odds_say(capsys: pytest.CaptureFixture[str]) -> None:
    many = ("simulate", "blackjack", "--rounds", "1000000")
    never, always = (printed(capsys, *many, "--insurance", taken) for taken in ("never", "always"))
    (price,) = (
        wager["edge"]
        for wager in printed(capsys, "odds", "blackjack")["wagers"]
        if wager["spot"] == "insurance"
    )
    # Half a wager whenever an ace is shown: one round in thirteen; four standard errors.
    assert always["edge"] - never["edge"] == pytest.approx(price / 2 / 13, abs=0.0008)
    assert "insurance always" in always["play"]


def test_an_insured_round_is_replayed(capsys: pytest.CaptureFixture[str]) -> None:
    """The first round of the first shoe in which an ace is shown."""
    for number in range(1, 40):
        place = ("explain", "blackjack", "--insurance", "always", "--round", f"1:{number}")
        told = printed(capsys, *place)["events"]
        if any(event.get("spot") == "insurance" for event in told):
            break
    else:
        raise AssertionError("no ace in a whole shoe")
    assert main(list(place)) == 0
    assert "The simulator got the same result." in capsys.readouterr().out


def test_compare_prices_nothing_before_all_options_are_read(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("cardroom.cli.compare.game_odds", pytest.fail)
    assert main(["compare", "blackjack", "--with", "foo=1"]) == 2
    assert "blackjack has no option 'foo'" in capsys.readouterr().err


def test_compare_labels_what_is_simulated(capsys: pytest.CaptureFixture[str]) -> None:
    originals = "hole_card=none natural_takes=original"
    found = printed(capsys, "compare", "blackjack", "--with", originals)
    posted, unlike = (each["wagers"][0] for each in found.values())
    assert posted["deviation_method"] == "exact"
    assert unlike["deviation_method"] == "simulated"


@pytest.mark.parametrize(
    ("arguments", "reason"),
    [
        (("simulate", "blackjack", "--rounds", "10", "--error", "1"), "not both"),
        (("simulate", "blackjack", "--boxes", "8"), "the table has 7"),
        (("simulate", "omaha"), "Omaha is not simulated"),
        (
            ("simulate", "blackjack", "--set", "insurance=none", "--insurance", "always"),
            "offers none as it is posted",
        ),
        (("simulate", "texas-holdem"), "cardroom equity has its odds"),
        (("explain", "blackjack", "--round", "0:1"), "shoes are 1 to"),
        (("explain", "blackjack", "--round", f"{2**63}:1"), "shoes are 1 to 9,223,372"),
        (("explain", "blackjack", "--round", "3"), "like 3:7"),
        (("explain", "blackjack", "--round", "1:999"), "that shoe has"),
        (("simulate", "blackjack", "--chart", "nowhere.json"), "nowhere.json"),
    ],
)
def test_what_makes_no_sense_is_refused_with_the_reason(
    capsys: pytest.CaptureFixture[str], arguments: tuple[str, ...], reason: str
) -> None:
    assert reason in refused(capsys, *arguments)


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("null", "is not a chart: write a JSON object"),
        ("[" * 100_000, "is not JSON: it is nested too deeply"),
        ("{", "is not JSON: Expecting property name"),
        ("x" * (1 << 21), "the file is larger than 1 MB"),
    ],
)
def test_a_file_that_is_no_chart_is_refused(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, text: str, says: str
) -> None:
    path = tmp_path / "chart.json"
    path.write_text(text, encoding="utf-8")
    assert main(["odds", "blackjack", "--chart", str(path)]) == 2
    err = capsys.readouterr().err
    assert err.startswith(str(path))
    assert says in err
    assert len(err.splitlines()) == 1


def test_a_chart_with_a_forbidden_verb_is_refused(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    chart = printed(capsys, "strategy", "blackjack")
    path = tmp_path / "chart.json"
    path.write_text(json.dumps(chart), encoding="utf-8")
    by_chart = printed(capsys, "simulate", "blackjack", "--rounds", "2000", "--chart", str(path))
    assert by_chart["play"] == "the chart chart.json; insurance never"
    first = next(iter(chart["chart"]["hard"]))
    chart["chart"]["hard"][first][0] = "R"
    path.write_text(json.dumps(chart), encoding="utf-8")
    assert "surrender" in refused(capsys, "simulate", "blackjack", "--chart", str(path))


def test_side_bets_are_counted_separately(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    pair = ("simulate", "bet-the-set-21", "--rounds")
    bet, kept = ("--with-bet", "bet-the-set"), ("--resume", str(tmp_path / "kept.json"))
    found = printed(capsys, *pair, "2000", *bet, *kept)
    (side,) = found["bets"]
    assert side["spot"] == "bet-the-set"
    assert sum(paid["times"] for paid in side["payments"]) == side["made"] == found["rounds"]
    more = printed(capsys, *pair, "5000", *bet, *kept)
    assert more["bets"] == printed(capsys, *pair, "5000", *bet)["bets"]
    assert "chart or bets differ" in refused(capsys, *pair, "5000", *kept)


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        (("blackjack", "--with-bet", "king"), "has no bet 'king' to take; it has: none"),
        (("bet-the-set-21", "--with-bet", "pair"), "it has: bet-the-set"),
        (("maxtime-21", "--set", "shoe=continuous", "--with-bet", "maxtyme"), "cannot be made"),
        (
            ("fortune-pai-gow", "--with-bet", "fortune"),
            "not an option of Fortune Pai Gow",
        ),
    ],
)
def test_a_bet_that_cannot_be_taken_is_refused(
    capsys: pytest.CaptureFixture[str], arguments: tuple[str, ...], says: str
) -> None:
    assert says in refused(capsys, "simulate", *arguments)


def test_the_four_games_of_a_hand_count_the_max_bet(capsys: pytest.CaptureFixture[str]) -> None:
    """The wager, two Monte Carlo bets and the Max Bet are four; a third Monte Carlo bet is five."""
    safari = ("simulate", "safari-21", "--set", "monte_carlo=table-a", "--rounds", "100")
    two = ("--with-bet", "monte-carlo/king-red", "--with-bet", "monte-carlo/aq-red")
    assert len(printed(capsys, *safari, *two)["bets"]) == 2
    said = refused(capsys, *safari, *two, "--with-bet", "monte-carlo/king-any")
    assert "games.four; Addendum" in said


def test_a_round_with_side_bets_is_replayed(capsys: pytest.CaptureFixture[str]) -> None:
    round = ("explain", "dealer-bust-21", "--with-bet", "dealer-bust", "--boxes", "2")
    assert main([*round, "--round", "1:3"]) == 0
    shown = capsys.readouterr().out
    assert "Dealer Bust of box 2" in shown
    assert "The simulator" in shown
    told = printed(capsys, *round, "--round", "1:3")
    assert [list(box) for box in told["bets"]] == [["dealer-bust"], ["dealer-bust"]]
