"""What a round costs a player on average: the edge of the bank and the collection together.

The edge is given by the program that has the odds; the collection is that of the posted rules. It
is paid on the whole wager, also where a short bank covers only a part of it: then the game may cost
more than a player wants to pay.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from math import ceil
from typing import Final, Literal, NamedTuple

from cardroom import houses
from cardroom.money import exact
from cardroom.rules.ruleset import Ruleset
from cardroom.school.course import AS_WRITTEN, Posed, drill_posting, stratum_of
from cardroom.school.drill import Drill, DrillLevel, SchoolError
from cardroom.school.library import PostedAt
from cardroom.school.question import ExactAnswer, MoneyAnswer, OneOf, Question, Scene, SceneBet
from cardroom.school.scene import posted

COVERED: Final = (Fraction(1, 2), Fraction(1, 5), Fraction(1, 10))
"""The parts of a wager that a short bank covers."""
LIMIT: Final = Fraction(1, 20)
"""What a player in these questions is willing to pay, of the money in action."""
ROUNDING: Final = 1
"""An average need not be a whole number of cents."""
NEVER: Final = "it costs more even if all of it is covered"


Asked = tuple[str, ExactAnswer, tuple[str, ...]]
"""The question, its answer, and the calculation."""


class CostCase(NamedTuple):
    wager: int
    covered: int
    asks: Literal["share", "cost", "cover"]
    """Of the wager, in dollars; or how much must be covered to stay within the limit."""


class CostCourse:
    """`edge` per unit of the first wager. Questions for each wager next to a row's end."""

    def __init__(self, drill: Drill, edge: float, posting: PostedAt = AS_WRITTEN) -> None:
        self.drill, self.posting = drill, drill_posting(drill, posting)
        # As the question shows it, so that the answer follows from the question.
        self._edge = round(edge, 4)
        self.rules: Ruleset = houses.ruleset(
            drill.game, dict(self.posting.options), self.posting.house
        )
        if not self.rules.fees.player:
            raise SchoolError(f"{self.rules.title} takes no collection from players")
        self.strata: Mapping[str, CostCase] = dict(_cases(self.rules))

    def question(self, seed: int, number: int, level: DrillLevel) -> Posed:
        return self.about(stratum_of(self.strata, seed, number), seed, number, level)

    def hardest(self, strata: Sequence[str]) -> str:
        """The smallest amount in action: the collection counts most there."""
        return min(strata, key=lambda stratum: self.strata[stratum].covered)

    def about(self, stratum: str, seed: int, number: int, level: DrillLevel) -> Posed:
        case = self.strata[stratum]
        asked = {"share": self._share, "cost": self._cost, "cover": self._cover}[case.asks]
        text, answer, working = asked(case)
        title = self.rules.spots[0].title
        scene = Scene(
            posted(self.rules),
            (_collection(self.rules),),
            bets=(SceneBet(f"your bet, {title}", case.wager),),
        )
        question = Question(text, scene, answer, (), stratum, working)
        return Posed(
            self.drill.name, self.rules.game, self.rules.digest, level.name, level.seconds,
            seed, number, stratum, question,
        )  # fmt: skip

    def _share(self, case: CostCase) -> Asked:
        """The bank covers the whole wager."""
        wager, fee = case.wager, self._fee(case.wager)
        share, edge = fee / wager, _percent(self._edge)
        right = _percent(self._edge + share)
        others = {edge, _percent(share), _percent(self._edge + 2 * share)}
        options = tuple(sorted({right, *others}, key=lambda each: float(each.removesuffix("%"))))
        cost = exact(round((self._edge + share) * wager))
        text = (
            f"You bet {exact(wager)}, and the bank covers all of it. Its edge is {edge} of the"
            f" {self._title}. With the collection, what does a round cost you on average?"
        )
        return (
            text,
            OneOf(options, (options.index(right),)),
            (
                f"The collection on {exact(wager)} is {exact(fee)}, or {_percent(share)}.",
                f"{edge} and {_percent(share)} together are {right}, or {cost} a round.",
            ),
        )

    def _cost(self, case: CostCase) -> Asked:
        """The bank is short: the edge is on what it covers, the collection on the whole wager."""
        fee, edge, covered = self._fee(case.wager), _percent(self._edge), exact(case.covered)
        lost = self._edge * case.covered
        cost = round(lost + fee)
        text = (
            f"You bet {exact(case.wager)}, and the bank is short: {covered} of it has action."
            f" The bank's edge is {edge} of that. With the collection, what does the round cost you"
            " on average, in dollars?"
        )
        return (
            text,
            MoneyAnswer(cost, tolerance=max(ROUNDING, self.drill.tolerated)),
            (
                f"The collection on {exact(case.wager)} is {exact(fee)}, short bank or not.",
                (
                    f"{edge} of {covered} is {exact(round(lost))}; together {exact(cost)},"
                    f" or {_percent(cost / case.covered)} of what had action."
                ),
            ),
        )

    def _cover(self, case: CostCase) -> Asked:
        """How much of the wager must have action, so that the round is worth playing."""
        fee, edge = self._fee(case.wager), _percent(self._edge)
        spare = LIMIT - Fraction(round(self._edge * 10_000), 10_000)
        needed = _whole(fee / spare) if spare > 0 else case.wager + 1
        right = f"{exact(needed)}" if needed <= case.wager else NEVER
        near = {needed, _whole(fee / LIMIT), _whole(Fraction(case.wager, 2)), case.wager}
        amounts = sorted(each for each in near if each <= case.wager)
        options = (*(f"{exact(each)}" for each in amounts), NEVER)
        limit = f"{LIMIT.numerator * 100 // LIMIT.denominator}%"
        worked = f"The collection on {exact(case.wager)} is {exact(fee)}."
        if spare > 0:
            worked += f" {limit} less the edge of {edge} is {_percent(float(spare))}."
        found = (
            f"{_percent(float(spare))} of {exact(needed)} pays for it."
            if right != NEVER
            else f"With all {exact(case.wager)} in action a round costs"
            f" {_percent(self._edge + fee / case.wager)}."
        )
        text = (
            f"You bet {exact(case.wager)}. The bank's edge is {edge} of what has action. You"
            f" want a round to cost at most {limit} of what has action, with the collection. How"
            " much of your wager must the bank cover, rounded up to the next dollar?"
        )
        return text, OneOf(options, (options.index(right),)), (worked, found)

    @property
    def _title(self) -> str:
        return self.rules.spots[0].title.lower()

    def _fee(self, wager: int) -> int:
        return self.rules.fees.players_pay([(self.rules.spots[0].name, wager)], self.rules.limits)


