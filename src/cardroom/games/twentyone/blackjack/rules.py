"""Standard blackjack: its clauses, its bars and outcomes."""

from __future__ import annotations

from typing import Final

from cardroom.games.twentyone.blackjack import variants
from cardroom.games.twentyone.blackjack.options import BLACKJACK, blackjack_ruleset
from cardroom.games.twentyone.engine.game_type import SharedClauses, TwentyOneGame
from cardroom.games.twentyone.engine.legality import Bar, Bars, Situation
from cardroom.games.twentyone.engine.resolution import SURRENDERED, FinishedHand, Outcome, both
from cardroom.games.twentyone.policies import TwentyOne
from cardroom.hands.points import DEALT, SPLIT_ACES, Key, over, points, soft
from cardroom.play.settle import LOSE, LOSE_HALF, PUSH, pays
from cardroom.rules.clauses import Clause, Clauses

# --- clauses ------------------------------------------------------------------------------------

HIT_21: Final = Clause("hit.21", "Blackjack / Drawing 1", "a hand of 21 takes no more cards")
HIT_DOUBLED: Final = Clause(
    "hit.doubled", "Blackjack / Doubling 2", "a doubled hand gets one card and no more"
)
HIT_SPLIT_ACES: Final = Clause(
    "hit.split-aces",
    "Blackjack / Splitting 4",
    "a split ace gets one card only, unless the house lets it be hit",
)
DOUBLE_OFFERED: Final = Clause(
    "double.offered",
    "Blackjack / Doubling 1",
    "a hand may be doubled only where the house offers it",
)
DOUBLE_SIZES: Final = Clause(
    "double.sizes",
    "Blackjack / Doubling 1",
    "a hand may be doubled only with a posted number of cards",
)
DOUBLE_TOTALS: Final = Clause(
    "double.totals", "Blackjack / Doubling 1", "a hand may be doubled only on a posted total"
)
DOUBLE_AFTER_SPLIT: Final = Clause(
    "double.after-split",
    "Blackjack / Doubling 3",
    "a split hand may be doubled only where the house allows it",
)
DOUBLE_STACK: Final = Clause(
    "double.stack", "Blackjack / Doubling 2", "a double adds exactly the hand's wager"
)
SPLIT_OFFERED: Final = Clause(
    "split.offered", "Blackjack / Splitting 1", "a pair may be split only where the house offers it"
)
SPLIT_PAIR: Final = Clause(
    "split.pair",
    "Blackjack / Splitting 1",
    "the first two cards may be split if they have the same value",
)
SPLIT_HANDS: Final = Clause(
    "split.hands", "Blackjack / Splitting 2", "a box may have at most the posted number of hands"
)
SPLIT_ACES_AGAIN: Final = Clause(
    "split.aces-again",
    "Blackjack / Splitting 4",
    "aces may be split once, unless the house lets them be split again",
)
SPLIT_STACK: Final = Clause(
    "split.stack", "Blackjack / Splitting 3", "a split adds a wager equal to the hand's"
)
SURRENDER_OFFERED: Final = Clause(
    "surrender.offered",
    "Blackjack / Surrender 1",
    "a hand may be surrendered only where the house offers it",
)
SURRENDER_FIRST: Final = Clause(
    "surrender.first-two",
    "Blackjack / Surrender 2",
    "only the first two cards of a box may be surrendered, before any other play",
)
SURRENDER_EARLY: Final = Clause(
    "surrender.early",
    "Blackjack / Surrender 3",
    "early surrender is offered before the dealer checks for a natural",
)
INSURE_ACE: Final = Clause(
    "insurance.ace",
    "Blackjack / Insurance 1",
    "insurance is offered to every wager when the dealer shows an ace",
)
INSURE_HALF: Final = Clause(
    "insurance.half",
    "Blackjack / Insurance 2",
    "insurance is at most half the wager, or exactly half where the house posts it",
)
INSURE_PAYS: Final = Clause(
    "insurance.pays", "Blackjack / Insurance 3", "insurance pays 2 to 1 if the dealer has a natural"
)
INSURE_LOSES: Final = Clause(
    "insurance.loses", "Blackjack / Insurance 3", "insurance loses if the dealer has no natural"
)
EVEN_MONEY: Final = Clause(
    "insurance.even-money",
    "Blackjack / Insurance 4",
    "where the house offers it, a natural may take even money before the dealer checks",
)
OVER_21: Final = Clause("pay.over", "Blackjack / Settlement 1", "a hand that busts loses at once")
CHARLIE: Final = Clause(
    "pay.charlie",
    "Blackjack / Settlement 7",
    "a hand of the posted number of cards that has not busted wins at once",
)
GIVEN_UP: Final = Clause(
    "pay.surrendered", "Blackjack / Surrender 2", "a surrendered hand loses half its wager"
)
GIVEN_UP_TO_NATURAL: Final = Clause(
    "pay.surrendered-to-natural",
    "Blackjack / Surrender 3",
    "late surrender does not save a hand from a dealer natural",
)
BOTH_NATURAL: Final = Clause("pay.both-natural", "Blackjack / Settlement 3", "two naturals push")
NATURAL: Final = Clause(
    "pay.natural",
    "Blackjack / Settlement 2",
    "a natural beats every other hand and is paid the posted odds",
)
BANK_NATURAL: Final = Clause(
    "pay.bank-natural",
    "Blackjack / Settlement 4",
    "a dealer natural beats every hand that is not a natural",
)
BANK_NATURAL_ADDED: Final = Clause(
    "pay.bank-natural-added",
    "Blackjack / Settlement 4",
    "a dealer natural takes the original wager and, as the house posts, what was added to it",
)
BANK_OVER: Final = Clause(
    "pay.bank-over", "Blackjack / Settlement 5", "every live hand wins if the dealer busts"
)
HIGHER: Final = Clause("pay.higher", "Blackjack / Settlement 6", "the higher total wins even money")
EQUAL: Final = Clause("pay.equal", "Blackjack / Settlement 6", "equal totals push")
LOWER: Final = Clause("pay.lower", "Blackjack / Settlement 6", "the lower total loses")
BANK_DRAWS: Final = Clause(
    "bank.draws",
    "Blackjack / Dealer 1",
    "the dealer draws to 17, and on soft 17 as posted, if an open bet depends on the hand",
)
PEEK: Final = Clause(
    "bank.peek",
    "Blackjack / Dealer 2",
    "with an ace or ten-value card up, the dealer checks the hole card before anyone plays",
)
BURN: Final = Clause(
    "deal.burn", "Blackjack / Dealing 1", "after a shuffle, the posted number of cards is burned"
)

