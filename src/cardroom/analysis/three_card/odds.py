"""Three Card Poker from some decks or from another shoe, exactly: counts, and the ante game.

Counts are pure Python: 24,804 bags of three cards, each weighted by the ways to pick it from the
decks. The ante game is a kernel over every hand against every hand; what a hand is owed comes from
`games.three_card.resolution`, as in play.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable, Iterator, Mapping, Sequence
from fractions import Fraction
from functools import cache
from itertools import combinations_with_replacement, product
from math import comb, prod
from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from cardroom.analysis.three_card.pack import Pack, packs
from cardroom.cards import CARDS, JOKER_INDEX, Card
from cardroom.games.three_card.bonus import bonus_row
from cardroom.games.three_card.policies import ThreeCard
from cardroom.games.three_card.resolution import AgainstBank, forfeited, owed_on, standing
from cardroom.hands.poker import high_rank
from cardroom.hands.three_card import ThreeCardValue, samples, three_card, three_card_value

Flags = NDArray[np.uint8]

ZERO: Final = Fraction(0)
ONE_DECK: Final = packs(1)
UNIT: Final = 10**6
"""Cents of an ante at which no rounding shows."""


class ComparedHand(NamedTuple):
    """All that money depends on when a hand ends; a folded hand is compared with nothing."""

    value: ThreeCardValue
    stands: AgainstBank | None


class AntePlay(NamedTuple):
    """The ante game with optimal play; figures per ante."""

    endings: Mapping[ComparedHand, Fraction]
    """How often; one hand stands for all that are paid alike."""
    payments: Mapping[Fraction, Fraction]
    """What ante and play bring together, in antes, and how often."""
    played: Fraction
    """How often the player plays on."""
    lowest: Mapping[int, ThreeCardValue]
    """The lowest hand that plays, by the rank the bank shows; rank 0 where it shows nothing."""
    by_lowest: Fraction
    """The edge against a player who plays every hand from the lowest on, whatever its suits."""

    @property
    def edge(self) -> Fraction:
        """The bank's."""
        return -sum((net * chance for net, chance in self.payments.items()), Fraction(0))


def net_of(policies: ThreeCard, ending: ComparedHand, ante: int = UNIT) -> Fraction:
    """What ante and play bring together, in antes of `ante` cents."""
    value, stands = ending
    if stands is None:
        return Fraction(-forfeited("ante", ante).lose, ante)
    found = [owed_on(spot, policies, value, stands, ante) for spot in ("ante", "play")]
    return Fraction(sum(each.win - each.lose for each in found), ante)


def bonus_net(policies: ThreeCard, ending: ComparedHand, stake: int = UNIT) -> Fraction:
    """What the bonus bet brings, per unit of a stake of `stake` cents."""
    if ending.stands is None:
        return -Fraction(forfeited("bonus", stake).lose, stake)
    found = owed_on("bonus", policies, ending.value, ending.stands, stake)
    return Fraction(found.win - found.lose, stake)


@cache
def ante_play(policies: ThreeCard, pack: Pack = ONE_DECK, ante: int = UNIT) -> AntePlay:
    """Every hand against every hand of the bank, the better of play and fold in each.

    The ante is of `ante` cents.
    """
    best = plays(policies, pack, ante)
    chances = endings_of(policies, best, pack)
    payments = payments_of(policies, chances, ante)
    folded = sum(
        (chance for ending, chance in chances.items() if ending.stands is None), Fraction()
    )
    lowest = _lowest(policies, pack, best)
    own = places_of(pack)
    least = np.array([values().index(least_of(lowest, _shown(policies, n))) for n in range(52)])
    by_value = (own[:, None] >= least[None, :]).astype(np.uint8)
    simple = payments_of(policies, endings_of(policies, by_value, pack), ante)
    by_lowest = -sum((net * chance for net, chance in simple.items()), Fraction())
    return AntePlay(chances, payments, 1 - folded, lowest, by_lowest)


def plays(policies: ThreeCard, pack: Pack, ante: int = UNIT) -> Flags:
    """[class, card the bank shows] 1 where the hand plays on; every card alike if none is shown."""

    def worth(value: ThreeCardValue, stands: AgainstBank | None) -> int:
        return int(net_of(policies, ComparedHand(value, stands), ante) * ante)

    return best_plays(policies, pack, worth)


def best_plays(
    policies: ThreeCard, pack: Pack, worth: Callable[[ThreeCardValue, AgainstBank | None], int]
) -> Flags:
    """The better of play and fold, where `worth` values an ending and None is a fold. A hand that
    gains nothing by playing folds.
    """
    gains = [
        [worth(value, stands) - worth(value, None) for stands in AgainstBank]
        for value in paid_values(policies)
    ]
    rows = np.array(gains, np.int64)[paid_numbers(policies, pack)]
    gained = (stand_counts(pack) * rows[:, None, :]).sum(axis=2)
    if not policies.bank_shows:
        gained = np.repeat(gained.sum(axis=1, keepdims=True), 52, axis=1)
    found: Flags = (gained > 0).astype(np.uint8)
    return found


