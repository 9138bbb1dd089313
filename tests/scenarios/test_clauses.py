"""Every clause has a scenario; where the clause forbids something, one that is refused by it."""

from __future__ import annotations

from functools import lru_cache
from pathlib import Path

import pytest

from cardroom import games, scenario
from cardroom.games import registry
from cardroom.games.twentyone.game import GAMES as TWENTYONE
from cardroom.play.clauses import TABLE_CLAUSES
from cardroom.scenario.reading import cited
from cardroom.submission.proofs import table_tests

ROOT = Path(__file__).resolve().parents[2]
SCENARIOS = ROOT / "scenarios"

# What a file cannot say, because a scenario is a round of one table, dealt by a dealer who waits:
# each is proved by the test that is named, in which the clause's constant or id must stand.
ELSEWHERE = {
    **{clause: test.partition("::")[0] for clause, test in table_tests().items()},
    "bet.beside-main": "tests/unit/scenario/test_scenario_refusals.py",
    "bet.bank": "tests/unit/scenario/test_scenario_refusals.py",
    "bet.backline": "tests/unit/scenario/test_scenario_banks.py",
    "fee.row": "tests/unit/scenario/test_scenario_banks.py",
}
# Clauses of blackjack that forbid something: some scenario must be refused by each.
FORBIDDING = {
    *(bar.clause.id for bars in TWENTYONE["blackjack"].bars.values() for bar in bars),
    *(id for id in (clause.id for clause in TABLE_CLAUSES) if id.startswith(("bet.", "turn."))),
    "double.stack",
    "split.stack",
    "insurance.ace",
    "insurance.half",
    "insurance.even-money",
    "irregularity.kind",
    "irregularity.rewind",
    "round.card",
} - set(ELSEWHERE)
# A player with a choice may split aces again: the row only names the clause.
NEVER_REFUSED: dict[str, set[str]] = {
    "safari-21": set(),
    "maxtime-21": {"split.aces-again"},
    "no-bust-joker": set(),
    "no-bust-bonus-ace": set(),
}


@lru_cache(maxsize=1)
def citations() -> dict[str, set[str]]:
    """The clauses that the scenarios of each game cite."""
    found: dict[str, set[str]] = {}
    for _, game, cites in cited(SCENARIOS):
        if game not in registry.games():
            continue
        books = (games.game(game).clauses, TABLE_CLAUSES)
        named = {clause.id for cite in cites for book in books for clause in book.named(cite)}
        found.setdefault(game, set()).update(named)
    return found


@lru_cache(maxsize=8)
def refusals(game: str = "blackjack") -> set[str]:
    """The clauses by which something is refused in a game's scenarios."""
    found: set[str] = set()
    for file in sorted((SCENARIOS / game).glob("*.toml")):
        outcome = scenario.run(scenario.read(file))
        found.update(refused.refusal.clause.id for refused in outcome.refusals)
    return found


def owned() -> list[tuple[str, str]]:
    """Game and clause, for every game whose scenarios have begun."""
    begun = {game for game in registry.games() if (SCENARIOS / game).is_dir()}
    return [(game, clause.id) for game in sorted(begun) for clause in games.game(game).clauses]


@pytest.mark.parametrize(("game", "clause"), owned())
def test_a_clause_of_a_game_has_a_scenario(game: str, clause: str) -> None:
    """Its own, or that of a game whose very clause it is: they share the row that it stands on."""
    own = games.game(game).clauses[clause]
    sharing = [
        other.id
        for other in registry.games().values()
        if clause in other.clauses and other.clauses[clause] is own
    ]
    cited = any(clause in citations().get(other, set()) for other in sharing)
    assert cited or (clause in ELSEWHERE and proved_elsewhere(clause, {clause}))


def proved_elsewhere(clause: str, names: set[str]) -> bool:
    text = (ROOT / ELSEWHERE[clause]).read_text(encoding="utf-8")
    return any(name in text for name in names)


@pytest.mark.parametrize("clause", [clause.id for clause in TABLE_CLAUSES])
def test_a_clause_of_the_table_has_a_scenario(clause: str) -> None:
    if any(clause in cites for cites in citations().values()):
        return
    names = {clause, next(n for n in constants() if constants()[n] == clause)}
    assert proved_elsewhere(clause, names)


def constants() -> dict[str, str]:
    from cardroom.play import clauses
    from cardroom.rules.clauses import Clause

    found = {name: value for name, value in vars(clauses).items() if isinstance(value, Clause)}
    return {f"clauses.{name}": clause.id for name, clause in found.items()}


@pytest.mark.parametrize("clause", sorted(FORBIDDING))
def test_a_clause_that_forbids_is_seen_to_refuse(clause: str) -> None:
    assert clause in refusals()


@pytest.mark.parametrize("game", sorted(NEVER_REFUSED))
def test_every_bar_of_a_game_is_seen_to_refuse(game: str) -> None:
    """Against a hand, a bet before the deal, or for want of money."""
    rules = TWENTYONE[game]
    barring = {bar.clause.id for row in rules.bars.values() for bar in row}
    barring |= {bar.clause.id for bar in rules.bet_bars}
    barring |= {rules.terms.split_stack.id}
    assert barring - refusals(game) == NEVER_REFUSED[game]
