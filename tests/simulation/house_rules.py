"""What the service must never do for anyone: rules that are checked at every entry."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from cardroom.play.inputs import Intervene, Lapse
from cardroom.play.round import Await
from cardroom.service.live.unopened import ADDRESS_MAX, ADDRESS_SECONDS, LEFT_OUT_SECONDS
from cardroom.service.view.views import player_at
from cardroom.table import commands as c
from cardroom.table.journal import CashierRecord, TableRecord
from cardroom.table.table import Table
from cardroom.table.time_collection import SECONDS as HALF_HOUR
from tests.simulation.auditor import AuditedTable
from tests.simulation.violation import require

BETS: Final = (c.PlaceBet, c.BackBet, c.PostBank)
DECISION_SECONDS: Final = 60.0
SLACK: Final = 0.01


class HouseRules:
    def __init__(self, now: Callable[[], float], house_clock: Callable[[], float]) -> None:
        self._now, self._house_clock = now, house_clock
        self.closers: dict[str, set[str]] = {}
        """Who has asked to close a table."""
        self.used: dict[str, float] = {}
        """When somebody was last at a table, or sent it anything."""
        self.opened: dict[str, float] = {}
        self.self_made: set[str] = set()
        """Tables whose cards a person deals, or whose odds a person has written."""
        self.moduli: dict[tuple[str, int], dict[str, tuple[float, float]]] = {}
        """Contributions that reached the service, by table, shoe and player: since when their page
        was waited for, and when they came."""
        self._committed: dict[str, float] = {}
        self._unopened: list[tuple[float, str]] = []
        """When a contribution was used that its player had not opened."""
        self.age_seconds = self.idle_seconds = 0.0

    def entry(
        self, id: str, audited: AuditedTable, record: TableRecord, before: Table | None
    ) -> None:
        if before is None:
            self.opened[id] = self.used[id] = self._now()
        self._dealing(id, record, before)
        house = record.actor.role == "house"
        match record.command:
            case c.Play(Lapse(box)) if house:
                self._waited(id, audited, before, box)
            case c.Play(Intervene("absent-player", box)) if house:
                self._waited(id, audited, before, box)
            case c.Play(Intervene("void-round")) if house:
                asked = before is not None and before.round is not None
                asked = asked and isinstance(before.round.head, Await)  # type: ignore[union-attr]
                require(not asked, f"{id}: the house voids a round whose players are asked")
            case c.CloseTable():
                self._closes(id)
            case c.SetAside(why=why):
                require(False, f"{id} was set aside: {why}")
            case c.NoteTime(half_hour):
                most = int(self._house_clock()) // HALF_HOUR
                require(half_hour <= most, f"{id}: a clock that was set ended a half hour")
            case c.LoadShoe(opened=opened):
                silent = [each.player for each in opened if not each.prime]
                self._unopened += [(self._now(), player) for player in silent]
            case c.CloseContributions():
                self._contributions(id, record.command, before)
            case command if isinstance(command, BETS):
                assert before is not None
                fixed = before.dealing != "automatic" or not before.shoe.due
                require(fixed, f"{id}: a bet was taken before the cards were fixed")
            case c.CommitShoe():
                assert before is not None
                laid = before.round is None and before.bets and before.dealing == "automatic"
                require(not laid, f"{id}: the cards were shuffled after the bets were placed")
                self._committed[id] = self._now()
            case _:
                pass

    def money(self, record: CashierRecord) -> None:
        table = getattr(record.command, "table", "")
        require(
            table not in self.self_made,
            f"{record.command}: chips of table {table}, which a player made, became money",
        )

    def _dealing(self, id: str, record: TableRecord, before: Table | None) -> None:
        dealing = getattr(record.command, "dealing", "automatic")
        by_hand = dealing != "automatic" or (before is not None and before.dealing != "automatic")
        own_odds = isinstance(record.command, c.OpenTable) and "side_bets" in record.command.options
        if by_hand or own_odds:
            self.self_made.add(id)

    def _waited(self, id: str, audited: AuditedTable, before: Table | None, box: int) -> None:
        assert before is not None
        assert before.round is not None
        player = player_at(before.round, box)
        if player in self.closers.get(id, ()):
            return
        waited = self._now() - audited.asked.get(box, self._now())
        require(
            waited >= DECISION_SECONDS - SLACK,
            f"{id}: the house decided for {player} after {waited:.1f} seconds",
        )

    def _closes(self, id: str) -> None:
        if self.closers.get(id):
            return
        old = self._now() - self.opened[id] >= self.age_seconds - SLACK
        idle = self._now() - self.used[id] >= self.idle_seconds - SLACK
        require(old or idle, f"{id} was closed, and nobody had asked for it")

    def _contributions(self, id: str, command: c.CloseContributions, before: Table | None) -> None:
        assert before is not None
        sent = self.moduli.get((id, before.shoe.number + 1), {})
        seated = set(before.seats.values())
        taken = {each.player for each in command.contributors}
        for player, (known, arrived) in sorted(sent.items()):
            late = arrived >= self._now() - SLACK or known >= self._committed[id]
            require(
                late or player in taken or player not in seated or self._left_out(player),
                f"{id}: the contribution of {player} to a shuffle was left out",
            )

    def _left_out(self, player: str) -> bool:
        """Whether contributions were not opened lately: by this player, or too many at all. All
        people of the simulation come from one address."""
        passed = [(self._now() - at, name) for at, name in self._unopened]
        own = any(ago <= LEFT_OUT_SECONDS and name == player for ago, name in passed)
        return own or sum(ago <= ADDRESS_SECONDS for ago, _ in passed) >= ADDRESS_MAX
