"""A scenario that cannot be read or played says why in one line, and on which line of it."""

from __future__ import annotations

from pathlib import Path

import pytest

from cardroom import scenario
from cardroom.scenario.source import Source

GOOD = """\
game = "blackjack"
cites = ["pay.higher"]
options = { decks = 1 }
shoe = "2c Ts Td 9h 8c"

[[box]]
box = 1
bets = { main = "100" }

[[do]]
box = 1
verb = "stand"

[expect]
net = { 1 = "100" }
"""


def fault(text: str) -> str:
    with pytest.raises(scenario.ScenarioError) as caught:
        scenario.run(scenario.parse(text, "a.toml"))
    message = str(caught.value)
    assert "\n" not in message
    return message


def problems(text: str) -> list[str]:
    outcome = scenario.run(scenario.parse(text, "a.toml"))
    return [f"{problem.line}: {problem.text}" for problem in outcome.problems]


def test_the_file_the_faults_are_made_of_is_good() -> None:
    assert problems(GOOD) == []


@pytest.mark.parametrize(
    ("old", "new", "line", "says"),
    [
        ('game = "blackjack"', 'game = "blackjak"', 1, "games are blackjack"),
        ('game = "blackjack"', "", 1, "needs 'game'"),
        ('game = "blackjack"', 'game = "blackjack', 1, "not TOML"),
        ("options = { decks = 1 }", "options = { dekcs = 1 }", 3, "no option 'dekcs'"),
        ("options = { decks = 1 }", "options = { decks = 9 }", 3, "a whole number from 1 to 8"),
        ("options = { decks = 1 }", "[options]\ndecks = 1\nburn = 99", 5, "from 0 to 10"),
        ("options = { decks = 1 }", 'house = "ohio"', 3, "washington"),
        ("options = { decks = 1 }", 'optoins = "late"', 3, "has no 'optoins'"),
        ("Td 9h", "Td 1h", 4, "'1h' is not a card"),
        ("Td 9h", "Td 9hx", 4, "'9hx' is not a card"),
        ("Ts Td 9h", "Ts Ts 9h", 4, "Ts, is one too many for 1 deck"),
        (" 8c", "", 4, "the shoe has run out"),
        ("Ts Td", "?? Td", 4, "face up"),
        ('"100" }\n\n[[do]]', '"1oo" }\n\n[[do]]', 8, "not an amount"),
        ('"100" }\n\n[[do]]', "100 }\n\n[[do]]", 8, "dollars as text"),
        ('"100" }\n\n[[do]]', '"1.005" }\n\n[[do]]', 8, "at most two decimals"),
        ("bets = { main", "bets = { mian", 6, "'mian' is not one of main"),
        ("bets = {", "bet = {", 8, "has no 'bet'"),
        ("box = 1\nbets", 'box = "1"\nbets', 7, "box must be a whole number"),
        ("box = 1\nbets", "box = 9\nbets", 6, "there is no box 9"),
        ("[[box]]\nbox = 1", "[box]\nbox = 1", 6, "write [[box]]"),
        ('verb = "stand"', 'verb = "stnad"', 12, "verbs are hit, stand"),
        ('verb = "stand"', 'verb = "split"', 10, "the same value"),
        ('verb = "stand"', 'verb = "stand"\nhand = 2', 10, "hand 1 is being asked"),
        ('verb = "stand"', 'vreb = "stand"', 12, "has no 'vreb'"),
        ('verb = "stand"', "", 10, "needs 'verb'"),
        ('verb = "stand"', 'verb = "stand"\nif_asked = "yes"', 13, "true or false"),
        ('[[do]]\nbox = 1\nverb = "stand"', "", 6, "no [[do]] is left"),
        ("[expect]", '[[do]]\nbox = 1\nverb = "hit"\n[expect]', 14, "the round is over before"),
        ("[[do]]\nbox = 1", "[[do]]\nbox = 2", 10, "box 2 is not being asked"),
        ("[expect]", "[expects]", 14, "has no 'expects'"),
        ("net = {", "nett = {", 15, "has no 'nett'; it may have net, bets"),
        ('1 = "100"', '1 = "a lot"', 15, "not an amount"),
        ("[[do]]", '[[intervene]]\nkind = "fire"\n[[do]]', 10, "'fire' is not one of"),
        (
            "[[do]]",
            '[[intervene]]\nkind = "card-in-error"\ncard = "4c"\n[[do]]',
            10,
            "no card left",
        ),
        ("8c", '8c 5c"\nstacks = { ann = "5" }\ntitle = "', 5, "nobody at the table"),
        ("8c", '8c"\ntable = { limits = ["5"] }\ntitle = "', 5, "two amounts"),
    ],
)
def test_a_fault_is_one_line_with_its_place(old: str, new: str, line: int, says: str) -> None:
    assert old in GOOD
    message = fault(GOOD.replace(old, new, 1))
    assert message.startswith(f"a.toml:{line}: "), message
    assert says in message, message


@pytest.mark.parametrize(
    ("game", "shoe", "holds"),
    [
        ('game = "blackjack"\noptions = { decks = 2 }', "As As As", "2 decks"),
        (
            'game = "blackjack"\noptions = { decks = 6, ten_spots = false }',
            "Ts",
            "6 decks of 48 cards",
        ),
        ('game = "double-hand-poker"', "Jk Jk", "1 deck with 1 joker"),
        ('game = "no-bust-joker"\noptions = { decks = 2 }', "Jk Jk Jk", "2 decks with 2 jokers"),
    ],
)
def test_a_card_too_many_is_measured_by_the_posted_deck(game: str, shoe: str, holds: str) -> None:
    assert fault(f'{game}\nshoe = "{shoe}"\n').endswith(f"is one too many for {holds}")


