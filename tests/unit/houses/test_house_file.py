"""A house file: mistakes are reported with the file, the line, and what would be right."""

from __future__ import annotations

import os
import re
from pathlib import Path

import pytest

from cardroom import games, houses, scenario
from cardroom.cli import common, main
from cardroom.data_file import FileError, Source
from cardroom.games.side_bets.files import read_file
from cardroom.houses import HouseError, house
from cardroom.houses.check import check, house_law
from cardroom.houses.schema import house_schema
from cardroom.rules.options import OptionFaults
from cardroom.scenario.reading import read

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


def test_the_citation_of_an_unknown_option_is_refused_at_its_line(tmp_path: Path) -> None:
    text = """title = "Room"

[[game]]
game = "blackjack"
limits = ["5", "300"]

[game.cites]
wager_mx = "our rules, page 3"
"""
    wrong = r"room.toml:8: blackjack has no option 'wager_mx'; did you mean 'wager_max'\?"
    with pytest.raises(HouseError, match=wrong):
        houses.house(written(tmp_path, text))


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


def test_a_side_bet_that_is_not_there_is_named_with_the_line_that_names_it(tmp_path: Path) -> None:
    text = 'title = "Room"\n[[game]]\ngame = "blackjack"\nside_bets = ["no.toml"]\n'
    with pytest.raises(HouseError, match=r"room\.toml:4: blackjack: .*no\.toml: cannot be read"):
        houses.house(written(tmp_path, text))


def test_a_row_that_cannot_be_paid_is_named_with_the_file_and_line_of_its_side_bet(
    tmp_path: Path,
) -> None:
    bet = tmp_path / "two.toml"
    bet.write_text(
        'name = "two"\ntitle = "Two"\ncards = ["first", "second"]\n'
        '[[row]]\nname = "any"\nwhen = "pair"\npays = "9 to 1"\n'
        '[[row]]\nname = "red"\nwhen = "pair and is red"\npays = "20 to 1"\n',
        encoding="utf-8",
    )
    says = f"{bet}:8: two, row 'red': earlier rows take all of its cards; put it before them"
    text = 'title = "Room"\n[[game]]\ngame = "blackjack"\nside_bets = ["two.toml"]\n'
    with pytest.raises(HouseError, match=re.escape(f"room.toml:4: blackjack: side_bets: {says}")):
        houses.ruleset("blackjack", {}, written(tmp_path, text))
    with pytest.raises(OptionFaults, match=re.escape(f"side_bets: {says}")):
        houses.ruleset("blackjack", {"side_bets": [read_file(bet)]})


@pytest.mark.parametrize("files", ['["pairs.toml"]', '"pairs.toml"'])
def test_files_of_side_bets_among_the_options_are_refused_with_their_place(
    files: str, tmp_path: Path
) -> None:
    text = 'title = "Room"\n[[game]]\ngame = "blackjack"\n[game.options]\n'
    with pytest.raises(HouseError) as wrong:
        houses.ruleset("blackjack", {}, written(tmp_path, f"{text}side_bets = {files}\n"))
    place = 'write side_bets = ["my-bet.toml"] under [[game]], above [game.options]'
    assert "room.toml:5: blackjack: side_bets = " in str(wrong.value)
    assert place in str(wrong.value)


def test_a_house_way_that_is_not_there_is_named_with_the_line_that_names_it(tmp_path: Path) -> None:
    text = 'title = "Room"\n[[game]]\ngame = "double-hand-poker"\n'
    text += '[game.options]\nhouse_way = "no.toml"\n'
    with pytest.raises(HouseError, match=r"room\.toml:5: double-hand-poker: .*no\.toml: cannot"):
        houses.house(written(tmp_path, text))


@pytest.mark.parametrize(
    ("game", "options", "line", "says"),
    [
        (
            "three-card-poker",
            'collection = { player = { 50 = "5%" } }',
            6,
            "collection, player: '5%' is a share, and fees are flat",
        ),
        (
            "three-card-poker",
            'collection = { players = "1" }',
            6,
            "collection: 'players' is not one of player, bank, per; did you mean 'player'?",
        ),
        ("texas-holdem", "", 4, "texas-holdem has no option 'wager_min': it takes no limits;"),
        (
            "fortune-pai-gow",
            'fortune_table = { "royal flush" = "150 to 1", flush = "4 to 1" }',
            6,
            "fortune_table: seven-card straight flush, seven-card straight flush with joker,",
        ),
    ],
)
def test_a_wrong_table_is_refused_in_a_sentence_at_its_line(
    tmp_path: Path, game: str, options: str, line: int, says: str
) -> None:
    text = f'title = "Room"\n[[game]]\ngame = "{game}"\nlimits = ["5", "100"]\n'
    found = check(house(written(tmp_path, f"{text}[game.options]\n{options}\n")))
    assert [one.line for one in found if one.says.startswith(says)] == [line]


