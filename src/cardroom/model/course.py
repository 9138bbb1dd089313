"""The course of a round as numbers: which cards come before anybody plays, what is known then.

Read from the posted procedure. A procedure that goes another way than the simulator's is refused
here, by name, and not dealt wrongly.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, NamedTuple

import numpy as np

from cardroom.cards import CARDS
from cardroom.games.twentyone.engine.offers import may_be_natural
from cardroom.games.twentyone.engine.resolution import LIVE, STOOD, SURRENDERED
from cardroom.games.twentyone.engine.steps import (
    BankPlays,
    BurnCards,
    CardToBank,
    CardToEach,
    FirstCardToEach,
    OfferInsurance,
    PayNaturals,
    Peek,
    SecondCardToEach,
    Turns,
)
from cardroom.games.twentyone.game import desk
from cardroom.hands.points import Key
from cardroom.model.ranks import UPS, Ints
from cardroom.model.verbs import Stance
from cardroom.places import NOBODY
from cardroom.play.round import Bet, Facts
from cardroom.play.settle import Ratio
from cardroom.rules.clauses import Clause
from cardroom.rules.ruleset import Ruleset
from cardroom.rules.spots import Spot

DONE: Final = (LIVE, SURRENDERED, STOOD)


class NotSimulated(ValueError):
    """A posted game whose course the simulator cannot follow; the message says why."""


class Course(NamedTuple):
    burn: int
    """Cards burnt after a shuffle."""
    burn_each: int
    """Cards burnt before each box's first card."""
    hole: int
    """1 where the bank's second card comes with the players' second cards."""
    peeks: int
    """1 where a natural is looked for before anybody plays, and ends the round."""
    suspect: Ints
    """[up, as the rules name it] 1 where the bank may have a natural."""
    paid: Ints
    """[up] 1 where naturals are paid before the turns."""
    before_looking: int
    """1 where that is before the bank looks: naturals are paid whatever the bank has."""
    insures_paid: int
    """1 where insurance is offered to a box whose natural has been paid, too."""
    pushes: Ints
    """[card] 1 where that second card under an ace, making a natural, returns insurance."""
    idle: int
    """1 where the bank draws no card that could not change any open wager."""
    hidden: int
    """A hand's card of this number lies face down until the settlement; 0 for none."""
    cut: int
    """Cards dealt after which the shoe is shuffled; 0 where it is for every round."""


def course_of(rules: Ruleset) -> Course:
    policies = desk(rules).policies
    steps = rules.procedure
    kinds = [type(step) for step in steps]
    _follow(rules, kinds)
    before = steps[: kinds.index(Turns)]
    hole = any(isinstance(step, CardToBank) and step.seen == NOBODY for step in before)
    first = next((step for step in before if isinstance(step, FirstCardToEach)), None)
    at_once = policies.naturals == "at-once"
    pays = PayNaturals in kinds
    unknown = policies.hole.card == "no-peek" or not hole
    suspect = [may_be_natural(up) for up in range(UPS)]
    paid = [int(pays and (at_once or not (unknown and suspect[up]))) for up in range(UPS)]
    early = at_once and pays and _precedes(kinds, PayNaturals, Peek)
    insurance = policies.insurance
    offered_after = insurance is not None and _precedes(kinds, PayNaturals, OfferInsurance)
    on_ten = insurance is not None and insurance.on_ten == "push"
    return Course(
        burn=0 if rules.shoe.kind == "continuous" else rules.shoe.burn,
        burn_each=0 if first is None else first.burn,
        hole=int(hole),
        peeks=int(Peek in kinds),
        suspect=np.array(suspect, np.int64),
        paid=np.array(paid, np.int64),
        before_looking=int(early),
        insures_paid=int(insurance is not None and (insurance.paid_naturals or not offered_after)),
        pushes=np.array([on_ten and card.rank == 10 for card in CARDS], np.int64),
        idle=int(policies.bank.idle == "no-effect"),
        hidden=5 if policies.fifth_card == "face-down" else 0,
        cut=len(rules.deck) - rules.shoe.behind if rules.shoe.kind == "cut-card" else 0,
    )


def _precedes(kinds: list[type], one: type, other: type) -> bool:
    return one in kinds and (other not in kinds or kinds.index(one) < kinds.index(other))


def _follow(rules: Ruleset, kinds: list[type]) -> None:
    """Cards to the boxes, to the bank, to the boxes, maybe a hole card; turns; the bank."""
    dealing = (BurnCards, CardToEach, FirstCardToEach, SecondCardToEach, CardToBank)
    deal = [kind for kind in kinds if kind in dealing]
    expected = (
        (BurnCards,),
        (CardToEach, FirstCardToEach),
        (CardToBank,),
        (CardToEach, SecondCardToEach),
        (CardToBank,),
    )
    follows = len(deal) in (4, 5) and all(
        kind in allowed for kind, allowed in zip(deal, expected, strict=False)
    )
    ends = [kind for kind in kinds if kind in (Turns, BankPlays)]
    if not follows or ends != [Turns, BankPlays]:
        raise NotSimulated(f"{rules.title} is dealt in an order that the simulator does not know")


def open_rounds(rules: Ruleset, spot: Spot) -> tuple[int, int]:
    """1 where a bet may be made in the first round after a shuffle, and in later ones."""
    first, later = (_barred(rules, [_least(rules, spot)], rounds) is None for rounds in (0, 1))
    return int(first), int(later)


def barred_together(rules: Ruleset, spots: Sequence[str]) -> Clause | None:
    """What speaks against bets on these spots of one box, where its hand may make Max Bets."""
    played = {rules.spots[0].name, "max-bet", *spots}
    return _barred(rules, [_least(rules, spot) for spot in rules.spots if spot.name in played], 0)


def _least(rules: Ruleset, spot: Spot) -> Bet:
    return Bet(1, spot.name, 1, "", spot.stake or (spot.limits or rules.limits).least)


def _barred(rules: Ruleset, bets: Sequence[Bet], rounds: int) -> Clause | None:
    """The clause against the last of these bets, by the game's own bars."""
    bars = desk(rules).game.bet_bars
    facts, (*others, last) = Facts(rounds), bets
    return next((bar.clause for bar in bars if bar.when(rules, facts, others, last)), None)


def owed_now(rules: Ruleset, key: Key, stance: Stance, done: int, bank: Key) -> tuple[Ratio, Ratio]:
    """What a hand would be owed if the bank stopped here, per unit of original and added money."""
    result = desk(rules).resolution.compare(key, stance.mode(1), DONE[done], bank)
    return result.original, result.added
