"""The results of a round as viewers see them."""

from __future__ import annotations

import asyncio

import pytest

from cardroom import games
from cardroom.games.three_card.clauses import CLAUSES, COVERAGE
from cardroom.games.three_card.family import ThreeCardFamily
from cardroom.play.round import Bet, Settlement
from cardroom.rules.clauses import Clause, Clauses
from cardroom.service.view.standing import Permissions
from cardroom.service.view.view_types import ResultView
from cardroom.service.view.views import LastRound, Moment, ViewContext, see
from cardroom.store.memory import MemoryStore
from cardroom.table import Envelope, commands
from cardroom.table.floor import HOUSE, Floor, Receipt

GAME = "three-card-poker"
CONTEXT = ViewContext("", lambda _: False, lambda _: 0, lambda _: None, lambda _: "")
WON = Clause("settle.ante", "Rule 1", "the higher hand wins")
HALF_COVERED = Settlement(Bet(1, "ante", 1, "ann", 10_00), 5_00, 5_00, 0, 10_00, WON)


def result() -> ResultView:
    """Of a wager of which the bank covered only a part."""

    async def opened() -> Receipt:
        floor = Floor(MemoryStore())
        answer = await floor.ask("t", Envelope("k", HOUSE, commands.OpenTable("t", GAME)))
        assert isinstance(answer, Receipt)
        return answer

    receipt = asyncio.run(opened())
    assert receipt.table is not None
    moment = Moment(receipt.seq, receipt.table, LastRound((HALF_COVERED,)))
    (found,) = see(moment, Permissions("ann", "player"), CONTEXT).results
    return found


def test_a_short_bank_is_shown_with_the_clause_that_limits_it() -> None:
    found = result()
    assert found.coverage == "partial"
    assert found.covered_by == games.clauses(games.ruleset(GAME))[COVERAGE.id]


def test_a_short_bank_is_shown_where_the_game_has_no_clause_about_it(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    others = Clauses(clause for clause in CLAUSES if clause.id != COVERAGE.id)
    monkeypatch.setattr(ThreeCardFamily, "clauses", lambda *_: others)
    found = result()
    assert (found.coverage, found.action, found.covered_by) == ("partial", 5_00, None)
