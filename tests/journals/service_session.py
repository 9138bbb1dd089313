"""A session of the real service: `cardroom run` as a process, with people who come over HTTP.

It is stopped, killed and started again, and leaves its folder: the journal with the checkpoints
that the service signed, the accounts and the book of tables. Names and cards are the service's
own, so this session is another one whenever it is recorded.
"""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Final

from cardroom.service.accounts.roles import Role
from tests.journals.opened import JOURNAL, Settings, load_key
from tests.service.running_service import PASSWORD, Guest, Table
from tests.staff import code_of, hire_in, key_of

ROOT: Final = Path(__file__).resolve().parents[2]
KEPT: Final = (JOURNAL, f"{JOURNAL}.sha256", "people.sqlite", "tables.sqlite")
HOUSE: Final = """
title = "Recorded"
[[game]]
game = "bet-the-set-21"
limits = ["5", "500"]
options = { blazing_7s = 1, burn = 0 }
tables = 2
meter = "blazing-1"
[[game]]
game = "texas-holdem"
options = { collection = "option-3", betting = "no-limit", blinds = "1/2" }
[[game]]
game = "fortune-pai-gow"
"""


@contextmanager
def running(folder: Path, how: signal.Signals = signal.SIGTERM) -> Iterator[str]:
    """The service from its start until it is told to end in this way."""
    words = f"run --port 0 --no-browser --test-shoe --data {folder / 'data'}".split()
    process = subprocess.Popen(
        [sys.executable, "-m", "cardroom", *words, "--house", str(folder / "recorded.toml")],
        env={**os.environ, "PYTHONPATH": str(ROOT / "src"), "PYTHONUNBUFFERED": "1"},
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
    )
    assert process.stdout is not None
    line = process.stdout.readline()
    assert "cardroom is open" in line, line
    try:
        yield line.split()[-1]
    finally:
        process.send_signal(how)
        process.wait(30)
        process.stdout.close()


def record(folder: Path) -> str:
    """The session; returns the public key of the house, in hex."""
    data = folder / "data"
    data.mkdir()
    (folder / "recorded.toml").write_text(HOUSE, encoding="utf-8")
    roles: tuple[Role, ...] = ("floor", "dealer", "surveillance", "admin")
    hire_in(data, {f"the-{role}": role for role in roles}, PASSWORD, Settings())
    with running(folder) as base:
        first(base)
    with running(folder, signal.SIGKILL) as base:
        second(base)
    with running(folder) as base:
        third(base)
    return load_key(data / "house-key.pem").public.hex()


def enter(base: str, name: str, door: str = "login") -> Guest:
    guest = Guest(base)
    given = {"name": name, "password": PASSWORD}
    if name.startswith("the-"):
        given["code"] = code_of(key_of(name))
    answer = guest.http.post(f"/api/{door}", json=given)
    assert answer.status_code in (200, 201), answer.text
    return guest


def room_tables(guest: Guest, game: str) -> list[Table]:
    rows: list[Any] = guest.http.get("/api/tables").json()
    return [Table(guest, row["id"]) for row in rows if row["game"] == game]


def again(done: Callable[[], Any], seconds: float = 20) -> None:
    """Until it is done; bots and the clock go on by themselves meanwhile."""
    deadline = time.monotonic() + seconds
    while True:
        try:
            done()
        except AssertionError:
            assert time.monotonic() < deadline
            time.sleep(0.2)
        else:
            return


def first(base: str) -> None:
    """Ann plays on the meter, at poker and at pai gow; a guest deals, and the floor mends."""
    ann, bob = enter(base, "ann", "register"), enter(base, "bob", "register")
    for guest, table in zip((ann, bob), room_tables(ann, "bet-the-set-21"), strict=True):
        mine = guest.at(table)
        mine.sit(4, 20_000)
        for _ in range(3):
            mine.do("place-bet", box=4, spot="main", stake=10_00)
            mine.do("place-bet", box=4, spot="blazing-7s", stake=1_00)
            mine.do("close-bets")
            mine.finish()
    (poker,), (pai_gow,) = room_tables(ann, "texas-holdem"), room_tables(ann, "fortune-pai-gow")
    for mine in (poker, pai_gow):
        mine.sit(6, 15_000)
    for _ in range(2):
        again(lambda: hand(poker))
        again(lambda: hand(pai_gow, 10_00))
    jackpot(bob)
    banked(base, ann)
    by_hand(base)


