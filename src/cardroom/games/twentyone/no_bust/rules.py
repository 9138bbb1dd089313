"""Both No-Bust 21st Century Blackjacks: a hand over 21 waits for the bank's."""

from __future__ import annotations

from typing import Final

from cardroom.games.twentyone.blackjack.rules import (
    aces_again,
    double_size,
    margin,
    no_surrender,
    not_first_two,
    one_card_ace,
    too_many_hands,
)
from cardroom.games.twentyone.engine.game_type import SharedClauses, TwentyOneGame
from cardroom.games.twentyone.engine.legality import Bar, Bars, Situation
from cardroom.games.twentyone.engine.resolution import SURRENDERED, FinishedHand, Outcome, both
from cardroom.games.twentyone.no_bust import clauses as c
from cardroom.games.twentyone.no_bust.options import (
    BONUS_ACE,
    JOKER,
    bonus_ace_ruleset,
    joker_ruleset,
)
from cardroom.games.twentyone.policies import TwentyOne
from cardroom.hands.points import Key, over, points, soft
from cardroom.play.settle import LOSE, LOSE_HALF, PUSH, WIN, Ratio, pays


def bank_draws(_: TwentyOne, bank: Key) -> bool:
    """The bank hits soft 17 and below, and stands on hard 17, soft 18 and above."""
    total = points(bank)
    return total < 17 or (total == 17 and soft(bank))


# --- what a hand may do -------------------------------------------------------------------------


def _frozen(s: Situation) -> bool:
    """The bank's first card is a joker: all hands are frozen."""
    return s.up == 0 and s.policies.points.joker == "wild"


def _must_stand(s: Situation) -> bool:
    at = s.policies.stands_at
    return s.key.natural > 0 or (at is not None and points(s.key) >= at)


def _must_draw(s: Situation) -> bool:
    return points(s.key) <= s.policies.draws_to and not _frozen(s)


def _doubled(s: Situation) -> bool:
    return s.mode.doubled > 0


def _not_splittable(s: Situation) -> bool:
    return s.key.size != 2 or s.key.pair == 0 or _doubled(s)


def _too_high_to_surrender(s: Situation) -> bool:
    return points(s.key) > 20


def _doubled_surrender(s: Situation) -> bool:
    policy = s.policies.surrender
    return _doubled(s) and (policy is None or policy.sizes != "any-doubled")


JOKER_BARS: Final[Bars] = {
    "hit": (
        Bar(c.FROZEN, _frozen),
        Bar(c.JOKER_21, lambda s: s.key.jokers > 0 and not s.key.natural and points(s.key) >= 21),
        Bar(c.MUST_STAND, lambda s: _must_stand(s) or points(s.key) >= 21),
        Bar(c.DOUBLE_ONE_CARD, _doubled),
        Bar(c.ACES_ONE_CARD, one_card_ace),
    ),
    "stand": (Bar(c.MUST_DRAW, lambda s: _must_draw(s) and not _doubled(s)),),
    "double": (
        Bar(c.FROZEN_DOUBLE, _frozen),
        Bar(c.DOUBLE_ONE_CARD, _doubled),
        Bar(c.DOUBLE_FIRST_TWO, double_size),
        Bar(c.MUST_STAND, lambda s: _must_stand(s) or points(s.key) >= 21),
        Bar(c.ACES_ONE_CARD, one_card_ace),
    ),
    "split": (
        Bar(c.FROZEN_DOUBLE, _frozen),
        Bar(c.MUST_STAND, lambda s: s.key.natural > 0),
        Bar(c.SPLIT_PAIR, _not_splittable),
        Bar(c.SPLIT_ACES_ONCE, aces_again),
        Bar(c.SPLIT_HANDS, too_many_hands),
    ),
    "surrender": (
        Bar(c.FROZEN_DOUBLE, _frozen),
        Bar(c.SURRENDER_FIRST, not_first_two),
        Bar(c.MUST_STAND, lambda s: _must_stand(s) or points(s.key) >= 21),
    ),
}

