"""Charts and strategies: what the codes of a chart mean, and how a chart plays every hand."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Final, NamedTuple

import numpy as np
from msgspec import structs

from cardroom.analysis.documents import BLOCKS, BlockHeading, CodeKind, StrategyChart
from cardroom.analysis.twentyone.solver.plan import Flags, Ints, Plan, plan_of
from cardroom.analysis.twentyone.solver.starting_hands import Raises, Strategy
from cardroom.errors import CardroomError
from cardroom.games.twentyone.game import posted_game
from cardroom.hands.points import SPLIT_ACES
from cardroom.model import Tables
from cardroom.model.keys import OPENING
from cardroom.model.ranks import RANK_NAMES, RANKS
from cardroom.model.verbs import HIT, MAX_BET, SPLIT, STAND, SURRENDER, VERBS
from cardroom.rules.ruleset import Ruleset

Cell = tuple[int, ...]
"""Verbs in order of preference: the first that is allowed is taken. Empty: see the total's row."""

NOTHING: Final = "-"
CODES: Final[Mapping[str, tuple[str, ...]]] = {
    "H": ("hit",),
    "S": ("stand",),
    "D": ("double", "hit"),
    "Ds": ("double", "stand"),
    "P": ("split",),
    "R": ("surrender", "hit"),
    "Rs": ("surrender", "stand"),
    "Rd": ("surrender", "double", "hit"),
    "Rp": ("surrender", "split"),
    "M": ("max-bet", "hit"),
    "Ms": ("max-bet", "stand"),
    NOTHING: (),
}
LEGEND: Final[Mapping[str, str]] = {
    "H": "hit",
    "S": "stand",
    "D": "double, else hit",
    "Ds": "double, else stand",
    "P": "split",
    "R": "surrender, else hit",
    "Rs": "surrender, else stand",
    "Rd": "surrender, else double",
    "Rp": "surrender, else split",
    "M": "Max Bet, else hit",
    "Ms": "Max Bet, else stand",
}
KINDS: Final[Mapping[str, CodeKind]] = {
    "hit": "hit",
    "stand": "stand",
    "double": "more",
    "max-bet": "more",
    "split": "split",
    "surrender": "give-up",
}
"""By verb."""
HEADINGS: Final[Mapping[str, BlockHeading]] = {
    "hard": BlockHeading("Hard totals", "totals"),
    "soft": BlockHeading("Soft totals", "totals"),
    "pair": BlockHeading("Pairs", "ranks"),
    "aces": BlockHeading("Split aces", "totals"),
    "doubled": BlockHeading("After a double", "totals"),
    "first": BlockHeading("First card", "ranks"),
}
NOTHING_IN: Final[Mapping[str, str]] = {"pair": "no split", "first": "no bet"}
"""What it means that a block asks for nothing: see the total's row."""
CELLS: Final[Mapping[str, Cell]] = {
    code: tuple(VERBS.index(verb) for verb in verbs) for code, verbs in CODES.items()
}
CODE_OF: Final[Mapping[Cell, str]] = {cell: code for code, cell in CELLS.items()}
LETTERS: Final = {verbs[0]: code[0] for code, verbs in CODES.items() if verbs}
"""By verb, in the order of `VERBS`: the letter that its codes begin with."""
ALWAYS: Final = BLOCKS[:3]
"""Blocks that every chart has."""
LEFT_OUT: Final[Mapping[str, Cell]] = {"aces": (STAND,), "doubled": (STAND,), "first": ()}
"""What a chart without such a block means by that; but aces that its soft row gives up are."""
UP_NAMES: Final = ("Jk", "A", "2", "3", "4", "5", "6", "7", "8", "9", "T", "J", "Q", "K")


class ChartFault(CardroomError):
    """A chart that cannot be played, with every reason."""

    def __init__(self, faults: tuple[str, ...]) -> None:
        super().__init__("; ".join(faults))
        self.faults = faults


def rows_of(chart: StrategyChart) -> Iterator[tuple[str, str, tuple[str, ...]]]:
    """Block, name and codes of every row."""
    for block, rows in chart.blocks.items():
        for row, codes in rows.items():
            yield block, row, codes


def legend_of(chart: StrategyChart) -> dict[str, str]:
    """The codes that the chart uses, in words."""
    used = {(block, code) for block, _, row in rows_of(chart) for code in row}
    codes = {code for _, code in used}
    nothing = [words for block, words in NOTHING_IN.items() if (block, NOTHING) in used]
    said = {code: words for code, words in LEGEND.items() if code in codes}
    return said | ({NOTHING: f"{', '.join(nothing)}: play the total"} if nothing else {})


