"""A family in a package of its own is played, settled, journaled, printed and priced like ours.

Not one line of the product knows baccarat: only its entry points lead to it.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.examples.installed import BACCARAT, ROOT, Done, environment, provide_lanes, run
from tests.proofs import later

SOURCE = BACCARAT / "src" / "cardroom_baccarat"
SCENARIOS = sorted((SOURCE / "scenarios").glob("*.toml"))
# Eight decks: every book on the game has these.
PUBLISHED_PERCENT = {"player": 1.2351, "banker": 1.0579, "tie": 14.3596}
THIRD_IN_ERROR = (
    "a third card drawn in error for the Player hand goes to the Banker hand if that draws;"
    " otherwise it is removed from play"
)
COMMANDS = {
    "games": ("games",),
    "rules": ("rules", "baccarat"),
    "rules as data": ("rules", "baccarat", "--json"),
    "odds": ("odds", "baccarat", "--json"),
    "settled as data": ("settle", str(SOURCE / "scenarios/a-natural-ends-the-deal.toml"), "--json"),
    **{path.stem: ("settle", str(path)) for path in SCENARIOS},
}


@pytest.fixture(scope="module")
def answers(baccarat: Path) -> dict[str, Done]:
    return dict(zip(COMMANDS, run(baccarat, *COMMANDS.values()), strict=True))


@pytest.fixture(scope="module")
def session(baccarat: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The journal of some rounds."""
    journal = tmp_path_factory.mktemp("session") / "journal.db"
    program = [sys.executable, "-m", "tests.examples.baccarat_session", str(journal)]
    subprocess.run(program, env=environment(baccarat), cwd=ROOT, check=True)
    return journal


def test_no_file_of_the_product_knows_the_game() -> None:
    sources = [*(ROOT / "src").rglob("*.py"), *(ROOT / "src").rglob("*.js")]
    naming = [path for path in sources if "baccarat" in path.read_text(encoding="utf-8").lower()]
    # The registries show in their docstrings how an entry point is written.
    docs = {ROOT / "src/cardroom/games/registry.py", ROOT / "src/cardroom/service/families.py"}
    assert set(naming) <= docs


def test_a_family_is_four_files() -> None:
    """As the how-to says: the package, its game, its play, and its odds."""
    names = {path.name for path in SOURCE.glob("*.py")}
    assert names == {"__init__.py", "game.py", "family.py", "odds.py"}


def test_an_installed_game_is_listed_with_its_rules(answers: dict[str, Done]) -> None:
    assert "Baccarat" in answers["games"].out
    page = answers["rules"].out
    assert "Player draws on 0 to 5" in page
    assert "deal.banker-draws" in page


@pytest.mark.parametrize("name", [path.stem for path in SCENARIOS])
def test_its_scenarios_are_settled_as_worked_out_by_hand(
    name: str, answers: dict[str, Done]
) -> None:
    assert answers[name].code == 0, answers[name]


def test_every_clause_is_proved_by_a_scenario(answers: dict[str, Done]) -> None:
    page = json.loads(answers["rules as data"].out)
    own = [each for each in page["clauses"] if each["cite"].startswith("Rule ")]
    assert len(own) == 14
    assert [each["clause"] for each in own if not each["scenarios"]] == []


def test_the_school_cites_the_clauses_that_the_family_names(baccarat: Path, tmp_path: Path) -> None:
    drill = tmp_path / "next.toml"
    drill.write_text('title = "Next"\ngame = "baccarat"\naudience = "dealer"\nasks = ["next"]\n')
    (done,) = run(baccarat, ("school", "paper", str(drill), "--answers", "--questions", "20"))
    assert done.code == 0, done
    rules = [line for line in done.out.splitlines() if line.strip().startswith("Rule: ")]
    cited = {line.rpartition("[")[2].partition(";")[0] for line in rules}
    assert cited == {"deal.four", "deal.player-draws", "deal.banker-draws"}


REMOVED = """
import sys
from cardroom import scenario
from cardroom.places import DISCARD
print(*scenario.run(scenario.read(sys.argv[1])).round.at(DISCARD))
"""


def test_banker_takes_one_card_that_was_drawn_in_error(baccarat: Path) -> None:
    file = SOURCE / "scenarios" / "another-third-card-in-error-is-removed.toml"
    command = [sys.executable, "-c", REMOVED, str(file)]
    env = environment(baccarat)
    removed = subprocess.run(command, env=env, check=True, capture_output=True, text=True).stdout
    assert removed == "5h\n"


@pytest.mark.parametrize(
    ("kind", "asks", "answer"),
    [
        ("misdeal", "Is it a misdeal?", "no"),
        ("put-right", "What do you do?", THIRD_IN_ERROR),
        ("remedy", "What do the rules say?", THIRD_IN_ERROR),
    ],
)
def test_the_school_asks_about_an_irregularity_of_its_own(
    kind: str, asks: str, answer: str, baccarat: Path, tmp_path: Path
) -> None:
    drill = tmp_path / "error.toml"
    drill.write_text(f'title = "E"\ngame = "baccarat"\naudience = "dealer"\nasks = ["{kind}"]\n')
    (done,) = run(baccarat, ("school", "paper", str(drill), "--answers", "--questions", "4"))
    assert done.code == 0, done
    said = " ".join(done.out.split())
    assert "This has happened: a third card was drawn for a Player hand that stands" in said
    assert said.count(asks) == said.count(f"Answer: {answer}") == 4
    assert "[irregularity.third-card; Rule 12]" in said


