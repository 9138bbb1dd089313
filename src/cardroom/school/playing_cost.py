"""What a round costs a player on average: the edge of the bank and the collection together.

The edge is given by the program that has the odds; the collection is that of the posted rules.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from cardroom import houses
from cardroom.cards import Stream, shuffled
from cardroom.money import dollars
from cardroom.rules.ruleset import Ruleset
from cardroom.school.course import AS_WRITTEN, Posed, posting_of
from cardroom.school.drill import Drill, DrillLevel, SchoolError
from cardroom.school.library import PostedAt
from cardroom.school.question import OneOf, Question, Scene, SceneBet
from cardroom.school.scene import posted


class CostCourse:
    """`edge` per unit of the first wager. One question for each wager next to a row's end."""

    def __init__(self, drill: Drill, edge: float, posting: PostedAt = AS_WRITTEN) -> None:
        self.drill, self.posting, self._edge = drill, posting_of(drill, posting), edge
        self.rules: Ruleset = houses.ruleset(
            drill.game, dict(self.posting.options), self.posting.house
        )
        if not self.rules.fees.player:
            raise SchoolError(f"{self.rules.title} takes no collection from players")
        self.strata: Mapping[str, Sequence[int]] = {
            f"a wager of ${dollars(wager)}": (wager,) for wager in wagers(self.rules)
        }

    def question(self, seed: int, number: int, level: DrillLevel) -> Posed:
        lap, place = divmod(number, len(self.strata))
        order = shuffled(sorted(self.strata), Stream(seed, lap).below)
        return self.about(order[place], seed, number, level)

    def hardest(self, strata: Sequence[str]) -> str:
        """The smallest wager: the collection counts most there."""
        return min(strata, key=lambda stratum: self.strata[stratum][0])

    def about(self, stratum: str, seed: int, number: int, level: DrillLevel) -> Posed:
        (wager,) = self.strata[stratum]
        return Posed(
            self.drill.name, self.rules.game, self.rules.digest, level.name, level.seconds,
            seed, number, stratum, self._question(wager, stratum),
        )  # fmt: skip

    def _question(self, wager: int, stratum: str) -> Question:
        rules = self.rules
        fee = rules.fees.row(rules.fees.player, wager, rules.limits).fee
        share, title = fee / wager, rules.spots[0].title
        right = _percent(self._edge + share)
        others = {_percent(self._edge), _percent(share), _percent(self._edge + 2 * share)}
        options = tuple(sorted({right, *others}, key=lambda each: float(each.removesuffix("%"))))
        edge, cost = _percent(self._edge), dollars(round((self._edge + share) * wager))
        return Question(
            f"You bet ${dollars(wager)}, and the bank covers all of it. Its edge is {edge} of the"
            f" {title.lower()}. With the collection, what does a round cost you on average?",
            Scene(posted=posted(rules), bets=(SceneBet(f"your bet, {title}", wager),)),
            OneOf(options, (options.index(right),)),
            (),
            stratum,
            (
                f"The collection on ${dollars(wager)} is ${dollars(fee)}, or {_percent(share)}.",
                f"{edge} and {_percent(share)} together are {right}, or ${cost} a round.",
            ),
        )


def wagers(rules: Ruleset) -> tuple[int, ...]:
    """The minimum and the maximum, and the first and the last wager of every row between them."""
    least, most, chip = rules.limits.least, rules.limits.most, rules.limits.chip
    tops = [row.upto for row in rules.fees.player if row.upto is not None]
    step = max(chip, 100)
    ends = [least, 2 * least, 5 * least, *tops, *(top + step for top in tops)]
    ends += [] if most is None else [most]
    within = {each for each in ends if each >= least and (most is None or each <= most)}
    return tuple(sorted(each for each in within if rules.fees.refuses(each) is None))


def _percent(share: float) -> str:
    return f"{share:.2%}"
