"""Odds, strategies and prices of a posted game as values: text, JSON and paper all read these.

The names and the order of the fields are those of `--json`.
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from fractions import Fraction
from typing import Any, Final, Literal, TypeVar

import msgspec

from cardroom.analysis.meter_documents import ProgressiveOdds as ProgressiveOdds
from cardroom.analysis.shoe_documents import ShoeEdges
from cardroom.cards import Card
from cardroom.rules.options import Value
from cardroom.rules.ruleset import Ruleset

Kind = TypeVar("Kind")
RankCounts = tuple[int, ...] | None
"""How many cards of each rank there are, as `--shoe` is written; None is the posted decks."""


EDGE_NAMES: Final = {"house": "house edge", "bank": "bank's edge"}


class GameDocument(msgspec.Struct, frozen=True):
    """The posted game that a document is about."""

    game: str
    title: str
    house: str
    edition: str
    options: Mapping[str, Value]
    """Those that differ from the game's defaults."""
    digest: str
    decks: int
    shoe: RankCounts
    edge_of: Literal["house", "bank"]
    """Whose edge it is."""

    @property
    def edge_name(self) -> str:
        """The edge as people read it."""
        return EDGE_NAMES[self.edge_of]


def game_fields(rules: Ruleset, shoe: RankCounts = None) -> dict[str, Any]:
    """The fields of `GameDocument`."""
    return {
        "game": rules.game,
        "title": rules.title,
        "house": rules.house,
        "edition": rules.edition,
        "options": dict(rules.changed),
        "digest": rules.digest,
        "decks": rules.deck.packs,
        "shoe": shoe,
        "edge_of": edge_of(rules),
    }


def edge_of(rules: Ruleset) -> Literal["house", "bank"]:
    """Whose edge it is: the house's where it banks the game."""
    return "house" if rules.banking.limit == "none" else "bank"


# --- odds ---------------------------------------------------------------------------------------


class Payment(msgspec.Struct, frozen=True):
    """A possible result of a round, per unit of the first wager, and its probability."""

    net: Fraction
    chance: float
    exact: Fraction | None = None
    """The chance as a fraction, where the method gives one."""

    @property
    def one_in(self) -> float:
        """The average number of rounds per occurrence."""
        return 1 / self.chance


class WagerOdds(msgspec.Struct, frozen=True, omit_defaults=True):
    """One wager. None is a figure that the method cannot give; `missing` says why."""

    spot: str
    title: str
    edge: float
    """Against the player, per unit of the first wager."""
    exact: Fraction | None
    """The edge as a fraction, where it is one."""
    deviation: float | None
    """The standard deviation."""
    hit_frequency: float | None
    """How often the player wins something."""
    push_frequency: float | None
    wagered: float
    """The mean of all wagers of a round, doubles and splits included."""
    element_of_risk: float
    """The edge per unit wagered."""
    payments: tuple[Payment, ...]
    """Of rounds without a split."""
    split_frequency: float
    method: str
    assumptions: tuple[str, ...]
    missing: str
    deviation_method: Literal["exact", "simulated"] | None = None
    """None for a custom shoe, from which nothing is simulated."""
    deviation_error: float | None = None
    """The standard error of a simulated deviation."""
    simulated_rounds: int | None = None
    """Rounds dealt for the frequencies, and for the deviation unless that is exact."""
    edge_error: float | None = None
    """The standard error of the edge, where some rounds had to be dealt."""
    results: tuple[Payment, ...] = ()
    """Every result of a round, split hands included, where only counting gives them."""

    @property
    def deviation_simulated(self) -> bool:
        return self.deviation_method == "simulated"

    @property
    def frequencies_simulated(self) -> bool:
        return self.simulated_rounds is not None or self.deviation_simulated

    @property
    def edge_simulated(self) -> bool:
        return self.edge_error is not None or self.method.startswith("simulated")

    @property
    def edge_shares(self) -> tuple[tuple[Payment, float], ...]:
        """The payments, best first, each with its share of the edge."""
        ranked = sorted(self.payments, key=lambda payment: -payment.net)
        return tuple((payment, float(-payment.net) * payment.chance) for payment in ranked)

    @property
    def total_chance(self) -> float:
        """The sum over all results: 1, except for rounding."""
        return sum(payment.chance for payment in self.payments) + self.split_frequency

    @property
    def split_edge_share(self) -> float:
        """The part of the edge that comes from rounds with a split."""
        return self.edge - sum(share for _, share in self.edge_shares)


