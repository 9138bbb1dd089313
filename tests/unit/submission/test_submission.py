"""A submission: complete, the same bytes again, and what changed since the last one."""

from __future__ import annotations

import hashlib
import json
from pathlib import Path

import msgspec
import pytest

from cardroom import houses
from cardroom.cli import main
from cardroom.houses import House
from cardroom.submission import bill
from cardroom.submission.changes import Change, changes
from cardroom.submission.front import proofs
from cardroom.submission.pack import Contents, Pack, pack
from cardroom.submission.record import SubmissionError, read, written
from cardroom.submission.texts import controls
from tests import pdf_text
from tests.pdf_text import squeezed

DRAFT = Contents(("dealer-bust-21",), "letter", "without", 1000)
SHEETS = {"rules.pdf", "sign.pdf", "layout.pdf", "felt.pdf", "felt.svg", "clauses.csv"}


@pytest.fixture(scope="module")
def house() -> House:
    return houses.house("washington")


@pytest.fixture(scope="module")
def made(house: House) -> Pack:
    return pack(house, DRAFT)


def test_the_folder_has_everything_and_the_hash_of_it(made: Pack) -> None:
    assert set(made.files) == {f"dealer-bust-21/{name}" for name in SHEETS} | {
        "SHA256SUMS",
        "VERIFY.md",
        "bill-of-materials.json",
        "internal-controls.md",
        "portfolio.pdf",
        "rng-report.json",
        "rng-report.md",
        "submission.json",
        "washington.toml",
    }
    lines = made.files["SHA256SUMS"].decode().splitlines()
    listed = {name: digest for digest, _, name in (line.partition("  ") for line in lines)}
    assert set(listed) == set(made.files) - {"SHA256SUMS"}
    for name, digest in listed.items():
        assert hashlib.sha256(made.files[name]).hexdigest() == digest


def test_the_same_house_gives_the_same_bytes(house: House, made: Pack) -> None:
    assert pack(house, DRAFT).files == made.files


def test_the_portfolio_has_every_part(made: Pack) -> None:
    printed = made.files["portfolio.pdf"]
    for title in (
        "Games submitted",
        "Findings and deviations",
        "Conditions of approval",
        "Internal controls",
        "Clauses and their proofs",
        "Random numbers",
        "Software bill of materials",
        "Hashes and verification",
    ):
        # The bookmarks name every section, and after them every sheet that is bound in.
        assert f"({title})".encode() in printed, title
    for kind in ("rules of the game", "layout", "sign"):
        assert f"(Dealer Bust 21: {kind})".encode() in printed
    text = "".join(pdf_text.pages(made.files["dealer-bust-21/rules.pdf"]))
    assert squeezed("Conditions of the approval") in text


def test_every_clause_of_a_game_has_a_scenario_or_is_one_of_the_table(house: House) -> None:
    rules = house.ruleset("dealer-bust-21")
    own = {proof.clause: proof for proof in proofs(rules)}
    assert own["dealer-bust.beside"].scenarios if "dealer-bust.beside" in own else own
    proved = [proof for proof in own.values() if proof.scenarios]
    assert len(proved) > len(own) / 2
    assert all("/" in name for proof in proved for name in proof.scenarios)


def test_the_bill_of_materials_names_every_package_once() -> None:
    found = bill.components()
    names = [each.name for each in found]
    assert names == sorted(set(names))
    assert {"cardroom", "msgspec", "typst", "numpy"} <= set(names)
    assert "pytest" not in names
    content = json.loads(bill.as_cyclonedx(found))
    assert content["bomFormat"] == "CycloneDX"
    assert len(content["components"]) == len(names) - 1


def test_every_control_of_the_template_names_a_command_that_exists() -> None:
    from cardroom.cli.commands import COMMANDS, GROUPS

    known = {each.name for each in COMMANDS} | {each.name for each in GROUPS}
    for control in controls():
        for command in control.command.split("; "):
            assert command.split()[0] == "cardroom"
            assert command.split()[1] in known, command


def test_a_changed_option_is_listed_with_what_it_changes(house: House, made: Pack) -> None:
    old = read(made.files["submission.json"], "old")
    assert changes(old, old) == ()
    other = [
        msgspec.structs.replace(each, options={**each.options, "pay_table": 1, "decks": 8})
        if each.game == "dealer-bust-21"
        else each
        for each in house.game
    ]
    changed = msgspec.structs.replace(house, game=tuple(other), day=house.day.replace(year=2014))
    new = read(pack(changed, DRAFT).files["submission.json"], "new")
    found = changes(old, new)
    assert Change("", "house", "day", "2013-06-03", "2014-06-03") in found
    assert Change("dealer-bust-21", "option", "decks", "6", "8") in found
    options = {each.name for each in found if each.what == "option"}
    assert options == {"decks", "pay_table"}


def test_prices_clauses_and_games_are_compared(made: Pack) -> None:
    old = read(made.files["submission.json"], "old")
    game = old.games["dealer-bust-21"]
    first = next(iter(game.clauses))
    other = msgspec.structs.replace(
        game,
        prices={"Wager": 0.0063},
        clauses={name: each for name, each in game.clauses.items() if name != first},
    )
    new = msgspec.structs.replace(old, games={"dealer-bust-21": other, "blackjack": game})
    found = {(each.game, each.what, each.name): each for each in changes(old, new)}
    assert found[("dealer-bust-21", "price", "Wager")].after == "0.6300000%"
    assert found[("dealer-bust-21", "clause", first)].after == ""
    assert found[("blackjack", "game", "blackjack")].before == ""


def test_compare_says_what_changed_and_refuses_other_folders(
    made: Pack, tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    for name in ("old", "new"):
        (tmp_path / name).mkdir()
        (tmp_path / name / "submission.json").write_bytes(made.files["submission.json"])
    both = ["submit", "--compare", str(tmp_path / "old"), str(tmp_path / "new")]
    assert main(both) == 0
    assert "Nothing changed." in capfd.readouterr().out
    record = read(made.files["submission.json"], "old")
    later = msgspec.structs.replace(record, day="2015-01-01")
    (tmp_path / "new" / "submission.json").write_bytes(written(later))
    assert main(both) == 1
    assert "house day: 2013-06-03 -> 2015-01-01" in capfd.readouterr().out
    assert main(["submit", "--compare", str(tmp_path), str(tmp_path / "new")]) == 2
    assert "submission.json: No such file" in capfd.readouterr().err
    with pytest.raises(SubmissionError, match="is not the record of a submission"):
        read(b"{}", "x")


def test_what_cannot_be_submitted_is_one_line(
    tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "file").write_text("x", encoding="utf-8")
    for arguments, says in (
        (["washington"], "name a house and a folder"),
        (["washington", "--out", str(tmp_path)], "not an empty folder"),
        (["washington", "--out", str(tmp_path / "a"), "--game", "omaha"], "does not post 'omaha'"),
    ):
        assert main(["submit", *arguments]) == 2
        assert says in capfd.readouterr().err
