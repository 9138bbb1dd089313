"""Posted games without one of their rules, so that a scenario that cites the rule must fail.

A rule that is a row of a table is left out by itself (`test_without.py`). Here are the others: what
becomes of a posted game, or of a function of the engine, when nobody keeps the rule.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Final

import msgspec

from cardroom.cards import Deck
from cardroom.games.pai_gow import irregularities as of_pai_gow
from cardroom.games.pai_gow.state import deliveries, setting_of
from cardroom.games.pai_gow.steps import DealPiles, PayFromActionSeat, SetBank, SetHands
from cardroom.games.poker import irregularities as of_poker
from cardroom.games.poker import values
from cardroom.games.poker.state import live
from cardroom.games.poker.steps import Antes, Blinds, Collect, ToBoard
from cardroom.games.three_card.resolution import standing
from cardroom.games.three_card.steps import OpenHands, TakeFolded, TurnBank
from cardroom.games.twentyone.engine import irregularities as of_21
from cardroom.games.twentyone.engine import turns
from cardroom.games.twentyone.engine.legality import Bar, Bars
from cardroom.games.twentyone.engine.resolution import Outcome
from cardroom.games.twentyone.engine.steps import (
    CardToBank,
    CardToEach,
    FirstCardToEach,
    OfferInsurance,
    SecondCardToEach,
    Turns,
)
from cardroom.games.twentyone.game import GAMES
from cardroom.games.twentyone.policies import MaxBet, TwentyOne
from cardroom.games.twentyone.safari.clauses import NATURAL_PAID
from cardroom.games.twentyone.safari.max_bet import place
from cardroom.hands import pai_gow
from cardroom.hands.low import low
from cardroom.hands.points import DEALT, add
from cardroom.hands.points import points as points_of
from cardroom.hands.poker import ACE, best, ranked
from cardroom.hands.three_card import ThreeCardCategory, ThreeCardValue
from cardroom.money import Odds
from cardroom.places import NOBODY
from cardroom.play import clauses, irregularities
from cardroom.play.inputs import Answer
from cardroom.play.pots import Pot, divide
from cardroom.play.round import Fee, Refusal
from cardroom.play.settle import PUSH, claim, plain
from cardroom.rules.fees import NO_FEES
from cardroom.rules.ruleset import Ruleset, ShoeRule
from cardroom.rules.steps import Settle, Step
from tests.scenarios.edited import EDITED

Posted = Callable[[Ruleset], Ruleset]
Code = Mapping[str, Any]
"""By dotted name: what stands in the place of a function or a table."""


def posted(**changed: Any) -> Posted:
    return lambda rules: msgspec.structs.replace(rules, **changed)


def as_posted(rules: Ruleset) -> Ruleset:
    return rules


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


def _max_bet(rules: Ruleset) -> MaxBet:
    assert isinstance(rules.policies, TwentyOne)
    assert rules.policies.max_bet is not None
    return rules.policies.max_bet


def double(**changed: Any) -> Posted:
    def change(rules: Ruleset) -> Ruleset:
        assert isinstance(rules.policies, TwentyOne)
        assert rules.policies.double is not None
        return policy(double=msgspec.structs.replace(rules.policies.double, **changed))(rules)

    return change


def points(**changed: Any) -> Posted:
    """Hands counted in another way."""

    def change(rules: Ruleset) -> Ruleset:
        assert isinstance(rules.policies, TwentyOne)
        counted = msgspec.structs.replace(rules.policies.points, **changed)
        return policy(points=counted)(rules)

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


def before(kind: type[Step], new: Step) -> Posted:
    """The procedure with a new step before the first of this kind."""

    def changed(rules: Ruleset) -> Ruleset:
        place = [type(step) for step in rules.procedure].index(kind)
        steps = (*rules.procedure[:place], new, *rules.procedure[place:])
        return msgspec.structs.replace(rules, procedure=steps)

    return changed


def swapped(one: type[Step], other: type[Step]) -> Posted:
    """The procedure with the first step of each kind in the other's place."""

    def changed(rules: Ruleset) -> Ruleset:
        found = list(rules.procedure)
        kinds = [type(step) for step in found]
        if one in kinds and other in kinds:
            here, there = kinds.index(one), kinds.index(other)
            found[here], found[there] = found[there], found[here]
        return msgspec.structs.replace(rules, procedure=tuple(found))

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
        "cardroom.games.pai_gow.family.REMEDIES": less(of_pai_gow.REMEDIES),
        "cardroom.games.poker.family.INTERVENTIONS": less(of_poker.INTERVENTIONS),
    }


