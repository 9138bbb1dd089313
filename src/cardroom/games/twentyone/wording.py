"""What clauses of the 21 games say under options that change it."""

from __future__ import annotations

from typing import Final

from cardroom.rules.wording import ANY, APART, Texts

STANDS_SOFT_17: Final = "the dealer draws to 17 and stands on every 17, hard or soft"

SAFARI: Final[Texts] = {
    "dealer_hits_soft_17": {
        False: {"bank.draws": f"{STANDS_SOFT_17}, with at most five cards"},
    },
    "all_even_money": {
        True: {
            "natural.at-once": "a natural is paid 1 to 1 before any further card, and its cards are"
            " collected",
            "pay.all-even": "every winning wager is paid even money",
        },
    },
    "bonus_natural": {
        False: {
            "natural.at-once": "a natural is paid 1 to 1 before any further card, and its cards are"
            " collected",
        },
    },
    "max_bet_before_second_card": {
        True: {
            "max-bet.sizes": "a Max Bet may be made on one, two, three or four cards, before the"
            " next card",
        },
    },
    "pin_split_second_card": {
        True: {
            "max-bet.pins-aces": "after a Max Bet, aces among a hand's first two cards count 1 for"
            " the rest of the hand, those dealt to a split hand too",
        },
    },
    "surrender_on_ten": {
        True: {
            "surrender.up-card": "surrender is offered when the dealer shows an ace, king, queen,"
            " jack or ten",
        },
    },
    "missed_surrender": {
        "literal": {
            "irregularity.12": "a missed surrender offer is made up while the player has no further"
            " card or the dealer no second card",
        },
    },
    "games_max": {
        ANY: {
            "games.four": "at most {value} games may be wagered on with one hand of cards",
            "games.max-bet": "a Max Bet is one of at most {value} games per hand",
        },
    },
    "games_above_five": {
        ANY: {
            "games.three-above": "at most {value} of those games may be wagered on with more than"
            " $5",
        },
    },
}

PAID_AS_POSTED: Final = (
    "a blackjack is paid at once by the posted odds, even if the dealer has one too"
)

MAXTIME: Final[Texts] = {
    "dealer_hits_soft_17": {False: {"bank.draws": STANDS_SOFT_17}},
    "maxtyme": {
        False: {},
        ANY: {"maxtyme.pays": "the MaxTyme bet is paid by the posted row"},
    },
    "natural_pays": {ANY: {"natural.at-once": PAID_AS_POSTED}},
    "diamonds_pays": {ANY: {"natural.at-once": PAID_AS_POSTED}},
    "five_card_21_pays": {
        ANY: {"pay.five-card-21": "five or more cards totaling exactly 21 win {value} at once"},
    },
    "six_card_pays": {
        ANY: {"pay.six-cards": "six or more cards totaling 20 or less win {value} at once"},
    },
    "six_card_win": {
        "may-be-declined": {
            "pay.six-cards": "a player may stand on six or more cards totaling 20 or less, which"
            " then win at once",
        },
    },
}

NO_BUST_JOKER: Final[Texts] = {
    "affiliates_may_alternate": APART,
    "natural_pays": {
        ANY: {
            "pay.natural": "a Natural 22, two jokers as the first two cards, beats all other hands"
            " and pays {value}",
        },
    },
    "jokers_per_deck": {
        ANY: {"cards.decks": "several decks of 52 cards, with {value} jokers added to each"},
    },
    "player_chart": {
        "free": {
            "stand.must": "a Natural 22 and every 21 must stand; other hands play freely",
            "stand.must-draw": "no hand has to draw",
        },
    },
    "hands_max": {
        None: {"split.hands": "the number of splits is not limited"},
        1: {"split.hands": "hands may not be split"},
        ANY: {"split.hands": "a box has at most {value} hands"},
    },
    "split_aces_again": {
        True: {"split.aces-once": "aces may be split again like any pair"},
    },
    "bank_limit": {
        "each-way": {
            "bank.coverage": "the bank can win at most, and lose at most, the amount it posted",
        },
    },
}

NO_BUST_BONUS_ACE: Final[Texts] = {
    "affiliates_may_alternate": APART,
    "natural_pays": {
        ANY: {"pay.natural": "21 and a half beats all other hands and pays {value}"},
    },
    "three_card_push": {
        "25": {
            "pay.three-card-push": "if both bust, a three-card 25 that is closer than the bank"
            " pushes",
        },
        "any": {
            "pay.three-card-push": "if both bust, any three-card hand that is closer than the bank"
            " pushes",
        },
        "none": {"pay.three-card-push": "if both bust, no three-card hand pushes"},
    },
    "insurance": {False: {"insurance.half": "insurance is not offered"}},
    "bank_limit": {
        "combined": {
            "bank.coverage": "together, what the bank pays and collects may not exceed the amount"
            " it posted",
        },
    },
}