ACE_BARS: Final[Bars] = {
    "hit": (
        Bar(c.ACE_MUST_STAND, lambda s: points(s.key) >= 21),
        Bar(c.ACE_DOUBLE_ONE_CARD, _doubled),
        Bar(c.ACE_ACES_ONE_CARD, one_card_ace),
    ),
    "stand": (Bar(c.ACE_MUST_DRAW, lambda s: _must_draw(s) and not _doubled(s)),),
    "double": (
        Bar(c.ACE_DOUBLE_ONE_CARD, _doubled),
        Bar(c.ACE_DOUBLE_SIZES, double_size),
        Bar(c.ACE_DOUBLE_NATURAL, lambda s: points(s.key) >= 21),
        Bar(c.ACE_ACES_ONE_CARD, one_card_ace),
    ),
    "split": (
        Bar(c.ACE_SPLIT_PAIR, _not_splittable),
        Bar(c.ACE_SPLIT_ACES, aces_again),
        Bar(c.ACE_SPLIT_HANDS, too_many_hands),
    ),
    "surrender": (
        Bar(c.ACE_SURRENDER_OFFERED, no_surrender),
        Bar(c.ACE_SURRENDER_20, lambda s: _too_high_to_surrender(s) or s.key.size < 2),
        Bar(c.ACE_SURRENDER_DOUBLED, _doubled_surrender),
    ),
}

# --- what a hand is owed ------------------------------------------------------------------------


def _bank_natural(s: FinishedHand) -> bool:
    return s.bank is not None and s.bank.natural > 0


def _both_over(s: FinishedHand) -> bool:
    return over(s.key) and s.bank is not None and over(s.bank)


def _closer(s: FinishedHand) -> bool:
    return _both_over(s) and margin(s) < 0


def _natural_pays(s: FinishedHand) -> tuple[Ratio, Ratio]:
    return pays(s.policies.natural), pays(s.policies.natural)


def _joker_beats(s: FinishedHand, mine: int, theirs: int) -> bool:
    """The option by which a hand with a joker beats an ordinary 21."""
    return s.policies.joker_hand == "beats-21" and mine > 0 and theirs == 0


def _joker_wins(s: FinishedHand) -> bool:
    assert s.bank is not None
    return points(s.bank) == 21 and _joker_beats(s, s.key.jokers, s.bank.jokers)


def _joker_loses(s: FinishedHand) -> bool:
    assert s.bank is not None
    return points(s.key) == 21 and _joker_beats(s, s.bank.jokers, s.key.jokers)


def _bank_17(s: FinishedHand) -> bool:
    """The bank never stands on a soft 17, so this is a hard one."""
    tied = margin(s) == 0 and points(s.key) == 17
    return s.policies.bank_wins_17 == "ties" and tied


JOKER_FINAL: Final = (
    Outcome(c.GIVEN_UP, lambda s: s.done == SURRENDERED, both(LOSE_HALF)),
    Outcome(c.BOTH_NATURAL, lambda s: s.key.natural > 0 and _bank_natural(s), both(PUSH)),
    Outcome(c.NATURAL, lambda s: s.key.natural > 0, _natural_pays),
    Outcome(c.BANK_NATURAL, _bank_natural, both(LOSE)),
    Outcome(c.PLAYER_CLOSER, _closer, both(PUSH)),
    Outcome(
        c.OVER_TIE,
        lambda s: _both_over(s) and margin(s) == 0 and s.policies.over_ties == "push",
        both(PUSH),
    ),
    Outcome(c.BANK_CLOSER, _both_over, both(LOSE)),
    Outcome(c.OVER, lambda s: over(s.key), both(LOSE)),
    Outcome(c.BANK_OVER, lambda s: s.bank is not None and over(s.bank), both(WIN)),
    Outcome(c.JOKER_BEATS, _joker_wins, both(WIN)),
    Outcome(c.JOKER_LOSES, _joker_loses, both(LOSE)),
    Outcome(c.OPTION_1, _bank_17, both(LOSE)),
    Outcome(c.HIGHER, lambda s: margin(s) > 0, both(WIN)),
    Outcome(c.EQUAL, lambda s: margin(s) == 0, both(PUSH)),
    Outcome(c.LOWER, lambda _: True, both(LOSE)),
)


