"""The figures of a table, added up as its entries are read.

Money is counted when it moved, a round when it is cleared. Bots play with play money of their own
and are left out. Amounts are in cents.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any, Final, NamedTuple

import msgspec

from cardroom import events
from cardroom.events import office
from cardroom.events import table as t
from cardroom.office.reading import LEAN, Read
from cardroom.play.time_fee import BRACKET

BOT: Final = "bot-"
"""How the names of bots begin."""
RULINGS: Final = "rulings"
"""In place of a wager, for what rulings on settled rounds moved."""
HOUSE: Final = ""
"""The bank of a round that no player banks."""


class Period(NamedTuple):
    """A shift of a gaming day at a table, with one posted game."""

    day: str
    shift: str
    table: str
    game: str
    rules: str
    """The digest of the posted rules."""


class Wagers(msgspec.Struct):
    """The wagers on one spot in a period."""

    bets: int = 0
    action: int = 0
    win: int = 0
    """What the house won."""
    staked: int = 0
    """The first stakes of bets with action against the house."""
    squares: int = 0
    """The sum of the squares of those stakes."""
    pairs: int = 0
    """The sum of the products of those stakes of different boxes in one round."""
    with_main: int = 0
    """The sum of the products of those stakes with the main wager of the same box."""


class Sums(msgspec.Struct):
    """Everything else in a period."""

    drop: int = 0
    cashed: int = 0
    rounds: int = 0
    void: int = 0
    players: int = 0
    """Collection from players' wagers."""
    bank: int = 0
    """Collection from players' banks."""
    pots: int = 0
    time: int = 0
    waived: int = 0
    opener: int = 0
    fills: int = 0
    credits: int = 0
    closer: int = 0
    over: int = 0
    """Counted less expected, in trays and boxes."""
    counts: int = 0

    @property
    def collected(self) -> int:
        return self.players + self.bank + self.pots + self.time


class Tally(msgspec.Struct):
    """The figures of some tables over some days."""

    sums: dict[Period, Sums] = {}
    wagers: dict[tuple[Period, str], Wagers] = {}
    hours: dict[tuple[Period, int, str], Wagers] = {}
    """By hour of the day, for the chart."""


When = Callable[[int], tuple[str, str, int]]
"""The gaming day, shift, and hour of a time in nanoseconds."""

MainOf = Callable[[str], str]
"""The main wager of a ruleset, by digest."""


class Place(msgspec.Struct, frozen=True):
    """A table between two entries, as far as its tally depends on what came before."""

    game: str = ""
    rules: str = ""
    practice: bool = False
    banker: str = HOUSE
    pots: bool = False
    closed: bool = False
    first: dict[int, tuple[str, int, str, int]] = {}
    settled: dict[int, int] = {}
    void: bool = False
    people: bool = False


