"""The round as somebody may see it: a box, a rail-bird, the dealer, surveillance.

Plain values, ready for JSON. Bots and the coach receive a view and nothing else, so whatever is
not in here cannot leak: cards are masked before they are named, and options go to their box only.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final, assert_never

import msgspec

from cardroom.cards import UNSEEN, Card
from cardroom.events import SURVEILLANCE, FreeCollectionGiven, sees
from cardroom.places import box as box_audience
from cardroom.places import hand_place, read_place
from cardroom.play.family import Family
from cardroom.play.felt_state import EMPTY_FELT, FeltState, Front
from cardroom.play.inputs import Dice
from cardroom.play.interpreter import waiting_for
from cardroom.play.round import (
    Ask,
    Await,
    Barred,
    Bet,
    Chance,
    DealerStep,
    Fee,
    Head,
    Option,
    Over,
    Reading,
    Round,
    Settlement,
)
from cardroom.play.settle import action_order, free_collections
from cardroom.rules.clauses import Clause

RAIL: Final[frozenset[str]] = frozenset()
"""Somebody who watches: only what everybody sees."""


class PlaceView(msgspec.Struct, frozen=True, omit_defaults=True):
    """The cards at a place; a hidden one is `??`. `label` only where every card is seen."""

    place: str
    cards: tuple[str, ...]
    label: str = ""
    box: int = 0
    hand: int = 0
    """The hand's id at its box; both are 0 for the bank's hand, the board, the burnt cards."""
    racked: bool = False
    """The cards were collected to the discard rack already."""


class BetView(msgspec.Struct, frozen=True, omit_defaults=True):
    """An open bet."""

    bet: int
    spot: str
    box: int
    owner: str
    stake: int
    hand: int = 0
    added: int = 0
    backline: bool = False


class ClauseView(msgspec.Struct, frozen=True):
    """Which rule, where it stands, and its sentence."""

    clause: str
    cite: str
    says: str


class SettledView(msgspec.Struct, frozen=True, omit_defaults=True):
    """A settled bet: `stake` = `taken` + `returned`; `paid` comes on top."""

    bet: int
    spot: str
    box: int
    owner: str
    stake: int
    action: int
    paid: int
    taken: int
    returned: int
    net: int
    because: ClauseView
    cause: str = ""
    hand: int = 0
    backline: bool = False


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


class BarredView(msgspec.Struct, frozen=True):
    """A verb that may not be answered, and why."""

    verb: str
    because: ClauseView


class AskView(msgspec.Struct, frozen=True, omit_defaults=True):
    box: int
    topic: str
    options: tuple[OptionView, ...]
    barred: tuple[BarredView, ...] = ()
    hand: int = 0
    number: int = 0
    """The hand's number in playing order."""


class BankView(msgspec.Struct, frozen=True, omit_defaults=True):
    """Who stands against the players; `posted` None is the house, which covers everything."""

    owner: str
    box: int = 0
    posted: int | None = None
    paid: int = 0
    collected: int = 0
    can_pay: int | None = None
    can_collect: int | None = None
    reach: tuple[int, ...] = ()
    """The boxes as its money reaches them; none before that is known."""


class FeeView(msgspec.Struct, frozen=True, omit_defaults=True):
    """Collection for one wager, or from the bank; `waived` was paid by a free collection button."""

    owner: str
    amount: int
    box: int = 0
    waived: int = 0
    bracket: str = ""


class View(msgspec.Struct, frozen=True, omit_defaults=True):
    game: str
    title: str
    rules: str
    """The ruleset's digest."""
    head: str
    """What the round waits for: card, dice, answer, dealer, figure, over."""
    waiting: str
    """The same in words."""
    turn: tuple[int, ...]
    """The boxes that are asked something now."""
    asks: tuple[AskView, ...]
    """What the viewer's own boxes are asked."""
    places: tuple[PlaceView, ...]
    players: Mapping[int, str]
    stacks: Mapping[str, int]
    bets: tuple[BetView, ...]
    settled: tuple[SettledView, ...]
    bank: BankView
    middle: FeltState = EMPTY_FELT
    dice: tuple[int, ...] = ()
    """As they were thrown last."""
    given: tuple[FreeCollectionGiven, ...] = ()
    """Free collection buttons for the next round, when this one is over."""
    collected: tuple[FeeView, ...] = ()
    """By owner and box."""
    fees: int = 0
    """Everything that went to the drop box."""
    void: bool = False


