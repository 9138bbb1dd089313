"""Odds and best play of a 21 game, for all readers.

What a question may need and most do not, such as the simulator, is imported where it is used:
a question about exact odds waits for the solver alone.
"""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from typing import Final, NamedTuple

import msgspec

from cardroom import model
from cardroom.analysis.documents import (
    BetPair,
    ChartStrategy,
    GameOdds,
    PairedBet,
    ProgressiveOdds,
    RankCounts,
    SplitPlay,
    StrategyChart,
    Unpriced,
    WagerOdds,
    game_fields,
)
from cardroom.analysis.families import NotComputed
from cardroom.analysis.notices import COMPILING
from cardroom.analysis.odds import OddsRequest, exact_wager
from cardroom.analysis.result_cache import cached, compiled, kept
from cardroom.analysis.side_bets.prices import PricedBet
from cardroom.analysis.side_bets.progressive import progressive
from cardroom.analysis.stakes import in_words, stake_of
from cardroom.analysis.twentyone.bet_pairs import exact_pairs
from cardroom.analysis.twentyone.card_bets import CardBets, is_on_third
from cardroom.analysis.twentyone.chart.chart import (
    headings_of,
    kinds_of,
    legend_of,
    read_chart,
    strategy_of,
)
from cardroom.analysis.twentyone.covariance import Rounds
from cardroom.analysis.twentyone.dealer_bets import is_on_dealer
from cardroom.analysis.twentyone.odds import (
    AFTER_SPLIT,
    METHOD,
    PERFECT,
    SolvedOdds,
    chart_odds,
    perfect_odds,
)
from cardroom.analysis.twentyone.refusals import refusals
from cardroom.analysis.twentyone.side_bets import (
    assumed,
    decided_by_cards,
    is_on_hand,
    price,
    side_bets,
)
from cardroom.analysis.twentyone.solver import suits
from cardroom.analysis.twentyone.solver.exact import Solution
from cardroom.analysis.twentyone.solver.plan import plan_of
from cardroom.analysis.twentyone.solver.shoes import UNEVEN, cards_of
from cardroom.cards import Composition
from cardroom.model import Tables
from cardroom.progress import ProgressNotice, Tell
from cardroom.rules.ruleset import Ruleset
from cardroom.rules.side_bet import SideBet

ODDS: Final = "odds"
NEEDS_SIMULATOR: Final = "it needs the simulator"
DEPENDS_ON_PLAY: Final = (
    "it depends on the play of the hand in a way that the solver does not follow"
)
TOO_MANY: Final = "it tells too many of the dealer's hands apart to count them"


def odds(rules: Ruleset, asked: OddsRequest, tell: Tell) -> GameOdds:
    """Every wager, under perfect play or a chart; cached between runs."""
    with refusals():
        asked = asked._replace(stake=stake_of(rules, asked.stake))
        chart = None if asked.chart is None else read_chart(asked.chart)
        question = _question(asked, chart)
        found = cached(
            ODDS, rules.digest, question, GameOdds, lambda: _odds(rules, asked, chart, tell)
        )
        if suits.both_cards_up(rules):
            return found
        if "simulate" in (asked.unsolved, asked.real_shoe):
            tell(_exact_so_far(found))
            from cardroom.analysis.twentyone.simulated_odds import completed  # noqa: PLC0415

            found = completed(rules, asked, found, chart, tell)
        return found


def kept_odds(rules: Ruleset, stake: int | None) -> GameOdds | None:
    """Exact odds by perfect play from the posted decks, the meter at its seed, if an earlier
    question needed them."""
    return kept(ODDS, rules.digest, _question(OddsRequest(stake=stake), None), GameOdds)


def _question(asked: OddsRequest, chart: StrategyChart | None) -> list[object]:
    """What exact odds depend on besides the rules."""
    return [asked.stake, asked.shoe, chart, asked.meter]


def _exact_so_far(found: GameOdds) -> ProgressNotice:
    """What is known before the simulator is compiled and has dealt its rounds."""
    edges = (
        f"{wager.title} {wager.edge + 0.0:+.5%}" for wager in found.wagers if not wager.edge_error
    )
    return ProgressNotice(f"exact {found.edge_name}: {', '.join(edges)}; simulated figures follow")


