"""How much of the pot each hand is worth: over every board, or over random ones with an error.

A hand may hold unseen cards, written `??`, or be one of a range. Every deal is counted if that
takes a few seconds at most; otherwise deals are simulated.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from fractions import Fraction
from functools import cache, lru_cache
from math import lcm, sqrt
from operator import mul
from typing import Any, Final, Literal, NamedTuple

import msgspec
import numpy as np
import numpy.typing as npt

from cardroom.analysis.poker.holdings import RANGES_KEPT
from cardroom.analysis.poker.holdings import holdings as range_holdings
from cardroom.analysis.poker.matchup import BoardGame, EquityError, Matchup, ask
from cardroom.cards import CARDS, JOKER_INDEX, UNSEEN, UNSEEN_INDEX, Card

__all__ = ["BoardGame", "EquityError", "Matchup", "ask", "equity", "simulated"]

SAMPLES: Final = 5_000_000
CHUNK: Final = 1 << 20
STEP_WORK: Final = 50_000_000
"""What is counted between two reports of progress, in the units of `BoardGame.work`."""

HOLE: Final = 2
LAST_CARDS: Final = 2
"""On the flop, turn and river are to come."""
NO_DEAL: Final = "these ranges leave no deal: they need the same cards"
NO_DEAL_FOUND: Final = "these ranges leave no deal, or almost none: they need the same cards"

Progress = Callable[[int, int], None]
Array = npt.NDArray[Any]


class PlayerEquity(NamedTuple):
    """Counts of boards: won alone and shared (the high, in Omaha Hi-Lo), and lows won or shared."""

    hand: tuple[Card, ...]
    pots: int
    """Pots won, in units of which `units` are all pots."""
    units: int
    wins: int
    ties: int
    lows: int

    @property
    def equity(self) -> Fraction:
        return Fraction(self.pots, self.units)


class PotShare(msgspec.Struct, frozen=True, omit_defaults=True):
    """How much of the pot a hand is worth; the other figures are shares of the deals."""

    hand: tuple[Card, ...]
    equity: float
    win: float
    """The high alone, in a game that splits the pot with a low."""
    tie: float
    low: float | None = None
    """Lows won or shared; None in games without a low."""
    exact: Fraction | None = None
    """The equity as a fraction, if every deal was counted, ..."""
    standard_error: float | None = None
    """... or its standard error, if deals were simulated."""
    range: str | None = None
    """What the hand may be, if it comes from a range."""


class PotShares(msgspec.Struct, frozen=True):
    """The equity of every hand, with the names and the order of `--json`."""

    game: str
    board: tuple[Card, ...]
    dead: tuple[Card, ...]
    method: Literal["exact", "simulated"]
    deals: int
    players: tuple[PotShare, ...]


class Equity(NamedTuple):
    question: Matchup
    method: Literal["exact", "simulated"]
    boards: int
    players: tuple[PlayerEquity, ...]

    def error(self, player: PlayerEquity) -> float | None:
        """One standard error, at most: no share of the pot varies more than all or nothing."""
        if self.method == "exact":
            return None
        share = player.pots / player.units
        return sqrt(share * (1 - share) / self.boards)

    @property
    def shares(self) -> PotShares:
        """The same as shares of all deals."""
        question = self.question
        return PotShares(
            game=str(question.game),
            board=question.board,
            dead=question.dead,
            method=self.method,
            deals=self.boards,
            players=tuple(self._share(place) for place in range(len(self.players))),
        )

    def _share(self, place: int) -> PotShare:
        player = self.players[place]
        error = self.error(player)
        return PotShare(
            hand=player.hand,
            equity=player.pots / player.units,
            win=player.wins / self.boards,
            tie=player.ties / self.boards,
            low=player.lows / self.boards if self.question.game.splits_low else None,
            exact=player.equity if error is None else None,
            standard_error=error,
            range=self.question.range_of(place) or None,
        )


def equity(
    question: Matchup,
    progress: Progress | None = None,
    samples: int = SAMPLES,
    seed: int = 1,
) -> Equity:
    shares = _no_shares(question)
    held = [card.index for hand in question.hands for card in hand]
    if UNSEEN_INDEX not in held:
        _complete(question, held, shares)
        boards = question.boards
    elif (
        len(unseen := question.unseen) == 1
        and question.game.hole_cards == HOLE
        and question.need <= LAST_CARDS
    ):
        boards = _complete_open(question, unseen[0], shares)
    elif not question.exact:
        return simulated(question, samples, seed, progress)
    else:
        boards = _complete_each(question, shares, progress) * question.boards
    if not boards:
        raise EquityError(NO_DEAL)
    return Equity(question, "exact", boards, _players(question, shares, boards))


def simulated(
    question: Matchup, samples: int, seed: int, progress: Progress | None = None
) -> Equity:
    """Over random deals, however few there are."""
    shares = _no_shares(question)
    _sample(question, shares, samples, seed, progress)
    return Equity(question, "simulated", samples, _players(question, shares, samples))


def _complete(question: Matchup, held: Sequence[int], shares: Array) -> None:
    """Every board for hands that are known; `held` are all their cards."""
    from cardroom.analysis.kernels import boards  # noqa: PLC0415 - where it runs

    boards.complete(
        np.array(held, np.uint8).reshape(len(question.hands), -1),
        _indices(question.board),
        _bits(question.dead),
        1,
        int(question.game.splits_low),
        shares,
    )


def _complete_open(question: Matchup, place: int, shares: Array) -> int:
    """Every board and every holding of the one hold'em hand that is open; how many deals."""
    from cardroom.analysis.kernels import open_hand  # noqa: PLC0415 - where it runs

    hands = question.hands
    if text := question.range_of(place):
        holdings = _range_rows(text)
    elif hands[place].count(UNSEEN) < HOLE:
        holdings = np.array(question.holdings(place), np.uint8)
    else:
        holdings = _every_two()
    others = hands[:place] + hands[place + 1 :]
    known = np.array([[card.index for card in hand] for hand in others], np.uint8)
    board, dead = _indices(question.board), _bits(question.dead)
    found: int = open_hand.complete_open(known, holdings, place, board, dead, shares)
    return found