def test_its_odds_are_the_published_ones(answers: dict[str, Done]) -> None:
    wagers = {each["spot"]: each for each in json.loads(answers["odds"].out)["wagers"]}
    edges = {spot: round(100 * each["edge"], 4) for spot, each in wagers.items()}
    assert edges == PUBLISHED_PERCENT


@pytest.mark.parametrize("rounds", [1_500, later(100_000)])
def test_simulated_by_the_engine_it_costs_what_its_odds_say(baccarat: Path, rounds: int) -> None:
    bets = ("--with-bet", "banker", "--with-bet", "tie")
    (done,) = run(baccarat, ("simulate", "baccarat", "--rounds", str(rounds), *bets, "--json"))
    assert done.code == 0, done.err
    found = json.loads(done.out)
    assert found["rounds"] == rounds
    for wager in ({**found, "spot": "player"}, *found["bets"]):
        off = wager["edge"] - PUBLISHED_PERCENT[wager["spot"]] / 100
        assert abs(off) < 4 * wager["standard_error"], wager["spot"]


KEPT = """
from cardroom import games
from cardroom.analysis.result_cache import results
from cardroom.analysis.session import SessionRequest, session
from cardroom.office import spot_odds
rules = games.ruleset("baccarat")
spot_odds.ROUNDS_NOT_KEPT = 500
session(rules, SessionRequest(bet=1000, rounds=10))
found = spot_odds.spot_odds(rules)["player"]
print(found.between_boxes / found.deviation**2)
print(*results().glob("*"))
"""


def test_no_answer_is_kept_because_its_code_may_change(baccarat: Path, tmp_path: Path) -> None:
    env = {**environment(baccarat), "CARDROOM_CACHE": str(tmp_path)}
    command = [sys.executable, "-c", KEPT]
    said = subprocess.run(command, env=env, check=True, capture_output=True, text=True).stdout
    correlation, files = said.split("\n", maxsplit=1)
    assert float(correlation) == pytest.approx(1, abs=0.05), "two boxes bet on the same hand"
    assert files == "\n"


def test_both_of_its_hands_are_shown_where_a_round_is_settled(answers: dict[str, Done]) -> None:
    shown = json.loads(answers["settled as data"].out)["hands"]
    hands = [(hand["cards"], hand["label"]) for hand in shown]
    assert hands == [("Kh 9d", "Player 9"), ("2c 3s", "Banker 5")]


def test_it_is_printed(baccarat: Path, tmp_path: Path) -> None:
    sheet = tmp_path / "baccarat-rules.pdf"
    (done,) = run(baccarat, ("post", "baccarat", "--sheet", "rules", "--out", str(sheet)))
    assert done.code == 0, done.err
    assert sheet.read_bytes().startswith(b"%PDF")


REQUIRED = """
import json
from cardroom import games
from cardroom.signage.required import ANSWERS
for game in ("baccarat", "lanes"):
    rules = games.ruleset(game)
    print(json.dumps({name: says(rules) for name, says in ANSWERS.items()}))
"""


def test_its_sheet_says_how_the_bank_rotates_and_only_a_game_without_one_has_no_position(
    baccarat: Path, tmp_path: Path
) -> None:
    env = environment(provide_lanes(tmp_path))
    env["PYTHONPATH"] += os.pathsep + str(baccarat)
    command = [sys.executable, "-c", REQUIRED]
    said = subprocess.run(command, env=env, check=True, capture_output=True, text=True).stdout
    banked, lanes = map(json.loads, said.splitlines())
    assert "clockwise" in banked["rotation"][0]
    assert "19984" in banked["proposition-players"][0]
    nobody = ["This game has no player/dealer position."]
    assert lanes["rotation"] == lanes["proposition-players"] == nobody


def test_its_rule_page_says_who_banks(answers: dict[str, Done]) -> None:
    said = {
        part["title"]: part["says"] for part in json.loads(answers["rules as data"].out)["round"]
    }
    assert said["The bank"][0].startswith("One of the players banks.")


def test_a_table_of_it_is_journaled_verified_and_replayed(baccarat: Path, session: Path) -> None:
    for done in run(baccarat, *(("audit", what, str(session)) for what in ("verify", "replay"))):
        assert done.code == 0, done


def test_a_journal_of_it_says_what_is_missing_where_it_is_not_installed(
    session: Path, tmp_path: Path
) -> None:
    (done,) = run(tmp_path, ("audit", "replay", str(session)))
    assert done.code != 0
    assert "there is no game 'baccarat'" in done.out + done.err
