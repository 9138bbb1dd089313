"""What a file says that its game cannot know, and refusals by clauses that nobody has."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Final

from cardroom.play.clauses import TABLE_CLAUSES
from cardroom.rules.clauses import Clause, Clauses
from cardroom.rules.ruleset import Ruleset
from cardroom.rules.steps import Roll
from cardroom.scenario.document import Backline, BankEntry, BoxStakes, Do, Irregularity, Scenario
from cardroom.scenario.source import ScenarioError

ANY_CLAUSE: Final = "true"
"""`refused = true`: it must be refused, by whatever clause."""
BANK_FACTS: Final = ("bank_rounds", "accepts_bank")
BANK_SECTIONS: Final = ("bank", "backline")
PILES: Final = ("dice", "pile", "piles", "left_over")
HINT: Final = "hint:"
"""Text that begins so says why in words, and no clause is compared."""

ScenarioEntry = BoxStakes | BankEntry | Backline | Do | Irregularity


def named(clauses: Clauses, refused: str) -> tuple[Clause, ...]:
    """The clauses that a refusal may be by; none if the file does not name one."""
    if refused == ANY_CLAUSE or refused.startswith(HINT):
        return ()
    return clauses.named(refused) + TABLE_CLAUSES.named(refused)


def check_refusals(scenario: Scenario, clauses: Clauses) -> None:
    """Report text that is no clause: it would be compared with nothing."""
    for line, refused in _refusals(scenario):
        if refused != ANY_CLAUSE and not refused.startswith(HINT) and not named(clauses, refused):
            raise ScenarioError(
                scenario.file,
                line,
                f"refused = {refused!r} is not a clause of {scenario.game}, by id or by citation;"
                f' write refused = true, or "hint: {refused}", to compare no clause',
            )


def _refusals(scenario: Scenario) -> Iterator[tuple[int, str]]:
    if scenario.refused is not None:
        yield scenario.line("refused"), scenario.refused
    entries: Iterable[ScenarioEntry] = (
        *scenario.boxes,
        *scenario.banks,
        *scenario.backline,
        *scenario.decisions,
        *scenario.irregularities,
    )
    for entry in entries:
        if entry.refused is not None:
            yield entry.line, entry.refused


def check_facts(scenario: Scenario, rules: Ruleset) -> None:
    """Report facts that the posted game does not know: they would change nothing, unnoticed."""
    for section, name, why in _unknown(scenario, rules):
        said = f"{section}.{name}" if name else section
        raise ScenarioError(scenario.file, scenario.line(section), f"{said}: {rules.title} {why}")


def _unknown(scenario: Scenario, rules: Ruleset) -> Iterator[tuple[str, str, str]]:
    facts, told = scenario.table, scenario.lines
    if rules.banking.limit == "none":
        no_bank = "is banked by the house" if rules.house_banked else "has no bank"
        yield from (("table", name, no_bank) for name in BANK_FACTS if name in facts)
        yield from ((section, "", no_bank) for section in BANK_SECTIONS if section in told)
    if facts.get("rounds_since_shuffle") and rules.shoe.kind == "each-round":
        yield "table", "rounds_since_shuffle", "as posted is shuffled before every round"
    if "limits" in facts and rules.deals_to_seats:
        yield "table", "limits", "has its stakes in the options, not in posted limits"
    if "button" in told and not rules.deals_to_seats:
        yield "button", "", "has no dealer button"
    if "meter" in told and rules.meter is None:
        yield "meter", "", "as posted has no bet on a meter"
    if not any(isinstance(step, Roll) for step in rules.procedure):
        no_piles = "deals no piles and throws no dice"
        yield from ((section, "", no_piles) for section in PILES if section in told)
