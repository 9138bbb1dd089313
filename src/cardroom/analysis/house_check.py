"""A check of a house's posted games: what is wrong with them, and what their wagers cost."""

from __future__ import annotations

from typing import Literal

import msgspec

from cardroom.analysis.price_documents import Prices
from cardroom.analysis.pricing import prices, warnings
from cardroom.houses import House
from cardroom.houses.check import check
from cardroom.houses.finding import Finding
from cardroom.progress import ProgressNotice, Tell, silent
from cardroom.rules.options import OptionFaults


class HouseCheck(msgspec.Struct, frozen=True):
    """Everything that was found, in the order of the house's games."""

    house: str
    findings: tuple[Finding, ...]
    odds: tuple[Prices, ...] | None
    """None where no wager was priced."""

    @property
    def faults(self) -> tuple[Finding, ...]:
        return tuple(finding for finding in self.findings if finding.level == "fault")


def check_house(
    house: House, wagers: Literal["priced", "unpriced"], tell: Tell = silent
) -> HouseCheck:
    """Faults, warnings and deviations; a wager that favors the player is a warning."""
    found = list(check(house))
    if wagers == "unpriced":
        return HouseCheck(house.name, tuple(found), None)
    priced = []
    for number, posted in enumerate(house.game):
        tell(ProgressNotice("pricing the games", number, len(house.game)))
        try:
            rules = posted.ruleset(house.name)
        except OptionFaults:
            continue  # among the faults already
        priced.append(prices(rules, tell))
        found += warnings(rules, priced[-1])
    order = [posted.game for posted in house.game]
    found.sort(key=lambda finding: order.index(finding.game))
    return HouseCheck(house.name, tuple(found), tuple(priced))