def kinds_of(chart: StrategyChart) -> dict[str, CodeKind]:
    """The codes that the chart uses, by what they do first; `NOTHING` does nothing."""
    codes = {code for _, _, row in rows_of(chart) for code in row}
    return {code: KINDS[verbs[0]] for code, verbs in CODES.items() if code in codes and verbs}


def headings_of(chart: StrategyChart) -> dict[str, BlockHeading]:
    """The blocks of the chart, with their rows as players name them."""
    return {
        block: structs.replace(
            HEADINGS[block],
            names={row: name for row in rows if (name := row_name(block, row)) != row},
        )
        for block, rows in chart.blocks.items()
    }


def row_name(block: str, row: str) -> str:
    """A soft 18 is ace-seven, a soft 12 is a pair of aces."""
    if block == "pair":
        return f"{row},{row}"
    if block in ("soft", "aces"):
        return "A,A" if row == "12" else f"A,{int(row) - 11}"
    return row


def read_chart(document: object) -> StrategyChart:
    """A chart from JSON: the chart alone, or everything that `cardroom strategy --json` prints.
    `ChartFault` lists everything that is wrong with its form.
    """
    if isinstance(document, Mapping):
        document = document.get("chart", document)
    if not isinstance(document, Mapping) or not isinstance(document.get("ups"), (list, tuple)):
        raise ChartFault(("a chart is an object with ups, hard, soft and pair",))
    ups = tuple(str(up) for up in document["ups"])
    faults: list[str] = []
    codes: dict[str, dict[str, tuple[str, ...]]] = {}
    for block in BLOCKS:
        if block in LEFT_OUT and block not in document:
            continue
        rows = document.get(block, {})
        if not isinstance(rows, Mapping):
            faults.append(f"{block} must be an object of rows")
            continue
        codes[block] = {}
        for row, given in rows.items():
            line = tuple(str(code) for code in given) if isinstance(given, (list, tuple)) else ()
            unknown = sorted(set(line) - set(CODES))
            if unknown:
                names = ", ".join(unknown)
                faults.append(f"{block} {row}: no code {names}; codes are {', '.join(CODES)}")
            elif len(line) != len(ups):
                faults.append(f"{block} {row}: {len(line)} codes for {len(ups)} up cards")
            else:
                codes[block][str(row)] = line
    if faults:
        raise ChartFault(tuple(faults))
    return StrategyChart(ups, bool(document.get("even_money", False)), others={}, **codes)


class ChartLayout(NamedTuple):
    """Which row of a chart a hand is looked up in."""

    rows: tuple[tuple[str, str], ...]
    """Block and name of every row, as they are printed."""
    total: Ints
    """[key] the row of its total, or -1: a hand that is not asked."""
    pair: Ints
    """[key] the row of its pair, or -1."""
    doubled: Ints
    """[key] the row of its total after a double, or -1 where it is not asked then."""
    first: Ints
    """[rank] the row of a first card, or -1."""
    ups: tuple[str, ...]
    """As they are printed: the ace last."""
    up_class: tuple[int, ...]
    """The up class of each of `ups`; a chart does not look at the up card's suit."""


def layout_of(tables: Tables) -> ChartLayout:
    keys = tables.keys
    asked = np.any(keys.legal, axis=(0, 2, 3)) & (keys.size >= OPENING)
    rows: list[tuple[str, str]] = []
    total = np.full(len(keys.keys), -1, np.int64)
    pair = np.full(len(keys.keys), -1, np.int64)

    def by_total(block: str, found: Flags) -> None:
        for value in np.unique(keys.total[found & (keys.total < 21)]).tolist():
            total[found & (keys.total == value)] = len(rows)
            rows.append((block, str(value)))

    aces = one_card_aces(tables)
    by_total("hard", asked & ~aces & (keys.soft == 0))
    by_total("soft", asked & ~aces & (keys.soft == 1))
    splits = (np.bitwise_or.reduce(keys.legal, axis=(0, 2, 3)) >> SPLIT & 1) > 0
    for value in np.unique(keys.pair[splits]).tolist():
        pair[splits & (keys.pair == value)] = len(rows)
        rows.append(("pair", RANK_NAMES[value - 1]))
    by_total("aces", aces & _chooses(tables))
    doubled = np.full(len(keys.keys), -1, np.int64)
    asked = rescued(tables).any(axis=(1, 2))
    for value in np.unique(keys.total[asked]).tolist():
        doubled[asked & (keys.total == value)] = len(rows)
        rows.append(("doubled", str(value)))
    first = np.full(RANKS, -1, np.int64)
    for rank in tables.cards.ranks if tables.bets_on_one else []:
        first[rank] = len(rows)
        rows.append(("first", RANK_NAMES[rank]))
    names_of = tables.ups.names[tables.ups.own == 0].tolist()
    order = sorted(range(len(names_of)), key=lambda each: (names_of[each] + 12) % 14)
    names = tuple(UP_NAMES[int(tables.ups.names[each])] for each in order)
    return ChartLayout(tuple(rows), total, pair, doubled, first, names, tuple(order))


