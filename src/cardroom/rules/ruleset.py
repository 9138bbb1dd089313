"""A posted game: one frozen value that play, odds, signs, and buttons read."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping

import msgspec

from cardroom.cards import Deck
from cardroom.rules.banking import HOUSE_BANKING, Banking
from cardroom.rules.clauses import Clause
from cardroom.rules.fees import NO_FEES, Schedule
from cardroom.rules.limits import GamesPerHand, Limits
from cardroom.rules.meter import figures_of
from cardroom.rules.options import Value
from cardroom.rules.side_bet import MeterBet, SideBet
from cardroom.rules.spots import Spot
from cardroom.rules.steps import Step


class ShoeRule(msgspec.Struct, frozen=True):
    """How cards are dealt: a shoe with a cut card, a deck per round, or a continuous shuffler."""

    kind: str = "cut-card"
    burn: int = 1
    behind: int = 0
    """The number of cards behind the cut card."""


class Ruleset(msgspec.Struct, frozen=True):
    game: str
    title: str
    family: str
    house: str
    edition: str
    source: str
    options: Mapping[str, Value]
    """The value of every option."""
    changed: Mapping[str, Value]
    """The options that differ from the game's defaults."""
    deck: Deck
    shoe: ShoeRule
    policies: msgspec.Struct
    """What the house allows, as the family's own type."""
    procedure: tuple[Step, ...]
    spots: tuple[Spot, ...]
    """Of the side bets, too."""
    boxes: int
    limits: Limits = Limits()
    games_per_hand: GamesPerHand | None = None
    """None where the game has no limit of its own: players may bet on every spot."""
    boxes_each: int | None = None
    """How many boxes one player may bet on; None is any number."""
    banking: Banking = HOUSE_BANKING
    backline: tuple[str, ...] | None = None
    """The verbs that a bet behind another player's box may follow; None where none is offered."""
    fees: Schedule = NO_FEES
    side_bets: tuple[SideBet, ...] = ()
    wording: Mapping[str, str] = {}
    """What clauses say under these options, by id, where the options change it."""
    stored: bytes = b""
    """Its document: what a journal keeps of it."""
    digest: str = ""
    """Of the document; it is computed, not given."""

    def __post_init__(self) -> None:
        msgspec.structs.force_setattr(self, "digest", digest_of(self.stored))

    @property
    def deals_to_seats(self) -> bool:
        """Whether everybody who sits at the table is dealt in, and nobody bets before the deal."""
        return not any(spot.opens == "before-deal" for spot in self.spots)

    @property
    def house_banked(self) -> bool:
        """Whether players bet against the house, not against a player's bank or for a pot."""
        return self.banking.limit == "none" and not self.deals_to_seats

    @property
    def legal_limit(self) -> int | None:
        """The most that the law allows as a single wager, as the house posts it."""
        legal = self.options.get("legal_limit")
        return legal if isinstance(legal, int) else None

    @property
    def as_read(self) -> bool:
        """Whether the current readings hold; rounds of version 0.1 keep those of its time."""
        return self.options.get("readings") != "0.1"

    def spot(self, name: str) -> Spot | None:
        for spot in self.spots:
            if spot.name == name:
                return spot
        return None

    @property
    def insurance(self) -> Spot | None:
        """The bet on the bank's second card that is offered during the round."""
        for spot in self.spots:
            if spot.opens == "offered" and "bank-second" in spot.needs:
                return spot
        return None

    def side_bet(self, spot: str) -> SideBet | None:
        for bet in self.side_bets:
            if bet.name == spot:
                return bet
        return None

    @property
    def progressive(self) -> SideBet | None:
        """The side bet that is on a meter; a table is on one meter at most."""
        for bet in self.side_bets:
            if bet.meter:
                return bet
        return None

    @property
    def meter(self) -> MeterBet | None:
        bet = self.progressive
        return None if bet is None else bet.meter

    @property
    def meter_figures(self) -> tuple[str, ...]:
        """The figures that a round reads off the meter; none without a bet on one."""
        return () if self.meter is None else figures_of(self.meter.name)

    def worded(self, clause: Clause) -> Clause:
        """A clause as it reads under the posted options."""
        says = self.wording.get(clause.id)
        return clause if says is None else msgspec.structs.replace(clause, says=says)

    def limits_at(self, spot: Spot, table: Limits) -> Limits:
        """The spot's own limits, or the table's. Without its own maximum, a spot has the table's.

        A side bet may have a posted minimum (`bonus_min`) different from the main wager's.
        """
        own, bonus = spot.limits, self.options.get("bonus_min")
        if own is None and spot.needs_main and isinstance(bonus, int):
            return msgspec.structs.replace(table, least=bonus)
        if own is None:
            return table
        return own if own.most is not None else msgspec.structs.replace(own, most=table.most)

    def __hash__(self) -> int:
        return hash(self.digest)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Ruleset) and self.digest == other.digest


def digest_of(stored: bytes) -> str:
    return hashlib.sha256(stored).hexdigest()
