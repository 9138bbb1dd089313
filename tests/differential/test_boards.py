"""Boards counted by their ranks give what boards dealt one by one give, to the last count."""

from __future__ import annotations

from fractions import Fraction
from itertools import combinations

import numpy as np
import pytest

from cardroom.analysis.kernels import omaha, poker7
from cardroom.analysis.poker.equity import BoardGame, ask, equity, simulated
from cardroom.analysis.poker.matchup import Matchup
from cardroom.cards import CARDS, JOKER_INDEX, Stream, show_cards, shuffled

HOLDEM, OMAHA, HI_LO = BoardGame
PREFLOP = [["AcAd", "KsKh"], ["AsKs", "QsJs"], ["7c2d", "7d2c", "AhKh", "5s4s"]]
DEAD = "3c 3d 3h 5c 6d 8h 8c 9d 9s Tc Th Jd Jh Jc Kd 4c 4d"


def every_board(question: Matchup) -> np.ndarray[tuple[int, int], np.dtype[np.uint8]]:
    deck = [card.index for card in question.deck]
    ways = list(combinations(deck, question.need))
    rest = np.array(ways, np.uint8).reshape(len(ways), question.need)
    board = np.tile(np.array([c.index for c in question.board], np.uint8), (len(rest), 1))
    return np.hstack([board.astype(np.uint8), rest])


def naive(question: Matchup) -> list[tuple[Fraction, int, int, int]]:
    """Equity, wins, ties and lows of every player, from the value of every hand on every board."""
    boards = every_board(question)
    holes = np.array([[card.index for card in hand] for hand in question.hands], np.uint8)
    highs = np.zeros((len(holes), len(boards)), np.int64)
    lows = np.full((len(holes), len(boards)), omaha.NO_LOW, np.int64)
    if question.game is HOLDEM:
        for i, hole in enumerate(holes):
            places = np.zeros(len(boards), np.uint16)
            rows = np.hstack([np.tile(hole, (len(boards), 1)), boards])
            poker7.seven_values(np.ascontiguousarray(rows), places)
            highs[i] = places
    else:
        high, low = np.zeros(len(holes), np.int64), np.zeros(len(holes), np.int64)
        for column, board in enumerate(boards):
            omaha.judge(holes, board, high, low)
            highs[:, column] = high
            if question.game.splits_low:
                lows[:, column] = low
    best = highs == highs.max(axis=0)
    there = lows.min(axis=0) < omaha.NO_LOW
    best_low = (lows == lows.min(axis=0)) & there
    found = []
    for i in range(len(holes)):
        pots = Fraction(0)
        for sharers in range(1, len(holes) + 1):
            shared = best[i] & (best.sum(axis=0) == sharers)
            pots += Fraction(int((shared & ~there).sum()), sharers)
            pots += Fraction(int((shared & there).sum()), 2 * sharers)
            shared_low = best_low[i] & (best_low.sum(axis=0) == sharers)
            pots += Fraction(int(shared_low.sum()), 2 * sharers)
        alone = best.sum(axis=0) == 1
        wins, ties = int((best[i] & alone).sum()), int((best[i] & ~alone).sum())
        found.append((pots / len(boards), wins, ties, int(best_low[i].sum())))
    return found


def counted(question: Matchup) -> list[tuple[Fraction, int, int, int]]:
    players = equity(question).players
    return [(player.equity, player.wins, player.ties, player.lows) for player in players]


@pytest.mark.parametrize("hands", PREFLOP, ids=" ".join)
def test_before_the_flop_with_cards_missing(hands: list[str]) -> None:
    question = ask(HOLDEM, hands, dead=DEAD)
    assert counted(question) == naive(question)


@pytest.mark.prove
@pytest.mark.parametrize("hands", PREFLOP, ids=" ".join)
def test_before_the_flop(hands: list[str]) -> None:
    question = ask(HOLDEM, hands)
    assert counted(question) == naive(question)


@pytest.mark.parametrize("game", [HOLDEM, OMAHA, HI_LO])
@pytest.mark.parametrize("on_board", [3, 4, 5])
def test_random_hands_on_random_boards(game: BoardGame, on_board: int) -> None:
    for number in range(24):
        cards = shuffled(CARDS[:JOKER_INDEX], Stream(on_board, number).below)
        if number % 2:
            # Mostly one suit, so that flushes meet flushes.
            cards = tuple(sorted(cards[:26], key=lambda card: card.suit)) + cards[26:]
            cards = shuffled(cards[:20], Stream(9, number).below) + cards[20:]
        players, hole = 2 + number % 4, game.hole_cards
        texts = [show_cards(cards[i * hole : (i + 1) * hole]) for i in range(players)]
        rest = cards[players * hole :]
        question = ask(game, texts, show_cards(rest[:on_board]), show_cards(rest[5 : 5 + number]))
        assert counted(question) == naive(question), (texts, rest[:on_board])


