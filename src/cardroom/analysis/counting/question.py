"""Game protection: the question, and what a family has to answer."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final, Literal, NamedTuple, Protocol

from cardroom.analysis.counting.documents import CountingResult, Protection
from cardroom.analysis.counting.tags import LEVEL
from cardroom.analysis.families import NotComputed, analysis_of, answered
from cardroom.cards import CARDS, JOKER_INDEX
from cardroom.hands.points import pip
from cardroom.progress import Tell, silent
from cardroom.rules.ruleset import Ruleset

ROUNDS: Final = 1 << 24
HANDS_PER_HOUR: Final = 418.0
"""Hands that a dealer deals, the own hand among them: 209 rounds with one player, 52 with seven."""
MINUTES_AWAY: Final = 5.0
"""From one table to the first round of a shoe at another."""
RANKS: Final = "A23456789T"
NAMED: Final[Mapping[str, Mapping[str, int]]] = {
    "hi-lo": dict(zip(RANKS, (-1, 1, 1, 1, 1, 1, 0, 0, 0, -1), strict=True)),
    "ko": dict(zip(RANKS, (-1, 1, 1, 1, 1, 1, 1, 0, 0, -1), strict=True)),
    "hi-opt-1": dict(zip(RANKS, (0, 0, 1, 1, 1, 1, 0, 0, 0, -1), strict=True)),
    "hi-opt-2": dict(zip(RANKS, (0, 1, 1, 2, 2, 1, 1, 0, 0, -2), strict=True)),
    "zen": dict(zip(RANKS, (-1, 1, 1, 2, 2, 2, 1, 0, 0, -2), strict=True)),
    "omega-2": dict(zip(RANKS, (0, 1, 1, 2, 2, 2, 1, 0, -1, -2), strict=True)),
    "insurance": dict(zip(RANKS, (4, 4, 4, 4, 4, 4, 4, 4, 4, -9), strict=True)),
}
"""Published counts: what each adds for an ace, 2 to 9, and ten-values."""
JOKER: Final = "joker"
Departures = Literal["none", "all"]


class CountingSystem(NamedTuple):
    """A count by name, with its tags by rank."""

    name: str
    tags: Mapping[str, int]

    @property
    def by_card(self) -> tuple[int, ...]:
        return tuple(
            self.tags.get(JOKER, 0)
            if card.index == JOKER_INDEX
            else self.tags[RANKS[pip(card) - 1]]
            for card in CARDS
        )


def read_count(text: str) -> CountingSystem:
    """A published count by name, or tags for A, 2 to 9, T: "-1 1 1 1 1 1 0 0 0 -1"."""
    if text.lower() in NAMED:
        return CountingSystem(text.lower(), NAMED[text.lower()])
    words = text.replace(",", " ").split()
    try:
        tags = [int(word) for word in words]
    except ValueError:
        tags = []
    if len(tags) not in (len(RANKS), len(RANKS) + 1) or not any(tags):
        raise NotComputed(
            f"the count {text!r}: name one of {', '.join(NAMED)}, or write the tags of A, 2 to 9,"
            ' and T (and of jokers), as "-1 1 1 1 1 1 0 0 0 -1"'
        )
    return CountingSystem(text, dict(zip((*RANKS, JOKER), tags, strict=False)))


class ProtectionRequest(NamedTuple):
    """The request in addition to the posted game. Amounts are in cents."""

    counts: tuple[str, ...] = ("hi-lo",)
    """Further counts, by name or by tags."""
    level: int = LEVEL
    """The greatest tag of a count that is searched for."""
    hands_per_hour: float = HANDS_PER_HOUR
    bet_max: int | None = None
    """The maximum bet, where none is posted, or another one than posted."""
    meter: int | None = None
    """What a progressive meter shows; None is its seed."""
    rounds: int = ROUNDS
    """Simulated, of the main wager."""
    seed: int = 1
    minutes_away: float = MINUTES_AWAY


AS_POSTED: Final = ProtectionRequest()


class CountingRequest(NamedTuple):
    """A table at which one player counts. Amounts are in cents."""

    system: str = "hi-lo"
    """The count, by name or by tags."""
    bets: Sequence[tuple[int, int]] = ()
    """From each true or running count on, the bet; ascending. Below the first one, nothing."""
    departures: Departures = "none"
    boxes: int = 1
    dealt: float | None = None
    """The share of the shoe that is dealt; None is the posted one."""
    bankroll: int | None = None
    rounds: int = ROUNDS
    seed: int = 1
    hands_per_hour: float = HANDS_PER_HOUR
    leave: int | None = None
    """Below this count, the player leaves for another table and its next shoe."""
    minutes_away: float = MINUTES_AWAY


class ProtectionPart(Protocol):
    """What a family answers; results that take long are cached."""

    def protect(self, rules: Ruleset, asked: ProtectionRequest, tell: Tell) -> Protection: ...

    def count(self, rules: Ruleset, asked: CountingRequest, tell: Tell) -> CountingResult: ...


def protect(
    rules: Ruleset, asked: ProtectionRequest = AS_POSTED, tell: Tell = silent
) -> Protection:
    """What every wager of a posted game is worth to players who count, peek, or share cards."""
    return answered(rules, analysis_of(rules).protection).protect(rules, asked, tell)


def count_cards(rules: Ruleset, asked: CountingRequest, tell: Tell = silent) -> CountingResult:
    """Simulate a player who counts: SCORE, N0, and risk of ruin."""
    return answered(rules, analysis_of(rules).protection).count(rules, asked, tell)
