"""The round as somebody may see it: a box, a rail-bird, the dealer, surveillance.

Bots and the coach receive a view and nothing else, and the service sends what stands in it. So
whatever is not in here cannot leak: cards are masked before they are named, and options go to their
box only. What everybody may see (bets, settlements, the bank) is the round's own.
"""

from __future__ import annotations

from collections.abc import Mapping
from collections.abc import Set as AbstractSet
from typing import Final, assert_never

import msgspec

from cardroom.cards import UNSEEN, Card
from cardroom.events import SURVEILLANCE, FreeCollectionGiven, sees
from cardroom.places import box as box_audience
from cardroom.places import hand_place, read_place
from cardroom.play.family import Family
from cardroom.play.felt_state import EMPTY_FELT, FeltState, Front
from cardroom.play.heads import waiting_for
from cardroom.play.inputs import Dice
from cardroom.play.round import (
    Ask,
    Await,
    Bet,
    Chance,
    DealerStep,
    Fee,
    Head,
    Over,
    Reading,
    Round,
    Settlement,
    VerbOffer,
)
from cardroom.play.settle import action_order, free_collections
from cardroom.play.side_bets import tucked_under
from cardroom.rules.banking import Bank
from cardroom.rules.clauses import Clause

RAIL: Final[frozenset[str]] = frozenset()
"""Somebody who watches: only what everybody sees."""


class PlaceView(msgspec.Struct, frozen=True):
    """The cards at a place; a hidden one is `??`. `label` only where every card is seen."""

    cards: tuple[str, ...]
    label: str
    status: str
    """asked, live (a bet is open on it), done, racked (its cards were collected), tucked, or
    chosen."""
    under: str = ""
    """The spot whose bet the cards are tucked under."""

    @property
    def collected(self) -> bool:
        """Whether the cards have left their place."""
        return self.status in ("racked", "tucked")


class TurnView(msgspec.Struct, frozen=True):
    """A hand that is asked something."""

    box: int
    hand: int
    topic: str


class OptionView(msgspec.Struct, frozen=True, omit_defaults=True):
    """A verb that may be answered; `least` to `most` in steps of `step` where it has an amount."""

    verb: str
    least: int | None = None
    most: int | None = None
    step: int = 1
    cards: bool = False
    """The verb names cards: those that are set in front."""
    costs: int | None = None
    """Chips it takes where it has no amount to choose."""
    fronts: tuple[Front, ...] = ()
    """What each choice of cards would make."""
    counts: str = ""
    """What the amount is the number of, if it is not chips: pile."""


class BarredView(msgspec.Struct, frozen=True):
    """A verb that may not be answered, and the clause that says why."""

    verb: str
    clause: Clause


class AskView(msgspec.Struct, frozen=True):
    box: int
    hand: int
    topic: str
    options: tuple[OptionView, ...]
    barred: tuple[BarredView, ...]


class FeeView(msgspec.Struct, frozen=True, omit_defaults=True):
    """Collection for one wager, or from the bank; `waived` was paid by a free collection button."""

    owner: str
    amount: int
    box: int = 0
    waived: int = 0
    bracket: str = ""


class View(msgspec.Struct, frozen=True, omit_defaults=True):
    head: str
    """What the round waits for: card, dice, answer, dealer, figure, over."""
    waiting: str
    """The same in words."""
    turn: tuple[TurnView, ...]
    """The hands that are asked something now."""
    asks: tuple[AskView, ...]
    """What the viewer's own boxes are asked."""
    places: Mapping[str, PlaceView]
    players: Mapping[int, str]
    stacks: Mapping[str, int]
    bets: tuple[Bet, ...]
    settled: tuple[Settlement, ...]
    bank: Bank
    bank_box: int = 0
    reach: tuple[int, ...] = ()
    """The boxes as the bank's money reaches them; none before that is known."""
    middle: FeltState = EMPTY_FELT
    dice: tuple[int, ...] = ()
    """As they were thrown last."""
    given: tuple[FreeCollectionGiven, ...] = ()
    """Free collection buttons for the next round, when this one is over."""
    fees: tuple[FeeView, ...] = ()
    """By owner and box."""
    collected: int = 0
    """Everything that went to the drop box."""

    def cards_at(self, place: str) -> tuple[str, ...]:
        found = self.places.get(place)
        return () if found is None else found.cards


