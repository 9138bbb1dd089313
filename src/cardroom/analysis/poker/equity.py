"""How much of the pot each hand is worth: over every board, or over random ones with an error.

A hand may hold unseen cards, written `??`. All is enumerated up to two billion evaluations (and
two million ways to fill unseen cards); beyond that the deal is simulated.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from enum import StrEnum
from fractions import Fraction
from itertools import combinations
from math import comb, sqrt
from typing import Any, Final, Literal, NamedTuple

import msgspec
import numpy as np
import numpy.typing as npt

from cardroom.cards import (
    CARDS,
    JOKER,
    JOKER_INDEX,
    UNSEEN,
    Card,
    CardError,
    parse_cards,
    show_cards,
)

EVALUATIONS_MAX: Final = 2_000_000_000
FILLINGS_MAX: Final = 2_000_000
SAMPLES: Final = 5_000_000
CHUNK: Final = 1 << 17
BOARD_SIZES: Final = (0, 3, 4, 5)

Progress = Callable[[int, int], None]
Array = npt.NDArray[Any]


class EquityError(ValueError):
    """A question that no deal can answer."""


class BoardGame(StrEnum):
    TEXAS_HOLDEM = "texas-holdem"
    OMAHA = "omaha"
    OMAHA_HI_LO = "omaha-hi-lo"

    @property
    def hole_cards(self) -> int:
        return 2 if self is BoardGame.TEXAS_HOLDEM else 4

    @property
    def splits_low(self) -> bool:
        return self is BoardGame.OMAHA_HI_LO

    @property
    def evaluations(self) -> int:
        """For one hand on one board; six pairs by ten threes in Omaha, twice with a low."""
        return {BoardGame.TEXAS_HOLDEM: 1, BoardGame.OMAHA: 60, BoardGame.OMAHA_HI_LO: 120}[self]


class Matchup(NamedTuple):
    """Hands against each other; `??` is a card that nobody has seen."""

    game: BoardGame
    hands: tuple[tuple[Card, ...], ...]
    board: tuple[Card, ...] = ()
    dead: tuple[Card, ...] = ()

    @property
    def unseen(self) -> tuple[int, ...]:
        return tuple(hand.count(UNSEEN) for hand in self.hands)

    @property
    def deck(self) -> tuple[Card, ...]:
        """What may still come, by rank: the kernel compares a run of equal ranks once."""
        gone = {*self.board, *self.dead, *(card for hand in self.hands for card in hand)}
        left = [card for card in CARDS[:JOKER_INDEX] if card not in gone]
        return tuple(sorted(left, key=lambda card: (card.rank, card.suit)))

    @property
    def fillings(self) -> int:
        """In how many ways the unseen cards of the hands can lie."""
        ways, left = 1, len(self.deck)
        for unseen in self.unseen:
            ways, left = ways * comb(left, unseen), left - unseen
        return ways

    @property
    def boards(self) -> int:
        return comb(len(self.deck) - sum(self.unseen), 5 - len(self.board))

    @property
    def evaluations(self) -> int:
        return self.fillings * self.boards * len(self.hands) * self.game.evaluations

    @property
    def exact(self) -> bool:
        return self.evaluations <= EVALUATIONS_MAX and self.fillings <= FILLINGS_MAX


class PlayerEquity(NamedTuple):
    """Counts of boards: won alone and shared (the high, in Omaha Hi-Lo), and lows won or shared."""

    hand: tuple[Card, ...]
    equity: Fraction
    wins: int
    ties: int
    lows: int


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
        """One standard error, at most: no share of the pot varies more than winning all of it."""
        if self.method == "exact":
            return None
        share = float(player.equity)
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
            players=tuple(self._share(player) for player in self.players),
        )

    def _share(self, player: PlayerEquity) -> PotShare:
        error = self.error(player)
        return PotShare(
            hand=player.hand,
            equity=float(player.equity),
            win=player.wins / self.boards,
            tie=player.ties / self.boards,
            low=player.lows / self.boards if self.question.game.splits_low else None,
            exact=player.equity if error is None else None,
            standard_error=error,
        )


def ask(game: BoardGame, hands: Sequence[str], board: str = "", dead: str = "") -> Matchup:
    """A question from text, or an `EquityError` that says what is wrong with it."""
    try:
        held = tuple(_hand(text, game) for text in hands)
        question = Matchup(game, held, parse_cards(board), parse_cards(dead))
    except CardError as error:
        raise EquityError(str(error)) from error
    if len(held) < 2:
        raise EquityError("name at least two hands")
    for hand in held:
        if len(hand) != game.hole_cards:
            raise EquityError(
                f"a hand of {game} has {game.hole_cards} cards, not {len(hand)}: {show_cards(hand)}"
            )
    if len(question.board) not in BOARD_SIZES:
        raise EquityError(f"a board has 3, 4 or 5 cards, or none yet, not {len(question.board)}")
    if UNSEEN in question.board or UNSEEN in question.dead:
        raise EquityError("only a hand can hold ??; leave out what is still to come")
    seen = [*question.board, *question.dead, *(c for hand in held for c in hand if c is not UNSEEN)]
    if JOKER in seen:
        raise EquityError(f"{game} is played without a joker")
    if twice := [card for card, count in Counter(seen).items() if count > 1]:
        raise EquityError(f"{show_cards(twice)} cannot be in two places")
    missing = sum(question.unseen) + 5 - len(question.board) - len(question.deck)
    if missing > 0:
        raise EquityError(f"the deck is {missing} cards short of that many hands and a board")
    return question


def _hand(text: str, game: BoardGame) -> tuple[Card, ...]:
    return (UNSEEN,) * game.hole_cards if text == "random" else parse_cards(text)


def equity(
    question: Matchup,
    progress: Progress | None = None,
    samples: int = SAMPLES,
    seed: int = 1,
) -> Equity:
    if question.exact:
        shares = _enumerate(question, progress or _silent)
        boards = question.fillings * question.boards
        return Equity(question, "exact", boards, _players(question, shares, boards))
    return simulated(question, samples, seed, progress or _silent)


def simulated(
    question: Matchup, samples: int, seed: int, progress: Progress | None = None
) -> Equity:
    """Over random deals, however few there are."""
    shares = _simulate(question, progress or _silent, samples, seed)
    return Equity(question, "simulated", samples, _players(question, shares, samples))


def _silent(done: int, total: int) -> None:
    del done, total


def _enumerate(question: Matchup, progress: Progress) -> Array:
    shares = _no_shares(question)
    board = _indices(question.board)
    known = np.array([_indices(hand) for hand in question.hands], np.uint8)
    slots = np.argwhere(known == UNSEEN.index)
    total = question.fillings
    every = max(1, total // 200)
    boards = _board_kernel(question.game)
    for done, (drawn, deck) in enumerate(_fillings(question.unseen, question.deck)):
        holes = known.copy()
        holes[slots[:, 0], slots[:, 1]] = _indices(drawn)
        boards(holes, board, _indices(deck), shares)
        if done % every == 0:
            progress(done + 1, total)
    progress(total, total)
    return shares


def _fillings(
    unseen: Sequence[int], deck: tuple[Card, ...]
) -> Iterator[tuple[tuple[Card, ...], tuple[Card, ...]]]:
    """Every way to fill the unseen cards, hand by hand, with what is then left."""
    if not unseen:
        yield (), deck
        return
    for drawn in combinations(deck, unseen[0]):
        left = tuple(card for card in deck if card not in drawn) if drawn else deck
        for rest, remaining in _fillings(unseen[1:], left):
            yield drawn + rest, remaining


def _simulate(question: Matchup, progress: Progress, samples: int, seed: int) -> Array:
    from cardroom.analysis.kernels import deals  # noqa: PLC0415 - imports numba

    shares = _no_shares(question)
    layout = np.array([card.index for hand in question.hands for card in hand], np.uint8)
    layout = np.concatenate([layout, _indices(question.board)])
    layout = np.concatenate([layout, np.full(5 - len(question.board), UNSEEN.index, np.uint8)])
    unknown = np.flatnonzero(layout == UNSEEN.index)
    deck, judge = _indices(question.deck), _deal_kernel(question.game)
    for start in range(0, samples, CHUNK):
        size = min(CHUNK, samples - start)
        drawn = np.empty((size, len(unknown)), np.uint8)
        deals.deal(np.uint64(seed), np.uint64(start), deck, drawn)
        rows = np.tile(layout, (size, 1))
        rows[:, unknown] = drawn
        judge(rows, len(question.hands), shares)
        progress(start + size, samples)
    return shares


def _indices(cards: Sequence[Card]) -> npt.NDArray[np.uint8]:
    return np.array([card.index for card in cards], np.uint8)


def _no_shares(question: Matchup) -> Array:
    """Kind (high without a low, high with a low, low), player, number of winners."""
    players = len(question.hands)
    return np.zeros((3, players, players + 1), np.int64)


def _board_kernel(game: BoardGame) -> Callable[[Array, Array, Array, Array], None]:
    if game is BoardGame.TEXAS_HOLDEM:
        from cardroom.analysis.kernels import poker7  # noqa: PLC0415 - imports numba

        return lambda holes, board, deck, s: poker7.holdem_boards(holes, board, deck, s[0])
    from cardroom.analysis.kernels import omaha  # noqa: PLC0415 - imports numba

    return omaha.omaha_boards


def _deal_kernel(game: BoardGame) -> Callable[[Array, int, Array], None]:
    if game is BoardGame.TEXAS_HOLDEM:
        from cardroom.analysis.kernels import poker7  # noqa: PLC0415 - imports numba

        return lambda rows, players, s: poker7.holdem_deals(rows, players, s[0])
    from cardroom.analysis.kernels import omaha  # noqa: PLC0415 - imports numba

    return omaha.omaha_deals


def _players(question: Matchup, shares: Array, boards: int) -> tuple[PlayerEquity, ...]:
    found = []
    for place, hand in enumerate(question.hands):
        alone, beside, low = ([int(n) for n in shares[kind, place]] for kind in range(3))
        high = [a + b for a, b in zip(alone, beside, strict=True)]
        won = (
            _pots(alone) + (_pots(beside) + _pots(low)) / 2
            if question.game.splits_low
            else _pots(high)
        )
        lows = sum(low) if question.game.splits_low else 0
        found.append(PlayerEquity(hand, won / boards, high[1], sum(high[2:]), lows))
    return tuple(found)


def _pots(shared: Sequence[int]) -> Fraction:
    """The number of whole pots, from the number of boards won with each number of sharers."""
    return sum((Fraction(n, sharers) for sharers, n in enumerate(shared) if n), Fraction(0))
