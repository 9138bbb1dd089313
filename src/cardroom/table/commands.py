"""The commands of a table. The journal stores them; a table is the fold of its commands."""

from __future__ import annotations

from typing import Final, Literal

import msgspec

from cardroom.cards import Card
from cardroom.events.shuffle import Contributor, OpenedContribution
from cardroom.play.inputs import RoundInput
from cardroom.rules.options import Value
from cardroom.table.office_commands import CloseTray as CloseTray
from cardroom.table.office_commands import CountBox as CountBox
from cardroom.table.office_commands import CreditTray as CreditTray
from cardroom.table.office_commands import DealerIn as DealerIn
from cardroom.table.office_commands import DealerOut as DealerOut
from cardroom.table.office_commands import FillTray as FillTray
from cardroom.table.office_commands import OfficeCommand
from cardroom.table.office_commands import OpenTray as OpenTray
from cardroom.table.office_commands import RuleOnRound as RuleOnRound
from cardroom.table.office_commands import Ruling as Ruling
from cardroom.table.office_commands import SignSlip as SignSlip
from cardroom.table.office_commands import VerifyJackpot as VerifyJackpot
from cardroom.table.office_commands import VoidSlip as VoidSlip

Dealing = Literal["automatic", "by-hand", "physical"]
"""The shoe deals by itself; a dealer clicks each step; a dealer enters cards from a real shoe."""
Help = Literal["none", "charts", "coach"]
"""The permitted help: nothing, strategy charts, or also a coach, who shows the value of each
option. Each level includes the one before it."""


Chips = Literal["house", "practice"]
"""Chips bought from a wallet and cashed into it; or chips that the table gives out, good at this
table only."""


class Command(
    msgspec.Struct, frozen=True, tag_field="command", omit_defaults=True, forbid_unknown_fields=True
):
    """A request, which may be refused."""


class OpenTable(Command, frozen=True, tag="open-table"):
    """Post a game: its options as users write them, over its defaults."""

    table: str
    game: str
    options: dict[str, Value] = {}
    house: str = ""
    dealing: Dealing = "automatic"
    title: str = ""
    edition: str = "1"
    meter: str = ""
    """The house's meter for this table's progressive bets; empty for a meter of its own."""
    help: Help = "none"
    chips: Chips = "house"


class SitDown(Command, frozen=True, tag="sit-down"):
    player: str
    seat: int


class LeaveSeat(Command, frozen=True, tag="leave-seat"):
    """All seats of the player; the stack stays until it is cashed."""

    player: str


class SitOut(Command, frozen=True, tag="sit-out"):
    """Keep the seat, but be dealt no hand in games that deal to seats."""

    player: str


class SitIn(Command, frozen=True, tag="sit-in"):
    player: str


class AnswerBlinds(Command, frozen=True, tag="answer-blinds"):
    """A player who joins late or missed blinds posts them, or waits for the big blind."""

    player: str
    how: Literal["post", "wait"]


class BuyIn(Command, frozen=True, tag="buy-in"):
    player: str
    amount: int


class CashOut(Command, frozen=True, tag="cash-out"):
    """None is all of the stack."""

    player: str
    amount: int | None = None


class PlaceBet(Command, frozen=True, tag="place-bet"):
    """`stake` is the total for the spot, replacing any earlier bet."""

    player: str
    box: int
    spot: str
    stake: int


class BackBet(Command, frozen=True, tag="back-bet"):
    """A bet behind another player's box, from a seat or from behind the rail.

    `follows` names the verbs (double, split) that it follows.
    """

    player: str
    box: int
    stake: int
    follows: tuple[str, ...] = ()


class WithdrawBet(Command, frozen=True, tag="withdraw-bet"):
    """One spot of a box, or all; a main wager takes its side bets along."""

    player: str
    box: int
    spot: str | None = None


class CloseBets(Command, frozen=True, tag="close-bets"):
    """No more bets: the round begins."""


class DealCard(Command, frozen=True, tag="deal-card"):
    """A dealer by hand takes the shoe's next card for the place that waits for one."""


class Play(Command, frozen=True, tag="play"):
    """An input of the round: an answer, a lapse, proceed, a figure, dice, a card that a dealer saw
    at a physical table, or an intervention."""

    input: RoundInput


SHOE_SECRETS: Final = ("order", "salts", "dice")
"""Fields of the commands that bring a shuffle: for surveillance only, and never in an event."""


