"""What each family provides to the service: its coach, bots, and strategy chart.

An installed package provides it by an entry point in the group `cardroom.service`, named after the
family, whose value is a `ServedFamily`:

    [project.entry-points."cardroom.service"]
    baccarat = "my_baccarat.service:SERVED"

A family without one, or with one that cannot be loaded, has bots that choose the first option, and
no advice.
"""

from __future__ import annotations

import logging
from collections.abc import Callable, Mapping, Sequence
from functools import lru_cache
from importlib.metadata import entry_points
from typing import Final, NamedTuple

from cardroom.analysis.families import NoAnswer, PlugInError
from cardroom.analysis.families import named as analysis_named
from cardroom.play.views import AskView, View
from cardroom.rules.ruleset import Ruleset
from cardroom.service.coach.charts import Chart, ChartCell
from cardroom.service.coach.coach import Coach
from cardroom.service.live.bots import Bot
from cardroom.service.pai_gow.bot import BOT as PAI_GOW_BOT
from cardroom.service.pai_gow.coach import COACH as PAI_GOW_COACH
from cardroom.service.poker.bot import BOT as POKER_BOT
from cardroom.service.poker.coach import COACH as POKER_COACH
from cardroom.service.three_card.bot import BOT as THREE_CARD_BOT
from cardroom.service.three_card.coach import COACH as THREE_CARD_COACH
from cardroom.service.twentyone.bot import BOT as TWENTYONE_BOT
from cardroom.service.twentyone.chart import chart as twentyone_chart
from cardroom.service.twentyone.chart_play import cells_of as twentyone_cells
from cardroom.service.twentyone.coach import COACH as TWENTYONE_COACH

GROUP: Final = "cardroom.service"
_log = logging.getLogger(__name__)


class ServedFamily(NamedTuple):
    bot: Bot = Bot()
    coach: Coach | None = None
    chart: Callable[[Ruleset], Chart] | None = None
    """The strategy chart; runs in the process that computes charts."""
    has_card: bool | None = None
    """Whether its best play is printed as a strategy card. None asks its analysis, which is then
    loaded in the process that serves people; ours would bring the solver with it."""
    cells: Callable[[View, AskView, Chart], Sequence[ChartCell]] | None = None
    """The cells of the chart that a player's decision is in, which the page lights; it knows what
    that player sees, and nothing more."""


OURS: Final[Mapping[str, ServedFamily]] = {
    "twentyone": ServedFamily(
        TWENTYONE_BOT, TWENTYONE_COACH, twentyone_chart, has_card=True, cells=twentyone_cells
    ),
    "three-card": ServedFamily(THREE_CARD_BOT, THREE_CARD_COACH, has_card=True),
    "pai-gow": ServedFamily(PAI_GOW_BOT, PAI_GOW_COACH, has_card=False),
    "poker": ServedFamily(POKER_BOT, POKER_COACH, has_card=False),
}


def of(rules: Ruleset) -> ServedFamily:
    return named(rules.family)


@lru_cache(maxsize=64)
def named(family: str) -> ServedFamily:
    if family in OURS:
        return OURS[family]
    for point in entry_points(group=GROUP, name=family):
        try:
            return _checked(point.load())
        except Exception as error:  # whatever a foreign package raises, its game can be played
            what = f"no coach or bots of the installed family {family} ({point.value})"
            _log.warning("%s: %s: %s", what, type(error).__name__, error)
    return ServedFamily()


@lru_cache(maxsize=64)
def has_strategy_card(family: str) -> bool:
    """Whether the family's best play is computed and printed as a strategy card."""
    known = named(family).has_card
    if known is not None:
        return known
    try:
        return not isinstance(analysis_named(family).strategy, NoAnswer)
    except PlugInError as error:  # its game can be played without the card
        _log.warning("no strategy card of the installed family %s: %s", family, error)
        return False


def _checked(found: object) -> ServedFamily:
    if not isinstance(found, ServedFamily):
        raise TypeError("it is not a ServedFamily")
    return found
