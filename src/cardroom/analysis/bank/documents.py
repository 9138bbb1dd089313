"""The odds of banking as values, for screens and programs; money in cents.

A field that a family does not fill is left out of what is written.
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from typing import Any, Literal

import msgspec
from msgspec import UNSET, UnsetType

Exactness = Literal["exact", "at-least"]


class CollectionRow(msgspec.Struct, frozen=True):
    """A row of the collection, at the least amount and at the most it applies to."""

    bracket: str
    fee: int
    least: int
    most: int | None
    share: Mapping[str, float]
    edge_and_fee: Mapping[str, float]


class CollectionCost(msgspec.Struct, frozen=True):
    basis: str
    spots: tuple[str, ...]
    edge: float
    """Of the main wager, before any collection."""
    player: tuple[CollectionRow, ...]
    bank: tuple[CollectionRow, ...]
    free_button: str


class WagerPayment(msgspec.Struct, frozen=True):
    net: int
    chance: float


class InformedPlay(msgspec.Struct, frozen=True):
    """The best play if the player knows how much the bank covers; the edge is the bank's."""

    edge: float
    edge_error: float
    exact: str | None
    changed: float
    """How often the first decision differs from the usual one."""
    bound: Exactness
    """Whether this is the best play there is, or a play at least as good as the usual one."""


class WagerAgainstBank(msgspec.Struct, frozen=True):
    """One wager against a bank that posts an amount; None is a bank that covers everything."""

    posted: int | None
    edge: float
    edge_error: float
    covered: str | UnsetType = UNSET
    """The part of the wager that has action, where it is the same whatever the result."""
    net: float | UnsetType = UNSET
    error: float | UnsetType = UNSET
    exact: str | UnsetType | None = UNSET
    parts: Mapping[str, str] | UnsetType = UNSET
    """The edge by spot, as fractions."""
    payments: tuple[WagerPayment, ...] | UnsetType = UNSET
    knowing: InformedPlay | UnsetType = UNSET


class OneWager(msgspec.Struct, frozen=True):
    """The first seat's wager, alone against banks of several amounts, the ample one first."""

    stake: int
    bonus: int
    banks: tuple[WagerAgainstBank, ...]
    same_setting: bool | UnsetType = UNSET
    """Whether a part of the wager is only a smaller wager, so that the same play is best."""

    def change(self, bank: WagerAgainstBank) -> float:
        """Of the bank's edge, against the ample bank."""
        return bank.edge - self.banks[0].edge


class BonusPayRow(msgspec.Struct, frozen=True):
    """A row of a bonus bet's pay table."""

    pays: float
    """To one."""
    chance: float
    needs: int
    """What the bank must have left to pay it in full."""
    edge: float
    """The bank's, with just that much left."""
    exact: str

    @property
    def one_in(self) -> float:
        """The average number of rounds per occurrence."""
        return 1 / self.chance


class BonusBet(msgspec.Struct, frozen=True):
    """A bonus bet by itself against what is left of a bank."""

    spot: str
    title: str
    stake: int
    edge: float
    """With everything left."""
    exact: str
    rows: tuple[BonusPayRow, ...]

    @property
    def free(self) -> bool:
        """Whether it never loses: another bet earns it, and it costs nothing of its own."""
        return math.isclose(-self.edge, sum(row.pays * row.chance for row in self.rows))


class WagerAtTable(msgspec.Struct, frozen=True):
    """A wager of a seat at the table; its edge is a share of the seat's main wager."""

    spot: str
    stake: int
    net: float
    error: float
    edge: float
    edge_error: float
    action: float
    full_action: float
    no_action: float
    paid: float


class SeatAtTable(msgspec.Struct, frozen=True):
    """A seat with all its wagers, or a bet behind one."""

    seat: int
    behind: bool
    wager: int
    net: float
    error: float
    edge: float
    edge_error: float
    action: float
    full_action: float
    no_action: float
    paid: float
    round_without_action: float
    collection: int
    collection_after_buttons: float
    cost: float
    """Edge and collection, as a share of the main wager."""
    wagers: tuple[WagerAtTable, ...]

    @property
    def collection_share(self) -> float:
        """The collection after free buttons, as a share of the main wager."""
        return self.collection_after_buttons / self.wager


class RuinWithin(msgspec.Struct, frozen=True):
    """The chance of ruin within a number of rounds, or why it is not computed."""

    rounds: int
    chance: float | UnsetType = UNSET
    diffusion: float | UnsetType = UNSET
    """The same by the diffusion approximation."""
    not_computed: str | UnsetType = msgspec.field(default=UNSET, name="not_reckoned")


class RuinForever(msgspec.Struct, frozen=True):
    chance: float | UnsetType = UNSET
    error: float | UnsetType = UNSET
    diffusion: float | UnsetType = UNSET
    not_computed: str | UnsetType = msgspec.field(default=UNSET, name="not_reckoned")


class RiskBankroll(msgspec.Struct, frozen=True):
    """The least bankroll with which the risk of ruin is no higher."""

    risk: float
    bankroll: int


class Ruin(msgspec.Struct, frozen=True):
    needed: int
    """What the bank must have to begin a round."""
    within: tuple[RuinWithin, ...]
    forever: RuinForever
    bankrolls: tuple[RiskBankroll, ...]


class BankQuantile(msgspec.Struct, frozen=True):
    share: float
    """Of all sessions, those that end no better than this."""
    result: int


class BankSession(msgspec.Struct, frozen=True):
    """A number of rounds of the same bank, after its collections."""

    rounds: int
    mean: float
    deviation: float
    ahead: float
    """The chance to end better than it began."""
    quantiles: tuple[BankQuantile, ...]


class BankResult(msgspec.Struct, frozen=True):
    """A bank that posts an amount against the whole table; None covers everything."""

    posted: int | None
    net: float
    error: float
    collection: int
    value: float
    """What it wins after its collection."""
    deviation: float
    seats: tuple[SeatAtTable, ...]
    ruin: Ruin | UnsetType = UNSET
    sessions: tuple[BankSession, ...] = ()
    """For the numbers of rounds that were asked for, as far as they can be added up."""


class BackedSeat(msgspec.Struct, frozen=True):
    seat: int
    wager: int
    follows: tuple[str, ...]


class BankReport(msgspec.Struct, frozen=True):
    game: str
    title: str
    house: str
    edition: str
    options: Mapping[str, Any]
    digest: str
    decks: int
    shoe: None
    edge_of: str
    banking: Mapping[str, str]
    wagers: tuple[Mapping[str, int], ...]
    backline: tuple[BackedSeat, ...]
    insured: tuple[int, ...]
    action: int
    answers_for: str
    collection: CollectionCost
    one_wager: OneWager
    bonus_bets: tuple[BonusBet, ...]
    banks: tuple[BankResult, ...]
    deals: int
    seed: int
    play: str
    bankroll: int
    ample_is_exact: bool
    assumptions: tuple[str, ...]

    def value_share(self, bank: BankResult) -> float:
        """What a bank wins after its collection, as a share of all wagers."""
        return bank.value / self.action
