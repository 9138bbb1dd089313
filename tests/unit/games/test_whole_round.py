"""What a rule page says around the procedure: a game's own text, and what its bank implies."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import msgspec
import pytest

from cardroom import games
from cardroom.games import registry
from cardroom.games.whole_round import section, whole_round
from cardroom.rules.ruleset import Ruleset


def titles(rules: Ruleset) -> set[str]:
    return {part.title for part in whole_round(rules)}


def with_text(monkeypatch: pytest.MonkeyPatch, rules: Ruleset, own: Path | None) -> None:
    """As if the family of these rules had this file, or none."""
    package: Any = msgspec.structs.replace(registry.package(rules), whole_round=own)
    monkeypatch.setattr(registry, "package", lambda _: package)


@pytest.mark.parametrize(
    ("game", "banked", "other"),
    [
        ("no-bust-joker", "Rotation of the bank", "The deal"),
        ("blackjack", "The deal", "Rotation of the bank"),
        ("texas-holdem", "The end of the round", "The bank"),
    ],
)
def test_a_game_without_a_text_says_what_its_bank_implies(
    game: str, banked: str, other: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    rules = games.ruleset(game)
    with_text(monkeypatch, rules, None)
    assert banked in titles(rules)
    assert other not in titles(rules)
    assert ("Announcements" in titles(rules)) is not rules.deals_to_seats


def test_a_text_that_is_silent_about_the_bank_leaves_what_every_such_game_says(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    rules, title = games.ruleset("no-bust-joker"), "Rotation of the bank"
    shared = section(rules, title)
    own = tmp_path / "whole_round.toml"
    own.write_text('["no-bust-joker".says]\n"Play" = ["Everybody draws."]\n')
    with_text(monkeypatch, rules, own)
    assert title not in titles(rules)
    assert section(rules, title) == shared
    assert "clockwise" in shared[0]
