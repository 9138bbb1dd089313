"""The edges of a 21 game's wagers alone, for those who compare many games.

This takes about 60% of the time of `answers.odds`: nobody asks how often each amount is paid, how
much is wagered, or what other play of split hands would be worth.
"""

from __future__ import annotations

from typing import NamedTuple

from cardroom.analysis.documents import WagerOdds
from cardroom.analysis.odds import OddsRequest
from cardroom.analysis.price_documents import Price, Prices
from cardroom.analysis.pricing import price_of, prices_of, why_unpriced
from cardroom.analysis.stakes import in_words, stake_of
from cardroom.analysis.twentyone.answers import (
    PricedSideBets,
    announce,
    kept_odds,
    on_final_hand,
    priced_side_bets,
    solver_tables,
    unpriced,
)
from cardroom.analysis.twentyone.both_up import both_up_edge
from cardroom.analysis.twentyone.card_bets import CardBets
from cardroom.analysis.twentyone.odds import MAIN, METHOD, TITLE, insurance
from cardroom.analysis.twentyone.refusals import refusals
from cardroom.analysis.twentyone.solver import suits
from cardroom.analysis.twentyone.solver.exact import ShoeSolver
from cardroom.analysis.twentyone.solver.plan import plan_of
from cardroom.progress import Tell
from cardroom.rules.ruleset import Ruleset


class FoundEdges(NamedTuple):
    main: float
    side: PricedSideBets
    before: tuple[WagerOdds, ...] = ()
    """Wagers that are listed before the side bets."""
    after: tuple[WagerOdds, ...] = ()
    """Those that are listed after them."""


def edges(rules: Ruleset, stake: int | None, tell: Tell) -> Prices:
    """Every wager, under perfect play from the posted decks; from the odds, if they are known."""
    with refusals():
        stake = stake_of(rules, stake)
        known = kept_odds(rules, stake)
        if known is not None:
            return prices_of(known)
        find = _both_up if suits.both_cards_up(rules) else _edges
        found = find(rules, stake, tell)
        main = Price(MAIN, TITLE, found.main, METHOD)
        rest = (*found.before, *found.side.wagers(), *found.after)
    wagers, meter = (main, *map(price_of, rest)), found.side.meter
    return Prices(
        game=rules.game,
        digest=rules.digest,
        wagers=wagers,
        hold=None if meter is None else meter.hold,
        fair_meter=None if meter is None else meter.break_even,
        unpriced=why_unpriced(unpriced(rules, {each.spot for each in wagers})),
        paid=in_words(rules, stake),
    )


def _both_up(rules: Ruleset, stake: int | None, tell: Tell) -> FoundEdges:
    announce(tell)
    side = priced_side_bets(rules, OddsRequest(stake=stake), None)
    return FoundEdges(both_up_edge(rules, stake), side)


def _edges(rules: Ruleset, stake: int | None, tell: Tell) -> FoundEdges:
    tables = solver_tables(rules, None, stake, tell)
    work = ShoeSolver(plan_of(tables), None)
    solution = work.best("pair")
    asked = OddsRequest(stake=stake)
    side = priced_side_bets(rules, asked, CardBets(rules, work, solution, stake))
    after = tuple(on_final_hand(rules, asked, None, solution, tell))
    return FoundEdges(-solution.value, side, tuple(insurance(tables)), after)