def strategy(rules: Ruleset, shoe: RankCounts, tell: Tell) -> ChartStrategy:
    """The best chart, and what it costs; cached between runs."""
    with refusals():
        return cached(
            "strategy", rules.digest, shoe, ChartStrategy, lambda: _strategy(rules, shoe, tell)
        )


def _both_up(
    rules: Ruleset, asked: OddsRequest, chart: StrategyChart | None, tell: Tell
) -> GameOdds:
    """Both dealer cards are face up."""
    if chart is not None:
        raise NotComputed("a chart plays by one up card, and here both dealer cards are face up")
    announce(tell)
    from cardroom.analysis.twentyone.both_up import both_up_odds  # noqa: PLC0415

    found = both_up_odds(rules, asked.stake, asked.shoe)
    side = NO_SIDE_BETS if asked.shoe else priced_side_bets(rules, asked, None)
    wagers = (found.main, *side.wagers())
    return GameOdds(
        **game_fields(rules, asked.shoe),
        stake=asked.stake,
        paid=in_words(rules, asked.stake),
        wagers=wagers,
        paired=(),
        progressive=side.meter,
        after_split=tuple(SplitPlay(-value, AFTER_SPLIT[play]) for play, value in found.values),
        truncation=found.truncation,
        unpriced=tuple(unpriced(rules, {wager.spot for wager in wagers})),
    )


def _odds(rules: Ruleset, asked: OddsRequest, chart: StrategyChart | None, tell: Tell) -> GameOdds:
    if suits.both_cards_up(rules):
        return _both_up(rules, asked, chart, tell)
    tables = solver_tables(rules, asked.shoe, asked.stake, tell)
    if chart is None:
        found = perfect_odds(tables, asked.shoe)
    else:
        found = chart_odds(tables, strategy_of(rules, tables, chart), "the chart", asked.shoe)
    cards = None if asked.shoe is None else cards_of(asked.shoe)
    known = asked.shoe is None or cards is not None
    side = NO_SIDE_BETS
    paired: tuple[PairedBet, ...] = ()
    pairs: tuple[BetPair, ...] = ()
    if known:
        rounds = Rounds(rules, found.solution, found.work, asked.stake, cards, chart)
        side = priced_side_bets(rules, asked, rounds.cards, cards)
        deviation = found.wagers[0].deviation
        paired = tuple(bet.with_wager(deviation) for bet in rounds.bets(side.level))
        pairs = exact_pairs(rules, rounds.cards, asked.stake, cards, side.level)
    wagers = (
        *_noted(rules, found),
        *side.wagers(),
        *(on_final_hand(rules, asked, chart, found.solution, tell) if known else ()),
    )
    return GameOdds(
        **game_fields(rules, asked.shoe),
        stake=asked.stake,
        paid=in_words(rules, asked.stake),
        wagers=wagers if known else tuple(map(_unsimulated, wagers)),
        paired=paired,
        pairs=pairs,
        progressive=side.meter,
        after_split=tuple(SplitPlay(-value, AFTER_SPLIT[play]) for play, value in found.values),
        truncation=found.truncation,
        unpriced=tuple(unpriced(rules, {wager.spot for wager in wagers}, UNEVEN * (not known))),
    )


class PricedSideBets(NamedTuple):
    """The side bets that the first cards, the third, or the bank's hand decide, and the meter."""

    bets: tuple[PricedBet, ...] = ()
    level: Fraction = Fraction(0)
    """What the meter shows, in stakes of its bet."""
    meter: ProgressiveOdds | None = None

    def wagers(self) -> Iterator[WagerOdds]:
        for bet in self.bets:
            yield exact_wager(bet.spot, bet.title, bet.payments, bet.assumptions)


NO_SIDE_BETS: Final = PricedSideBets()


