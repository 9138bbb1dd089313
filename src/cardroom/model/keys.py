"""The keys of the rules as a graph: every hand that can occur, and where each card leads.

The graph is found by walking from the empty hands through `points.add` and `points.pin`, wherever a
verb that draws a card is allowed. The walk calls `legality` at every point, so it also finds which
verbs are legal.
"""

from __future__ import annotations

from math import prod
from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from cardroom.cards import Card
from cardroom.games.twentyone.bonus_hands import certain_suit
from cardroom.games.twentyone.engine.effects import key_after
from cardroom.games.twentyone.engine.resolution import LIVE
from cardroom.games.twentyone.game import PostedGame
from cardroom.hands.points import (
    DEALT,
    MIXED,
    NO_SUIT,
    SPLIT,
    SPLIT_ACES,
    Key,
    add,
    over,
    points,
    soft,
    start,
)
from cardroom.model.answers import AnswersBy
from cardroom.model.legal import LegalVerbs
from cardroom.model.ranks import UPS, Cards, Ints, Suits
from cardroom.model.verbs import MAX_BET, THEN, VERBS, Stance

OPENING: Final = 2
"""The number of cards a hand has before its turn."""
OWN: Final = 0
"""The suit of a hand's first card, where all other suits count as one."""


class Keys(NamedTuple):
    """Columns by key number; -1 where a step leads nowhere."""

    keys: tuple[Key, ...]
    stances: tuple[Stance, ...]
    child: Ints
    """[key, card class] the key after one more card; -1 where no card can be dealt."""
    pinned: Ints
    """[key] the key after a Max Bet, before its card; the same key where nothing is pinned."""
    legal: NDArray[np.int8]
    """[hands - 1, key, stance, up] bits of the legal verbs; up cards are numbered as in the rules.

    Zero at points that play cannot reach, where the rules were not called.
    """
    reached: Ints
    """[key, stance] 1 where a hand can get to; a hand that is decided there is never asked."""
    stance_after: Ints
    """[verb, stance] the stance after the verb."""
    added: Ints
    """[stance] the number of wagers added to the hand's own."""
    dealt: int
    """The empty hand before the deal."""
    from_pair: Ints
    """[card class] the one-card hand after a split; -1 where there is no split."""
    total: Ints
    soft: Ints
    size: Ints
    pair: Ints
    natural: Ints
    origin: Ints
    over: Ints
    suited: Ints
    """[key] 1 where all cards are of the hand's own suit; all 0 if every suit is a class."""
    certain: Ints
    """[key] 1 where that suit is the one that has rows of its own."""
    certain_dealt: Ints
    """[card class] the first card of a box in that suit; -1 where no suit has rows of its own."""
    certain_pair: Ints
    """[card class] the same for a hand of a split."""


def hands_levels(at: PostedGame) -> int:
    """How many numbers of hands the rules distinguish; the last also stands for more."""
    if at.policies.split is None:
        return 1
    return at.policies.split.hands_max or 2


def natural_doubles(at: PostedGame) -> bool:
    """Whether a dealt natural may be doubled as 11 instead of being paid at once."""
    double = at.policies.double
    return at.policies.naturals == "at-once" and double is not None and double.ace_ten_as_11


def bets_on_one(at: PostedGame) -> bool:
    """Whether a Max Bet may be made on the first card."""
    return at.policies.max_bet is not None and at.policies.max_bet.before_second_card


_GROWN: Final = add.__wrapped__
"""Each hand grows once: to remember all of them, as play does, takes 20 MB where suits count."""


