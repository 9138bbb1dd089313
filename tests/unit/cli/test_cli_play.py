"""The table in the terminal: bets, keys, refusals, and that the hole card stays hidden."""

from __future__ import annotations

import io
import re
from collections.abc import Callable

import msgspec
import pytest

from cardroom import games
from cardroom.cli import main
from cardroom.cli.play import TerminalTable
from cardroom.games.twentyone.family import TwentyOneFamily
from cardroom.rules.steps import Roll


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


def one_pack(*settings: str) -> list[str]:
    posted = ("decks=1", "insurance=none", *settings)
    return [word for setting in posted for word in ("--set", setting)]


def test_a_shoe_that_runs_out_is_filled_from_the_discards(table: Play) -> None:
    """One pack, seven boxes that draw until they are over: the pack does not last."""
    session = table(*["h", ""] * 120, options=("--boxes", "7", *one_pack("cut=95")))
    assert "the discards are shuffled" in session.out


def test_the_cut_card_lies_in_proportion_in_a_shoe_filled_from_the_discards(table: Play) -> None:
    """Of 52 cards, 8 are behind the cut card; of the discards, fewer, so that the next round still
    begins with them."""
    session = table(*["h", ""] * 120, options=("--boxes", "7", *one_pack("cut=85")))
    assert session.out.count("the discards are shuffled") > 1
    assert session.out.count("The dealer shuffles") == 1


def test_a_round_for_which_there_are_no_cards_is_void(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("sys.stdin", io.StringIO("\n" * 30))
    rules = games.ruleset("blackjack", {"decks": 1, "insurance": "none"})
    TerminalTable(msgspec.structs.replace(rules, boxes=30), 100_000, 30, 5).open()
    out, _ = capsys.readouterr()
    assert "there are no discards: the round is void" in out
    assert Session(out).leaves == "You leave with $1,000, even."


def test_a_continuous_shuffler_counts_its_rounds(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("sys.stdin", io.StringIO("25 maxtyme=5\ns\n25 maxtyme=5\nq\n"))
    assert main(["play", "maxtime-21", "--set", "shoe=continuous", "--seed", "5"]) == 0
    out, _ = capsys.readouterr()
    assert out.count("box 1 maxtyme") == 1
    assert "Refused: this is round 2 since the shuffle" in out


def test_dice_are_rolled_where_a_game_rolls_them(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """No house-banked game of ours does; an installed one may."""
    rolled: list[tuple[int, ...]] = []
    monkeypatch.setattr(TwentyOneFamily, "rolled", lambda _, __, dice: rolled.append(dice.dice))
    rules = games.ruleset("blackjack")
    rules = msgspec.structs.replace(rules, procedure=(Roll(3), *rules.procedure))
    for _ in range(2):
        monkeypatch.setattr("sys.stdin", io.StringIO("25\ns\n"))
        TerminalTable(rules, 100_000, 1, 5).open()
    out, _ = capsys.readouterr()
    assert "loses $25" in out
    first, second = rolled
    assert first == second
    assert len(first) == 3


Insured = Callable[[str], str]


@pytest.fixture
def insured(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Insured:
    """A round against an ace, and what is typed when the amount is asked."""

    def play(amount: str) -> str:
        for seed in range(40):
            monkeypatch.setattr("sys.stdin", io.StringIO(f"10\ni\n{amount}\ns\n"))
            assert main(["play", "blackjack", "--seed", str(seed)]) == 0
            out, _ = capsys.readouterr()
            if "insurance?" in out:
                return out
        pytest.fail("no ace in forty seeds")

    return play


def test_insurance_takes_the_most_by_default(insured: Insured) -> None:
    out = insured("")
    assert "insure, $0.01 to $5 [5]: " in out
    assert re.search(r"box 1 insurance +(loses \$5|wins \$10)", out)


def test_a_player_who_leaves_at_an_amount_finishes_the_round(insured: Insured) -> None:
    out = insured("q")
    assert "box 1 insurance" not in out
    assert re.search(r"box 1 main +(loses|wins|push)", out)
