"""Pai gow poker on the side of the odds: what can be asked of it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

import msgspec

from cardroom.analysis.documents import GameOdds, game_fields
from cardroom.analysis.families import Analysis, NoAnswer, NotComputed
from cardroom.analysis.odds import OddsRequest, exact_wager
from cardroom.analysis.pai_gow import bank, simulation
from cardroom.analysis.pai_gow.fortune_pairs import fortune_pairs
from cardroom.analysis.pai_gow.odds import FORTUNE, base_odds, fortune_bets, one_player
from cardroom.analysis.pai_gow.side_bet_rounds import round_nets
from cardroom.analysis.price_documents import Price
from cardroom.analysis.result_cache import cached
from cardroom.analysis.stakes import in_words, stake_of
from cardroom.games.pai_gow.options import SEATS
from cardroom.progress import Tell
from cardroom.rules.ruleset import Ruleset

ENVY: Final = "envy"
OTHERS_MAX: Final = SEATS - 2
"""The other players at a full table."""
WITH_ENVY: Final = f"Fortune, with envy of {OTHERS_MAX} other players,"


def odds(rules: Ruleset, asked: OddsRequest, tell: Tell) -> GameOdds:
    if asked.chart is not None:
        raise NotComputed(f"{rules.title} is played by a house way, not by a chart")
    if asked.shoe:
        raise NotComputed(f"{rules.title}: every round is dealt from a fresh deck; it has no shoe")
    stake = stake_of(rules, asked.stake)
    return cached("odds", rules.digest, stake, GameOdds, lambda: _odds(rules, stake, tell))


def _odds(rules: Ruleset, stake: int | None, tell: Tell) -> GameOdds:
    bonus = [
        exact_wager(bet.spot, bet.title, bet.payments, bet.assumptions)
        for bet in fortune_bets(rules, stake)
    ]
    base = base_odds(rules, one_player(rules, tell), stake)
    pairs = fortune_pairs(rules, bonus)
    return GameOdds(
        **game_fields(rules),
        stake=stake,
        paid=in_words(rules, stake),
        wagers=(base, *bonus),
        paired=tuple(each.with_wager(base.deviation) for each in pairs.with_wager),
        pairs=pairs.together,
        progressive=None,
        after_split=(),
        truncation=0,
        unpriced=(),
    )


def judged(wagers: Sequence[Price]) -> Iterator[tuple[Price, float]]:
    """Envy is not a bet of its own: it comes with Fortune and grows with the number of players."""
    fortune = sum(price.edge for price in wagers if price.spot == FORTUNE)
    for price in wagers:
        if price.spot == ENVY:
            together = msgspec.structs.replace(price, title=WITH_ENVY)
            yield together, OTHERS_MAX * price.edge + fortune
        else:
            yield price, price.edge


ANALYSIS = Analysis(
    odds=odds,
    strategy=NoAnswer("has no chart; cardroom odds and cardroom set-hand have its figures"),
    simulation=simulation.PART,
    banking=bank,
    hands=NoAnswer("has 154 million hands, too many to list; cardroom set-hand values one of them"),
    pricing=judged,
    side_bet_rounds=round_nets,
)