class AnteValues(NamedTuple):
    """The values of one hand's options, in antes."""

    play: Fraction
    fold: Fraction
    stands: Mapping[AgainstBank, Fraction]
    """How often the hand stands so, if it plays."""


def ante_values(
    policies: ThreeCard, pack: Pack, hand: Sequence[Card], shown: Card | None
) -> AnteValues:
    """The values of play and fold for this hand, against every bank hand with this up card."""
    from cardroom.analysis.kernels import three_card as kernel  # noqa: PLC0415 - where it runs

    own = np.array([[card.index for card in hand]], np.int64)
    found = np.zeros((1, 52, len(AgainstBank)), np.int64)
    kernel.stand_counts(places(), standings(), own, _kinds(pack), found)
    counts = found[0].sum(axis=0) if shown is None else found[0, shown.index]
    deals, value = int(counts.sum()), three_card(hand)
    chances = {stands: Fraction(int(counts[stands]), deals) for stands in AgainstBank}
    play = sum(
        (net_of(policies, ComparedHand(value, s)) * chance for s, chance in chances.items()), ZERO
    )
    return AnteValues(play, net_of(policies, ComparedHand(value, None)), chances)


def play_table(policies: ThreeCard, pack: Pack, ante: int = UNIT) -> Flags:
    """[value, rank the bank shows - 1] 1 where a player who goes by the lowest hand plays on."""
    lowest = ante_play(policies, pack, ante).lowest
    least = [least_of(lowest, rank if policies.bank_shows else 0) for rank in range(1, 14)]
    return np.array([[value >= low for low in least] for value in values()], np.uint8)


def _lowest(policies: ThreeCard, pack: Pack, best: Flags) -> dict[int, ThreeCardValue]:
    lowest: dict[int, ThreeCardValue] = {}
    played = (stand_counts(pack).sum(axis=2) > 0) & (best > 0)
    for kind in np.flatnonzero(played.any(axis=0)).tolist():
        value = values()[places_of(pack)[played[:, kind]].min()]
        rank = _shown(policies, kind)
        lowest[rank] = min(lowest.get(rank, value), value)
    return lowest


def least_of(lowest: Mapping[int, ThreeCardValue], shown: int) -> ThreeCardValue:
    """A shoe may not have the card at all: then nobody is asked against it."""
    return lowest.get(shown, values()[-1])


def _shown(policies: ThreeCard, kind: int) -> int:
    return CARDS[kind].rank if policies.bank_shows else 0


def endings_of(policies: ThreeCard, best: Flags, pack: Pack) -> dict[ComparedHand, Fraction]:
    """How often a hand ends each way if it plays where `best` says so."""
    alike, paid = paid_values(policies), paid_numbers(policies, pack).tolist()
    weights = np.array(list(classes_of(pack).values()), np.int64)
    ways = stand_counts(pack) * weights[:, None, None]
    played = (ways * best[:, :, None]).sum(axis=1)
    folded = (ways * (1 - best[:, :, None].astype(np.int64))).sum(axis=(1, 2))
    found: dict[ComparedHand, int] = defaultdict(int)
    for row, stood, gone in zip(paid, played.tolist(), folded.tolist(), strict=True):
        found[ComparedHand(alike[row], None)] += gone
        for stands, number in zip(AgainstBank, stood, strict=True):
            found[ComparedHand(alike[row], stands)] += number
    deals = sum(found.values())
    return {ending: Fraction(number, deals) for ending, number in found.items() if number}


def unlike(one: Flags, other: Flags, pack: Pack) -> Fraction:
    """How often two strategies differ."""
    weights = np.array(list(classes_of(pack).values()), np.int64)
    ways = stand_counts(pack).sum(axis=2) * weights[:, None]
    return Fraction(int((ways * (one != other)).sum()), int(ways.sum()))


def payments_of(
    policies: ThreeCard, chances: Mapping[ComparedHand, Fraction], ante: int
) -> dict[Fraction, Fraction]:
    found: dict[Fraction, Fraction] = defaultdict(Fraction)
    for ending, chance in chances.items():
        found[net_of(policies, ending, ante)] += chance
    return {net: found[net] for net in sorted(found)}


@cache
def paid_alike(policies: ThreeCard) -> NDArray[np.int64]:
    """[value] a number: values of one number are paid by the same rows of bonus and ante bonus."""
    tables = [table for table in (policies.bonus, policies.ante_bonus) if table is not None]
    rows = [tuple(bonus_row(table, value) for table in tables) for value in values()]
    numbers = {each: number for number, each in enumerate(dict.fromkeys(rows))}
    return np.array([numbers[each] for each in rows], np.int64)


