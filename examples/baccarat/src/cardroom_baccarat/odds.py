"""The odds of baccarat, exactly: every deal of the shoe, counted by card value.

Nothing here is a rule: which hand draws and what a wager is owed is asked of the family.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterator
from fractions import Fraction
from functools import lru_cache
from itertools import product
from typing import Final

from cardroom.analysis.documents import GameOdds, game_fields
from cardroom.analysis.families import Analysis, NotComputed
from cardroom.analysis.odds import OddsRequest, exact_wager
from cardroom.cards import CARDS, Card
from cardroom.progress import Tell
from cardroom.rules.ruleset import Ruleset
from cardroom_baccarat.family import banker_draws, player_draws, result, total, value
from cardroom_baccarat.game import Baccarat

ONE_OF_EACH: Final = {value(card): card for card in CARDS[:13]}
"""A card for each value; which ten it is does not matter."""
Totals = tuple[int, int]


@lru_cache(maxsize=4)
def totals(decks: int) -> dict[Totals, Fraction]:
    """How often the Player and the Banker hand come to each pair of totals."""
    left = Counter(dict.fromkeys(range(1, 10), 4 * decks) | {0: 16 * decks})
    chances: defaultdict[Totals, Fraction] = defaultdict(Fraction)
    for points in product(range(10), repeat=4):
        chance = _chance(left, points)
        if chance:
            player = [ONE_OF_EACH[points[0]], ONE_OF_EACH[points[2]]]
            banker = [ONE_OF_EACH[points[1]], ONE_OF_EACH[points[3]]]
            for ways, ended in _ends(left - Counter(points), player, banker):
                chances[ended] += chance * ways
    return dict(chances)


def _chance(left: Counter[int], points: tuple[int, ...]) -> Fraction:
    chance, gone, size = Fraction(1), Counter[int](), left.total()
    for number, point in enumerate(points):
        chance *= Fraction(left[point] - gone[point], size - number)
        gone[point] += 1
    return chance


def _ends(
    left: Counter[int], player: list[Card], banker: list[Card]
) -> Iterator[tuple[Fraction, Totals]]:
    """The third cards that may follow, with their chance, and the totals they lead to."""
    if player_draws(player, banker):
        for chance, point in _draws(left):
            drawn = [*player, ONE_OF_EACH[point]]
            for more, ended in _banker(left - Counter([point]), drawn, banker):
                yield chance * more, ended
    else:
        yield from _banker(left, player, banker)


def _banker(
    left: Counter[int], player: list[Card], banker: list[Card]
) -> Iterator[tuple[Fraction, Totals]]:
    if banker_draws(player, banker):
        for chance, point in _draws(left):
            yield chance, (total(player), total([*banker, ONE_OF_EACH[point]]))
    else:
        yield Fraction(1), (total(player), total(banker))


def _draws(left: Counter[int]) -> Iterator[tuple[Fraction, int]]:
    size = left.total()
    return ((Fraction(count, size), point) for point, count in left.items())


def payments(rules: Ruleset, spot: str) -> dict[Fraction, Fraction]:
    """What a wager wins or loses per unit, and how often."""
    house = rules.policies
    assert isinstance(house, Baccarat)
    found: defaultdict[Fraction, Fraction] = defaultdict(Fraction)
    for (player, banker), chance in totals(rules.deck.packs).items():
        owed = result(house, spot, player, banker).original
        found[Fraction(owed.over, owed.under)] += chance
    return dict(found)


def odds(rules: Ruleset, asked: OddsRequest, tell: Tell) -> GameOdds:  # noqa: ARG001
    if asked.shoe or asked.chart is not None:
        raise NotComputed(f"{rules.title} has no chart, and only the odds of a full shoe")
    return GameOdds(
        **game_fields(rules),
        wagers=tuple(
            exact_wager(spot.name, spot.title, payments(rules, spot.name), ("a full shoe",))
            for spot in rules.spots
        ),
        paired=(),
        progressive=None,
        after_split=(),
        truncation=0,
        unpriced=(),
    )


ANALYSIS: Final = Analysis(odds=odds)
