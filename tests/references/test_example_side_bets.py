"""The examples of side bets against the house edges that were published for them."""

from __future__ import annotations

from decimal import Decimal
from fractions import Fraction
from pathlib import Path

import pytest

from cardroom import games
from cardroom.analysis.twentyone.side_bets import side_bets
from cardroom.games.side_bets.files import Reference, read_file

FOLDER = Path(__file__).resolve().parents[2] / "examples" / "side_bets"
FILES = sorted(FOLDER.glob("*.toml"))
PUBLISHED = [
    pytest.param(file, reference, id=f"{file.stem} {reference.edge}")
    for file in FILES
    for reference in read_file(file).file.reference
]


@pytest.mark.parametrize(("file", "published"), PUBLISHED)
def test_an_example_has_its_published_edge(file: Path, published: Reference) -> None:
    rules = games.ruleset(published.game, {**published.options, "side_bets": [read_file(file)]})
    (found,) = side_bets(rules)
    figure = Decimal(published.edge.rstrip("%"))
    _, _, exponent = figure.as_tuple()
    assert isinstance(exponent, int)
    half = Fraction(1, 2) * Fraction(10) ** exponent
    assert abs(found.edge * 100 - Fraction(figure)) <= half, float(found.edge)


def test_every_example_has_a_reference() -> None:
    without = [file.stem for file in FILES if not read_file(file).file.reference]
    assert without == ["six-card-bonus"]  # six cards are too many to count card by card
