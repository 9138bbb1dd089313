"""The kernels say what the readable hands say, and their cache never answers for another kernel."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Iterator
from itertools import combinations
from pathlib import Path
from types import ModuleType

import numpy as np
import numpy.typing as npt
import pytest

from cardroom.analysis.cache_folder import closure
from cardroom.analysis.kernels import (
    boards,
    cache,
    deals,
    house_way,
    omaha,
    pai_gow,
    poker7,
    settle,
    simulate,
    stream,
)
from cardroom.analysis.kernels.four_hands import KEYS, THREES, Cards, four_keys, keys_one_by_one
from cardroom.analysis.kernels.hand_tables import (
    RANK_KEYS,
    ROW_BITS,
    VALUES,
    five_card_values,
    hand_tables,
)
from cardroom.analysis.kernels.pai_gow_tables import SevenCardRow, row_of
from cardroom.analysis.poker.equity import BoardGame, ask, equity
from cardroom.cards import CARDS, JOKER_INDEX, Stream, shuffled
from cardroom.hands.low import low_omaha
from cardroom.hands.pai_gow import FortuneRow, back_value
from cardroom.hands.poker import best, best_omaha, high_rank
from tests.all_hands import five_values

SAMPLES = 3000

njit = cache.compiler(__file__)


def dealt(cards: int, width: int) -> np.ndarray[tuple[int, int], np.dtype[np.uint8]]:
    rows = np.empty((SAMPLES, width), np.uint8)
    deals.deal(np.uint64(7), np.uint64(0), np.arange(cards, dtype=np.uint8), rows)
    return rows


def test_a_compiled_deal_is_the_stream_of_the_engine() -> None:
    rows = dealt(53, 9)
    for number in (0, 1, 2999):
        order = shuffled(CARDS, Stream(7, number).below)
        assert [CARDS[index] for index in rows[number]] == list(order[:9])


@pytest.mark.parametrize("size", [5, 7])
def test_the_kernel_ranks_as_the_readable_hands_do(size: int) -> None:
    rows = dealt(52, size)
    places = np.zeros(SAMPLES, np.uint16)
    (five_values if size == 5 else poker7.seven_values)(rows, places)
    values = (None, *five_card_values())
    for row, place in zip(rows.tolist(), places.tolist(), strict=True):
        assert best([CARDS[index] for index in row]) == values[place]


@njit("void(uint8[:, ::1], uint64[:, ::1])")
def _both_keys(hands: Cards, out: npt.NDArray[np.uint64]) -> None:
    for start in range(np.uint64(0), np.uint64(hands.shape[0]) - np.uint64(4), np.uint64(4)):
        place = np.uint64(0)
        for vector in four_keys(hands, np.uint64(start)):
            out[0, start + place] = vector
            place += np.uint64(1)
        place = np.uint64(0)
        for scalar in keys_one_by_one(hands, np.uint64(start)):
            out[1, start + place] = scalar
            place += np.uint64(1)


def test_vectors_add_up_the_keys_that_other_processors_add_card_by_card() -> None:
    rows = np.concatenate([dealt(52, 7), np.arange(52 * 7, dtype=np.uint64).reshape(52, 7) % 52])
    rows = np.ascontiguousarray(rows.astype(np.uint8))
    keys = np.zeros((2, len(rows)), np.uint64)
    _both_keys(rows, keys)
    assert (keys[0] == keys[1]).all()
    added = np.uint64(THREES) + KEYS[rows].sum(axis=1, dtype=np.uint64)
    assert (keys[0, :-4] == added[:-4]).all()


@pytest.mark.parametrize("count", [*range(10), 256, 257, 260, 261])
def test_any_number_of_hands_is_evaluated(count: int) -> None:
    rows = dealt(52, 7)
    places, few = np.zeros(SAMPLES, np.uint16), np.zeros(count, np.uint16)
    poker7.seven_values(rows, places)
    poker7.seven_values(np.ascontiguousarray(rows[SAMPLES - count :]), few)
    assert (few == places[SAMPLES - count :]).all()


def test_flushes_rank_in_the_kernel_as_in_the_readable_hands() -> None:
    rows = np.array([(*five, 13, 27) for five in combinations(range(13), 5)], np.uint8)
    places = np.zeros(len(rows), np.uint16)
    poker7.seven_values(rows, places)
    values = (None, *five_card_values())
    for row, place in zip(rows.tolist(), places.tolist(), strict=True):
        assert best([CARDS[index] for index in row]) == values[place]


def joker_hands() -> Iterator[list[int]]:
    for row in dealt(52, 6).tolist():
        yield sorted(row)


def test_the_joker_ranks_in_the_kernel_as_in_the_readable_hands() -> None:
    values = (None, *five_card_values())
    for row in joker_hands():
        by_value, by_row = np.zeros(VALUES + 1, np.int64), np.zeros(len(SevenCardRow), np.int64)
        key = pai_gow.FOURS + np.uint64(sum(int(pai_gow.KEYS[index]) for index in row))
        bits = np.uint64(sum(int(pai_gow.BITS[index]) for index in row))
        pai_gow._tally_joker(key, bits, by_value, by_row)
        hand = (*(CARDS[index] for index in row), CARDS[JOKER_INDEX])
        assert values[int(by_value.argmax())] == back_value(hand)
        assert int(by_row.argmax()) == row_of(hand)


def royals(suit: int) -> Iterator[list[int]]:
    """The royal flush of a suit, and those that the joker makes."""
    high = [card for card in CARDS[:JOKER_INDEX] if high_rank(card) >= 10]
    whole = [card.index for card in high if card.suit == suit]
    assert len(whole) == 5
    yield whole
    for missing in whole:
        yield [JOKER_INDEX, *(index for index in whole if index != missing)]


@pytest.mark.parametrize("suit", range(4))
def test_every_hand_with_a_royal_flush_has_the_row_of_the_readable_hands(suit: int) -> None:
    for royal in royals(suit):
        for pair in combinations(sorted({*range(52)} - {*royal}), 2):
            hand = [*royal, *pair]
            naturals = [index for index in hand if index != JOKER_INDEX]
            key = np.uint64(sum(int(pai_gow.KEYS[index]) for index in naturals))
            bits = np.uint64(sum(int(pai_gow.BITS[index]) for index in naturals))
            found = pai_gow.fortune_row(key, bits, 7 - len(naturals))
            assert found == row_of(tuple(CARDS[index] for index in hand)), hand


def test_rows_of_the_kernel_are_in_the_order_of_fortunes_rows() -> None:
    named = [row.name for row in sorted(SevenCardRow) if row is not SevenCardRow.STRAIGHT_AND_TRIPS]
    assert named == [row.name for row in sorted(FortuneRow)]
    assert SevenCardRow.STRAIGHT_AND_TRIPS == SevenCardRow.STRAIGHT + 1


def test_what_is_left_behind_the_front_is_judged_by_itself() -> None:
    values = (None, *five_card_values())
    for row in joker_hands():
        cards = np.array([*row, JOKER_INDEX], np.uint8)
        for first, second in ((0, 1), (2, 6)):
            back = [c for i, c in enumerate(cards) if i not in (first, second)]
            key = np.uint64(sum(int(house_way.KEYS[c]) for c in back))
            bits = np.uint64(sum(int(house_way.BITS[c]) for c in back))
            place = house_way.back_place(key, bits, int(JOKER_INDEX in back))
            assert values[place] == back_value([CARDS[c] for c in back])


def test_omaha_is_judged_as_by_the_readable_hands() -> None:
    values = (None, *five_card_values())
    highs, lows = np.zeros(1, np.int64), np.zeros(1, np.int64)
    for row in dealt(52, 9)[:600]:
        omaha.judge(row[:4].reshape(1, 4).copy(), row[4:].copy(), highs, lows)
        hole, board = [CARDS[c] for c in row[:4]], [CARDS[c] for c in row[4:]]
        assert values[highs[0]] == best_omaha(hole, board)
        low = low_omaha(hole, board)
        expected = sum(1 << rank - 1 for rank in low.ranks) if low else omaha.NO_LOW
        assert lows[0] == expected


@pytest.mark.parametrize(
    ("hands", "board"),
    [
        (["AsKs", "QhQd"], "2s 7s Jd"),
        (["AsKs", "QhQd", "8s9s"], "2s 7s Jd"),
        (["AsKd", "AhKc"], "2s 7s Jd 3c"),
        (["AsKs", "QhQd"], "2s 7s Jd 3c 4h"),
    ],
)
def test_equity_is_the_share_of_every_board(hands: list[str], board: str) -> None:
    question = ask(BoardGame.TEXAS_HOLDEM, hands, board)
    won = [0.0] * len(hands)
    boards = list(combinations(question.deck, 5 - len(question.board)))
    for rest in boards:
        values = [best((*hand, *question.board, *rest)) for hand in question.hands]
        top = max(values)
        for place, value in enumerate(values):
            won[place] += (value == top) / values.count(top)
    found = equity(question)
    assert found.boards == len(boards)
    assert [float(p.equity) for p in found.players] == pytest.approx([w / len(boards) for w in won])


def test_equity_over_unseen_cards_counts_every_way_to_fill_them() -> None:
    question = ask(BoardGame.TEXAS_HOLDEM, ["AsKs", "Qh??"], "2s 7s Jd 3c")
    found = equity(question)
    assert found.boards == question.fillings_max * question.boards == 45 * 44
    by_hand = [
        equity(ask(BoardGame.TEXAS_HOLDEM, ["AsKs", f"Qh{c}"], "2s 7s Jd 3c"))
        for c in question.deck
    ]
    average = sum(f.players[0].equity for f in by_hand) / len(by_hand)
    assert found.players[0].equity == average


def test_too_many_deals_are_simulated_within_their_error() -> None:
    question = ask(BoardGame.TEXAS_HOLDEM, ["AsAh", "random", "random"])
    found = equity(question, samples=200_000)
    assert found.method == "simulated"
    aces = found.players[0]
    error = found.error(aces)
    assert error is not None
    # Aces against two random hands: 73.4%, every preflop table.
    assert abs(float(aces.equity) - 0.734) < 4 * error + 0.0005
    assert sum(player.equity for player in found.players) == 1


def test_omaha_hi_lo_shares_add_up_to_the_pot() -> None:
    question = ask(BoardGame.OMAHA_HI_LO, ["As2s3h4h", "KcKdQcQd", "8c7d6c5d"], "Ah 9s 2c")
    assert sum(player.equity for player in equity(question).players) == 1


def test_simulated_deals_do_not_depend_on_how_they_are_divided() -> None:
    deck = np.arange(52, dtype=np.uint8)
    whole, half = np.empty((10, 7), np.uint8), np.empty((5, 7), np.uint8)
    deals.deal(np.uint64(3), np.uint64(0), deck, whole)
    deals.deal(np.uint64(3), np.uint64(5), deck, half)
    assert (whole[5:] == half).all()


def test_the_cache_is_named_after_sources_and_tables_to_the_byte(tmp_path: Path) -> None:
    source = tmp_path / "kernel.py"
    source.write_text("one")
    table = np.arange(4)
    first = cache.digest([source], [table])
    assert first == cache.digest([source], [table.copy()])
    changed = table.copy()
    changed[3] = 7
    assert first != cache.digest([source], [changed])
    assert first != cache.digest([source], [table.astype(np.int32)])
    source.write_text("two")
    assert first != cache.digest([source], [table])


def test_a_changed_table_is_not_answered_from_the_cache(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("CARDROOM_CACHE", str(tmp_path))
    found = []
    for value in (3, 4):
        table = np.array([value])

        def look(table: np.ndarray[tuple[int], np.dtype[np.int64]] = table) -> int:
            return int(table[0])

        kernel = cache.compiler(__file__, table)("int64(int64[::1])")(look)
        found.append(kernel(table))
    assert found == [3, 4]
    assert len(list(tmp_path.iterdir())) == 2


def test_a_kernel_is_compiled_again_if_anything_it_imports_changes() -> None:
    names = {path.name for path in closure(Path(boards.__file__))}
    assert {"boards.py", "board_values.py", "hand_tables.py", "poker.py", "cards.py"} <= names
    assert {"stream.py", "cards.py", "errors.py"} == names_of(stream) - names_of(cache)
    assert {"settle.py", "coverage.py"} <= names_of(settle)
    assert not {"boards.py", "exact.py", "pai_gow_rounds.py"} & names_of(simulate)


def names_of(module: ModuleType) -> set[str]:
    assert module.__file__ is not None
    return {path.name for path in closure(Path(module.__file__))}


TWO = """
import sys
from pathlib import Path
from cardroom.analysis.kernels import cache
def slow(x):
    return x + 1
