"""Rounds to deal: worked rounds that ship or that somebody wrote down, and random ones."""

from __future__ import annotations

from typing import Final

import msgspec

from cardroom import games, houses, scenario
from cardroom.cards import Stream, shuffled
from cardroom.events import Event
from cardroom.play.betting import Betting, close, place
from cardroom.play.collection import fees
from cardroom.play.round import Facts, Refusal, Round
from cardroom.rules.banking import Bank
from cardroom.rules.limits import Limits
from cardroom.rules.ruleset import Ruleset
from cardroom.scenario import Scenario
from cardroom.scenario.outcome import ScenarioOutcome
from cardroom.school import library
from cardroom.school.deals import any_play, by_chance, step
from cardroom.school.drill import DrillStakes, SchoolError
from cardroom.school.library import PostedAt
from cardroom.school.played import LessonRound
from cardroom.school.whole_table.script import fit

RANDOM, WORKED = "random", "worked"
"""Where a round comes from; any other source is a file."""
AMPLE: Final = 10**12
BOXES: Final = (2, 4)
"""The fewest and the most boxes in a random round."""
STEPS: Final = 12
"""Stakes are up to this many steps above the minimum."""
TRIES: Final = 40
BANKER: Final = "the bank"


def written_round(file: str) -> LessonRound:
    """A round that somebody wrote down as a scenario."""
    played = library.play(scenario.read(file))
    if played is None or not fit(played):
        raise SchoolError(f"{file} cannot be dealt: the round must end, and have no irregularity")
    return played


def worked_round(
    game: str, posting: PostedAt, seed: int, stakes: DrillStakes = "round"
) -> LessonRound:
    """One of the worked rounds of a game, with other suits and stakes."""
    chance = Stream(seed, 0)
    for file in shuffled(library.files_of(game), chance.below)[:TRIES]:
        written = library.under(library.told(file), game, posting)
        for each in library.variants(written, stakes, chance):
            played = library.play(each)
            if played is not None and fit(played):
                return played
    raise SchoolError(f"no worked round of {game} can be dealt under these rules")


def random_round(game: str, posting: PostedAt, seed: int) -> LessonRound:
    """Fresh cards, stakes, and decisions; where players bet after the deal, a worked round."""
    rules = houses.ruleset(game, dict(posting.options), posting.house)
    if rules.deals_to_seats:
        return worked_round(game, posting, seed)
    for number in range(TRIES):
        played = _played(rules, Stream(seed, number))
        if played is not None and fit(played):
            return played
    raise SchoolError(f"no random round of {rules.title} could be played")


def round_of(game: str, source: str, posting: PostedAt, seed: int) -> LessonRound:
    """The round that a record names; the same source, rules, and seed give the same one."""
    if source == RANDOM:
        return random_round(game, posting, seed)
    return worked_round(game, posting, seed) if source == WORKED else written_round(source)


def _played(rules: Ruleset, chance: Stream) -> LessonRound | None:
    opened = _opened(rules, chance)
    if opened is None:
        return None
    round, events = opened
    supply = by_chance(rules, chance)
    while not round.over:
        dealt = step(round, supply, lambda _, ask: any_play(ask, chance))
        if dealt is None:
            return None
        round, more = dealt
        events = (*events, *more)
    told = Scenario(file="random", lines={}, card_lines=(), game=rules.game)
    return LessonRound(ScenarioOutcome(told, rules, round, events, {}, (), ()))


def _opened(rules: Ruleset, chance: Stream) -> tuple[Round, tuple[Event, ...]] | None:
    """A few boxes with main wagers and some side bets, against a bank that may be short."""
    family = games.family(rules)
    banked = rules.banking.limit != "none"
    seats = shuffled(range(1, rules.boxes + (0 if banked else 1)), chance.below)
    count = min(BOXES[0] + chance.below(BOXES[1] - BOXES[0] + 1), len(seats))
    owners = {box: f"box {box}" for box in sorted(seats[:count])}
    betting = Betting(rules, dict.fromkeys((*owners.values(), BANKER), AMPLE))
    if banked:
        bank = Bank(rules.banking, BANKER, 1)
        betting = msgspec.structs.replace(betting, facts=Facts(bank_box=rules.boxes), bank=bank)
    for box, owner in owners.items():
        for spot in rules.spots:
            if spot.opens != "before-deal" or (spot.needs_main and chance.below(2)):
                continue
            stake = spot.stake or _stake(spot.limits or rules.limits, chance)
            staked = place(betting, family, box, spot.name, owner, stake)
            betting = betting if isinstance(staked, Refusal) else staked
    if banked:
        together = sum(bet.stake for bet in betting.bets)
        posted = together * (2 + chance.below(9)) // 4
        step = _step(rules.limits)
        posted = max(posted - posted % step, step)
        betting = msgspec.structs.replace(betting, bank=Bank(rules.banking, BANKER, posted))
    owed = fees(betting)
    closed = owed if isinstance(owed, Refusal) else close(betting, family, owed)
    return None if isinstance(closed, Refusal) else closed


def _stake(limits: Limits, chance: Stream) -> int:
    step, most = _step(limits), limits.most
    low = -(-limits.least // step)
    high = low + STEPS if most is None else max(min(most // step, low + STEPS), low)
    return limits.nearest(step * (low + chance.below(high - low + 1)))


def _step(limits: Limits) -> int:
    """Five dollars, or the next amount that is made of chips."""
    return -(-500 // limits.chip) * limits.chip
