"""The strategy chart of a 21 game, as bots and the page read it."""

from __future__ import annotations

from cardroom.analysis.documents import ChartStrategy
from cardroom.rules.ruleset import Ruleset
from cardroom.service.coach.charts import Chart


def chart(rules: Ruleset) -> Chart:
    """`ValueError` for options that the solver does not cover."""
    # Late: the process that serves people must not load the kernels.
    from cardroom.analysis.strategy import best_strategy  # noqa: PLC0415 - not in the server
    from cardroom.analysis.twentyone.chart.chart import CODES  # noqa: PLC0415 - not in the server

    found = best_strategy(rules)
    assert isinstance(found, ChartStrategy)
    blocks = {block: dict(rows) for block, rows in found.chart.blocks.items()}
    bank = rules.banking.title.lower()
    used = {code for rows in blocks.values() for row in rows.values() for code in row}
    return Chart(
        "ready",
        ups=found.chart.ups,
        hard=blocks["hard"],
        soft=blocks["soft"],
        pair=blocks["pair"],
        aces=blocks.get("aces", {}),
        doubled=blocks.get("doubled", {}),
        first=blocks.get("first", {}),
        plays={code: verbs for code, verbs in CODES.items() if code in used},
        legend=dict(found.legend),
        edge=found.edge,
        edge_of=found.edge_of,
        headings=dict(found.headings),
        kinds=dict(found.kinds),
        about=f"By total and the {bank}'s up card, for a fresh shoe.",
    )