def test_a_card_in_a_shoe_of_many_lines_is_found_on_its_own() -> None:
    text = GOOD.replace('"2c Ts Td 9h 8c"', '"""\n  2c Ts\n  Td 9x 8c\n"""')
    assert fault(text).startswith("a.toml:6: '9x'")


def test_a_house_file_given_as_a_scenario_is_not_quoted_in_full() -> None:
    said = fault('[[game]]\ngame = "blackjack"\nsource = "our house"\n')
    assert said.endswith("game must be text in quotes, not a table or a list")


def test_a_file_that_is_not_there_is_one_line_too(tmp_path: Path) -> None:
    with pytest.raises(scenario.ScenarioError, match="No such file"):
        scenario.read(tmp_path / "none.toml")


@pytest.mark.parametrize(
    ("old", "new", "problem"),
    [
        ('net = { 1 = "100" }', 'net = { 1 = "150" }', "15: expect.net.1: expected 150, got 100"),
        ('net = { 1 = "100" }', 'bank = "100"', "15: expect.bank: expected 100, got -100"),
        ('net = { 1 = "100" }', 'fees = "5"', "15: expect.fees.total: expected 5, got 0"),
        (
            'net = { 1 = "100" }',
            'dealer = "Td 9c"',
            "15: expect.dealer: expected Td 9c, got Td 8c",
        ),
        (
            'net = { 1 = "100" }',
            'bets = { 1 = { "main#2" = "5" } }',
            '15: expect.bets.1."main#2": expected 5, got nothing; there is main',
        ),
        (
            'verb = "stand"',
            'verb = "stand"\nrefused = "pay.higher"\n[[do]]\nbox = 1\nverb = "stand"',
            "10: box 1: stand: accepted, but it must be refused (pay.higher)",
        ),
    ],
)
def test_an_expectation_that_fails_says_expected_and_got(old: str, new: str, problem: str) -> None:
    assert problems(GOOD.replace(old, new, 1)) == [problem]


def test_a_refusal_by_another_clause_than_the_named_one_is_a_problem() -> None:
    text = GOOD.replace("[[do]]", '[[do]]\nbox = 1\nverb = "split"\nrefused = "%s"\n\n[[do]]', 1)
    assert problems(text % "split.pair") == []
    assert problems(text % "Blackjack / Splitting 1") == []
    assert problems(text % "hint: some reason or other") == []
    assert problems((text % "x").replace('"x"', "true")) == []
    assert 'write refused = true, or "hint: some reason"' in fault(text % "some reason")
    assert "a clause in quotes, or true, not False" in fault((text % "x").replace('"x"', "false"))
    (problem,) = problems(text % "split.hands")
    assert "expected a refusal by split.hands, got" in problem


def test_a_round_that_must_be_refused_and_is_played_is_a_problem() -> None:
    (problem,) = problems('refused = "bet.none"\n' + GOOD)
    assert problem == "1: the round was played; it must be refused (bet.none)"


def test_more_cards_than_the_round_needs_may_follow() -> None:
    assert problems(GOOD.replace("8c", "8c 5c ?? 6d")) == []


def test_the_options_of_a_house_lie_below_those_of_the_file() -> None:
    small = GOOD.replace("options = { decks = 1 }", 'house = "washington"')
    assert problems(small) == []
    assert "minimum" in fault(small.replace('main = "100"', 'main = "4"'))


def test_lines_are_found_in_headers_keys_and_dotted_keys() -> None:
    source = Source('a.b = 1\n[[do]]\nx = 1\n[[do]]\n"y z" = """\n[no]\n"""\nq = 2\n', "s")
    assert source.line(("a", "b")) == 1
    assert source.line(("do", 1)) == 4
    assert source.line(("do", 1, "y z")) == 5
    assert source.line(("do", 1, "q")) == 8
    assert source.line(("do", 0, "nothing")) == 2
    assert source.line(("no",)) == 1


HOUSE = 'title = "Small"\n[[game]]\ngame = "blackjack"\nlimits = ["LEAST", "300"]\n'


@pytest.mark.parametrize(
    ("folders", "least"),
    [(("rounds",), 2_00), (("elsewhere",), 3_00), (("rounds", "elsewhere"), 2_00)],
    ids=["next to the scenario", "only in the current folder", "in both"],
)
def test_the_file_of_a_house_is_next_to_the_scenario(
    folders: tuple[str, ...], least: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for folder, dollars in (("rounds", "2"), ("elsewhere", "3")):
        (tmp_path / folder).mkdir()
        if folder in folders:
            (tmp_path / folder / "small.toml").write_text(HOUSE.replace("LEAST", dollars))
    round = tmp_path / "rounds" / "round.toml"
    round.write_text('house = "small.toml"\n' + GOOD)
    monkeypatch.chdir(tmp_path / "elsewhere")
    outcome = scenario.run(scenario.read(round))
    assert (outcome.problems, outcome.rules.limits.least) == ((), least)


def test_the_file_of_a_house_that_is_not_there_is_named_with_its_folder(tmp_path: Path) -> None:
    round = tmp_path / "round.toml"
    round.write_text('house = "small.toml"\n' + GOOD)
    with pytest.raises(scenario.ScenarioError) as caught:
        scenario.run(scenario.read(round))
    assert f"round.toml:1: {tmp_path / 'small.toml'}" in str(caught.value)
