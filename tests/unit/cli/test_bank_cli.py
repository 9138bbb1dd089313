"""`cardroom bank`: what is printed, and what is refused in one line."""

from __future__ import annotations

import json
import re
from typing import Any

import pytest

from cardroom import cli, games
from cardroom.analysis.bank.odds import corrected
from cardroom.analysis.bank.seats import SeatFault, seated

FEW = ("--deals", "20000")
BACKLINE = ("--set", "backline=true", "--backline")


def run(capsys: pytest.CaptureFixture[str], *words: str) -> tuple[int, str, str]:
    try:
        code = cli.main(list(words)) or 0
    except SystemExit as leaving:
        code = int(leaving.code or 0)
    printed = capsys.readouterr()
    return code, printed.out, printed.err


def document(capsys: pytest.CaptureFixture[str], *words: str) -> Any:
    code, out, err = run(capsys, "bank", *words, *FEW, "--json")
    assert code == 0, err
    return json.loads(out)


def test_three_card_poker_with_a_short_bank(capsys: pytest.CaptureFixture[str]) -> None:
    found = document(
        capsys, "three-card-poker", "--wagers", "50 2x25", "--bonus", "5 0 5", "--posted", "100",
        "--posted", "60.50", "--rounds", "30 5",
    )  # fmt: skip
    assert found["wagers"] == [
        {"ante": 5000, "bonus": 500}, {"ante": 2500}, {"ante": 2500, "bonus": 500},
    ]  # fmt: skip
    assert [bank["posted"] for bank in found["banks"]] == [None, 6050, 10000]
    ample = found["banks"][0]
    assert found["ample_is_exact"]
    # Seats' values sum to the bank's loss; a collection is what play takes.
    assert sum(seat["net"] for seat in ample["seats"]) == pytest.approx(-ample["net"])
    assert [seat["collection"] for seat in ample["seats"]] == [100, 50, 100]
    # The bank pays for $100 of antes and $10 of bonus bets together.
    assert ample["collection"] == 200
    assert ample["seats"][1]["edge"] == pytest.approx(229314 / 12724075)
    one = found["one_wager"]["banks"]
    assert one[0]["posted"] is None
    assert all(each["edge_error"] == 0 and each["exact"] for each in one)
    # A bank of the ante alone collects an ante and pays all that a round often owes: it loses.
    assert one[2]["posted"] == 5000
    assert one[2]["edge"] < 0
    # Seats and their wagers are told apart, and what they bring adds up.
    for seat in found["banks"][1]["seats"]:
        parts = {wager["spot"]: wager for wager in seat["wagers"]}
        assert list(parts) == ["ante", "play", *(["bonus"] if seat["collection"] == 100 else [])]
        assert seat["net"] == pytest.approx(sum(part["net"] for part in parts.values()), abs=20)
    (bonus,) = found["bonus_bets"]
    # 200 to 1 on $5 is $1,000, one hand in 5,525; with less than $5 left nothing is paid in full.
    assert bonus["rows"][-1]["needs"] == 100000
    assert bonus["rows"][-1]["chance"] == pytest.approx(1 / 5525)
    assert bonus["rows"][-1]["exact"] == bonus["exact"]
    assert bonus["rows"][0]["edge"] > bonus["edge"]
    ruin = found["banks"][1]["ruin"]
    assert [row["rounds"] for row in ruin["within"]] == [5, 30]
    assert 0 <= ruin["within"][0]["chance"] <= ruin["within"][1]["chance"]
    assert ruin["within"][1]["chance"] <= ruin["forever"]["chance"]


def test_a_game_of_21_is_shown_on_the_screen(capsys: pytest.CaptureFixture[str]) -> None:
    code, out, _ = run(
        capsys, "bank", "no-bust-joker", "--house", "napa_valley", "--set", "hands_max=1",
        "--wagers", "3x50", "--posted", "75", "--bankroll", "3000", "--rounds", "20", *FEW,
    )  # fmt: skip
    assert code == 0
    for line in (
        "Collection, by the wager, on main; the edge without it is 1.780%",
        "One wager of $50 alone against a bank",
        "Banking a round against 3 seats with $150",
        "The seats against $75, which limits payments and takes together, from action seat",
        "Ruin with $3,000, posting $75 and paying $2 per round",
        "free collection buttons are deducted from the collection",
        "20,000 rounds simulated",
    ):
        assert line in out
    # 50 cents of $50 on top of the exact edge.
    assert "2.780%" in out


def test_bets_behind_a_seat_and_insurance_are_the_banks(
    capsys: pytest.CaptureFixture[str],
) -> None:
    code, out, err = run(
        capsys, "bank", "no-bust-bonus-ace", "--set", "backline=true", "--set", "hands_max=1",
        "--wagers", "50 25", "--backline", "1:50:double,split", "--backline", "1:25", "--insured",
        "2", "--posted", "75", "--rounds", "10", *FEW,
    )  # fmt: skip
    assert code == 0, err
    for line in (
        "Banking a round against 2 seats and 2 bets behind them with $150",
        "behind 1",
        "insurance",
        "the bank answers for wager, insurance and bets behind a seat",
        "the game has no bonus bets",
    ):
        assert line in " ".join(out.split())
    assert "--backline" not in out
    assert "--insured" not in out


