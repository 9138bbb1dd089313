"""The clauses of MaxTime 21."""

from __future__ import annotations

from typing import Final

from cardroom.games.side_bets.files import shipped_bet
from cardroom.rules.clauses import Clause, Clauses

NATURAL: Final = Clause(
    "natural.at-once",
    "Procedures 1",
    "a blackjack is paid at once (even money, or 2 to 1 in diamonds), even if the dealer has one"
    " too",
)
INSURE_ACE: Final = Clause(
    "insurance.ace",
    "Procedures 1",
    "insurance against an ace is a separate bet, open to everybody, paid blackjacks included",
)
INSURE_HALF: Final = Clause("insurance.half", "Procedures 1", "insurance is at most half the wager")
INSURE_PAYS: Final = Clause(
    "insurance.pays", "Procedures 1", "insurance pays 2 to 1 if the dealer has a blackjack"
)
INSURE_LOSES: Final = Clause(
    "insurance.loses", "Procedures 1", "insurance loses if the dealer has no blackjack"
)
SPLIT_PAIR: Final = Clause(
    "split.pair",
    "Procedures 2",
    "the first two cards may be split if they have the same value, aces included",
)
SPLIT_HANDS: Final = Clause("split.hands", "Procedures 2", "a box has at most four hands")
SPLIT_STACK: Final = Clause(
    "split.stack", "Procedures 2", "a split adds a wager equal to the hand's"
)
SPLIT_ACES: Final = Clause(
    "split.aces-again", "Procedures 2", "aces may be split again like any pair"
)
HIT_21: Final = Clause("hit.21", "Procedures 3", "a hand of 21 draws no more cards")
HIT_DOUBLED: Final = Clause(
    "hit.doubled",
    "Procedures 3",
    "after the one card of a double, a hand may only stand or surrender",
)
DOUBLE_TOTAL: Final = Clause(
    "double.total",
    "Procedures 3",
    "a hand of 20 or less with any number of cards may be doubled, and so may an ace with a"
    " ten-value card, as an 11",
)
DOUBLE_STACK: Final = Clause(
    "double.stack", "Procedures 3", "a double adds exactly the hand's wager, once"
)
SURRENDER: Final = Clause(
    "surrender.any-time",
    "Procedures 4",
    "any hand that has not busted, even if doubled or split, may be surrendered after the dealer"
    " has checked",
)
GIVEN_UP: Final = Clause(
    "pay.surrendered",
    "Procedures 4",
    "a surrendered hand loses half its bet; a doubled hand loses one of its two bets",
)
LONG_21: Final = Clause(
    "pay.five-card-21", "Procedures 5", "five or more cards totaling exactly 21 win 2 to 1 at once"
)
SIX_CARDS: Final = Clause(
    "pay.six-cards", "Procedures 5", "six or more cards totaling 20 or less win even money at once"
)
NOT_DOUBLED: Final = Clause(
    "pay.doubled-no-instant", "Procedures 5", "a doubled hand does not win at once"
)
BANK_DRAWS: Final = Clause(
    "bank.draws", "Procedures 6", "the dealer hits soft 17 and stands on soft 18 or hard 17"
)
PEEK: Final = Clause(
    "bank.peek",
    "Procedures 4",
    "with an ace or ten-value card up, the dealer checks the hole card before anyone plays",
)
BONUS_NEEDS_MAIN, BONUS_ROUND, BONUS_PAYS, BONUS_LOSES = shipped_bet("maxtyme").clauses
OVER: Final = Clause("pay.over", "Standard blackjack", "a hand that busts loses at once")
BANK_NATURAL: Final = Clause(
    "pay.bank-natural", "Standard blackjack", "a dealer blackjack beats every hand still open"
)
BANK_OVER: Final = Clause(
    "pay.bank-over", "Standard blackjack", "every live hand wins if the dealer busts"
)
HIGHER: Final = Clause("pay.higher", "Standard blackjack", "the higher total wins even money")
EQUAL: Final = Clause("pay.equal", "Standard blackjack", "equal totals push")
LOWER: Final = Clause("pay.lower", "Standard blackjack", "the lower total loses")
BURN: Final = Clause("deal.burn", "Standard blackjack", "after a shuffle, a card is burned")

CLAUSES: Final = Clauses(value for value in list(globals().values()) if isinstance(value, Clause))