class _Walk:
    """The keys and stances found so far, and what the rules say about them."""

    def __init__(self, at: PostedGame, cards: Cards, suits: Suits) -> None:
        self.at, self.cards, self.rule = at, cards, at.policies.points
        self.suits = suits
        self.certain = certain_suit(at.policies.bonus) if suits == "own" else None
        self.keys: list[Key] = []
        self.number: dict[Key, int] = {}
        self.child: list[list[int]] = []
        self.pinned: list[int] = []
        self.stances: list[Stance] = [Stance()]
        self.legal: dict[tuple[int, int], list[bytes]] = {}
        self.levels = hands_levels(at)
        jokers = [0] if cards.in_deck[-1] else []
        self.at_once = AnswersBy(at.resolution.at_once)
        self.verbs = LegalVerbs(at, jokers + list(range(1, UPS)))
        self.todo: list[tuple[int, int]] = []

    def key(self, key: Key) -> int:
        if self.suits == "own" and key.suit not in (OWN, NO_SUIT, self.certain):
            key = key._replace(suit=MIXED)
        number = self.number.get(key)
        if number is None:
            number = self.number[key] = len(self.keys)
            self.keys.append(key)
            self.child.append([-1] * len(self.cards.samples))
            self.pinned.append(number)
        return number

    def stance(self, stance: Stance) -> int:
        if stance not in self.stances:
            self.stances.append(stance)
        return self.stances.index(stance)

    def draw(self, number: int, stance: int) -> None:
        """Add a card of every class to the hand."""
        row, key = self.child[number], self.keys[number]
        if row[0] < 0:
            for cls, card in enumerate(self.cards.samples):
                row[cls] = self.key(self.grown(key, card))
        self.todo.extend((child, stance) for child in row if (child, stance) not in self.legal)

    def grown(self, key: Key, card: Card) -> Key:
        """The hand with one more card. A card of the hand's own suit is of the certain suit if the
        hand is."""
        if self.certain is None or key.suit != self.certain:
            return _GROWN(self.rule, key, card)
        after = _GROWN(self.rule, key._replace(suit=OWN), card)
        return after._replace(suit=self.certain) if after.suit == OWN else after

    def in_certain_suit(self, one: Key) -> int:
        """The number of a hand of one card, moved to the certain suit; -1 if there is none."""
        if self.certain is None or one.suit != OWN:
            return -1
        number = self.key(one._replace(suit=self.certain))
        self.todo.append((number, 0))
        return number

    def visit(self, number: int, stance: int) -> None:
        if (number, stance) in self.legal:
            return
        key = self.keys[number]
        if key.size < OPENING:
            self.visit_one(number, stance)
            return
        self.legal[number, stance] = levels = []
        # A hand that is decided on arrival is never asked.
        if self.at_once.of(key, self.stances[stance].mode(1), LIVE) is not None:
            if key.natural and key.origin == DEALT and natural_doubles(self.at):
                # Asked before the bank peeks, not in its turn: no legal bits, but play continues.
                self.bring(number, stance, "double")
            return
        hands = range(1, 2) if key.origin == DEALT else range(2, self.levels + 1)
        levels.extend(self.verbs.of(key, self.stances[stance], hands))
        found = 0
        for bits in levels:
            for word in set(bits):
                found |= word
        for verb, name in enumerate(VERBS):
            if found >> verb & 1 and THEN[name] == "card":
                self.bring(number, stance, name)

    def visit_one(self, number: int, stance: int) -> None:
        """Follow a hand that waits for its second card; a house may take a Max Bet on the first."""
        key, how = self.keys[number], self.stances[stance]
        levels: list[bytes] = []
        self.legal[number, stance] = levels
        self.draw(number, stance)
        if key.size == 0 or how.bets or not bets_on_one(self.at):
            return
        if key.origin == DEALT:
            bits = self.verbs.of(key, how, range(1, 2))
            levels.extend(bytes(word & 1 << MAX_BET for word in row) for row in bits)
        # The bet stays with the first hand of a split.
        self.bring(number, stance, "max-bet")

    def bring(self, number: int, stance: int, verb: str) -> None:
        """Follow the verb and the card that comes with it."""
        after = self.key(key_after(verb, self.keys[number]))
        if after != number:
            self.pinned[number] = after
        self.draw(after, self.stance(self.stances[stance].after(verb, self.at.policies)))


def keys_of(at: PostedGame, cards: Cards, suits: Suits = "all") -> Keys:
    walk = _Walk(at, cards, suits)
    rule = at.policies.points
    dealt = walk.key(start(rule))
    walk.todo.append((dealt, 0))
    from_pair, certain_pair = [-1] * len(cards.samples), [-1] * len(cards.samples)
    certain = [walk.in_certain_suit(add(rule, start(rule), card)) for card in cards.samples]
    if at.policies.split is not None:
        for cls, card in enumerate(cards.samples):
            first = add(rule, start(rule), card)
            if not first.pair:
                continue
            one = add(rule, start(rule, SPLIT_ACES if first.pair == 1 else SPLIT), card)
            from_pair[cls] = walk.key(one)
            walk.todo.append((from_pair[cls], 0))
            certain_pair[cls] = walk.in_certain_suit(one)
    while walk.todo:
        walk.visit(*walk.todo.pop())
    return _columns(walk, dealt, from_pair, (certain, certain_pair))


def _columns(
    walk: _Walk, dealt: int, from_pair: list[int], certain: tuple[list[int], list[int]]
) -> Keys:
    keys, stances = walk.keys, walk.stances
    shape = (walk.levels, len(keys), len(stances), UPS)
    # As bytes, because to write a row of an array takes several times as long.
    words = bytearray(prod(shape))
    reached = np.zeros((len(keys), len(stances)), np.int64)
    for (number, stance), levels in walk.legal.items():
        reached[number, stance] = 1
        first = 0 if keys[number].origin == DEALT else 1
        for level, bits in enumerate(levels, start=first):
            at = ((level * len(keys) + number) * len(stances) + stance) * UPS
            words[at : at + UPS] = bits
    legal = np.frombuffer(words, np.int8).reshape(shape)
    unlike_split = legal & ~np.int8(1 << VERBS.index("split"))
    asked: NDArray[np.bool] = np.any(legal, axis=(2, 3))
    assert all(
        (unlike_split[level][asked[level]] == unlike_split[-1][asked[level]]).all()
        for level in range(1, walk.levels)
    ), "only the right to split may depend on the number of hands"
    after = [
        [_index(stances, stance.after(verb, walk.at.policies)) for stance in stances]
        for verb in VERBS
    ]
    return Keys(
        tuple(keys),
        tuple(stances),
        np.array(walk.child, np.int64),
        np.array(walk.pinned, np.int64),
        legal,
        reached,
        np.array(after, np.int64),
        np.array([stance.added for stance in stances], np.int64),
        dealt,
        np.array(from_pair, np.int64),
        np.array([points(key) for key in keys], np.int64),
        np.array([soft(key) for key in keys], np.int64),
        np.array([key.size for key in keys], np.int64),
        np.array([key.pair if key.size == OPENING else 0 for key in keys], np.int64),
        np.array([key.natural for key in keys], np.int64),
        np.array([key.origin for key in keys], np.int64),
        np.array([over(key) for key in keys], np.int64),
        np.array(
            [walk.suits == "own" and key.suit in (OWN, walk.certain) for key in keys], np.int64
        ),
        np.array([walk.certain is not None and key.suit == walk.certain for key in keys], np.int64),
        *(np.array(each, np.int64) for each in certain),
    )


def _index(stances: list[Stance], stance: Stance) -> int:
    return stances.index(stance) if stance in stances else -1
