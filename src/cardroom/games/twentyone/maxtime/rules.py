"""MaxTime 21: bars and outcomes."""

from __future__ import annotations

from typing import Final

from cardroom.games.twentyone.blackjack.rules import aces_again, bank_draws, margin, too_many_hands
from cardroom.games.twentyone.engine.game_type import SharedClauses, TwentyOneGame
from cardroom.games.twentyone.engine.legality import Bar, Bars, Situation
from cardroom.games.twentyone.engine.resolution import (
    STOOD,
    SURRENDERED,
    FinishedHand,
    Outcome,
    both,
)
from cardroom.games.twentyone.maxtime import clauses as c
from cardroom.games.twentyone.maxtime.options import MAXTIME, MAXTYME, maxtime_ruleset
from cardroom.hands.points import over, points
from cardroom.play.settle import LOSE, LOSE_HALF, PUSH, WIN, Ratio, pays


def _above_20(s: Situation) -> bool:
    """Two cards of 21 are an ace with a ten-value, which counts 11 when it is doubled."""
    return points(s.key) > 20 and s.key.size > 2


BARS: Final[Bars] = {
    "hit": (
        Bar(c.HIT_DOUBLED, lambda s: s.mode.doubled > 0),
        Bar(c.HIT_21, lambda s: points(s.key) >= 21),
    ),
    "stand": (),
    "double": (
        Bar(c.DOUBLE_STACK, lambda s: s.mode.doubled > 0),
        Bar(c.DOUBLE_TOTAL, lambda s: s.key.size < 2 or _above_20(s)),
    ),
    "split": (
        Bar(c.SPLIT_PAIR, lambda s: s.key.size != 2 or s.key.pair == 0 or s.mode.doubled > 0),
        Bar(c.SPLIT_ACES, aces_again),
        Bar(c.SPLIT_HANDS, too_many_hands),
    ),
    "surrender": (Bar(c.SURRENDER, lambda s: s.policies.surrender is None or s.key.size < 2),),
}


def _in_diamonds(s: FinishedHand) -> bool:
    suited = s.policies.natural_suited
    return suited is not None and s.key.suit == suited[0]


def _natural_pays(s: FinishedHand) -> tuple[Ratio, Ratio]:
    suited = s.policies.natural_suited
    odds = suited[1] if suited is not None and _in_diamonds(s) else s.policies.natural
    return pays(odds), pays(odds)


def _long_21(s: FinishedHand) -> bool:
    return s.policies.long_21 is not None and s.key.size >= 5 and points(s.key) == 21


def _long_21_pays(s: FinishedHand) -> tuple[Ratio, Ratio]:
    assert s.policies.long_21 is not None
    return pays(s.policies.long_21), pays(s.policies.long_21)


def _six_cards(s: FinishedHand) -> bool:
    """Compulsory at once; where it may be declined, when the hand stands on it."""
    rule = s.policies.six_card_win
    taken = rule == "compulsory" or (rule == "optional" and s.done == STOOD)
    return taken and s.key.size >= 6 and points(s.key) <= 20


def _six_cards_pay(s: FinishedHand) -> tuple[Ratio, Ratio]:
    return pays(s.policies.six_cards), pays(s.policies.six_cards)


INSTANT: Final = (
    Outcome(
        c.GIVEN_UP,
        lambda s: s.done == SURRENDERED and s.mode.doubled > 0,
        lambda _: (LOSE, PUSH),
        "surrendered",
    ),
    Outcome(c.GIVEN_UP, lambda s: s.done == SURRENDERED, both(LOSE_HALF), "surrendered"),
    Outcome(c.OVER, lambda s: over(s.key), both(LOSE), "over"),
    Outcome(
        c.NATURAL,
        lambda s: s.key.natural > 0,
        _natural_pays,
        row=lambda s: "blackjack-in-diamonds" if _in_diamonds(s) else "",
    ),
    Outcome(c.LONG_21, lambda s: not s.mode.doubled and _long_21(s), _long_21_pays),
    Outcome(c.SIX_CARDS, lambda s: not s.mode.doubled and _six_cards(s), _six_cards_pay),
)

FINAL: Final = (
    Outcome(c.BANK_NATURAL, lambda s: s.bank is not None and s.bank.natural > 0, both(LOSE)),
    Outcome(c.BANK_OVER, lambda s: s.bank is not None and over(s.bank), both(WIN)),
    Outcome(c.HIGHER, lambda s: margin(s) > 0, both(WIN)),
    Outcome(c.EQUAL, lambda s: margin(s) == 0, both(PUSH)),
    Outcome(c.LOWER, lambda _: True, both(LOSE)),
)


MAXTIME_GAME: Final = TwentyOneGame(
    "maxtime-21",
    "MaxTime 21",
    c.CLAUSES,
    MAXTIME,
    maxtime_ruleset,
    BARS,
    INSTANT,
    FINAL,
    bank_draws,
    {"insure": c.INSURE_ACE, "surrender": c.SURRENDER},
    SharedClauses(
        double_stack=c.DOUBLE_STACK,
        split_stack=c.SPLIT_STACK,
        insure_ace=c.INSURE_ACE,
        insure_half=c.INSURE_HALF,
        insure_pays=c.INSURE_PAYS,
        insure_loses=c.INSURE_LOSES,
        surrender_offered=c.SURRENDER,
        surrender_first=c.SURRENDER,
        peek=c.PEEK,
        surrender_natural=c.SURRENDER,
    ),
    # Rule 7: the bonus bet has an area of its own.
    places={MAXTYME.file.name: "upper-right"},
)
