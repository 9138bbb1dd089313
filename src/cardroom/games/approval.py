"""What the approved rules of a game allow, and what a house should know before it posts the game.

`cardroom check` reads it, next to the law. The values that a rule book approves are data, in the
file `approval.toml` of a family's folder. Every option of a game is named there: with the values
that the book approves, or as one that the book leaves to the house.

    ["three-card-poker"]
    open = ["smallest_chip"]

    [["three-card-poker".option]]
    name = "wager_max"
    least = "5"
    most = "100"
    clause = "fee.row"
    cite = "Three Card Poker 1.3 Collection Fees"
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import cache
from pathlib import Path
from typing import Any, Final, Literal

import msgspec

from cardroom import data_file
from cardroom.money import cents
from cardroom.rules.options import Amounts, OptionSpec, Value
from cardroom.rules.ruleset import Ruleset

FindingLevel = Literal["fault", "warning", "deviation", "note", "condition"]
"""It may not be posted; the house should know; it departs from the approved rules; it is as the
book has it, with a remark; something to do before the game is opened."""


class Remark(msgspec.Struct, frozen=True):
    """Something to say about a posted game, by a clause of that game."""

    level: FindingLevel
    says: str
    clause: str
    cite: str = ""
    """Where it is not the clause's own."""


Remarks = Callable[[Ruleset], Iterable[Remark]]
"""What to say about options that matter together."""


class ApprovedOption(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The values of one option that the approved rules allow: some values, or a range."""

    name: str
    values: tuple[Any, ...] = ()
    least: Any = None
    most: Any = None
    otherwise: FindingLevel = "deviation"
    """What any other value is."""
    states: tuple[str, ...] = ()
    """The states in which `otherwise` applies; elsewhere another value is a deviation."""
    says: str = ""
    """What to say of another value, if "departs from the approved rules" is not enough."""
    clause: str = ""
    """If it is not the option's own."""
    cite: str = ""
    """If it is not the clause's own."""

    def allows(self, spec: OptionSpec, value: Value) -> bool:
        if self.values:
            return value in [spec.kind.read(each) for each in self.values]
        if isinstance(spec.kind, Amounts):
            amounts = [cents(part) for part in str(value).split(spec.kind.between)]
            return all(cents(self.least) <= amount <= cents(self.most) for amount in amounts)
        if not isinstance(value, int):
            return False  # no limit is posted at all
        least, most = (
            None if given is None else spec.kind.read(given) for given in (self.least, self.most)
        )
        above = not isinstance(least, int) or value >= least
        return above and (not isinstance(most, int) or value <= most)

    def level_in(self, state: str) -> FindingLevel:
        return self.otherwise if not self.states or state in self.states else "deviation"


class ApprovedRules(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What the book of a game approves."""

    option: tuple[ApprovedOption, ...] = ()
    like: str = ""
    """Another game of the file, whose rows hold for this one too."""
    open: tuple[str, ...] = ()
    """Options that the book leaves to the house."""
    postings: Mapping[str, str] = {}
    """What must be posted besides what the law asks for, each with its citation."""
    conditions: Mapping[str, tuple[str, ...]] = {}
    """What the approval asks of a room before it opens the game, by the kind of room."""
    conditions_cite: str = ""

    def departures(
        self, specs: Iterable[OptionSpec], values: Mapping[str, Value], state: str
    ) -> Iterator[Remark]:
        """Every value that the book does not approve."""
        known = {spec.name: spec for spec in specs}
        for approved in self.option:
            spec = known[approved.name]
            if spec.name in values and not approved.allows(spec, values[spec.name]):
                shown = f"{spec.name} = {spec.display(values[spec.name])}"
                says = approved.says or "departs from the approved rules"
                clause = approved.clause or spec.clause
                yield Remark(approved.level_in(state), f"{shown} {says}", clause, approved.cite)


NOTHING_APPROVED: Final = ApprovedRules()


@cache
def approved_rules(file: Path) -> Mapping[str, ApprovedRules]:
    """The file of a family, by game id."""
    found = data_file.convert(data_file.read(file), dict[str, ApprovedRules])
    return {game: found[rules.like] if rules.like else rules for game, rules in found.items()}
