"""Standard deviation and frequencies of rounds with split hands.

Hands of a split share the bank's hand, so no product of chances gives them. The deviation is exact
where all hands of a split are played and paid alike. The frequencies are simulated: every round is
dealt from a fresh shoe, as the edge is computed.
"""

from __future__ import annotations

from fractions import Fraction
from functools import partial
from typing import Final

import msgspec

from cardroom import model
from cardroom.analysis.documents import GameOdds, Payment, RankCounts, StrategyChart, WagerOdds
from cardroom.analysis.executor import Threads
from cardroom.analysis.notices import COMPILING_SIMULATOR, DEALING_ROUNDS
from cardroom.analysis.result_cache import cached, compiled
from cardroom.analysis.stopping import Goal
from cardroom.analysis.twentyone.chart.chart import strategy_of
from cardroom.analysis.twentyone.deviation import alike, deviation
from cardroom.analysis.twentyone.simulation import script_of
from cardroom.analysis.twentyone.simulator.minimise import IllegalScript
from cardroom.analysis.twentyone.simulator.simulate import TwentyOneSimulator
from cardroom.analysis.twentyone.solver.exact import ShoeSolver
from cardroom.analysis.twentyone.solver.plan import plan_of
from cardroom.analysis.twentyone.solver.shoes import UNEVEN
from cardroom.analysis.twentyone.solver.suits import cards_dealt, tables_for
from cardroom.model import Tables
from cardroom.model.course import NotSimulated
from cardroom.progress import ProgressNotice, Tell, silent
from cardroom.rules.ruleset import Ruleset

ROUNDS: Final = 1 << 23
"""Enough for three decimals of a deviation, in less than a second."""


class SplitFigures(msgspec.Struct, frozen=True):
    """The counts, per unit of the first wager."""

    deviation: float
    deviation_error: float
    hit_frequency: float
    push_frequency: float
    simulated_rounds: int
    results: tuple[Payment, ...] = ()


def with_split_rounds(
    rules: Ruleset, found: GameOdds, chart: StrategyChart | None, tell: Tell
) -> GameOdds:
    """The odds, completed with what the exact solver leaves open about the main wager."""
    main, *rest = found.wagers
    if main.deviation is None and main.split_frequency:
        main = _completed(main, rules, found, chart, tell)
    return msgspec.structs.replace(
        found,
        wagers=(main, *rest),
        paired=tuple(bet.with_wager(main.deviation) for bet in found.paired),
    )


def _completed(
    main: WagerOdds, rules: Ruleset, found: GameOdds, chart: StrategyChart | None, tell: Tell
) -> WagerOdds:
    known = exact_deviation(rules, found.stake, chart, tell, found.shoe)
    if found.shoe is not None and cards_dealt(rules, found.shoe) is None:
        return _exact(main, known, UNEVEN)
    try:
        counted = split_rounds(rules, found.stake, chart, tell, found.shoe)
    except (NotSimulated, IllegalScript) as reason:
        return _exact(main, known, str(reason))
    simulated = msgspec.structs.replace(
        main, **msgspec.structs.asdict(counted), deviation_method="simulated", missing=""
    )
    return simulated if known is None else _exact(simulated, known)


def _exact(main: WagerOdds, known: float | None, why: str = "") -> WagerOdds:
    """With the exact deviation, if there is one, and why nothing else is known."""
    if known is not None:
        main = msgspec.structs.replace(
            main, deviation=known, deviation_method="exact", deviation_error=None
        )
    figures = "deviation and frequencies" if known is None else "frequencies"
    missing = f"{figures} are not known: {why}" if why else ""
    return msgspec.structs.replace(main, missing=missing)


class Deviation(msgspec.Struct, frozen=True):
    exact: float | None


def exact_deviation(
    rules: Ruleset,
    stake: int | None = None,
    chart: StrategyChart | None = None,
    tell: Tell = silent,
    shoe: RankCounts = None,
) -> float | None:
    """For a wager of `stake` cents, by perfect play or by a chart; kept between runs."""

    def build() -> Deviation:
        tables = tables_for(rules, shoe, stake)
        if not alike(tables):
            return Deviation(None)
        if chart is None:
            # Games with other side bets, limits, or fees have the same main wager.
            best = partial(_best_deviation, tables, shoe, tell)
            return cached("best-deviation", model.content(tables), [shoe], Deviation, best)
        work = ShoeSolver(plan_of(tables), shoe)
        return Deviation(deviation(work, work.given(strategy_of(rules, tables, chart)), tell))

    return cached("deviation", rules.digest, [stake, chart, shoe], Deviation, build).exact


def _best_deviation(tables: Tables, shoe: RankCounts, tell: Tell) -> Deviation:
    work = ShoeSolver(plan_of(tables), shoe)
    return Deviation(deviation(work, work.best("pair"), tell))


def split_rounds(
    rules: Ruleset,
    stake: int | None = None,
    chart: StrategyChart | None = None,
    tell: Tell = silent,
    shoe: RankCounts = None,
) -> SplitFigures:
    """For a wager of `stake` cents, by perfect play or by a chart; kept between runs."""

    def build() -> SplitFigures:
        if not compiled("simulate"):
            tell(COMPILING_SIMULATOR)
        tables = model.at_stake(model.compile(rules), rules, stake)
        simulator = TwentyOneSimulator(
            rules,
            tables,
            script_of(rules, tables, chart, shoe),
            seed=1,
            stake=stake,
        )
        cards = None if shoe is None else cards_dealt(rules, shoe)
        fresh = simulator.shuffling_each_round() if cards is None else simulator.dealing(cards)
        found = fresh.run(
            Goal(rounds=ROUNDS),
            Threads(),
            watch=lambda dealt: tell(ProgressNotice(DEALING_ROUNDS, dealt.rounds, ROUNDS)),
        )
        return SplitFigures(
            deviation=found.deviation,
            deviation_error=found.deviation_error,
            hit_frequency=found.share(1),
            push_frequency=found.share(0),
            simulated_rounds=found.rounds,
            results=tuple(
                Payment(Fraction(net, found.unit), count / found.games)
                for net, count in sorted(found.nets.items())
            ),
        )

    return cached("split-rounds", rules.digest, [ROUNDS, stake, chart, shoe], SplitFigures, build)
