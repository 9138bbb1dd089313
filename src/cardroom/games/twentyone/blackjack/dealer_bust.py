"""Dealer Bust 21: blackjack with a side bet that the dealer busts."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Final

from cardroom.cards import Deck
from cardroom.games.common import BONUS_MIN
from cardroom.games.side_bets.bets import Options
from cardroom.games.side_bets.files import shipped_bet
from cardroom.games.side_bets.own_rows import pay_rows, posted_bets
from cardroom.games.twentyone.blackjack import rules as bj
from cardroom.games.twentyone.blackjack.options import STANDARD, Base, on_blackjack
from cardroom.games.twentyone.engine.state import Draft
from cardroom.hands.points import over
from cardroom.play.round import Bet
from cardroom.rules.clauses import Clause, Clauses
from cardroom.rules.options import Catalogue, Choice, OptionSpec
from cardroom.rules.ruleset import Ruleset
from cardroom.rules.side_bet import SideBet

BET: Final = shipped_bet("dealer-bust")
SPOT: Final = BET.file.name

NEEDS_MAIN: Final = BET.clause("dealer-bust.beside")
LATE: Final = BET.clause("dealer-bust.no-bet")
WINS: Final = BET.clause("dealer-bust.wins")
ABOVE_29: Final = BET.clause("dealer-bust.above-29")
UP_CARD: Final = Clause(
    "dealer-bust.up-card", "Rule 6", "the bet pays the posted odds for the dealer's up card"
)
TUCKED: Final = Clause(
    "dealer-bust.tucked",
    "Rule 9",
    "a hand that busts is tucked under the bet, which stays live",
)
LOSES: Final = BET.clause("dealer-bust.loses")
ORDER: Final = Clause(
    "dealer-bust.order",
    "Rule 11",
    "if the dealer busts, boxes are paid counterclockwise, blackjack first, bonus second",
)
PLAYS_OUT: Final = Clause(
    "dealer-bust.plays-out", "Rule 12", "with a bet open, the dealer plays out the hand"
)


def bust_bet(o: Mapping[str, Any]) -> SideBet:
    table = str(o["pay_table"])
    options = Options(pay_table=table, version=o["dealer_bust_splits"], table=f"Pay-table {table}")
    (bet,) = posted_bets("pay_table", BET, options, Deck(o["decks"]))
    return bet


DEALER_BUST: Final = Catalogue(
    "dealer-bust-21",
    (
        *STANDARD,
        OptionSpec(
            "pay_table",
            pay_rows(BET, tuple(map(int, BET.file.pays))),
            1,
            "pay table by the dealer's up card",
            UP_CARD.id,
            group="side-bet",
        ),
        OptionSpec(
            "dealer_bust_splits",
            Choice(tuple(BET.file.version)),
            "any-hand",
            "with splits, a hand of 29 or less keeps the bet alive: any hand, or only the first",
            ABOVE_29.id,
            group="side-bet",
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
    """Bonus bets first if the dealer stands; otherwise box by box, the blackjack wager first."""
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
    # Rule 1: to the upper right of the blackjack spot, separate from it.
    places={SPOT: "upper-right"},
)
