"""The first part of the portfolio: cover, games, proofs, findings, conditions, controls, hashes."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Final

from cardroom import __version__, games
from cardroom.analysis.result_cache import engine
from cardroom.analysis.rng.report import RngReport, conclusion
from cardroom.games.rule_page import rule_page
from cardroom.houses import House
from cardroom.houses.check import approval_conditions, check, house_law
from cardroom.law import RoomKind
from cardroom.signage.sheet import Posting, Sheet
from cardroom.submission.bill import Component
from cardroom.submission.contents import Contents
from cardroom.submission.proofs import proofs
from cardroom.submission.texts import controls, verify_steps

ROOMS: Final[tuple[RoomKind, ...]] = ("commercial", "tribal")


def front(
    house: House,
    posted: tuple[Posting, ...],
    wanted: Contents,
    missing: list[str],
    made: tuple[RngReport, tuple[Component, ...]],
    hashes: list[tuple[str, str]],
) -> Sheet:
    numbers, components = made
    says, state = check(house), house_law(house)
    listed = {each.rules.game for each in posted}
    body: dict[str, Any] = {
        "state": house.state if state is None else state.title,
        "day": house.day.isoformat(),
        "room": house.room,
        "engine": engine(),
        "missing": missing,
        "games": [
            [
                each.rules.title,
                each.rules.edition,
                each.source or each.rules.source,
                each.rules.digest[:16],
            ]
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
        "verify": verify_steps(house, wanted),
    }
    return Sheet("submission", {"title": house.title, "version": __version__}, body)


def _proved(posted: Posting) -> dict[str, Any]:
    lines = list(proofs(posted.rules))
    return {
        "title": posted.rules.title,
        "rows": [[proof.cite, proof.says, proof.in_words(posted.rules.game)] for proof in lines],
        "proved": sum(bool(proof.scenarios or proof.test) for proof in lines),
        "all": len(lines),
    }


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
