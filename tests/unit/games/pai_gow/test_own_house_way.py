"""A house way of the house's own: posted from a file, played, printed, and stored."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from cardroom import games, houses
from cardroom.cards import parse_cards
from cardroom.cli.school.asking import course_of
from cardroom.cli.settle import FileChange, played
from cardroom.games.pai_gow.state import policies
from cardroom.games.rule_page import rule_page
from cardroom.hands.house_way import set_hand, way_named
from cardroom.houses import HouseError
from cardroom.rules.options import OptionFaults
from cardroom.school.course import DrillCourse
from cardroom.table.posting import read_document

ROOT = Path(__file__).resolve().parents[4]
SPLIT = {"id": "two-pair", "says": "Two pair: split.", "shape": ["two-pair"], "front": ["second"]}
REST = {"id": "rest", "says": "The best front."}
WAY: dict[str, Any] = {
    "name": "own",
    "title": "Our own",
    "source": "the floor's card",
    "rule": [SPLIT, REST],
}
FILE = """
name = "own"
title = "Our own"
source = "the floor's card"

[[rule]]
id = "two-pair"
says = "Two pair: split."
shape = ["two-pair"]
front = ["second"]

[[rule]]
id = "rest"
says = "The best front."
"""
LOW_PAIRS = "3s 3h 2d 2c As Kh 9d"
"""Foxwoods keeps these two pairs behind ace and king."""


def room(folder: Path, way: str, posted: str = '"own.toml"') -> str:
    (folder / "own.toml").write_text(way, encoding="utf-8")
    file = folder / "room.toml"
    head = 'title = "Room"\n[[game]]\ngame = "double-hand-poker"\n[game.options]\n'
    file.write_text(f"{head}house_way = {posted}\n", encoding="utf-8")
    return str(file)


def test_a_way_from_a_file_next_to_the_house_sets_hands(tmp_path: Path) -> None:
    rules = houses.ruleset("double-hand-poker", {}, room(tmp_path, FILE))
    placed = set_hand(parse_cards(LOW_PAIRS), policies(rules).way)
    assert set(placed.front) == set(parse_cards("2d 2c"))
    assert set(set_hand(parse_cards(LOW_PAIRS), way_named("foxwoods")).front) == set(
        parse_cards("As Kh")
    )


def test_a_kept_house_has_its_files_with_it(tmp_path: Path) -> None:
    (tmp_path / "ours").mkdir()
    file = Path(room(tmp_path / "ours", FILE))
    houses.keep(file, tmp_path / "kept" / "houses")
    (tmp_path / "ours" / "own.toml").unlink()
    kept = houses.ruleset("double-hand-poker", {}, str(tmp_path / "kept" / "houses" / file.name))
    assert policies(kept).way.title == "Our own"


def test_a_house_with_files_elsewhere_is_not_kept(tmp_path: Path) -> None:
    file = Path(room(tmp_path, FILE, '"../own.toml"'))
    with pytest.raises(
        HouseError, match=r"\.\./own\.toml: .* another folder; put it in the folder"
    ):
        houses.keep(file, tmp_path / "kept")
    assert not (tmp_path / "own" / "own.toml").exists()


def test_settle_and_the_school_take_a_way_from_a_file(tmp_path: Path) -> None:
    (tmp_path / "own.toml").write_text(FILE, encoding="utf-8")
    setting = f"house_way={tmp_path / 'own.toml'}"
    scenario = next((ROOT / "scenarios" / "double-hand-poker").glob("*.toml"))
    outcome = played(str(scenario), FileChange({"house_way": str(tmp_path / "own.toml")}, ""))
    assert policies(outcome.rules).way.title == "Our own"
    course = course_of("fortune-pai-gow-house-way", "", [setting])
    assert isinstance(course, DrillCourse)
    posted = games.ruleset("fortune-pai-gow", dict(course.posting.options))
    assert policies(posted).way.title == "Our own"


def test_a_table_in_the_house_file_is_the_same_way(tmp_path: Path) -> None:
    from_file = houses.ruleset("double-hand-poker", {}, room(tmp_path, FILE))
    given = games.game("double-hand-poker").ruleset({"house_way": WAY}, "room", "1")
    assert given.digest == from_file.digest
    assert given != games.ruleset("double-hand-poker")


def test_a_stored_way_is_restored_without_its_file() -> None:
    rules = games.ruleset("fortune-pai-gow", {"house_way": WAY})
    assert policies(read_document(rules.stored)).way == policies(rules).way
    assert policies(rules).way.title == "Our own"


def test_the_rule_page_prints_the_way_that_is_posted() -> None:
    page = rule_page(games.ruleset("double-hand-poker", {"house_way": WAY}))
    (guide,) = page["guides"]
    assert guide["title"] == "House way: Our own"
    assert guide["rows"] == (("1", "Two pair: split."), ("2", "The best front."))
    shown = next(option for option in page["options"] if option["option"] == "house_way")
    assert (shown["value"], shown["default"]) == ("Our own", "foxwoods")


def test_a_mistake_in_the_file_is_reported_at_its_line(tmp_path: Path) -> None:
    wrong = FILE.replace('["second"]', '["secnd"]')
    with pytest.raises(HouseError) as told:
        houses.house(room(tmp_path, wrong))
    assert f"{tmp_path / 'own.toml'}:10: two-pair: front cannot be 'secnd'; did you mean" in str(
        told.value
    )


@pytest.mark.parametrize(
    ("given", "says"),
    [
        ("moon", "house_way = moon: it must be one of foxwoods, trump-plaza, or a house way"),
        ({**WAY, "rule": [SPLIT]}, "house_way: the last rule must match every hand"),
        ({**WAY, "rules": []}, "house_way: Object contains unknown field `rules`"),
        ({**WAY, "rule": [REST] * 300}, "at most 63 rules, not 300"),
        ('{"name": 3}', "house_way: Expected `str`, got `int`"),
        ("{" * 200_000, "a house way has at most 100,000 characters"),
        ('{"rule":' * 9_000, "house_way = "),
        (7, "house_way = 7: it must be one of foxwoods"),
    ],
)
def test_a_way_that_cannot_be_followed_is_refused(given: object, says: str) -> None:
    with pytest.raises(OptionFaults) as wrong:
        games.ruleset("double-hand-poker", {"house_way": given})
    assert says in str(wrong.value)
    assert len(str(wrong.value)) < 1000


def test_only_the_house_file_and_the_command_line_read_files() -> None:
    """An option of a scenario, or one that comes over the network, names no file."""
    with pytest.raises(OptionFaults):
        games.ruleset("double-hand-poker", {"house_way": "own.toml"})
