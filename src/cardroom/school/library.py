"""The worked rounds: scenario files, played under the posted rules, with other cards and stakes.

Every clause of a game has at least one worked round, and every row and boundary case its own; so
a question is not as rare as its case is in play. A round is always played by the engine: under a
house's options, or with other stakes, it comes out as the engine says, or it is left out.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import lru_cache
from pathlib import Path
from typing import Any, Final, Literal

import msgspec

from cardroom import games, scenario
from cardroom.cards import JOKER, UNSEEN, Card, Stream, shuffled
from cardroom.games import registry
from cardroom.money import MoneyError
from cardroom.play.round import Refusal
from cardroom.rules.options import OptionFaults
from cardroom.scenario import Scenario, ScenarioError
from cardroom.scenario.opening import posted
from cardroom.scenario.outcome import POSTED_GAME, PostingRefused, RefusedEntry, ScenarioOutcome
from cardroom.school.drill import DrillStakes
from cardroom.school.played import LessonRound

_INSTALLED: Final = Path(__file__).parent / "rounds"
_REPOSITORY: Final = Path(__file__).resolve().parents[3] / "scenarios"
SUITS: Final = "cdhs"
ROUND_STEP, ODD_STEP = 500, 100
HALF_DOLLAR: Final = 50
WIDEST: Final = 60
"""New stakes go up to this many steps above the minimum, so that amounts stay those of a table."""


class PostedAt(msgspec.Struct, frozen=True):
    """Whose rules are asked: a house's, or the options of each worked round, with changes."""

    house: str = ""
    options: tuple[tuple[str, Any], ...] = ()
    own_options: Literal["kept", "dropped"] = "kept"
    """Whether a worked round keeps its own options; at a house it never does."""


def folder() -> Path:
    """The worked rounds that ship; in a checkout, the scenarios of the repository."""
    return _INSTALLED if _INSTALLED.is_dir() else _REPOSITORY


def folder_of(game: str) -> Path:
    """The folder that has the worked rounds of a game: its package's own, or ours."""
    return _installed(game) or folder()


def _installed(game: str) -> Path | None:
    package = registry.package_of(game)
    return None if package is None else package.scenarios


@lru_cache(maxsize=256)
def files(game: str, rounds: str = "") -> tuple[str, ...]:
    """The files with worked rounds of a game.

    Games of one family share clauses. A round of another game is borrowed for the clauses that
    no file of this game is about.
    """
    if rounds:
        # An editor's lock, for instance, is no file.
        return tuple(str(file) for file in sorted(Path(rounds).rglob("*.toml")) if file.is_file())
    return files_of(game) + _borrowed(game)


def files_of(game: str) -> tuple[str, ...]:
    """The files of a game's own worked rounds."""
    inside = folder_of(game) / game
    found = inside if inside.is_dir() else _installed(game)
    return () if found is None else tuple(str(file) for file in sorted(found.rglob("*.toml")))


@lru_cache(maxsize=64)
def _lacking(game: str) -> frozenset[str]:
    """The clauses of a game that no file of its own is about."""
    own = games.game(game).clauses
    missing = {clause.id for clause in own}
    for file in files_of(game):
        missing -= {clause.id for cite in told(file).cites for clause in own.named(cite)}
    return frozenset(missing)


def _borrowed(game: str) -> tuple[str, ...]:
    own, missing = games.game(game).clauses, _lacking(game)
    found: list[str] = []
    package = registry.package_of(game)
    for other in () if package is None else package.games:
        shared = {id for id in missing if id in other.clauses and other.clauses[id] is own[id]}
        if other.id != game and shared:
            found += [file for file in files_of(other.id) if shared & set(told(file).cites)]
    return tuple(found)


@lru_cache(maxsize=4096)
def told(file: str) -> Scenario:
    return scenario.read(file)


def under(round: Scenario, game: str, posting: PostedAt) -> Scenario:
    """The round at this game and house; at a house, only the house's options count."""
    given = dict(posting.options)
    dropped = posting.house or posting.own_options == "dropped"
    options = given if dropped else {**round.options, **given}
    return msgspec.structs.replace(
        round, game=game, house=posting.house or round.house, options=options, expect=()
    )


