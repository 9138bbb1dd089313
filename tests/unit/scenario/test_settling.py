"""What `settle` promises: nothing is compared with nothing, and no answer slides."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from cardroom import scenario
from cardroom.cli import main
from cardroom.scenario.expectations import READERS
from tests.unit.scenario.deal_order import VARIANTS, order_of

DOCS = (Path(__file__).resolve().parents[3] / "docs" / "scenarios.md").read_text(encoding="utf-8")

STAND = """
game = "blackjack"
shoe = "2c Ts Td 9h 8c"
[[box]]
box = 1
bets = { main = "100" }
[[do]]
box = 1
verb = "stand"
"""
EIGHTS = """
game = "blackjack"
shoe = "2c 8s Td 8h 8c Kd 3d Tc"
[[box]]
box = 1
bets = { main = "100" }
[[do]]
box = 1
verb = "split"
"""
BROKEN = """
game = "no-bust-joker"
shoe = "9h 9d 9c 9s"
table = { bank_rounds = { 1 = 2 }, accepts_bank = [] }
[[box]]
box = 2
bets = { main = "100" }
[expect]
broken = true
"""


def problems(text: str) -> list[str]:
    return [each.text for each in scenario.run(scenario.parse(text, "a.toml")).problems]


def fault(text: str) -> str:
    with pytest.raises(scenario.ScenarioError) as caught:
        scenario.run(scenario.parse(text, "a.toml"))
    return str(caught.value)


def do(verb: str, more: str = "") -> str:
    return f'[[do]]\nbox = 1\nverb = "{verb}"\n{more}\n'


# --- expectations -------------------------------------------------------------------------------


def test_what_no_round_can_be_compared_with_is_a_problem() -> None:
    nobody = 'game = "blackjack"\nshoe = "2c"\nrefused = "bet.none"\n[expect]\nnet = { 1 = "5" }\n'
    assert problems(nobody) == ["expect.net.1 cannot be compared: no round was played to its end"]
    posted = 'game = "safari-21"\noptions = { decks = 99 }\nrefused = true\n[expect]\nbank = "0"\n'
    assert problems(posted) == ["expect.bank cannot be compared: the game was not posted"]
    assert problems(BROKEN) == []
    assert problems(BROKEN + 'net = { 2 = "0" }\n') == [
        "expect.net.2 cannot be compared: no round was played to its end"
    ]


def test_every_expectation_is_documented() -> None:
    assert [name for name in READERS if f"`{name}`" not in DOCS] == []


# --- answers ------------------------------------------------------------------------------------


def test_an_answer_for_a_hand_that_is_not_asked_is_left_out() -> None:
    """18 and 11: the second hand is asked to stand only if it is its turn."""
    later = do("stand", "hand = 2\nif_asked = true") + do("stand", "hand = 1")
    outcome = scenario.run(scenario.parse(EIGHTS + later + do("double", "hand = 2")))
    assert outcome.round is not None
    assert [entry.verb for entry in outcome.round.inputs if hasattr(entry, "verb")] == [
        "split",
        "stand",
        "double",
    ]


def test_an_answer_never_slides_to_another_hand() -> None:
    assert "hand 1 is being asked, not hand 2" in fault(EIGHTS + do("stand", "hand = 2"))


def test_an_answer_never_slides_to_another_question() -> None:
    """Insurance is not offered against a ten: the entry is left out, and the box stands."""
    insure = do("insure", 'amount = "50"\nif_asked = true')
    assert problems(STAND.replace("[[do]]", f"{insure}[[do]]", 1)) == []


def test_a_round_that_ends_early_says_what_happened_by_itself() -> None:
    """Ten, five and six: the 21 stands by itself."""
    text = STAND.replace("2c Ts Td 9h 8c", "2c Ts 9d 5h 8c 6d").replace('"stand"', '"hit"')
    said = fault(text + do("stand"))
    assert said.startswith("a.toml:10: the round is over before box 1: stand")
    assert "done without asking: box 1 stands (no other choice) [hit.21]" in said
    assert said.endswith("burned: 2c")


# --- facts and shares ---------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("game", "line", "says"),
    [
        ("blackjack", "button = 1", "Blackjack has no dealer button"),
        ("blackjack", 'meter = { amount = "5" }', "Blackjack as posted has no bet on a meter"),
        ("blackjack", "dice = [1, 2, 3]", "Blackjack deals no piles and throws no dice"),
        ("blackjack", "table = { accepts_bank = [1] }", "Blackjack is banked by the house"),
        ("texas-holdem", 'bank = { box = 1, amount = "5" }', "Texas Hold'em has no bank"),
        ("texas-holdem", 'table = { limits = ["1", "5"] }', "has its stakes in the options"),
        ("three-card-poker", "table = { rounds_since_shuffle = 1 }", "shuffled before every round"),
        ("blackjack", "table = { small_blind = 1 }", "has no 'small_blind'"),
    ],
)
def test_a_fact_that_a_game_does_not_know_is_refused(game: str, line: str, says: str) -> None:
    assert says in fault(f'game = "{game}"\n{line}\nshoe = "2c"\n')


@pytest.mark.parametrize("share", ["0.24", "24", '"0.24"', '"24"', '"101%"', "true"])
def test_a_share_carries_its_unit(share: str) -> None:
    text = 'game = "bet-the-set-21"\noptions = { blazing_7s = 1 }\nshoe = "2c"\n'
    assert 'with its unit, like "24%"' in fault(f"{text}meter = {{ contribution = {share} }}\n")


# --- words --------------------------------------------------------------------------------------


def test_places_are_named_as_people_name_them() -> None:
    assert "is waiting for a card to box 1, and all 1 cards" in fault(
        STAND.replace("2c Ts Td 9h 8c", "2c")
    )
    assert "the card to the dealer decides the play" in fault(STAND.replace("Td", "??"))


@pytest.mark.parametrize(("game", "options"), VARIANTS)
def test_the_order_of_the_deal_is_documented(game: str, options: str) -> None:
    named = f"`{game}`" + (f", {options}".replace('"', "") if options else "")
    (row,) = (line for line in DOCS.splitlines() if line.startswith("|") and _lists(line, named))
    assert f"| {order_of(game, options)} |" in row


def _lists(line: str, named: str) -> bool:
    cell = line.split("|")[1].strip()
    return cell == named or cell.startswith(f"{named}, `") or f", {named}," in f"{cell},"


# --- several files ------------------------------------------------------------------------------


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "good.toml").write_text(STAND + '[expect]\nnet = { 1 = "100" }\n')
    (tmp_path / "other.toml").write_text(STAND + '[expect]\nnet = { 1 = "50" }\n')
    return tmp_path


def test_several_files_end_with_one_summary(
    folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    good = str(folder / "good.toml")
    assert main(["settle", good, good]) == 0
    assert capsys.readouterr().out == "2 files: 2 as expected\n"
    assert main(["settle", str(folder)]) == 1
    said = capsys.readouterr()
    assert said.out == "2 files: 1 as expected, 1 not as expected\n"
    assert said.err.endswith("other.toml:11: expect.net.1: expected 50, got 100\n")
    (folder / "bad.toml").write_text("game = 1\n")
    assert main(["settle", str(folder)]) == 2
    said = capsys.readouterr()
    assert said.out.endswith("1 as expected, 1 not as expected, 1 could not be played\n")
    assert "bad.toml:1: " in said.err


def test_several_files_in_json(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["settle", str(folder), "--json"]) == 1
    told = json.loads(capsys.readouterr().out)
    assert told["summary"]["files"] == 2
    assert [len(each["problems"]) for each in told["rounds"]] == [0, 1]


def test_a_folder_without_files_is_named(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["settle", str(tmp_path)]) == 2
    assert "there is no .toml file in this folder" in capsys.readouterr().err


def test_a_broken_game_is_reported(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "broken.toml"
    file.write_text(BROKEN)
    assert main(["settle", str(file), "--json"]) == 0
    told = json.loads(capsys.readouterr().out)
    assert told["broken"] is True
    assert told["hands"] == []
    assert main(["settle", str(file)]) == 0
    assert "Nobody takes the bank: the game is broken." in capsys.readouterr().out