def priced_side_bets(
    rules: Ruleset,
    asked: OddsRequest,
    bets_on_cards: CardBets | None,
    cards: Composition | None = None,
) -> PricedSideBets:
    """`bets_on_cards` says how often the play in question makes the rows of a bet on the third
    card; without it those have no price. `cards` are other ones than the posted decks."""
    bets, on_meter = side_bets(rules, asked.stake, cards), rules.progressive
    played = {
        bet.name: bets_on_cards.rows(bet)
        for bet in rules.side_bets
        if bets_on_cards is not None and is_on_third(bet)
    }
    rows = None
    if on_meter is not None:
        rows = played.get(on_meter.name) or decided_by_cards(rules, on_meter, cards)
    counted = None if rows is None else progressive(rules, rows)
    level, meter = Fraction(0), None
    if counted is not None:
        shown = counted.seed if asked.meter is None else Fraction(asked.meter, counted.stake)
        level = Fraction(shown)
        bets = (*bets, counted.priced(level, assumed(counted.bet)))
        meter = counted.odds(level)
    third = (bet for bet in rules.side_bets if bet.name in played and bet.meter is None)
    bets = (*bets, *(price(rules, bet, played[bet.name], asked.stake) for bet in third))
    return PricedSideBets(bets, level, meter)


def on_final_hand(
    rules: Ruleset, asked: OddsRequest, chart: StrategyChart | None, solution: Solution, tell: Tell
) -> Iterator[WagerOdds]:
    """Bets on the box's own final hand."""
    bets = [bet for bet in rules.side_bets if bet.meter is None and is_on_hand(bet)]
    if not bets:
        return
    from cardroom.analysis.twentyone import hand_bets  # noqa: PLC0415
    from cardroom.analysis.twentyone.simulator.policy import (  # noqa: PLC0415
        ByCards,
        Script,
        by_chart,
    )

    tables = model.at_stake(model.compile(rules), rules, asked.stake)
    script: Script = ByCards(tables, suits.by_suit(tables, solution))
    if chart is not None:
        script = by_chart(rules, tables, chart)
    play = PERFECT if chart is None else "the chart"
    cards = None if asked.shoe is None else cards_of(asked.shoe)
    for bet in bets:
        table = hand_bets.HandTable(rules, bet, tables, script, cards)
        yield hand_bets.priced(rules, table, play, asked.stake, tell)


def _noted(rules: Ruleset, found: SolvedOdds) -> tuple[WagerOdds, ...]:
    """The wagers, the first with what its figures assume about suits."""
    main, *rest = found.wagers
    notes = suits.notes(rules, found.solution.plan.tables)
    return (msgspec.structs.replace(main, assumptions=(*main.assumptions, *notes)), *rest)


def _unsimulated(wager: WagerOdds) -> WagerOdds:
    return msgspec.structs.replace(wager, deviation_method=None)


def unpriced(rules: Ruleset, priced: set[str], because: str = "") -> Iterator[Unpriced]:
    """The other wagers, and why they have no price."""
    for spot in rules.spots:
        # A bet made in the hand's turn is part of the hand's own figures.
        if spot.name not in priced and spot.opens != "in-turn":
            yield Unpriced(spot.title, because or _why_unpriced(rules.side_bet(spot.name)))


def _why_unpriced(bet: SideBet | None) -> str:
    if bet is None:
        return NEEDS_SIMULATOR
    return TOO_MANY if is_on_dealer(bet) else DEPENDS_ON_PLAY


def _strategy(rules: Ruleset, shoe: RankCounts, tell: Tell) -> ChartStrategy:
    stake = stake_of(rules)
    tables = solver_tables(rules, shoe, stake, tell)
    from cardroom.analysis.twentyone.chart.strategy import best_chart  # noqa: PLC0415

    found = best_chart(tables, shoe)
    return ChartStrategy(
        **game_fields(rules, shoe),
        chart=found.chart,
        legend=legend_of(found.chart),
        edge=-found.value,
        perfect_edge=-found.perfect,
        cost=found.cost,
        departures=found.departures,
        method=METHOD,
        assumptions=(
            "a fresh shoe for every round",
            *([in_words(rules, stake)] if stake else []),
            "hands of a split are played by the chart, too",
            "no change of a single cell improves the chart",
            *suits.notes(rules, tables),
        ),
        headings=headings_of(found.chart),
        kinds=kinds_of(found.chart),
    )


def solver_tables(rules: Ruleset, shoe: RankCounts, stake: int | None, tell: Tell) -> Tables:
    """What the solver reads; it is about to be asked."""
    tables = suits.tables_for(rules, shoe, stake)
    plan_of(tables)
    announce(tell)
    return tables


def announce(tell: Tell) -> None:
    """Why the first answer takes seconds."""
    if not compiled("exact"):
        tell(COMPILING)
