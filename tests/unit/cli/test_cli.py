"""The command line as its users meet it: what it prints, its exit codes, how it starts."""

from __future__ import annotations

import inspect
import json
import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from cardroom.cli import main
from cardroom.cli.commands import CommandRow
from cardroom.games import registry
from tests.cli_commands import COMMANDS, GROUPS
from tests.proofs import later

ROOT = Path(__file__).resolve().parents[3]
BLACKJACK = ROOT / "scenarios" / "blackjack"


class Said:
    """What a command printed, and how it ended."""

    def __init__(self, code: int, out: str, err: str) -> None:
        self.code, self.out, self.err = code, out, err


Run = Callable[..., Said]


@pytest.fixture
def run(capfd: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> Run:
    monkeypatch.chdir(ROOT)
    monkeypatch.delenv("CARDROOM_DEBUG", raising=False)

    def call(*arguments: str) -> Said:
        code = main(arguments)
        out, err = capfd.readouterr()
        assert "Traceback" not in err
        return Said(code, out, err)

    return call


def test_settle_shows_hands_bets_clause_sums_and_events(run: Run) -> None:
    said = run("settle", str(BLACKJACK / "seven-boxes-one-round.toml"))
    assert said.code == 0
    for part in ("A♠ K♥", "box 2, hand 2", "main#1", "[pay.natural; Blackjack / Settlement 2]"):
        assert part in said.out
    for part in ("-$7.50", "bank         -$367.50", "box 3 surrenders", "as expected"):
        assert part in said.out


def test_settle_json_speaks_the_words_of_expect(run: Run) -> None:
    said = run("settle", str(BLACKJACK / "seven-boxes-one-round.toml"), "--json")
    told = json.loads(said.out)
    assert told["net"]["6"] == "-7.50"
    assert told["bets"]["2"] == {"main": "200", "main#1": "200", "main#2": "0"}
    assert told["bank"] == "-367.50"
    assert told["fees"] == "0"
    assert told["dealer"] == "Ad 7c"
    assert told["problems"] == []
    assert [hand["cards"] for hand in told["hands"] if hand["box"] == 2] == ["8s 3c 9s", "8h Ts"]
    assert {bet["clause"] for bet in told["settled"]} >= {"pay.natural", "insurance.loses"}
    assert told["events"][0] == {
        "event": "bet-placed", "bet": 1, "spot": "main", "box": 1, "owner": "box 1", "stake": 10000,
    }  # fmt: skip


def test_an_expectation_that_fails_is_exit_code_1_with_expected_and_got(
    run: Run,
    tmp_path: Path,
) -> None:
    text = (BLACKJACK / "the-lower-total-loses.toml").read_text(encoding="utf-8")
    file = tmp_path / "wrong.toml"
    file.write_text(text.replace('net = { 1 = "-100" }', 'net = { 1 = "0" }'), encoding="utf-8")
    said = run("settle", str(file))
    assert said.code == 1
    assert said.err.strip().endswith("expect.net.1: expected 0, got -100")
    assert said.err.startswith(f"{file}:")


def test_the_posted_game_of_a_scenario_can_be_changed(run: Run) -> None:
    file = str(BLACKJACK / "a-natural-is-paid-three-to-two.toml")
    said = run("settle", file, "--set", "natural_pays=6:5", "--json")
    assert said.code == 1
    assert json.loads(said.out)["net"] == {"1": "6"}


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        (["settle", "none.toml"], "none.toml:1: cannot be read: No such file or directory"),
        (["settle"], "Missing argument 'FILE...'"),
        (["setle"], "No such command 'setle'"),
        (["rules", "blackjak"], "did you mean 'blackjack'? games are blackjack"),
        (["rules", "blackjack", "--set", "deks=2"], "did you mean 'decks'? its options are decks"),
        (["rules", "blackjack", "--set", "decks=9"], "a whole number from 1 to 8"),
        (["rules", "blackjack", "--set", "surrender=soon"], "one of none, late, early"),
        (["rules", "blackjack", "--set", "surrender=lat"], "did you mean 'late'?"),
        (["rules", "blackjack", "--house", "napa"], "did you mean 'napa_valley'? houses are "),
        (["school", "drill", "blackjack-pya"], "did you mean 'blackjack-pay'?"),
        (["rules", "blackjack", "--set", "decks"], "like decks=2"),
        (["rules", "blackjack", "--house", "ohio"], "there is no house 'ohio'; houses are "),
        (["rules", "blackjack", "--nope"], "Try: cardroom rules --help"),
        (["check", "README.md"], "or a file like my-room.toml"),
        (["rng-report", "--out", "nowhere/report.md"], "nowhere/report.md cannot be written"),
        (["play", "blackjack", "--stack", "much"], "'much' is not an amount"),
        (["play", "blackjack", "--stack", "0"], "the minimum wager is $0.01"),
        (["play", "blackjack", "--stack", "-5"], "the minimum wager is $0.01"),
        (["play", "blackjack", "--boxes", "8"], "the table has 7"),
        (["play", "no-bust-joker"], "in the browser, with cardroom run"),
        (["play", "texas-holdem"], "in the browser, with cardroom run"),
        (["rules", "blackjack", "--clauses", "--scenarios", "README.md"], "this is not a folder"),
        (["histories", "write", "README.md"], "README.md: this is not a journal"),
    ],
)
def test_what_a_user_does_wrong_is_one_line_and_exit_code_2(
    run: Run,
    arguments: list[str],
    says: str,
) -> None:
    said = run(*arguments)
    assert said.code == 2
    assert said.out == ""
    assert len(said.err.strip().splitlines()) == 1
    assert says in said.err