def even_money(rules: Ruleset) -> Ruleset:
    """Every row of every side bet pays the same."""
    bets = tuple(
        bet._replace(rows=tuple(row._replace(pays=Odds(1)) for row in bet.rows))
        for bet in rules.side_bets
    )
    return msgspec.structs.replace(rules, side_bets=bets)


HARD_ACES: Final[Code] = {
    f"cardroom.games.twentyone.engine.{module}.add": lambda rule, key, card: add(
        rule, key, card
    )._replace(free=0, natural=0)
    for module in ("turns", "bank")
}
"""An ace counts one."""
_straight_top: Final = pai_gow._straight_top


def with_game(id: str, **changed: Any) -> Code:
    game = GAMES[id]._replace(**changed)
    return {"cardroom.games.twentyone.game.GAMES": {**GAMES, id: game}}


def undoubled(row: Outcome) -> Outcome:
    """The outcome for a doubled hand as for any other."""
    return row._replace(
        when=lambda hand: row.when(hand._replace(mode=hand.mode._replace(doubled=0)))
    )


def not_after_split(bars: Bars, *verbs: str) -> Bars:
    """Split hands may not do this."""
    bar = Bar(clauses.NONE, lambda situation: situation.key.origin != DEALT)
    return {verb: (bar, *row) if verb in verbs else row for verb, row in bars.items()}


def charged(act: Any) -> Any:
    """The verb with a collection of fifty cents on it."""

    def act_and_charge(draft: Any, box: int, hand: Any, amount: int) -> None:
        act(draft, box, hand, amount)
        draft.collect(Fee(draft.players[box], 50, box))

    return act_and_charge


def five_card_order(value: ThreeCardValue) -> ThreeCardValue:
    """The hand as five-card poker ranks it: a flush above a straight, and that above trips."""
    order = {
        ThreeCardCategory.STRAIGHT: ThreeCardCategory.FLUSH,
        ThreeCardCategory.FLUSH: ThreeCardCategory.TRIPS,
        ThreeCardCategory.TRIPS: ThreeCardCategory.STRAIGHT,
    }
    return value._replace(category=order.get(value.category, value.category))


NO_REWIND: Final[Code] = {
    "cardroom.play.interpreter._rewind": lambda *_: Refusal(clauses.REWIND, "never"),
}
UNLIMITED: Final[Code] = {
    "cardroom.rules.banking.Bank.can_pay": lambda _: None,
    "cardroom.rules.banking.Bank.can_collect": lambda _: None,
}

RULES: Final[Mapping[str, Posted]] = {
    "cards.shoe": posted(shoe=ShoeRule("each-round", 0, 0)),
    "deal.burn": lambda rules: posted(shoe=msgspec.structs.replace(rules.shoe, burn=0))(rules),
    "deal.order": first(CardToBank),
    "deal.bank-hole": steps(lambda step: CardToBank() if isinstance(step, CardToBank) else step),
    "deal.ten-spots": lambda rules: posted(deck=Deck(rules.deck.packs))(rules),
    "bank.face-up": steps(
        lambda step: CardToBank(NOBODY) if isinstance(step, CardToBank) else step
    ),
    "double.rescue": double(rescue=False),
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
    "cards.decks": lambda rules: posted(deck=Deck(rules.deck.packs + 1, rules.deck.jokers + 1))(
        rules
    ),
    "pay.max-bet": lambda rules: max_bet(earns_bonus=not _max_bet(rules).earns_bonus)(rules),
    "pay.all-even": policy(natural=Odds(3, 2)),
    "split.no-natural": points(natural_after_split=True),
    "deal.bank-second": before(Turns, CardToBank()),
    "dealer-bust.plays-out": lambda rules: posted(
        spots=tuple(msgspec.structs.replace(spot, needs=frozenset()) for spot in rules.spots)
    )(rules),
    "option.joker-2-12": points(joker="wild"),
    "option.jokers": lambda rules: posted(deck=Deck(rules.deck.packs, rules.deck.packs))(rules),
    "option.two-aces": points(two_aces_natural=False),
    "set.hidden": swapped(SetHands, SetBank),
    "fortune.order": swapped(PayFromActionSeat, Settle),
    "table.seats": lambda rules: posted(boxes=rules.boxes + 1)(rules),
    "ante.required": lambda rules: posted(
        spots=tuple(msgspec.structs.replace(spot, needs_main=False) for spot in rules.spots)
    )(rules),
}
"""What a posted game would be."""

