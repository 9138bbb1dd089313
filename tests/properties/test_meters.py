"""Random evenings at several tables on one meter: nothing is lost, nothing counts twice.

What the meter must hold is added up from the facts that stand at the tables, without looking at
any change that the meter made.
"""

from __future__ import annotations

from collections import Counter
from datetime import date
from fractions import Fraction
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from cardroom.cards import parse_cards
from cardroom.events import ProgressiveBooked, ProgressiveRestarted, ProgressiveWon
from cardroom.houses.clock import HouseClock
from cardroom.ledger import accounts as at
from cardroom.office.adding_up import tally_of
from cardroom.office.daily import GROUPS, daily
from cardroom.office.posted import PostedRules
from cardroom.play.inputs import Draw, Intervene
from cardroom.play.round import Chance, Refusal
from cardroom.rules.options import Value
from cardroom.store.memory import MemoryStore
from cardroom.table import Table
from cardroom.table import commands as c
from cardroom.table.meter import facts_for
from cardroom.table.replay import imbalances, replay_journal
from tests.meter_tables import MeterTables
from tests.random_play import anything

TABLES = ("a", "b", "c")
PLAYERS = ["ann", "bob"]
SEVENS = parse_cards("7d 7d 7d 7d 7h 7s 9c")
STYLES: tuple[dict[str, Value], ...] = (
    {"blazing_reserve": 7, "blazing_contribution": 33, "blazing_stake": "1.01"},
    {"blazing_meter_pays": "all", "blazing_contribution": 70, "blazing_seed": 3},
    {"blazing_7s": 2, "simultaneous": "shared", "blazing_reserve": 5, "decks": 8},
    {"blazing_third_card": "player", "blazing_reserve": 3, "blazing_seed": 0},
)


def next_command(table: Table, chance: Random) -> c.TableCommand:
    """Lively play with many sevens, and with a bet on the meter at most boxes."""
    round = table.round
    if table.paused:
        return c.Resume()
    if round is None and table.bets and not table.shoe.due:
        boxes = [bet.box for bet in table.bets if bet.spot == "main"]
        laid = {bet.box for bet in table.bets if bet.spot == "blazing-7s"}
        bare = [bet for bet in table.bets if bet.spot == "main" and bet.box not in laid]
        if bare and chance.random() < 0.8:
            stake = int(str(table.rules.options["blazing_stake"]))
            return c.PlaceBet(bare[0].owner, bare[0].box, "blazing-7s", stake)
        if boxes and chance.random() < 0.7:
            return c.CloseBets()
    if round is not None and isinstance(round.head, Chance) and not round.returned:
        return c.Play(Draw(chance.choice(SEVENS)))
    if round is not None and chance.random() < 0.08:
        kind = chance.choice(["void-round", "rewind", "rewind", "void-hand"])
        box = chance.choice(list(round.players))
        return c.Play(Intervene(kind, box, to=chance.randint(0, len(round.inputs))))
    return anything(table, PLAYERS, chance, irregularities=0)


class Model:
    """What the tables' own facts say that the meter and its reserve hold together."""

    def __init__(self) -> None:
        self.cleared: dict[str, Fraction] = {}

    def of(self, table: Table) -> Fraction:
        (terms,) = table.meter_terms
        shares = Fraction(*terms.share) + Fraction(*terms.reserve_share)
        total = Fraction(0)
        for fact in table.carryover.facts:
            match fact:
                case ProgressiveBooked():
                    total += fact.stake * shares
                case ProgressiveWon():
                    total -= fact.award - fact.house
                case ProgressiveRestarted():
                    total += terms.seed
                case _:
                    pass
        return total

    def clear(self, before: Table, after: Table) -> None:
        if before.round is not None and after.round is None:
            self.cleared[after.id] = self.cleared.get(after.id, Fraction(0)) + self.of(before)

    def total(self, tables: list[Table]) -> Fraction:
        (terms,) = tables[0].meter_terms
        return sum((*map(self.of, tables), *self.cleared.values()), Fraction(terms.seed))


def evening(seed: int, commands: int) -> Counter[str]:
    chance = Random(seed)
    store = MemoryStore()
    # Two servers on one journal: each decides on what it knows, and again after a conflict.
    servers = [MeterTables(store, "0"), MeterTables(store, "1")]
    model, seen = Model(), Counter[str]()
    style = chance.choice(STYLES)
    for id in TABLES:
        servers[0].do(id, servers[0].opening(id, "blaze", style, "physical"))
    for player in PLAYERS:
        servers[0].bank(player)
    tables = {id: servers[0].table(id) for id in TABLES}
    for number in range(commands):
        if chance.random() < 0.01:
            servers[chance.randrange(2)] = MeterTables(store, f"again-{number}")
        meter_tables, id = chance.choice(servers), chance.choice(TABLES)
        answer = meter_tables.ask(id, next_command(tables[id], chance))
        if isinstance(answer, Refusal):
            continue
        before, tables[id] = tables[id], meter_tables.table(id)
        model.clear(before, tables[id])
        seen.update(type(event).__name__ for event in answer.events)
        if not facts_for(before.rules, answer.events):
            continue
        meter = meter_tables.meter().meter
        assert meter.amount >= 0
        assert meter.reserve >= 0
        held, due = meter.amount + meter.reserve, model.total(list(tables.values()))
        # What another table has won is not there to be taken back: the house goes without it.
        assert held >= due
        if held == due:
            seen["exact"] += 1
    whole = replay_journal(store.heads(), store.read)
    assert whole.differences == ()
    assert list(imbalances(whole.ledger)) == []
    meter = MeterTables(store).meter().meter
    assert whole.ledger.balance(at.meter("blaze")) == meter.amount
    assert whole.ledger.balance(at.reserve("blaze")) == meter.reserve
    # The first seed is no result of play.
    (terms,) = tables["a"].meter_terms
    won = sum(Fraction(whole.ledger.balance(at.house(id))) for id in ("", *TABLES))
    assert reported(store) == won + terms.seed
    return seen


def reported(store: MemoryStore) -> Fraction:
    """The house's win in the daily reports: meters have paid their awards themselves."""
    posted, clock = PostedRules(store), HouseClock()
    tally = tally_of(store, clock, posted)
    (day,) = {period.day for period in tally.sums}
    found = daily(tally, date.fromisoformat(day), "day", clock, lambda _digest: {}, posted)
    for group in GROUPS:
        assert sum(line.win for line in found.lines[group]) == found.room.win
    assert found.chart[-1].win == found.room.win
    return Fraction(found.room.win)


def test_a_meter_holds_what_its_tables_fed_and_did_not_win() -> None:
    seen: Counter[str] = Counter()
    for seed in range(8):
        seen += evening(seed, 600)
    for what in ("ProgressiveWon", "ProgressiveRestarted", "ProgressiveReversed", "Rewound"):
        assert seen[what] > 10, f"hardly any {what}: {seen}"
    assert seen["exact"] > 100


@pytest.mark.prove
@settings(max_examples=300, deadline=None, derandomize=False)
@given(seed=st.integers(0, 2**32))
def test_a_meter_holds_it_over_many_evenings(seed: int) -> None:
    evening(seed, 1000)