@lru_cache(RANGES_KEPT)
def _range_rows(text: str) -> Array:
    """[holding, card] the card indices of a range."""
    return np.array([[card.index for card in held] for held in range_holdings(text)], np.uint8)


@cache
def _every_two() -> Array:
    """[holding, card] every two cards of a deck."""
    return np.stack(np.triu_indices(JOKER_INDEX, 1), axis=1).astype(np.uint8)


def _complete_each(question: Matchup, shares: Array, progress: Progress | None) -> int:
    """Every board for every way to fill the unseen cards; how many ways there are."""
    from cardroom.analysis.kernels import boards  # noqa: PLC0415 - where it runs

    players = range(len(question.hands))
    rows = [question.holdings(place) for place in players]
    times = [[1] * len(each) for each in rows]
    opened = [place for place in players if len(rows[place]) > 1]
    if len(opened) == 1 and question.need == 5:
        rows[opened[0]], times[opened[0]] = _alike(rows[opened[0]], list(question.symmetries))
    holdings = np.array([row for each in rows for row in each], np.uint8)
    stops = np.cumsum([len(each) for each in rows])
    starts = stops - [len(each) for each in rows]
    board, gone = _indices(question.board), _bits((*question.board, *question.dead))
    flat = np.array([count for each in times for count in each], np.int64)
    splits = int(question.game.splits_low)
    found, divided = 0, opened[0] if opened else 0
    first, last = int(starts[divided]), int(stops[divided])
    each = question.fillings_max // (last - first) * question.work
    for start in range(first, last, max(1, STEP_WORK // each)):
        stop = min(last, start + max(1, STEP_WORK // each))
        starts[divided], stops[divided] = start, stop
        found += boards.complete_each(holdings, flat, starts, stops, board, gone, splits, shares)
        if progress is not None:
            progress(stop - first, last - first)
    return found


def _alike(
    rows: Sequence[tuple[int, ...]], symmetries: Sequence[tuple[int, ...]]
) -> tuple[list[tuple[int, ...]], list[int]]:
    """One of the holdings that are equal up to an exchange of suits, and their number."""
    counts: dict[tuple[int, ...], int] = {}
    for row in rows:
        first = min(tuple(sorted(moved[card] for card in row)) for moved in symmetries)
        counts[first] = counts.get(first, 0) + 1
    return list(counts), list(counts.values())


def _sample(
    question: Matchup, shares: Array, samples: int, seed: int, progress: Progress | None
) -> None:
    from cardroom.analysis.kernels import sampled_boards  # noqa: PLC0415 - where it runs

    players = range(len(question.hands))
    rows = [question.holdings(p) if question.range_of(p) else [] for p in players]
    hole = question.game.hole_cards
    holdings = np.array([row for each in rows for row in each], np.uint8).reshape(-1, hole)
    stops = np.cumsum([len(each) for each in rows])
    starts = stops - [len(each) for each in rows]
    # The kernel has no unseen card; the joker is in no suit either.
    known = np.array(
        [[min(card.index, JOKER_INDEX) for card in hand] for hand in question.hands], np.uint8
    )
    board, deck = _indices(question.board), _indices(question.deck)
    splits = int(question.game.splits_low)
    for start in range(0, samples, CHUNK):
        size = min(CHUNK, samples - start)
        dealt = sampled_boards.sample(
            np.uint64(seed), start // sampled_boards.BLOCK, size, known, holdings,
            starts, stops, board, deck, splits, shares,
        )  # fmt: skip
        if not dealt:
            raise EquityError(NO_DEAL_FOUND)
        if progress is not None:
            progress(start + size, samples)


def _indices(cards: Sequence[Card]) -> Array:
    return np.array([card.index for card in cards], np.uint8)


def _bits(cards: Sequence[Card]) -> np.uint64:
    """Different cards as the kernels have them."""
    return np.uint64(sum([SUIT_AND_RANK[card.index] for card in cards]))


SUIT_AND_RANK: Final = [1 << 16 * card.suit + (card.rank + 11) % 13 for card in CARDS[:JOKER_INDEX]]
"""By card index, its bit in the kernels."""


def _no_shares(question: Matchup) -> Array:
    """Kind (high without a low, high with a low, low), player, number of winners."""
    players = len(question.hands)
    return np.zeros((3, players, players + 1), np.int64)


def _players(question: Matchup, shares: Array, boards: int) -> tuple[PlayerEquity, ...]:
    hands = question.hands
    sharers, parts = _parts(len(hands))
    units = 2 * sharers * boards
    if not question.game.splits_low:
        found = []
        for hand, row in zip(hands, shares[0].tolist(), strict=True):
            wins, ties = row[1], sum(row[2:])
            # Mostly nobody shares a pot, and then there is nothing to add up.
            pots = sum(map(mul, row, parts)) if ties else wins * sharers
            found.append(PlayerEquity(hand, 2 * pots, units, wins, ties, 0))
        return tuple(found)
    found = []
    for hand, row, other, lows in zip(hands, *shares.tolist(), strict=True):
        halves = sum(map(mul, other, parts)) + sum(map(mul, lows, parts))
        pots = 2 * sum(map(mul, row, parts)) + halves
        ties = sum(row[2:]) + sum(other[2:])
        found.append(PlayerEquity(hand, pots, units, row[1] + other[1], ties, sum(lows)))
    return tuple(found)


@cache
def _parts(players: int) -> tuple[int, tuple[int, ...]]:
    """What a pot is divided into, and the parts of a player by the number who share it."""
    whole = lcm(*range(1, players + 1))
    return whole, (0, *(whole // number for number in range(1, players + 1)))
