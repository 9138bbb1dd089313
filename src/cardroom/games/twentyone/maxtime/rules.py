"""MaxTime 21: clauses, bars, outcomes and the MaxTyme bonus bet."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from cardroom.cards import Card
from cardroom.games.twentyone.blackjack.rules import aces_again, bank_draws, margin, too_many_hands
from cardroom.games.twentyone.engine.game_type import BetBar, Game, SideBet, Terms, policies
from cardroom.games.twentyone.engine.legality import Bar, Bars, Situation
from cardroom.games.twentyone.engine.resolution import STOOD, SURRENDERED, Outcome, Showdown, both
from cardroom.games.twentyone.engine.state import Draft
from cardroom.games.twentyone.maxtime.options import MAXTIME, maxtime_ruleset
from cardroom.hands.points import DEALT, add, over, points, start
from cardroom.money import Odds
from cardroom.places import hand_place
from cardroom.play.round import Bet, Facts
from cardroom.play.settle import LOSE, LOSE_HALF, PUSH, WIN, Ratio, Result, pays, plain
from cardroom.rules.clauses import Clause, Clauses
from cardroom.rules.ruleset import Ruleset

NATURAL: Final = Clause(
    "natural.at-once",
    "Procedures 1",
    "a blackjack is paid at once, even money or 2 to 1 in diamonds, even if the dealer has one",
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
    "split.pair", "Procedures 2", "two first cards of equal value may be split, aces too"
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
    "hit.doubled", "Procedures 3", "after the one card of a double a hand only stands or surrenders"
)
DOUBLE_TOTAL: Final = Clause(
    "double.total",
    "Procedures 3",
    "any number of cards totalling 20 or less may be doubled, and an ace with a ten-value as 11",
)
DOUBLE_STACK: Final = Clause(
    "double.stack", "Procedures 3", "a double adds exactly the hand's wager, once"
)
SURRENDER: Final = Clause(
    "surrender.any-time",
    "Procedures 4",
    "any unbusted hand may be surrendered after the dealer has looked, doubled and split ones too",
)
GIVEN_UP: Final = Clause(
    "pay.surrendered",
    "Procedures 4",
    "a surrendered hand loses half its bet, a doubled one one of its two bets",
)
LONG_21: Final = Clause(
    "pay.five-card-21", "Procedures 5", "five or more cards of exactly 21 win 2 to 1 at once"
)
SIX_CARDS: Final = Clause(
    "pay.six-cards", "Procedures 5", "six or more cards of 20 or less win even money at once"
)
NOT_DOUBLED: Final = Clause(
    "pay.doubled-no-instant", "Procedures 5", "doubled hands win nothing at once"
)
BANK_DRAWS: Final = Clause(
    "bank.draws", "Procedures 6", "the dealer hits soft 17 and stands on soft 18 or hard 17"
)
PEEK: Final = Clause(
    "bank.peek", "Procedures 4", "the dealer looks under an ace or ten-value before anybody plays"
)
BONUS_ROUND: Final = Clause(
    "maxtyme.first-round",
    "Procedures 7",
    "the MaxTyme bet is open in the first round of a newly shuffled deck only",
)
BONUS_PAYS: Final = Clause(
    "maxtyme.pays", "Procedures 7", "a blackjack in diamonds pays the MaxTyme bet 300 to 1"
)
BONUS_LOSES: Final = Clause(
    "maxtyme.loses", "Procedures 7", "the MaxTyme bet loses without a blackjack in diamonds"
)
OVER: Final = Clause("pay.over", "Standard blackjack", "a hand of more than 21 loses at once")
BANK_NATURAL: Final = Clause(
    "pay.bank-natural", "Standard blackjack", "a dealer blackjack beats every hand still open"
)
BANK_OVER: Final = Clause(
    "pay.bank-over", "Standard blackjack", "every live hand wins if the dealer goes over 21"
)
HIGHER: Final = Clause("pay.higher", "Standard blackjack", "the higher total wins even money")
EQUAL: Final = Clause("pay.equal", "Standard blackjack", "equal totals push")
LOWER: Final = Clause("pay.lower", "Standard blackjack", "the lower total loses")
BURN: Final = Clause("deal.burn", "Standard blackjack", "after a shuffle a card is burnt")

CLAUSES: Final = Clauses(value for value in list(globals().values()) if isinstance(value, Clause))


def _above_20(s: Situation) -> bool:
    """Two cards of 21 are an ace with a ten-value, which counts 11 when it is doubled."""
    return points(s.key) > 20 and s.key.size > 2


BARS: Final[Bars] = {
    "hit": (
        Bar(HIT_DOUBLED, lambda s: s.mode.doubled > 0),
        Bar(HIT_21, lambda s: points(s.key) >= 21),
    ),
    "stand": (),
    "double": (
        Bar(DOUBLE_STACK, lambda s: s.mode.doubled > 0),
        Bar(DOUBLE_TOTAL, lambda s: s.key.size < 2 or _above_20(s)),
    ),
    "split": (
        Bar(SPLIT_PAIR, lambda s: s.key.size != 2 or s.key.pair == 0 or s.mode.doubled > 0),
        Bar(SPLIT_ACES, aces_again),
        Bar(SPLIT_HANDS, too_many_hands),
    ),
    "surrender": (Bar(SURRENDER, lambda s: s.policies.surrender is None or s.key.size < 2),),
}


def _natural_pays(s: Showdown) -> tuple[Ratio, Ratio]:
    suited = s.policies.natural_suited
    odds = s.policies.natural
    if suited is not None and s.key.suit == suited[0]:
        odds = suited[1]
    return pays(odds), pays(odds)


def _long_21(s: Showdown) -> bool:
    return s.policies.long_21 is not None and s.key.size >= 5 and points(s.key) == 21


def _long_21_pays(s: Showdown) -> tuple[Ratio, Ratio]:
    assert s.policies.long_21 is not None
    return pays(s.policies.long_21), pays(s.policies.long_21)


def _six_cards(s: Showdown) -> bool:
    """Compulsory at once; where it may be declined, when the hand stands on it."""
    rule = s.policies.six_card_win
    taken = rule == "compulsory" or (rule == "optional" and s.done == STOOD)
    return taken and s.key.size >= 6 and points(s.key) <= 20


INSTANT: Final = (
    Outcome(
        GIVEN_UP,
        lambda s: s.done == SURRENDERED and s.mode.doubled > 0,
        lambda _: (LOSE, PUSH),
        "surrendered",
    ),
    Outcome(GIVEN_UP, lambda s: s.done == SURRENDERED, both(LOSE_HALF), "surrendered"),
    Outcome(OVER, lambda s: over(s.key), both(LOSE), "over"),
    Outcome(NATURAL, lambda s: s.key.natural > 0, _natural_pays),
    Outcome(LONG_21, lambda s: not s.mode.doubled and _long_21(s), _long_21_pays),
    Outcome(SIX_CARDS, lambda s: not s.mode.doubled and _six_cards(s), both(WIN)),
)

FINAL: Final = (
    Outcome(BANK_NATURAL, lambda s: s.bank is not None and s.bank.natural > 0, both(LOSE)),
    Outcome(BANK_OVER, lambda s: s.bank is not None and over(s.bank), both(WIN)),
    Outcome(HIGHER, lambda s: margin(s) > 0, both(WIN)),
    Outcome(EQUAL, lambda s: margin(s) == 0, both(PUSH)),
    Outcome(LOWER, lambda _: True, both(LOSE)),
)


def _not_first_round(_: Ruleset, facts: Facts, __: Sequence[Bet], bet: Bet) -> bool:
    return bet.spot == "maxtyme" and facts.rounds_since_shuffle > 0


def in_diamonds(rules: Ruleset, first: Card, second: Card) -> bool:
    """Whether two cards as they are dealt are a blackjack of the suit that is paid for."""
    suited, rule = policies(rules).natural_suited, policies(rules).points
    assert suited is not None
    key = add(rule, add(rule, start(rule, DEALT), first), second)
    return bool(key.natural) and key.suit == suited[0]


def _maxtyme(draft: Draft, bet: Bet) -> Result:
    """By the two cards as they were dealt, whatever the box does with them later."""
    first, second = draft.at(hand_place(bet.box))[:2]
    if in_diamonds(draft.rules, first, second):
        ratio = pays(MAXTYME_ODDS)
        return plain(ratio, BONUS_PAYS)
    return plain(LOSE, BONUS_LOSES)


MAXTYME_ODDS: Final = Odds(300)

MAXTIME_GAME: Final = Game(
    "maxtime-21",
    "MaxTime 21",
    CLAUSES,
    MAXTIME,
    maxtime_ruleset,
    BARS,
    INSTANT,
    FINAL,
    bank_draws,
    {"insure": INSURE_ACE, "surrender": SURRENDER},
    Terms(
        double_stack=DOUBLE_STACK,
        split_stack=SPLIT_STACK,
        insure_ace=INSURE_ACE,
        insure_half=INSURE_HALF,
        insure_pays=INSURE_PAYS,
        insure_loses=INSURE_LOSES,
        surrender_offered=SURRENDER,
        surrender_first=SURRENDER,
        peek=PEEK,
    ),
    (BetBar(BONUS_ROUND, _not_first_round),),
    (SideBet("maxtyme", _maxtyme),),
)