class PairedBet(msgspec.Struct, frozen=True):
    """A bet in the same rounds as a wager of one unit."""

    spot: str
    title: str
    stake: float
    """What is staked on it in the sum, per unit of the wager."""
    covariance: float
    """Of a unit on each, over all rounds, whether the bet can be made in them or not."""
    deviation: float
    """Of a unit on the bet, over all rounds."""
    assumption: str
    correlation: float | None = None
    """None where the deviation of the wager is not known."""
    sum_deviation: float | None = None
    """Of wager and bet together."""
    error: float | None = None
    """The standard error of a simulated covariance; None where it is exact."""

    def with_wager(self, wager_deviation: float | None) -> PairedBet:
        """The same, with the figures that follow from the wager's standard deviation."""
        if wager_deviation is None:
            return self
        product = wager_deviation * self.deviation
        square = wager_deviation**2 + (self.stake * self.deviation) ** 2
        square += 2 * self.stake * self.covariance
        return msgspec.structs.replace(
            self,
            correlation=self.covariance / product if product else 0.0,
            sum_deviation=math.sqrt(max(0.0, square)),
        )


class BetPair(msgspec.Struct, frozen=True, omit_defaults=True):
    """Two side bets of one box, a unit on each, over all rounds."""

    spots: tuple[str, str]
    titles: tuple[str, str]
    covariance: float
    correlation: float
    method: Literal["exact", "simulated"]
    error: float | None = None
    """The standard error of a simulated covariance."""


class SplitPlay(msgspec.Struct, frozen=True):
    """The edge for each way of playing split hands."""

    edge: float
    play: str


class Unpriced(msgspec.Struct, frozen=True):
    title: str
    why: str


class GameOdds(GameDocument, frozen=True):
    """Every wager of a posted game."""

    wagers: tuple[WagerOdds, ...]
    paired: tuple[PairedBet, ...] = msgspec.field(name="together")
    progressive: ProgressiveOdds | None
    after_split: tuple[SplitPlay, ...]
    """As it was computed, and other ways."""
    truncation: int | float
    """The most that cutting off unlimited splits can change, in wagers."""
    unpriced: tuple[Unpriced, ...] = msgspec.field(name="not_reckoned")
    stake: int | None = None
    """The wager in cents that payouts are rounded for; None where every figure is exact."""
    paid: str = ""
    """The stake and the rounding in words; "" where every figure is exact."""
    real_shoe: ShoeEdges | None = None
    """None where it was not asked for, or where the family has no such figure."""
    pairs: tuple[BetPair, ...] = ()
    """The side bets with each other."""


# --- strategy -----------------------------------------------------------------------------------

ChartBlock = Mapping[str, tuple[str, ...]]
"""One code for each up card, by row."""
BLOCKS: Final = ("hard", "soft", "pair", "aces", "doubled", "first")


class StrategyChart(msgspec.Struct, frozen=True, omit_defaults=True):
    """A printed strategy; `twentyone.chart.CODES` says what the codes of 21 games mean.

    Blocks: hard and soft totals, pairs, then those that few games need: split aces that may be
    given up but draw no card, totals of doubled hands that may be given up, and Max Bets on the
    first card. Families other than 21 have blocks of their own.
    """

    ups: tuple[str, ...]
    even_money: bool
    """Whether a natural is settled at even money where that is offered."""
    hard: ChartBlock
    soft: ChartBlock
    pair: ChartBlock
    aces: ChartBlock | None = None
    doubled: ChartBlock | None = None
    first: ChartBlock | None = None
    others: Mapping[str, ChartBlock] = {}
    """Blocks of other families, by name."""

    @property
    def blocks(self) -> dict[str, ChartBlock]:
        """The blocks that the chart has, in printing order."""
        found = {block: getattr(self, block) for block in BLOCKS}
        return {block: rows for block, rows in found.items() if rows is not None} | {**self.others}


