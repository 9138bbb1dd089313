"""The best chart by totals, and what it costs against perfect play."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import groupby
from typing import Final, NamedTuple

import numpy as np

from cardroom.analysis.documents import Departure, StrategyChart
from cardroom.analysis.twentyone.chart.chart import (
    CODE_OF,
    Cell,
    ChartLayout,
    chart_of,
    layout_of,
    rescued,
    strategy_of_cells,
)
from cardroom.analysis.twentyone.solver.exact import ShoeSolver, Solution
from cardroom.analysis.twentyone.solver.plan import Flags, Floats, Plan, plan_of
from cardroom.analysis.twentyone.solver.starting_hands import Strategy
from cardroom.model import Tables
from cardroom.model.ranks import RANK_NAMES
from cardroom.model.verbs import DOUBLE, HIT, MAX_BET, SPLIT, STAND, SURRENDER, VERBS

ROUNDS_MAX: Final = 8
"""Improvements of a chart before it is taken as it is; it settles after two or three."""
RARE: Final = 1e-12
"""Weight of hands that play does not come to, so that their rows are filled, too."""

SUITED: Final = " suited"

Cells = dict[tuple[int, int], Cell]


class BestChart(NamedTuple):
    chart: StrategyChart
    value: float
    perfect: float
    departures: tuple[Departure, ...]
    solution: Solution
    """Of the chart."""

    @property
    def cost(self) -> float:
        return self.perfect - self.value


def best_chart(tables: Tables, shoe: Sequence[int] | None = None) -> BestChart:
    """The best chart of totals, pairs and up cards."""
    plan, layout = plan_of(tables), layout_of(tables)
    work = ShoeSolver(plan, shoe)
    perfect = work.best("pair")
    chart, solution = charted(work, layout, perfect)
    departures = [*_departures(plan, layout, perfect, solution), *_longer(work, layout, solution)]
    departures.sort(key=lambda pair: -pair[0])
    told = tuple(each for _, each in departures)
    return BestChart(chart, solution.value, perfect.value, told, solution)


def charted(
    work: ShoeSolver, layout: ChartLayout, perfect: Solution
) -> tuple[StrategyChart, Solution]:
    """The best chart, and what following it is worth."""
    cells, solution = best_cells(work, layout, perfect)
    return chart_of(layout, cells, int(perfect.strategy.even_money.any())), solution


def best_cells(work: ShoeSolver, layout: ChartLayout, perfect: Solution) -> tuple[Cells, Solution]:
    """Start from perfect play, and take what is best for each row as a whole until no row changes.

    Each pass computes the value of every verb if the chart is followed afterward, and how often the
    chart leads to each hand. No change of a single cell improves that chart.
    """
    plan = work.plan
    seen: list[Cells] = []
    solution = perfect
    best: tuple[float, Cells, Solution] | None = None
    for _ in range(ROUNDS_MAX):
        cells = _improved(work, layout, solution)
        if cells in seen:
            break
        seen.append(cells)
        even = int(perfect.strategy.even_money.any())
        solution = work.given(strategy_of_cells(plan, layout, cells, even_money=even))
        if best is None or solution.value > best[0]:
            best = (solution.value, cells, solution)
    assert best is not None
    return best[1:]


def _improved(work: ShoeSolver, layout: ChartLayout, solution: Solution) -> Cells:
    """The best cells, if the solution's strategy is followed after each verb."""
    rows = _Rows(work, layout, solution)
    action = rows.action
    hits = rows.better(action[:, HIT], action[:, STAND]) | _never(layout, work.plan, STAND)
    plain = rows.taken(hits, action[:, HIT], action[:, STAND])
    more = MAX_BET if np.isfinite(action[:, MAX_BET]).any() else DOUBLE
    raises = rows.better(action[:, more], plain)
    raised = rows.taken(raises, action[:, more], plain)
    gives_up = rows.better(action[:, SURRENDER], raised)
    final = rows.taken(gives_up, action[:, SURRENDER], raised)
    cells: Cells = {}
    for number, up in np.ndindex(hits.shape):
        cell: Cell = (HIT,) if hits[number, up] else (STAND,)
        if raises[number, up]:
            cell = (more, *cell)
        if gives_up[number, up]:
            longer = (SURRENDER, *cell)
            cell = longer if longer in CODE_OF else (SURRENDER, cell[-1])
        cells[number, up] = cell
    for place, pair in enumerate(work.plan.pairs):
        key = work.tables.nodes.key[pair.pair_node]
        number, total = int(layout.pair[key]), int(layout.total[key])
        for up in range(hits.shape[1]):
            split = solution.split_worth[place, up]
            allowed = work.plan.legal[key, 0, up] >> SPLIT & 1
            cells[number, up] = (SPLIT,) if allowed and split > final[pair.pair_node, up] else ()
            if allowed and cells[total, up][0] == SURRENDER and split > raised[pair.pair_node, up]:
                saved = action[pair.pair_node, SURRENDER, up] > split
                cells[number, up] = (SURRENDER, SPLIT) if saved else (SPLIT,)
    return cells | _first_cards(layout, solution) | _rescues(work, layout, solution)


