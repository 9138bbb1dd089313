"""The words people read are plain English, as CONTRIBUTING lists them."""

from __future__ import annotations

from pathlib import Path
from typing import Final

import pytest

from tests.tidy.words import avoided_words

ROOT = Path(__file__).resolve().parents[2]

EXEMPT: Final = {
    "src/cardroom/games/side_bets/blazing-7s.toml": "names of rows are stored in events",
    "CONTRIBUTING.md": "lists what we do not write",
    "tests/tidy/test_words.py": "has examples of what we do not write",
    "tests/tidy/words.py": "has the patterns of what we do not write",
}


def test_no_file_has_words_to_avoid() -> None:
    found = [fault for fault in avoided_words(ROOT) if fault.split(":")[0] not in EXEMPT]
    assert not found, "\n" + "\n".join(found)


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("src/cardroom/play/round.py", '"""How the odds are reckoned."""'),
        ("src/cardroom/play/round.py", "x = 1  # it hangs on the shoe"),
        ("src/cardroom/play/round.py", 'why = f"{box} is no such name"'),
        ("tests/test_odds.py", "def test_odds_are_reckoned() -> None: ..."),
        ("src/cardroom/play/round.py", "def bet(beside_main: int) -> None: ..."),
        ("src/cardroom/play/round.py", "ODDS_RECKONED = 1"),
        ("web/a.css", "/* next to its neighbour */\n"),
        ("docs/odds.md", "Bets beside the hand.\n"),
        ("docs/odds.md", "A key that vouches for the journal.\n"),
        ("README.md", "The player takes his chips.\n"),
        ("README.md", "Each table is told of it.\n"),
        ("README.md", "After so many rounds.\n"),
        ("README.md", "Best play for who knows the bank.\n"),
        ("README.md", "It is late. Who leaves before that pays.\n"),
        ("houses/a.toml", 'title = "Who folds early loses"\n'),
        ("web/a.js", "// the dealer goes over\n"),
        ("web/a.html", "<p>The colour of the felt</p>\n"),
        ("signage/a.typ", "// not reckoned\n"),
    ],
)
def test_a_word_to_avoid_is_found(name: str, text: str, tmp_path: Path) -> None:
    path = tmp_path / name
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text, encoding="utf-8")
    assert list(avoided_words(tmp_path))


@pytest.mark.parametrize(
    ("name", "text"),
    [
        (
            "src/cardroom/play/round.py",
            'besides = row["not_reckoned"], "bet.beside-main", f"{key}/endow"',
        ),
        ("src/cardroom/play/round.py", '"""Hands that are told apart by their kickers."""'),
        ("README.md", "Who banks next? A player who leaves pays when leaving. No more bets.\n"),
        ("data.json", '{"he": "reckoned"}'),
    ],
)
def test_other_words_are_not(name: str, text: str, tmp_path: Path) -> None:
    path = tmp_path / name
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text, encoding="utf-8")
    assert not list(avoided_words(tmp_path))