@pytest.mark.parametrize(
    ("line", "says"),
    [
        (
            'room = "trible"',
            "2: room: 'trible' is not known here; did you mean 'tribal'? known are",
        ),
        ('day = "June 1"', "2: day: write a date like 2026-06-01, without quotes"),
        ('notices = "No phones."', "2: notices: write a list in square brackets; not text"),
        (
            'game = [{ game = "omaha", limits = ["5"] }]',
            "2: limits: write a list in square brackets of 2 values; not 1",
        ),
        ("notice_rounds = -1", "2: notice_rounds: write a whole number of at least 0"),
        ("notice_rounds = nan", "2: notice_rounds: write a whole number; not a number with a"),
        ("shifts = { day = 6 }", "2: shifts: write text in quotes; not a whole number"),
        (
            'disputes = "\\u202Efloor"',
            "2: this text has a character that cannot be printed, U+202E",
        ),
        ('"no\\u0000pe" = 1', "this text has a character that cannot be printed, U+0000"),
    ],
)
def test_a_wrong_value_is_refused_with_what_would_be_right(
    tmp_path: Path, line: str, says: str
) -> None:
    games = "" if line.startswith("game") else "game = []"
    file = written(tmp_path, f'title = "My Room"\n{line}\n{games}\n')
    with pytest.raises(HouseError, match=re.escape(f"{file}:") + ".*" + re.escape(says)):
        house(file)


@pytest.mark.parametrize("notices", ["5", "true", "2026-01-01", "[5]", "{}"])
def test_notices_that_are_no_text_are_refused_at_their_line(tmp_path: Path, notices: str) -> None:
    text = 'title = "My Room"\nnotices = ["Quiet."]\n[[game]]\ngame = "blackjack"\n'
    file = written(tmp_path, f"{text}[game.options]\nnotices = {notices}\n")
    with pytest.raises(HouseError, match=r"room\.toml:6: blackjack: notices = .*list of texts"):
        house(file).ruleset("blackjack")


@pytest.mark.parametrize("name", ["../other.toml", "/etc/passwd", "sub/../../other.toml"])
@pytest.mark.parametrize(
    "setting",
    [
        'game = "blackjack"\nside_bets = ["NAME"]',
        'game = "double-hand-poker"\noptions = { house_way = "NAME.toml" }',
    ],
)
def test_a_house_file_reads_no_file_of_another_folder(
    tmp_path: Path, name: str, setting: str
) -> None:
    file = written(tmp_path, f'title = "My Room"\n[[game]]\n{setting.replace("NAME", name)}\n')
    with pytest.raises(HouseError, match=r"room\.toml:4: .*this file is in another folder; put"):
        house(file)


def test_a_house_file_reads_no_law_of_another_folder(tmp_path: Path) -> None:
    file = written(tmp_path, 'title = "My Room"\nstate = "../x.toml"\ngame = []\n')
    with pytest.raises(HouseError, match=r"room\.toml:2: state = .*this file is in another folder"):
        house_law(house(file))


def test_thousands_of_games_are_refused_at_once(tmp_path: Path) -> None:
    file = written(tmp_path, 'title = "Room"\n' + '[[game]]\ngame = "omaha"\n' * 3_000)
    with pytest.raises(HouseError, match=r"room\.toml:2: game: write a list .* at most .*: 100"):
        house(file)


def test_a_message_is_not_as_long_as_the_file(tmp_path: Path) -> None:
    file = tmp_path / "round.toml"
    file.write_text('[[game]]\ngame = "omaha"\n' * 3_000, encoding="utf-8")
    with pytest.raises(FileError) as refused:
        read(file)
    assert len(str(refused.value)) < 2_000


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


