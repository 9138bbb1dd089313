"""What people read of an event: one line in plain words for every kind there is."""

from __future__ import annotations

from typing import Any, get_args, get_type_hints

import pytest

from cardroom.cards import Card
from cardroom.events import (
    Acted,
    BankEnded,
    BetPlaced,
    BetSettled,
    CardDealt,
    CardsMoved,
    Event,
    FeeTaken,
    FigureRead,
    HandEnded,
    Intervened,
    ProgressiveBooked,
)
from cardroom.events.table import BlindsAnswered, DealingChanged, LimitsPosted, TableEvent
from cardroom.events.table_words import tell

KINDS: tuple[type[Event], ...] = get_args(TableEvent)
SAMPLES: dict[Any, object] = {int: 100, str: "x", bool: False, Card: Card("As"), dict[str, int]: {}}


def sample(kind: type[Event]) -> Event:
    """An event of this kind; what it does not need has its default."""
    needed = kind.__struct_fields__[: len(kind.__struct_fields__) - len(kind.__struct_defaults__)]
    hints = get_type_hints(kind)
    return kind(**{name: value(hints[name]) for name in needed})


def value(hint: Any) -> object:
    if hint in SAMPLES:
        return SAMPLES[hint]
    first, *_ = get_args(hint)
    if isinstance(first, type) and issubclass(first, Event):
        return ProgressiveBooked("m", 1, 100)
    return (SAMPLES[first],) * 2


@pytest.mark.parametrize("kind", KINDS, ids=lambda kind: kind.__name__)
def test_every_event_is_described_in_words(kind: type[Event]) -> None:
    said = tell(sample(kind))
    assert said
    assert said != kind.__name__


@pytest.mark.parametrize(
    ("event", "says"),
    [
        (BankEnded("20"), "the dealer has 20"),
        (HandEnded(4, 1, "folded", ""), "box 4: the hand is folded"),
        (Acted(1, "stand"), "box 1 stands"),
        (BetPlaced(1, "main", 1, "box 1", 1000), "box 1 bets $10 (main)"),
        (BetPlaced(1, "main", 1, "ann", 1000), "ann at box 1 bets $10 (main)"),
        (CardDealt("burn", Card("2c"), "nobody"), "2c is burned, face down"),
        (CardsMoved("pile3", "1.1", (Card("2c"),)), "2c go from pile 3 to box 1"),
        (FeeTaken("ann", 0, 1, 100), "ann uses a free collection worth $1"),
        (
            BetSettled(1, "main", 1, "box 1", 10000, 7500, 15000, 0, 10000, "pay.natural"),
            "box 1: $100 (main) wins $150, with action on $75 [pay.natural]",
        ),
        (Intervened("void-hand", "void", 2), "floor: void hand, box 2 [void]"),
        (BlindsAnswered("ann", "post"), "ann posts the blinds owed"),
        (DealingChanged("by-hand"), "cards are dealt by hand"),
        (LimitsPosted(500), "limits are $5 and up"),
        (FigureRead("blazing-7s", 50020), "the meter shows $500.20"),
        (FigureRead("blazing-7s/reserve", 1250), "the meter's reserve shows $12.50"),
    ],
)
def test_the_words_are_plain(event: Event, says: str) -> None:
    assert tell(event) == says
