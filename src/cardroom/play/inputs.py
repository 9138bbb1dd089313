"""The inputs of a round. The journal stores them, and a round is computed from them."""

from __future__ import annotations

from typing import Literal

import msgspec

from cardroom.cards import Card


class Input(msgspec.Struct, frozen=True, gc=False, tag_field="input", omit_defaults=True):
    """Anything that advances a round."""


class Draw(Input, frozen=True, tag="draw"):
    """The next card out of the shoe."""

    card: Card


class Dice(Input, frozen=True, tag="dice"):
    dice: tuple[int, ...]


class Answer(Input, frozen=True, tag="answer"):
    """A box's decision: a verb, and what the verb needs."""

    box: int
    verb: str
    hand: int = 0
    """The hand of the box, in playing order; 0 is the one that was asked."""
    amount: int | None = None
    cards: tuple[Card, ...] = ()
    """For setting a hand: the cards in front."""


class Figure(Input, frozen=True, tag="figure"):
    """A reading: a meter's amount, a clock, what a dealer saw."""

    name: str
    value: int


class Proceed(Input, frozen=True, tag="proceed"):
    """The dealer does the step that is due."""


class Lapse(Input, frozen=True, tag="lapse"):
    """A box ran out of time."""

    box: int


class Intervene(Input, frozen=True, tag="intervene"):
    """The dealer or the floor handles an irregularity; legal whatever the round waits for."""

    kind: str
    box: int = 0
    hand: int = 0
    card: Card | None = None
    boxes: tuple[int, ...] = ()
    to: int = 0
    """For a rewind: how many inputs of the round remain."""
    note: str = ""
    cards: tuple[Card, ...] = ()
    """For a hand that the floor sets: the cards in front."""
    side_bets: Literal["stand", "void"] = "stand"
    """For a void hand: whether its settled side bets stand, or are void with it."""


RoundInput = Draw | Dice | Answer | Figure | Proceed | Lapse | Intervene