def play(round: Scenario) -> LessonRound | None:
    """The round, played by the engine; None if it cannot be played under these rules."""
    outcome = _not_offered(round)
    try:
        outcome = outcome or scenario.run(round)
    except (ScenarioError, OptionFaults, MoneyError):
        return None
    if outcome.round is None and not outcome.refusals:
        return None
    return LessonRound(outcome)


def _not_offered(round: Scenario) -> ScenarioOutcome | None:
    """A round of another game of the family, with options that this game does not have: the posting
    is refused. The games share the clause, and only the other one can post it."""
    game = games.game(round.game)
    known = {spec.name for spec in game.catalogue}
    options = {name: value for name, value in round.options.items() if name not in known}
    if not options or told(round.file).game == round.game:
        return None
    why = f"{game.title} has no option {next(iter(options)).replace('_', ' ')}"
    cited = [clause for cite in round.cites for clause in game.clauses.named(cite)]
    lacking = _lacking(round.game)
    refusals = tuple(
        RefusedEntry(1, POSTED_GAME, Refusal(clause, why))
        for clause in cited
        if clause.id in lacking
    )
    wanted = msgspec.structs.replace(round, options=options)
    return ScenarioOutcome(wanted, games.ruleset(round.game), None, (), {}, refusals, ())


def variants(round: Scenario, stakes: DrillStakes, chance: Stream) -> Iterator[Scenario]:
    """The round with other suits and stakes, the most changed first, and at last as written."""
    mixed = _mixed(round, chance)
    if stakes != "as-written":
        yield _staked(mixed, stakes, chance)
        yield _staked(round, stakes, chance)
    yield mixed
    yield round


def _mixed(round: Scenario, chance: Stream) -> Scenario:
    """The suits exchanged throughout."""
    to = dict(zip(SUITS, shuffled(SUITS, chance.below), strict=True))

    def other(card: Card) -> Card:
        if card in (JOKER, UNSEEN):
            return card
        return Card(card.text[0] + to[card.text[1]])

    def every(cards: tuple[Card, ...]) -> tuple[Card, ...]:
        return tuple(map(other, cards))

    change = msgspec.structs.replace
    return change(
        round,
        shoe=every(round.shoe),
        decisions=tuple(
            change(each, front=None if each.front is None else every(each.front))
            for each in round.decisions
        ),
        irregularities=tuple(
            change(
                each,
                card=None if each.card is None else other(each.card),
                front=every(each.front),
            )
            for each in round.irregularities
        ),
    )


def _staked(round: Scenario, stakes: DrillStakes, chance: Stream) -> Scenario:
    """New first wagers within the limits; the other amounts of the box in proportion."""
    try:
        rules = posted(round)
    except (ScenarioError, PostingRefused):
        return round
    if rules.deals_to_seats:
        return round
    least, most = rules.limits.least, rules.limits.most
    step = ODD_STEP if stakes == "odd" else ROUND_STEP
    step = max(step, rules.limits.chip)
    low = -(-least // step)
    high = low + WIDEST if most is None else min(most // step, low + WIDEST)
    first = rules.spots[0].name
    chip = _handy(rules.limits.chip)
    factors: dict[int, tuple[int, int]] = {}
    boxes = []
    for box in round.boxes:
        old = box.bets.get(first, 0)
        if not old or box.refused is not None or high < low:
            boxes.append(box)
            continue
        new = step * (low + chance.below(high - low + 1))
        factors[box.box] = (new, old)
        scaled = {spot: _scaled(stake, new, old, chip) for spot, stake in box.bets.items()}
        boxes.append(msgspec.structs.replace(box, bets=scaled))
    return msgspec.structs.replace(
        round, boxes=tuple(boxes), decisions=_decisions(round, factors, chip)
    )


def _decisions(round: Scenario, factors: Mapping[int, tuple[int, int]], chip: int) -> Any:
    return tuple(
        each
        if each.amount is None or each.box not in factors or each.refused is not None
        else msgspec.structs.replace(each, amount=_scaled(each.amount, *factors[each.box], chip))
        for each in round.decisions
    )


def _handy(chip: int) -> int:
    """The smallest chip that players bet with: half a dollar, where the house posts no larger."""
    return HALF_DOLLAR if HALF_DOLLAR % chip == 0 else chip


def _scaled(amount: int, new: int, old: int, chip: int) -> int:
    scaled = amount * new // old
    return max(scaled - scaled % chip, chip)
