"""Every event that can be recorded, of a round or a table.

Names are in the past tense. Each event says who may see its cards (`seen`: all, nobody, or box:N);
revealing a card is a new event. Stored events only grow: new fields get defaults, and tags keep
their meaning.
"""

from __future__ import annotations

from typing import Any, Final

import msgspec

from cardroom.cards import UNSEEN, Card

SURVEILLANCE: Final = "surveillance"
"""The audience that sees every card that anybody has seen or that has left the shoe."""


def sees(seen: str, audiences: frozenset[str]) -> bool:
    """Whether one of these audiences may see what is for `seen`."""
    return seen == "all" or seen in audiences or SURVEILLANCE in audiences


class Event(msgspec.Struct, frozen=True, gc=False, tag_field="event", omit_defaults=True):
    """A fact that happened."""


class BetPlaced(Event, frozen=True, tag="bet-placed"):
    bet: int
    spot: str
    box: int
    owner: str
    stake: int
    hand: int = 0
    """0 if the bet belongs to the box, not to one of its hands."""


class BetRaised(Event, frozen=True, tag="bet-raised"):
    """More money on an open bet: a double."""

    bet: int
    box: int
    owner: str
    added: int
    stake: int


class BetLowered(Event, frozen=True, tag="bet-lowered"):
    """Money that goes back from a bet to its owner: an undone or uncalled raise."""

    bet: int
    box: int
    owner: str
    returned: int
    stake: int


class BetMoved(Event, frozen=True, tag="bet-moved"):
    """The bet now belongs to another hand."""

    bet: int
    box: int
    hand: int


class BankPosted(Event, frozen=True, tag="bank-posted"):
    owner: str
    box: int
    amount: int


class FeeTaken(Event, frozen=True, tag="fee-taken"):
    owner: str
    amount: int
    box: int = 0
    waived: int = 0
    """What a free collection button covered."""
    bracket: str = ""


class PotFeeTaken(Event, frozen=True, tag="pot-fee-taken"):
    """The collection went from the pots to the drop box."""

    amount: int
    side: tuple[int, ...] = ()
    """What came out of each side pot, in their order; the rest came out of the main pot."""


class PotFeeReturned(Event, frozen=True, tag="pot-fee-returned"):
    """The collection of a hand that did not count went back to the pot."""

    amount: int


class BetsClosed(Event, frozen=True, tag="bets-closed"):
    """No more bets."""


class CardDealt(Event, frozen=True, tag="card-dealt"):
    place: str
    card: Card
    seen: str = "all"


class CardShown(Event, frozen=True, tag="card-shown"):
    """A face-down card at a place was turned up, or was named for `seen`, who alone may see it."""

    place: str
    position: int
    card: Card
    seen: str = "all"


class CardsMoved(Event, frozen=True, tag="cards-moved"):
    """Cards moved to another place, where their audience may differ: a pile to a seat."""

    place: str
    to: str
    cards: tuple[Card, ...]
    seen: str = "all"


class DiceRolled(Event, frozen=True, tag="dice-rolled"):
    dice: tuple[int, ...]


class Acted(Event, frozen=True, tag="acted"):
    """A box decided. `forced`: the hand had only one legal action, or time ran out; `clause` left
    it no choice."""

    box: int
    verb: str
    hand: int = 0
    amount: int | None = None
    forced: str = ""
    seen: str = "all"
    cards: tuple[Card, ...] = ()
    clause: str = ""


class HandSplit(Event, frozen=True, tag="hand-split"):
    box: int
    hand: int
    into: int
    card: Card


class HandEnded(Event, frozen=True, tag="hand-ended"):
    """`how` is an ending of the family's felt: stood, set, folded."""

    box: int
    hand: int
    how: str
    label: str


class Peeked(Event, frozen=True, tag="peeked"):
    """The dealer peeked at the hole card."""

    natural: bool


class ButtonPlaced(Event, frozen=True, tag="button-placed"):
    button: str
    box: int


class BankEnded(Event, frozen=True, tag="bank-ended"):
    label: str


class BetSettled(Event, frozen=True, tag="bet-settled"):
    """`stake` = `taken` + `returned`; `paid` comes on top of what is returned."""

    bet: int
    spot: str
    box: int
    owner: str
    stake: int
    action: int
    paid: int
    taken: int
    returned: int
    clause: str
    cause: str = ""
    hand: int = 0
    row: str = ""
    """The row of a pay table that paid it, where there is one."""


class PotAwarded(Event, frozen=True, tag="pot-awarded"):
    """A share of a pot and the hand that won it; the money moves at settlement."""

    pot: int
    box: int
    owner: str
    amount: int
    share: str
    clause: str
    cause: str = ""