class TableTally:
    """One table, entry by entry."""

    def __init__(self, table: str, when: When, main_of: MainOf, tally: Tally) -> None:
        self._table, self._when, self._main_of, self._tally = table, when, main_of, tally
        self._main = ""
        self._game = self._rules = ""
        self._practice = False
        self._banker, self._pots = HOUSE, False
        self._closed = False
        self._first: dict[int, tuple[str, int, str, int]] = {}
        """Bets before the first card: spot, box, owner, and stake."""
        self._settled: dict[int, int] = {}
        """The action of each settled bet."""
        self._void = False
        self._people = False
        self._period = Period("", "", table, "", "")
        self._hour = 0
        self._at = (0, 0)
        self._sums_now: Sums | None = None
        self._bets_now: dict[str, tuple[Wagers, Wagers]] = {}
        """The wagers of this period and of this hour, by spot."""

    @property
    def place(self) -> Place:
        """Where the table is, to go on from there later."""
        return Place(
            self._game,
            self._rules,
            self._practice,
            self._banker,
            self._pots,
            self._closed,
            dict(self._first),
            dict(self._settled),
            self._void,
            self._people,
        )

    def resume(self, place: Place) -> None:
        self._practice = place.practice
        self._banker, self._pots, self._closed = place.banker, place.pots, place.closed
        self._first, self._settled = dict(place.first), dict(place.settled)
        self._void, self._people = place.void, place.people
        if place.rules:
            self._post(place.game, place.rules)

    def follow(self, entries: Iterable[Read]) -> None:
        steps = STEPS
        for entry in entries:
            if not self._at[0] <= entry.at < self._at[1]:
                self._move(entry.at)
            for event in entry.events:
                step = steps.get(type(event))
                if step is not None:
                    step(self, event)

    def _move(self, at: int) -> None:
        """The period of this moment; it is asked again after a minute."""
        day, shift, hour = self._when(at)
        self._hour = hour
        self._period = Period(day, shift, self._table, self._game, self._rules)
        self._begin_period()
        begin = at - at % MINUTE
        self._at = begin, begin + MINUTE

    def _post(self, game: str, rules: str) -> None:
        self._game, self._rules, self._main = game, rules, self._main_of(rules)
        self._period = self._period._replace(game=game, rules=rules)
        self._begin_period()

    def _begin_period(self) -> None:
        """Counters are looked up once per period: for each bet it would cost more than the bet."""
        self._sums_now = None
        self._bets_now.clear()

    @property
    def _sums(self) -> Sums:
        if self._sums_now is None:
            self._sums_now = self._tally.sums.setdefault(self._period, Sums())
        return self._sums_now

    def _both(self, spot: str) -> tuple[Wagers, Wagers]:
        """The wagers on a spot: of the period, and of the hour for the chart."""
        found = self._bets_now.get(spot)
        if found is None:
            wagers = self._tally.wagers.setdefault((self._period, spot), Wagers())
            chart = self._tally.hours.setdefault((self._period, self._hour, spot), Wagers())
            found = self._bets_now[spot] = wagers, chart
        return found

    # --- the table and its chips ----------------------------------------------------------------

    def opened(self, event: Any) -> None:
        self._practice = event.chips == "practice"
        self._post(event.game, event.rules)

    def posted(self, event: Any) -> None:
        self._post(event.game, event.rules)

    def bought(self, event: Any) -> None:
        if not event.practice and not event.player.startswith(BOT):
            self._sums.drop += event.amount

    def cashed(self, event: Any) -> None:
        if not event.practice and not event.player.startswith(BOT):
            self._sums.cashed += event.amount

    def tray_opened(self, event: Any) -> None:
        self._sums.opener += event.amount

    def tray_filled(self, event: Any) -> None:
        self._sums.fills += event.amount

    def tray_credited(self, event: Any) -> None:
        self._sums.credits += event.amount

    def tray_closed(self, event: Any) -> None:
        self._sums.closer += event.counted
        self.box_counted(event)

    def box_counted(self, event: Any) -> None:
        sums = self._sums
        sums.over += event.counted - event.expected
        sums.counts += 1

    def ruled(self, event: Any) -> None:
        """What the house got by rulings; bots have none."""
        if event.house:
            for wagers in self._both(RULINGS):
                wagers.win += event.house

    # --- rounds ---------------------------------------------------------------------------------

    def began(self, event: Any) -> None:
        self._banker, self._pots, self._closed = HOUSE, False, False
        self._void = self._people = False
        self._first.clear()
        self._settled.clear()
        if event.rules != self._rules:
            self._post(self._game, event.rules)

    def bank_posted(self, event: Any) -> None:
        self._banker = event.owner

    def bets_closed(self, _: Any) -> None:
        self._closed = True

    def bet_placed(self, event: Any) -> None:
        if self._practice or event.owner.startswith(BOT):
            return
        self._people = True
        # A main wager that comes after the deal is a split hand; other wagers may open later.
        if not self._closed or event.spot != self._main:
            self._first[event.bet] = event.spot, event.box, event.owner, event.stake

    def fee(self, event: Any) -> None:
        if self._practice or event.owner.startswith(BOT):
            return
        sums = self._sums
        sums.waived += event.waived
        if event.bracket == BRACKET:
            sums.time += event.amount
        elif event.owner == self._banker:
            sums.bank += event.amount
        else:
            sums.players += event.amount

    def pot_fee(self, event: Any) -> None:
        if not self._practice:
            self._sums.pots += event.amount

    def pot_fee_returned(self, event: Any) -> None:
        if not self._practice:
            self._sums.pots -= event.amount

    def pot(self, _: Any) -> None:
        self._pots = True

    def fees_returned(self, event: Any) -> None:
        if not self._practice and not event.player.startswith(BOT):
            self._sums.players -= event.fees

    def settled(self, event: Any) -> None:
        if self._practice or event.owner.startswith(BOT):
            return
        self._settled[event.bet] = event.action
        wagers, chart = self._both(event.spot)
        wagers.bets += 1
        wagers.action += event.action
        if self._banker == HOUSE and not self._pots:
            won = event.taken - event.paid
            wagers.win += won
            chart.win += won

    def reversed(self, event: Any) -> None:
        if self._practice or event.owner.startswith(BOT):
            return
        action = self._settled.pop(event.bet, 0)
        wagers, chart = self._both(event.spot)
        wagers.bets -= 1
        wagers.action -= action
        if self._banker == HOUSE and not self._pots:
            won = event.taken - event.paid
            wagers.win -= won
            chart.win -= won

    def ended(self, event: Any) -> None:
        self._void = event.void

    def cleared(self, _: Any) -> None:
        """What the round was expected to bring is known from its first stakes."""
        if self._practice or not self._people:
            return
        sums = self._sums
        if self._void:
            sums.void += 1
        else:
            sums.rounds += 1
            if self._banker == HOUSE and not self._pots:
                self._expect()
        self._first.clear()
        self._settled.clear()

    def _expect(self) -> None:
        main = self._main
        stakes: dict[tuple[str, int], int] = {}
        for bet, (spot, box, _, stake) in self._first.items():
            if self._settled.get(bet):
                stakes[spot, box] = stakes.get((spot, box), 0) + stake
        sums: dict[str, int] = {}
        for (spot, box), stake in stakes.items():
            product = stake * stakes.get((main, box), 0) if spot != main else 0
            for wagers in self._both(spot):
                wagers.staked += stake
                wagers.squares += stake * stake
                wagers.with_main += product
            sums[spot] = sums.get(spot, 0) + stake
        if len(stakes) > 1:
            for spot, total in sums.items():
                own = sum(stake * stake for (name, _), stake in stakes.items() if name == spot)
                pairs = total * total - own
                if pairs:
                    for wagers in self._both(spot):
                        wagers.pairs += pairs


