"""A count and a ruling, killed between every two steps: nothing is lost, and nothing done twice."""

from __future__ import annotations

import asyncio
import os
import signal
from collections.abc import Callable, Coroutine
from functools import partial
from pathlib import Path

import pytest

from cardroom import games
from cardroom.play.inputs import Answer
from cardroom.play.round import Refusal
from cardroom.rules.options import Value
from cardroom.store.sqlite import SqliteStore
from cardroom.table import Actor, Envelope, Table
from cardroom.table import commands as c
from cardroom.table.cashier import Deposit
from cardroom.table.floor import HOUSE, Floor
from cardroom.table.meter_commands import (
    ChangeMeter,
    EmptyMeter,
    MeterOrder,
    RetireMeter,
    SignMeter,
)
from cardroom.table.replay import imbalances, replay_journal
from tests.unit.table.test_table import opened, stacked

CARDS = stacked(opened(), "Ts 9h 8s Td")
"""Ann has 18, the dealer 19."""
STEPS: tuple[c.TableCommand, ...] = (
    c.OpenTable("t", "blackjack", {"decks": 1, "burn": 0}),
    c.OpenTray("flo", ((100_00, 10),), "B1"),
    c.SignSlip("deb", 1),
    c.SitDown("ann", 1),
    c.BuyIn("ann", 300_00),
    c.LoadShoe(CARDS),
    c.PlaceBet("ann", 1, "main", 100_00),
    c.CloseBets(),
    c.Play(Answer(1, "stand")),
    c.EndRound(),
    c.FillTray("flo", ((5_00, 4),)),
    c.SignSlip("deb", 2),
    c.RuleOnRound("flo", 1, "void-hand", "seen", "office.ruling", {"ann": 100_00}, 1, 1),
    c.SignSlip("deb", 3),
    c.CloseTray("flo", ((10_00, 72),)),
    c.SignSlip("deb", 4),
    c.CountBox("flo", "B1", ((100_00, 3),)),
    c.SignSlip("deb", 5),
)
"""$1,000 - $300 + $100 + $20 - $100 = $720 in the tray, and $300 in the box."""


async def carry_out(path: Path, stop: int) -> None:
    """Every step under its own key; after step `stop` the process is killed."""
    floor = Floor(SqliteStore(path), lambda: 1_794_909_600 * 10**9)
    await floor.ask_cashier("cash", HOUSE, Deposit("ann", 1_000_00))
    for number, command in enumerate(STEPS):
        by = getattr(command, "by", "")
        actor = Actor(by, "dealer" if by == "deb" else "floor") if by else HOUSE
        answer = await floor.ask("t", Envelope(f"step-{number}", actor, command))
        assert not isinstance(answer, Refusal), f"{command}: {answer}"
        if number == stop:
            os.kill(os.getpid(), signal.SIGKILL)
    floor.store.close()


def killed(what: Callable[[], Coroutine[None, None, None]]) -> None:
    child = os.fork()
    if child == 0:
        try:
            asyncio.run(what())
        finally:
            os._exit(1)
    _, status = os.waitpid(child, 0)
    assert os.WIFSIGNALED(status)
    assert os.WTERMSIG(status) == signal.SIGKILL


def result(path: Path) -> Table:
    store = SqliteStore(path)
    table = Floor(store).table("t")
    assert table is not None
    whole = replay_journal(store.heads(), store.read)
    assert not whole.differences
    assert not list(imbalances(whole.ledger))
    assert store.heads()["table/t"].seq == len(STEPS)
    store.close()
    return table


def check(folder: Path, stops: list[int]) -> None:
    whole = folder / "whole.sqlite"
    asyncio.run(carry_out(whole, -1))
    expected = result(whole)
    assert expected.stack("ann") == 300_00
    assert expected.office.tray is None
    assert not expected.office.boxes
    for stop in stops:
        path = folder / f"killed-{stop}.sqlite"
        killed(partial(carry_out, path, stop))
        asyncio.run(carry_out(path, -1))
        assert result(path) == expected


def test_a_count_and_a_ruling_survive_a_kill_before_the_second_signature(tmp_path: Path) -> None:
    check(tmp_path, [12, 14])


@pytest.mark.prove
def test_a_count_and_a_ruling_survive_a_kill_between_any_two_steps(tmp_path: Path) -> None:
    check(tmp_path, list(range(len(STEPS))))


# --- a meter ------------------------------------------------------------------------------------

POSTED: dict[str, Value] = {"blazing_7s": 1, "burn": 0}
SEED: dict[str, Value] = {**POSTED, "blazing_seed": 3000}
ON = games.game("bet-the-set-21").ruleset(SEED).meter
assert ON is not None
METER_STEPS: tuple[tuple[str, str, object], ...] = (
    ("a", "", c.OpenTable("a", "bet-the-set-21", POSTED, meter="one")),
    ("z", "", c.OpenTable("z", "bet-the-set-21", POSTED, meter="two")),
    ("one", "flo", ChangeMeter("flo", "slow", ON.terms)),
    ("one", "cora", SignMeter("cora")),
    ("a", "", c.ChangeRules("bet-the-set-21", SEED, rounds=0)),
    ("one", "cora", RetireMeter("cora", "one is enough", "two")),
    ("one", "flo", SignMeter("flo")),
    ("a", "", c.ChangeRules("bet-the-set-21", {"burn": 0}, rounds=0)),
    ("one", "", EmptyMeter("two")),
)
"""Two seeds of $2,000 are in the second meter at the end."""


async def change_meter(path: Path, stop: int) -> None:
    floor = Floor(SqliteStore(path), lambda: 1_794_909_600 * 10**9)
    for number, (where, by, command) in enumerate(METER_STEPS):
        actor = Actor(by, "floor") if by else HOUSE
        if where in ("a", "z"):
            assert isinstance(command, c.OpenTable | c.ChangeRules)
            answer = await floor.ask(where, Envelope(f"step-{number}", actor, command))
        else:
            assert isinstance(command, MeterOrder)
            answer = await floor.meters.ask(where, f"step-{number}", actor, command)
        assert not isinstance(answer, Refusal), f"{command}: {answer}"
        if number == stop:
            os.kill(os.getpid(), signal.SIGKILL)
    floor.store.close()


def test_a_change_of_a_meter_survives_a_kill_between_any_two_steps(tmp_path: Path) -> None:
    for stop in range(len(METER_STEPS)):
        path = tmp_path / f"killed-{stop}.sqlite"
        killed(partial(change_meter, path, stop))
        asyncio.run(change_meter(path, -1))
        store = SqliteStore(path)
        whole = replay_journal(store.heads(), store.read)
        assert not whole.differences
        assert not list(imbalances(whole.ledger))
        one, two = Floor(store).meter("one"), Floor(store).meter("two")
        assert one is not None
        assert two is not None
        assert one.retired
        assert (one.meter.whole, two.meter.whole) == (0, 2 * 2000_00)
        store.close()
