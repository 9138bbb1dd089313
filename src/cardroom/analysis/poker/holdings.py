"""Hold'em holdings in the short notation of players: "QQ+, AKs, A5s-A2s, 20%".

QQ       a pair, all six ways          QQ+      that pair and every higher one
AKs      suited, AKo offsuit, AK both  ATs+     the kicker up to one below the first card
TT-77    from pair to pair             A5s-A2s  from kicker to kicker
20%      the best fifth of all 1,326 holdings, as they rank against one random hand
AsKh     exactly these two cards
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache, lru_cache
from typing import Final

from cardroom.analysis.poker.starting_hands import BEST_FIRST
from cardroom.cards import CARDS, Card, CardError, parse_cards
from cardroom.errors import CardroomError

Holding = tuple[Card, Card]

RANKS: Final = "23456789TJQKA"
TERM: Final = re.compile(r"([2-9TJQKA])([2-9TJQKA])([so]?)(\+?)")
SPAN: Final = re.compile(r"([2-9TJQKA])([2-9TJQKA])([so]?)-([2-9TJQKA])([2-9TJQKA])([so]?)")
SHARE: Final = re.compile(r"(\d+(?:\.\d+)?)%")
RANGES_KEPT: Final = 256
"""A question asks for its ranges several times."""
CARDS_WRITTEN: Final = re.compile(r"([2-9TJQKA][cdhs]|Jk|\?\?)+")


class HoldingsError(CardroomError):
    """Text that does not name holdings."""


def is_range(text: str) -> bool:
    """Whether the text is a range and not cards."""
    return text != "random" and not CARDS_WRITTEN.fullmatch(text.replace(" ", ""))


@lru_cache(RANGES_KEPT)
def holdings(text: str) -> tuple[Holding, ...]:
    """Every holding that the text names, once each."""
    found: dict[Holding, None] = {}
    for term in filter(None, re.split(r"[,\s]+", text.strip())):
        found.update(dict.fromkeys(_term(term)))
    if not found:
        raise HoldingsError(f"{text!r} is not a hand")
    return tuple(found)


def _term(term: str) -> Iterator[Holding]:
    if match := SHARE.fullmatch(term):
        yield from best_share(float(match[1]) / 100)
    elif match := TERM.fullmatch(term):
        high, low = (RANKS.index(match[i]) for i in (1, 2))
        if high < low:
            high, low = low, high
        if high == low and match[3]:
            raise HoldingsError(f"{term}: a pair is neither suited nor offsuit")
        last = (12 if high == low else high - 1) if match[4] else low
        for kicker in range(low, last + 1):
            yield from of_class(kicker if high == low else high, kicker, match[3])
    elif match := SPAN.fullmatch(term):
        first, second = _ranks(match[1], match[2]), _ranks(match[4], match[5])
        pairs = first[0] == first[1] and second[0] == second[1]
        if match[3] != match[6] or not (pairs or first[0] == second[0]) or (pairs and match[3]):
            raise HoldingsError(f"{term}: the ends of a span are two pairs, as in TT-77, or hands")
        for kicker in range(min(first[1], second[1]), max(first[1], second[1]) + 1):
            yield from of_class(kicker if pairs else first[0], kicker, match[3])
    else:
        try:
            cards = parse_cards(term)
        except CardError as error:
            raise HoldingsError(f"{error}; a range is QQ+, AKs, A5s-A2s, or 20%") from error
        if len(set(cards)) != 2:
            raise HoldingsError(f"{term}: a hand has two different cards")
        yield cards[0], cards[1]


def _ranks(first: str, second: str) -> tuple[int, int]:
    high, low = RANKS.index(first), RANKS.index(second)
    return (high, low) if high >= low else (low, high)


def of_class(high: int, low: int, suits: str) -> Iterator[Holding]:
    """The holdings of two ranks, 0 (deuce) to 12 (ace): suited, offsuit, or both."""
    for first in range(4):
        for second in range(4):
            if high == low and first >= second:
                continue
            if suits == ("o" if first == second else "s"):
                continue
            yield _card(high, first), _card(low, second)


def _card(rank: int, suit: int) -> Card:
    return CARDS[suit * 13 + (rank + 1) % 13]


@cache
def best_share(share: float) -> tuple[Holding, ...]:
    """The best holdings, whole classes at a time, as many as come closest to the share."""
    if not 0 < share <= 1:
        raise HoldingsError(f"{share:.4g} is not a share of all hands; write 1% to 100%")
    found: list[Holding] = []
    wanted = share * 1326
    for name in BEST_FIRST:
        ranks = _ranks(name[0], name[1])
        cards = list(of_class(*ranks, name[2:]))
        if len(found) + len(cards) / 2 > wanted and found:
            break
        found += cards
    return tuple(found)
