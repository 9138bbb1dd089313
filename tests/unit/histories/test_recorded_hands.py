"""Hands of other programs, replayed under our rules, and compared with what they recorded."""

from __future__ import annotations

import contextlib
import json
from pathlib import Path

import msgspec
import pytest

from cardroom import scenario
from cardroom.cli import main
from cardroom.events import SURVEILLANCE
from cardroom.histories import HistoryError, check_file, check_hand, open_hand_history, phh
from cardroom.histories.hand import left_out, retold
from cardroom.histories.read_open_hand import read_open_hand
from cardroom.histories.read_phh import phh_texts, read_phh
from cardroom.histories.recorded import NotOurs, Unreadable

ROOT = Path(__file__).resolve().parents[3]
ALL = frozenset({SURVEILLANCE})
EXPECTED = "the record has no results"
"""Where nobody puts anything into the pot, nobody wins anything from it."""
FILES = sorted((ROOT / "scenarios" / "texas-holdem").glob("*.toml"))

HAND = """
variant = "NT"
antes = [0, 0, 0]
blinds_or_straddles = [1, 2, 0]
min_bet = 2
starting_stacks = [100, 100, 100]
actions = [
  "d dh p1 ????", "d dh p2 ????", "d dh p3 ????",
  "p3 cbr 6", "p1 f", "p2 cc",
  "d db 2c7dJh", "p2 cc", "p3 cc", "d db 3s", "p2 cc", "p3 cc", "d db 9d", "p2 cc", "p3 cc",
  "p3 sm AsKs", "p2 sm QsQh",
]
finishing_stacks = [99, 107, 94]
"""


TOURNAMENT = """
variant = "FT"
antes = [0, 0, 0]
blinds_or_straddles = [100000, 200000, 0]
small_bet = 200000
big_bet = 400000
starting_stacks = [3000000, 3000000, 3000000]
actions = [
  "d dh p1 2h3h", "d dh p2 QsQh", "d dh p3 AsKs",
  "p3 cbr 400000", "p1 f", "p2 cc",
  "d db 2c7dJh", "p2 cc", "p3 cc", "d db 3s", "p2 cbr 400000", "p3 cbr 800000", "p2 cc",
  "d db 9d", "p2 cc", "p3 cc", "p2 sm QsQh", "p3 sm AsKs",
]
finishing_stacks = [2900000, 4300000, 1800000]
"""


def verdict(text: str) -> tuple[str, str]:
    try:
        found = check_hand(read_phh(text, "7"))
    except NotOurs as other:
        return "not-ours", str(other)
    except Unreadable as wrong:
        return "unreadable", str(wrong)
    return found.verdict, found.reason


def changed(*changes: tuple[str, str]) -> str:
    text = HAND
    for old, new in changes:
        assert old in text
        text = text.replace(old, new)
    return text


def test_a_hand_with_unknown_cards_agrees_to_the_cent() -> None:
    # 13 in the pot: the small blind of seat 1, and 6 each of seats 2 and 3.
    assert verdict(HAND) == ("agrees", "")


@pytest.mark.parametrize(
    ("changes", "expected", "reason"),
    [
        ([("107, 94", "94, 107")], "differs", "seat 3 ($13) won there, seat 2 ($13) here"),
        ([("[99, 107", "[99, 106.40")], "agrees-less-rake", ""),
        ([("[99, 107", "[99, 104")], "differs", "$3 of a pot of $13 is missing"),
        ([("107", "109")], "differs", "$15 was won from a pot of $13"),
        ([("cbr 6", "cbr 3")], "differs", "but a raise goes from $4 to $100"),
        ([('"p3 cbr 6", "p1 f"', '"p1 f", "p3 cbr 6"')], "differs", "seat 3 is asked"),
        ([(' "p3 cc",\n  "p3 sm', '\n  "p3 sm')], "undecided", "the record ends"),
        ([("p2 sm QsQh", "p2 sm ????")], "differs", "seat 2 ($13) won there, seat 3"),
        ([("sm QsQh", "sm"), ("sm AsKs", "sm")], "undecided", "no hand of the showdown"),
        ([("finishing_stacks = [99, 107, 94]", "")], "undecided", "has no results"),
        ([("finishing_stacks = [99, 107, 94]", "winnings = [0, 0, 0]")], "undecided", "results"),
        ([("finishing_stacks = [99, 107, 94]", "winnings = [0, 13, 0]")], "agrees", ""),
        ([('"NT"', '"PO"')], "not-ours", "'PO' is not one of our games"),
        ([("[1, 2, 0]", "[1, 2, 4]")], "not-ours", "seat 3 straddles or posts $4"),
        ([("[100, 100, 100]", "[inf, inf, inf]")], "undecided", "has no results"),
        ([("AsKs", "2cKs")], "unreadable", "a card is there twice"),
        ([("p3 cbr 6", "p3 sd ??")], "not-ours", "has no place in our games"),
        ([("107, 94]", "201]")], "unreadable", "finishing_stacks does not have an amount for each"),
        ([("antes = [", "antes = [[")], "unreadable", "this is not TOML"),
    ],
)
def test_what_a_record_says_is_judged(
    changes: list[tuple[str, str]], expected: str, reason: str
) -> None:
    found, why = verdict(changed(*changes))
    assert (found, why if not reason else "") == (expected, "")
    assert reason in why


