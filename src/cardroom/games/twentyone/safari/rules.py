"""Safari 21 with Max Bet and Monte Carlo Bonus: bars and outcomes."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from cardroom.games.twentyone.blackjack.rules import (
    aces_again,
    bank_draws,
    margin,
    not_first_two,
    one_card_ace,
    too_many_hands,
)
from cardroom.games.twentyone.bonus_hands import best_row
from cardroom.games.twentyone.engine.game_type import BetBar, SharedClauses, TwentyOneGame
from cardroom.games.twentyone.engine.legality import Bar, Bars, Situation
from cardroom.games.twentyone.engine.resolution import SURRENDERED, FinishedHand, Outcome, both
from cardroom.games.twentyone.safari import clauses as c
from cardroom.games.twentyone.safari.options import MONTE_CARLO, SAFARI, safari_ruleset
from cardroom.hands.points import SPLIT_ACES, Key, over, points
from cardroom.money import exact
from cardroom.play.round import Bet, Facts
from cardroom.play.settle import LOSE, LOSE_HALF, PUSH, WIN, Ratio, pays
from cardroom.rules.limits import FIVE_DOLLARS
from cardroom.rules.ruleset import Ruleset

# --- what a hand may do -------------------------------------------------------------------------


def _size_for_max_bet(s: Situation) -> bool:
    least = 1 if s.policies.max_bet is not None and s.policies.max_bet.before_second_card else 2
    return s.policies.max_bet is None or not least <= s.key.size <= 4


def _waived(s: Situation) -> bool:
    assert s.policies.max_bet is not None
    return s.mode.waived > 0 and s.policies.max_bet.resume is None


def _wrong_up(s: Situation) -> bool:
    policy = s.policies.surrender
    return policy is None or (policy.ups is not None and s.up not in policy.ups)


def _full(s: Situation) -> bool:
    return s.policies.size_max is not None and s.key.size >= s.policies.size_max


BARS: Final[Bars] = {
    "hit": (
        Bar(c.HIT_21, lambda s: points(s.key) >= 21),
        Bar(c.HIT_FIVE, _full, by_size=1),
        Bar(c.HIT_ACES, one_card_ace),
    ),
    "stand": (
        Bar(
            c.MUST_DRAW,
            lambda s: points(s.key) <= s.policies.draws_to and not _full(s) and not one_card_ace(s),
        ),
    ),
    "max-bet": (
        Bar(c.MAX_BET_OFFERED, _size_for_max_bet),
        Bar(c.MAX_BET_ACES, lambda s: s.key.origin == SPLIT_ACES),
        Bar(c.MAX_BET_TOTAL, lambda s: points(s.key) >= 21),
        Bar(c.MAX_BET_WAIVED, _waived),
    ),
    "split": (
        Bar(c.SPLIT_PAIR, lambda s: s.key.size != 2 or s.key.pair == 0),
        Bar(c.SPLIT_ACES, aces_again),
        Bar(c.SPLIT_HANDS, too_many_hands),
    ),
    "surrender": (
        Bar(c.SURRENDER_FIRST, not_first_two),
        Bar(c.SURRENDER_UP, _wrong_up),
    ),
}

# --- what a hand is owed ------------------------------------------------------------------------


def _big_5(key: Key) -> bool:
    return key.size == 5 and points(key) == 21


def _row(s: FinishedHand) -> str:
    return best_row(s.policies.bonus, s.key)[0]


def _winnings(s: FinishedHand) -> tuple[Ratio, Ratio]:
    """Original money at the best row that applies, Max Bets at even money unless they earn it."""
    best = best_row(s.policies.bonus, s.key)[1]
    extra = s.policies.max_bet
    return best, best if extra is not None and extra.earns_bonus else WIN


def _bank_five(s: FinishedHand) -> bool:
    return s.bank is not None and s.bank.size == 5 and s.key.size < 5


INSTANT: Final = (
    Outcome(c.GIVEN_UP, lambda s: s.done == SURRENDERED, both(LOSE_HALF), "surrendered"),
    Outcome(c.OVER, lambda s: over(s.key), both(LOSE), "over"),
    Outcome(c.NATURAL_PAID, lambda s: s.key.natural > 0, lambda s: (pays(s.policies.natural),) * 2),
)

FINAL: Final = (
    # A hand that busted with its fifth card face down is seen only now.
    Outcome(c.OVER, lambda s: over(s.key), both(LOSE)),
    Outcome(c.BANK_OVER, lambda s: s.bank is not None and over(s.bank), _winnings, row=_row),
    Outcome(
        c.BANK_BIG_5_EQUAL,
        lambda s: _bank_five(s) and margin(s) == 0 and s.policies.five_card_equal == "push",
        both(PUSH),
    ),
    Outcome(c.BANK_BIG_5, _bank_five, both(LOSE)),
    Outcome(
        c.BIG_5,
        lambda s: _big_5(s.key) and s.bank is not None and s.bank.size < 5,
        _winnings,
        row=_row,
    ),
    Outcome(c.HIGHER, lambda s: margin(s) > 0, _winnings, row=_row),
    Outcome(c.EQUAL, lambda s: margin(s) == 0, both(PUSH)),
    Outcome(c.LOWER, lambda _: True, both(LOSE)),
)

# --- bets before the deal -----------------------------------------------------------------------


def _of_box(bets: Sequence[Bet], bet: Bet) -> list[Bet]:
    return [other for other in bets if other.box == bet.box] + [bet]


def _fifth_game(rules: Ruleset, _: Facts, bets: Sequence[Bet], bet: Bet) -> str:
    assert rules.games_per_hand is not None
    games, most = len(_of_box(bets, bet)), rules.games_per_hand.most
    return "" if games <= most else f"box {bet.box} would have {games} games; {_allowed(most)}"


def _fourth_above(rules: Ruleset, _: Facts, bets: Sequence[Bet], bet: Bet) -> str:
    assert rules.games_per_hand is not None
    games = sum(one.stake > FIVE_DOLLARS for one in _of_box(bets, bet))
    most = rules.games_per_hand.above_five_max
    if games <= most:
        return ""
    above = f"{games} games above {exact(FIVE_DOLLARS)}"
    return f"box {bet.box} would have {above}; {_allowed(most)}"


def _allowed(most: int) -> str:
    return f"at most {most} are allowed"


def _above_table_maximum(rules: Ruleset, facts: Facts, bets: Sequence[Bet], bet: Bet) -> str:
    """The law limits the total too, whatever limits a table posts."""
    limits = ((facts.limits or rules.limits).most, rules.legal_limit)
    most = min((limit for limit in limits if limit is not None), default=None)
    total = sum(
        one.stake for one in _of_box(bets, bet) if one.spot.startswith(f"{MONTE_CARLO.file.name}/")
    )
    if most is None or total <= most:
        return ""
    return f"box {bet.box} would have {exact(total)}; the maximum is {exact(most)}"


BET_BARS: Final = (
    BetBar(c.FOUR_GAMES, _fifth_game),
    BetBar(c.THREE_ABOVE, _fourth_above),
    BetBar(c.MC_TOTAL, _above_table_maximum),
)


SAFARI_GAME: Final = TwentyOneGame(
    "safari-21",
    "Safari 21",
    c.CLAUSES,
    SAFARI,
    safari_ruleset,
    BARS,
    INSTANT,
    FINAL,
    bank_draws,
    {"insure": c.INSURE_ACE, "surrender": c.SURRENDER_UP, "max-bet": c.MAX_BET_OFFERED},
    SharedClauses(
        double_stack=c.SPLIT_STACK,
        split_stack=c.SPLIT_STACK,
        insure_ace=c.INSURE_ACE,
        insure_half=c.INSURE_HALF,
        insure_pays=c.INSURE_PAYS,
        insure_loses=c.INSURE_LOSES,
        surrender_offered=c.SURRENDER_UP,
        surrender_first=c.SURRENDER_FIRST,
        peek=c.BANK_SECOND,
        insure_push=c.INSURE_TEN,
        max_bet_range=c.MAX_BET_RANGE,
        max_bet_games=c.MAX_BET_GAMES,
        turn_order=c.TURNS,
        hand_order=c.SPLIT_ORDER,
    ),
    BET_BARS,
    # The legal limit that its rules name.
    table_defaults={"wager_max": "300", "monte_carlo": "table-a"},
)