@pytest.mark.parametrize(
    ("text", "line", "says"),
    [
        ('title = "R"\nzone = "Mars/Olympus"', 2, "zone: 'Mars/Olympus' is not a time zone"),
        ('title = "R"\nday_starts = "late"', 2, "day_starts: 'late' is not a time"),
        ('title = "R"\n\nshifts = { day = "soon" }', 3, "shifts: 'soon' is not a time"),
        (f'title = "R"\nnotices = ["{"x" * 5000}"]', 2, "a word or name of more than 4,096"),
        (f"title = {'[' * 50}", 1, "brackets are nested too deep"),
        (
            'title = "R"\n[[game]]\ngame = "blackjack"\n[[game]]\ngame = "blackjack"',
            5,
            "blackjack is posted already; a house posts a game once",
        ),
    ],
)
def test_a_wrong_setting_of_the_house_is_refused_at_its_line(
    tmp_path: Path, text: str, line: int, says: str
) -> None:
    whole = text if "[[game]]" in text else f'{text}\n[[game]]\ngame = "blackjack"\n'
    with pytest.raises(HouseError) as wrong:
        house(written(tmp_path, whole))
    assert f"room.toml:{line}: {says}" in str(wrong.value)


def test_a_game_that_is_not_known_is_refused_at_the_line_that_names_it(tmp_path: Path) -> None:
    file = written(tmp_path, 'title = "R"\n[[game]]\ngame = "faro"\n[game.options]\ndecks = 1\n')
    (found,) = [one for one in check(house(file)) if one.line]
    assert (found.line, found.says.partition(";")[0]) == (3, "there is no game 'faro'")


def test_a_house_file_does_not_wait_for_a_pipe(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe.toml")
    with pytest.raises(HouseError, match=r"room\.toml:4: .*pipe\.toml: .* it is not a file"):
        house(
            written(
                tmp_path,
                'title = "R"\n[[game]]\ngame = "blackjack"\nside_bets = ["pipe.toml"]\n',
            )
        )


PAIRS = """name = "{name}"
title = "{name}"
cards = ["first", "second"]
[[row]]
name = "pair"
when = "pair"
pays = "{pays} to 1"
"""


@pytest.fixture
def room(tmp_path: Path) -> Path:
    """A house that posts a side bet of its own, and files with other ones."""
    for file, name, pays in (("own", "own", 11), ("more", "more", 12), ("dearer", "own", 10)):
        (tmp_path / f"{file}.toml").write_text(PAIRS.format(name=name, pays=pays), encoding="utf-8")
    written(tmp_path, 'title = "Room"\n[[game]]\ngame = "blackjack"\nside_bets = ["own.toml"]\n')
    return tmp_path


def test_a_side_bet_is_added_to_those_of_the_house(room: Path) -> None:
    def posted(*more: str, settings: tuple[str, ...] = ()) -> list[tuple[str, str]]:
        files = [str(room / f"{each}.toml") for each in more]
        rules = common.posted("blackjack", settings, str(room / "room.toml"), files)
        return [(bet.name, str(bet.rows[0].pays)) for bet in rules.side_bets]

    assert posted() == [("own", "11 to 1")]
    assert posted("more") == [("own", "11 to 1"), ("more", "12 to 1")]
    # Another version of a bet takes its place, and options may say which ones are posted.
    assert posted("dearer") == [("own", "10 to 1")]
    assert posted("more", settings=("side_bets=none",)) == [("more", "12 to 1")]
    assert posted(settings=("side_bets=none",)) == []


def test_a_side_bet_is_added_to_those_of_a_scenario(room: Path) -> None:
    bets = 'main = "5", own = "5"'
    told = f'house = "room.toml"\nshoe = "2c 9h Td 9s 8d"\n[[box]]\nbox = 1\nbets = {{ {bets} }}\n'
    stands = '[[do]]\nbox = 1\nverb = "stand"\n'
    file = room / "round.toml"
    file.write_text(f'game = "blackjack"\n{told}{stands}', encoding="utf-8")
    more = str(room / "more.toml")
    assert main(["settle", str(file), "--side-bet", more]) == 0
    outcome = scenario.run(read(str(file)))
    assert outcome.round is not None
    # The options of this file have all its bets; it does not expect that the one added loses.
    file.write_text(scenario.write(outcome.round).replace("own = ", 'more = "5", own = '))
    assert main(["settle", str(file), "--side-bet", more]) == 1


def test_a_bet_is_designed_next_to_one_whose_name_begins_alike(room: Path) -> None:
    bet = room / "design.toml"
    bet.write_text(PAIRS.format(name="ow", pays=11), encoding="utf-8")
    house = ["--house", str(room / "room.toml")]
    assert main(["design", "blackjack", "--side-bet", str(bet), *house, "--best", "1"]) == 0
