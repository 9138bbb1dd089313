"""The clauses of Double Hand Poker and Fortune Pai Gow."""

from __future__ import annotations

from typing import Final

from cardroom.games.side_bets.files import shipped_bet
from cardroom.rules.clauses import Clause, Clauses

JOKER: Final = Clause(
    "cards.joker",
    "Double Hand / Joker",
    "53 cards; the joker is an ace, or completes a straight or a flush",
)
RANKING: Final = Clause(
    "hand.ranking",
    "Double Hand / Rank of Hands",
    "five aces rank highest, above a royal flush; 5-4-3-2-A is the lowest straight",
)
FEES: Final = Clause(
    "fee.per-bet",
    "Collection Rates / Pai Gow Poker",
    "one dollar per wager, and the bank pays one or two dollars, depending on the sum of the"
    " wagers",
)
PILES: Final = Clause(
    "deal.piles",
    "Double Hand / Description",
    "seven piles of seven are dealt face down; four cards are left over",
)
CHOOSE: Final = Clause(
    "deal.choose-pile",
    "Double Hand / Description",
    "the bank selects the pile that is delivered first",
)
DICE: Final = Clause(
    "deal.dice",
    "Double Hand / Description",
    "the total of three dice, counted clockwise with the bank as 1, 8 and 15, names the seat of the"
    " first pile",
)
SET: Final = Clause(
    "set.own-cards",
    "Double Hand / Description",
    "a hand is set from its own seven cards, two in front",
)
HIDDEN: Final = Clause(
    "set.hidden", "Double Hand / Rules", "the bank's hand is opened when all hands are set"
)
HOUSE_WAY: Final = Clause(
    "set.house-way", "Double Hand / Rules", "a house-way hand is opened and set when it is reached"
)
LOOKED: Final = Clause(
    "set.house-way-looked",
    "Double Hand / Rules",
    "the house posts whether a player may ask for the house way after looking",
)
BANK_FOUL: Final = Clause(
    "set.bank-foul",
    "Double Hand / Rules",
    "a foul setting of the bank's hand is refused; one that was allowed is reset by the floor",
)
FOUL: Final = Clause(
    "pay.foul",
    "Double Hand / Foul hands",
    "a front hand above the back hand, or the wrong number of cards, loses",
)
BOTH: Final = Clause(
    "pay.both", "Double Hand / Object", "a player wins if both hands rank higher than the bank's"
)
NEITHER: Final = Clause(
    "pay.neither", "Double Hand / Object", "a player loses if both hands rank lower than the bank's"
)
ONE: Final = Clause("pay.one", "Double Hand / Object", "if each side wins one hand, it is a push")
COPY: Final = Clause("pay.copy", "Double Hand / Object", "the bank wins copies, hand by hand")
COVERAGE: Final = Clause(
    "bank.coverage",
    "Double Hand / Rules",
    "together, what the bank pays and collects may not exceed the amount it posted",
)
ACTION: Final = Clause(
    "action.seat", "Double Hand / Description", "settlement goes clockwise from the action seat"
)
REPLACED: Final = Clause(
    "irregularity.replaced-card",
    "Double Hand / Boxed cards",
    "a single boxed or exposed card is replaced by the first of the cards left over",
)
MISDEAL: Final = Clause(
    "irregularity.misdeal",
    "Double Hand / Misdeals",
    "a boxed or exposed ace or joker, a second such card, or a hand of the wrong size is a misdeal",
)
IDENTICAL: Final = Clause(
    "irregularity.misdeal.identical",
    "Double Hand / Misdeals",
    "two identical cards turned up are a misdeal",
)
WRONG_SPOT: Final = Clause(
    "irregularity.misdeal.wrong-spot",
    "Double Hand / Misdeals",
    "a hand that goes to the wrong spot before the dice cup is closed is a misdeal",
)
MISREAD: Final = Clause(
    "irregularity.misread",
    "Double Hand / Rules",
    "a misread hand plays at its true value if it can be retrieved",
)

DOUBLE_HAND_CLAUSES: Final = Clauses(
    value for value in list(globals().values()) if isinstance(value, Clause)
)

FORTUNE_NEEDS_MAIN, FORTUNE_PAYS, FORTUNE_LOSES = shipped_bet("fortune").clauses
FORTUNE_RANKING: Final = Clause(
    "fortune.ranking",
    "Fortune / Hand rankings",
    "seven-card straight flushes and a royal flush with a royal match rank above five aces",
)
FORTUNE_NO_FEE: Final = Clause(
    "fee.none-on-fortune", "Fortune / Round of Play", "no collection is taken on a Fortune bet"
)
ENVY_BUTTON: Final = Clause(
    "envy.button", "Fortune / Betting scheme", "a Fortune bet of $5 or more earns an envy button"
)
ENVY_PAYS: Final = Clause(
    "envy.pays",
    "Fortune / Round of Play",
    "an envy button is paid for each other player's four of a kind or better",
)
ENVY_NOT_OWN: Final = Clause(
    "envy.not-own",
    "Fortune / Round of Play",
    "no envy is paid for a player's own hand or for the bank's",
)
FORTUNE_ORDER: Final = Clause(
    "fortune.order",
    "Fortune / Round of Play",
    "standard wagers are settled first, then Fortune bets, then envy",
)

FORTUNE_CLAUSES: Final = Clauses(
    value for value in list(globals().values()) if isinstance(value, Clause)
)