def test_a_hand_that_was_mucked_did_not_win() -> None:
    text = changed(("p3 sm AsKs", "p3 sm"), ("p2 sm QsQh", "p2 sm QsQh"))
    assert verdict(text) == ("agrees", "")


def test_an_uncalled_bet_may_be_recorded_as_won() -> None:
    all_fold = """
variant = "NT"
antes = [0, 0, 0]
blinds_or_straddles = [1, 2, 0]
min_bet = 2
starting_stacks = [100, 100, 100]
actions = ["d dh p1 ????", "d dh p2 ????", "d dh p3 ????", "p3 f", "p1 f"]
winnings = [0, {}, 0]
"""
    assert verdict(all_fold.format("3")) == ("agrees", "")
    assert verdict(all_fold.format("2")) == ("agrees", "")
    assert verdict(all_fold.format("2.50"))[0] == "differs"


def test_the_big_blind_may_post_the_ante() -> None:
    text = changed(
        ("[0, 0, 0]", "[0, 2, 0]"), ("[99, 107, 94]", "[99, 107, 94]"),
    )  # fmt: skip
    # The ante is the winner's own: 13 and 2 in the pot, 8 of them seat 2's.
    assert verdict(text) == ("agrees", "")


def test_the_bets_of_a_tournament_may_be_larger_than_a_house_may_post() -> None:
    """Fixed limit: raises by 200,000 before the flop and on it, and by 400,000 after it."""
    assert verdict(TOURNAMENT) == ("agrees", "")
    assert verdict(TOURNAMENT.replace("cbr 800000", "cbr 600000"))[0] == "differs"


def test_an_archive_has_a_hand_per_table(tmp_path: Path) -> None:
    file = tmp_path / "hands.phhs"
    wrong = changed(("107, 94", "94, 107"))
    file.write_text(f"[1]{HAND}\n[2]{wrong}hand = 88\n[3]\nvariant = 'FB'\n", encoding="utf-8")
    assert [id for id, _ in phh_texts(file)] == ["hands:1", "hands:2", "hands:3"]
    assert [each.verdict for each in check_file(file)] == ["agrees", "differs", "not-ours"]


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.stem)
def test_what_we_write_agrees_when_it_is_read(file: Path) -> None:
    """Every hand of our own scenarios, by both formats."""
    outcome = scenario.run(scenario.read(file))
    if outcome.round is None or not outcome.round.over or outcome.round.void:
        return
    if outcome.round.rules.options["collection"] == "option-3":
        return  # time is paid for between hands
    told = open_hand_history(outcome.round, ALL, number="1")
    text = msgspec.json.Encoder(decimal_format="number").encode(told)
    try:
        hands = [read_open_hand(json.loads(text), "1")]
    except NotOurs:
        return
    if left_out(retold(outcome.round, ALL)):
        return  # a dead hand is written as a fold
    with contextlib.suppress(HistoryError):
        hands.append(read_phh(phh(outcome.round, ALL), "1"))
    for hand in hands:
        found = check_hand(hand)
        assert found.verdict.startswith("agrees") or found.reason.startswith(EXPECTED), found


def test_a_dead_hand_is_named_and_not_written_as_a_fold() -> None:
    found = ROOT / "scenarios" / "texas-holdem"
    dead = list(found.glob("irregularity.dead-hand*.toml"))
    assert dead
    for file in dead:
        round = scenario.run(scenario.read(file)).round
        assert round is not None
        with pytest.raises(HistoryError, match=r"declared the hand of seat . dead"):
            phh(round, ALL)


def test_hands_after_a_damaged_one_are_checked(tmp_path: Path) -> None:
    archive = tmp_path / "hands.phhs"
    archive.write_text(f"[1]{HAND}\n[2]\nvariant =\n[3]{HAND}", encoding="utf-8")
    assert [each.verdict for each in check_file(archive)] == ["agrees", "unreadable", "agrees"]
    lines = tmp_path / "hands.jsonl"
    lines.write_text('\n{"ohh": {}}\n\n {"ohh": {"rounds"\n', encoding="utf-8")
    assert [(each.verdict, each.reason[:6]) for each in check_file(lines)] == [
        ("unreadable", "this i"), ("unreadable", "line 5"),
    ]  # fmt: skip
    image = tmp_path / "hands.ohh"
    image.write_bytes(b"\xff\xd8\xff")
    assert [each.reason for each in check_file(image)] == ["this is not text"]
    assert main(["histories", "check", str(image)]) == 1


def test_the_command_lists_differences_and_counts(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    folder = tmp_path / "hands"
    folder.mkdir()
    (folder / "a.phh").write_text(HAND, encoding="utf-8")
    assert main(["histories", "check", str(folder)]) == 0
    assert "100.000% of 1 hands" in capsys.readouterr().out
    (folder / "b.phhs").write_text("[1]" + changed(("107, 94", "94, 107")), encoding="utf-8")
    assert main(["histories", "check", str(folder)]) == 1
    said = capsys.readouterr().out
    assert "50.000% of 2 hands" in said
    assert "seat 3 ($13) won there, seat 2 ($13) here" in said
    assert main(["histories", "check", str(folder), "--csv"]) == 1
    assert capsys.readouterr().out.startswith("file,hand,verdict,reason,rake\n")
    assert main(["histories", "check", str(tmp_path / "none")]) == 2
