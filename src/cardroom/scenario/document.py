"""A scenario as a value: the posted game, the cards, what the players did, the expected results."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Literal

import msgspec

from cardroom.cards import Card


class BoxStakes(msgspec.Struct, frozen=True, kw_only=True):
    """A `[[box]]`: who bets what on it."""

    line: int
    box: int
    player: str
    bets: Mapping[str, int]
    refused: str | None = None


class BankEntry(msgspec.Struct, frozen=True, kw_only=True):
    """The `[bank]`: who banks, and with how much."""

    line: int
    box: int
    player: str
    amount: int
    refused: str | None = None


class Backline(msgspec.Struct, frozen=True, kw_only=True):
    """A `[[backline]]`: a bet behind another player's box."""

    line: int
    box: int
    owner: str
    stake: int
    follow: tuple[str, ...] = ()
    refused: str | None = None


class Do(msgspec.Struct, frozen=True, kw_only=True):
    """A `[[do]]`: a decision."""

    line: int
    box: int
    verb: str
    hand: int = 0
    amount: int | None = None
    front: tuple[Card, ...] | None = None
    """The cards set in front, for a verb that names cards; the others are the back hand."""
    to: int | None = None
    """What the whole bet comes to, for a verb that says so: a raise."""
    if_asked: bool = False
    refused: str | None = None


class Irregularity(msgspec.Struct, frozen=True, kw_only=True):
    """An `[[intervene]]`; `running` says when it happens."""

    line: int
    kind: str
    after: int = 0
    settled: bool = False
    """After the settlement: `after = "settlement"` in a file."""
    at_input: int | None = None
    box: int = 0
    hand: int = 0
    card: Card | None = None
    boxes: tuple[int, ...] = ()
    to: int = 0
    to_input: int | None = None
    note: str = ""
    front: tuple[Card, ...] = ()
    """The front hand, where the floor sets a hand."""
    meter: Mapping[str, Any] = {}
    """What the meter shows when it is read again, after other tables changed it."""
    side_bets: Literal["stand", "void"] = "stand"
    """What becomes of the settled side bets of a void hand."""
    refused: str | None = None


class Expected(msgspec.Struct, frozen=True):
    """One value of `[expect]`: ("bets", "1", "main") and its value."""

    line: int
    path: tuple[str, ...]
    value: Any


class Scenario(msgspec.Struct, frozen=True, kw_only=True):
    file: str
    lines: Mapping[str, int]
    """Where the sections begin, for messages."""
    card_lines: tuple[int, ...]
    game: str
    title: str = ""
    cites: tuple[str, ...] = ()
    house: str = ""
    options: Mapping[str, object] = {}
    option_lines: Mapping[str, int] = {}
    shoe: tuple[Card, ...] = ()
    boxes: tuple[BoxStakes, ...] = ()
    banks: tuple[BankEntry, ...] = ()
    """The bank, after attempts that must be refused."""
    backline: tuple[Backline, ...] = ()
    stacks: Mapping[str, int] = {}
    button: int = 0
    """The seat of the dealer button, in poker."""
    table: Mapping[str, Any] = {}
    dice: tuple[int, ...] = ()
    pile: int = 0
    """Which pile the bank chooses."""
    meter: Mapping[str, Any] = {}
    """A progressive meter before "no more bets"."""
    decisions: tuple[Do, ...] = ()
    irregularities: tuple[Irregularity, ...] = ()
    refused: str | None = None
    expect: tuple[Expected, ...] = ()

    def card_line(self, number: int) -> int:
        """Where a card of the shoe is written; cards that were left out belong to the piles."""
        told = number < len(self.card_lines)
        return self.card_lines[number] if told else self.line("piles")

    def laid_by(self, player: str) -> int:
        """The last line on which a player bets or posts the bank."""
        laid = [(it.line, it.player, it.refused) for it in self.boxes]
        laid += [(it.line, it.owner, it.refused) for it in self.backline]
        laid += [(it.line, it.player, it.refused) for it in self.banks]
        made = [line for line, owner, refused in laid if owner == player and refused is None]
        return made[-1] if made else self.line("game")

    def line(self, section: str) -> int:
        return self.lines.get(section, 1)