STANDARD: Final = tuple(value for value in list(globals().values()) if isinstance(value, Clause))
CLAUSES: Final = Clauses((*STANDARD, *variants.CLAUSES))

# --- what a hand may do -------------------------------------------------------------------------


def _double_total(s: Situation) -> bool:
    assert s.policies.double is not None
    totals = s.policies.double.totals
    return points(s.key) >= 21 or (totals is not None and points(s.key) not in totals)


def _double_split(s: Situation) -> bool:
    assert s.policies.double is not None
    return s.key.origin != DEALT and not s.policies.double.after_split


def double_size(s: Situation) -> bool:
    assert s.policies.double is not None
    sizes = s.policies.double.sizes
    return s.key.size < 2 if sizes is None else s.key.size not in sizes


def one_card_ace(s: Situation) -> bool:
    split = s.policies.split
    return s.key.origin == SPLIT_ACES and split is not None and split.aces == "one-card"


def no_surrender(s: Situation) -> bool:
    return s.policies.surrender is None


def not_first_two(s: Situation) -> bool:
    return s.key.size != 2 or s.key.origin != DEALT or s.mode.doubled > 0


def _rescued(s: Situation) -> bool:
    """Whether a doubled hand may be given up; that is no surrender of a hand as dealt."""
    return s.mode.doubled > 0 and s.policies.double is not None and s.policies.double.rescue


def _offered_before_peek(s: Situation) -> bool:
    """Early surrender against an ace or ten lapses when the dealer has looked."""
    policy = s.policies.surrender
    early = policy is not None and policy.when == "early"
    return early and s.policies.hole.card == "peek" and (s.up == 1 or s.up >= 10)


def too_many_hands(s: Situation) -> bool:
    assert s.policies.split is not None
    most = s.policies.split.hands_max
    return most is not None and s.mode.hands >= most


def aces_again(s: Situation) -> bool:
    assert s.policies.split is not None
    return s.key.origin == SPLIT_ACES and not s.policies.split.aces_again


BARS: Final[Bars] = {
    "hit": (
        Bar(HIT_21, lambda s: points(s.key) >= 21),
        Bar(HIT_DOUBLED, lambda s: s.mode.doubled > 0),
        Bar(HIT_SPLIT_ACES, one_card_ace),
    ),
    "stand": (),
    "double": (
        Bar(DOUBLE_OFFERED, lambda s: s.policies.double is None),
        Bar(HIT_DOUBLED, lambda s: s.mode.doubled > 0),
        Bar(DOUBLE_SIZES, double_size),
        Bar(DOUBLE_AFTER_SPLIT, _double_split),
        Bar(HIT_SPLIT_ACES, one_card_ace),
        Bar(DOUBLE_TOTALS, _double_total),
    ),
    "split": (
        Bar(SPLIT_OFFERED, lambda s: s.policies.split is None),
        Bar(SPLIT_PAIR, lambda s: s.key.size != 2 or s.key.pair == 0 or s.mode.doubled > 0),
        Bar(SPLIT_ACES_AGAIN, aces_again),
        Bar(SPLIT_HANDS, too_many_hands),
    ),
    "surrender": (
        Bar(SURRENDER_OFFERED, lambda s: no_surrender(s) and not _rescued(s)),
        Bar(SURRENDER_FIRST, lambda s: not_first_two(s) and not _rescued(s)),
        Bar(SURRENDER_EARLY, lambda s: _offered_before_peek(s) and not _rescued(s)),
    ),
}

