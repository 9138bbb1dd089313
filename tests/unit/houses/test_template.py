"""`cardroom new house`: a file that is right as it is, and posts the same games."""

from __future__ import annotations

from datetime import date
from pathlib import Path

import pytest

from cardroom import games, houses
from cardroom.cli import main
from cardroom.houses.template import house_file


@pytest.mark.parametrize("name", houses.names())
def test_a_new_house_posts_what_the_other_one_posts(name: str, tmp_path: Path) -> None:
    like = houses.house(name)
    file = tmp_path / "my-room.toml"
    file.write_text(house_file("my-room", like, date(2026, 6, 1)))
    mine = houses.house(str(file))
    assert mine.title == "My Room"
    for posted, theirs in zip(mine.game, like.game, strict=True):
        assert posted.ruleset("") == theirs.ruleset("")


def test_every_option_that_is_left_out_may_be_uncommented(tmp_path: Path) -> None:
    """A default, written down, is the same posting."""
    like = houses.house("napa_valley")
    text = house_file("my-room", like, date(2026, 6, 1))
    names = {spec.name for posted in like.game for spec in games.game(posted.game).catalogue}
    names.remove("side_bets")  # its line has an example, not the default
    head, *games_of = text.partition("[[game]]")
    lines = [
        line[2:] if line.startswith("# ") and line[2:].split(" = ")[0] in names else line
        for line in "".join(games_of).splitlines()
    ]
    file = tmp_path / "my-room.toml"
    file.write_text(head + "\n".join(lines))
    for posted, theirs in zip(houses.house(str(file)).game, like.game, strict=True):
        assert posted.ruleset("").options == theirs.ruleset("").options


BET = """\
name = "pairs"
title = "Pairs"
cards = ["first", "second"]
[[row]]
name = "pair"
when = "pair"
pays = "11 to 1"
"""


def test_the_line_of_side_bets_may_be_uncommented(tmp_path: Path) -> None:
    text = house_file("my-room", houses.house("washington"), date(2026, 6, 1))
    (tmp_path / "my-bet.toml").write_text(BET)
    file = tmp_path / "my-room.toml"
    file.write_text(text.replace("# side_bets = ", "side_bets = "))
    mine = houses.house(str(file))
    for posted in mine.game:
        assert "Pairs" in [bet.title for bet in posted.ruleset("").side_bets], posted.game
    again = tmp_path / "other.toml"
    again.write_text(house_file("other", mine, date(2026, 6, 1)))
    for posted, theirs in zip(houses.house(str(again)).game, mine.game, strict=True):
        assert posted.ruleset("") == theirs.ruleset("")


def test_side_bets_have_a_line_only_in_games_that_take_them_from_files() -> None:
    text = house_file("my-room", houses.house("napa_valley"), date(2026, 6, 1))
    for part in text.split("[[game]]")[1:]:
        before, _, options = part.partition("[game.options]")
        takes = 'game = "three-card-poker"' in before
        assert ('# side_bets = ["my-bet.toml"]' in before) == takes
        assert "side_bets" not in options


def test_the_settings_of_the_office_may_be_uncommented(tmp_path: Path) -> None:
    text = house_file("my-room", houses.house("washington"), date(2026, 6, 1))
    file = tmp_path / "my-room.toml"
    for name in ("zone", "day_starts", "shifts", "notice_minutes", "notice_rounds"):
        assert f"# {name} = " in text
        text = text.replace(f"# {name} = ", f"{name} = ")
    file.write_text(text)
    mine = houses.house(str(file))
    assert (mine.clock.names, mine.notice_minutes) == (("day", "swing", "graveyard"), 30)
    assert "\nzone = " in house_file("other", mine, date(2026, 6, 1))


def test_a_house_of_ones_own_as_a_house(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "my-room.toml"
    assert main(["new", "house", "my-room", "--like", "washington", "--out", str(file)]) == 0
    assert main(["check", str(file), "--no-odds"]) == 0
    assert main(["new", "house", "my-room", "--like", "washington", "--out", str(file)]) == 2
    assert "exists" in capsys.readouterr().err
    assert main(["new", "house", "../room", "--like", "washington"]) == 2


@pytest.mark.parametrize("kind", ["house", "house-way", "law", "side-bet"])
def test_files_have_a_schema(kind: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["schema", kind]) == 0
    assert '"$ref"' in capsys.readouterr().out