def hand(mine: Table, stake: int = 0) -> None:
    """A round with bots, who bank and bet by themselves."""
    view = mine.view
    if view["phase"] != "round":
        if view["bank"] and view["bank"]["asked"] == mine.guest.name:
            mine.do("decline-bank")
        if stake:
            mine.do("place-bet", box=6, spot="main", stake=stake)
        mine.do("close-bets")
    mine.finish()


def jackpot(bob: Guest) -> None:
    """Three sevens of a suit, on a meter of the table's own."""
    mine = bob.open("bet-the-set-21", options={"blazing_7s": 1, "burn": 0}, shoe="7h 7h 7h Kd")
    mine.sit(4, 20_000)
    mine.do("place-bet", box=4, spot="main", stake=10_00)
    mine.do("place-bet", box=4, spot="blazing-7s", stake=1_00)
    mine.do("close-bets")
    mine.finish()
    assert mine.guest.http.delete(mine.url).status_code == 200


def banked(base: str, ann: Guest) -> None:
    """A bank of ten dollars against two wagers of ten: one of them has no action."""
    mine = ann.open("no-bust-joker", shoe="Ts 9s 9h 8s 7s Kd")
    mine.sit(1, 20_000)
    cid = Guest(base).enter().at(mine)
    cid.sit(2)
    mine.do("post-bank", amount=1000)
    for box in (2, 3):
        cid.do("place-bet", box=box, spot="main", stake=1000)
    mine.send("close-bets")
    cid.do("close-bets")
    cid.finish()
    mine.do("end-round")
    mine.do("decline-bank")


def by_hand(base: str) -> None:
    """Dealt by a guest; the floor takes a step back, and declares the next round void."""
    opener, floor = Guest(base).enter(), enter(base, "the-floor")
    for dealing in ("by-hand", "physical"):
        table = opener.open(dealing=dealing, title=f"Dealt {dealing}")
        player = Guest(base).enter().at(table)
        player.sit(4)
        player.do("place-bet", box=4, spot="main", stake=1000)
        if dealing == "physical":
            table.do("load-shoe")
        table.do("close-bets")
        for card in ("??", "Th", "5d", "9h", "??"):
            if dealing == "physical":
                table.play("draw", card=card)
            else:
                table.do("deal-card")
        upstairs = enter(base, "the-surveillance").at(table)
        upstairs.do("pause", why="the cards are counted")
        floor.at(table).do("resume")
        floor.at(table).play("intervene", kind="rewind", to=4, note="once more")
        floor.at(table).play("intervene", kind="void-round", note="and now no more")
        table.do("end-round")


def second(base: str) -> None:
    """Another life of the service, which ends without a word."""
    ann = enter(base, "ann")
    (mine,) = [each for each in room_tables(ann, "bet-the-set-21") if each.view["me"]["stack"]]
    mine.do("place-bet", box=4, spot="main", stake=10_00)
    mine.do("close-bets")
    mine.finish()


def third(base: str) -> None:
    """What was killed goes on; Bob goes home, and chips of Ann lie on the layout."""
    ann, bob = enter(base, "ann"), enter(base, "bob")
    tables = room_tables(ann, "bet-the-set-21")
    (hers,) = [each for each in tables if each.view["me"]["stack"]]
    (his,) = [bob.at(each) for each in tables if bob.at(each).view["me"]["stack"]]
    his.do("leave-seat")
    his.do("cash-out")
    hers.do("place-bet", box=4, spot="main", stake=10_00)
