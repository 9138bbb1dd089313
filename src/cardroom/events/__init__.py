"""Every fact that can be recorded, a round's and a table's.

Past tense; each says who may see its cards (`seen`: all, nobody, or box:N). A reveal is a new fact.
Stored events only grow: new fields get defaults, tags keep their meaning.
"""

from __future__ import annotations

from types import FunctionType
from typing import Any, Final

import msgspec

from cardroom.cards import UNSEEN, Card

SURVEILLANCE: Final = "surveillance"
"""The audience that sees every card that anybody has seen or the shoe knows."""


def sees(seen: str, audiences: frozenset[str]) -> bool:
    """Whether one of these audiences may see what only `seen` may."""
    return seen == "all" or seen in audiences or SURVEILLANCE in audiences


class Event(msgspec.Struct, frozen=True, tag_field="event", omit_defaults=True):
    """A fact."""


class BetPlaced(Event, frozen=True, tag="bet-placed"):
    bet: int
    spot: str
    box: int
    owner: str
    stake: int
    hand: int = 0
    """0: the bet belongs to the box, not to one hand of it."""


class BetRaised(Event, frozen=True, tag="bet-raised"):
    """More money on a bet that stands: a double."""

    bet: int
    box: int
    owner: str
    added: int
    stake: int


class BetLowered(Event, frozen=True, tag="bet-lowered"):
    """Money that goes back from a bet to its owner: a raise that is undone, or was not called."""

    bet: int
    box: int
    owner: str
    returned: int
    stake: int


class BetMoved(Event, frozen=True, tag="bet-moved"):
    """A bet that belongs to another hand from now on."""

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
    """What a free collection button paid instead."""
    bracket: str = ""


class PotFeeTaken(Event, frozen=True, tag="pot-fee-taken"):
    """The collection left the main pot for the drop box."""

    amount: int


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
    """A face-down card at a place was turned."""

    place: str
    position: int
    card: Card
    seen: str = "all"


class CardsMoved(Event, frozen=True, tag="cards-moved"):
    """Cards went from one place to another, and may be seen by others there: a pile to a seat."""

    place: str
    to: str
    cards: tuple[Card, ...]
    seen: str = "all"


class DiceRolled(Event, frozen=True, tag="dice-rolled"):
    dice: tuple[int, ...]


class Acted(Event, frozen=True, tag="acted"):
    """A box decided. `forced` is a hand with one legal action, or a time-out."""

    box: int
    verb: str
    hand: int = 0
    amount: int | None = None
    forced: str = ""
    seen: str = "all"
    cards: tuple[Card, ...] = ()


class HandSplit(Event, frozen=True, tag="hand-split"):
    box: int
    hand: int
    into: int
    card: Card


class HandEnded(Event, frozen=True, tag="hand-ended"):
    """stood, over, natural, surrendered, paid, void."""

    box: int
    hand: int
    how: str
    label: str


class Peeked(Event, frozen=True, tag="peeked"):
    """The dealer looked under the up card."""

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


class PotAwarded(Event, frozen=True, tag="pot-awarded"):
    """Who won what of a pot, and with what; the money moves when the bets are settled."""

    pot: int
    box: int
    owner: str
    amount: int
    share: str
    clause: str
    cause: str = ""


class BetReversed(Event, frozen=True, tag="bet-reversed"):
    """A settlement was taken back: the bet stands again as it was."""

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
    """What is left of the bank's amount, with what it won, goes back to its owner."""

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
    """In front, where the floor set a hand; all saw them."""


class Rewound(Event, frozen=True, tag="rewound"):
    """The round was taken back to the point after its `to`-th input; `cards` are dealt again."""

    to: int
    cards: int


class ProgressiveBooked(Event, frozen=True, tag="progressive-booked"):
    """A progressive bet was booked; its shares go to the meter and its reserve."""

    meter: str
    box: int
    stake: int
    bet: int = 0


class ProgressiveWon(Event, frozen=True, tag="progressive-won"):
    """An award came off the meter and is kept for its winner until it is paid.

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
    """An award that was won reached its winner."""

    meter: str
    box: int
    award: int
    bet: int


ProgressiveFact = ProgressiveBooked | ProgressiveWon | ProgressiveRestarted | ProgressivePaid


class ProgressiveReversed(Event, frozen=True, tag="progressive-reversed"):
    """One of the facts above no longer holds; `why` is the irregularity that took it back."""

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
    """Cards are written as text, a side bet's conditions by their names."""
    if isinstance(value, Card):
        return value.text
    if isinstance(value, FunctionType):
        return value.__qualname__
    raise NotImplementedError(f"{type(value).__name__} has no stored form")


def dec_hook(kind: type, value: object) -> object:
    if kind is Card and isinstance(value, str):
        return Card(value)
    raise NotImplementedError(f"{kind.__name__} cannot be read from {value!r}")


_encoder = msgspec.json.Encoder(enc_hook=enc_hook)
_decoder: msgspec.json.Decoder[RoundEvent] = msgspec.json.Decoder(RoundEvent, dec_hook=dec_hook)


def encode(value: object) -> bytes:
    """Events, inputs and what is made of them, as JSON."""
    return _encoder.encode(value)


def decode_event(data: bytes | str) -> RoundEvent:
    return _decoder.decode(data)


def to_builtins(value: object) -> Any:
    return msgspec.to_builtins(value, enc_hook=enc_hook)


def visible(event: Event, audiences: frozenset[str]) -> Event:
    """The event as one of these audiences sees it: hidden cards are `??`, hidden settings blank."""
    if sees(getattr(event, "seen", "all"), audiences):
        return event
    if isinstance(event, (CardDealt, CardShown, Intervened)):
        return msgspec.structs.replace(event, card=UNSEEN)
    if isinstance(event, CardsMoved):
        return msgspec.structs.replace(event, cards=(UNSEEN,) * len(event.cards))
    assert isinstance(event, Acted)
    return msgspec.structs.replace(event, cards=())