def _rescues(work: ShoeSolver, layout: ChartLayout, solution: Solution) -> Cells:
    """Doubled hands that stand or surrender; nothing follows, so no other cell changes."""
    asked = rescued(work.tables)[work.tables.nodes.key]
    if not asked.any():
        return {}
    worths = []
    for verb in (STAND, SURRENDER):
        choice = np.where(asked, verb, solution.strategy.choice).astype(np.int8)
        given = work.given(solution.strategy._replace(choice=np.ascontiguousarray(choice)))
        worths.append(given.worth)
    weight = np.where(asked, flows(work, solution.strategy) + RARE, 0.0)
    gain = (weight * (worths[1] - worths[0])).sum(axis=1)
    rows = layout.doubled[work.tables.nodes.key]
    total = np.zeros((len(layout.rows), gain.shape[1]))
    np.add.at(total, rows[rows >= 0], gain[rows >= 0])
    return {
        (number, up): (SURRENDER, STAND) if total[number, up] > 0 else (STAND,)
        for number in np.unique(rows[rows >= 0]).tolist()
        for up in range(total.shape[1])
    }


def _first_cards(layout: ChartLayout, solution: Solution) -> Cells:
    """Max Bets on the first card: those of the solution before, which are perfect play's."""
    found: Cells = {}
    raises = solution.strategy.raises
    if raises is not None:
        for rank, up in np.ndindex(raises.bets.shape):
            if layout.first[rank] >= 0:
                bets = raises.bets[rank, up]
                found[int(layout.first[rank]), up] = (MAX_BET, HIT) if bets else ()
    return found


class _Rows:
    """The values of verbs, averaged over all hands of a row."""

    def __init__(self, work: ShoeSolver, layout: ChartLayout, solution: Solution) -> None:
        self.weight = _weights(work, solution)
        self.action = with_early(work, solution)
        self.row = layout.total[work.tables.nodes.key]
        self.shape = (len(layout.rows), self.weight.shape[1])
        self.base = work.tables.ups.base

    def better(self, verb: Floats, other: Floats) -> Flags:
        """[row, up class] whether the verb is better than the other, where both are allowed."""
        both = np.isfinite(verb) & np.isfinite(other) & (self.row >= 0)[:, None]
        more = np.zeros(verb.shape)
        more[both] = self.weight[both] * (verb[both] - other[both])
        found = np.zeros(self.shape)
        listed = self.row >= 0
        np.add.at(found, self.row[listed], more[listed])
        # A chart does not look at the up card's suit.
        together = np.zeros(self.shape)
        np.add.at(together.T, self.base, found.T)
        better: Flags = together[:, self.base] > 0
        return better

    def taken(self, rows: Flags, verb: Floats, other: Floats) -> Floats:
        """[node, up class] the value of the verb in those rows, of the other verb elsewhere."""
        chosen = rows[self.row] & (self.row >= 0)[:, None] & np.isfinite(verb)
        return np.where(chosen | ~np.isfinite(other), verb, other)


def _never(layout: ChartLayout, plan: Plan, verb: int) -> Flags:
    """[row, up class] where a verb is closed to every hand of the row."""
    found = np.ones((len(layout.rows), plan.legal.shape[2]), bool)
    for number in range(len(layout.rows)):
        members = plan.legal[layout.total == number, 0] >> verb & 1
        if len(members):
            found[number] = ~members.any(axis=0)
    return found


def _weights(work: ShoeSolver, solution: Solution) -> Floats:
    """[node, up class] how often each hand is asked in the opening stance, split hands included."""
    return flows(work, solution.strategy)[:, 0] + RARE


def flows(work: ShoeSolver, strategy: Strategy) -> Floats:
    """[node, stance, up class] how often play reaches each point."""
    plan, dealt = work.plan, work.root.chance.copy()
    split_hands = np.zeros((len(plan.pairs), dealt.shape[1]))
    for place, pair in enumerate(plan.pairs):
        hands = pair.openings
        split_hands[place] = np.where(strategy.splits[place], dealt[hands].sum(axis=0), 0)
        dealt[hands] = np.where(strategy.splits[place], 0, dealt[hands])
    weight = work.flow_dealt(dealt, strategy.choice)
    for place, pair in enumerate(plan.pairs):
        weight += 2 * split_hands[place] * work.flow(pair, strategy.later[place][0])
    return weight