kernel = cache.compiler(sys.argv[1])("int64(int64)")(slow)
assert kernel(1) == 2
print(kernel.compiled, int("numba" in sys.modules))
"""


def test_two_processes_compile_a_kernel_once(tmp_path: Path) -> None:
    script = tmp_path / "kernel.py"
    script.write_text(TWO)
    env = {**os.environ, "CARDROOM_CACHE": str(tmp_path / "cache")}
    command = [sys.executable, str(script), str(script)]
    running = [subprocess.Popen(command, stdout=subprocess.PIPE, env=env) for _ in range(2)]
    said = sorted(process.communicate()[0].decode().split() for process in running)
    # One process had to compile; the other found it, and did not even import the compiler.
    assert said == [["0", "0"], ["1", "1"]]


def test_seven_keys_of_any_ranks_are_looked_up_within_the_tables() -> None:
    """Also six aces and a king, which no deck deals: an open hand's holdings count by rank."""
    tables = hand_tables()
    rows, values = tables["seven_rows"], tables["seven_values"]
    assert 7 * max(RANK_KEYS) >> ROW_BITS < len(rows)
    assert int(rows.max()) + (1 << ROW_BITS) <= len(values)


def test_kept_tables_are_read_again_and_broken_ones_built_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("CARDROOM_CACHE", str(tmp_path))
    built: list[int] = []

    def build() -> dict[str, np.ndarray[tuple[int], np.dtype[np.int64]]]:
        built.append(1)
        return {"table": np.arange(3)}

    for _ in range(2):
        assert cache.stored("name", build, [])["table"].tolist() == [0, 1, 2]
    assert len(built) == 1
    for times, broken in enumerate((b"broken", b""), 2):
        next(tmp_path.glob("name-*.npz")).write_bytes(broken)
        assert cache.stored("name", build, [])["table"].tolist() == [0, 1, 2]
        assert len(built) == times