def _three_cards_push(s: FinishedHand) -> bool:
    totals = s.policies.three_card_push
    listed = totals is not None and (not totals or points(s.key) in totals)
    return listed and s.key.size == 3 and _closer(s)


ACE_FINAL: Final = (
    Outcome(c.ACE_GIVEN_UP, lambda s: s.done == SURRENDERED, both(LOSE_HALF)),
    Outcome(c.ACE_BOTH_NATURAL, lambda s: s.key.natural > 0 and _bank_natural(s), both(PUSH)),
    Outcome(c.ACE_NATURAL, lambda s: s.key.natural > 0, _natural_pays),
    Outcome(c.ACE_BANK_NATURAL, _bank_natural, both(LOSE)),
    Outcome(c.ACE_THREE_CARDS, _three_cards_push, both(PUSH)),
    Outcome(c.ACE_BOTH_OVER, _both_over, both(LOSE)),
    Outcome(c.ACE_OVER, lambda s: over(s.key), both(LOSE)),
    Outcome(c.ACE_BANK_OVER, lambda s: s.bank is not None and over(s.bank), both(WIN)),
    Outcome(c.ACE_HIGHER, lambda s: margin(s) > 0, both(WIN)),
    Outcome(c.ACE_EQUAL, lambda s: margin(s) == 0, both(PUSH)),
    Outcome(c.ACE_LOWER, lambda _: True, both(LOSE)),
)


NO_BUST_JOKER_GAME: Final = TwentyOneGame(
    "no-bust-joker",
    "No Bust 21st Century Blackjack with jokers",
    c.JOKER_CLAUSES,
    JOKER,
    joker_ruleset,
    JOKER_BARS,
    (),
    JOKER_FINAL,
    bank_draws,
    {"insure": c.NO_INSURANCE},
    SharedClauses(
        double_stack=c.DOUBLE_STACK,
        split_stack=c.SPLIT_STACK,
        insure_ace=c.NO_INSURANCE,
        insure_half=c.NO_INSURANCE,
        insure_pays=c.NO_INSURANCE,
        insure_loses=c.NO_INSURANCE,
        surrender_offered=c.SURRENDER_FIRST,
        surrender_first=c.SURRENDER_FIRST,
        peek=c.BANK_SECOND,
    ),
    # The last row of its collection.
    table_defaults={"wager_max": "100"},
)

NO_BUST_BONUS_ACE_GAME: Final = TwentyOneGame(
    "no-bust-bonus-ace",
    "No-Bust 21st Century Blackjack with bonus aces",
    c.ACE_CLAUSES,
    BONUS_ACE,
    bonus_ace_ruleset,
    ACE_BARS,
    (),
    ACE_FINAL,
    bank_draws,
    {"insure": c.ACE_INSURE},
    SharedClauses(
        double_stack=c.ACE_DOUBLE_STACK,
        split_stack=c.ACE_SPLIT_STACK,
        insure_ace=c.ACE_INSURE,
        insure_half=c.ACE_INSURE,
        insure_pays=c.ACE_INSURE_PAYS,
        insure_loses=c.ACE_INSURE_LOSES,
        surrender_offered=c.ACE_SURRENDER_OFFERED,
        surrender_first=c.ACE_SURRENDER_20,
        peek=c.ACE_PEEK,
    ),
    # The last row of its collection.
    table_defaults={"wager_max": "100"},
)
