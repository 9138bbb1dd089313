"""The odds of every wager of a posted game, as the theoretical win needs them."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from cardroom.analysis.executor import Threads
from cardroom.analysis.families import NotComputed, answered, is_built_in
from cardroom.analysis.notices import DEALING_ROUNDS
from cardroom.analysis.odds import OddsRequest, game_odds
from cardroom.analysis.result_cache import cached_for
from cardroom.analysis.side_bets.progressive import progressive
from cardroom.analysis.simulation import SimulationRequest
from cardroom.analysis.stopping import Goal
from cardroom.office.theory import Odds, SpotOdds
from cardroom.progress import ProgressNotice, Tell, silent
from cardroom.replay.families import simulation_part
from cardroom.rules.ruleset import Ruleset

BOXES: Final = 2
ROUNDS: Final = 200_000
"""For the correlation of two boxes."""
ROUNDS_NOT_KEPT: Final = 20_000
"""The same for a game of a plug-in: its odds are computed for every report, by the engine if the
plug-in has nothing faster. The covariance is still good to a hundredth."""
HOLD: Final = "hold of bets on meters"
"""Odds that were kept before it counted are computed again."""


def spot_odds(rules: Ruleset, tell: Tell = silent) -> Odds:
    """The odds of every wager of a posted game, as far as they are computed.

    They are kept between runs, unless the game is a plug-in's.
    """

    def build() -> dict[str, SpotOdds]:
        return dict(_spot_odds(rules, tell))

    return cached_for(rules, "office", [BOXES, ROUNDS, HOLD], dict[str, SpotOdds], build)


def _spot_odds(rules: Ruleset, tell: Tell) -> Iterable[tuple[str, SpotOdds]]:
    try:
        found = game_odds(rules, OddsRequest(unsolved="simulate"), tell)
    except NotComputed:
        return
    paired = {bet.spot: bet.covariance for bet in found.paired}
    main = rules.spots[0].name
    if found.progressive is not None:
        # The meter pays its own awards: the house has the hold, whatever the meter shows.
        on_meter = progressive(rules, {row.row: row.chance for row in found.progressive.rows})
        assert on_meter is not None
        spot = on_meter.bet.name
        hold = SpotOdds(float(on_meter.hold), on_meter.hold_deviation, paired.get(spot, 0.0))
        yield spot, hold
    for wager in found.wagers:
        if wager.deviation is None or (rules.progressive and wager.spot == rules.progressive.name):
            continue
        between = _between_boxes(rules, tell) if wager.spot == main else 0.0
        covariance = paired.get(wager.spot, 0.0)
        yield wager.spot, SpotOdds(wager.edge, wager.deviation, covariance, between)


def _between_boxes(rules: Ruleset, tell: Tell) -> float:
    """The covariance of the wagers of two boxes, simulated; 0 with a notice if there is none."""
    rounds = ROUNDS if is_built_in(rules) else ROUNDS_NOT_KEPT
    try:
        part = simulation_part(rules)
        between_boxes = answered(rules, part.between_boxes)
        simulation = part.simulation(rules, SimulationRequest(boxes=BOXES), tell)
        found = simulation.run(
            Goal(rounds=rounds),
            Threads(1),
            simulation.empty(),
            lambda counted: tell(ProgressNotice(DEALING_ROUNDS, counted.rounds, rounds)),
        )
    except NotComputed as reason:
        tell(ProgressNotice(f"{reason}: the boxes of a round are taken as independent"))
        return 0.0
    return between_boxes(found)
