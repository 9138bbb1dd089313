"""The table in the terminal: bets, keys, refusals, and that the hole card stays hidden."""

from __future__ import annotations

import io
import re
from collections.abc import Callable

import pytest

from cardroom.cli import main


class Session:
    def __init__(self, out: str) -> None:
        self.out = out

    @property
    def leaves(self) -> str:
        return self.out.strip().splitlines()[-1]


Play = Callable[..., Session]


@pytest.fixture
def table(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Play:
    def play(*lines: str, options: tuple[str, ...] = ()) -> Session:
        monkeypatch.setattr("sys.stdin", io.StringIO("".join(f"{line}\n" for line in lines)))
        assert main(["play", "blackjack", "--seed", "5", *options]) == 0
        out, err = capsys.readouterr()
        assert err == ""
        return Session(out)

    return play


def test_a_round_is_bet_played_and_paid(table: Play) -> None:
    session = table("25", "s", "q")
    assert "You have $1,000." in session.out
    assert "box 1: [h] hit  [s] stand  [d] double" in session.out
    assert "loses $25" in session.out
    assert session.leaves == "You leave with $975, $25 down."


def test_the_same_seed_deals_the_same_cards(table: Play) -> None:
    assert table("25", "s", "", "s", "q").out == table("25", "s", "", "s", "q").out


def test_the_hole_card_is_not_shown_before_it_is_turned(table: Play) -> None:
    before, _, after = table("25", "s", "q").out.partition("> s")
    assert before.count("░░░░") == 1
    assert "░░░░" not in after


def test_enter_repeats_the_last_bet(table: Play) -> None:
    session = table("25", "s", "", "s", "q")
    assert "Bet on box 1 [10]: 25" in session.out
    assert "Bet on box 1 [25]: \n" in session.out


def test_what_is_refused_names_its_clause(table: Play) -> None:
    session = table("25", "p", "r", "fold", "s", "q")
    for clause in ("split.pair", "surrender.offered", "turn.verb"):
        assert re.search(rf"Refused: .*\[{clause};", session.out.replace("\n", " "))


def test_a_bet_that_is_not_an_amount_or_too_much_is_asked_again(table: Play) -> None:
    session = table("much", "2000", "10 side=5", "25", "s", "q")
    assert "'much' is not an amount" in session.out
    assert "bet.stack" in session.out
    assert "bet.spot" in session.out
    assert session.leaves == "You leave with $975, $25 down."


def test_help_is_given_everywhere(table: Play) -> None:
    assert table("?", "25", "?", "s", "q").out.count("this help") == 2


def test_a_player_who_leaves_in_the_middle_stands(table: Play) -> None:
    assert table("25").leaves == "You leave with $975, $25 down."
    assert table("25", "q").leaves == "You leave with $975, $25 down."


def test_a_box_may_stay_empty_and_several_may_be_played(table: Play) -> None:
    session = table("0", "25", "s", "0", "0", "q", options=("--boxes", "2"))
    assert "▸ box 2" in session.out
    assert "▸ box 1" not in session.out
    assert "a round needs at least one wager" in session.out


def test_a_player_without_chips_is_done(table: Play) -> None:
    session = table("10", "s", options=("--stack", "10"))
    assert "You are out of chips." in session.out


def test_a_shoe_that_runs_out_is_filled_from_the_discards(table: Play) -> None:
    """One pack, seven boxes that draw until they are over: the pack does not last."""
    lines = ["h", ""] * 120
    posted = ("decks=1", "insurance=none", "cut=95")
    options = [word for setting in posted for word in ("--set", setting)]
    session = table(*lines, options=("--boxes", "7", *options))
    assert "the discards are shuffled" in session.out


def test_insurance_takes_the_most_by_default(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    for seed in range(40):
        monkeypatch.setattr("sys.stdin", io.StringIO("10\ni\n\ns\n"))
        assert main(["play", "blackjack", "--seed", str(seed)]) == 0
        out, _ = capsys.readouterr()
        if "insurance?" in out:
            assert "insure, $0.01 to $5 [5]: " in out
            assert re.search(r"box 1 insurance +(loses \$5|wins \$10)", out)
            return
    pytest.fail("no ace in forty seeds")