class BetReversed(Event, frozen=True, tag="bet-reversed"):
    """A settlement was reversed: the bet stands again as before."""

    bet: int
    spot: str
    box: int
    owner: str
    stake: int
    paid: int
    taken: int
    returned: int
    clause: str


class BankReturned(Event, frozen=True, tag="bank-returned"):
    """The bank's amount, with its wins and losses, went back to its owner."""

    owner: str
    amount: int


class FreeCollectionGiven(Event, frozen=True, tag="free-collection-given"):
    """A wager had no action at all: its owner pays no collection of that bracket next round."""

    owner: str
    box: int
    bracket: str


class FigureRead(Event, frozen=True, tag="figure-read"):
    name: str
    value: int


class Intervened(Event, frozen=True, tag="intervened"):
    """Dealer or floor dealt with an irregularity."""

    kind: str
    clause: str
    box: int = 0
    hand: int = 0
    note: str = ""
    card: Card | None = None
    seen: str = "all"
    cards: tuple[Card, ...] = ()
    """The front cards, if the floor set a hand; everybody saw them."""


class Rewound(Event, frozen=True, tag="rewound"):
    """The round was rewound to the point after input `to`; `cards` are dealt again."""

    to: int
    cards: int


class ProgressiveBooked(Event, frozen=True, tag="progressive-booked"):
    """A progressive bet was recorded; its shares go to the meter and its reserve."""

    meter: str
    box: int
    stake: int
    bet: int = 0


class ProgressiveWon(Event, frozen=True, tag="progressive-won"):
    """An award came off the meter and is held for its winner until it is paid.

    `house` is what the house had to make up.
    """

    meter: str
    box: int
    award: int
    row: str
    house: int = 0
    bet: int = 0


class ProgressiveRestarted(Event, frozen=True, tag="progressive-restarted"):
    meter: str
    box: int
    bet: int = 0


class ProgressivePaid(Event, frozen=True, tag="progressive-paid"):
    """A won award was paid to its winner."""

    meter: str
    box: int
    award: int
    bet: int


ProgressiveFact = ProgressiveBooked | ProgressiveWon | ProgressiveRestarted | ProgressivePaid


class ProgressiveReversed(Event, frozen=True, tag="progressive-reversed"):
    """One of the meter facts above was undone; `why` is the irregularity."""

    fact: ProgressiveFact
    why: str


class RoundEnded(Event, frozen=True, tag="round-ended"):
    net: dict[str, int] = {}
    bank: int = 0
    void: bool = False


RoundEvent = (
    BetPlaced
    | BetRaised
    | BetLowered
    | BetMoved
    | BankPosted
    | FeeTaken
    | PotFeeTaken
    | PotFeeReturned
    | BetsClosed
    | CardDealt
    | CardShown
    | CardsMoved
    | DiceRolled
    | Acted
    | HandSplit
    | HandEnded
    | Peeked
    | ButtonPlaced
    | BankEnded
    | BetSettled
    | PotAwarded
    | BetReversed
    | BankReturned
    | FreeCollectionGiven
    | FigureRead
    | Intervened
    | Rewound
    | ProgressiveBooked
    | ProgressiveWon
    | ProgressiveRestarted
    | ProgressivePaid
    | ProgressiveReversed
    | RoundEnded
)


def enc_hook(value: object) -> object:
    """Write cards as text, and a side bet's conditions by name."""
    if isinstance(value, Card):
        return value.text
    if callable(value):
        return getattr(value, "__qualname__", str(value))
    raise NotImplementedError(f"{type(value).__name__} has no stored form")


def dec_hook(kind: type, value: object) -> object:
    if kind is Card:
        if not isinstance(value, str):
            raise TypeError(f"a card is text like As, not {value!r}"[:80])
        return Card(value)
    raise NotImplementedError(f"{kind.__name__} cannot be read from {value!r}")


_encoder = msgspec.json.Encoder(enc_hook=enc_hook)


def encode(value: object) -> bytes:
    """Events, inputs, and values made of them, as JSON."""
    return _encoder.encode(value)


def to_builtins(value: object) -> Any:
    return msgspec.to_builtins(value, enc_hook=enc_hook)


def visible(event: Event, audiences: frozenset[str]) -> Event:
    """The event as these audiences see it: hidden cards are `??`, hidden settings are empty."""
    if sees(getattr(event, "seen", "all"), audiences):
        return event
    if isinstance(event, (CardDealt, CardShown, Intervened)):
        return msgspec.structs.replace(event, card=UNSEEN)
    if isinstance(event, CardsMoved):
        return msgspec.structs.replace(event, cards=(UNSEEN,) * len(event.cards))
    assert isinstance(event, Acted)
    return msgspec.structs.replace(event, cards=())
