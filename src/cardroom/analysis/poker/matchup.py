"""An equity question: who holds what, the board, and the dead cards."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from enum import StrEnum
from functools import lru_cache
from itertools import combinations, permutations
from math import comb
from typing import Final, NamedTuple

from cardroom.analysis.poker.holdings import HoldingsError, holdings, is_range
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
from cardroom.errors import CardroomError

WORK_MAX: Final = 3_000_000_000
"""About a nanosecond each: what is counted and not simulated takes a few seconds at most."""
BOARD_SIZES: Final = (0, 3, 4, 5)
HANDS_KEPT: Final = 2_652
"""Texts of hands: as many as two cards can be written in either order."""

Indices = tuple[int, ...]


class EquityError(CardroomError):
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

    def work(self, need: int) -> int:
        """The work for one hand and every way to complete a board that lacks this many cards."""
        each = {5: 800_000, 2: 6_000, 1: 2_000, 0: 1_000}[need]
        return each if self is BoardGame.TEXAS_HOLDEM else 3 * each


class Matchup(NamedTuple):
    """Hands against each other; `??` is a card that nobody has seen."""

    game: BoardGame
    hands: tuple[tuple[Card, ...], ...]
    board: tuple[Card, ...] = ()
    dead: tuple[Card, ...] = ()
    ranges: tuple[str, ...] = ()
    """For each hand the range it comes from, empty without one; such a hand is unseen."""

    @property
    def known(self) -> tuple[Card, ...]:
        held = [card for hand in self.hands for card in hand if card is not UNSEEN]
        return (*self.board, *self.dead, *held)

    @property
    def deck(self) -> tuple[Card, ...]:
        gone = set(self.known)
        return tuple(card for card in CARDS[:JOKER_INDEX] if card not in gone)

    @property
    def need(self) -> int:
        """Cards of the board that are still to come."""
        return 5 - len(self.board)

    @property
    def boards(self) -> int:
        """In how many ways the board can be completed for given hands."""
        gone = len(self.board) + len(self.dead) + sum(len(hand) for hand in self.hands)
        return comb(JOKER_INDEX - gone, self.need)

    @property
    def unseen(self) -> tuple[int, ...]:
        """The places of the hands that are not known."""
        return tuple([place for place, hand in enumerate(self.hands) if UNSEEN in hand])

    @property
    def fillings_max(self) -> int:
        """The number of arrangements of the unseen cards; with ranges, an upper bound."""
        ways, left = 1, JOKER_INDEX - len(self.known)
        for place in self.unseen:
            hand = self.hands[place]
            if text := self.range_of(place):
                ways *= len(holdings(text))
            else:
                unseen = hand.count(UNSEEN)
                ways, left = ways * comb(left, unseen), left - unseen
        return ways

    @property
    def work(self) -> int:
        """The work for one arrangement of the unseen cards."""
        return len(self.hands) * self.game.work(self.need)

    @property
    def exact(self) -> bool:
        return not self.unseen or self.fillings_max * self.work <= WORK_MAX

    def range_of(self, place: int) -> str:
        return self.ranges[place] if self.ranges else ""

    def holdings(self, place: int) -> list[Indices]:
        """The possible holdings of the hand, from cards that nobody is known to have."""
        hand = self.hands[place]
        if UNSEEN not in hand:
            return [_indices(hand)]
        gone = {card.index for card in self.known}
        if text := self.range_of(place):
            rows = (_indices(each) for each in holdings(text))
            return [row for row in rows if gone.isdisjoint(row)]
        held = _indices([card for card in hand if card is not UNSEEN])
        deck = [card.index for card in self.deck]
        return [(*held, *rest) for rest in combinations(deck, hand.count(UNSEEN))]

    @property
    def symmetries(self) -> Iterator[Indices]:
        """By card index, every exchange of suits that leaves all known cards unchanged."""
        fixed = [set(_indices(cards)) for cards in (*self.hands, self.board, self.dead)]
        fixed = [cards - {UNSEEN.index} for cards in fixed]
        for suits in permutations(range(4)):
            moved = tuple(suits[card // 13] * 13 + card % 13 for card in range(JOKER_INDEX))
            if all({moved[card] for card in cards} == cards for cards in fixed):
                yield moved


def _indices(cards: Sequence[Card]) -> Indices:
    return tuple([card.index for card in cards])


def ask(game: BoardGame, hands: Sequence[str], board: str = "", dead: str = "") -> Matchup:
    """A question from text, or an `EquityError` that says what is wrong with it."""
    size = game.hole_cards
    try:
        read = [_hand(text, size) for text in hands]
        held, ranges = tuple([cards for cards, _ in read]), tuple([text for _, text in read])
        question = Matchup(game, held, _cards(board), _cards(dead), ranges)
    except (CardError, HoldingsError) as error:
        raise EquityError(str(error)) from error
    if len(held) < 2:
        raise EquityError("name at least two hands")
    for hand in held:
        if len(hand) != size:
            raise EquityError(
                f"a hand of {game} has {size} cards, not {len(hand)}: {show_cards(hand)}"
            )
    if len(question.board) not in BOARD_SIZES:
        raise EquityError(f"a board has 3, 4 or 5 cards, or none yet, not {len(question.board)}")
    if UNSEEN in question.board or UNSEEN in question.dead:
        raise EquityError("only a hand can hold ??; leave out what is still to come")
    cards = question.known
    known = set(cards)
    if JOKER in known:
        raise EquityError(f"{game} is played without a joker")
    if len(known) < len(cards):
        twice = [card for card, count in Counter(cards).items() if count > 1]
        raise EquityError(f"{show_cards(twice)} cannot be in two places")
    everywhere = len(question.dead) + len(held) * size + len(question.board) + question.need
    if everywhere > JOKER_INDEX:
        missing = everywhere - JOKER_INDEX
        raise EquityError(f"the deck is {missing} cards short of that many hands and a board")
    for text in filter(None, ranges):
        if not any(known.isdisjoint(each) for each in holdings(text)):
            raise EquityError(f"no hand of {text} is left: its cards are known to be elsewhere")
    return question


_cards = lru_cache(HANDS_KEPT)(parse_cards)
"""Of a board, about which many hands are asked."""


@lru_cache(HANDS_KEPT)
def _hand(text: str, size: int) -> tuple[tuple[Card, ...], str]:
    """The cards of a hand, and the range it comes from, empty without one."""
    if text == "random":
        return (UNSEEN,) * size, ""
    if not is_range(text):
        return parse_cards(text), ""
    holdings(text)
    if size != BoardGame.TEXAS_HOLDEM.hole_cards:
        raise EquityError(f"{text}: ranges are for hold'em; write the four cards, or random")
    return (UNSEEN,) * size, text
