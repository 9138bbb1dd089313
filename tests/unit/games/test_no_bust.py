"""What no scenario of the No-Bust games shows: the maximum of a table that posts none."""

from __future__ import annotations

import pytest

from cardroom import games


@pytest.mark.parametrize("game", ["no-bust-joker", "no-bust-bonus-ace"])
def test_the_maximum_is_the_last_row_of_the_collection(game: str) -> None:
    assert games.game(game).table_defaults["wager_max"] == "100"
