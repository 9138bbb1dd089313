"""The record of a submission, `submission.json`: what was posted, for programs and comparisons."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

import msgspec

from cardroom import __version__, games
from cardroom.errors import CardroomError
from cardroom.games.rule_page import rule_page
from cardroom.houses import House
from cardroom.houses.check import check
from cardroom.rules.ruleset import Ruleset
from cardroom.signage.figures import Figures
from cardroom.signage.sheet import Posting

FORMAT: Final = 1
RECORD: Final = "submission.json"
"""The name of its file."""


class SubmissionError(CardroomError):
    """A folder that is not a submission."""


class SubmittedClause(msgspec.Struct, frozen=True):
    cite: str
    says: str


class SubmittedGame(msgspec.Struct, frozen=True):
    """One game as it was submitted."""

    title: str
    edition: str
    source: str
    digest: str
    options: Mapping[str, str]
    clauses: Mapping[str, SubmittedClause]
    readings: tuple[str, ...]
    findings: tuple[str, ...]
    """What `check` says about it: "deviation: ..." """
    prices: Mapping[str, float]
    """The edge of every wager; empty where no figures were computed."""


class Record(msgspec.Struct, frozen=True):
    format: int
    house: str
    title: str
    state: str
    day: str
    cardroom: str
    games: Mapping[str, SubmittedGame]
    employees: str = ""
    """Whether the house's employees may play, in its words."""


def record_of(house: House, posted: tuple[Posting, ...], found: Mapping[str, Figures]) -> Record:
    says = check(house)
    return Record(
        FORMAT,
        house.name,
        house.title,
        house.state,
        house.day.isoformat(),
        __version__,
        {
            each.rules.game: SubmittedGame(
                each.rules.title,
                each.rules.edition,
                each.source or each.rules.source,
                each.rules.digest,
                _options(each.rules),
                {
                    line["clause"]: SubmittedClause(line["cite"], line["says"])
                    for line in rule_page(each.rules)["clauses"]
                },
                tuple(rule_page(each.rules)["silent"]),
                tuple(
                    f"{finding.level}: {finding.says} ({finding.cite})"
                    for finding in says
                    if finding.game == each.rules.game
                ),
                {
                    wager.title: wager.edge
                    for figures in [found.get(each.rules.game)]
                    if figures is not None
                    for wager in figures.odds.wagers
                },
            )
            for each in posted
        },
        house.employees,
    )


def _options(rules: Ruleset) -> dict[str, str]:
    """As a house writes them: amounts in dollars, not in cents."""
    specs = {spec.name: spec for spec in games.game(rules.game).catalogue}
    return {
        name: specs[name].display(value) if name in specs else str(value)
        for name, value in rules.options.items()
    }


def written(record: Record) -> bytes:
    return msgspec.json.format(msgspec.json.encode(record), indent=1) + b"\n"


def read(content: bytes, name: str) -> Record:
    try:
        record = msgspec.json.decode(content, type=Record)
    except msgspec.DecodeError as wrong:
        raise SubmissionError(f"{name} is not the record of a submission: {wrong}") from None
    if record.format != FORMAT:
        raise SubmissionError(f"{name} has format {record.format}; this program reads {FORMAT}")
    return record