GOVERNS: Final = {
    "insure": INSURE_ACE,
    "even-money": EVEN_MONEY,
    "surrender": SURRENDER_OFFERED,
}

# --- what a hand is owed ------------------------------------------------------------------------


def _late_without_hole(s: FinishedHand) -> bool:
    """A surrender that has to wait: nobody knows yet whether the dealer has a natural."""
    policy = s.policies.surrender
    late = s.mode.doubled > 0 or (policy is not None and policy.when == "late")
    return late and s.policies.hole.card == "none"


def _given_up(s: FinishedHand) -> bool:
    return s.done == SURRENDERED and not _late_without_hole(s)


def _charlie(s: FinishedHand) -> bool:
    size = s.policies.charlie
    return size is not None and s.key.size >= size and not over(s.key)


INSTANT: Final = (
    Outcome(GIVEN_UP, _given_up, both(LOSE_HALF), "surrendered"),
    Outcome(OVER_21, lambda s: over(s.key), both(LOSE), "over"),
    Outcome(variants.PLAYER_21, variants.is_21, variants.winnings, row=variants.row),
    Outcome(CHARLIE, _charlie, variants.winnings, row=variants.row),
)


def _bank_natural(s: FinishedHand) -> bool:
    return s.bank is not None and bool(s.bank.natural)


def _naturals_tie(s: FinishedHand, how: str) -> bool:
    return s.key.natural > 0 and _bank_natural(s) and s.policies.both_naturals == how


def margin(s: FinishedHand) -> int:
    assert s.bank is not None
    return points(s.key) - points(s.bank)


FINAL: Final = (
    Outcome(GIVEN_UP_TO_NATURAL, lambda s: s.done == SURRENDERED and _bank_natural(s), both(LOSE)),
    Outcome(GIVEN_UP, lambda s: s.done == SURRENDERED, both(LOSE_HALF)),
    Outcome(BOTH_NATURAL, lambda s: _naturals_tie(s, "push"), both(PUSH)),
    Outcome(variants.NATURAL_TIE_LOSES, lambda s: _naturals_tie(s, "lose"), both(LOSE)),
    Outcome(
        variants.NATURAL_WINS,
        lambda s: _naturals_tie(s, "win"),
        lambda s: (pays(s.policies.natural),) * 2,
    ),
    Outcome(NATURAL, lambda s: s.key.natural > 0, lambda s: (pays(s.policies.natural),) * 2),
    Outcome(
        BANK_NATURAL_ADDED,
        lambda s: _bank_natural(s) and s.policies.hole.natural_takes == "original",
        lambda _: (LOSE, PUSH),
    ),
    Outcome(BANK_NATURAL, _bank_natural, both(LOSE)),
    Outcome(variants.BANK_22, variants.bank_22, both(PUSH)),
    Outcome(
        BANK_OVER,
        lambda s: s.bank is not None and over(s.bank),
        variants.winnings,
        row=variants.row,
    ),
    Outcome(HIGHER, lambda s: margin(s) > 0, variants.winnings, row=variants.row),
    Outcome(
        variants.TIE_LOSES, lambda s: margin(s) == 0 and s.policies.equal == "lose", both(LOSE)
    ),
    Outcome(EQUAL, lambda s: margin(s) == 0, both(PUSH)),
    Outcome(LOWER, lambda _: True, both(LOSE)),
)


def bank_draws(policies: TwentyOne, bank: Key) -> bool:
    """Whether the dealer takes another card, if the hand is needed at all."""
    draws = policies.bank
    if draws.size_max is not None and bank.size >= draws.size_max:
        return False
    total = points(bank)
    return total < 17 or (total == 17 and soft(bank) and draws.soft_17 == "hit")


TERMS: Final = SharedClauses(
    double_stack=DOUBLE_STACK,
    split_stack=SPLIT_STACK,
    insure_ace=INSURE_ACE,
    insure_half=INSURE_HALF,
    peek=PEEK,
    insure_pays=INSURE_PAYS,
    insure_loses=INSURE_LOSES,
    surrender_offered=SURRENDER_OFFERED,
    surrender_first=SURRENDER_FIRST,
    even_money=EVEN_MONEY,
    surrender_natural=GIVEN_UP_TO_NATURAL,
)

BLACKJACK_GAME: Final = TwentyOneGame(
    "blackjack",
    "Blackjack",
    CLAUSES,
    BLACKJACK,
    blackjack_ruleset,
    BARS,
    INSTANT,
    FINAL,
    bank_draws,
    GOVERNS,
    TERMS,
)
