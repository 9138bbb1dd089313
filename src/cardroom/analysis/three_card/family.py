"""Three Card Poker on the side of the odds: what can be asked of it."""

from __future__ import annotations

import math
from fractions import Fraction
from typing import Final

import msgspec

from cardroom.analysis.documents import (
    GameOdds,
    LowestHandStrategy,
    PairedBet,
    RankCounts,
    game_fields,
)
from cardroom.analysis.families import Analysis, NotComputed
from cardroom.analysis.notices import COMPILING
from cardroom.analysis.odds import OddsRequest, exact_wager
from cardroom.analysis.result_cache import cached, compiled
from cardroom.analysis.shoe_documents import ShoeEdges
from cardroom.analysis.stakes import in_words, side_stake, stake_of
from cardroom.analysis.three_card import ante, bank, simulation
from cardroom.analysis.three_card.bonus import dealt_bets, row_chances, side_bets
from cardroom.analysis.three_card.chart import Lowest, play_by, read_lowest
from cardroom.analysis.three_card.hand_list import hands
from cardroom.analysis.three_card.odds import UNIT, AntePlay, ante_play, bonus_net, net_of
from cardroom.analysis.three_card.pack import pack_of
from cardroom.analysis.three_card.side_bet_rounds import round_nets
from cardroom.games.three_card.policies import policies_of
from cardroom.progress import Tell
from cardroom.rules.ruleset import Ruleset

BONUS: Final = "bonus"
SAME_CARDS: Final = (
    "the same edges: every round takes the same number of cards, however they fall, so the cut card"
    " chooses no rounds"
)
BEST: Final = "the better of play and fold for every hand"
BY_CHART: Final = "every hand from the chart's lowest on plays, the others fold"


def odds(rules: Ruleset, asked: OddsRequest, tell: Tell) -> GameOdds:
    found = _cached_odds(rules, asked, tell)
    if asked.real_shoe == "leave" or asked.shoe or rules.shoe.kind != "cut-card":
        return found
    return msgspec.structs.replace(found, real_shoe=ShoeEdges((), SAME_CARDS))


def _cached_odds(rules: Ruleset, asked: OddsRequest, tell: Tell) -> GameOdds:
    stake, pack = stake_of(rules, asked.stake), pack_of(rules, asked.shoe)
    lowest = None
    if asked.chart is not None:
        lowest = read_lowest(asked.chart, policies_of(rules))
    return cached(
        "odds",
        rules.digest,
        [stake, pack, None if lowest is None else [[n, list(lowest[n])] for n in lowest]],
        GameOdds,
        lambda: _odds(rules, stake, lowest, asked.shoe, tell),
    )


def _odds(
    rules: Ruleset, stake: int | None, lowest: Lowest | None, shoe: RankCounts, tell: Tell
) -> GameOdds:
    _compiled(tell)
    own, pack, paid = policies_of(rules), pack_of(rules, shoe), stake or UNIT
    if lowest is None:
        found, play = ante_play(own, pack, paid), BEST
    else:
        found, play = play_by(own, pack, lowest, paid), BY_CHART
    main = ante.ante_odds(found, play)
    bonus = [
        *(
            exact_wager(bet.spot, bet.title, bet.payments, bet.assumptions)
            for bet in side_bets(rules, stake, pack)
        ),
        *dealt_bets(rules, stake, pack),
    ]
    spot = rules.spot(BONUS)
    return GameOdds(
        **game_fields(rules, shoe),
        stake=stake,
        paid=in_words(rules, stake),
        wagers=(main, *bonus),
        paired=() if spot is None else (_paired(rules, found, stake).with_wager(main.deviation),),
        progressive=None,
        after_split=(),
        truncation=0,
        unpriced=(),
    )


def _paired(rules: Ruleset, found: AntePlay, stake: int | None) -> PairedBet:
    """The bonus next to ante and play: exact, hand by hand."""
    own, spot = policies_of(rules), rules.spot(BONUS)
    assert spot is not None
    made, paid = side_stake(rules, spot, stake) or UNIT, stake or UNIT
    means = [Fraction(0)] * 4
    for ending, chance in found.endings.items():
        main, extra = net_of(own, ending, paid), bonus_net(own, ending, made)
        for place, each in enumerate((main, extra, extra**2, main * extra)):
            means[place] += chance * each
    main, extra, square, product = means
    return PairedBet(
        spot=BONUS,
        title=spot.title,
        stake=1.0,
        covariance=float(product - main * extra),
        deviation=math.sqrt(square - extra**2),
        assumption="a hand that folds gives up the bonus bet, too",
    )


def strategy(rules: Ruleset, shoe: RankCounts, tell: Tell) -> LowestHandStrategy:
    if shoe:
        raise NotComputed(f"{rules.title}: ask odds for the lowest hands from another shoe")

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
    hands=hands,
    side_bet_rounds=round_nets,
    side_bet_rows=row_chances,
)
