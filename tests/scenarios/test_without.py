"""Every clause would be missed: without its rule, a scenario that cites it fails.

Rows (bars, outcomes, bars against bets) are left out one clause at a time. Other rules are undone
as `without.py` says. A clause that names a refusal, a settlement or a remedy must be named by the
record of a scenario that cites it. No clause is left that none of this reaches.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import cache, lru_cache
from pathlib import Path
from typing import Any

import msgspec
import pytest

from cardroom import games, scenario
from cardroom.games import registry
from cardroom.games.twentyone import game as twentyone
from cardroom.games.twentyone.engine.game_type import TwentyOneGame
from cardroom.play.clauses import TABLE_CLAUSES
from cardroom.rules.ruleset import Ruleset
from cardroom.scenario import opening, running
from cardroom.scenario.outcome import ScenarioOutcome
from cardroom.scenario.reading import cited
from tests.scenarios.without import CODE, RULES, as_posted

SCENARIOS = Path(__file__).resolve().parents[2] / "scenarios"
DRAWS = "bank.draws"
PERMITTING = {("maxtime-21", "split.aces-again"), ("maxtime-21", "surrender.any-time")}
"""Clauses of MaxTime 21 that allow something: their rows never refuse."""


@lru_cache(maxsize=1)
def citing() -> dict[tuple[str, str], list[Path]]:
    """By game and clause: the scenarios of the game that cite it."""
    found: dict[tuple[str, str], list[Path]] = {}
    for file, game, cites in cited(SCENARIOS):
        if game in registry.games():
            for book in (games.game(game).clauses, TABLE_CLAUSES):
                for clause in (each for cite in cites for each in book.named(cite)):
                    found.setdefault((game, clause.id), []).append(file)
    return found


def rows_of(game: TwentyOneGame) -> set[str]:
    bars = {bar.clause.id for row in game.bars.values() for bar in row}
    owed = {row.clause.id for row in (*game.instant, *game.final)}
    return {DRAWS} | bars | owed | {bar.clause.id for bar in game.bet_bars}


def without(game: TwentyOneGame, clause: str) -> TwentyOneGame:
    def kept(rows: Iterable[Any]) -> tuple[Any, ...]:
        return tuple(row for row in rows if row.clause.id != clause)

    return game._replace(
        bars={verb: kept(row) for verb, row in game.bars.items()},
        instant=kept(game.instant),
        final=kept(game.final),
        bet_bars=kept(game.bet_bars),
        bank_draws=(lambda *_: False) if clause == DRAWS else game.bank_draws,
    )


@cache
def told(file: Path) -> scenario.Scenario:
    return scenario.read(file)


def fails(file: Path) -> bool:
    """Something is refused or settled otherwise, or cannot be played at all."""
    try:
        return bool(scenario.run(told(file)).problems)
    except (scenario.ScenarioError, AssertionError, KeyError, IndexError, TypeError, ValueError):
        return True


ROWS = [
    (game.id, clause)
    for game in twentyone.GAMES.values()
    for clause in sorted(rows_of(game))
    if (game.id, clause) not in PERMITTING and citing().get((game.id, clause))
]
UNDONE = [
    (game, clause)
    for clause in sorted({*RULES, *CODE})
    for game in sorted(registry.games())
    if citing().get((game, clause)) and clause in games.game(game).clauses
    if game not in twentyone.GAMES or clause not in rows_of(twentyone.GAMES[game])
]


def some_now_and_all_to_prove(cases: list[tuple[str, str]]) -> list[Any]:
    """Every sixth one in each run of the tests, and all of them among the long proofs."""
    return [
        pytest.param(*case, marks=() if number % 6 == 0 else [pytest.mark.prove])
        for number, case in enumerate(cases)
    ]


@pytest.mark.parametrize(("game", "clause"), some_now_and_all_to_prove(ROWS))
def test_without_its_row_a_scenario_fails(
    game: str, clause: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    less = without(twentyone.GAMES[game], clause)
    monkeypatch.setitem(twentyone.GAMES, game, less)
    twentyone.POSTED.clear()
    try:
        assert any(fails(file) for file in citing()[game, clause])
    finally:
        twentyone.POSTED.clear()


@pytest.mark.parametrize(("game", "clause"), some_now_and_all_to_prove(UNDONE))
def test_without_its_rule_a_scenario_fails(
    game: str, clause: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name, other in CODE.get(clause, {}).items():
        monkeypatch.setattr(name, other)
    post, change = opening.posted, RULES.get(clause, as_posted)

    def posted(round: scenario.Scenario) -> Ruleset:
        """Posted under another name, so that nothing remembered from the real game is used."""
        less = change(post(round))
        return msgspec.structs.replace(less, stored=less.stored + clause.encode())

    monkeypatch.setattr(running, "posted", posted)
    assert any(fails(file) for file in citing()[game, clause])


# --- what the record names ----------------------------------------------------------------------


def named_by(outcome: ScenarioOutcome) -> set[str]:
    found = {refused.refusal.clause.id for refused in outcome.refusals}
    return found | {getattr(event, "clause", "") for event in outcome.events}


def unnamed() -> Iterator[tuple[str, str]]:
    """Clauses that no record of a scenario that cites them names."""
    named = {
        file: named_by(scenario.run(told(file))) for files in citing().values() for file in files
    }
    for game in registry.games():
        rows = rows_of(twentyone.GAMES[game]) if game in twentyone.GAMES else set()
        for clause in games.game(game).clauses:
            files = citing().get((game, clause.id), [])
            reached = clause.id in rows | set(RULES) | set(CODE)
            if files and not reached and not any(clause.id in named[file] for file in files):
                yield game, clause.id


@pytest.mark.prove
def test_no_clause_is_left_that_nothing_proves() -> None:
    assert not list(unnamed())
