"""A submission: complete, the same bytes again, and what changed since the last one."""

from __future__ import annotations

import hashlib
import json
import zipfile
from importlib.metadata import version
from pathlib import Path

import msgspec
import pytest

from cardroom import __version__, houses
from cardroom.cli import main
from cardroom.houses import House
from cardroom.progress import ProgressNotice
from cardroom.signage.sheet import postings
from cardroom.submission import bill
from cardroom.submission.changes import Change, changes
from cardroom.submission.contents import Contents
from cardroom.submission.pack import Pack, pack
from cardroom.submission.proofs import proofs, table_tests
from cardroom.submission.record import Record, SubmissionError, read, record_of, written
from cardroom.submission.texts import controls, verify_steps
from tests import pdf_text
from tests.pdf_text import squeezed

DRAFT = Contents(("dealer-bust-21",), "letter", "without", 1000)
STEPS: list[ProgressNotice] = []
SHEETS = {
    "rules.pdf",
    "sign.pdf",
    "layout.pdf",
    "felt.pdf",
    "felt.svg",
    "clauses.csv",
    "scenarios.zip",
}


@pytest.fixture(scope="module")
def house() -> House:
    return houses.house("washington")


@pytest.fixture(scope="module")
def made(house: House) -> Pack:
    return pack(house, DRAFT, step=STEPS.append)


def test_the_steps_are_counted(made: Pack) -> None:
    """So that there is an estimate of the time that is left."""
    texts = ["printing Dealer Bust 21", "testing random numbers", "binding the portfolio"]
    assert [ProgressNotice(text, done, 3) for done, text in enumerate(texts)] == STEPS


def recorded(house: House) -> Record:
    """What the folder of a draft would say of it, without printing it."""
    return read(written(record_of(house, tuple(postings(house, DRAFT.games)), {})), "new")


