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
from cardroom.office.figures import RULINGS, GamePeriod, Hour, Period, Sums, Tally, WagerSums, When
from cardroom.office.posted import PostedWagers
from cardroom.office.reading import LEAN, LeanPage
from cardroom.play.clauses import VOID_HAND
from cardroom.play.time_fee import BRACKET

BOT: Final = "bot-"
"""How the names of bots begin."""
NO_BANKER: Final = ""
"""The bank of a round that no player banks."""

WagersOf = Callable[[str], PostedWagers]
"""The wagers of a ruleset, by digest."""


Where = tuple[str, int]
"""A spot, and a box."""


class ResumePoint(msgspec.Struct, frozen=True):
    """A table between two entries, as far as its tally depends on what came before."""

    game: str = ""
    rules: str = ""
    practice: bool = False
    banker: str = NO_BANKER
    pots: bool = False
    closed: bool = False
    first: dict[int, tuple[Where, int]] = {}
    settled: dict[int, tuple[str, int]] = {}
    void: bool = False
    people: bool = False


class TableTally:
    """One table, entry by entry."""

    def __init__(self, table: str, when: When, wagers_of: WagersOf, tally: Tally) -> None:
        self._table, self._when, self._wagers_of, self._tally = table, when, wagers_of, tally
        self._main, self._raises = PostedWagers()
        self._game = self._rules = ""
        self._practice = False
        self._banker, self._pots = NO_BANKER, False
        self._closed = False
        self._first: dict[int, tuple[Where, int]] = {}
        """Bets before the first card: where they are, and the stake."""
        self._settled: dict[int, tuple[str, int]] = {}
        """The wager and the action of each settled bet."""
        self._void = False
        self._people = False
        self._period = Period("", "", table, "", "")
        self._hour = 0
        self._at = [0, 0]
        self._page = LeanPage(0, 0, (), ().__iter__)
        self._sums_now: Sums | None = None
        self._bets_now: dict[str, WagerSums] = {}
        """The wagers of this hour, by spot."""

    @property
    def place(self) -> ResumePoint:
        """Where the table is, to go on from there later."""
        return ResumePoint(
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

    def resume(self, place: ResumePoint) -> None:
        self._practice = place.practice
        self._banker, self._pots, self._closed = place.banker, place.pots, place.closed
        self._first, self._settled = dict(place.first), dict(place.settled)
        self._void, self._people = place.void, place.people
        if place.rules:
            self._set(place.game, place.rules)

    def follow(self, pages: Iterable[LeanPage]) -> None:
        for page in pages:
            begins, ends = self._at
            if begins <= page.first and page.last < ends:
                self._page = page
                self._count(page.records)
                continue
            for at, record in page.timed:
                begins, ends = self._at
                if not begins <= at < ends:
                    self._move(at)
                self._page = LeanPage(at, at, (record,), (at,).__iter__)
                self._count(self._page.records)

    def _count(self, records: Iterable[Any]) -> None:
        step_of = STEPS.get
        for record in records:
            for event in record.events:
                step = step_of(type(event))
                if step is not None:
                    step(self, event)

    def _move(self, at: int) -> None:
        day, shift, self._hour, *self._at = self._when(at)
        self._period = Period(day, shift, self._table, self._game, self._rules)
        self._begin_period()

    def _time(self, event: Any) -> int:
        """When this event happened: few are asked, so entries are counted without their times."""
        return next(
            at for at, record in self._page.timed if any(each is event for each in record.events)
        )

    def _post(self, game: str, rules: str, event: Any) -> None:
        if not self._practice and (game, rules) != (self._game, self._rules):
            posted = self._tally.posted.setdefault(self._table, [])
            posted.append(GamePeriod(self._time(event), game, rules))
        self._set(game, rules)

    def _set(self, game: str, rules: str) -> None:
        self._game, self._rules = game, rules
        self._main, self._raises = self._wagers_of(rules)
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

    def _wagers(self, spot: str) -> WagerSums:
        found = self._bets_now.get(spot)
        if found is None:
            hour = Hour(self._period, self._hour, spot)
            found = self._bets_now[spot] = self._tally.wagers.setdefault(hour, WagerSums())
        return found

    # --- the table and its chips ----------------------------------------------------------------

    def opened(self, event: Any) -> None:
        self._practice = event.chips == "practice"
        self._post(event.game, event.rules, event)

    def posted(self, event: Any) -> None:
        self._post(event.game, event.rules, event)

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
        self._sums.closers += 1
        self.box_counted(event)

    def box_counted(self, event: Any) -> None:
        sums = self._sums
        sums.over += event.counted - event.expected
        sums.counts += 1

    def _spot(self, spot: str) -> str:
        """Where a bet counts: a raise of the hand against the house, which has no odds of its own,
        with the wager that it raises."""
        raises = spot in self._raises and self._banker == NO_BANKER and not self._pots
        return self._main if raises else spot

    def ruled(self, event: Any) -> None:
        """What the house got by rulings; bots have none."""
        if event.house and not self._practice:
            self._wagers(RULINGS).win += event.house

    # --- rounds ---------------------------------------------------------------------------------

    def began(self, event: Any) -> None:
        self._banker, self._pots, self._closed = NO_BANKER, False, False
        self._void = self._people = False
        self._first.clear()
        self._settled.clear()
        if event.rules != self._rules:
            self._post(self._game, event.rules, event)

    def bank_posted(self, event: Any) -> None:
        self._banker = event.owner

    def bets_closed(self, _: Any) -> None:
        self._closed = True

    def bet_placed(self, event: Any) -> None:
        if self._practice or event.owner.startswith(BOT):
            return
        self._people = True
        # A main wager that comes after the deal is a split hand, and its odds include its raises;
        # other wagers may open later.
        if not self._closed or self._spot(event.spot) != self._main:
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
        spot = self._spot(event.spot)
        action = 0 if event.clause == VOID_HAND.id else event.action
        self._settled[event.bet] = spot, action
        wagers = self._bets_now.get(spot) or self._wagers(spot)
        wagers.bets += spot == event.spot
        wagers.action += action
        if self._banker == NO_BANKER and not self._pots:
            wagers.win += event.taken - event.paid

    def reversed(self, event: Any) -> None:
        if self._practice or event.owner.startswith(BOT):
            return
        spot, action = self._settled.pop(event.bet, (self._spot(event.spot), 0))
        wagers = self._wagers(spot)
        wagers.bets -= spot == event.spot
        wagers.action -= action
        if self._banker == NO_BANKER and not self._pots:
            wagers.win -= event.taken - event.paid

    def ended(self, event: Any) -> None:
        self._void = event.void
        if event.void and not self._practice:
            # All wagers went back: nothing was in action.
            for bet, (spot, action) in self._settled.items():
                self._wagers(spot).action -= action
                self._settled[bet] = spot, 0

    def cleared(self, _: Any) -> None:
        """What the round was expected to bring is known from its first stakes."""
        if self._practice or not self._people:
            return
        sums = self._sums
        if self._void:
            sums.void += 1
        else:
            sums.rounds += 1
            if self._banker == NO_BANKER and not self._pots:
                self._expect()
        self._first.clear()
        self._settled.clear()

    def _expect(self) -> None:
        settled = self._settled
        stakes: dict[str, dict[int, int]] = {}
        for bet, ((spot, box), stake) in self._first.items():
            if settled.get(bet, ("", 0))[1]:
                boxes = stakes.get(spot)
                if boxes is None:
                    stakes[spot] = {box: stake}
                else:
                    boxes[box] = boxes.get(box, 0) + stake
        for spot, boxes in stakes.items():
            wagers = self._bets_now.get(spot) or self._wagers(spot)
            total = squares = 0
            for stake in boxes.values():
                total += stake
                squares += stake * stake
            wagers.staked += total
            wagers.squares += squares
            # Each pair counts twice, once for either box.
            wagers.pairs += total * total - squares
            if spot != self._main:
                at_main = stakes.get(self._main, {})
                wagers.with_main += sum(stake * at_main.get(box, 0) for box, stake in boxes.items())


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
