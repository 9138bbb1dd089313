"""The figures of a table, added up as its entries are read.

Money is counted when it moved, a round when it is cleared. Bots play with play money of their own
and are left out. Amounts are in cents.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any, Final

import msgspec

from cardroom import events
from cardroom.events import office
from cardroom.events import table as t
from cardroom.office.figures import RULINGS, Hour, Period, Posting, Sums, Tally, Wagers
from cardroom.office.reading import LEAN, Lean
from cardroom.play.time_fee import BRACKET

BOT: Final = "bot-"
"""How the names of bots begin."""
HOUSE: Final = ""
"""The bank of a round that no player banks."""


When = Callable[[int], tuple[str, str, int]]
"""The gaming day, shift, and hour of a time in nanoseconds."""

MainOf = Callable[[str], str]
"""The main wager of a ruleset, by digest."""


Where = tuple[str, int]
"""A spot, and a box."""


class Place(msgspec.Struct, frozen=True):
    """A table between two entries, as far as its tally depends on what came before."""

    game: str = ""
    rules: str = ""
    practice: bool = False
    banker: str = HOUSE
    pots: bool = False
    closed: bool = False
    first: dict[int, tuple[Where, int]] = {}
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
        self._first: dict[int, tuple[Where, int]] = {}
        """Bets before the first card: where they are, and the stake."""
        self._settled: dict[int, int] = {}
        """The action of each settled bet."""
        self._void = False
        self._people = False
        self._period = Period("", "", table, "", "")
        self._hour = 0
        self._at = (0, 0)
        self._now = 0
        self._sums_now: Sums | None = None
        self._bets_now: dict[str, Wagers] = {}
        """The wagers of this hour, by spot."""

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
            self._set(place.game, place.rules)

    def follow(self, pages: Iterable[Lean]) -> None:
        step_of = STEPS.get
        begins, ends = self._at
        for page in pages:
            for (at, _, _), record in page:
                self._now = at
                if not begins <= at < ends:
                    self._move(at)
                    begins, ends = self._at
                for event in record.events:
                    step = step_of(type(event))
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
        if not self._practice and (game, rules) != (self._game, self._rules):
            posted = self._tally.posted.setdefault(self._table, [])
            posted.append(Posting(self._now, game, rules))
        self._set(game, rules)

    def _set(self, game: str, rules: str) -> None:
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

    def _wagers(self, spot: str) -> Wagers:
        found = self._bets_now.get(spot)
        if found is None:
            hour = Hour(self._period, self._hour, spot)
            found = self._bets_now[spot] = self._tally.wagers.setdefault(hour, Wagers())
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
            self._wagers(RULINGS).win += event.house

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
            self._first[event.bet] = (event.spot, event.box), event.stake

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
        self._settled[event.bet] = action = event.action
        wagers = self._bets_now.get(event.spot) or self._wagers(event.spot)
        wagers.bets += 1
        wagers.action += action
        if self._banker == HOUSE and not self._pots:
            wagers.win += event.taken - event.paid

    def reversed(self, event: Any) -> None:
        if self._practice or event.owner.startswith(BOT):
            return
        action = self._settled.pop(event.bet, 0)
        wagers = self._wagers(event.spot)
        wagers.bets -= 1
        wagers.action -= action
        if self._banker == HOUSE and not self._pots:
            wagers.win -= event.taken - event.paid

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
        main, settled = self._main, self._settled
        stakes: dict[Where, int] = {}
        for bet, (where, stake) in self._first.items():
            if settled.get(bet):
                stakes[where] = stakes.get(where, 0) + stake
        seen: dict[str, int] = {}
        for (spot, box), stake in stakes.items():
            wagers = self._wagers(spot)
            wagers.staked += stake
            wagers.squares += stake * stake
            if spot != main:
                wagers.with_main += stake * stakes.get((main, box), 0)
            before = seen.get(spot, 0)
            # Each pair counts twice, once for either box.
            wagers.pairs += 2 * before * stake
            seen[spot] = before + stake


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