def test_a_range_is_the_sum_of_its_hands() -> None:
    board = "2s 7s Jd"
    found = equity(ask(HOLDEM, ["AsKs", "QQ, JTs"], board))
    parts = [
        equity(ask(HOLDEM, ["AsKs", text], board))
        for text in ("QcQd", "QcQh", "QcQs", "QdQh", "QdQs", "QhQs", "JcTc", "JhTh", "JsTs")
    ]
    assert found.boards == sum(part.boards for part in parts)
    assert found.players[0].wins == sum(part.players[0].wins for part in parts)
    assert found.players[1].ties == sum(part.players[1].ties for part in parts)


def test_suits_that_can_be_exchanged_are_counted_as_often_as_they_are() -> None:
    """Against a pair, a suited hand before the flop: all twelve, and each of them by itself."""
    found = equity(ask(HOLDEM, ["AcAd", "KQs, 87o"]))
    suits = [(a, b) for a in "cdhs" for b in "cdhs"]
    texts = [f"K{a}Q{b}" for a, b in suits if a == b] + [f"8{a}7{b}" for a, b in suits if a != b]
    parts = [equity(ask(HOLDEM, ["AcAd", text])) for text in texts]
    assert found.boards == sum(part.boards for part in parts)
    assert found.players[0].wins == sum(part.players[0].wins for part in parts)


@pytest.mark.parametrize(
    ("game", "hands", "board"),
    [
        (HOLDEM, ["AcAd", "KsKh"], ""),
        (HOLDEM, ["AcAd", "QQ+, AKs", "KQs"], ""),
        (HOLDEM, ["AcAd", "random"], "2c 7c Td"),
        (HOLDEM, ["AcAd", "random"], ""),
        (HOLDEM, ["9c9d", "As??"], "2h 7h Th"),
        (HOLDEM, ["random", "random"], "2c 7c Td 3c 4c"),
        (HOLDEM, ["As??", "QQ+, AKs"], "2c 7c Td 3c"),
        (HI_LO, ["AsAh2s3h", "KcKdQcQd"], "4s 5c 9s"),
    ],
    ids=lambda value: " ".join(value) if isinstance(value, list) else str(value),
)
def test_random_deals_agree_with_all_deals(game: BoardGame, hands: list[str], board: str) -> None:
    question = ask(game, hands, board)
    exact, found = equity(question), simulated(question, 100_000, seed=3)
    assert exact.method == "exact"
    for player, other in zip(found.players, exact.players, strict=True):
        error = found.error(player)
        assert error is not None
        assert abs(float(player.equity - other.equity)) < 4 * error + 1e-9


@pytest.mark.parametrize(
    ("hands", "board"),
    [
        (["AcAd", "random"], "2c 7h Td"),
        (["random", "AcAd", "Kc9c"], "2c 7c Tc"),
        (["AcAd", "QQ+, AKs, 76s", "KhQh"], "2h 7h Td 3c"),
        (["9c9d", "As??"], "2h 7h Th 3s"),
        (["9c9d", "random"], "2h 7h Th Kh Ah"),
        (["7h5c", "random"], "Kc As 8h"),
        (["7h5c", "QQ+, A2s"], "Ac As 8h"),
    ],
    ids=str,
)
def test_one_open_hand_is_every_hand_it_may_be(hands: list[str], board: str) -> None:
    question = ask(HOLDEM, hands, board)
    (place,) = question.unseen
    sums = np.zeros((len(hands), 3), np.int64)
    equities = [Fraction(0)] * len(hands)
    holdings = question.holdings(place)
    for row in holdings:
        known = list(question.hands)
        known[place] = tuple(CARDS[index] for index in row)
        for at, player in enumerate(equity(Matchup(HOLDEM, tuple(known), question.board)).players):
            equities[at] += player.equity / len(holdings)
            sums[at] += (player.wins, player.ties, player.lows)
    found = equity(question)
    assert found.boards == len(holdings) * question.boards
    told = [(player.equity, player.wins, player.ties, player.lows) for player in found.players]
    assert told == [(share, *row) for share, row in zip(equities, sums.tolist(), strict=True)]
