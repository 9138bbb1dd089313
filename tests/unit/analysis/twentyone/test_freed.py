"""What a solver needed goes with it.

Python looks for cycles when there are many new objects, however large they are. A solver is a few
large ones: in a cycle, they would stay.
"""

from __future__ import annotations

import gc
from collections.abc import Iterator
from typing import Any
from weakref import ref

import pytest

from cardroom.analysis.odds import OddsRequest
from cardroom.analysis.twentyone import answers, split_rounds
from cardroom.analysis.twentyone.solver.bank_rows import BankRows
from cardroom.analysis.twentyone.solver.exact import ShoeSolver
from cardroom.games import ruleset
from cardroom.progress import silent

ONE_DECK = (*[4] * 9, 16, 0)


@pytest.fixture
def made(monkeypatch: pytest.MonkeyPatch) -> Iterator[list[ref[Any]]]:
    """The large objects of the solvers that are made, and no look for cycles."""
    found: list[ref[Any]] = []

    def recording(kind: type, begin: str) -> None:
        original = getattr(kind, begin)

        def begun(self: Any, *given: Any) -> None:
            original(self, *given)
            found.append(ref(self))
            if isinstance(self, BankRows):
                found.append(ref(self.chances))

        monkeypatch.setattr(kind, begin, begun)

    def build(*question: Any) -> Any:
        return question[-1]()

    recording(ShoeSolver, "__init__")
    recording(BankRows, "forget")
    for module in (answers, split_rounds):
        monkeypatch.setattr(module, "cached", build)
    gc.collect()
    gc.disable()
    yield found
    gc.enable()


def test_the_exact_odds_of_bonus_aces_leave_nothing(made: list[ref[Any]]) -> None:
    found = answers.odds(ruleset("no-bust-bonus-ace"), OddsRequest(shoe=ONE_DECK), silent)
    assert found.wagers[0].edge
    assert len(made) > 2
    assert [each() for each in made if each() is not None] == []


def test_the_exact_deviation_leaves_nothing(made: list[ref[Any]]) -> None:
    assert split_rounds.exact_deviation(ruleset("no-bust-bonus-ace"), shoe=ONE_DECK)
    assert len(made) > 2
    assert [each() for each in made if each() is not None] == []
