"""Every clause of a submitted game, with the scenarios or the test that prove it."""

from __future__ import annotations

import csv
import io
import tomllib
import zipfile
from collections.abc import Iterable, Iterator, Mapping
from functools import cache
from pathlib import Path
from typing import Final, NamedTuple

from cardroom.games.rule_page import rule_page
from cardroom.rules.ruleset import Ruleset
from cardroom.scenario.proofs import ProvingScenario, proving
from cardroom.school import library

FILE: Final = Path(__file__).with_name("table_proofs.toml")
SHOWN: Final = 3
DATED: Final = (1980, 1, 1, 0, 0, 0)
"""The first date an archive knows: the same files give the same bytes."""
UNIX: Final = 3
"""On every machine, for the same reason."""


class Proof(NamedTuple):
    """A clause and what proves it."""

    clause: str
    cite: str
    says: str
    scenarios: tuple[ProvingScenario, ...]
    """Of the game, or of another one with the very same clause."""
    test: str
    """For a clause that no scenario can show: the test, as pytest names it."""

    def in_words(self, game: str) -> str:
        """The first scenarios by their names; another game's with the game."""
        if not self.scenarios:
            file, _, test = self.test.partition("::")
            return f"{test.removeprefix('test_').replace('_', ' ')} ({file})" if test else ""
        named = "; ".join(_worded(each, game) for each in self.scenarios[:SHOWN])
        rest = len(self.scenarios) - SHOWN
        return f"{named}; and {rest} more" if rest > 0 else named


def proofs(rules: Ruleset) -> Iterator[Proof]:
    """In the order of the rule page."""
    found, tests = proving(rules, [library.folder()]), table_tests()
    for line in rule_page(rules)["clauses"]:
        clause = line["clause"]
        scenarios = found.get(clause, ())
        test = "" if scenarios else tests.get(clause, "")
        yield Proof(clause, line["cite"], line["says"], scenarios, test)


@cache
def table_tests() -> Mapping[str, str]:
    """Clause to test, for what the table does before and after a round."""
    return tomllib.loads(FILE.read_text(encoding="utf-8"))


def as_csv(found: Iterable[Proof]) -> str:
    text = io.StringIO()
    writer = csv.writer(text, lineterminator="\n")
    writer.writerow(("clause", "citation", "rule", "scenarios", "test"))
    for proof in found:
        named = "; ".join(each.name for each in proof.scenarios)
        writer.writerow((proof.clause, proof.cite, proof.says, named, proof.test))
    return text.getvalue()


def archive(found: Iterable[Proof]) -> bytes:
    """All their scenarios, not compressed: what a compressor writes depends on its version."""
    scenarios = {each.name: each.file for proof in found for each in proof.scenarios}
    made = io.BytesIO()
    with zipfile.ZipFile(made, "w") as kept:
        for name, file in sorted(scenarios.items()):
            entry = zipfile.ZipInfo(f"{name}.toml", DATED)
            entry.create_system = UNIX
            kept.writestr(entry, file.read_bytes())
    return made.getvalue()


def _worded(scenario: ProvingScenario, game: str) -> str:
    words = scenario.file.stem.replace("-", " ")
    return words if scenario.game == game else f"{words} ({scenario.game})"
