"""The clauses of Safari 21. Citations name the section of the official rules and its number."""

from __future__ import annotations

from typing import Final

from cardroom.rules.clauses import Clause, Clauses


def _(id: str, cite: str, says: str) -> Clause:
    return Clause(id, cite, says)


# Playing cards
DECKS: Final = _(
    "cards.decks",
    "Playing Cards (a)",
    "four to eight decks of 52 cards as a rule; jokers are in the shoe with table B only",
)
ACE: Final = _(
    "cards.ace", "Playing Cards (b)", "an ace counts 11, or 1 where that would be more than 21"
)
# Wagers
BANK_OVER: Final = _(
    "pay.bank-over", "Wagers (a)", "a hand of 21 or less wins if the dealer goes over"
)
HIGHER: Final = _(
    "pay.higher",
    "Wagers (b)",
    "the higher total wins; against a dealer of five cards a hand of five only",
)
NATURAL: Final = _(
    "pay.natural",
    "Wagers (c)",
    "a natural of the first two cards wins at once, whatever the dealer will have",
)
BIG_5: Final = _(
    "pay.big-5",
    "Wagers (d)",
    "five cards of exactly 21 beat every dealer hand of fewer than five cards",
)
EQUAL: Final = _("pay.equal", "Wagers (e)", "equal totals push")
OVER: Final = _("pay.over", "Wagers (f)", "a hand of more than 21 loses at once")
LOWER: Final = _("pay.lower", "Wagers (g)", "the lower total loses")
BANK_BIG_5: Final = _(
    "pay.bank-big-5",
    "Wagers (h)",
    "a dealer hand of five cards that is not over beats every hand of fewer than five",
)
BANK_BIG_5_EQUAL: Final = _(
    "pay.bank-big-5-equal",
    "Wagers (h)",
    "where the house says so, equal totals push even against a dealer of five cards",
)
# Payout odds
BONUS: Final = _(
    "pay.bonus",
    "Payout Odds 1",
    "a winning hand's original wager is paid the best bonus row that the house posts for it",
)
MAX_BET_PAYS: Final = _(
    "pay.max-bet",
    "Payout Odds 2",
    "Max Bets are paid even money unless the house lets them earn the bonus",
)
ALL_EVEN: Final = _(
    "pay.all-even", "Payout Odds 3", "the house may pay every winning wager even money"
)
# Max Bet
MAX_BET_OFFERED: Final = _(
    "max-bet.sizes",
    "Max Bet 1",
    "a Max Bet is made on two, three or four cards, before the next one",
)
MAX_BET_TOTAL: Final = _(
    "max-bet.total", "Max Bet 1", "a Max Bet needs a total under 21 as the hand stands"
)
MAX_BET_ACES: Final = _("max-bet.split-aces", "Max Bet 1", "split aces take no Max Bet")
MAX_BET_RANGE: Final = _(
    "max-bet.range",
    "Max Bet 1(a)",
    "a Max Bet is at most the hand's original wager and at most every earlier one of the hand",
)
MAX_BET_WAIVED: Final = _(
    "max-bet.waived",
    "Max Bet 1(a)",
    "a card taken without a Max Bet waives it for the hand, unless the house lets it be resumed",
)
MAX_BET_PINS: Final = _(
    "max-bet.pins-aces",
    "Max Bet 1(b)",
    "after a Max Bet the aces of the initial deal count 1 for good",
)
MAX_BET_EARLY: Final = _(
    "max-bet.before-second",
    "Max Bet 1(c)",
    "where the house offers it, a Max Bet may be made before the second card",
)
MAX_BET_RESUMED: Final = _(
    "max-bet.resumed",
    "Max Bet 2",
    "where the house posts an increment, a Max Bet may be taken up again within it",
)
MAX_BET_ONE_CARD: Final = _(
    "max-bet.one-card", "Max Bet 3", "a Max Bet is followed by one card, face up"
)
MAX_BET_RESULT: Final = _(
    "max-bet.same-result", "Max Bet 4", "Max Bets win, lose or push with the hand's original wager"
)
MAX_BET_GAMES: Final = _(
    "games.max-bet",
    "Addendum",
    "a Max Bet is one of at most four games a hand, of which at most three are above $5",
)
# Splitting
SPLIT_PAIR: Final = _(
    "split.pair", "Splitting Pairs 1", "two first cards of equal value may be split"
)
SPLIT_STACK: Final = _(
    "split.stack", "Splitting Pairs 2", "a split adds a wager equal to the original one"
)
SPLIT_ORDER: Final = _(
    "split.order", "Splitting Pairs 3", "the first hand is finished before the second gets a card"
)
SPLIT_HANDS: Final = _("split.hands", "Splitting Pairs 4(a)", "a box has at most three hands")
SPLIT_ACES: Final = _(
    "split.aces-once",
    "Splitting Pairs 4(b)",
    "aces are split once, with one card each, and count 11",
)
SPLIT_NATURAL: Final = _(
    "split.no-natural", "Splitting Pairs 4(c)", "split aces and tens make no natural"
)
# Drawing
HIT_21: Final = _("hit.21", "Drawing 1(a)", "a hand of 21 draws no more cards")
HIT_FIVE: Final = _("hit.five", "Drawing 1(b)", "a hand of five cards draws no more")
HIT_ACES: Final = _("hit.split-aces", "Drawing 1(c)", "a split ace gets one card only")
MUST_DRAW: Final = _("stand.must-draw", "Drawing 1(d)", "a total of 11 or less must draw")
OVER_COLLECTS: Final = _(
    "over.collects",
    "Drawing 2",
    "of a hand that goes over all wagers are collected at once, Max Bets too",
)
BANK_DRAWS: Final = _(
    "bank.draws", "Drawing 3", "the dealer draws to hard 17 or soft 18, five cards at most"
)
BANK_IDLE: Final = _(
    "bank.no-effect", "Drawing 4", "the dealer draws no card that could not change any open wager"
)
# Dealing
BURN: Final = _(
    "deal.burn", "Dealing 1", "the first card after a shuffle is burnt, and may be seen on request"
)
DEAL: Final = _(
    "deal.order",
    "Dealing 2",
    "one card face up to each box, one to the dealer, a second to each box",
)
TURNS: Final = _(
    "deal.turns",
    "Dealing 3",
    "boxes play one after the other from the dealer's left, to five cards at most",
)
FIFTH: Final = _(
    "deal.fifth-face-down",
    "Dealing 4",
    "the house may keep a fifth card face down until the settlement",
)
BANK_SECOND: Final = _(
    "deal.bank-second", "Dealing 5", "the dealer's second card comes when all boxes are done"
)
RACK: Final = _(
    "deal.rack",
    "Dealing 6",
    "cards are collected so that every hand can be laid out again in a dispute",
)
CUT_CARD: Final = _(
    "deal.cut-card", "Dealing 7", "when the cut card comes the round is finished, then all shuffled"
)
CUT_CARD_FIRST: Final = _(
    "deal.cut-card-first", "Dealing 8", "as the first card of a round it means shuffling at once"
)
# Interim settlement, surrender, insurance
NATURAL_PAID: Final = _(
    "natural.at-once",
    "Interim Settlement 1",
    "a natural is paid 3 to 2 before any further card and leaves the table",
)
SURRENDER_UP: Final = _(
    "surrender.up-card",
    "Surrender 2",
    "surrender is offered when the dealer shows an ace, king, queen or jack",
)
SURRENDER_FIRST: Final = _(
    "surrender.first-two",
    "Surrender 2",
    "only the first two cards of a box may be surrendered, before anything else is done",
)
GIVEN_UP: Final = _("pay.surrendered", "Surrender 2", "a surrendered hand loses half its wager")
INSURE_ACE: Final = _(
    "insurance.ace",
    "Insurance 3",
    "insurance is offered against an ace to every wager that is no paid natural",
)
INSURE_OFFERED: Final = _(
    "insurance.offered",
    "Insurance 4",
    "insurance is offered to all when the initial deal is complete, before the second card",
)
INSURE_HALF: Final = _(
    "insurance.half", "Insurance 5", "insurance is at most half the wager, and payable in chips"
)
INSURE_PAYS: Final = _(
    "insurance.pays",
    "Insurance 6",
    "insurance pays 2 to 1 if the dealer's second card makes a natural",
)
INSURE_TEN: Final = _(
    "insurance.ten", "Insurance 3", "where the house says so, a plain ten under the ace is a push"
)
INSURE_LOSES: Final = _(
    "insurance.loses", "Insurance 7", "insurance loses at once if the second card makes no natural"
)
INSURE_VOID: Final = _(
    "insurance.void", "Insurance 8", "if the hand is void, its insurance is void too"
)
# Monte Carlo
MC_WAGER: Final = _(
    "monte-carlo.beside", "Monte Carlo 1", "a Monte Carlo bet needs a Safari wager on its box"
)
MC_TOTAL: Final = _(
    "monte-carlo.total",
    "Monte Carlo 2",
    "the Monte Carlo bets of a box together are at most the table maximum for one bet",
)
MC_PAYS: Final = _(
    "monte-carlo.pays",
    "Monte Carlo 3",
    "an outcome that names the box's first card is paid at once by the posted table",
)
MC_LOSES: Final = _(
    "monte-carlo.loses",
    "Monte Carlo 3",
    "an outcome that does not name the box's first card loses at once",
)
MC_BURN: Final = _(
    "monte-carlo.burn",
    "Monte Carlo 4",
    "a card is burnt before each box's first card, unless the house leaves it out",
)
# Irregularities
IRREGULARITY_1: Final = _(
    "irregularity.1", "Irregularities 1", "a card found face up in the shoe is removed from play"
)
IRREGULARITY_2: Final = _(
    "irregularity.2", "Irregularities 2", "a card drawn in error and not seen is the next card"
)
IRREGULARITY_3: Final = _(
    "irregularity.3",
    "Irregularities 3",
    "a card exposed to the dealer's finished hand is removed from play",
)
IRREGULARITY_4: Final = _(
    "irregularity.4",
    "Irregularities 4",
    "an exposed card is the next one; who refuses it draws no more, and the dealer may get it",
)
IRREGULARITY_5: Final = _(
    "irregularity.5",
    "Irregularities 5",
    "an error is reconstructed in the order of the cards, or the hand or the round is void",
)
IRREGULARITY_6: Final = _(
    "irregularity.6", "Irregularities 6", "a player who is not there gets no further card"
)
IRREGULARITY_7: Final = _(
    "irregularity.7",
    "Irregularities 7",
    "when the shoe runs out the discards are shuffled and the round is completed",
)
IRREGULARITY_8: Final = _(
    "irregularity.8", "Irregularities 8", "a damaged card is replaced at the end of the round"
)
IRREGULARITY_9: Final = _(
    "irregularity.9",
    "Irregularities 9",
    "a shuffle that was missed after the cut card comes at the end of the round",
)
IRREGULARITY_10: Final = _(
    "irregularity.10",
    "Irregularities 10",
    "if no cut card was put in, all cards are shuffled at the end of the round",
)
IRREGULARITY_11: Final = _(
    "irregularity.11",
    "Irregularities 11",
    "an insurance offer that was missed is restored before the dealer's second card",
)
IRREGULARITY_12: Final = _(
    "irregularity.12",
    "Irregularities 12",
    "a surrender offer that was missed is restored before a further card",
)
# Games a hand
FOUR_GAMES: Final = _(
    "games.four", "Addendum", "at most four games are wagered on with one hand of cards"
)
THREE_ABOVE: Final = _("games.three-above", "Addendum", "at most three of them with more than $5")

CLAUSES: Final = Clauses(value for value in list(globals().values()) if isinstance(value, Clause))
