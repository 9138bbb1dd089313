"""What published variants of blackjack change: the deck, ties, 21s, bonus rows, rescue.

Spanish 21 and Double Exposure are blackjack with these options (`examples/houses`).
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

import msgspec

from cardroom.cards import Deck
from cardroom.games.common import FLAG
from cardroom.games.twentyone.bonus_hands import HANDS, best_row, bonus_hand, check_condition
from cardroom.games.twentyone.engine.resolution import FinishedHand
from cardroom.games.twentyone.policies import TwentyOne
from cardroom.hands.points import PointRule, points
from cardroom.play.settle import WIN, Ratio
from cardroom.rules.clauses import Clause
from cardroom.rules.options import Choice, OptionFaults, OptionSpec
from cardroom.rules.own_table import PayRows, own_pay_table
from cardroom.rules.paytable import PayTable

TEN: Final = 10
"""The rank that a Spanish deck lacks; faces stay."""

TEN_SPOTS: Final = Clause(
    "deal.ten-spots",
    "Blackjack / Dealing 2",
    "decks have 52 cards, or 48 without the four tens, as the house posts; face cards stay",
)
FACE_UP: Final = Clause(
    "bank.face-up",
    "Blackjack / Dealer 3",
    "where the house posts it, both dealer cards are dealt face up; there is no insurance, and a"
    " dealer natural ends the round",
)
RESCUE: Final = Clause(
    "double.rescue",
    "Blackjack / Doubling 4",
    "where the house offers it, a doubled hand may be surrendered for half of its doubled wager",
)
PLAYER_21: Final = Clause(
    "pay.21-wins",
    "Blackjack / Settlement 8",
    "where the house posts it, a hand of 21 wins at once, whatever the dealer has",
)
NATURAL_WINS: Final = Clause(
    "pay.natural-wins",
    "Blackjack / Settlement 3",
    "where the house posts it, a natural is paid against a dealer natural, too",
)
NATURAL_TIE_LOSES: Final = Clause(
    "pay.natural-tie-loses",
    "Blackjack / Settlement 3",
    "where the house posts it, a natural loses to a dealer natural",
)
TIE_LOSES: Final = Clause(
    "pay.tie-loses",
    "Blackjack / Settlement 6",
    "where the house posts it, the dealer wins equal totals that are not naturals",
)
BANK_22: Final = Clause(
    "pay.bank-22",
    "Blackjack / Settlement 5",
    "where the house posts it, a dealer hand of 22 pushes every live hand that is not a natural",
)
BONUS: Final = Clause(
    "pay.bonus",
    "Blackjack / Settlement 9",
    "a winning hand is paid the best bonus row that the house posts for its cards, a doubled hand"
    " only where the house says so",
)
CLAUSES: Final = tuple(value for value in list(globals().values()) if isinstance(value, Clause))

SIZE_MAX: Final = 21
"""Cards of the longest hand: aces from many decks."""
ROWS: Final = tuple(name for name in HANDS if not name.endswith("big-5"))

OPTIONS: Final = (
    OptionSpec(
        "ten_spots",
        FLAG,
        True,
        "the four tens are in each deck; without them it has 48 cards",
        TEN_SPOTS.id,
        group="deal",
    ),
    OptionSpec(
        "dealer_cards_up",
        Choice((1, 2)),
        1,
        "dealer cards dealt face up; with both up, there is no peek and no insurance",
        FACE_UP.id,
        group="bank",
    ),
    OptionSpec(
        "double_rescue",
        FLAG,
        False,
        "a doubled hand may be surrendered for half of its doubled wager",
        RESCUE.id,
    ),
    OptionSpec(
        "player_21",
        Choice(("compared", "wins")),
        "compared",
        "a hand of 21 is compared with the dealer's, or wins at once",
        PLAYER_21.id,
        group="pay",
    ),
    OptionSpec(
        "both_naturals",
        Choice(("push", "win", "lose")),
        "push",
        "a natural against a dealer natural pushes, is paid, or loses",
        NATURAL_WINS.id,
        group="pay",
    ),
    OptionSpec(
        "equal_totals",
        Choice(("push", "lose")),
        "push",
        "equal totals that are not naturals push, or lose",
        TIE_LOSES.id,
        group="pay",
    ),
    OptionSpec(
        "dealer_22",
        Choice(("bust", "push")),
        "bust",
        "a dealer hand of 22 busts, or pushes all live hands but naturals",
        BANK_22.id,
        group="pay",
    ),
    OptionSpec(
        "bonus",
        PayRows((None,), ROWS, check=check_condition(SIZE_MAX), winning=True),
        None,
        "odds for winning hands by their cards; where two rows apply, the better one pays",
        BONUS.id,
        group="pay",
    ),
    OptionSpec(
        "bonus_doubled", FLAG, False, "doubled hands earn the bonus, too", BONUS.id, group="pay"
    ),
)


def deck(o: Mapping[str, Any]) -> Deck:
    return Deck(o["decks"], without=() if o.get("ten_spots", True) else (TEN,))


def with_variants(policies: TwentyOne, o: Mapping[str, Any]) -> TwentyOne:
    """The policies with what these options change; games without the options stay as they are."""
    if "bonus" not in o:
        return policies
    table, double = _rows(o), policies.double
    if double is not None and o["double_rescue"]:
        double = msgspec.structs.replace(double, rescue=True)
    if o["dealer_cards_up"] == 2:
        hole = msgspec.structs.replace(policies.hole, card="face-up")
        policies = msgspec.structs.replace(policies, hole=hole, insurance=None)
    hands = [bonus_hand(row) for row in table.rows] if table is not None else []
    return msgspec.structs.replace(
        policies,
        points=PointRule(
            tracks_suits=any(hand.looks_at_suits for hand in hands),
            tracks_runs=any(hand.run for hand in hands),
            suits_of_runs=True,
        )
        if hands
        else policies.points,
        double=double,
        both_naturals=o["both_naturals"],
        equal=o["equal_totals"],
        bank_22=o["dealer_22"],
        player_21=o["player_21"],
        bonus=table,
        bonus_doubled=o["bonus_doubled"],
    )


def _rows(o: Mapping[str, Any]) -> PayTable | None:
    if o["bonus"] is None:
        return None
    table = own_pay_table(o["bonus"])
    for name in ("spade-777", "suited-777"):
        if o["decks"] < 3 and table.odds(name) is not None:
            says = f"{HANDS[name].says} cannot occur in fewer than 3 decks; leave the row out"
            raise OptionFaults((f"bonus, {name}: {says}",))
    return table


# --- what a hand is owed ------------------------------------------------------------------------


def is_21(s: FinishedHand) -> bool:
    """A 21 that wins at once; a natural is paid its own odds."""
    return s.policies.player_21 == "wins" and points(s.key) == 21 and not s.key.natural


def bank_22(s: FinishedHand) -> bool:
    return s.policies.bank_22 == "push" and s.bank is not None and points(s.bank) == 22


def _best(s: FinishedHand) -> tuple[str, Ratio]:
    if s.mode.doubled and not s.policies.bonus_doubled:
        return "", WIN
    return best_row(s.policies.bonus, s.key)


def winnings(s: FinishedHand) -> tuple[Ratio, Ratio]:
    """Even money, or the best bonus row, on all of the hand's money: the wager of a split hand may
    count as added."""
    paid = _best(s)[1]
    return paid, paid


def row(s: FinishedHand) -> str:
    return _best(s)[0]
