"""What every `--json` prints, as types; `cardroom schema COMMAND` makes a JSON Schema of them.

Most documents are values that their command prints as they are. The others are made by the command
from several values, and are described here. A test compares what commands print with all of them.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

import msgspec
from msgspec import UNSET, UnsetType

from cardroom.analysis.bank.documents import BankReport
from cardroom.analysis.counting.documents import CountingResult, Protection
from cardroom.analysis.documents import ChartStrategy, GameOdds, LowestHandStrategy
from cardroom.analysis.hands_documents import GameHands
from cardroom.analysis.house_check import HouseCheck
from cardroom.analysis.pai_gow.documents import HandSet, SettingValues, WayMistakes
from cardroom.analysis.poker.equity import PotShares
from cardroom.analysis.rng.battery import BatteryVerdict
from cardroom.analysis.rng.finding import RngFinding
from cardroom.analysis.session_documents import Session
from cardroom.analysis.variation_documents import Variations
from cardroom.cli.rule_document import RulePage
from cardroom.histories.check import HistoriesCheck
from cardroom.replay import families
from cardroom.replay.shuffle_audit import TableVerdict
from cardroom.school.progress import Standing
from cardroom.service.doctor import Diagnosis
from cardroom.store.audit import AuditReport
from cardroom.submission.changes import Change
from cardroom.table.replay import Difference

EventDocument = dict[str, Any]
"""An event as the journal stores it: its name is under "event"."""


class ExplainedRound(msgspec.Struct, frozen=True):
    game: str
    digest: str
    seed: int
    round: int
    net: list[float]
    """[box] in wagers, or in cents where all is money."""
    events: list[EventDocument]
    shoe: int | UnsetType = UNSET
    play: str | UnsetType = UNSET
    bets: list[dict[str, float]] | UnsetType = UNSET
    """[box] what its side bets brought, in their stakes."""


class ListedGame(msgspec.Struct, frozen=True):
    game: str
    title: str
    source: str
    options: int
    clauses: int
    houses: list[str]


class Proposed(msgspec.Struct, frozen=True):
    pays: dict[str, str]
    edge: str
    hit_frequency: str
    deviation: float


class DealtHand(msgspec.Struct, frozen=True):
    box: int
    hand: int
    part: str
    """The front or the back of a hand that was set; of any other hand, nothing."""
    player: str
    cards: str
    label: str


class SettledBet(msgspec.Struct, frozen=True):
    """Amounts are dollars, as text."""

    box: int
    spot: str
    owner: str
    stake: str
    action: str
    result: str
    net: str
    paid: str
    taken: str
    returned: str
    hand: str
    row: str
    clause: str
    cite: str
    says: str


class RefusedLine(msgspec.Struct, frozen=True):
    line: int
    what: str
    clause: str
    cite: str
    says: str
    why: str


class Problem(msgspec.Struct, frozen=True):
    line: int
    text: str


class PlayDocument(msgspec.Struct, frozen=True):
    """One scenario. What a game does not have is left out."""

    file: str
    game: str
    house: str
    digest: str
    options: dict[str, str]
    cites: list[str]
    hands: list[DealtHand]
    settled: list[SettledBet]
    void: bool
    refused: list[RefusedLine]
    expected: int
    problems: list[Problem]
    events: list[EventDocument]
    net: dict[str, str] | UnsetType = UNSET
    bets: dict[str, dict[str, str]] | UnsetType = UNSET
    action: dict[str, Any] | UnsetType = UNSET
    by: dict[str, Any] | UnsetType = UNSET
    rows: dict[str, Any] | UnsetType = UNSET
    order: str | UnsetType = UNSET
    bank: str | UnsetType = UNSET
    fees: dict[str, str] | str | UnsetType = UNSET
    collection: str | UnsetType = UNSET
    dealer: str | UnsetType = UNSET
    face_up: str | UnsetType = UNSET
    earned_buttons: str | UnsetType = msgspec.field(name="envy_buttons", default=UNSET)
    turned: str | UnsetType = UNSET
    stacks: dict[str, str] | UnsetType = UNSET
    misdeal: bool | UnsetType = UNSET


class SettledFiles(msgspec.Struct, frozen=True):
    files: int
    as_expected: int
    not_as_expected: int
    not_played: int


class SettledFolder(msgspec.Struct, frozen=True):
    rounds: list[PlayDocument]
    summary: SettledFiles


class RngDocument(msgspec.Struct, frozen=True):
    source: str
    shuffles: int
    made: str
    findings: list[RngFinding]
    verdict: BatteryVerdict
    accepted: bool
    version: str


class ReplayedJournal(msgspec.Struct, frozen=True):
    journal: str
    commands: int
    rounds: int
    differences: list[Difference]
    imbalances: list[str]


class RoundLine(msgspec.Struct, frozen=True):
    """Amounts are cents."""

    round: str
    at: str
    hash: str
    net: dict[str, int]
    bank: int
    banker: str
    results: dict[str, int]
    fees: dict[str, int]
    void: bool


class RoundStep(msgspec.Struct, frozen=True):
    seq: int
    at: str
    hash: str
    actor: dict[str, Any] | UnsetType = UNSET
    command: Any = UNSET
    events: list[EventDocument] | UnsetType = UNSET
    ruling: dict[str, Any] | UnsetType = UNSET


class StatementRow(msgspec.Struct, frozen=True):
    """Amounts are cents; the last row is the sum."""

    day: str
    table: str
    player: str
    drop: int
    cashed: int
    action: int
    paid: int
    taken: int
    win: int
    fees: int
    banked: int
    net: int
    hold: str | None
    ruled: int | UnsetType = UNSET


class MeterWon(msgspec.Struct, frozen=True):
    table: str
    round: int
    bet: int
    row: str
    cents: int


class MeterHeld(msgspec.Struct, frozen=True):
    """Amounts are cents, with fractions."""

    meter: str
    amount: str
    reserve: str
    tables: list[str]
    wins: list[MeterWon]


class MeterChange(msgspec.Struct, frozen=True):
    day: str
    table: str
    round: int
    bet: int
    account: str
    what: str
    why: str
    change: str
    before: str
    balance: str


class MeterDocument(MeterHeld, frozen=True, kw_only=True):
    lines: list[MeterChange]
    sums: dict[str, dict[str, str]]
    agrees: bool


class AccountsDocument(msgspec.Struct, frozen=True):
    accounts: list[dict[str, Any]]
    proposals: list[dict[str, Any]]
    faults: list[dict[str, Any]]


class FairTables(msgspec.Struct, frozen=True):
    tables: list[TableVerdict]
    suspicious: list[str]
    faults: list[str]


class DisputeDocument(msgspec.Struct, frozen=True):
    """Amounts are cents."""

    before: dict[str, int]
    changes: dict[str, int]
    command: dict[str, Any]


class ListedDrill(msgspec.Struct, frozen=True):
    name: str
    title: str
    game: str
    audience: str
    asks: list[str]
    levels: list[str]


class AskedQuestion(msgspec.Struct, frozen=True):
    """With --answers, the key is there too."""

    drill: str
    game: str
    digest: str
    level: str
    seed: int
    number: int
    question: str
    scene: dict[str, Any]
    write: str
    answer: str | UnsetType = UNSET
    clauses: list[str] | UnsetType = UNSET
    working: list[str] | UnsetType = UNSET


class VerifiedJournal(AuditReport, frozen=True, kw_only=True):
    journal: str


JsonCell = str | int | float | None
OfficeReport = dict[str, str | list[str | dict[str, JsonCell]]]
"""A title, a note, remarks, and one list of rows per table; amounts are cents."""

DOCUMENTS: Final[dict[str, tuple[Any, ...] | Callable[[], tuple[Any, ...]]]] = {
    "audit accounts": (AccountsDocument,),
    "audit fairness": (FairTables,),
    "audit meter": (MeterDocument, list[MeterHeld]),
    "audit replay": (ReplayedJournal,),
    "audit rounds": (list[RoundLine],),
    "audit show": (list[RoundStep],),
    "audit statement": (list[StatementRow],),
    "audit verify": (VerifiedJournal,),
    "bank": (BankReport,),
    "check": (HouseCheck,),
    "compare": (dict[str, GameOdds],),
    "count": (CountingResult,),
    "design": (list[Proposed],),
    "doctor": (list[Diagnosis],),
    "equity": (PotShares,),
    "explain": (ExplainedRound,),
    "games": (list[ListedGame],),
    "hands": (GameHands,),
    "histories check": (HistoriesCheck,),
    "house-way": (WayMistakes,),
    "odds": (GameOdds,),
    "office bank": (OfficeReport,),
    "office daily": (OfficeReport,),
    "office dispute": (DisputeDocument,),
    "office incidents": (OfficeReport,),
    "office jackpots": (OfficeReport,),
    "office meters": (OfficeReport,),
    "office rotation": (OfficeReport,),
    "office statement": (OfficeReport,),
    "protect": (Protection, dict[str, Protection]),
    "rng-report": (RngDocument,),
    "rules": (RulePage,),
    "school list": (list[ListedDrill],),
    "school paper": (list[AskedQuestion],),
    "school progress": (dict[str, list[Standing]],),
    "session": (Session,),
    "set-hand": (list[HandSet], SettingValues),
    "settle": (PlayDocument, SettledFolder),
    "simulate": families.reports,
    "strategy": (ChartStrategy, LowestHandStrategy),
    "submit": (list[Change],),
    "variations": (Variations,),
}
"""By command; several types where it depends on the arguments, and a function where it depends on
the families that are installed."""


def types_of(command: str) -> tuple[Any, ...]:
    """The types of what a command prints."""
    found = DOCUMENTS[command]
    return found if isinstance(found, tuple) else found()
