"""Rewinding a round: the same cards in the same order, and every cent where it was."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from cardroom.cards import Card
from cardroom.events import (
    BankPosted,
    BankReturned,
    BetLowered,
    BetPlaced,
    BetRaised,
    Event,
    Intervened,
    PotFeeReturned,
    PotFeeTaken,
    Rewound,
)
from cardroom.places import ALL, DISCARD
from cardroom.play import clauses
from cardroom.play.family import S
from cardroom.play.inputs import Intervene
from cardroom.play.round import Bet, DraftOf, Round, RoundOf, Settlement
from cardroom.play.settle import reversal, settlement_fact


def rewound(round: RoundOf[S], past: RoundOf[S], entry: Intervene) -> DraftOf[S]:
    """The earlier round, with the full history, and the cards dealt since then put back."""
    draft = DraftOf(past)
    draft.inputs = round.inputs
    draft.origin = round.origin
    loose = without(round.drawn + round.returned, past.drawn)
    # A card found face up in the shoe was removed from play, and stays removed, unless it lay on
    # the table at that moment: a round that was rewound too far goes forward again.
    discards = round.at(DISCARD)
    removed = common(without(discards, common(discards, past.at(DISCARD))), loose)
    draft.returned = without(loose, removed)
    draft.drawn += removed
    for card in removed:
        draft.lay(DISCARD, card, ALL)
    draft.record(Intervened(entry.kind, clauses.REWIND.id, note=entry.note))
    draft.events.extend(money_between(round, past))
    draft.record(Rewound(entry.to, len(draft.returned)))
    return draft


def without(cards: Iterable[Card], gone: Iterable[Card]) -> tuple[Card, ...]:
    """The cards in order, less one of each that is gone."""
    left = list(cards)
    for card in gone:
        left.remove(card)
    return tuple(left)


def common(cards: Iterable[Card], others: Iterable[Card]) -> tuple[Card, ...]:
    """The cards in order that are among the others, too, each as often as it is in both."""
    rest = list(others)
    found = []
    for card in cards:
        if card in rest:
            rest.remove(card)
            found.append(card)
    return tuple(found)


def money_between(now: Round, then: Round) -> Iterator[Event]:
    """The events that move the money from where it is now to where it was then.

    `then` may also be later: a round that was rewound too far goes forward again.
    """
    again = now.bank.returned != then.bank.returned
    if again and now.bank.returned:
        yield BankPosted(now.bank.owner, now.facts.bank_box, now.bank.returned)
    undone = [settlement for settlement in now.settled if settlement not in then.settled]
    redone = [settlement for settlement in then.settled if settlement not in now.settled]
    for settlement in reversed(undone):
        yield reversal(settlement, clauses.REWIND)
    # Collections before the deal are always taken; those from a pot come in mid-round.
    if now.drop > then.drop:
        yield PotFeeReturned(now.drop - then.drop)
    elif now.drop < then.drop:
        yield PotFeeTaken(then.drop - now.drop)
    yield from _stakes_between(_open(now, undone), _open(then, redone))
    for settlement in redone:
        yield settlement_fact(settlement)
    if again and then.bank.returned:
        yield BankReturned(then.bank.owner, then.bank.returned)


def _open(round: Round, settled: list[Settlement]) -> dict[int, Bet]:
    bets = (*round.bets, *(settlement.bet for settlement in settled))
    return {bet.id: bet for bet in bets}


def _stakes_between(now: dict[int, Bet], then: dict[int, Bet]) -> Iterator[Event]:
    for id in sorted(now.keys() | then.keys()):
        old, new = now.get(id), then.get(id)
        if old is not None and new is not None and _same(old, new):
            yield from _stake_between(old, new)
            continue
        # In another course of the round, the same number may belong to another bet.
        if old is not None:
            yield BetLowered(id, old.box, old.owner, old.stake, 0)
        if new is not None:
            yield BetPlaced(id, new.spot, new.box, new.owner, new.stake, new.hand)


def _same(one: Bet, other: Bet) -> bool:
    return (one.spot, one.box, one.owner) == (other.spot, other.box, other.owner)


def _stake_between(old: Bet, new: Bet) -> Iterator[Event]:
    if old.stake > new.stake:
        yield BetLowered(old.id, old.box, old.owner, old.stake - new.stake, new.stake)
    elif old.stake < new.stake:
        yield BetRaised(old.id, old.box, old.owner, new.stake - old.stake, new.stake)
