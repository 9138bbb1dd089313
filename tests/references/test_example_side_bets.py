"""The examples of side bets against the house edges that were published for them."""

from __future__ import annotations

from decimal import Decimal
from fractions import Fraction
from pathlib import Path

import pytest

from cardroom import games
from cardroom.analysis.families import analysis_of, answered
from cardroom.analysis.three_card import both_hands
from cardroom.games.side_bets.files import Reference, read_file
from cardroom.rules.side_bet import edge
from tests.proofs import some_now

FOLDER = Path(__file__).resolve().parents[2] / "examples" / "side_bets"
FILES = sorted(FOLDER.glob("*.toml"))
PUBLISHED = [(file, reference) for file in FILES for reference in read_file(file).file.reference]
NOW = {place for place, (_, reference) in enumerate(PUBLISHED) if reference.note} | {
    place for place, (file, _) in enumerate(PUBLISHED) if file != PUBLISHED[place - 1][0]
}
"""One of each bet, and what a note explains; other numbers of decks are for `make prove`."""


@pytest.mark.parametrize(
    ("file", "published"),
    some_now(PUBLISHED, NOW),
    ids=[f"{file.stem} {reference.edge}" for file, reference in PUBLISHED],
)
def test_an_example_has_its_published_edge(file: Path, published: Reference) -> None:
    rules = games.ruleset(published.game, {**published.options, "side_bets": [read_file(file)]})
    bet = rules.side_bets[-1]
    counted = answered(rules, analysis_of(rules).side_bet_rows)(rules, bet)
    assert counted is not None
    found = edge(bet, counted)
    figure = Decimal(published.edge.rstrip("%"))
    _, _, exponent = figure.as_tuple()
    assert isinstance(exponent, int)
    # Half of the last printed digit; where a note explains a print that is rounded up, all of it.
    most = Fraction(1, 1 if published.note else 2) * Fraction(10) ** exponent
    assert abs(found * 100 - Fraction(figure)) <= most, float(found)


def test_every_example_has_a_reference() -> None:
    without = [file.stem for file in FILES if not read_file(file).file.reference]
    assert without == []


def test_six_cards_of_one_deck_are_counted_as_they_are_known() -> None:
    """Best five of six cards: the usual counts, of C(52, 6)."""
    rules = games.ruleset(
        "three-card-poker", {"side_bets": [read_file(FOLDER / "six-card-bonus.toml")]}
    )
    found = both_hands.chances(rules.side_bets[-1])
    counts = [188, 1_656, 14_664, 165_984, 205_792, 361_620, 732_160]
    assert [chance * 20_358_520 for chance in found.values()] == counts