@pytest.mark.prove
def test_fortune_and_envy_are_the_banks(capsys: pytest.CaptureFixture[str]) -> None:
    found = document(
        capsys, "fortune-pai-gow", "--wagers", "3x50", "--bonus", "5 0 1", "--posted", "100"
    )
    spots = [[wager["spot"] for wager in seat["wagers"]] for seat in found["banks"][1]["seats"]]
    assert spots == [["main", "fortune", "envy"], ["main"], ["main", "fortune"]]
    assert [bonus["spot"] for bonus in found["bonus_bets"]] == ["fortune", "envy"]
    assert found["bonus_bets"][0]["rows"][-1]["needs"] == 8000 * 500
    assert "envy" in found["answers_for"]


@pytest.mark.prove
def test_one_wager_of_pai_gow_is_only_smaller_against_a_short_bank(
    capsys: pytest.CaptureFixture[str],
) -> None:
    found = document(capsys, "double-hand-poker", "--posted", "100")
    one = found["one_wager"]
    assert one["same_setting"]
    assert [each["covered"] for each in one["banks"]] == ["1", "1/2", *["1"] * 5]
    assert one["banks"][1]["edge"] == pytest.approx(one["banks"][0]["edge"] / 2)
    assert not found["ample_is_exact"]
    assert len(found["wagers"]) == 6


def test_an_edge_that_was_simulated_has_its_error_in_the_heading(
    capsys: pytest.CaptureFixture[str],
) -> None:
    code, out, _ = run(
        capsys, "bank", "double-hand-poker", "--wagers", "10", "--posted", "10", "--deals", "1000",
        "--rounds", "10",
    )  # fmt: skip
    assert code == 0
    assert re.search(r"the edge without it is -?\d+\.\d{3}% ± \d+\.\d{3}%", out)


@pytest.mark.parametrize(
    ("words", "says"),
    [
        (("blackjack",), "is banked by the house"),
        (("texas-holdem",), "is banked by nobody"),
        (("no-bust-joker", "--wagers", "9x50"), "1 to 7 seats"),
        (("no-bust-joker", "--wagers", "fifty"), "not an amount"),
        (("no-bust-joker", "--wagers", "0x50"), "write the number of seats, 1 to 99"),
        (("no-bust-joker", "--wagers", "99999999999x50"), "write the number of seats, 1 to 99"),
        (("no-bust-joker", "--posted", "0"), "above 0"),
        (("no-bust-joker", "--bonus", "5"), "no bonus bet"),
        (("no-bust-joker", "--backline", "1:50"), "--set backline=true posts them"),
        (("three-card-poker", "--backline", "1:50"), "takes no bets behind a seat"),
        (("no-bust-joker", *BACKLINE, "8:50"), "seats are 1 to 7"),
        (("no-bust-joker", *BACKLINE, "1"), "write a seat and an amount"),
        (("no-bust-joker", *BACKLINE, "1:50:surrender"), "double and split, not 'surrender'"),
        (("no-bust-joker", "--insured", "1"), "offers no insurance"),
        (("no-bust-bonus-ace", "--insured", "8"), "seats are 1 to 7"),
        (("no-bust-bonus-ace", "--insured", "me"), "write numbers of seats"),
        (("three-card-poker", "--wagers", "50", "--bonus", "5 5"), "2 bonus bets"),
        (("no-bust-joker", "--rounds", "many"), "whole numbers"),
        (("no-bust-joker", "--house", "napa_valley", "--wagers", "3"), "below the minimum of $5"),
        (("no-bust-joker", "--house", "napa_valley", "--wagers", "101"), "above the maximum"),
        (("no-bust-joker", "--house", "napa_valley", "--wagers", "5.25"), "not a multiple"),
    ],
)  # fmt: skip
def test_what_cannot_be_computed_is_one_line(
    capsys: pytest.CaptureFixture[str], words: tuple[str, ...], says: str
) -> None:
    code, out, err = run(capsys, "bank", *words, *FEW)
    assert code != 0
    assert says in err
    assert "Traceback" not in err
    assert not out


def test_a_wager_that_fits_no_row_is_refused_as_in_play() -> None:
    rules = games.ruleset("no-bust-bonus-ace", {"fee_basis": "wager"})
    with pytest.raises(SeatFault, match="fits no collection row"):
        seated(rules, [{"main": 5200}])


def test_the_limit_of_the_table_decides_the_collection_where_it_is_the_basis() -> None:
    rules = games.ruleset("no-bust-bonus-ace", {"wager_max": "100"})
    seats = seated(rules, [{"main": 500}, {"main": 10000}])
    assert [seats.fee(0), seats.fee(1), seats.bank_fee] == [100, 100, 200]


def test_a_regression_on_what_is_known_has_no_error_where_nothing_else_varies() -> None:
    # Twice the other: 1, 2, 3 and 2, 4, 6; the other's mean is known to be 2.5.
    found = corrected(3, (12, 56, 28), (6, 14, 14), 2.5)
    assert found.value == pytest.approx(5)
    assert found.error == pytest.approx(0, abs=1e-6)
