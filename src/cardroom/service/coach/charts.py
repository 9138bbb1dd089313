"""Charts of best play, as bots and the page read them. `best_play` runs in the solver's process."""

from __future__ import annotations

from typing import Any, Literal

import msgspec


class Chart(msgspec.Struct, frozen=True):
    """Codes by block, row and up card; `plays` says what a code stands for.

    Blocks: hard and soft totals, pairs, split aces that draw no card but may be given up, totals of
    doubled hands that may still be given up, first cards that may be bet on; the last three are
    empty in games without such questions.
    `status` none: this game has no chart, and `why` says so.
    """

    status: Literal["ready", "none", "unavailable"]
    why: str = ""
    ups: tuple[str, ...] = ()
    hard: dict[str, tuple[str, ...]] = {}
    soft: dict[str, tuple[str, ...]] = {}
    pair: dict[str, tuple[str, ...]] = {}
    aces: dict[str, tuple[str, ...]] = {}
    doubled: dict[str, tuple[str, ...]] = {}
    first: dict[str, tuple[str, ...]] = {}
    plays: dict[str, tuple[str, ...]] = {}
    legend: dict[str, str] = {}
    edge: float | None = None
    """What the house keeps of the first wager when the chart is played."""

    def verbs(self, block: str, row: str, up: str) -> tuple[str, ...]:
        """Verbs in order of preference; none where the chart does not say."""
        rows: dict[str, tuple[str, ...]] = getattr(self, block)
        # Faces may have a column of their own; a joker that counts ten has the tens'.
        column = up
        if up in ("J", "Q", "K", "Jk") and up not in self.ups:
            column = "J" if up != "Jk" and "J" in self.ups else "T"
        if row not in rows or column not in self.ups:
            return ()
        return self.plays.get(rows[row][self.ups.index(column)], ())


def warm() -> None:
    """Import, and compile or load, what the first question would wait for."""
    from cardroom import games  # noqa: PLC0415
    from cardroom.analysis.report import strategy_document  # noqa: PLC0415

    strategy_document(games.ruleset("blackjack"))


def best_play(document: bytes) -> Chart:
    """The chart of the posted game that a ruleset's document describes."""
    # Late: the process that serves people must not load the kernels.
    from cardroom.analysis.report import strategy_document  # noqa: PLC0415
    from cardroom.analysis.twentyone.chart.chart import BLOCKS, CODES  # noqa: PLC0415
    from cardroom.table.posting import read_document  # noqa: PLC0415

    rules = read_document(document)
    if rules.family != "twentyone":
        return Chart("none", f"{rules.title} has no chart of totals and up cards")
    try:
        found: Any = strategy_document(rules)
    except ValueError as wrong:
        return Chart("none", str(wrong))
    chart = found["chart"]
    blocks = {block: _rows(chart.get(block, {})) for block in BLOCKS}
    used = {code for rows in blocks.values() for row in rows.values() for code in row}
    return Chart(
        "ready",
        ups=tuple(chart["ups"]),
        hard=blocks["hard"],
        soft=blocks["soft"],
        pair=blocks["pair"],
        aces=blocks["aces"],
        doubled=blocks["doubled"],
        first=blocks["first"],
        plays={code: verbs for code, verbs in CODES.items() if code in used},
        legend=dict(found["legend"]),
        edge=found["edge"],
    )


def _rows(block: dict[str, list[str]]) -> dict[str, tuple[str, ...]]:
    return {row: tuple(codes) for row, codes in block.items()}