def one_card_aces(tables: Tables) -> Flags:
    """[key] split aces that already have their one card. What is best for them says nothing about
    aces that may draw, so they are left out of the soft rows.
    """
    keys = tables.keys
    draws = np.bitwise_or.reduce(keys.legal, axis=(0, 2, 3)) >> HIT & 1
    found: Flags = (keys.origin == SPLIT_ACES) & (keys.size == OPENING) & (draws == 0)
    return found


def _chooses(tables: Tables) -> Flags:
    """[key] whether there is a choice other than splitting, before any other verb."""
    allowed = np.bitwise_or.reduce(tables.keys.legal[:, :, 0], axis=(0, 2)) & ~(1 << SPLIT)
    found: Flags = (allowed & (allowed - 1)) > 0
    return found


def rescued(tables: Tables) -> Flags:
    """[key, stance, up class] where a doubled hand may stand or be surrendered."""
    legal = np.bitwise_or.reduce(tables.legal, axis=0)
    stances = np.array([stance.doubled > 0 for stance in tables.keys.stances])
    found: Flags = (legal >> STAND & legal >> SURRENDER & 1 > 0) & stances[:, None]
    return found


def chart_of(
    layout: ChartLayout, cells: Mapping[tuple[int, int], Cell], even_money: int
) -> StrategyChart:
    """A chart from cells by row and up class."""
    codes: dict[str, dict[str, tuple[str, ...]]] = {block: {} for block in ALWAYS}
    codes |= {block: {} for block, _ in layout.rows if block in LEFT_OUT}
    for number, (block, row) in enumerate(layout.rows):
        codes[block][row] = tuple(CODE_OF[cells[number, up]] for up in layout.up_class)
    return StrategyChart(layout.ups, bool(even_money), others={}, **codes)


def cells_of(layout: ChartLayout, chart: StrategyChart) -> dict[tuple[int, int], Cell]:
    """The cells of a chart by row and up class, or what is missing."""
    faults = [f"no column for an up card of {up}" for up in layout.ups if up not in chart.ups]
    cells: dict[tuple[int, int], Cell] = {}
    blocks = chart.blocks
    for number, (block, row) in enumerate(layout.rows):
        line = blocks.get(block, {}).get(row)
        if block in LEFT_OUT and block not in blocks:
            cells |= {(number, cls): LEFT_OUT[block] for cls in layout.up_class}
            if block == "aces":
                soft = layout.rows.index(("soft", row))
                for cls in layout.up_class:
                    if SURRENDER in cells.get((soft, cls), ()):
                        cells[number, cls] = (SURRENDER, STAND)
            continue
        if line is None:
            faults.append(f"no row for {block} {row}")
            continue
        for up, cls in zip(layout.ups, layout.up_class, strict=True):
            if up in chart.ups:
                cells[number, cls] = CELLS[line[chart.ups.index(up)]]
    if faults:
        raise ChartFault(tuple(faults))
    return cells


def strategy_of(rules: Ruleset, tables: Tables, chart: StrategyChart) -> Strategy:
    """The chart as a verb for every hand; refused if it calls for what the rules forbid."""
    layout, plan = layout_of(tables), plan_of(tables)
    cells = cells_of(layout, chart)
    faults = tuple(forbidden(rules, tables, layout, cells))
    if faults:
        raise ChartFault(faults)
    return strategy_of_cells(plan, layout, cells, even_money=int(chart.even_money))