def view(round: Round, audiences: frozenset[str], family: Family) -> View:
    """What these audiences (`box:3`; several for a player with several boxes) may see."""
    seen = {
        place: tuple(dealt.card if sees(dealt.seen, audiences) else UNSEEN for dealt in pile)
        for place, pile in round.cards.items()
    }
    middle = family.felt_state(round)
    asks = round.head.asks if isinstance(round.head, Await) else ()
    return View(
        head=_kind(round.head),
        waiting=waiting_for(round.head, round.rules.banking.title),
        turn=tuple(TurnView(ask.box, ask.hand, ask.topic) for ask in asks),
        asks=tuple(_ask(ask, round, seen, family) for ask in asks if _may_answer(ask, audiences)),
        places=_places(round, seen, family, middle),
        players=round.players,
        stacks=round.stacks,
        bets=round.bets,
        settled=round.settled,
        bank=round.bank,
        bank_box=round.facts.bank_box,
        reach=action_order(round, dict(middle.buttons).get("action")),
        middle=middle,
        dice=next((each.dice for each in reversed(round.inputs) if isinstance(each, Dice)), ()),
        given=free_collections(round) if round.over and not round.void else (),
        fees=tuple(map(fee_view, round.fees)),
        collected=round.drop,
    )


def _kind(head: Head) -> str:
    match head:
        case Chance():
            return "dice" if head.dice else "card"
        case Await():
            return "answer"
        case DealerStep():
            return "dealer"
        case Reading():
            return "figure"
        case Over():
            return "over"
        case _:
            assert_never(head)


def _may_answer(ask: Ask, audiences: frozenset[str]) -> bool:
    return box_audience(ask.box) in audiences or SURVEILLANCE in audiences


def _ask(ask: Ask, round: Round, seen: Mapping[str, tuple[Card, ...]], family: Family) -> AskView:
    own = seen.get(hand_place(ask.box), ())
    options = tuple(
        _option(option, tuple(family.fronts(round, own)) if option.cards else ())
        for option in ask.options
    )
    worded = round.rules.worded
    barred = tuple(BarredView(barred.verb, worded(barred.clause)) for barred in ask.barred)
    return AskView(ask.box, ask.hand, ask.topic, options, barred)


def _option(option: VerbOffer, fronts: tuple[Front, ...]) -> OptionView:
    return OptionView(
        option.verb,
        option.least,
        option.most,
        option.step,
        option.cards,
        option.costs,
        fronts,
        option.counts,
    )


def _places(
    round: Round, seen: Mapping[str, tuple[Card, ...]], family: Family, middle: FeltState
) -> dict[str, PlaceView]:
    open_piles = {place: pile for place, pile in seen.items() if pile and UNSEEN not in pile}
    labels = family.labels(round, open_piles)
    asks = round.head.asks if isinstance(round.head, Await) else ()
    asked = {(ask.box, ask.hand) for ask in asks}
    open_bets = {(bet.box, bet.hand) for bet in round.bets}
    shown = {}
    for place, pile in seen.items():
        under = ""
        if place in round.racked:
            under = tucked_under(round, read_place(place)[0])
            status = "tucked" if under else "racked"
        elif place == middle.chosen:
            status = "chosen"
        else:
            status = _status(round, read_place(place), asked, open_bets)
        cards = tuple(card.text for card in pile)
        shown[place] = PlaceView(cards, labels.get(place, ""), status, under)
    return shown


def _status(
    round: Round,
    hand: tuple[int, int],
    asked: AbstractSet[tuple[int, int]],
    open_bets: AbstractSet[tuple[int, int]],
) -> str:
    """What becomes of a hand, by its box and number, whose cards were not collected."""
    if hand in asked:
        return "asked"
    return "live" if hand in open_bets or (not hand[0] and not round.over) else "done"


def fee_view(fee: Fee) -> FeeView:
    return FeeView(fee.owner, fee.amount, fee.box, fee.waived, fee.bracket)
