"""Three Card Poker: what a settlement says of the hand, in addition to its money."""

from __future__ import annotations

from pathlib import Path

from cardroom import scenario

FOLDER = Path(__file__).resolve().parents[3] / "scenarios" / "three-card-poker"


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
