"""A player's own chart for Three Card Poker: the lowest hand that plays, by the card shown.

The file is what `cardroom strategy three-card-poker --json` writes, or its `lowest` alone.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from fractions import Fraction
from functools import cache
from typing import Final

import numpy as np

from cardroom.analysis.families import NotComputed
from cardroom.analysis.three_card import odds
from cardroom.analysis.three_card.ante import RANKS, named
from cardroom.analysis.three_card.pack import Pack
from cardroom.cards import CARDS
from cardroom.games.three_card.policies import ThreeCard
from cardroom.hands.three_card import ThreeCardValue

NOTHING: Final = "nothing"
FORM: Final = 'write {"lowest": [{"bank_shows": "2, 3, 4", "hand": "Q-6-4"}, ...]}'
Lowest = Mapping[int, ThreeCardValue]
"""By the rank that the bank shows; rank 0 where it shows nothing."""


def read_lowest(document: object, policies: ThreeCard) -> Lowest:
    """The lowest hand that plays against every card that the bank may show."""
    rows = document.get("lowest") if isinstance(document, Mapping) else None
    if not isinstance(rows, (list, tuple)) or not rows:
        raise NotComputed(f"the chart has no lowest hands: {FORM}")
    found: dict[int, ThreeCardValue] = {}
    for row in rows:
        if not isinstance(row, Mapping) or not {"bank_shows", "hand"} <= set(row):
            raise NotComputed(f"a row of the chart has no bank_shows or no hand: {FORM}")
        hand = _names().get(str(row["hand"]))
        if hand is None:
            says = f'"{row["hand"]}" is not a hand; write ranks ("Q-6-4") or "pair of twos"'
            raise NotComputed(f"the chart: {says}")
        found |= dict.fromkeys(_ranks(str(row["bank_shows"])), hand)
    wanted = range(1, 14) if policies.bank_shows else (0,)
    missing = [RANKS.get(rank, NOTHING) for rank in wanted if rank not in found]
    if missing:
        raise NotComputed(f"the chart has no row for a bank that shows {', '.join(missing)}")
    return found


def _ranks(text: str) -> Iterator[int]:
    names = {name: rank for rank, name in RANKS.items() if rank < 14}
    for word in text.replace(",", " ").split():
        if word == NOTHING:
            yield 0
        elif word.upper().replace("10", "T") in names:
            yield names[word.upper().replace("10", "T")]
        else:
            raise NotComputed(f'the chart: "{word}" is not a card that the bank may show')


@cache
def _names() -> Mapping[str, ThreeCardValue]:
    """The lowest value with each name."""
    found: dict[str, ThreeCardValue] = {}
    for value in odds.values():
        found.setdefault(named(value), value)
    return found


def flags(policies: ThreeCard, pack: Pack, lowest: Lowest) -> odds.Flags:
    """[class, card the bank shows] 1 where the hand plays on."""
    shown = [CARDS[kind].rank if policies.bank_shows else 0 for kind in range(52)]
    least = np.array([odds.values().index(odds.least_of(lowest, rank)) for rank in shown])
    found: odds.Flags = (odds.places_of(pack)[:, None] >= least[None, :]).astype(np.uint8)
    return found


def play_by(policies: ThreeCard, pack: Pack, lowest: Lowest, ante: int) -> odds.AntePlay:
    """The ante game if every hand from the lowest on plays, and the others fold."""
    endings = odds.endings_of(policies, flags(policies, pack, lowest), pack)
    payments = odds.payments_of(policies, endings, ante)
    edge = -sum((net * chance for net, chance in payments.items()), Fraction())
    folded = sum((chance for end, chance in endings.items() if end.stands is None), Fraction())
    return odds.AntePlay(endings, payments, 1 - folded, lowest, edge)


def play_table(policies: ThreeCard, lowest: Lowest) -> odds.Flags:
    """[value, rank the bank shows - 1] 1 where the hand plays on."""
    least = [lowest[rank if policies.bank_shows else 0] for rank in range(1, 14)]
    return np.array([[value >= low for low in least] for value in odds.values()], np.uint8)