def view(round: Round, audiences: frozenset[str], family: Family) -> View:
    """What these audiences (`box:3`; several for a player with several boxes) may see."""
    seen = {
        place: tuple(dealt.card if sees(dealt.seen, audiences) else UNSEEN for dealt in pile)
        for place, pile in round.cards.items()
    }
    rules, middle = round.rules, family.felt_state(round)
    return View(
        game=rules.game,
        title=rules.title,
        rules=rules.digest,
        head=_kind(round.head),
        waiting=waiting_for(round.head),
        turn=tuple(ask.box for ask in _asks(round.head)),
        asks=tuple(
            _ask(ask, round, seen, family)
            for ask in _asks(round.head)
            if _may_answer(ask, audiences)
        ),
        places=_places(round, seen, family),
        players=round.players,
        stacks=round.stacks,
        bets=tuple(_bet(bet) for bet in round.bets),
        settled=tuple(_settled(settlement) for settlement in round.settled),
        bank=_bank(round, dict(middle.buttons).get("action")),
        middle=middle,
        dice=next((each.dice for each in reversed(round.inputs) if isinstance(each, Dice)), ()),
        given=_given(round),
        collected=tuple(map(fee_view, round.fees)),
        fees=round.drop,
        void=round.void,
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


def _asks(head: Head) -> tuple[Ask, ...]:
    return head.asks if isinstance(head, Await) else ()


def _may_answer(ask: Ask, audiences: frozenset[str]) -> bool:
    return box_audience(ask.box) in audiences or SURVEILLANCE in audiences


def _ask(ask: Ask, round: Round, seen: Mapping[str, tuple[Card, ...]], family: Family) -> AskView:
    own = seen.get(hand_place(ask.box), ())
    options = tuple(
        _option(option, tuple(family.fronts(round, own)) if option.cards else ())
        for option in ask.options
    )
    return AskView(
        ask.box, ask.topic, options, tuple(map(_barred, ask.barred)), ask.hand, ask.number
    )


def _option(option: Option, fronts: tuple[Front, ...]) -> OptionView:
    return OptionView(
        option.verb,
        option.least,
        option.most,
        option.step,
        option.cards,
        option.costs,
        fronts,
    )


def _barred(barred: Barred) -> BarredView:
    return BarredView(barred.verb, _clause(barred.clause))


def _clause(clause: Clause) -> ClauseView:
    return ClauseView(clause.id, clause.cite, clause.says)


def _places(
    round: Round, seen: Mapping[str, tuple[Card, ...]], family: Family
) -> tuple[PlaceView, ...]:
    open_piles = {place: pile for place, pile in seen.items() if pile and UNSEEN not in pile}
    labels = family.labels(round, open_piles)
    return tuple(
        PlaceView(
            place,
            tuple(card.text for card in pile),
            labels.get(place, ""),
            *read_place(place),
            racked=place in round.racked,
        )
        for place, pile in seen.items()
    )


def _bet(bet: Bet) -> BetView:
    return BetView(
        bet.id, bet.spot, bet.box, bet.owner, bet.stake, bet.hand, bet.added, bet.backline
    )


def _settled(settlement: Settlement) -> SettledView:
    bet = settlement.bet
    return SettledView(
        bet=bet.id,
        spot=bet.spot,
        box=bet.box,
        owner=bet.owner,
        stake=bet.stake,
        action=settlement.action,
        paid=settlement.paid,
        taken=settlement.taken,
        returned=settlement.returned,
        net=settlement.net,
        because=_clause(settlement.clause),
        cause=settlement.cause,
        hand=bet.hand,
        backline=bet.backline,
    )


def _bank(round: Round, action: int | None) -> BankView:
    bank = round.bank
    limited = bank.banking.limit != "none"
    return BankView(
        bank.owner,
        round.facts.bank_box,
        bank.posted if limited else None,
        bank.paid,
        bank.collected,
        bank.can_pay(),
        bank.can_collect(),
        action_order(round, action),
    )


def _given(round: Round) -> tuple[FreeCollectionGiven, ...]:
    if not round.over or round.void:
        return ()
    return free_collections(round)


def fee_view(fee: Fee) -> FeeView:
    return FeeView(fee.owner, fee.amount, fee.box, fee.waived, fee.bracket)
