"""Dealer Bust 21: blackjack with a side bet that the dealer busts."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Final, Literal

from cardroom.games.common import BONUS_MIN
from cardroom.games.twentyone.blackjack import rules as bj
from cardroom.games.twentyone.blackjack.options import BLACKJACK, Base, on_blackjack
from cardroom.games.twentyone.engine.state import Draft
from cardroom.hands.points import Key, over, points
from cardroom.money import Odds
from cardroom.play.round import Bet
from cardroom.rules.clauses import Clause, Clauses
from cardroom.rules.options import Catalogue, Choice, OptionSpec
from cardroom.rules.ruleset import Ruleset
from cardroom.rules.side_bet import SideBet, SideRow, Survival

SPOT: Final = "dealer-bust"
TOTAL_MAX: Final = 29

BESIDE: Final = Clause("dealer-bust.beside", "Rule 2", "a DB21 bet needs a regular blackjack bet")
LATE: Final = Clause(
    "dealer-bust.no-bet", "Rule 4", "a bet made after the first card is no bet and is returned"
)
WINS: Final = Clause(
    "dealer-bust.wins",
    "Rule 5",
    "the bet wins if the dealer busts and a hand of the box is at most 29",
)
ABOVE_29: Final = Clause(
    "dealer-bust.above-29",
    "Rule 5",
    "the bet is lost, and taken at once, when every hand of the box is above 29",
)
UP_CARD: Final = Clause(
    "dealer-bust.up-card", "Rule 6", "the bet pays by the dealer's up card, from the posted table"
)
TUCKED: Final = Clause(
    "dealer-bust.tucked",
    "Rule 9",
    "a hand that busts is tucked under the bet, which stays live",
)
LOSES: Final = Clause(
    "dealer-bust.loses", "Rule 10", "if the dealer does not go over, the bets are taken first"
)
ORDER: Final = Clause(
    "dealer-bust.order",
    "Rule 11",
    "if the dealer busts, boxes are paid counterclockwise, blackjack first, bonus second",
)
PLAYS_OUT: Final = Clause(
    "dealer-bust.plays-out", "Rule 12", "with a bet open, the dealer plays out the hand"
)

TABLES: Final[Mapping[int, tuple[str, str, str, str]]] = {
    1: ("10 to 1", "4 to 1", "2 to 1", "1 to 1"),
    2: ("15 to 1", "4 to 1", "2 to 1", "1 to 1"),
    3: ("2 to 1", "2 to 1", "2 to 1", "2 to 1"),
    4: ("4 to 1", "4 to 1", "4 to 1", "1 to 1"),
}
"""Odds of the rows: against an ace, a ten-value, 7 to 9, 2 to 6."""
ROWS: Final = {
    "ace": lambda up, busts: busts and up.rank == 1,
    "ten-value": lambda up, busts: busts and up.rank >= 10,
    "7-9": lambda up, busts: busts and 7 <= up.rank <= 9,
    "2-6": lambda up, busts: busts and 2 <= up.rank <= 6,
}
WORDS: Final = {"ten-value": "10, J, Q or K"}


def keeps(key: Key) -> bool:
    """Whether a hand, over or not, keeps the bet of its box alive."""
    return points(key) <= TOTAL_MAX


def _survival(o: Mapping[str, Any]) -> Survival:
    hands: Literal["any", "first"] = "any" if o["dealer_bust_splits"] == "any-hand" else "first"
    return Survival(keeps, ABOVE_29, hands, f"no hand of the box goes above {TOTAL_MAX}")


def bust_bet(o: Mapping[str, Any]) -> SideBet:
    paid = zip(ROWS.items(), TABLES[o["pay_table"]], strict=True)
    return SideBet(
        SPOT,
        "Dealer Bust",
        ("bank-up", "bank-busts"),
        tuple(
            SideRow(name, when, Odds.parse(odds), WINS, words=WORDS.get(name, ""))
            for (name, when), odds in paid
        ),
        LOSES,
        "main",
        "right-to-left",
        f"Pay-table {o['pay_table']}",
        head="Dealer busts, showing",
        beside=BESIDE,
        survives=_survival(o),
        late=LATE,
    )


DEALER_BUST: Final = Catalogue(
    "dealer-bust-21",
    (
        *BLACKJACK.options,
        OptionSpec(
            "pay_table", Choice(tuple(TABLES)), 1, "pay table by the dealer's up card", UP_CARD.id
        ),
        OptionSpec(
            "dealer_bust_splits",
            Choice(("any-hand", "first-hand")),
            "any-hand",
            "with splits, a hand of 29 or less keeps the bet alive: any hand, or only the first",
            ABOVE_29.id,
        ),
        BONUS_MIN,
    ),
)


BASE: Final = Base(
    "dealer-bust-21",
    "Dealer Bust 21",
    "Rules and procedures for Dealer Bust 21; standard blackjack under it",
    DEALER_BUST,
    lambda o: (bust_bet(o),),
)


def dealer_bust_ruleset(
    given: Mapping[str, object], house: str = "", edition: str = "1"
) -> Ruleset:
    return on_blackjack(BASE, given, house, edition)


def order(draft: Draft, bets: Sequence[Bet]) -> list[Bet]:
    """Bonus bets first if the dealer stands; else box by box, the blackjack wager first."""
    if over(draft.state.bank):
        return list(bets)
    return sorted(bets, key=lambda bet: bet.spot != SPOT)


OWN: Final = tuple(value for value in list(globals().values()) if isinstance(value, Clause))

DEALER_BUST_GAME: Final = bj.BLACKJACK_GAME._replace(
    id="dealer-bust-21",
    title="Dealer Bust 21",
    clauses=Clauses((*bj.CLAUSES, *OWN)),
    catalogue=DEALER_BUST,
    ruleset=dealer_bust_ruleset,
    order=order,
)
