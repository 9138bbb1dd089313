"""What a player of pai gow poker wins on the wager and on Fortune together: see `SideBetRounds`."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Mapping
from typing import Final

import numpy as np

from cardroom.analysis import session
from cardroom.analysis.documents import WagerOdds
from cardroom.analysis.joint_counts import fitted
from cardroom.analysis.notices import DEALING_ROUNDS
from cardroom.analysis.pai_gow.odds import FORTUNE
from cardroom.analysis.pai_gow.rounds import CHUNK, PaiGowSimulator, Seating
from cardroom.analysis.pai_gow.way_tables import way_tables
from cardroom.analysis.session import RoundNets, SessionRequest
from cardroom.games.pai_gow.state import policies
from cardroom.progress import ProgressNotice, Tell
from cardroom.rules.ruleset import Ruleset

SEED: Final = 3
MAIN_LINE, FORTUNE_LINE = range(2)


def round_nets(
    rules: Ruleset, asked: SessionRequest, wagers: Mapping[str, WagerOdds], tell: Tell
) -> RoundNets:
    """Simulated; the chances of the Fortune bet are exact, and the mean is that of the odds."""
    fortune, main = dict(asked.with_bets)[FORTUNE], wagers[rules.spots[0].name]
    tables = way_tables(policies(rules).way, tell)
    table = PaiGowSimulator(rules, (tables, tables), Seating(1, asked.bet, fortune), SEED)
    counted = _counted(table, tell)
    chances = table.deals.chances(table.deals.lines[FORTUNE_LINE])
    nets: defaultdict[int, float] = defaultdict(float)
    for won, weight in fitted(counted, -main.edge * asked.bet, [chances]).items():
        nets[sum(won)] += weight
    mean = sum(net * chance for net, chance in chances.items()) - main.edge * asked.bet
    return RoundNets(
        nets,
        mean,
        asked.bet + fortune,
        f"a round: simulated, {counted.total():,} rounds, its mean that of the odds; no envy",
        (main.edge_error or 0.0) * asked.bet,
    )


def _counted(table: PaiGowSimulator, tell: Tell) -> Counter[tuple[int, ...]]:
    """What wager and Fortune bet won, in cents, and how often."""
    worth = table.deals.money[1] - table.deals.money[2]
    found: Counter[tuple[int, ...]] = Counter()
    for first in range(1, session.HANDS, CHUNK):
        won = table.deals.nets(first, CHUNK, worth)
        every, numbers = np.unique(won[:, [MAIN_LINE, FORTUNE_LINE]], axis=0, return_counts=True)
        for each, number in zip(every.tolist(), numbers.tolist(), strict=True):
            found[tuple(each)] += number
        tell(ProgressNotice(DEALING_ROUNDS, first + CHUNK - 1, session.HANDS))
    return found