class BlockHeading(msgspec.Struct, frozen=True):
    """How readers show a block of a chart."""

    title: str
    rows: Literal["totals", "ranks", "hands"] = "hands"
    """What its rows are: ranks are shown from the deuce to the ace, hands as they come."""
    names: Mapping[str, str] = {}
    """Rows that players name otherwise: a soft 18 is "A,7"."""


CodeKind = Literal["hit", "stand", "more", "split", "give-up", "other"]
"""What a code does first where that is allowed; it decides the color of a cell."""


class Departure(msgspec.Struct, frozen=True):
    """A two-card hand that perfect play plays differently from the chart, or a total of three or
    more cards that should, on average, be played differently.
    """

    hand: str
    up: str
    chart: str
    best: str
    gain: float
    """Per unit, when the hand comes."""
    averages: str = ""
    """The hands that the gain is an average of; "" for one hand of two cards."""


class ChartStrategy(GameDocument, frozen=True):
    """The best chart of totals and up cards, and what it costs."""

    chart: StrategyChart
    legend: Mapping[str, str]
    """The codes that the chart uses, in words."""
    edge: float
    perfect_edge: float
    cost: float
    departures: tuple[Departure, ...]
    """The costliest first."""
    method: str
    assumptions: tuple[str, ...]
    headings: Mapping[str, BlockHeading] = {}
    """By block; one without a heading is shown by its own name."""
    kinds: Mapping[str, CodeKind] = {}
    """By code; "other" if it is not here."""

    @property
    def shown(self) -> dict[str, ChartBlock]:
        """The blocks that have rows, in printing order."""
        return {block: rows for block, rows in self.chart.blocks.items() if rows}

    def heading(self, block: str) -> BlockHeading:
        return self.headings.get(block, BlockHeading(block.capitalize()))

    def row_name(self, block: str, row: str) -> str:
        """The row as players name it."""
        return self.heading(block).names.get(row, row)

    def kind(self, code: str) -> CodeKind:
        return self.kinds.get(code, "other")


class LowestHand(msgspec.Struct, frozen=True):
    bank_shows: str
    """Ranks, as "2, 3, 4", or "nothing"."""
    hand: str


class DecksRow(msgspec.Struct, frozen=True):
    """The best play with another number of decks."""

    decks: int
    lowest: tuple[LowestHand, ...]
    plays: float
    """How often the player plays on."""
    edge: float
    perfect_edge: float
    exact: Fraction
    """The edge of perfect play."""
    cost: float


class LowestHandStrategy(GameDocument, frozen=True):
    """The lowest hand that plays, and what it costs to go by that alone."""

    lowest: tuple[LowestHand, ...]
    edge: float
    perfect_edge: float
    cost: float
    by_decks: tuple[DecksRow, ...]
    method: str
    assumptions: tuple[str, ...]
    edge_per: str = "wager"
    """What the edge is a share of: "ante" in Three Card Poker."""


StrategyDocument = ChartStrategy | LowestHandStrategy


# --- JSON ---------------------------------------------------------------------------------------


def builtins(document: object) -> Any:
    """A document, or several, as JSON has it."""
    return msgspec.to_builtins(document, enc_hook=_text)


def typed(document: object, kind: type[Kind]) -> Kind:
    """What `builtins` made, as the value that it was."""
    return msgspec.convert(document, kind, dec_hook=_value)


def _text(value: object) -> object:
    if isinstance(value, Fraction):
        return str(value)
    if isinstance(value, Card):
        return value.text
    raise NotImplementedError(f"{type(value).__name__} has no place in a document")


def _value(kind: type, text: object) -> object:
    if kind is Fraction and isinstance(text, str):
        return Fraction(text)
    if kind is Card and isinstance(text, str):
        return Card(text)
    raise NotImplementedError(f"{kind.__name__} cannot be read from {text!r}")
