"""A drill file: what it may say, and errors with file and line."""

from __future__ import annotations

from pathlib import Path

import pytest

from cardroom.data_file import FileError
from cardroom.school.course import DrillCourse
from cardroom.school.drill import SchoolError, drill, names, read
from cardroom.school.library import PostedAt

GOOD = 'title = "Mine"\ngame = "blackjack"\nasks = ["pay"]\n'


def written(folder: Path, text: str) -> Path:
    file = folder / "mine.toml"
    file.write_text(text, encoding="utf-8")
    return file


def test_a_house_writes_its_own_drill(tmp_path: Path) -> None:
    (tmp_path / "rounds").mkdir()
    (tmp_path / "rounds" / "one.toml").write_text(
        'game = "blackjack"\nshoe = "2c Ts Ad 9h 7c Kd"\n[[box]]\nbox = 1\nbets = { main = "15" }\n'
        '[[do]]\nbox = 1\nverb = "decline"\n[[do]]\nbox = 1\nverb = "stand"\n',
        encoding="utf-8",
    )
    text = GOOD + 'tolerance = "0.50"\noptions = { decks = 2 }\n[draw]\nrounds = "rounds"\n'
    course = DrillCourse(read(written(tmp_path, text)))
    posed = course.question(1, 0, course.drill.level_named(""))
    assert posed.drill == "mine"
    assert "decks: 2" in posed.question.scene.posted


@pytest.mark.parametrize(
    ("line", "text", "says"),
    [
        (2, GOOD.replace("blackjack", "blakjack"), "did you mean 'blackjack'?"),
        (3, GOOD.replace("pay", "pai"), "'pai' cannot be asked; did you mean 'pay'?"),
        (4, GOOD + 'clauses = ["pay.natrual"]\n', "no clause of blackjack is called 'pay.natrual'"),
        (4, GOOD + 'tolerance = "1c"\n', "tolerance:"),
        (4, GOOD + 'tolerance = "-1"\n', "tolerance: -1 is below zero"),
        (4, GOOD + "options = { decks = 77 }\n", "decks"),
        (4, GOOD + 'house = "nowhere"\n', "there is no house 'nowhere'"),
        (5, GOOD + '[draw]\nrounds = "none"\n', "there is no folder 'none'"),
        (6, GOOD + '[[level]]\nname = "a"\nseconds = 0\n', "seconds"),
        (4, GOOD + '[[level]]\nname = "a"\n[[level]]\nname = "a"\n', "each with its own name"),
        (4, GOOD + 'tilte = "x"\n', "did you mean 'title'?"),
        (4, GOOD + 'name = "x"\n', "the name of its file"),
    ],
)
def test_a_wrong_drill_is_refused_at_its_line(
    tmp_path: Path, line: int, text: str, says: str
) -> None:
    file = written(tmp_path, text)
    with pytest.raises(FileError) as wrong:
        read(file)
    assert str(wrong.value).startswith(f"{file}:{line}: ")
    assert says in str(wrong.value)


def test_an_unknown_drill_or_level_is_answered_with_the_nearest_one() -> None:
    with pytest.raises(SchoolError, match="did you mean 'blackjack-pay'"):
        drill("blackjack-pey")
    with pytest.raises(SchoolError, match="known are trainee"):
        drill("blackjack-pay").level_named("beginner")


def test_a_house_is_asked_by_its_own_rules() -> None:
    """Washington pays a natural as it posts it, whatever the worked round was written for."""
    course = DrillCourse(drill("maxtime-21-pay"), PostedAt("washington"))
    level = course.drill.level_named("dealer")
    digests = {course.question(5, number, level).digest for number in range(8)}
    assert digests == {course.rules.digest}


def test_fifty_drills_ship() -> None:
    assert len(names()) >= 50
