"""Game protection as values: text, JSON, CSV, and plots read these.

The names and the order of the fields are those of `--json`. Money is in cents, as a mean it is a
float; shares and advantages are per unit of a bet, and an advantage is the player's.
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from fractions import Fraction
from typing import Literal

import msgspec

from cardroom.analysis.documents import GameDocument

CountKind = Literal["balanced", "unbalanced", "given"]
Trigger = Literal["true count", "running count"]
Danger = Literal["none", "low", "moderate", "high"]


class Removal(msgspec.Struct, frozen=True, omit_defaults=True):
    """What taking one card out of the full shoe does to a wager."""

    cards: str
    """The cards that have this effect: "5", "K♥", "red 2 3 4"."""
    number: int
    """How many of them the shoe has."""
    effect: float
    """Of one of them, on the player's expected value."""
    exact: Fraction | None = None
    """The same as a fraction, where it is one."""


class CountSystem(msgspec.Struct, frozen=True):
    """A count: what is added to it when a card is seen."""

    name: str
    kind: CountKind
    tags: Mapping[str, int]
    """By cards, as in "2 3 4 5 6"."""
    per_deck: float
    """The sum of the tags of one deck; 0 for a balanced count."""
    correlation: float
    """With the effects of removal, over all cards."""
    efficiency: float
    """Its profit as a share of the profit of a player who knows every card that is left."""
    trigger_by: Trigger
    trigger: int | None
    """Bet at this count and above; None if no count makes the bet worth making."""


class PenetrationRow(msgspec.Struct, frozen=True):
    """What the best count brings if the cut card is placed here."""

    dealt: float
    """The share of the shoe that is dealt."""
    rounds: float
    """Rounds per shoe, one player at the table."""
    frequency: float
    """The share of rounds in which the count says bet."""
    advantage: float
    """The mean advantage in those rounds."""
    per_shoe: float
    """Cents per shoe at the maximum bet."""
    error: float
    """One standard error of it."""
    per_hour: float
    team_per_shoe: float
    """If every box of the table bets the maximum on that count."""
    team_per_hour: float
    per_hour_error: float = 0.0
    """One standard error of the figure without `_error`, as of the following ones."""
    team_per_shoe_error: float = 0.0
    """Where rounds are simulated, an upper bound: boxes win and lose together, but not always."""
    team_per_hour_error: float = 0.0


class KnownCard(msgspec.Struct, frozen=True):
    """The expected value of a wager to a player who knows something in advance."""

    known: str
    """What is known, as in "the player's first card is A"."""
    chance: float
    advantage: float


class Leaving(msgspec.Struct, frozen=True):
    """A player who leaves a poor shoe for the next one at another table."""

    below: int
    """The count, of the best one for the wager, below which the player leaves."""
    left: float
    """The share of shoes that are left."""
    minutes_away: float
    """Per shoe that is left."""
    frequency: float
    """The share of rounds seen in which the count says bet."""
    per_hour: float
    """Cents at the maximum bet, the way between tables included."""
    error: float = 0.0
    """One standard error of it, at most."""


class Verdict(msgspec.Struct, frozen=True):
    danger: Danger
    per_hour: float
    """Cents per hour to the best single player at the posted limits and penetration, who leaves
    poor shoes if that wins more."""
    team_per_hour: float
    bet_max: int
    """Cents."""
    posted: Literal["posted", "assumed"]
    """Whether the house posts that maximum."""
    says: str
    advice: str
    error: float = 0.0
    """One standard error of `per_hour`; 0 where it is not sampled."""
    team_error: float = 0.0
    doubt: str = ""
    """What to do where the error is too large for the verdict."""

    def change(self, other: Verdict) -> tuple[float, float]:
        """What another verdict changes about `per_hour`, and one standard error of that."""
        return other.per_hour - self.per_hour, math.hypot(self.error, other.error)


class WagerProtection(msgspec.Struct, frozen=True):
    """One wager."""

    spot: str
    title: str
    edge: float
    """The house's, from a full shoe."""
    removals: tuple[Removal, ...]
    counts: tuple[CountSystem, ...]
    """The best balanced count, the best unbalanced one, and those that were asked for."""
    best: str
    """The name of the count that the following figures are for."""
    penetrations: tuple[PenetrationRow, ...]
    known: tuple[KnownCard, ...]
    verdict: Verdict
    method: str
    assumptions: tuple[str, ...]
    leaving: Leaving | None = None
    """None where leaving poor shoes wins less than a dollar an hour more."""


class Index(msgspec.Struct, frozen=True):
    """A true count at which the best play changes."""

    hand: str
    up: str
    below: str
    """The play below the index."""
    at: str
    """The play at the index and above."""
    index: int
    """The lowest whole true count for the second play."""
    crossing: float
    """Where both plays are worth the same."""
    gain: float
    """Per round and unit of the bet, over all counts as often as they come."""


class CountBin(msgspec.Struct, frozen=True):
    """Rounds that began at one count."""

    count: int
    frequency: float
    advantage: float
    error: float
    deviation: float
    bet: int
    """Cents that the spread bets there; 0 is not playing."""


class CountingResult(msgspec.Struct, frozen=True):
    """Simulated play with a count, a spread, and departures from the chart."""

    count: str
    tags: Mapping[str, int]
    departures: Literal["none", "all"]
    boxes: int
    dealt: float
    rounds: int
    """Simulated."""
    rounds_per_hour: float
    bins: tuple[CountBin, ...]
    played: float
    """The share of rounds that are played."""
    mean_bet: float
    per_round: float
    """Cents won per round seen."""
    error: float
    deviation: float
    """Cents, of a round seen."""
    per_hour: float
    hourly_deviation: float
    score: float
    """SCORE: dollars per 100 rounds with a bankroll of $10,000 at the best bet size."""
    n0: float | None
    """Rounds after which the expected win is one standard deviation; None if nothing is won."""
    bankroll: int | None
    ruin: float | None
    """The risk of losing the bankroll, if the play goes on."""
    method: str
    assumptions: tuple[str, ...]
    leave: int | None = None
    """Below this count, the player leaves for another table; None: never."""
    left: float = 0.0
    """The share of shoes that are left."""
    minutes_away: float = 0.0
    """Per shoe that is left."""
    per_hour_error: float = 0.0
    """One standard error of the figure without `_error`, as of the following ones."""
    score_error: float = 0.0
    n0_error: float = 0.0


class Protection(GameDocument, frozen=True):
    """The protection of a posted game."""

    dealt: float
    """The posted penetration."""
    boxes: int
    rounds_per_hour: float
    """With one player at the table."""
    team_rounds_per_hour: float
    wagers: tuple[WagerProtection, ...]
    index_count: str
    """The count that the indices are for."""
    insurance_index: float | None
    """The true count at which insurance is worth as much as it costs."""
    indices: tuple[Index, ...]
    """The most valuable first."""
    information: tuple[KnownCard, ...]
    """Hole cards, and cards that players share, in the main wager and in insurance."""
    simulated: CountingResult | None
    """The main wager by the best count, from the minimum to the maximum bet."""
    unprotected: tuple[str, ...]
    """Wagers that are not analyzed, each with the reason."""
    assumptions: tuple[str, ...]
