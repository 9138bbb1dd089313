"""The value of a table between two commands."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Literal

import msgspec

from cardroom import games
from cardroom.cards import Card
from cardroom.events import Event
from cardroom.events.shuffle import Contributor
from cardroom.games.seated import SeatedGame
from cardroom.play.betting import Betting, staked
from cardroom.play.carryover import Carryover
from cardroom.play.positions import Positions
from cardroom.play.rotation import Rotation
from cardroom.play.round import Bet, Facts, Refusal, Round
from cardroom.play.time_fee import HALF_HOURS, time_fee
from cardroom.rules.banking import Bank
from cardroom.rules.limits import Limits
from cardroom.rules.meter import Terms
from cardroom.rules.ruleset import Ruleset
from cardroom.table.commands import Chips, Dealing, Help
from cardroom.table.meter import Shown
from cardroom.table.shoe import Shoe
from cardroom.table.time_collection import Hours
from cardroom.table.tray import Office

Phase = Literal["betting", "playing", "over"]


class Notice(msgspec.Struct, frozen=True, gc=False):
    """The game to be posted when round `after` is cleared, and not before a time."""

    rules: Ruleset
    after: int
    not_before: int = 0
    """Unix time in seconds; 0 if rounds alone decide."""


class Shuffle(msgspec.Struct, frozen=True, gc=False):
    """An order that the house has committed to, before it is loaded."""

    order: tuple[Card, ...]
    root: str
    salts: bytes
    dice: bytes
    contributors: tuple[Contributor, ...] | None = None
    """None while players may still contribute."""
    squarings: int = 0


class Table(msgspec.Struct, frozen=True, gc=False):
    id: str
    rules: Ruleset
    title: str = ""
    dealing: Dealing = "automatic"
    help: Help = "none"
    """The permitted help."""
    chips: Chips = "house"
    seats: Mapping[int, str] = {}
    away: frozenset[str] = frozenset()
    """Players who sit out."""
    stacks: Mapping[str, int] = {}
    """Chips on the table. During a round, the chips of its players are in the round."""
    limits: Limits | None = None
    """Posted limits, if they differ from the ruleset's."""
    shoe: Shoe = Shoe()
    shuffle: Shuffle | None = None
    """The next shoe, while players contribute to its order."""
    damaged: int = 0
    """Cards to be replaced before the next round."""
    bets: tuple[Bet, ...] = ()
    """Bets laid while betting is open."""
    next_bet: int = 1
    bank: Bank | None = None
    """A player's bank for the next round."""
    rotation: Rotation = Rotation()
    companies: Mapping[str, str] = {}
    """Players who bank for a proposition company, as the floor has noted."""
    carried: Mapping[str, int] = {}
    """The collection of a void round, which covers the redeal."""
    collected: Mapping[str, int] = {}
    """The collection paid for this round."""
    free_collection: Mapping[str, tuple[str, ...]] = {}
    """The free collection buttons for the next round, with their brackets."""
    unused_buttons: Mapping[str, tuple[str, ...]] = {}
    """Buttons that paid for nothing in this round: they expire with it, if it counts."""
    figures: Mapping[str, int] = {}
    """Facts for the next round from outside."""
    button: int = 0
    """The seat of the dealer button, where a game has one."""
    last_positions: Positions = Positions()
    """Positions in the last hand that counted, in games dealt to seats."""
    positions: Positions = Positions()
    """Positions in the current hand."""
    hours: Hours = Hours()
    """Half hours and what is owed for them, in games with time collection."""
    answers: Mapping[str, str] = {}
    """The answers of players who owe a blind: post, or wait."""
    meter: str = ""
    """The id of the meter of this table's progressive bets; "" without such a bet."""
    shown: Shown | None = None
    """The meter or its readings, while a command is being decided; None otherwise."""
    carryover: Carryover = Carryover()
    """Effects of the round so far on the meter and buttons, applied at its end."""
    round: Round | None = None
    number: int = 0
    """The number of the current or last round."""
    notice: Notice | None = None
    paused: str = ""
    """Why it is paused; empty if it is not."""
    set_aside: str = ""
    """Why this version cannot resume it; empty for a table that can be played."""
    office: Office = Office()
    """The tray, drop boxes, slips, and the dealer."""
    closed: bool = False
    """Closed for good."""

    @property
    def phase(self) -> Phase:
        if self.round is None:
            return "betting"
        return "over" if self.round.over else "playing"

    @property
    def round_status(self) -> str:
        """The round on the felt, in words: why something that is done between rounds waits."""
        state = "is in play" if self.phase == "playing" else "is not cleared yet"
        return f"round {self.number} {state}"

    @property
    def player_banked(self) -> bool:
        return self.rules.banking.limit != "none"

    @property
    def facts(self) -> Facts:
        return Facts(
            rounds_since_shuffle=self.shoe.rounds_since_shuffle,
            limits=self.limits,
            bank_box=self.rotation.box if self.player_banked else 0,
            button=self.button,
            figures=self.figures,
            free_collection=self.free_collection,
        )

    @property
    def betting(self) -> Betting:
        """The layout as the rules of betting see it."""
        return Betting(
            self.rules, self.stacks, self.facts, self.bets, self.bank, self.next_bet, self.dealt_in
        )

    @property
    def dealt_in(self) -> Mapping[int, str]:
        """Seats that are dealt in without a bet before the deal."""
        seated = games.seated(self.rules)
        if seated is None:
            return {}
        present = {
            seat: player
            for seat, player in sorted(self.seats.items())
            if self.stack(player) and player not in self.away
        }
        return seated.dealt_in(self.rules, self._counted(seated), self.seats, present, self.answers)

    def _counted(self, seated: SeatedGame) -> Positions:
        """The positions of the last hand that counted, even if its cards are still on the table."""
        over = self.round is not None and self.round.over and not self.round.void
        if self.round is None or not over:
            return self.last_positions
        return seated.played(self.positions, self.round.players)

    def owes(self, player: str) -> tuple[int, int]:
        """What a player owes as a big and as a small blind, in cents."""
        seated = games.seated(self.rules)
        playing = self.round is not None and player in self.round.players.values()
        if seated is None or not self.seats_of(player) or playing:
            return 0, 0
        return seated.owed(self.rules, self._counted(seated), player)

    @property
    def meter_terms(self) -> tuple[Terms, ...]:
        """The table's terms for its meter: current, and those of which notice was given."""
        if self.closed:
            return ()
        posted = [self.rules] if self.notice is None else [self.rules, self.notice.rules]
        terms = (rules.meter.terms for rules in posted if rules.meter is not None)
        return tuple(dict.fromkeys(terms))

    @property
    def pays_time(self) -> bool:
        """Whether seated players pay for each half hour."""
        return self.rules.fees.half_hour > 0

    def time_due(self, player: str) -> int:
        """What a player owes for the half hours that have ended.

        The next hand takes it; a player who leaves earlier pays when leaving.
        """
        if not self.seats_of(player):
            return 0
        # The floor's note comes before the clock.
        owed = self.figures.get(HALF_HOURS, self.hours.due.get(player, 0))
        return time_fee(self.rules, owed, self.stack(player))

    def stack(self, player: str) -> int:
        """A player's chips, including those laid while bets are open."""
        if self.round is not None and player in self.round.stacks:
            return self.round.stacks[player]
        return self.stacks.get(player, 0)

    def free(self, player: str) -> int:
        """Chips neither wagered nor posted as a bank."""
        posted = self.bank.posted if self.bank is not None and self.bank.owner == player else 0
        return self.stack(player) - staked(self.bets, player) - posted

    def in_round(self, player: str) -> bool:
        return self.round is not None and player in self.round.stacks

    def seats_of(self, player: str) -> list[int]:
        return sorted([seat for seat, sitting in self.seats.items() if sitting == player])


Applied = tuple[Table, tuple[Event, ...]]
CommandOutcome = Applied | Refusal
