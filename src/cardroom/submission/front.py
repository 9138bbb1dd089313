"""The first part of the portfolio: cover, games, proofs, findings, conditions, controls, hashes."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Final, NamedTuple

from cardroom import __version__, games
from cardroom.analysis.result_cache import engine
from cardroom.analysis.rng.report import RngReport, conclusion
from cardroom.games.rule_page import rule_page
from cardroom.houses import House
from cardroom.houses.check import approval_conditions, check
from cardroom.law import RoomKind
from cardroom.rules.ruleset import Ruleset
from cardroom.school import library
from cardroom.signage.sheet import Posting, Sheet
from cardroom.submission.bill import Component
from cardroom.submission.texts import controls, verify_steps

ROOMS: Final[tuple[RoomKind, ...]] = ("commercial", "tribal")


SHOWN: Final = 3
AT_THE_TABLE: Final = "a rule of the table between rounds: proved by the tests of the table"


class Proof(NamedTuple):
    """A clause and the scenarios that are about it."""

    clause: str
    cite: str
    says: str
    scenarios: tuple[str, ...]


def proofs(rules: Ruleset) -> Iterator[Proof]:
    """Every clause of a game; scenarios of another game of the family prove shared clauses."""
    known = games.game(rules.game).clauses
    about: dict[str, list[str]] = {}
    for file in library.files(rules.game):
        story = library.told(file)
        name = "/".join(file.replace("\\", "/").split("/")[-2:]).removesuffix(".toml")
        for cite in story.cites:
            for clause in [each.id for each in known.named(cite)] or [cite]:
                about.setdefault(clause, []).append(name)
    for line in rule_page(rules)["clauses"]:
        scenarios = tuple(dict.fromkeys(about.get(line["clause"], ())))
        yield Proof(line["clause"], line["cite"], line["says"], scenarios)


def front(
    house: House,
    posted: tuple[Posting, ...],
    missing: list[str],
    made: tuple[RngReport, tuple[Component, ...]],
    hashes: list[tuple[str, str]],
) -> Sheet:
    numbers, components = made
    says = check(house)
    listed = {each.rules.game for each in posted}
    body: dict[str, Any] = {
        "state": house.state,
        "day": house.day.isoformat(),
        "room": house.room,
        "engine": engine(),
        "missing": missing,
        "games": [
            [each.rules.title, each.rules.edition, each.rules.source, each.rules.digest[:16]]
            for each in posted
        ],
        "proofs": [_proved(each) for each in posted],
        "findings": [
            [games.game(finding.game).title, finding.level, finding.says, finding.cite]
            for finding in says
            if finding.game in listed and finding.level != "condition"
        ],
        "readings": [
            {"title": each.rules.title, "count": len(rule_page(each.rules)["silent"])}
            for each in posted
        ],
        "conditions": list(_conditions(posted)),
        "controls": [
            {"title": each.title, "says": list(each.says), "command": each.command}
            for each in controls()
        ],
        "numbers": {
            "says": conclusion(numbers.verdict),
            "source": numbers.source,
            "shuffles": f"{numbers.shuffles:,}",
            "rows": [
                [each.test, each.over, f"{each.sample:,}", f"{each.p:.4f}"]
                for each in numbers.findings
            ],
        },
        "components": [[each.name, each.version, each.license] for each in components],
        "hashes": hashes,
        "verify": verify_steps(house),
    }
    return Sheet("submission", {"title": house.title, "version": __version__}, body)


def _proved(posted: Posting) -> dict[str, Any]:
    lines = list(proofs(posted.rules))
    return {
        "title": posted.rules.title,
        "rows": [[proof.cite, proof.says, _scenarios(proof)] for proof in lines],
        "proved": sum(bool(proof.scenarios) for proof in lines),
        "all": len(lines),
    }


def _scenarios(proof: Proof) -> str:
    if not proof.scenarios:
        return AT_THE_TABLE
    named = "; ".join(_short(name) for name in proof.scenarios[:SHOWN])
    rest = len(proof.scenarios) - SHOWN
    return f"{named}; and {rest} more" if rest > 0 else named


def _short(name: str) -> str:
    """A scenario's name in words, as its file has it."""
    return name.rpartition("/")[2].replace("-", " ")


def _conditions(posted: tuple[Posting, ...]) -> Iterator[dict[str, Any]]:
    """A checklist for each game and kind of room whose approval asks for something."""
    for each in posted:
        for room in ROOMS:
            found = approval_conditions(room, each.rules.game)
            if found:
                yield {
                    "title": f"{each.rules.title}, {room}",
                    "rows": [[says, cite] for says, cite in found],
                }