@cache
def paid_values(policies: ThreeCard) -> tuple[ThreeCardValue, ...]:
    """[number] one value to represent all that are paid alike."""
    return tuple(values()[place] for place in np.unique(paid_alike(policies), return_index=True)[1])


@cache
def paid_numbers(policies: ThreeCard, pack: Pack) -> NDArray[np.int64]:
    """[class] the number of what the hand is paid by."""
    found: NDArray[np.int64] = paid_alike(policies)[places_of(pack)]
    return found


@cache
def places_of(pack: Pack) -> NDArray[np.int64]:
    """[class] the place of its hands among the values."""
    number = {value: place for place, value in enumerate(values())}
    return np.array([number[value_of(hand)] for hand in classes_of(pack)], np.int64)


@cache
def value_of(hand: tuple[Card, ...]) -> ThreeCardValue:
    """Shoes of any number of decks have the same few thousand hands."""
    return three_card(hand)


@cache
def values() -> tuple[ThreeCardValue, ...]:
    """Every value of three cards, lowest first; several decks add none."""
    return tuple(sorted(samples()))


@cache
def places() -> NDArray[np.int64]:
    """[of one suit, rank, rank, rank] the place of the hand among the values."""
    number = {value: place for place, value in enumerate(values())}
    found = np.empty((2, 13, 13, 13), np.int64)
    for suited, a, b, c in product((0, 1), *[range(13)] * 3):
        ranks = [high_rank(CARDS[rank]) for rank in (a, b, c)]
        found[suited, a, b, c] = number[three_card_value(ranks, suits=2 - suited)]
    return found


@cache
def standings() -> NDArray[np.uint8]:
    """[own value, bank's value] how the two hands compare.

    Against one bank's hand, all lower values stand alike, and so do all higher ones: the rules are
    asked about the values next to it.
    """
    every = values()
    found = np.empty((len(every), len(every)), np.uint8)
    for place, bank in enumerate(every):
        found[:place, place] = standing(every[max(0, place - 1)], bank)
        found[place, place] = standing(bank, bank)
        found[place + 1 :, place] = standing(every[min(place + 1, len(every) - 1)], bank)
    return found


@cache
def stand_counts(pack: Pack) -> NDArray[np.int64]:
    """[class, up card, standing] the number of ways."""
    from cardroom.analysis.kernels import three_card as kernel  # noqa: PLC0415 - where it runs

    hands = np.array([[card.index for card in hand] for hand in classes_of(pack)], np.int64)
    found = np.zeros((len(hands), 52, len(AgainstBank)), np.int64)
    kernel.stand_counts(places(), standings(), hands, _kinds(pack), found)
    return found


def _kinds(pack: Pack) -> NDArray[np.int64]:
    """[card's index] how many of it there are."""
    return np.array([pack[card.rank - 1] for card in CARDS[:JOKER_INDEX]], np.int64)


def hands_of(pack: Pack) -> Iterator[tuple[Card, ...]]:
    for hand in combinations_with_replacement(CARDS[:JOKER_INDEX], 3):
        if _holds(pack, hand):
            yield hand


def _holds(pack: Pack, hand: tuple[Card, ...]) -> bool:
    return all(hand.count(card) <= pack[card.rank - 1] for card in hand)


def ways_of(hand: Sequence[Card], pack: Pack) -> int:
    """In how many ways these three cards can be picked."""
    return prod(comb(pack[card.rank - 1], number) for card, number in Counter(hand).items())


@cache
def classes_of(pack: Pack) -> Mapping[tuple[Card, ...], int]:
    """One of each set of hands that are equal up to a permutation of suits, with their number.

    A shoe has as many of a rank in every suit, so all hands of a set can be picked in as many ways.
    """
    return {hands[0]: len(hands) * ways_of(hands[0], pack) for hands in members_of(pack)}


def members_of(pack: Pack) -> tuple[tuple[tuple[Card, ...], ...], ...]:
    """[class] its hands; a shoe holds all of them or none."""
    return tuple(hands for hands in _members() if _holds(pack, hands[0]))


@cache
def _members() -> tuple[tuple[tuple[Card, ...], ...], ...]:
    """[class] its hands, of a shoe that holds every hand."""
    found: dict[tuple[tuple[int, ...], ...], list[tuple[Card, ...]]] = {}
    for hand in combinations_with_replacement(CARDS[:JOKER_INDEX], 3):
        by_suit = [tuple(card.rank for card in hand if card.suit == suit) for suit in range(4)]
        found.setdefault(tuple(sorted(by_suit)), []).append(hand)
    return tuple(map(tuple, found.values()))
