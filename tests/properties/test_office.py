"""Random evenings of all games: every total of the reports is the ledger's, to the cent."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from datetime import date
from fractions import Fraction
from random import Random

import msgspec
import pytest

from cardroom.events.meter import MeterSeeded
from cardroom.games.registry import registered
from cardroom.houses.clock import HouseClock
from cardroom.ledger import Ledger, post
from cardroom.ledger import accounts as at
from cardroom.ledger.statements import Dated, lines
from cardroom.office.adding_up import tally_of
from cardroom.office.banking import bank_books
from cardroom.office.daily import GROUPS, daily
from cardroom.office.posted import PostedRules
from cardroom.office.statement import entries
from cardroom.play.round import Refusal
from cardroom.rules.options import Value
from cardroom.store import Store, open_store
from cardroom.table import Actor, Envelope, Table
from cardroom.table import commands as c
from cardroom.table.cashier import Deposit
from cardroom.table.floor import HOUSE, Floor, Receipt
from cardroom.table.journal import (
    CASHIER,
    METERS,
    read_cashier,
    read_meter,
    read_table,
    stream_of,
)
from cardroom.table.rulings import consequences
from tests.floor_calls import do, do_cashier
from tests.random_play import anything, in_round

PEOPLE = ["ann", "bob", "cy", "dot"]
CLOCK = HouseClock("America/Los_Angeles", "06:00", {"early": "06:00", "late": "18:10"})
FLO, DEB = Actor("flo", "floor"), Actor("deb", "dealer")
OPENER = ((100_00, 500),)
OPTIONS: dict[str, dict[str, Value]] = {"bet-the-set-21": {"blazing_7s": 1}}


class Evening:
    """Several tables over a day and a half, with trays."""

    def __init__(self, games: list[str], seed: int) -> None:
        self.chance = Random(seed)
        self.store: Store = open_store(":memory:")
        self._now = 1_794_852_000 * 10**9
        self.floor = Floor(self.store, self.clock)
        self.tables = {game: game for game in games}
        self._keys = 0
        self.ruled: Counter[str] = Counter()
        for game in games:
            self.must(game, HOUSE, c.OpenTable(game, game, OPTIONS.get(game, {})))
            self.must(game, FLO, c.OpenTray("flo", OPENER, f"box-{game}"))
            self.must(game, DEB, c.SignSlip("deb", 1))
        for person in PEOPLE:
            key = f"cash-{person}"
            given = do_cashier(self.floor, key, HOUSE, Deposit(person, 1_000_000_00))
            assert isinstance(given, Receipt)

    def clock(self) -> int:
        self._now += self.chance.randrange(300 * 10**9)
        return self._now

    def table(self, id: str) -> Table:
        found = self.floor.table(id)
        assert found is not None
        return found

    def ask(self, id: str, actor: Actor, command: c.TableCommand) -> Receipt | Refusal:
        self._keys += 1
        return do(self.floor, id, Envelope(f"k{self._keys}", actor, command))

    def must(self, id: str, actor: Actor, command: c.TableCommand) -> None:
        answer = self.ask(id, actor, command)
        assert isinstance(answer, Receipt), f"{command}: {answer}"

    def play(self, commands: int) -> None:
        for _ in range(commands):
            id = self.chance.choice(list(self.tables))
            if self.chance.randrange(60) == 0:
                chips = ((25_00, self.chance.randint(1, 9)),)
                fill = self.chance.random() < 0.5
                slip = self.table(id).office.next_slip
                self.must(id, FLO, c.FillTray("flo", chips) if fill else c.CreditTray("flo", chips))
                self.must(id, DEB, c.SignSlip("deb", slip))
            if self.chance.randrange(40) == 0:
                self.rule(id)
            self.ask(id, HOUSE, anything(self.table(id), PEOPLE, self.chance))

    def rule(self, id: str) -> None:
        """A ruling on some earlier round changes the chips it names, and nothing else."""
        table = self.table(id)
        if table.round is not None or not table.number or table.paused:
            return
        number = self.chance.randint(1, table.number)
        round, _ = self.floor.disputed(id, number)
        assert round is not None
        kind: c.Ruling = self.chance.choice(["void-hand", "correct-payment", "let-stand"])
        paid = {self.chance.choice(PEOPLE): self.chance.choice([-5_00, 3_33])}
        made = c.RuleOnRound(
            "flo",
            number,
            kind,
            "as the camera shows",
            "office.ruling",
            paid if kind == "correct-payment" else {},
            self.chance.choice(list(round.players)) if kind == "void-hand" else 0,
        )
        changes = consequences(round, made)
        if isinstance(changes, Refusal):
            return
        slip = table.office.next_slip
        made = msgspec.structs.replace(made, changes=dict(changes))
        if isinstance(self.ask(id, FLO, made), Refusal):
            return
        if isinstance(self.ask(id, DEB, c.SignSlip("deb", slip)), Refusal):
            self.must(id, FLO, c.VoidSlip("flo", slip, "the chips are gone"))
            return
        after = self.table(id)
        for person in PEOPLE:
            assert after.stack(person) - table.stack(person) == changes.get(person, 0)
        same = msgspec.structs.replace(after, stacks=table.stacks, office=table.office)
        assert same == table
        self.ruled[kind] += bool(changes)

    def finish(self) -> None:
        """Every round is played out, and every tray and box is counted."""
        for id in self.tables:
            while (table := self.table(id)).round is not None:
                command = c.Resume() if table.paused else in_round(table, self.chance, 0)
                self.ask(id, HOUSE, command)
            tray = table.office.tray
            assert tray is not None
            slip = table.office.next_slip
            self.must(id, FLO, c.CloseTray("flo", ((1, tray.expected),)))
            self.must(id, DEB, c.SignSlip("deb", slip))
            held = self.table(id).office.boxes[f"box-{id}"].expected
            self.must(id, FLO, c.CountBox("flo", f"box-{id}", ((1, held),)))
            self.must(id, DEB, c.SignSlip("deb", slip + 1))

    def books(self) -> Ledger:
        ledger = Ledger()
        for entry in self.store.read(CASHIER):
            ledger = post(ledger, "", read_cashier(entry).events)
        for id in self.tables:
            for entry in self.store.read(stream_of(id)):
                ledger = post(ledger, id, read_table(entry).events)
        for stream in self.store.heads():
            for entry in self.store.read(stream) if stream.startswith(METERS) else ():
                ledger = post(ledger, "", read_meter(entry).events)
        return ledger

    def first_seeds(self) -> int:
        """What the house put into meters before anybody played."""
        return sum(
            event.amount
            for stream in self.store.heads()
            if stream.startswith(METERS)
            for entry in self.store.read(stream)
            for event in read_meter(entry).events
            if isinstance(event, MeterSeeded) and not event.table
        )


def reports(evening: Evening) -> Iterator[dict[str, int | Fraction]]:
    """Drop less cash, win, and collection by table, added up over the days of the report."""
    posted = PostedRules(evening.store)
    tally = tally_of(evening.store, CLOCK, posted)
    days = sorted({period.day for period in tally.sums})
    for group in GROUPS:
        total: dict[str, int | Fraction] = dict.fromkeys(("left", "win", "collected", "over"), 0)
        for day in days:
            when = date.fromisoformat(day)
            found = daily(tally, when, "day", CLOCK, lambda _digest: {}, posted)
            for line in found.lines[group]:
                total["left"] += line.drop - line.cashed
                total["win"] += line.win
                total["collected"] += line.collected
                total["over"] += abs(line.difference)
        if group == "wager":
            # A wager has no chips of its own.
            total |= {"left": -1, "collected": -1}
        yield total


def check(games: list[str], seed: int, commands: int) -> None:
    evening = Evening(games, seed)
    evening.play(commands)
    evening.finish()
    ledger = evening.books()
    assert ledger.total == 0
    balances = (ledger.balance(at.house(id)) for id in ("", *evening.tables))
    won = sum(map(Fraction, balances), Fraction(0))
    won += evening.first_seeds()
    held = sum(Fraction(ledger.balance(each)) for each in _meters(ledger))
    drop = sum(int(ledger.balance(at.drop(id))) for id in evening.tables)
    left = (
        won
        - evening.first_seeds()
        + held
        + drop
        + sum(int(amount) for id in evening.tables for amount in ledger.stacks(id).values())
    )
    assert won
    assert evening.ruled["void-hand"]
    assert evening.ruled["correct-payment"]
    assert drop
    banked(evening)
    stated(evening)
    for total in reports(evening):
        assert total["win"] == won
        assert total["collected"] in (drop, -1)
        assert total["left"] in (left, -1)
        assert total["over"] == 0, "counted is expected when nobody makes an error"
    evening.store.close()


def _meters(ledger: Ledger) -> list[at.Account]:
    return [account for account in ledger.balances if account.kind in ("meter", "reserve")]


def stated(evening: Evening) -> None:
    """What a player bought and won, less what was cashed, is on the tables."""
    for person in PEOPLE:
        found = list(entries(evening.store, person))
        left = sum(each.bought - each.cashed + each.result for each in found)
        assert left == sum(evening.table(id).stack(person) for id in evening.tables)


def banked(evening: Evening) -> None:
    """The playing book has what the statements have, banker by banker."""
    found: Counter[str] = Counter()
    for book in bank_books(evening.store):
        for session in book.sessions:
            found[session.player] += session.collected - session.paid
    facts = (
        Dated("", id, read_table(entry).events)
        for id in evening.tables
        for entry in evening.store.read(stream_of(id))
    )
    told: Counter[str] = Counter()
    for line in lines(facts):
        told[line.player] += line.banked
    assert {name: won for name, won in found.items() if won} == {
        name: won for name, won in told.items() if won
    }
    assert any(found.values())


GAMES = sorted(registered(()).games)


def test_the_reports_of_an_evening_are_the_ledgers() -> None:
    check(GAMES, 11, 1500)


@pytest.mark.prove
@pytest.mark.parametrize("seed", range(20))
def test_the_reports_of_a_season_are_the_ledgers(seed: int) -> None:
    check(GAMES, seed, 6000)
