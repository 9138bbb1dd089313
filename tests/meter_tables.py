"""Tables of Bet the Set 21 with Blazing 7's, on meters they share, for the tests."""

from __future__ import annotations

from collections.abc import Mapping
from itertools import count

from cardroom.cards import parse_cards
from cardroom.ledger.meters import MeterFact, meter_lines, reconciled
from cardroom.ledger.statements import Dated
from cardroom.money import ratio
from cardroom.play.inputs import Intervene, Proceed
from cardroom.play.round import Await, Chance, DealerStep, Refusal
from cardroom.rules.options import Value
from cardroom.store import Store
from cardroom.store.memory import MemoryStore
from cardroom.table import Actor, Envelope, Table
from cardroom.table import commands as c
from cardroom.table.cashier import Deposit
from cardroom.table.floor import HOUSE, Floor, Receipt, Reply
from cardroom.table.journal import meter_stream, read_meter
from cardroom.table.meter import MeterBook
from cardroom.table.meter_commands import MeterOrder
from cardroom.table.replay import imbalances, replay_journal
from tests.floor_calls import do, do_cashier, do_meter

JACKPOT = "7h 7h 7h Kd"
"""To the only box, the dealer, the box, the hole: three sevens of a suit."""
TENTH = "7h 7d 7h Kd"
NOTHING = "9h 6d 8h Kd"
SEED = 2000_00
VOID = c.Play(Intervene("void-round"))
POSTED: dict[str, Value] = {"blazing_7s": 1, "burn": 0}


class MeterTables:
    def __init__(self, store: Store, name: str = "meter_tables") -> None:
        self.floor = Floor(store)
        self._keys = (f"{name}-{number}" for number in count())

    def ask(self, id: str, command: c.TableCommand) -> Reply:
        return do(self.floor, id, Envelope(next(self._keys), HOUSE, command))

    def do(self, id: str, *commands: c.TableCommand) -> Receipt:
        for command in commands:
            answer = self.ask(id, command)
            assert isinstance(answer, Receipt), f"{command}: {answer}"
            receipt = answer
        return receipt

    def refused(self, id: str, command: c.TableCommand) -> Refusal:
        refusal = self.ask(id, command)
        assert isinstance(refusal, Refusal), f"{command} was not refused"
        return refusal

    def order(self, command: MeterOrder, meter: str = "blaze") -> Reply:
        """People change a meter; the house empties one that is retired."""
        by = getattr(command, "by", "")
        actor = Actor(by, "cashier" if by == "cora" else "floor") if by else HOUSE
        return do_meter(self.floor, meter, next(self._keys), actor, command)

    def ordered(self, command: MeterOrder, meter: str = "blaze") -> Receipt:
        answer = self.order(command, meter)
        assert isinstance(answer, Receipt), f"{command}: {answer}"
        return answer

    def not_ordered(self, command: MeterOrder, meter: str = "blaze") -> Refusal:
        refusal = self.order(command, meter)
        assert isinstance(refusal, Refusal), f"{command} was not refused"
        return refusal

    def opening(
        self,
        id: str,
        meter: str = "",
        options: Mapping[str, Value] = POSTED,
        dealing: c.Dealing = "by-hand",
    ) -> c.OpenTable:
        given = {**POSTED, **options}
        return c.OpenTable(id, "bet-the-set-21", given, dealing=dealing, meter=meter)

    def open(
        self,
        id: str,
        meter: str = "",
        options: Mapping[str, Value] = POSTED,
        dealing: c.Dealing = "by-hand",
    ) -> None:
        self.do(id, self.opening(id, meter, options, dealing))
        player = f"{id}-ann"
        self.bank(player)
        self.do(id, c.SitDown(player, 1), c.BuyIn(player, 1_000_000_00))

    def bank(self, player: str) -> None:
        """A wallet full of money."""
        cash = do_cashier(self.floor, next(self._keys), HOUSE, Deposit(player, 1_000_000_00))
        assert isinstance(cash, Receipt)

    def table(self, id: str) -> Table:
        table = self.floor.table(id)
        assert table is not None
        return table

    def meter(self, id: str = "blaze") -> MeterBook:
        book = self.floor.meter(id)
        assert book is not None
        return book

    def shows(self, id: str = "blaze") -> int:
        return self.meter(id).meter.whole

    def close(self, id: str, cards: str = NOTHING, stake: int = 1_00) -> Receipt:
        """No more bets at one box, with these cards to come."""
        player = f"{id}-ann"
        self.load(id, cards)
        bets = (c.PlaceBet(player, 1, "main", 10_00), c.PlaceBet(player, 1, "blazing-7s", stake))
        return self.do(id, *bets, c.CloseBets())

    def load(self, id: str, cards: str) -> None:
        first = parse_cards(cards)
        rest = list(self.table(id).rules.deck)
        for card in first:
            rest.remove(card)
        self.do(id, c.LoadShoe((*first, *rest)))

    def deal(self, id: str, cards: int = 4) -> None:
        """The cards of the deal: what is won is won with the last of them."""
        for _ in range(cards):
            if isinstance(self._head(id), DealerStep):
                self.do(id, c.Play(Proceed()))
            assert isinstance(self._head(id), Chance)
            self.do(id, c.DealCard())

    def finish(self, id: str) -> None:
        """All that is left of the round; nobody draws."""
        self.play(id)
        self.do(id, c.EndRound())

    def play(self, id: str) -> None:
        """To the end of the round, whose cards stay on the table."""
        while not (round := self.table(id).round) or not round.over:
            match self._head(id):
                case Await():
                    self.do(id, c.Play(Intervene("absent-player", 1)))
                case Chance():
                    self.do(id, c.DealCard())
                case _:
                    self.do(id, c.Play(Proceed()))

    def won(self, id: str, cards: str) -> None:
        self.close(id, cards)
        self.deal(id)

    def _head(self, id: str) -> object:
        round = self.table(id).round
        assert round is not None
        return round.head


def meter_tables(*tables: str, **options: Value) -> MeterTables:
    found = MeterTables(MemoryStore())
    for id in tables:
        found.open(id, "blaze", options)
    return found


def told(meter_tables: MeterTables, meter: str = "blaze") -> list[object]:
    """Every fact in a meter's stream."""
    entries = meter_tables.floor.store.read(meter_stream(meter))
    return [event for entry in entries for event in read_meter(entry).events]


def check(meter_tables: MeterTables) -> None:
    """The journal replays, the books balance, and the meter is what they say it is."""
    store = meter_tables.floor.store
    whole = replay_journal(store.heads(), store.read)
    assert whole.differences == ()
    assert list(imbalances(whole.ledger)) == []
    again = Floor(store)
    for name in (name.removeprefix("meter/") for name in store.heads() if "meter/" in name):
        book = meter_tables.meter(name)
        assert again.meter(name) == book
        facts = tuple(e for n in store.read(meter_stream(name)) for e in read_meter(n).events)
        meter, reserve = reconciled(meter_lines([Dated("", "", facts)], name))
        assert (meter.balance, reserve.balance) == book.meter[:2]
        changes = [fact for fact in facts if isinstance(fact, MeterFact)]
        assert [fact.before for fact in changes[1:]] == [fact.after for fact in changes[:-1]]
        assert changes[-1].after == ratio(book.meter.amount)
        assert book.meter.amount >= 0
        assert book.meter.reserve >= 0
