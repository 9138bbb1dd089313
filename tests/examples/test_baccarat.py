"""A family in a package of its own is played, settled, journaled, printed and priced like ours.

Not one line of the product knows baccarat: only its entry points lead to it.
"""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest

from tests.examples.installed import BACCARAT, ROOT, environment, install, run

SCENARIOS = sorted((BACCARAT / "src" / "cardroom_baccarat" / "scenarios").glob("*.toml"))


@pytest.fixture(scope="module")
def baccarat(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return install(BACCARAT, tmp_path_factory.mktemp("site"))


def test_no_file_of_the_product_knows_the_game() -> None:
    sources = [*(ROOT / "src").rglob("*.py"), *(ROOT / "src").rglob("*.js")]
    naming = [path for path in sources if "baccarat" in path.read_text(encoding="utf-8").lower()]
    # The registries show in their docstrings how an entry point is written.
    docs = {ROOT / "src/cardroom/games/registry.py", ROOT / "src/cardroom/service/families.py"}
    assert set(naming) <= docs


def test_an_installed_game_is_listed_with_its_rules(baccarat: Path) -> None:
    assert "Baccarat" in run(baccarat, "games").stdout
    page = run(baccarat, "rules", "baccarat").stdout
    assert "Player draws on 0 to 5" in page
    assert "deal.banker-draws" in page


@pytest.mark.parametrize("path", SCENARIOS, ids=lambda path: path.stem)
def test_its_scenarios_are_settled_as_worked_out_by_hand(path: Path, baccarat: Path) -> None:
    done = run(baccarat, "settle", str(path))
    assert done.returncode == 0, done.stdout + done.stderr


def test_every_clause_is_proved_by_a_scenario(baccarat: Path) -> None:
    page = json.loads(run(baccarat, "rules", "baccarat", "--json").stdout)
    own = [each for each in page["clauses"] if each["cite"].startswith("Rule ")]
    assert len(own) == 13
    assert [each["clause"] for each in own if not each["scenarios"]] == []


def test_its_odds_are_the_published_ones(baccarat: Path) -> None:
    done = run(baccarat, "odds", "baccarat", "--json")
    wagers = {each["spot"]: each for each in json.loads(done.stdout)["wagers"]}
    # Eight decks: every book on the game has these.
    assert {spot: round(100 * each["edge"], 4) for spot, each in wagers.items()} == {
        "player": 1.2351,
        "banker": 1.0579,
        "tie": 14.3596,
    }


def test_it_is_printed(baccarat: Path, tmp_path: Path) -> None:
    sheet = tmp_path / "baccarat-rules.pdf"
    done = run(baccarat, "post", "baccarat", "--sheet", "rules", "--out", str(sheet))
    assert done.returncode == 0, done.stderr
    assert sheet.read_bytes().startswith(b"%PDF")


def test_a_table_of_it_is_journaled_verified_and_replayed(baccarat: Path, tmp_path: Path) -> None:
    journal = tmp_path / "journal.db"
    program = [sys.executable, "-m", "tests.examples.baccarat_night", str(journal)]
    subprocess.run(program, env=environment(baccarat), cwd=ROOT, check=True)
    for command in ("verify", "replay"):
        done = run(baccarat, "audit", command, str(journal))
        assert done.returncode == 0, done.stdout + done.stderr


def test_a_journal_of_it_says_what_is_missing_where_it_is_not_installed(
    baccarat: Path, tmp_path: Path
) -> None:
    journal = tmp_path / "journal.db"
    program = [sys.executable, "-m", "tests.examples.baccarat_night", str(journal)]
    subprocess.run(program, env=environment(baccarat), cwd=ROOT, check=True)
    done = run(tmp_path, "audit", "replay", str(journal))
    assert done.returncode != 0
    assert "there is no game 'baccarat'" in done.stdout + done.stderr
