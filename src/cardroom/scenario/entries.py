"""The entries of a file as inputs of a round."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from cardroom.cards import show_cards
from cardroom.events import Acted, CardDealt, Event
from cardroom.events.words import tell
from cardroom.games.felt import Felt
from cardroom.games.notation import Notation
from cardroom.places import BURN
from cardroom.play.inputs import Answer
from cardroom.play.round import Ask, Await
from cardroom.scenario.document import Do, Irregularity

AFTER_THE_END: Final = frozenset({"void-round", "rewind"})

TIME_OUT: Final = "time-out"
"""A verb that only files have: the box lets its time run out."""


def answer_of(entry: Do, ask: Ask | None) -> Answer:
    """The entry as an answer; an amount need not be given if only one is possible."""
    # An offer is to the whole box, whose first hand may be named.
    hand = 0 if ask is not None and not ask.number and entry.hand == 1 else entry.hand
    option = ask.option(entry.verb) if ask is not None else None
    amount = entry.amount if entry.to is None else entry.to
    if amount is None and option is not None and option.least == option.most:
        amount = option.most
    return Answer(entry.box, entry.verb, hand, amount, entry.front or ())


def lacks_front(entry: Do, ask: Ask | None) -> bool:
    """Whether an entry must say which cards are set in front, and does not."""
    option = ask.option(entry.verb) if ask is not None else None
    return option is not None and option.cards and entry.front is None


def is_about(entry: Do, head: Await, notation: Notation) -> bool:
    """Whether an entry answers the open offer; one that must be refused may be of any box."""
    if entry.refused is None:
        ask = head.ask(entry.box)
        told = entry.verb == TIME_OUT or (ask is not None and ask.option(entry.verb) is not None)
        return ask is not None and told
    offered = {option.verb for ask in head.asks for option in ask.options}
    related = {verb for ask in head.asks for verb in notation.offer_verbs.get(ask.topic, ())}
    return entry.verb in offered | related


def unless_given_up(ask: Ask, notation: Notation) -> str | None:
    """The only thing that a hand can do if it is not given up; a file need not say it."""
    gives_up = notation.given_up_by.get(ask.topic)
    if gives_up is None or ask.option(gives_up) is None:
        return None
    others = [option.verb for option in ask.options if option.verb != gives_up]
    return others[0] if len(others) == 1 else None


def is_for_hand(entry: Do, ask: Ask) -> bool:
    """Whether an entry is about this hand."""
    if entry.box != ask.box or entry.hand not in (0, ask.number):
        return False
    told = entry.verb == TIME_OUT or ask.option(entry.verb) is not None
    return entry.refused is not None or told


def is_awaited(entry: Do, ask: Ask | None) -> bool:
    """Whether an answer with `if_asked` is used: that very hand is asked about that very thing."""
    if ask is None or (entry.hand and entry.hand != (ask.number or 1)):
        return False
    about = {option.verb for option in ask.options} | {barred.verb for barred in ask.barred}
    return entry.verb == TIME_OUT or entry.verb in about


def done_without_asking(events: Iterable[Event], felt: Felt) -> str:
    """What was done without asking anybody, and which cards were burned, for a message."""
    forced = [tell(event, felt) for event in events if isinstance(event, Acted) and event.forced]
    burned = [
        event.card for event in events if isinstance(event, CardDealt) and event.place == BURN
    ]
    said = f"; done without asking: {'; '.join(forced)}" if forced else ""
    return said + (f"; burned: {show_cards(burned)}" if burned else "")


def what(entry: Do | Irregularity) -> str:
    if isinstance(entry, Irregularity):
        return entry.kind
    hand = f", hand {entry.hand}" if entry.hand else ""
    return f"box {entry.box}{hand}: {entry.verb}"
