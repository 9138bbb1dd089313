"""Ranges in the notation of players."""

from __future__ import annotations

import pytest

from cardroom.analysis.poker.equity import BoardGame, ask, equity, simulated
from cardroom.analysis.poker.holdings import HoldingsError, holdings
from cardroom.analysis.poker.starting_hands import BEST_FIRST
from cardroom.cards import CARDS


@pytest.mark.parametrize(
    ("text", "count"),
    [
        ("QQ", 6), ("QQ+", 18), ("TT-77", 24), ("77-TT", 24), ("AKs", 4), ("AKo", 12), ("AK", 16),
        ("KA", 16), ("ATs+", 16), ("AT+", 64), ("A5s-A2s", 16), ("AsKh", 1), ("AsKh, AsKh", 1),
        ("QQ+, AKs", 22), ("QQ+ AKs", 22), ("22+, AKs, 88", 82), ("100%", 1326), ("AA, 100%", 1326),
    ],
)  # fmt: skip
def test_a_range_names_each_of_its_holdings_once(text: str, count: int) -> None:
    found = holdings(text)
    assert len(found) == len({frozenset(holding) for holding in found}) == count


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("AAs", "neither suited nor offsuit"),
        ("A5s-K2s", "ends of a span"),
        ("A5s-A2o", "ends of a span"),
        ("AsAs", "two different cards"),
        ("0%", "not a share"),
        ("120%", "not a share"),
        ("QQ+, aks", "is not a card"),
        (",", "is not a hand"),
    ],
)
def test_a_range_that_names_nothing_is_refused(text: str, said: str) -> None:
    with pytest.raises(HoldingsError, match=said):
        holdings(text)


def test_the_best_fifth_begins_with_aces_and_holds_a_fifth() -> None:
    found = holdings("20%")
    assert abs(len(found) - 265) <= 6
    assert len(BEST_FIRST) == len(set(BEST_FIRST)) == 169
    assert set(holdings("AA, KK, QQ, AKs")) <= set(found)
    assert not set(holdings("72o, 32o")) & set(found)


@pytest.mark.prove
def test_the_order_of_starting_hands_is_their_equity_against_a_random_hand() -> None:
    def worth(name: str) -> float:
        first, second = holdings(name)[0]
        found = equity(ask(BoardGame.TEXAS_HOLDEM, [f"{first}{second}", "random"]))
        return float(found.players[0].equity)

    shares = [worth(name) for name in BEST_FIRST]
    assert shares == sorted(shares, reverse=True)


def test_a_range_that_needs_known_cards_is_refused() -> None:
    with pytest.raises(ValueError, match="no hand of AsAh"):
        ask(BoardGame.TEXAS_HOLDEM, ["AsKs", "AsAh, AsAd"])
    with pytest.raises(ValueError, match="leave no deal"):
        equity(ask(BoardGame.TEXAS_HOLDEM, ["AsAh, AsAd", "AsAc, AsKs"]))
    with pytest.raises(ValueError, match="leave no deal"):
        simulated(ask(BoardGame.TEXAS_HOLDEM, ["AsAh, AsAd", "AsAc, AsKs"]), 10, seed=1)
    with pytest.raises(ValueError, match="hold'em"):
        ask(BoardGame.OMAHA, ["AsKsQdJd", "QQ+"])


def test_every_card_is_in_exactly_51_holdings() -> None:
    found = holdings("100%")
    assert all(sum(card in holding for holding in found) == 51 for card in CARDS[:52])
