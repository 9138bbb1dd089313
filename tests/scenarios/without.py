"""Posted games without one of their rules, so that a scenario that cites the rule must fail.

A rule that is a row of a table is left out by itself (`test_without.py`). Here are the others: what
becomes of a posted game, or of a function of the engine, when nobody keeps the rule.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Final

import msgspec

from cardroom.games.pai_gow.state import deliveries
from cardroom.games.pai_gow.steps import DealPiles, PayFromActionSeat
from cardroom.games.poker.steps import Antes, Blinds, Collect, ToBoard
from cardroom.games.three_card.steps import OpenHands, TakeFolded, TurnBank
from cardroom.games.twentyone.engine import irregularities as of_21
from cardroom.games.twentyone.engine.steps import (
    CardToBank,
    CardToEach,
    FirstCardToEach,
    OfferInsurance,
    SecondCardToEach,
)
from cardroom.games.twentyone.policies import MaxBet
from cardroom.money import Odds
from cardroom.play import clauses, irregularities
from cardroom.play.inputs import Answer
from cardroom.play.round import Refusal
from cardroom.rules.fees import NO_FEES
from cardroom.rules.ruleset import Ruleset
from cardroom.rules.steps import Settle, Step

Posted = Callable[[Ruleset], Ruleset]
Code = Mapping[str, Any]
"""By dotted name: what stands in the place of a function or a table."""


def posted(**changed: Any) -> Posted:
    return lambda rules: msgspec.structs.replace(rules, **changed)


def policy(**changed: Any) -> Posted:
    def change(rules: Ruleset) -> Ruleset:
        policies = msgspec.structs.replace(rules.policies, **changed)
        return msgspec.structs.replace(rules, policies=policies)

    return change


def max_bet(**changed: Any) -> Posted:
    def change(rules: Ruleset) -> Ruleset:
        old = getattr(rules.policies, "max_bet", None)
        assert isinstance(old, MaxBet)
        return policy(max_bet=msgspec.structs.replace(old, **changed))(rules)

    return change


def steps(change: Callable[[Step], Step | None]) -> Posted:
    def changed(rules: Ruleset) -> Ruleset:
        kept = tuple(step for old in rules.procedure if (step := change(old)) is not None)
        return msgspec.structs.replace(rules, procedure=kept)

    return changed


def dropped(*kinds: type[Step]) -> Posted:
    return steps(lambda step: None if isinstance(step, kinds) else step)


def first(kind: type[Step]) -> Posted:
    """The procedure with this step before all others."""

    def changed(rules: Ruleset) -> Ruleset:
        moved = [step for step in rules.procedure if isinstance(step, kind)][:1]
        rest = [step for step in rules.procedure if step not in moved]
        return msgspec.structs.replace(rules, procedure=(*moved, *rest))

    return changed


def settled(order: str) -> Posted:
    def change(step: Step) -> Step:
        return msgspec.structs.replace(step, order=order) if isinstance(step, Settle) else step

    return steps(change)


def fees(**changed: Any) -> Posted:
    return lambda rules: msgspec.structs.replace(
        rules, fees=msgspec.structs.replace(rules.fees, **changed)
    )


def no_remedy(*kinds: str) -> Code:
    """The floor has no remedy of these kinds."""

    def less(table: Mapping[str, Any]) -> dict[str, Any]:
        return {kind: remedy for kind, remedy in table.items() if kind not in kinds}

    return {
        "cardroom.play.irregularities.REMEDIES": less(irregularities.REMEDIES),
        "cardroom.games.twentyone.family.REMEDIES": less(of_21.REMEDIES),
    }


def even_money(rules: Ruleset) -> Ruleset:
    """Every row of every side bet pays the same."""
    bets = tuple(
        bet._replace(rows=tuple(row._replace(pays=Odds(1)) for row in bet.rows))
        for bet in rules.side_bets
    )
    return msgspec.structs.replace(rules, side_bets=bets)


NO_REWIND: Final[Code] = {
    "cardroom.play.interpreter._rewind": lambda *_: Refusal(clauses.REWIND, "never"),
}
UNLIMITED: Final[Code] = {
    "cardroom.rules.banking.Bank.can_pay": lambda _: None,
    "cardroom.rules.banking.Bank.can_collect": lambda _: None,
}

RULES: Final[Mapping[str, Posted]] = {
    "deal.burn": lambda rules: posted(shoe=msgspec.structs.replace(rules.shoe, burn=0))(rules),
    "deal.order": first(CardToBank),
    "deal.bank-hole": steps(lambda step: CardToBank() if isinstance(step, CardToBank) else step),
    "deal.fifth-face-down": policy(fifth_card="face-up"),
    "insurance.offered": dropped(OfferInsurance),
    "monte-carlo.burn": steps(
        lambda step: (
            msgspec.structs.replace(step, burn=1 - step.burn)
            if isinstance(step, FirstCardToEach)
            else step
        )
    ),
    "bet-the-set.face-up": settled("clockwise"),
    "bet-the-set.face-down": steps(
        lambda step: CardToEach() if isinstance(step, CardToEach) else step
    ),
    "dealer-bust.up-card": even_money,
    "deal.piles": dropped(DealPiles),
    "pay.bonus": policy(bonus=None),
    "max-bet.before-second": steps(
        lambda step: CardToEach() if isinstance(step, SecondCardToEach) else step
    ),
    "max-bet.resumed": max_bet(resume=None),
    "settle.from-action-seat": settled("right-to-left"),
    "fee.before-deal": posted(fees=NO_FEES),
    "fee.per-bet": posted(fees=NO_FEES),
    "fee.each-wager": posted(fees=NO_FEES),
    "fee.free-collection": fees(free_button="none"),
    "fee.button": fees(free_button="none"),
    "fee.no-refund": fees(free_button="no-action"),
    "fee.none-on-fortune": fees(spots=("main", "fortune")),
    "deal.bank-shows": steps(
        lambda step: (
            msgspec.structs.replace(step, shown=0)
            if isinstance(step, TurnBank) and step.shown < 3
            else step
        )
    ),
    "settle.folded-first": dropped(TakeFolded),
    "deal.reveal": dropped(OpenHands),
    "settle.losers-first": settled("clockwise"),
    "action.seat": dropped(PayFromActionSeat),
    "ante.posted": dropped(Antes),
    "blind.posted": dropped(Blinds),
    "blind.missed": dropped(Blinds),
    "deal.hole-cards": first(ToBoard),
    "deal.board": dropped(ToBoard),
    "collection.flop": dropped(Collect),
    "collection.players": dropped(Collect),
    "collection.main-pot": dropped(Collect),
    "collection.one-option": dropped(Collect),
    "collection.timed": fees(half_hour=0),
}
"""What a posted game would be."""

CODE: Final[Mapping[str, Code]] = {
    "max-bet.pins-aces": {
        "cardroom.games.twentyone.safari.max_bet.key_after": lambda _, key: key,
        "cardroom.games.twentyone.engine.turns.pin": lambda key: key,
    },
    "bank.coverage": UNLIMITED,
    "action.button": {"cardroom.games.twentyone.engine.bank.action_box": lambda *_: 1},
    "irregularity.1": no_remedy("face-up-card"),
    "irregularity.2": no_remedy("card-in-error"),
    "irregularity.3": no_remedy("surplus-card"),
    "irregularity.4": no_remedy("exposed-card"),
    "irregularity.5": NO_REWIND,
    "irregularity.6": no_remedy("absent-player"),
    "irregularity.7": no_remedy("discards-shuffled"),
    "irregularity.11": no_remedy("missed-insurance"),
    "irregularity.12": no_remedy("missed-surrender"),
    "insurance.void": no_remedy("void-hand"),
    "deal.rack": NO_REWIND,
    "bank.no-effect": {
        "cardroom.games.twentyone.engine.bank.draw_matters": lambda *_: True,
    },
    "dealer-bust.order": {
        "cardroom.games.twentyone.engine.settlement.in_order": lambda _, boxes, __: sorted(boxes),
    },
    "blazing.restart": {"cardroom.rules.meter.Meter.restarted": lambda meter: meter},
    "deal.choose-pile": {
        "cardroom.games.pai_gow.state.deliveries": lambda seat, _: deliveries(seat, 1),
    },
    "deal.dice": {"cardroom.games.pai_gow.family.seat_of": lambda bank, _: bank},
    "pot.uncalled": {"cardroom.games.poker.wagers._return_uncalled": lambda _: None},
    "turn.time-out": {
        "cardroom.games.poker.family.PokerFamily.lapsed": lambda _, __, ask: Answer(
            ask.box, "fold"
        ),
    },
    "bank.qualifies": {"cardroom.games.three_card.resolution.qualifies": lambda _: True},
    "envy.button": {"cardroom.games.pai_gow.fortune.has_button": lambda *_: False},
}
"""What the engine would do."""
