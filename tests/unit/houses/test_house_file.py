"""A house file: mistakes are reported with the file, the line, and what would be right."""

from __future__ import annotations

from pathlib import Path

import pytest

from cardroom import games, houses
from cardroom.data_file import Source
from cardroom.houses import HouseError
from cardroom.houses.check import check
from cardroom.houses.schema import house_schema

FILE = """title = "Room"
day = 2026-01-01

[[game]]
game = "blackjack"
limits = ["300", "5"]
options = { decks = 9 }

[[game]]
game = "three-card-poker"

[game.options]
bonus_tabel = "1.3"
tie = "bank"

[game.options.ante_bonus]
straight-flush = "5 to 1"
pear = "1 to 1"
"""
LINES = {
    "decks = 9: it must be": 7,
    "wager_min = 300 is above": 6,
    "three-card-poker has no option 'bonus_tabel'": 13,
    "tie = bank: it must be": 14,
    "ante_bonus, pear: the game has no such row": 18,
}


def written(folder: Path, text: str) -> str:
    file = folder / "room.toml"
    file.write_text(text, encoding="utf-8")
    return str(file)


def test_every_fault_of_an_option_has_its_line(tmp_path: Path) -> None:
    found = [one for one in check(houses.house(written(tmp_path, FILE))) if one.line]
    assert len(found) == len(LINES)
    for says, line in LINES.items():
        assert [one.line for one in found if one.says.startswith(says)] == [line], says


def test_a_game_that_cannot_be_posted_is_refused_with_file_and_line(tmp_path: Path) -> None:
    file = written(tmp_path, FILE)
    with pytest.raises(HouseError) as wrong:
        houses.ruleset("three-card-poker", {}, file)
    for says in (
        f"{file}:14: three-card-poker: tie = bank: it must be one of push",
        f"{file}:18: three-card-poker: ante_bonus, pear: the game has no such row",
    ):
        assert says in str(wrong.value)


@pytest.mark.parametrize("name", ["name", "file", "lines"])
def test_what_is_known_of_a_house_by_its_file_is_not_written_in_it(
    name: str, tmp_path: Path
) -> None:
    file = written(tmp_path, f'{name} = "x"\n' + FILE)
    with pytest.raises(HouseError) as wrong:
        houses.house(file)
    known = str(wrong.value).partition("known are ")[2].split(", ")
    assert {"title", "game", "state"} <= set(known)
    assert name not in known


def test_a_side_bet_that_is_not_there_is_named_with_the_line_of_its_game(tmp_path: Path) -> None:
    text = 'title = "Room"\n[[game]]\ngame = "blackjack"\nside_bets = ["no.toml"]\n'
    with pytest.raises(HouseError, match=r"room\.toml:2: blackjack: .*no\.toml: cannot be read"):
        houses.house(written(tmp_path, text))


def test_a_table_after_a_list_of_tables_belongs_to_the_last_of_them() -> None:
    lines = Source("[[a]]\n[a.b]\nx = 1\n[[a]]\n[a.b]\nx = 1\n[[a.c]]\ny = 1\n", "f").lines
    assert lines["a", 0, "b", "x"] == 3
    assert lines["a", 1, "b", "x"] == 6
    assert lines["a", 1, "c", 0, "y"] == 8


def test_the_schema_lists_the_options_of_each_game() -> None:
    posted = house_schema()["$defs"]["Posted"]
    by_game = {each["if"]["properties"]["game"]["const"]: each["then"] for each in posted["allOf"]}
    assert list(by_game) == posted["properties"]["game"]["enum"]
    options = by_game["three-card-poker"]["properties"]["options"]
    assert options["additionalProperties"] is False
    assert list(options["properties"]) == [
        spec.name for spec in games.game("three-card-poker").catalogue
    ]
    assert options["properties"]["tie"] == {
        "description": "Ties with a qualified bank: one of push, bank-wins.",
        "default": "push",
    }