def _collection(rules: Ruleset) -> str:
    """The posted rows, and what they go by."""
    fees = rules.fees
    if len(fees.player) == 1:
        return f"The collection is {exact(fees.player[0].fee)} on every wager."
    rows = "; ".join(f"{row.name}: {exact(row.fee)}" for row in fees.player)
    by = "the table's limits" if fees.basis == "table-limit" else "the wager"
    return f"The collection, by {by} in dollars: {rows}."


def _cases(rules: Ruleset) -> Iterator[tuple[str, CostCase]]:
    step = max(rules.limits.chip, 100)
    for wager in wagers(rules):
        name = f"a wager of {exact(wager)}"
        yield name, CostCase(wager, wager, "share")
        for part in COVERED:
            covered = int(wager * part) // step * step
            if covered:
                short = f"{name}, {exact(covered)} of it covered"
                yield short, CostCase(wager, covered, "cost")
        yield f"{name}, worth playing", CostCase(wager, wager, "cover")


def _whole(amount: Fraction) -> int:
    """The next whole dollar."""
    return ceil(amount / 100) * 100


def wagers(rules: Ruleset) -> tuple[int, ...]:
    """The minimum and the maximum, and the first and the last wager of every row between them."""
    least, most, chip = rules.limits.least, rules.limits.most, rules.limits.chip
    tops = [row.most for row in rules.fees.player if row.most is not None]
    step = max(chip, 100)
    ends = [least, 2 * least, 5 * least, *tops, *(top + step for top in tops)]
    ends += [] if most is None else [most]
    within = {each for each in ends if each >= least and (most is None or each <= most)}
    return tuple(
        sorted(each for each in within if rules.fees.refuses(rules.spots[0].name, each) is None)
    )


def _percent(share: float) -> str:
    return f"{share:.2%}"
