"""Equities: against plain C that evaluates every board, and against peers from the package index.

The plain C program uses the tables of our kernels and evaluates each board once for each hand.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from itertools import combinations
from typing import Any

import numpy as np

from bench.clock import times_as_fast
from bench.goal import Bench, UnmeasurableError
from bench.plain_c import address, library

SIX = ("AcAd", "KsKh", "QcQd", "JsJh", "9c8c", "7d6d")
FLOP = "2c 7h Td"
OMAHA = ("AsAh2s3h", "KcKdQcQd", "5c6c7d8d")
RANDOM = "random"
SAMPLES = 1_000_000


def benchmarks() -> Iterable[Bench]:
    c = "times plain C"
    yield Bench("heads-up hold'em, every board", 3, c, "least", lambda: holdem(SIX[:2], ""))
    yield Bench("six hands, every board", 5, c, "least", lambda: holdem(SIX, ""))
    yield Bench("six hands on the flop", 0.5, c, "least", lambda: holdem(SIX, FLOP))
    yield Bench("a hand against a random hand on the flop", 2, c, "least", random_hand)
    yield Bench("Omaha, two hands, every board", 50, c, "least", lambda: omaha(OMAHA[:2], ""))
    yield Bench("Omaha Hi-Lo, to C for the high alone", 25, c, "least", omaha_hi_lo)
    yield Bench("Omaha, three hands on the flop", 5, c, "least", lambda: omaha(OMAHA, FLOP))
    unit = "times phevaluator"
    yield Bench("Omaha on the flop, by phevaluator", 10, unit, "least", omaha_by_phevaluator)
    name = "simulated equity"
    yield Bench(name, 1.1, c, "least", lambda: simulated_in_c(SIX[:2]))
    yield Bench(f"{name}, a random hand", 1.1, c, "least", lambda: simulated_in_c((SIX[0], RANDOM)))
    yield Bench(f"{name}, by eval7", 1.1, "times eval7", "least", simulated_by_eval7)


def asked(game: str, hands: Iterable[str], board: str) -> tuple[Callable[[], object], Any]:
    from cardroom.analysis.poker.equity import BoardGame, ask, equity  # noqa: PLC0415

    question = ask(BoardGame(game), list(hands), board)
    return lambda: equity(question), question


def plain() -> Any:
    from cardroom.analysis.kernels import board_values, boards  # noqa: PLC0415 - where it runs

    found = library("plain_hands")
    values = board_values
    tables = (boards.KEYS, boards.BITS, values.ROWS, values.SEVEN, values.FIVE_ROWS, values.FIVE)
    found.load_tables(*(address(each) for each in (*tables, boards.FLUSH)))
    return found


def indices(cards: Iterable[Any]) -> Any:
    return np.array([card.index for card in cards], np.uint8)


def in_c(name: str, question: Any) -> Callable[[], object]:
    """Every board in plain C; its counts must be ours."""
    from cardroom.analysis.poker.equity import equity  # noqa: PLC0415

    c, players = plain(), len(question.hands)
    holes = indices(card for hand in question.hands for card in hand)
    board, deck = indices(question.board), indices(question.deck)
    shares = np.zeros((players, players + 1), np.int64)

    def run() -> None:
        shares[:] = 0
        getattr(c, name)(
            address(holes), players, address(board), len(board), address(deck), len(deck),
            address(shares),
        )  # fmt: skip

    run()
    assert shares[:, 1].tolist() == [player.wins for player in equity(question).players]
    return run


def holdem(hands: Iterable[str], board: str) -> float:
    ours, question = asked("texas-holdem", hands, board)
    return times_as_fast(ours, in_c("holdem_boards", question))


def omaha(hands: Iterable[str], board: str) -> float:
    ours, question = asked("omaha", hands, board)
    return times_as_fast(ours, in_c("omaha_boards", question), runs=3)


def omaha_hi_lo() -> float:
    """High and low over every board; the plain program counts the high only."""
    ours, _ = asked("omaha-hi-lo", OMAHA[:2], "")
    _, high = asked("omaha", OMAHA[:2], "")
    return times_as_fast(ours, in_c("omaha_boards", high), runs=3)


def random_hand() -> float:
    ours, question = asked("texas-holdem", ["AcAd", RANDOM], FLOP)
    c, hole = plain(), indices(question.hands[0])
    board, deck = indices(question.board), indices(question.deck)
    shares = np.zeros((2, 3), np.int64)
    arguments = (address(hole), address(board), address(deck), len(deck), address(shares))
    return times_as_fast(ours, lambda: c.holdem_random(*arguments))


def omaha_by_phevaluator() -> float:
    try:
        from phevaluator import evaluate_omaha_cards  # noqa: PLC0415
    except ImportError:
        raise UnmeasurableError("phevaluator is not installed (requirements/bench.txt)") from None
    ours, question = asked("omaha", OMAHA, FLOP)

    def number(card: Any) -> int:
        return int((card.rank + 11) % 13 * 4 + card.suit)

    hands = [tuple(number(card) for card in hand) for hand in question.hands]
    board = tuple(number(card) for card in question.board)
    deck = [number(card) for card in question.deck]

    def theirs() -> None:
        for two in combinations(deck, 2):
            for hand in hands:
                evaluate_omaha_cards(*board, *two, *hand)

    return times_as_fast(ours, theirs)


def sampled(hands: Iterable[str]) -> tuple[Callable[[], object], Any]:
    from cardroom.analysis.poker.equity import simulated  # noqa: PLC0415

    _, question = asked("texas-holdem", hands, "")
    return lambda: simulated(question, SAMPLES, seed=1), question


def simulated_in_c(hands: Iterable[str]) -> float:
    """Hands that are known come first."""
    ours, question = sampled(hands)
    known = [hand for hand, text in zip(question.hands, hands, strict=True) if text != RANDOM]
    c, holes = plain(), indices(card for hand in known for card in hand)
    players, deck = len(question.hands), indices(question.deck)
    shares = np.zeros((players, players + 1), np.int64)
    arguments = (
        address(holes), len(known), players, address(deck), len(deck), SAMPLES, 1, address(shares),
    )  # fmt: skip
    return times_as_fast(ours, lambda: c.holdem_sampled(*arguments))


def simulated_by_eval7() -> float:
    try:
        import eval7  # noqa: PLC0415
    except ImportError:
        raise UnmeasurableError("eval7 is not installed (requirements/bench.txt)") from None
    hand = [eval7.Card("Ac"), eval7.Card("Ad")]
    other = eval7.HandRange("KsKh")
    ours, _ = sampled(SIX[:2])
    return times_as_fast(ours, lambda: eval7.py_hand_vs_range_monte_carlo(hand, other, [], SAMPLES))