def test_a_fault_of_the_program_is_one_line_too(
    run: Run,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("cardroom.cli.rules.posted", lambda *_: 1 / 0)
    said = run("rules", "blackjack")
    assert said.code == 70
    assert said.err.startswith("internal error: ZeroDivisionError")


def test_games_lists_them_all(run: Run) -> None:
    said = run("games")
    assert said.code == 0
    assert all(game in said.out for game in registry.games())
    listed = json.loads(run("games", "--json").out)
    assert [row["game"] for row in listed] == list(registry.games())
    assert listed[0]["houses"] == ["washington"]


@pytest.mark.parametrize("game", registry.games())
def test_every_game_has_a_rule_page(run: Run, game: str) -> None:
    said = run("rules", game)
    assert said.code == 0
    for heading in ("Procedure", "Options", "Clauses", "Where the rule book is silent"):
        assert heading in said.out


def test_rules_tell_the_options_to_programs(run: Run) -> None:
    told = json.loads(run("rules", "blackjack", "--options", "--json", "--set", "decks=2").out)
    decks, soft = told["options"][:2]
    assert decks == {
        "option": "decks",
        "value": "2",
        "default": "6",
        "may_be": "a whole number from 1 to 8",
        "about": "decks in the shoe",
        "clause": "deal.burn",
    }
    assert soft["choices"] == ["true", "false"]


def test_rules_name_the_scenarios_that_prove_a_clause(run: Run) -> None:
    told = json.loads(run("rules", "blackjack", "--clauses", "--json").out)
    clauses = {clause["clause"]: clause for clause in told["clauses"]}
    assert "two-naturals-push" in clauses["pay.both-natural"]["scenarios"]
    assert clauses["pay.both-natural"]["cite"] == "Blackjack / Settlement 3"
    assert "two-naturals-push" in run("rules", "blackjack", "--clauses").out


def test_a_house_posts_its_own_limits(run: Run) -> None:
    told = json.loads(run("rules", "blackjack", "--house", "washington", "--json").out)
    options = {option["option"]: option["value"] for option in told["options"]}
    assert (told["house"], told["edition"]) == ("washington", "2012")
    assert (options["wager_min"], options["wager_max"]) == ("5", "300")
    both = json.loads(
        run("rules", "blackjack", "--house", "washington", "--set", "wager_min=10", "--json").out
    )
    assert (
        both["options"][[o["option"] for o in both["options"]].index("wager_min")]["value"] == "10"
    )


def test_a_house_may_be_a_file_of_ones_own(run: Run, tmp_path: Path) -> None:
    file = tmp_path / "corner.toml"
    file.write_text(
        'title = "Corner"\n[[game]]\ngame = "blackjack"\nlimits = ["2", "25"]\n', encoding="utf-8"
    )
    told = json.loads(run("rules", "blackjack", "--house", str(file), "--json").out)
    assert told["house"] == "corner"
    file.write_text(
        'title = "Corner"\n[[game]]\ngame = "blackjack"\nlimit = ["2"]\n', encoding="utf-8"
    )
    said = run("rules", "blackjack", "--house", str(file))
    assert said.code == 2
    assert "limit" in said.err


@pytest.mark.parametrize(
    ("content", "says"),
    [
        (b"\xff\xfe\x00", "it is not UTF-8 text"),
        (b"title = [", "this is not TOML"),
        (b'title = "Mine"\n[games.blackjack]\n', "2: games is not known here; did you mean"),
        (b'title = "Mine"\n[[game]]\ngame = 21\n', "3: game: write text in quotes; not a whole"),
    ],
)
def test_a_house_file_that_is_wrong_is_one_line(
    run: Run, tmp_path: Path, content: bytes, says: str
) -> None:
    file = tmp_path / "my-room.toml"
    file.write_bytes(content)
    for command in (("check", str(file)), ("rules", "blackjack", "--house", str(file))):
        said = run(*command)
        assert (said.code, said.out) == (2, "")
        assert said.err.startswith(f"{file}:")
        assert says in said.err


def test_a_mark_that_an_editor_puts_before_the_text_does_no_harm(run: Run, tmp_path: Path) -> None:
    original = BLACKJACK / "seven-boxes-one-round.toml"
    file = tmp_path / "round.toml"
    file.write_text(original.read_text(encoding="utf-8"), encoding="utf-8-sig")
    assert run("settle", str(file)).code == 0


@pytest.mark.parametrize("arguments", [[], ["audit"]])
def test_a_program_without_a_command_shows_its_help_and_no_error(
    run: Run, arguments: list[str]
) -> None:
    said = run(*arguments)
    assert (said.code, said.err) == (2, "")
    assert "Usage: cardroom" in said.out


IN_GROUPS = [command for group in GROUPS for command in group.commands]


@pytest.mark.parametrize("command", [*COMMANDS, *IN_GROUPS], ids=lambda command: command.place)
def test_the_index_says_of_each_command_what_its_function_says(command: CommandRow) -> None:
    first, _, _ = (inspect.getdoc(command.function()) or "").partition("\n\n")
    assert command.help == " ".join(first.split())


@pytest.mark.parametrize(
    ("arguments", "imported"),
    [
        (["--help"], set()),
        (["--help", "odds"], {"odds"}),
        (["audit", "fairness", "--help"], {"audit.fairness"}),
    ],
)
def test_only_the_module_of_the_command_is_imported(
    arguments: list[str], imported: set[str]
) -> None:
    program = (
        "import sys; from cardroom.cli import main; code = main(sys.argv[2:]);"
        "print(*(set(sys.argv[1].split()) & {name[13:] for name in sys.modules}), file=sys.stderr);"
        "sys.exit(code)"
    )
    modules = {command.place.partition(":")[0] for command in [*COMMANDS, *IN_GROUPS]}
    done = subprocess.run(
        [sys.executable, "-c", program, " ".join(modules), *arguments],
        capture_output=True,
        text=True,
        check=False,
        env={"PYTHONPATH": str(ROOT / "src"), "PATH": ""},
    )
    assert done.returncode == 0, done.stderr
    assert set(done.stderr.split()) == imported


@pytest.mark.parametrize(
    "arguments", [later(["--help"]), ["rules", "blackjack"], ["games"], later(["--version"])]
)
def test_nothing_heavy_is_imported_at_the_start(arguments: list[str]) -> None:
    imports_nothing_heavy(arguments, {"PATH": ""})


def test_an_answer_in_the_cache_is_shown_without_the_solver() -> None:
    assert main(["odds", "blackjack", "--json"]) == 0
    imports_nothing_heavy(["odds", "blackjack"], dict(os.environ))


def imports_nothing_heavy(arguments: list[str], environment: dict[str, str]) -> None:
    program = (
        "import sys; from cardroom.cli import main; code = main(sys.argv[1:]);"
        "heavy = {'numpy', 'numba', 'fastapi', 'altair', 'typst'} & set(sys.modules);"
        "sys.exit(f'imported {heavy}' if heavy else code)"
    )
    done = subprocess.run(
        [sys.executable, "-c", program, *arguments],
        capture_output=True,
        text=True,
        check=False,
        cwd=ROOT,
        env={**environment, "PYTHONPATH": str(ROOT / "src")},
    )
    assert done.returncode == 0, done.stderr


@pytest.mark.parametrize("into", ["| head -1 >/dev/null", later("| true"), later(">&-")])
def test_a_reader_who_has_enough_is_no_fault(into: str) -> None:
    command = f"{sys.executable} -m cardroom rules safari-21 --json {into}; echo ${{PIPESTATUS[0]}}"
    done = subprocess.run(
        ["bash", "-c", command],
        capture_output=True,
        text=True,
        check=False,
        cwd=ROOT,
        env={"PYTHONPATH": str(ROOT / "src"), "PATH": "/usr/bin:/bin"},
    )
    assert (done.stdout, done.stderr) == ("0\n", "")


def test_a_name_that_nobody_can_have_is_no_administrator(run: Run, tmp_path: Path) -> None:
    said = run("run", "--data", str(tmp_path), "--no-browser", "--admin", "house")
    assert said.code == 2
    assert "'house' is not a valid name" in said.err
    assert list(tmp_path.iterdir()) == []
