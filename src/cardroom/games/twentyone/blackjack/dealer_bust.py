"""Dealer Bust 21: blackjack with a bet that the dealer goes over."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Final

from cardroom.games.common import BONUS_MIN
from cardroom.games.twentyone.blackjack import rules as bj
from cardroom.games.twentyone.blackjack.options import BLACKJACK, Base, on_blackjack
from cardroom.games.twentyone.engine.game_type import SideBet
from cardroom.games.twentyone.engine.state import Draft, TwentyOneState
from cardroom.hands.points import Key, over, points
from cardroom.money import Odds
from cardroom.play.round import Bet, Round
from cardroom.play.settle import LOSE, Result, pays, plain
from cardroom.rules.clauses import Clause, Clauses
from cardroom.rules.options import Catalogue, Choice, OptionSpec
from cardroom.rules.paytable import PayTable, Row
from cardroom.rules.ruleset import Ruleset
from cardroom.rules.spots import Spot
from cardroom.rules.steps import Settle, Step

SPOT: Final = "dealer-bust"
TOTAL_MAX: Final = 29

BESIDE: Final = Clause("dealer-bust.beside", "Rule 2", "a DB21 bet needs a regular blackjack bet")
LATE: Final = Clause(
    "dealer-bust.no-bet", "Rule 4", "a bet after the first card is no bet and is returned"
)
WINS: Final = Clause(
    "dealer-bust.wins",
    "Rule 5",
    "the bet wins if the dealer goes over and a hand of the box is at most 29",
)
ABOVE_29: Final = Clause(
    "dealer-bust.above-29", "Rule 5", "the bet loses if every hand of the box is above 29"
)
UP_CARD: Final = Clause("dealer-bust.up-card", "Rule 6", "it pays by the dealer's up card")
TUCKED: Final = Clause(
    "dealer-bust.tucked",
    "Rule 9",
    "a hand that goes over is tucked under the bet, which stays live",
)
LOSES: Final = Clause(
    "dealer-bust.loses", "Rule 10", "if the dealer does not go over, the bets are taken first"
)
ORDER: Final = Clause(
    "dealer-bust.order",
    "Rule 11",
    "if the dealer goes over, each box is paid counter-clockwise, blackjack first, bonus second",
)
PLAYS_OUT: Final = Clause(
    "dealer-bust.plays-out", "Rule 12", "with a bet open the dealer plays out the hand"
)

TABLES: Final[Mapping[int, tuple[str, str, str, str]]] = {
    1: ("10 to 1", "4 to 1", "2 to 1", "1 to 1"),
    2: ("15 to 1", "4 to 1", "2 to 1", "1 to 1"),
    3: ("2 to 1", "2 to 1", "2 to 1", "2 to 1"),
    4: ("4 to 1", "4 to 1", "4 to 1", "1 to 1"),
}
"""Odds against an ace, a ten-value, 7 to 9, 2 to 6."""
ROWS: Final = ("ace", "ten-value", "7-9", "2-6")


def pay_table(number: int) -> PayTable:
    return PayTable(
        f"Pay-table {number}",
        tuple(Row(row, Odds.parse(odds)) for row, odds in zip(ROWS, TABLES[number], strict=True)),
    )


def row_of(up: int) -> str:
    """The row of an up card's rank."""
    if up == 1:
        return "ace"
    if up >= 10:
        return "ten-value"
    return "7-9" if up >= 7 else "2-6"


DEALER_BUST: Final = Catalogue(
    "dealer-bust-21",
    (
        *BLACKJACK.options,
        OptionSpec(
            "pay_table", Choice(tuple(TABLES)), 1, "odds by the dealer's up card", UP_CARD.id
        ),
        BONUS_MIN,
    ),
)


def _spots(o: Mapping[str, Any]) -> tuple[Spot, ...]:
    return (
        Spot(
            SPOT,
            "Dealer Bust",
            needs=frozenset({"own-final", "bank-up", "bank-final"}),
            pays=pay_table(o["pay_table"]),
            beside_main=True,
        ),
    )


def _procedure(_: Mapping[str, Any], steps: tuple[Step, ...]) -> tuple[Step, ...]:
    """The last settlement covers both spots; which comes first depends on the dealer's hand."""
    return (*steps[:-1], Settle(("main", SPOT), order="right-to-left"))


BASE: Final = Base(
    "dealer-bust-21",
    "Dealer Bust 21",
    "Rules and procedures for Dealer Bust 21; standard blackjack under it",
    DEALER_BUST,
    _spots,
    _procedure,
)


def dealer_bust_ruleset(
    given: Mapping[str, object], house: str = "", edition: str = "1"
) -> Ruleset:
    return on_blackjack(BASE, given, house, edition)


def _row(state: TwentyOneState) -> str:
    return row_of(state.up)


def keeps(key: Key) -> bool:
    """Whether a hand, over or not, keeps the bet of its box alive."""
    return points(key) <= TOTAL_MAX


def lost(draft: Draft, bet: Bet) -> bool:
    """Every hand of the box is above 29: the bet is lost and keeps no dealer drawing."""
    state = draft.state
    hands = [hand for hand in state.hands[bet.box] if hand.status != "void"]
    return not any(keeps(hand.key) for hand in hands)


def _result(draft: Draft, bet: Bet) -> Result:
    state = draft.state
    if lost(draft, bet):
        return plain(LOSE, ABOVE_29)
    if not over(state.bank):
        return plain(LOSE, LOSES)
    spot = draft.rules.spot(SPOT)
    assert spot is not None
    assert spot.pays is not None
    odds = spot.pays.odds(_row(state))
    assert odds is not None
    return plain(pays(odds), WINS)


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
    side_bets=(SideBet(SPOT, _result, lost=lost, row=_row),),
    order=order,
)


def tucked_under(round: Round, box: int) -> str:
    """The spot whose open bet the cards of a hand that is settled lie under, if there is one.

    Rule 9, of every hand that the bet outlives: over, surrendered, or a natural that was paid.
    """
    return SPOT if any((bet.box, bet.spot) == (box, SPOT) for bet in round.bets) else ""
