"""The chart of best play of a 21 game, as bots and the page read it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from cardroom.rules.ruleset import Ruleset
from cardroom.service.coach.charts import Chart


def strategy(rules: Ruleset) -> Mapping[str, Any]:
    # Late: the process that serves people must not load the kernels.
    from cardroom.analysis.report import strategy_document  # noqa: PLC0415

    return strategy_document(rules)


def chart(rules: Ruleset) -> Chart:
    """`ValueError` for options that the solver does not cover."""
    from cardroom.analysis.twentyone.chart.chart import BLOCKS, CODES  # noqa: PLC0415

    found = strategy(rules)
    blocks = {block: _rows(found["chart"].get(block, {})) for block in BLOCKS}
    used = {code for rows in blocks.values() for row in rows.values() for code in row}
    return Chart(
        "ready",
        ups=tuple(found["chart"]["ups"]),
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
