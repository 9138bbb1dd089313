"""Best play of a posted game, as a chart and as a printed card.

These run in the process that computes charts, which has the solver and caches its results.
"""

from __future__ import annotations

from cardroom import games
from cardroom.games import registry
from cardroom.progress import silent
from cardroom.service import families
from cardroom.service.coach.charts import Chart
from cardroom.service.view.sheets import CARD, StrategyCard
from cardroom.signage.sheets import SHEETS
from cardroom.table.posting import read_document


def warm() -> None:
    """Import, compile or load what the first question would have to wait for."""
    for package in registry.packages().values():
        served = families.named(package.id)
        if served.chart is not None:
            served.chart(games.ruleset(package.games[0].id))


def chart(document: bytes) -> Chart:
    """The chart of the posted game that a ruleset's document describes."""
    rules = read_document(document)
    made = families.of(rules).chart
    if made is None:
        return Chart("none", f"{rules.title} has no chart of totals and up cards")
    try:
        return made(rules)
    except ValueError as wrong:
        return Chart("none", str(wrong))


def card(document: bytes) -> StrategyCard:
    """The card of the posted game that a ruleset's document describes."""
    # Late: the process that serves people must not load the kernels.
    from cardroom.signage import press  # noqa: PLC0415 - not in the server
    from cardroom.signage.sheet import posting_of  # noqa: PLC0415 - not in the server

    rules = read_document(document)
    if not families.has_strategy_card(rules.family):
        return StrategyCard("none", f"{rules.title} has no strategy card")
    try:
        sheet = SHEETS[CARD].sheet(posting_of(rules), SHEETS[CARD].computed(rules, silent))
        return StrategyCard("ready", pdf=press.pdf(sheet, "letter"))
    except ValueError as wrong:
        return StrategyCard("none", str(wrong))
