"""A bot at a pai gow table sets the house way, and takes the first pile."""

from __future__ import annotations

from typing import Final

from cardroom.play.inputs import Answer
from cardroom.play.views import AskView, View
from cardroom.rules.ruleset import Ruleset
from cardroom.service.live.bots import Bot, Hints, first_offered


def decide(_view: View, ask: AskView, _rules: Ruleset, _hints: Hints) -> Answer:
    return first_offered(ask, ("house-way", "decline", "choose"))


BOT: Final = Bot(decide)