CODE: Final[Mapping[str, Code]] = {
    **EDITED,
    "cards.ace": HARD_ACES,
    "cards.values": HARD_ACES,
    "pay.natural": with_game(
        "safari-21",
        instant=tuple(row for row in GAMES["safari-21"].instant if row.clause is not NATURAL_PAID),
    ),
    "max-bet.one-card": {
        "cardroom.games.twentyone.engine.turns.VERBS": {
            **turns.VERBS,
            "max-bet": place,
        },
    },
    "max-bet.same-result": {
        "cardroom.games.twentyone.engine.settlement.claim": lambda bet, result, *rest: claim(
            bet, plain(PUSH, result.clause) if bet.spot == "max-bet" else result, *rest
        ),
    },
    "pay.doubled-no-instant": with_game(
        "maxtime-21", instant=tuple(undoubled(row) for row in GAMES["maxtime-21"].instant)
    ),
    "double.after-split": with_game(
        "no-bust-joker", bars=not_after_split(GAMES["no-bust-joker"].bars, "double")
    ),
    "split.play-on": with_game(
        "no-bust-bonus-ace",
        bars=not_after_split(GAMES["no-bust-bonus-ace"].bars, "double", "split", "surrender"),
    ),
    "bet-the-set.opened": {
        "cardroom.games.twentyone.engine.turns.open_hand": lambda *_: None,
        "cardroom.games.twentyone.engine.settlement.open_hand": lambda *_: None,
    },
    "dealer-bust.tucked": {
        "cardroom.games.twentyone.engine.side_bets.lost": lambda draft, bet: (
            bet.spot == "dealer-bust"
            and all(points_of(hand.key) > 21 for hand in draft.state.hands[bet.box])
        ),
    },
    "fee.none-added": {
        "cardroom.games.twentyone.engine.turns.VERBS": {
            **turns.VERBS,
            "double": charged(turns.VERBS["double"]),
            "split": charged(turns.VERBS["split"]),
        },
    },
    "cards.joker": {
        "cardroom.hands.pai_gow._back_value": pai_gow._back_value.__wrapped__,
        "cardroom.hands.pai_gow._straight_top": lambda ranks, _: _straight_top(ranks, 0),
    },
    "hand.ranking": {
        "cardroom.hands.pai_gow._back_value": pai_gow._back_value.__wrapped__,
        "cardroom.hands.pai_gow._by_rank": lambda ranks: ranked(
            ranks if ranks.count(ACE) < 5 else [*ranks[:4], 2]
        ),
        "cardroom.hands.pai_gow._straight_top": lambda ranks, jokers: (
            ACE if (top := _straight_top(ranks, jokers)) == 5 else top
        ),
        "cardroom.games.three_card.family.standing": lambda own, bank: standing(
            five_card_order(own), five_card_order(bank)
        ),
    },
    "set.house-way": {
        "cardroom.games.pai_gow.state.house_way": lambda _, cards: setting_of(
            tuple(cards), tuple(sorted(cards, key=pai_gow.pai_gow_rank)[:2])
        ),
    },
    "fortune.ranking": {"cardroom.hands.pai_gow._seven_card_row": lambda *_: None},
    "pot.side": {
        "cardroom.games.poker.state.pots": lambda put_in, live: (
            Pot(sum(put_in.values()), frozenset(live)),
        ),
    },
    "pot.odd-chip": {
        "cardroom.play.pots.divide": lambda amount, boxes, chip: divide(amount, boxes[::-1], chip),
    },
    "show.first": {"cardroom.games.poker.showdown.first_to_show": lambda draft: live(draft)[::-1]},
    "show.muck": {"cardroom.games.poker.showdown._may_win": lambda *_: True},
    "fold.out": {"cardroom.games.poker.wagers.fold": lambda *_: None},
    "irregularity.misdeal": no_remedy("misdeal"),
    "hand.two-and-three": {
        "cardroom.games.poker.showdown.high": lambda _, hole, board: best(hole + board),
        "cardroom.games.poker.showdown.low": lambda _, hole, board: low(hole + board),
    },
    "hand.low": {
        "cardroom.hands.low.EIGHT": 13,
        "cardroom.games.poker.showdown.low": values.low.__wrapped__,
    },
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
