"""Three Card Poker: what hands are called, and what a settlement says in addition to its money."""

from __future__ import annotations

from pathlib import Path

import pytest

from cardroom import scenario
from cardroom.cards import parse_cards
from cardroom.hands.three_card import three_card

FOLDER = Path(__file__).resolve().parents[4] / "scenarios" / "three-card-poker"


def settled(name: str) -> list[tuple[str, str, str]]:
    """Spot, cause and row of every bet that was settled."""
    round = scenario.run(scenario.read(FOLDER / f"{name}.toml")).round
    assert round is not None
    return [(one.bet.spot, one.cause, one.row) for one in round.settled]


def test_a_folded_wager_is_taken_because_the_hand_folded_and_by_no_row() -> None:
    folded = [("ante", "folded", ""), ("bonus", "folded", "")]
    assert settled("who-folds-forfeits-the-bonus") == folded


def test_every_wager_on_a_hand_is_settled_by_what_the_hand_is() -> None:
    label = "royal flush"
    assert settled("a-house-pays-the-bonus-by-odds-of-its-own") == [
        ("ante", label, ""),
        ("play", label, ""),
        ("bonus", label, "straight-flush"),
    ]


@pytest.mark.parametrize(
    ("cards", "royal"), [("As Ks Qs", True), ("Ks Qs Js", False), ("As Ks Qh", False)]
)
def test_only_ace_king_queen_of_one_suit_is_a_royal_flush(cards: str, royal: bool) -> None:
    assert three_card(parse_cards(cards)).royal is royal