def strategy_of_cells(
    plan: Plan, layout: ChartLayout, cells: Mapping[tuple[int, int], Cell], *, even_money: int
) -> Strategy:
    tables = plan.tables
    keys, nodes = tables.keys, tables.nodes
    choice = np.ascontiguousarray(_verbs(plan, layout, cells)[nodes.key].astype(np.int8))
    shape = (len(plan.openings), len(tables.ups.names))
    splits = np.zeros((len(plan.pairs), shape[1]), bool)
    for place, pair in enumerate(plan.pairs):
        key = nodes.key[pair.pair_node]
        dealt = plan.openings[pair.openings, 2]
        for up, base in enumerate(tables.ups.base.tolist()):
            cell = cells[int(layout.pair[key]), base]
            legal = plan.legal[key, 0, up]
            if cell[:1] == (SURRENDER,) and legal >> SURRENDER & 1:
                choice[dealt, 0, up] = SURRENDER
            else:
                splits[place, up] = SPLIT in cell and bool(legal >> SPLIT & 1)
    natural = keys.natural[nodes.key[plan.openings[:, 2]]][:, None] > 0
    early, even = plan.early.copy(), np.zeros(shape, bool)
    for hand, up in zip(*np.nonzero(plan.early), strict=True):
        key = nodes.key[plan.openings[hand, 2]]
        base = int(tables.ups.base[up])
        cell = cells.get((int(layout.pair[key]), base), ()) or cells.get(
            (int(layout.total[key]), base), ()
        )
        early[hand, up] = cell[:1] == (SURRENDER,)
    if tables.even_money and even_money:
        even = natural & (np.arange(shape[1]) == tables.insured)
    return Strategy(
        choice,
        ((choice, choice),) * len(plan.pairs),
        splits,
        early,
        even,
        raises=_raises(tables, layout, cells, splits),
    )


def _raises(
    tables: Tables, layout: ChartLayout, cells: Mapping[tuple[int, int], Cell], splits: Flags
) -> Raises | None:
    if not tables.bets_on_one:
        return None
    bets = np.zeros((RANKS, len(tables.ups.names)), bool)
    for rank, up in np.ndindex(bets.shape):
        base = int(tables.ups.base[up])
        bets[rank, up] = MAX_BET in cells.get((int(layout.first[rank]), base), ())
    return Raises(bets, splits)


def _verbs(plan: Plan, layout: ChartLayout, cells: Mapping[tuple[int, int], Cell]) -> Ints:
    """[key, stance, up class] the first verb of the total's row that is allowed."""
    ups = len(plan.tables.ups.names)
    longest = max(len(cell) for cell in cells.values()) + 1
    # The preferences of every row, ended by stand; the last row is for hands without one.
    wishes = np.full((len(layout.rows) + 1, ups, longest), STAND, np.int64)
    for (row, up), cell in cells.items():
        wishes[row, up, : len(cell)] = cell
    wanted = wishes[layout.total][:, None, plan.tables.ups.base]
    allowed = plan.legal[..., None] >> wanted & 1
    first = np.argmax(allowed, axis=3)[..., None]
    verb = np.take_along_axis(np.broadcast_to(wanted, allowed.shape), first, axis=3)[..., 0]
    # A hand that may not do what its row says does the first thing it may.
    lowest = np.argmax(plan.legal[..., None] >> np.arange(len(VERBS)) & 1, axis=3)
    found: Ints = np.where(allowed.any(axis=3), verb, np.where(plan.legal > 0, lowest, STAND))
    for key, stance, up in zip(*np.nonzero(rescued(plan.tables)), strict=True):
        base = int(plan.tables.ups.base[up])
        found[key, stance, up] = cells[int(layout.doubled[key]), base][0]
    return found


def forbidden(
    rules: Ruleset, tables: Tables, layout: ChartLayout, cells: Mapping[tuple[int, int], Cell]
) -> Iterator[str]:
    """Cells whose first verb is closed to every hand of the row, with the clause against it."""
    verdicts = posted_game(rules).legality.verdicts
    for number, (block, row) in enumerate(layout.rows):
        if block == "first":
            continue
        rows = {"pair": layout.pair, "doubled": layout.doubled}.get(block, layout.total)
        members = np.flatnonzero(rows == number)
        for up, cls in zip(layout.ups, layout.up_class, strict=True):
            for verb in cells[number, cls][:1]:
                if (tables.legal[:, members, :, cls] >> verb & 1).any():
                    continue
                if verb == SURRENDER and plan_of(tables).early[:, cls].any():
                    continue
                key = tables.keys.keys[members[0]]
                name = int(tables.ups.names[cls])
                mode = tables.keys.stances[0].mode(1 if not key.origin else 2)
                clause = dict(verdicts(key, mode, name)).get(VERBS[verb])
                reason = str(clause) if clause is not None else "the game has no such verb"
                yield f"{block} {row} against {up}: {VERBS[verb]} is not allowed: {reason}"