def test_the_folder_has_everything_and_the_hash_of_it(made: Pack) -> None:
    assert set(made.files) == {f"dealer-bust-21/{name}" for name in SHEETS} | {
        "SHA256SUMS",
        "VERIFY.md",
        "bill-of-materials.json",
        "internal-controls.md",
        "portfolio.pdf",
        "requirements.txt",
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


@pytest.mark.parametrize("game", ["dealer-bust-21", "safari-21"])
def test_every_clause_of_a_game_has_a_scenario_or_a_test(house: House, game: str) -> None:
    for proof in proofs(house.ruleset(game)):
        assert bool(proof.scenarios) != bool(proof.test), proof.clause
        assert proof.in_words(game), proof.clause


def test_a_clause_without_a_round_of_the_game_names_another_game_or_the_test(house: House) -> None:
    own = {proof.clause: proof for proof in proofs(house.ruleset("dealer-bust-21"))}
    assert own["bet.once"].in_words("dealer-bust-21") == "a box has one bet on a spot (blackjack)"
    closed = own["bet.closed"].in_words("dealer-bust-21")
    assert closed.endswith("placed changed or withdrawn (tests/unit/table/test_wagering.py)")


@pytest.mark.parametrize("clause", sorted(table_tests()))
def test_the_test_that_proves_a_clause_exists(clause: str) -> None:
    file, _, name = table_tests()[clause].partition("::")
    text = (Path(__file__).resolve().parents[3] / file).read_text(encoding="utf-8")
    assert f"def {name}(" in text


def test_the_scenarios_of_the_folder_are_settled_as_they_expect(
    made: Pack, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "scenarios.zip"
    file.write_bytes(made.files["dealer-bust-21/scenarios.zip"])
    with zipfile.ZipFile(file) as kept:
        some = [name for name in kept.namelist() if name.startswith("dealer-bust-21/")][:3]
        kept.extractall(tmp_path / "scenarios", some)
    assert len(some) == 3
    assert main(["settle", str(tmp_path / "scenarios")]) == 0
    capsys.readouterr()


def test_the_command_that_makes_it_again_has_the_same_options(house: House) -> None:
    (again,) = [
        command
        for _, command in verify_steps(house, DRAFT._replace(paper="a4"))
        if "diff" in command
    ]
    options = "--game dealer-bust-21 --paper a4 --draft"
    assert again == f"cardroom submit washington {options} --out ../again && diff -r ../again ."


def test_files_that_the_house_names_are_submitted_with_it(tmp_path: Path) -> None:
    (tmp_path / "bets").mkdir()
    (tmp_path / "law.toml").write_text(
        'title = "Ours"\nbanked_by = "house"\nbanked_by_cite = "ours"\n'
    )
    file = tmp_path / "room.toml"
    file.write_text(
        'title = "A room"\nstate = "law.toml"\n[[game]]\ngame = "blackjack"\nlimits = ["5", "60"]\n'
    )
    files = pack(houses.house(str(file)), Contents((), "letter", "without", 1000)).files
    assert files["law.toml"] == (tmp_path / "law.toml").read_bytes()
    assert files["room.toml"] == file.read_bytes()


def test_the_contents_list_the_sheets_by_themselves_and_the_last_page_before_them_is_half_full(
    made: Pack,
) -> None:
    contents, *others = pdf_text.pages(made.files["portfolio.pdf"])[1:]
    assert "Sheets" in contents
    (last,) = [page for page in others if "Howtoverify" in page]
    assert "SHA-256" in last, "the steps are not on a page of their own"
    assert "Gamessubmitted" in contents.partition("Sheets")[2], "no blank page after the contents"


def test_the_cover_names_the_state_as_its_law_does(made: Pack) -> None:
    cover = pdf_text.pages(made.files["portfolio.pdf"])[0]
    assert squeezed("Washington: house-banked card rooms") in cover


def test_the_report_on_random_numbers_names_no_machine(made: Pack) -> None:
    report = made.files["rng-report.md"].decode()
    assert f"- Program: cardroom {__version__}\n" in report


def test_the_versions_that_made_it_can_be_installed_again(made: Pack) -> None:
    lines = made.files["requirements.txt"].decode().splitlines()
    assert {f"cardroom=={__version__}", f"typst=={version('typst')}"} <= set(lines)
    listed = json.loads(made.files["bill-of-materials.json"])["components"]
    assert len(lines) == 1 + len(listed)


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
    from tests.cli_commands import COMMANDS, GROUPS

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
    found = changes(old, recorded(changed))
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
    staff = msgspec.structs.replace(old, employees="Staff may play off duty.")
    assert [each.name for each in changes(old, staff)] == ["employees"]


def test_compare_says_what_changed_and_refuses_other_folders(
    made: Pack, tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    for name in ("old", "new"):
        (tmp_path / name).mkdir()
        (tmp_path / name / "submission.json").write_bytes(made.files["submission.json"])
    both = ["submit", "--compare", str(tmp_path / "old"), str(tmp_path / "new")]
    assert main(both) == 0
    assert "Nothing changed." in capfd.readouterr().out
    for name, digest in (("old", "1f"), ("new", "2f")):
        sums = f"{digest}  dealer-bust-21/rules.pdf\n{digest}  VERIFY.md\n"
        (tmp_path / name / "SHA256SUMS").write_text(sums)
    assert main(both) == 1
    said = capfd.readouterr().out
    assert said.index("the house:") < said.index("file VERIFY.md: 1f -> 2f")
    assert "file rules.pdf: 1f -> 2f" in said
    record = read(made.files["submission.json"], "old")
    later = msgspec.structs.replace(record, day="2015-01-01")
    (tmp_path / "new" / "submission.json").write_bytes(written(later))
    assert main(both) == 1
    said = capfd.readouterr().out
    assert "house day: 2013-06-03 -> 2015-01-01" in said
    assert "file rules.pdf: 1f -> 2f" in said, "another day does not explain it"
    assert main(["submit", "--compare", str(tmp_path), str(tmp_path / "new")]) == 2
    assert "submission.json: No such file" in capfd.readouterr().err
    with pytest.raises(SubmissionError, match="is not the record of a submission"):
        read(b"{}", "x")


def test_a_house_with_faults_is_not_submitted_and_no_option_is_named_that_would(
    tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    text = (
        'title = "T"\nstate = "washington"\nday = 2013-06-03\n[[game]]\ngame = "blackjack"\n'
        'limits = ["5", "500"]\n'
    )
    (tmp_path / "room.toml").write_text(text, encoding="utf-8")
    assert main(["submit", str(tmp_path / "room.toml"), "--out", str(tmp_path / "a")]) == 2
    said = capfd.readouterr().err
    assert "posted maximum $500; the law as of 2013-06-03 allows $300" in said
    assert "--unchecked" not in said


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


def test_a_changed_amount_is_shown_in_dollars(house: House, made: Pack) -> None:
    dearer = tuple(msgspec.structs.replace(each, limits=("10", "300")) for each in house.game)
    other = recorded(msgspec.structs.replace(house, game=dearer))
    found = changes(read(made.files["submission.json"], "old"), other)
    assert Change("dealer-bust-21", "option", "wager_min", "5", "10") in found
