"""Events of a table outside its rounds, of the cashier, and of meters.

All of them are public at the table; no event contains the order of a shoe.
"""

from __future__ import annotations

from cardroom.events import Event, RoundEvent
from cardroom.events.meter import AwardPaid as AwardPaid
from cardroom.events.meter import MeterAgreed as MeterAgreed
from cardroom.events.meter import MeterChangeApproved as MeterChangeApproved
from cardroom.events.meter import MeterChanged as MeterChanged
from cardroom.events.meter import MeterChangePrepared as MeterChangePrepared
from cardroom.events.meter import MeterChangeVoided as MeterChangeVoided
from cardroom.events.meter import MeterFed as MeterFed
from cardroom.events.meter import MeterPaid as MeterPaid
from cardroom.events.meter import MeterReceived as MeterReceived
from cardroom.events.meter import MeterRetired as MeterRetired
from cardroom.events.meter import MeterReversed as MeterReversed
from cardroom.events.meter import MeterSeeded as MeterSeeded
from cardroom.events.meter import ReserveMoved as ReserveMoved
from cardroom.events.office import (
    BoxCounted,
    DealerCame,
    DealerLeft,
    JackpotVerified,
    OwnLimitsSet,
    PlayerExcluded,
    PlayerReadmitted,
    RulingMade,
    SlipPrepared,
    SlipVoided,
    TrayClosed,
    TrayCredited,
    TrayFilled,
    TrayOpened,
)
from cardroom.events.shuffle import ContributionsClosed, DiceOpened, ShoeCommitted, ShoeLoaded


class TableOpened(Event, frozen=True, tag="table-opened"):
    """`rules` is the digest of the posted game's document."""

    table: str
    game: str
    rules: str
    dealing: str = "automatic"
    house: str = ""
    title: str = ""
    meter: str = ""
    """The house's meter, if the table shares one."""
    help: str = "none"
    """The help that players get: none, charts, or coach."""
    chips: str = "house"
    """house, or practice: chips that are good at this table only."""


class RulesNoticed(Event, frozen=True, tag="rules-noticed"):
    """Another game, or other options, will be posted after round `after`."""

    game: str
    rules: str
    after: int
    not_before: int = 0
    """Unix time in seconds; 0 if rounds alone decide."""


class RulesPosted(Event, frozen=True, tag="rules-posted"):
    game: str
    rules: str


class LimitsPosted(Event, frozen=True, tag="limits-posted"):
    least: int
    most: int | None = None


class DealingChanged(Event, frozen=True, tag="dealing-changed"):
    dealing: str


class HelpPermitted(Event, frozen=True, tag="help-permitted"):
    """none, charts or coach."""

    help: str


class PlayerSat(Event, frozen=True, tag="player-sat"):
    player: str
    seat: int


class SeatLeft(Event, frozen=True, tag="seat-left"):
    player: str
    seat: int


class PlayerAway(Event, frozen=True, tag="player-away"):
    player: str


class PlayerBack(Event, frozen=True, tag="player-back"):
    player: str


class BlindsAnswered(Event, frozen=True, tag="blinds-answered"):
    """`post` or `wait`: the answer of a player who joins late or missed blinds."""

    player: str
    how: str


class FigureNoted(Event, frozen=True, tag="figure-noted"):
    """A fact from outside for the next round."""

    name: str
    value: int


class TimeNoted(Event, frozen=True, tag="time-noted"):
    """A half hour has ended by the house's clock, and these players owe for it."""

    half_hour: int
    """Half hours since the epoch; times 1,800 gives the second when it began."""
    owing: tuple[str, ...] = ()


class ChipsBought(Event, frozen=True, tag="chips-bought"):
    """Money from a wallet became chips; `stack` is what the player now has at the table."""

    player: str
    amount: int
    stack: int
    practice: bool = False
    """The table handed the chips out; no wallet paid for them."""


class ChipsCashed(Event, frozen=True, tag="chips-cashed"):
    player: str
    amount: int
    stack: int
    practice: bool = False
    """The table took practice chips back; no wallet was paid."""


class ChipsReturned(Event, frozen=True, tag="chips-returned"):
    """Wagers, bank and collection of a round that a table set aside cannot finish."""

    player: str
    staked: int
    banked: int
    fees: int
    stack: int


class WagerLaid(Event, frozen=True, tag="wager-laid"):
    """Chips on a spot while bets are open; a second bet on the spot replaces the first.

    The money stays the player's until "no more bets"."""

    player: str
    box: int
    spot: str
    stake: int
    backline: bool = False


