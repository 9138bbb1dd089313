"""Every starting hand of Three Card Poker against every card that the bank may show."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterator
from functools import cached_property
from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from cardroom.analysis.documents import game_fields
from cardroom.analysis.hands import HandsRequest
from cardroom.analysis.hands_documents import (
    BankFinals,
    CompositionDeparture,
    GameHands,
    HandValue,
)
from cardroom.analysis.notices import COMPILING
from cardroom.analysis.result_cache import compiled
from cardroom.analysis.stakes import in_words, stake_of
from cardroom.analysis.three_card import ante, odds
from cardroom.analysis.three_card.chart import NOTHING, flags, read_lowest
from cardroom.analysis.three_card.pack import pack_of
from cardroom.cards import CARDS, Card
from cardroom.games.three_card.policies import policies_of
from cardroom.games.three_card.resolution import AgainstBank
from cardroom.hands.poker import high_rank
from cardroom.hands.three_card import ThreeCardCategory, three_card
from cardroom.progress import Tell
from cardroom.rules.ruleset import Ruleset

PLAY, FOLD = "play", "fold"
KINDS: Final[dict[ThreeCardCategory, str]] = {
    ThreeCardCategory.HIGH_CARD: "high card",
    ThreeCardCategory.PAIR: "pair",
    ThreeCardCategory.FLUSH: "flush",
    ThreeCardCategory.STRAIGHT: "straight",
    ThreeCardCategory.TRIPS: "three of a kind",
    ThreeCardCategory.STRAIGHT_FLUSH: "straight flush",
}
TITLES: Final = {"pair": "Pairs"}
Floats = NDArray[np.float64]


def hands(rules: Ruleset, asked: HandsRequest, tell: Tell) -> GameHands:
    """Play and fold for every hand, in antes."""
    if not compiled("three_card"):
        tell(COMPILING)
    return ThreeCardHandList(rules, asked).document()


class HandRow(NamedTuple):
    """Hands that are shown together."""

    kind: str
    total: str
    cards: str = ""


class ThreeCardHandList:
    def __init__(self, rules: Ruleset, asked: HandsRequest) -> None:
        stake, chart = stake_of(rules, asked.stake), asked.chart
        self.rules, self.stake, self.shoe = rules, stake, asked.shoe
        self.own, self.pack = policies_of(rules), pack_of(rules, asked.shoe)
        self.paid = stake or odds.UNIT
        best = odds.ante_play(self.own, self.pack, self.paid)
        lowest = best.lowest if chart is None else read_lowest(chart, self.own)
        self.lowest = ante.lowest_hands(best._replace(lowest=lowest))
        self.chart = flags(self.own, self.pack, lowest).astype(bool)
        """[class, card the bank shows] whether the chart plays."""
        self.classes = list(odds.classes_of(self.pack))
        weights = np.array(list(odds.classes_of(self.pack).values()), np.float64)
        ways = odds.stand_counts(self.pack) * weights[:, None, None]
        nets = [
            [
                float(odds.net_of(self.own, odds.ComparedHand(value, s), self.paid))
                for s in AgainstBank
            ]
            for value in odds.paid_values(self.own)
        ]
        wins = np.array(nets)[odds.paid_numbers(self.own, self.pack)]
        self.fold = float(
            odds.net_of(self.own, odds.ComparedHand(three_card(self.classes[0]), None))
        )
        deals = float(ways.sum())
        self.comes: Floats = ways.sum(axis=2) / deals
        """[class, card the bank shows] how often."""
        self.played: Floats = (ways * wins[:, None, :]).sum(axis=2) / deals
        """[class, card the bank shows] what play wins, times how often."""

    def document(self) -> GameHands:
        kinds = tuple(KINDS.values())
        return GameHands(
            **game_fields(self.rules, self.shoe),
            ups=tuple(self.ups),
            hands=tuple(
                sorted(
                    (*self._rows(_group), *self._rows(_one)),
                    key=lambda hand: (bool(hand.cards), hand.place(kinds)),
                )
            ),
            bank=tuple(self._bank()),
            departures=tuple(sorted(self._departures(), key=lambda it: -it.gain * it.comes)),
            by_size=(),
            chart=self.lowest,
            stake=self.stake,
            paid=in_words(self.rules, self.stake),
            method=ante.METHOD,
            assumptions=(
                ante.FRESH,
                "values are those of ante and play together, in antes",
                "a row averages its hands, and suits",
            ),
            kinds={kind: TITLES.get(kind, kind.capitalize()) for kind in kinds},
            letters={PLAY: "P", FOLD: "F"},
        )

    @cached_property
    def ups(self) -> dict[str, list[int]]:
        """The cards of each rank that the bank may show, from the lowest rank."""
        if not self.own.bank_shows:
            return {NOTHING: list(range(52))}
        found: dict[str, list[int]] = {}
        for card in sorted(CARDS[:52], key=high_rank):
            if self.pack[card.rank - 1]:
                found.setdefault(ante.RANKS[card.rank], []).append(card.index)
        return found

    def _rows(self, row_of: Callable[[tuple[Card, ...]], HandRow]) -> Iterator[HandValue]:
        places: defaultdict[HandRow, list[int]] = defaultdict(list)
        for place, hand in enumerate(self.classes):
            places[row_of(hand)].append(place)
        for row, some in places.items():
            for up, cards in self.ups.items():
                there = np.ix_(some, cards)
                comes = self.comes[there]
                if comes.sum() > 0:
                    yield self._value(row, up, comes, self.played[there], self.chart[there])

    def _value(
        self, row: HandRow, up: str, comes: Floats, played: Floats, chart: NDArray[np.bool]
    ) -> HandValue:
        chance = float(comes.sum())
        options = {PLAY: float(played.sum()) / chance, FOLD: self.fold}
        ranked = dict(sorted(options.items(), key=lambda each: -each[1]))
        best = next(iter(ranked))
        by_chart = PLAY if float(comes[chart].sum()) > chance / 2 else FOLD
        # Of hands shown together, each does what is better for it.
        value = float(np.maximum(played, self.fold * comes).sum()) / chance
        return HandValue(
            row.kind, row.total, row.cards, up, chance, ranked, best, by_chart,
            ranked[best] if row.cards else value,
        )  # fmt: skip

    def _bank(self) -> Iterator[BankFinals]:
        """By the card shown, which is any of the three."""
        counts: dict[str, defaultdict[str, float]] = {up: defaultdict(float) for up in self.ups}
        of_card = {card: up for up, cards in self.ups.items() for card in cards}
        weights = odds.classes_of(self.pack)
        for hand, ways in weights.items():
            for card in hand:
                counts[of_card[card.index]][KINDS[three_card(hand).category]] += ways
        for up, found in counts.items():
            total = sum(found.values())
            yield BankFinals(up, {kind: found[kind] / total for kind in KINDS.values()})

    def _departures(self) -> Iterator[CompositionDeparture]:
        """Hands whose suits, or the suit of the card shown, make the chart wrong."""
        folded = self.fold * self.comes
        gain = np.where(self.chart, folded - self.played, self.played - folded)
        wrong = (gain > 1e-15) & (self.comes > 0)
        for place in np.flatnonzero(wrong.any(axis=1)).tolist():
            hand = self.classes[place]
            for up, cards in self.ups.items():
                there = [card for card in cards if wrong[place, card]]
                if there:
                    comes = float(self.comes[place, there].sum())
                    plays = bool(self.chart[place, there[0]])
                    yield CompositionDeparture(
                        cards=" ".join(str(card) for card in hand),
                        total=ante.named(three_card(hand)),
                        up=up,
                        chart=PLAY if plays else FOLD,
                        best=FOLD if plays else PLAY,
                        gain=float(gain[place, there].sum()) / comes,
                        comes=comes,
                    )


def _ranks(hand: tuple[Card, ...]) -> list[str]:
    """From the highest; pairs first."""
    ranks = [high_rank(card) for card in hand]
    return [ante.RANKS[rank] for rank in sorted(ranks, key=lambda it: (-ranks.count(it), -it))]


def _group(hand: tuple[Card, ...]) -> HandRow:
    """High cards and pairs by rank; better hands play whatever they are."""
    value = three_card(hand)
    kind = KINDS[value.category]
    by_rank = value.category in (ThreeCardCategory.HIGH_CARD, ThreeCardCategory.PAIR)
    return HandRow(kind, _ranks(hand)[0] if by_rank else "")


def _one(hand: tuple[Card, ...]) -> HandRow:
    suited = len({card.suit for card in hand}) == 1
    return HandRow(*_group(hand)[:2], "-".join(_ranks(hand)) + " suited" * suited)
