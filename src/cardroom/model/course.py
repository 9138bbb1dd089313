"""The course of a round as numbers: the cards dealt before anybody plays, and what is known then.

The course is read from the posted procedure. If the simulator cannot follow a procedure, it is
refused here, with the reason, so that it is never dealt wrongly.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, NamedTuple

import numpy as np

from cardroom import games
from cardroom.cards import CARDS
from cardroom.errors import CardroomError
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
from cardroom.games.twentyone.game import posted_game
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


class NotSimulated(CardroomError):
    """The simulator cannot follow the posted procedure; the message says why."""


class Course(NamedTuple):
    burn: int
    """Cards burned after a shuffle."""
    burn_each: int
    """Cards burned before each box's first card."""
    hole: int
    """1 where the bank's second card is dealt with the players' second cards."""
    peeks: int
    """1 where the bank peeks for a natural before anybody plays, and one ends the round."""
    suspect: Ints
    """[up card, numbered as in the rules] 1 where the bank may have a natural."""
    paid: Ints
    """[up] 1 where naturals are paid before the turns."""
    before_looking: int
    """1 where they are paid before the bank peeks, that is, whatever the bank has."""
    insures_paid: int
    """1 where insurance is also offered to a box whose natural has been paid."""
    pushes: Ints
    """[card] 1 where insurance pushes if this card makes a natural under the ace."""
    idle: int
    """1 where the bank draws only if a card could change an open wager."""
    hidden: int
    """The number of the card that lies face down until the settlement; 0 for none."""
    cut: int
    """The number of cards dealt before the shoe is shuffled; 0 for a shuffle every round."""


def course_of(rules: Ruleset) -> Course:
    policies = posted_game(rules).policies
    if policies.hole.card == "face-up":
        raise NotSimulated(
            "the simulator plays by one dealer card; here both dealer cards are face up"
        )
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
    """Refuse any order other than: boxes, bank, boxes, perhaps a hole card; turns; bank."""
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
        raise NotSimulated(
            f"the simulator cannot deal {rules.title}: its order of dealing is not supported"
        )


def open_rounds(rules: Ruleset, spot: Spot) -> tuple[int, int]:
    """1 where the bet is open in the first round after a shuffle; the same for later rounds."""
    first, later = (_barred(rules, [_least(rules, spot)], rounds) is None for rounds in (0, 1))
    return int(first), int(later)


def barred_together(rules: Ruleset, spots: Sequence[str]) -> Clause | None:
    """The clause that forbids bets on all these spots of one box that also makes Max Bets."""
    played = {rules.spots[0].name, "max-bet", *spots}
    return _barred(rules, [_least(rules, spot) for spot in rules.spots if spot.name in played], 0)


def _least(rules: Ruleset, spot: Spot) -> Bet:
    return Bet(1, spot.name, 1, "", spot.stake or (spot.limits or rules.limits).least)


def _barred(rules: Ruleset, bets: Sequence[Bet], rounds: int) -> Clause | None:
    """The clause that forbids the last of these bets, by the game's own bars."""
    *others, last = bets
    refusal = games.family(rules).bars_bet(rules, Facts(rounds), others, last)
    return None if refusal is None else refusal.clause


def owed_now(rules: Ruleset, key: Key, stance: Stance, done: int, bank: Key) -> tuple[Ratio, Ratio]:
    """What a hand is owed if the bank stops here, per unit of original and of added money."""
    result = posted_game(rules).resolution.compare(key, stance.mode(1), DONE[done], bank)
    return result.original, result.added