class WagerWithdrawn(Event, frozen=True, tag="wager-withdrawn"):
    player: str
    box: int
    spot: str
    stake: int
    backline: bool = False


class RoundBegan(Event, frozen=True, tag="round-began"):
    round: int
    rules: str
    shoe: int
    rounds_since_shuffle: int = 0


class RoundCleared(Event, frozen=True, tag="round-cleared"):
    """The cards are in the discard rack, the chips in the stacks, and bets are open again."""

    round: int


class CutCardOut(Event, frozen=True, tag="cut-card-out"):
    """The round is finished first; then all cards are shuffled."""


class ShuffleDue(Event, frozen=True, tag="shuffle-due"):
    why: str


class ShoeRanOut(Event, frozen=True, tag="shoe-ran-out"):
    """The shoe ran out in mid-round; the discards must be shuffled."""

    discards: int


class CardReplacement(Event, frozen=True, tag="card-replacement"):
    """Damaged cards must be replaced before the next round; or (`done`) they have been."""

    cards: int
    done: bool = False


class BetReturned(Event, frozen=True, tag="bet-returned"):
    """A bet that came too late was no bet, by this clause: it went back to its owner at once."""

    player: str
    box: int
    spot: str
    stake: int
    clause: str


class DealingStopped(Event, frozen=True, tag="dealing-stopped"):
    """Automatic dealing cannot continue; dealer or floor staff must act."""

    clause: str
    why: str


class TablePaused(Event, frozen=True, tag="table-paused"):
    why: str


class TableResumed(Event, frozen=True, tag="table-resumed"):
    pass


class TableSetAside(Event, frozen=True, tag="table-set-aside"):
    table: str
    at: int
    why: str


class TableClosed(Event, frozen=True, tag="table-closed"):
    table: str


class BankOffered(Event, frozen=True, tag="bank-offered"):
    player: str
    box: int


class CompanyNoted(Event, frozen=True, tag="company-noted"):
    """A player banks for a proposition company; "" is none."""

    player: str
    company: str = ""
    badge: str = ""


class BankAccepted(Event, frozen=True, tag="bank-accepted"):
    player: str
    box: int
    amount: int


class BankDeclined(Event, frozen=True, tag="bank-declined"):
    player: str


class GameBroken(Event, frozen=True, tag="game-broken"):
    """Nobody who may bank accepts; the game waits."""


class FreeCollectionReturned(Event, frozen=True, tag="free-collection-returned"):
    """A free collection button expired after its round; `waived` is what it covered."""

    owner: str
    bracket: str
    waived: int = 0


class MoneyDeposited(Event, frozen=True, tag="money-deposited"):
    """Money went into a wallet; `table` is where it came from, if it was chips."""

    player: str
    amount: int
    wallet: int
    table: str = ""


class MoneyWithdrawn(Event, frozen=True, tag="money-withdrawn"):
    """Money left a wallet; `table` is where it goes, if it becomes chips."""

    player: str
    amount: int
    wallet: int
    table: str = ""


TableEvent = (
    RoundEvent
    | TableOpened
    | RulesNoticed
    | RulesPosted
    | LimitsPosted
    | DealingChanged
    | HelpPermitted
    | PlayerSat
    | SeatLeft
    | PlayerAway
    | PlayerBack
    | BlindsAnswered
    | FigureNoted
    | TimeNoted
    | ChipsBought
    | ChipsCashed
    | ChipsReturned
    | WagerLaid
    | WagerWithdrawn
    | RoundBegan
    | RoundCleared
    | ShoeCommitted
    | ContributionsClosed
    | ShoeLoaded
    | DiceOpened
    | CutCardOut
    | ShuffleDue
    | ShoeRanOut
    | CardReplacement
    | BetReturned
    | DealingStopped
    | TablePaused
    | TableResumed
    | TableClosed
    | TableSetAside
    | BankOffered
    | BankAccepted
    | CompanyNoted
    | BankDeclined
    | GameBroken
    | FreeCollectionReturned
    | MoneyDeposited
    | MoneyWithdrawn
    | MeterAgreed
    | MeterSeeded
    | MeterFed
    | MeterPaid
    | AwardPaid
    | ReserveMoved
    | MeterReversed
    | MeterChangePrepared
    | MeterChangeApproved
    | MeterChangeVoided
    | MeterChanged
    | MeterRetired
    | MeterReceived
    | SlipPrepared
    | SlipVoided
    | TrayOpened
    | TrayFilled
    | TrayCredited
    | TrayClosed
    | BoxCounted
    | DealerCame
    | DealerLeft
    | RulingMade
    | JackpotVerified
    | PlayerExcluded
    | OwnLimitsSet
    | PlayerReadmitted
)