def with_early(work: ShoeSolver, solution: Solution) -> Floats:
    """The values of verbs, with early surrender counted as if it came after the bank's peek."""
    action = solution.action
    if not work.plan.early.any():
        return action
    nodes = work.plan.openings[:, 2]
    pays, keys = work.tables.pays, work.tables.nodes.key[nodes]
    natural = work.root.natural(work.chances)
    column = int(np.flatnonzero(pays.natural_class)[0])
    lost = work.plan.money[0][pays.final[keys, 0], 0, column][:, None]
    half = work.plan.money[0][pays.given_up[keys, 0], 0, 0][:, None]
    action = action.copy()
    given_up = half - natural * lost
    action[nodes, SURRENDER] = np.where(work.plan.early, given_up, action[nodes, SURRENDER])
    return action


Weighed = tuple[float, Departure]
"""What a departure brings in all, and the departure."""


def _longer(work: ShoeSolver, layout: ChartLayout, chart: Solution) -> Iterator[Weighed]:
    """Totals whose best play depends on the number of cards, which the chart ignores."""
    keys = work.tables.keys
    node_key = work.tables.nodes.key
    size, row = np.minimum(keys.size[node_key], LENGTHS[-1]), layout.total[node_key]
    weight = flows(work, chart.strategy)[:, 0]
    own = np.maximum(chart.strategy.choice[:, :1], 0).astype(np.int64)
    action = np.where(np.isfinite(chart.action), chart.action, -np.inf)
    taken = np.take_along_axis(action, own, axis=1)
    both = np.isfinite(action) & np.isfinite(taken)
    gain = np.zeros(action.shape)
    np.subtract(action, taken, out=gain, where=both)
    gain *= weight[:, None]
    ups = [np.flatnonzero(work.tables.ups.base == cls) for cls in layout.up_class]
    for number, (block, name) in enumerate(layout.rows):
        lengths = [np.flatnonzero((row == number) & (size == length)) for length in LENGTHS]
        if not any(map(len, lengths)):
            continue
        for up, columns in zip(layout.ups, ups, strict=True):
            sums = [gain[hands][:, :, columns].sum(axis=(0, 2)) for hands in lengths]
            for run, best in _runs(sums):
                hands = np.concatenate([lengths[place] for place in run])
                comes = weight[hands][:, columns]
                said = own[hands, 0][:, columns][comes == comes.max()][0]
                brings = float(sum(sums[place][best] for place in run))
                text = f"{block} {name} of {_lengths(run)} cards"
                each = brings / float(comes.sum())
                yield brings, Departure(text, up, VERBS[said], VERBS[best], each, AVERAGES)


AVERAGES: Final = (
    "all hands of that total and number of cards, hands of a split among them, as often as the"
    " chart comes to them"
)
LENGTHS: Final = (3, 4, 5)
"""Numbers of cards that are looked at separately; the last is that or more."""


def _runs(sums: Sequence[Floats]) -> Iterator[tuple[list[int], int]]:
    """Runs of adjacent lengths with the same better verb, and that verb."""
    best = [int(np.argmax(each)) if each.max() > 0 else -1 for each in sums]
    for verb, places in groupby(range(len(sums)), key=lambda place: best[place]):
        if verb >= 0:
            yield list(places), verb


def _lengths(run: Sequence[int]) -> str:
    first, last = LENGTHS[run[0]], LENGTHS[run[-1]]
    if last == LENGTHS[-1]:
        return f"{first} or more"
    return str(first) if first == last else f"{first} or {last}"


def _departures(
    plan: Plan, layout: ChartLayout, perfect: Solution, chart: Solution
) -> list[Weighed]:
    found: list[Weighed] = []
    for hand, (low, high, node) in enumerate(plan.openings.tolist()):
        place = next((i for i, pair in enumerate(plan.pairs) if hand in pair.openings), -1)
        suited = SUITED if plan.tables.keys.suited[plan.tables.nodes.key[node]] else ""
        for name, up in zip(layout.ups, layout.up_class, strict=True):
            if perfect.chance[hand, up] <= 0:
                continue
            verbs = []
            for solution in (chart, perfect):
                split = place >= 0 and solution.strategy.splits[place, up]
                early = solution.strategy.early[hand, up]
                verb = SPLIT if split else int(solution.strategy.choice[node, 0, up])
                verbs.append(SURRENDER if early else verb)
            gain = float(perfect.opening[hand, up] - chart.opening[hand, up])
            if verbs[0] != verbs[1] and gain > 0:
                text = f"{RANK_NAMES[high]},{RANK_NAMES[low]}" + suited
                each = Departure(text, name, VERBS[verbs[0]], VERBS[verbs[1]], gain)
                found.append((gain * float(perfect.chance[hand, up]), each))
    told = {_choice(each) for _, each in found}
    # A suited hand is listed only where its suit makes the difference.
    return [
        (brings, each)
        for brings, each in found
        if not each.hand.endswith(SUITED)
        or (each.hand.removesuffix(SUITED), *_choice(each)[1:]) not in told
    ]


def _choice(each: Departure) -> tuple[str, str, str, str]:
    """Everything but the gain."""
    return each.hand, each.up, each.chart, each.best
