"""The questions of a drill, from a seed: every row and boundary case comes up.

A drill's questions fall into strata, one for each clause and case. They are asked stratum by
stratum in an order that the seed decides, so that rare cases come up as often as common ones. The
same drill, rules, seed, and number always give the same question.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from typing import Final

import msgspec

from cardroom import houses
from cardroom.cards import Stream, shuffled
from cardroom.rules.ruleset import Ruleset
from cardroom.school import library
from cardroom.school.asks import KINDS
from cardroom.school.drill import Drill, DrillLevel, SchoolError
from cardroom.school.index import index
from cardroom.school.library import PostedAt
from cardroom.school.played import LessonRound
from cardroom.school.question import OpenQuestion, Question, Scene, SceneHand
from cardroom.school.seat_words import seated

CARDS: Final = 1 << 32
"""Keeps the random numbers of a question's cards apart from those of the order of strata."""
AS_WRITTEN: Final = PostedAt()


class Posed(msgspec.Struct, frozen=True):
    """A question with everything that makes it again."""

    drill: str
    game: str
    digest: str
    """Of the rules that it was asked under."""
    level: str
    seconds: int
    seed: int
    number: int
    stratum: str
    question: Question


class DrillCourse:
    """A drill under posted rules: its strata, and its questions by seed and number."""

    def __init__(self, drill: Drill, posting: PostedAt = AS_WRITTEN) -> None:
        if drill.computed:
            raise SchoolError(f"{drill.name} needs exact odds: ask it with cardroom school drill")
        self.drill, self.posting = drill, drill_posting(drill, posting)
        self.rules: Ruleset = houses.ruleset(
            drill.game, dict(self.posting.options), self.posting.house
        )
        self.strata: Mapping[str, Sequence[str]] = _strata(drill, self.posting)
        if not self.strata:
            house = f" as {posting.house} posts it" if posting.house else ""
            raise SchoolError(f"{drill.name} has nothing to ask about {drill.game}{house}")

    def question(self, seed: int, number: int, level: DrillLevel) -> Posed:
        return self.about(stratum_of(self.strata, seed, number), seed, number, level)

    def about(self, stratum: str, seed: int, number: int, level: DrillLevel) -> Posed:
        """A question of one stratum."""
        chance = Stream(seed, CARDS + number)
        files = self.strata[stratum]
        file = files[chance.below(len(files))]
        for played in self._rounds(file, level, chance):
            fitting = [each for each in questions(self.drill, played) if each.stratum == stratum]
            if fitting:
                chosen = fitting[chance.below(len(fitting))]
                return self._posed(chosen, played, seed, number, level)
        raise AssertionError(f"{file} asks {stratum}, and then does not")

    def hardest(self, strata: Sequence[str]) -> str:
        """The rules do not say which case is hardest: the first one."""
        return strata[0]

    def _rounds(self, file: str, level: DrillLevel, chance: Stream) -> Iterator[LessonRound]:
        """The round with other cards and stakes, then as it is written."""
        drill = self.drill
        mixed = drill.draw.suits == "mixed"
        written = library.under(library.told(file), drill.game, self.posting)
        for each in library.variants(written, level.stakes if mixed else "as-written", chance):
            played = library.play(each)
            if played is not None:
                yield played

    def _posed(
        self, chosen: OpenQuestion, played: LessonRound, seed: int, number: int, level: DrillLevel
    ) -> Posed:
        put = chosen.put(self.drill.tolerated, played.name)
        if played.rules.deals_to_seats:
            put = seated(put)
        return Posed(
            self.drill.name,
            played.rules.game,
            played.rules.digest,
            level.name,
            level.seconds,
            seed,
            number,
            chosen.stratum,
            at_level(_about(self.drill, put), level),
        )


def stratum_of(strata: Collection[str], seed: int, number: int) -> str:
    """What the question with this number is about; after all strata have come up, they come up
    again."""
    lap, place = divmod(number, len(strata))
    return shuffled(sorted(strata), Stream(seed, lap).below)[place]


def _about(drill: Drill, question: Question) -> Question:
    """If the round is only an example of its clauses, those that the drill is about come first."""
    if question.decided or not drill.clauses:
        return question
    first = sorted(question.clauses, key=lambda clause: not drill.wants_clause(clause.id))
    return msgspec.structs.replace(question, clauses=tuple(first))


def drill_posting(drill: Drill, given: PostedAt) -> PostedAt:
    """What the trainee chose, then what the drill says."""
    options = {**drill.options, **dict(given.options)}
    house = given.house or drill.house
    return PostedAt(house, tuple(sorted(options.items())), given.own_options)


def questions(drill: Drill, played: LessonRound) -> Iterator[OpenQuestion]:
    """Every question of the drill about a round."""
    for kind in drill.asks:
        for asked in KINDS[kind].questions(played):
            if _wants(drill, asked.case, asked.selected_by):
                yield asked


def _wants(drill: Drill, case: str, clauses: Sequence[str]) -> bool:
    return drill.wants_case(case) and (
        not drill.clauses or any(drill.wants_clause(clause) for clause in clauses)
    )


def _strata(drill: Drill, posting: PostedAt) -> Mapping[str, Sequence[str]]:
    """By stratum: the worked rounds that have a question of it."""
    found: dict[str, dict[str, None]] = {}
    for asked, files in index(drill.game, posting, drill.rounds).items():
        if asked.kind in drill.asks and _wants(drill, asked.case, asked.clauses):
            found.setdefault(asked.stratum, {}).update(dict.fromkeys(files))
    return {stratum: tuple(files) for stratum, files in found.items()}


def at_level(question: Question, level: DrillLevel) -> Question:
    """Without the names of the hands, where the level leaves them out."""
    if level.hands == "named":
        return question
    scene = question.scene
    lines = enumerate(scene.story)
    story = tuple(line for number, line in lines if number not in scene.naming_lines)
    hands = tuple(SceneHand(hand.name, hand.cards) for hand in scene.hands)
    plain = Scene(scene.posted, scene.facts, hands, scene.bets, story)
    return msgspec.structs.replace(question, scene=plain)
