"""Three Card Poker on the side of the odds: what can be asked of it."""

from __future__ import annotations

from typing import Final

from cardroom.analysis.documents import (
    GameOdds,
    LowestHandStrategy,
    RankCounts,
    Unpriced,
    game_fields,
)
from cardroom.analysis.families import Analysis, NotComputed
from cardroom.analysis.notices import COMPILING, Tell
from cardroom.analysis.odds import OddsAsked, exact_wager
from cardroom.analysis.result_cache import cached, compiled
from cardroom.analysis.stakes import in_words, stake_of
from cardroom.analysis.three_card import ante, bank, simulation
from cardroom.analysis.three_card.bonus import row_chances, side_bets
from cardroom.rules.ruleset import Ruleset

BOTH_HANDS: Final = (
    "it looks at both hands, and is counted only for one deck, where every row asks about the six"
    " cards together by ranks or by four or more of one suit"
)


def odds(rules: Ruleset, asked: OddsAsked, tell: Tell) -> GameOdds:
    if asked.shoe or asked.chart is not None:
        raise NotComputed(f"{rules.title} has no odds by a chart or of another shoe than its decks")
    stake = stake_of(rules, asked.stake)
    return cached("odds", rules.digest, stake, GameOdds, lambda: _odds(rules, stake, tell))


def _odds(rules: Ruleset, stake: int | None, tell: Tell) -> GameOdds:
    _compiled(tell)
    bonus = [
        exact_wager(bet.spot, bet.title, bet.payments, bet.assumptions)
        for bet in side_bets(rules, stake)
    ]
    priced = {"ante", *(bet.spot for bet in bonus)}
    return GameOdds(
        **game_fields(rules),
        stake=stake,
        paid=in_words(rules, stake),
        wagers=(ante.ante_odds(rules, stake), *bonus),
        paired=(),
        progressive=None,
        after_split=(),
        truncation=0,
        unpriced=tuple(
            Unpriced(spot.title, BOTH_HANDS)
            for spot in rules.spots
            if spot.opens == "before-deal" and spot.name not in priced
        ),
    )


def strategy(rules: Ruleset, shoe: RankCounts, tell: Tell) -> LowestHandStrategy:
    if shoe:
        raise NotComputed(f"{rules.title} has no strategy of another shoe than its decks")

    def build() -> LowestHandStrategy:
        _compiled(tell)
        return ante.strategy_of(rules, tell)

    return cached("strategy", rules.digest, None, LowestHandStrategy, build)


def _compiled(tell: Tell) -> None:
    if not compiled("three_card"):
        tell(COMPILING)


ANALYSIS = Analysis(
    odds=odds,
    strategy=strategy,
    simulation=simulation.PART,
    banking=bank,
    side_bet_rows=row_chances,
)