class CommitShoe(Command, frozen=True, tag="commit-shoe"):
    """The house has shuffled and commits to its order before players contribute to it."""

    order: tuple[Card, ...]
    root: str
    """Commits to the order, in hex."""
    salts: bytes
    """One after the other, in the order of the cards."""
    dice: bytes
    """The secret that dice thrown with this shoe come from."""


class CloseContributions(Command, frozen=True, tag="close-contributions"):
    """Close the contributions: none can be added or taken back."""

    contributors: tuple[Contributor, ...] = ()
    squarings: int = 0


class LoadShoe(Command, frozen=True, tag="load-shoe"):
    """Shuffled cards; a physical shoe has no `order` and no `salts`. `root` commits to them, in
    hex, and is published before the first card; a table for practice may do without. Where the
    house has committed to an order before, that order is loaded, mixed with what the players
    contributed: `opened`."""

    order: tuple[Card, ...] = ()
    root: str = ""
    salts: bytes = b""
    """One after the other, in the order of the cards."""
    opened: tuple[OpenedContribution, ...] = ()
    seed: str = ""
    """Only in a journal from which the name of a contributor was erased: what the contributions and
    the names made, in hex."""


class ShowCutCard(Command, frozen=True, tag="show-cut-card"):
    """The dealer of a physical shoe saw the cut card."""


class ReplaceCards(Command, frozen=True, tag="replace-cards"):
    """The damaged cards of the last round have been replaced."""


class EndRound(Command, frozen=True, tag="end-round"):
    """Collect the cards of a finished round, and open the bets."""


class ChangeRules(Command, frozen=True, tag="change-rules"):
    """Post another game after this many more rounds; 0 needs an empty layout between rounds."""

    game: str
    options: dict[str, Value] = {}
    house: str = ""
    rounds: int = 1
    edition: str = "1"
    not_before: int = 0
    """Unix time in seconds; with it, the change also waits for that time."""


class PostNoticed(Command, frozen=True, tag="post-noticed"):
    """The house's clock has reached the time of a notice: its rules are posted."""

    at: int
    """Unix time in seconds."""


class PostLimits(Command, frozen=True, tag="post-limits"):
    """Change the limits, between rounds."""

    least: int
    most: int | None = None


class NoteFigure(Command, frozen=True, tag="note-figure"):
    """A fact for the next round from outside: half hours that have passed, a missed blind."""

    name: str
    value: int


class NoteTime(Command, frozen=True, tag="note-time"):
    """The house's clock, for time collection: half hours since the epoch."""

    half_hour: int


class NoteCompany(Command, frozen=True, tag="note-company"):
    """The floor notes the proposition company that a player banks for, and the player's badge;
    "" is none."""

    player: str
    company: str = ""
    badge: str = ""


class ChangeDealing(Command, frozen=True, tag="change-dealing"):
    dealing: Dealing


class PermitHelp(Command, frozen=True, tag="permit-help"):
    """The help permitted from the next round on."""

    help: Help


class PostBank(Command, frozen=True, tag="post-bank"):
    """Accept the bank and post its amount."""

    player: str
    amount: int


class DeclineBank(Command, frozen=True, tag="decline-bank"):
    player: str


class AskSetup(Command, frozen=True, tag="ask-setup"):
    """A player asks for a new set-up of cards before the next round."""

    player: str


class Pause(Command, frozen=True, tag="pause"):
    why: str


class Resume(Command, frozen=True, tag="resume"):
    pass


class SetAside(Command, frozen=True, tag="set-aside"):
    """The house stops a table whose recorded facts this version would decide differently."""

    at: int
    """The entry in question."""
    why: str


class CloseTable(Command, frozen=True, tag="close-table"):
    """For good, when the round is cleared and the chips are cashed; its meter is notified."""


TableCommand = (
    OpenTable
    | SitDown
    | LeaveSeat
    | SitOut
    | SitIn
    | AnswerBlinds
    | BuyIn
    | CashOut
    | PlaceBet
    | BackBet
    | WithdrawBet
    | CloseBets
    | DealCard
    | Play
    | CommitShoe
    | CloseContributions
    | LoadShoe
    | ShowCutCard
    | ReplaceCards
    | EndRound
    | ChangeRules
    | PostNoticed
    | PostLimits
    | NoteFigure
    | NoteTime
    | NoteCompany
    | ChangeDealing
    | PermitHelp
    | PostBank
    | DeclineBank
    | AskSetup
    | Pause
    | Resume
    | CloseTable
    | SetAside
    | OfficeCommand
)