MINUTE: Final = 60 * 10**9
"""Shifts begin on a full minute."""

_STEPS: Final[Mapping[type[events.Event], Callable[[TableTally, Any], None]]] = {
    t.TableOpened: TableTally.opened,
    t.RulesPosted: TableTally.posted,
    t.ChipsBought: TableTally.bought,
    t.ChipsCashed: TableTally.cashed,
    t.ChipsReturned: TableTally.fees_returned,
    t.RoundBegan: TableTally.began,
    t.RoundCleared: TableTally.cleared,
    events.BankPosted: TableTally.bank_posted,
    events.BetsClosed: TableTally.bets_closed,
    events.BetPlaced: TableTally.bet_placed,
    events.FeeTaken: TableTally.fee,
    events.PotFeeTaken: TableTally.pot_fee,
    events.PotFeeReturned: TableTally.pot_fee_returned,
    events.PotAwarded: TableTally.pot,
    events.BetSettled: TableTally.settled,
    events.BetReversed: TableTally.reversed,
    events.RoundEnded: TableTally.ended,
    office.TrayOpened: TableTally.tray_opened,
    office.TrayFilled: TableTally.tray_filled,
    office.TrayCredited: TableTally.tray_credited,
    office.TrayClosed: TableTally.tray_closed,
    office.BoxCounted: TableTally.box_counted,
    office.RulingMade: TableTally.ruled,
}
STEPS: Final = {LEAN[kind]: step for kind, step in _STEPS.items()}
