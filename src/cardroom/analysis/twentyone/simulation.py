"""What the 21 games answer to `simulate`."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import Final

from cardroom import model
from cardroom.analysis.documents import RankCounts, StrategyChart
from cardroom.analysis.families import NotComputed
from cardroom.analysis.notices import COMPILING, COMPILING_SIMULATOR
from cardroom.analysis.result_cache import compiled
from cardroom.analysis.side_bets.errors import NoSuchBet
from cardroom.analysis.simulation import SimulationPart, SimulationRequest, refuse_boxes
from cardroom.analysis.stakes import in_words, stake_of
from cardroom.analysis.totals import Totals
from cardroom.analysis.twentyone.chart.chart import read_chart
from cardroom.analysis.twentyone.refusals import refusals
from cardroom.analysis.twentyone.simulation_options import INSURANCE
from cardroom.analysis.twentyone.simulator.minimise import IllegalScript
from cardroom.analysis.twentyone.simulator.policy import ByCards, Insuring, Script, by_chart
from cardroom.analysis.twentyone.simulator.simulate import TwentyOneSimulator
from cardroom.analysis.twentyone.solver import exact, suits
from cardroom.analysis.twentyone.solver.shoes import UNEVEN, cards_of
from cardroom.analysis.wager_simulation import WagerReport, WagerSimulation
from cardroom.cards import Composition
from cardroom.model import Tables
from cardroom.model.course import NotSimulated, barred_together
from cardroom.progress import Tell
from cardroom.rules.ruleset import Ruleset


def table(rules: Ruleset, request: SimulationRequest, tell: Tell) -> WagerSimulation:
    simulator, play = simulator_of(rules, request, tell)
    return WagerSimulation(simulator, play, sum(request.shoe or ()))


def simulator_of(
    rules: Ruleset, request: SimulationRequest, tell: Tell
) -> tuple[TwentyOneSimulator, str]:
    """A simulator, and how its boxes play; a game that cannot be simulated is refused with the
    reason.
    """
    refuse_boxes(request, rules.boxes - (rules.banking.limit != "none"))
    if not compiled("simulate"):
        tell(COMPILING_SIMULATOR)
    stake = stake_of(rules, request.stake)
    tables = model.at_stake(model.compile(rules), rules, stake)
    cards = None if request.shoe is None else _cards(rules, request.shoe, request.with_bet or ())
    script, play = _played(rules, tables, request, tell)
    try:
        simulator = TwentyOneSimulator(
            rules, tables, script, request.seed, request.boxes, request.with_bet or (), stake
        )
        if cards is not None:
            simulator = simulator.dealing(cards)
    except (NotSimulated, IllegalScript) as reason:
        raise NotComputed(str(reason)) from None
    except NoSuchBet as reason:
        raise NotComputed(f"--with-bet: {reason}") from None
    if stake is not None:
        play += f"; {in_words(rules, stake)}"
    if simulator.bets:
        _refuse_together(simulator)
        play += f"; with {', '.join(bet.title for bet in simulator.bets)}"
        spots = [rules.spot(bet.spot) for bet in simulator.bets]
        if any(spot is not None and spot.meter for spot in spots):
            play += ", its meter at the seed in every round"
    return simulator, play


def _together(rules: Ruleset, request: SimulationRequest, tell: Tell) -> TwentyOneSimulator:
    simulator, _ = simulator_of(rules, request, tell)
    return simulator.shuffling_each_round()


def _cards(rules: Ruleset, shoe: Sequence[int], bets: Sequence[str]) -> Composition:
    cards = cards_of(shoe) if bets else suits.cards_dealt(rules, shoe)
    if cards is None:
        raise NotComputed(f"--shoe: {UNEVEN}")
    return cards


def script_of(
    rules: Ruleset, tables: Tables, chart: StrategyChart | None, shoe: RankCounts = None
) -> Script:
    """Perfect play for the cards of the hand, or a chart; `shoe` is another than the posted one."""
    if chart is not None:
        return by_chart(rules, tables, chart)
    return _perfect(rules, tables, None if shoe is None else tuple(shoe))


@lru_cache(maxsize=2)
def _perfect(rules: Ruleset, tables: Tables, shoe: tuple[int, ...] | None) -> Script:
    """Kept, because the simulations of one answer all play by it."""
    solved = suits.tables_for(rules, shoe, tables.stake or None)
    return ByCards(tables, suits.by_suit(tables, exact.solve(solved, shoe)))


def _played(
    rules: Ruleset, tables: Tables, request: SimulationRequest, tell: Tell
) -> tuple[Script, str]:
    """How the boxes play, and the same in words."""
    words = "perfect play for the cards of the hand"
    if request.chart is not None:
        words = f"the chart {request.chart.name}"
    elif not compiled("exact"):
        tell(COMPILING)
    with refusals():
        chart = None if request.chart is None else read_chart(request.chart.document)
        script = script_of(rules, tables, chart, request.shoe)
    if request.shoe is not None:
        words += f"; the shoe {list(request.shoe)}"
    if request.options.get(INSURANCE.name) != "always":
        return script, f"{words}; insurance never"
    if tables.insured < 0:
        raise NotComputed(f"--insurance always: {rules.title} offers none as it is posted")
    apart = "insurance always, in the edge and not among the wagers"
    return Insuring(script), f"{words}; {apart}"


def _refuse_together(simulator: TwentyOneSimulator) -> None:
    """Refuse bets that the table does not take, or does not take together on one box."""
    rules = simulator.rules
    for bet in simulator.bets:
        first, later = bet.rounds
        if not (later if rules.shoe.kind == "continuous" else first or later):
            raise NotComputed(f"--with-bet {bet.spot}: it cannot be made as the game is posted")
    clause = barred_together(rules, [bet.spot for bet in simulator.bets])
    if clause is not None:
        raised = rules.spot("max-bet") is not None
        own = ", and a Max Bet of the hand is one of them" if raised else ""
        raise NotComputed(f"--with-bet: {clause.says}{own} [{clause.id}; {clause.cite}]")


PART: Final = SimulationPart(
    frozenset({"with_bet", "chart", INSURANCE.name, "stake", "shoe"}),
    table,
    WagerReport,
    "cardroom.replay.twentyone:explain",
    together=_together,
    between_boxes=Totals.between_boxes,
)
