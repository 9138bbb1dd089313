"""Every starting hand of a 21 game against every up card: what each verb is worth, exactly."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final, NamedTuple

import numpy as np

from cardroom.analysis.documents import StrategyChart, game_fields
from cardroom.analysis.hands import HandsRequest
from cardroom.analysis.hands_documents import (
    BankFinals,
    CompositionDeparture,
    GameHands,
    HandValue,
    SizeChart,
)
from cardroom.analysis.notices import COMPILING
from cardroom.analysis.result_cache import cached, compiled
from cardroom.analysis.stakes import in_words, stake_of
from cardroom.analysis.twentyone.chart.chart import (
    LETTERS,
    ChartLayout,
    layout_of,
    read_chart,
    strategy_of,
)
from cardroom.analysis.twentyone.chart.strategy import charted, flows, with_early
from cardroom.analysis.twentyone.odds import METHOD
from cardroom.analysis.twentyone.refusals import refusals
from cardroom.analysis.twentyone.solver import suits
from cardroom.analysis.twentyone.solver.exact import ShoeSolver
from cardroom.analysis.twentyone.solver.plan import Floats, Ints, Plan, plan_of
from cardroom.analysis.twentyone.solver.starting_hands import Strategy
from cardroom.hands.points import DEALT, over, points
from cardroom.model.bank import whole_hands
from cardroom.model.keys import OPENING
from cardroom.model.ranks import RANK_NAMES, RANKS, counts_of
from cardroom.model.verbs import HIT, SPLIT, STAND, SURRENDER, VERBS
from cardroom.progress import Tell
from cardroom.rules.ruleset import Ruleset

SIZES: Final = ("2", "3", "4", "5 or more")
NATURAL: Final = "natural"
BUST: Final = "bust"
TITLES: Final = {"hard": "Hard totals", "soft": "Soft totals", "pair": "Pairs", NATURAL: "Natural"}


def hands(rules: Ruleset, asked: HandsRequest, tell: Tell) -> GameHands:
    """Kept between runs."""
    with refusals():
        asked = asked._replace(stake=stake_of(rules, asked.stake))
        chart = None if asked.chart is None else read_chart(asked.chart)

        def build() -> GameHands:
            if not compiled("exact"):
                tell(COMPILING)
            return HandList(rules, asked, chart).document()

        question = [asked.stake, asked.shoe, chart]
        return cached("hands", rules.digest, question, GameHands, build)


class HitOrStand(NamedTuple):
    """All hands of a row against an up card."""

    comes: float
    """How often a player is asked, per round."""
    stands: float
    """How much better it is to stand than to hit."""
    cards: Floats
    """[rank] cards of such a hand, on average."""


class HandList:
    def __init__(self, rules: Ruleset, asked: HandsRequest, chart: StrategyChart | None) -> None:
        self.rules, self.asked = rules, asked
        self.tables = suits.tables_for(rules, asked.shoe, asked.stake)
        self.plan, self.layout = plan_of(self.tables), layout_of(self.tables)
        self.work = ShoeSolver(self.plan, asked.shoe)
        self.perfect = self.work.best("pair")
        if chart is None:
            chart, solution = charted(self.work, self.layout, self.perfect)
            self.charted = solution.strategy
        else:
            self.charted = strategy_of(rules, self.tables, chart)
        self.chart = chart
        self.action = with_early(self.work, self.perfect)
        self.lost = self._natural()

    def document(self) -> GameHands:
        apart = list(self.starting_hands())
        return GameHands(
            **game_fields(self.rules, self.asked.shoe),
            ups=self.layout.ups,
            hands=(*self._rows(apart), *apart),
            bank=bank_finals(self.work, self.layout),
            departures=tuple(self._departures()),
            by_size=tuple(self._by_size()),
            chart=self.chart,
            stake=self.asked.stake,
            paid=in_words(self.rules, self.asked.stake),
            method=METHOD,
            assumptions=tuple(self._assumptions()),
            kinds=TITLES,
            letters=LETTERS,
        )

    def chart_rows(self) -> tuple[HandValue, ...]:
        """Every row of the chart against every up card."""
        return tuple(self._rows(list(self.starting_hands())))

    def hit_or_stand(self) -> dict[tuple[str, str, str], HitOrStand]:
        """By block, row and up card: hands of any number of cards, as often as perfect play comes
        to them, where both are allowed."""
        weight = flows(self.work, self.perfect.strategy)[:, 0]
        row = self.layout.total[self.tables.nodes.key]
        held = self.tables.nodes.counts[self.tables.nodes.bag]
        none = 1 - self.lost
        hit, stand = (self.action[:, verb] / none for verb in (HIT, STAND))
        both = np.isfinite(hit) & np.isfinite(stand)
        found: dict[tuple[str, str, str], HitOrStand] = {}
        for number, (block, name) in enumerate(self.layout.rows):
            mine = np.flatnonzero(row == number)
            for up, cls in zip(self.layout.ups, self.layout.up_class, strict=True):
                there = mine[both[mine, cls]]
                comes = float(weight[there, cls].sum())
                if comes > 0:
                    apart = weight[there, cls] * (stand[there, cls] - hit[there, cls])
                    cards = weight[there, cls] @ held[there] / comes
                    found[block, name, up] = HitOrStand(comes, float(apart.sum()) / comes, cards)
        return found

    def _assumptions(self) -> Iterator[str]:
        yield "a fresh shoe for every round, with only the hand and the up card known"
        if self.tables.peeks:
            yield "the bank has peeked and has no natural; a natural is valued before the peek"
        if self.plan.early.any():
            yield "an early surrender is valued as if it came after the peek"
        yield "after each option, the hand is played perfectly"
        yield "a row of the chart averages its hands of two cards, as often as they are dealt"
        if self.plan.pairs:
            yield "a pair that may be split stands in the row of its pair, not in that of its total"
        yield (
            "hands of more cards are those that are dealt, not split; how often they come is"
            " counted with the chart's play"
        )

    def _natural(self) -> Floats:
        """[node, up class] the chance of a natural that ends the round at the peek."""
        tables = self.tables
        if not tables.peeks:
            return np.zeros((len(tables.nodes.key), len(tables.ups.rank)))
        classes = len(tables.pays.natural_class)
        rows = self.work.chances[tables.nodes.bag].reshape(-1, RANKS, classes)
        found: Floats = rows[:, tables.ups.rank][:, :, tables.pays.natural_class > 0].sum(axis=2)
        return found

    # --- starting hands -------------------------------------------------------------------------

    def starting_hands(self) -> Iterator[HandValue]:
        """Card by card."""
        keys = self.tables.keys
        for hand, (low, high, node) in enumerate(self.plan.openings.tolist()):
            key = self.tables.nodes.key[node]
            suited = " suited" if keys.suited[key] else ""
            for up, cls in zip(self.layout.ups, self.layout.up_class, strict=True):
                chance = float(self.perfect.chance[hand, cls])
                if chance > 0:
                    cards = f"{RANK_NAMES[high]},{RANK_NAMES[low]}{suited}"
                    yield self._hand(hand, node, cls, (cards, up, chance))

    def _hand(self, hand: int, node: int, up: int, named: tuple[str, str, float]) -> HandValue:
        cards, up_name, chance = named
        key = int(self.tables.nodes.key[node])
        kind, total = self._row_of(key)
        none = 1 - float(self.lost[node, up])
        found = {
            VERBS[verb]: float(self.action[node, verb, up]) / none
            for verb in range(len(VERBS))
            if np.isfinite(self.action[node, verb, up])
        }
        options = dict(sorted(found.items(), key=lambda each: -each[1]))
        if kind == NATURAL or len(options) < 2:
            value = float(self.perfect.opening[hand, up])
            return HandValue(kind, total, cards, up_name, chance, {}, "", "", value)
        best = next(iter(options))
        charted = VERBS[_verb(self.plan, self.charted, hand, node, up)]
        return HandValue(kind, total, cards, up_name, chance, options, best, charted, options[best])

    def _row_of(self, key: int) -> tuple[str, str]:
        keys = self.tables.keys
        if keys.natural[key]:
            return "natural", "21"
        if self.layout.pair[key] >= 0:
            return "pair", RANK_NAMES[int(keys.pair[key]) - 1]
        return ("soft" if keys.soft[key] else "hard"), str(int(keys.total[key]))

    def _rows(self, apart: list[HandValue]) -> Iterator[HandValue]:
        """All hands of a row together."""
        groups: dict[tuple[str, str, str], list[HandValue]] = {}
        for each in apart:
            groups.setdefault((each.kind, each.total, each.up), []).append(each)
        for (kind, total, up), members in groups.items():
            chance = sum(each.chance for each in members)
            verbs = [
                verb
                for verb in VERBS
                if members[0].options and all(verb in each.options for each in members)
            ]
            means = {
                verb: sum(each.chance * each.options[verb] for each in members) / chance
                for verb in verbs
            }
            options = dict(sorted(means.items(), key=lambda each: -each[1]))
            best = next(iter(options), "")
            charted = max(members, key=lambda each: each.chance).chart if options else ""
            mean = sum(each.chance * each.value for each in members) / chance
            value = options[best] if best else mean
            yield HandValue(kind, total, "", up, chance, options, best, charted, value)

    # --- hands of any size ----------------------------------------------------------------------

    def _departures(self) -> Iterator[CompositionDeparture]:
        """Hands, card by card, that perfect play plays otherwise than the chart."""
        comes = flows(self.work, self.charted)[:, 0]
        own = {int(node): hand for hand, node in enumerate(self.plan.openings[:, 2].tolist())}
        found = []
        for node in self._asked_nodes():
            for up, cls in zip(self.layout.ups, self.layout.up_class, strict=True):
                hand = own.get(int(node), -1)
                often = float(comes[node, cls])
                if hand >= 0:
                    often = float(self.perfect.chance[hand, cls])
                said, best = (
                    _verb(self.plan, strategy, hand, int(node), cls)
                    for strategy in (self.charted, self.perfect.strategy)
                )
                worth = self.action[node, [said, best], cls]
                if said == best or often <= 0 or not np.isfinite(worth).all():
                    continue
                gain = float(worth[1] - worth[0]) / (1 - float(self.lost[node, cls]))
                if gain > 0:
                    kind, total = self._total(int(node))
                    found.append(
                        CompositionDeparture(
                            self._cards(int(node)), f"{kind} {total}", up, VERBS[said],
                            VERBS[best], gain, often,
                        )
                    )  # fmt: skip
        yield from sorted(found, key=lambda each: -each.gain * each.comes)

    def _asked_nodes(self) -> Ints:
        keys, nodes = self.tables.keys, self.tables.nodes
        key = nodes.key
        asked = (keys.origin[key] == DEALT) & (keys.size[key] >= OPENING)
        asked &= (self.layout.total[key] >= 0) & (keys.natural[key] == 0)
        return np.flatnonzero(asked)

    def _total(self, node: int) -> tuple[str, str]:
        key = int(self.tables.nodes.key[node])
        keys = self.tables.keys
        return ("soft" if keys.soft[key] else "hard"), str(int(keys.total[key]))

    def _cards(self, node: int) -> str:
        """The cards of a hand, the highest first, the ace last."""
        counts = self.tables.nodes.counts[self.tables.nodes.bag[node]].tolist()
        names = [RANK_NAMES[rank] for rank in reversed(range(RANKS)) for _ in range(counts[rank])]
        suited = " suited" if self.tables.keys.suited[self.tables.nodes.key[node]] else ""
        return ",".join(names) + suited

    def _by_size(self) -> Iterator[SizeChart]:
        """The best verb of all hands of a size and a total, as often as the chart comes to them."""
        keys, nodes = self.tables.keys, self.tables.nodes
        size = np.minimum(keys.size[nodes.key], OPENING + len(SIZES) - 1)
        row = self.layout.total[nodes.key]
        comes = flows(self.work, self.charted)[:, 0]
        comes[self.plan.openings[:, 2]] = self.perfect.chance
        asked = self._asked_nodes()
        for place, name in enumerate(SIZES):
            rows: dict[str, tuple[str, ...]] = {}
            for number, (block, total) in enumerate(self.layout.rows):
                members = asked[(row[asked] == number) & (size[asked] == OPENING + place)]
                if block in ("hard", "soft") and len(members):
                    rows[f"{block} {total}"] = tuple(
                        self._best_of(members, comes, up) for up in self.layout.up_class
                    )
            yield SizeChart(name, rows)

    def _best_of(self, members: Ints, comes: Floats, up: int) -> str:
        there = members[comes[members, up] > 0]
        values = self.action[there][:, :, up]
        allowed = np.isfinite(values).all(axis=0) & (np.arange(len(VERBS)) != SPLIT)
        if not len(there) or not allowed.any():
            return ""
        sums = np.full(len(VERBS), -np.inf)
        sums[allowed] = (comes[there, up][:, None] * values[:, allowed]).sum(axis=0)
        return VERBS[int(np.argmax(sums))]


def _verb(plan: Plan, strategy: Strategy, hand: int, node: int, up: int) -> int:
    """What a play does with a dealt hand; `hand` is its number among the opening hands, or -1."""
    if hand >= 0:
        place = next((i for i, pair in enumerate(plan.pairs) if hand in pair.openings), -1)
        if strategy.early[hand, up]:
            return SURRENDER
        if place >= 0 and strategy.splits[place, up]:
            return SPLIT
    return int(strategy.choice[node, 0, up])


def bank_finals(work: ShoeSolver, layout: ChartLayout) -> tuple[BankFinals, ...]:
    """The bank's final totals by up card, nothing else known of the shoe."""
    tables = work.tables
    names: dict[str, int] = {}
    label = np.full(len(tables.bank.keys), -1, np.int64)
    for number, key in enumerate(tables.bank.keys):
        if not tables.bank.draws[number]:
            name = NATURAL if key.natural else BUST if over(key) else str(points(key))
            label[number] = names.setdefault(name, len(names))
    bags, final, orders = whole_hands(tables.bank, tables.cards, label)
    taken = counts_of(bags)
    counts = work.shoe.counts
    found = []
    for up, cls in zip(layout.ups, layout.up_class, strict=True):
        rank = int(tables.ups.rank[cls])
        left = counts - (np.arange(RANKS) == rank)
        drawn = taken - (np.arange(RANKS) == rank)
        ways = np.where(orders[:, rank] > 0, orders[:, rank].astype(np.float64), 0.0)
        with_up = orders[:, rank] > 0
        ways[with_up] *= _falling(left, drawn[with_up]) / _falling_all(left.sum(), drawn[with_up])
        chances = np.bincount(final, weights=ways, minlength=len(names))
        shown = sorted(names, key=lambda name: (not name.isdecimal(), name.zfill(3)))
        found.append(BankFinals(up, {name: float(chances[names[name]]) for name in shown}))
    return tuple(found)


def _falling(left: Floats, drawn: Ints) -> Floats:
    """[bag] in how many ways its cards come, in a given order."""
    found = np.ones(len(drawn))
    for card in range(int(drawn.max(initial=0))):
        found *= np.where(drawn > card, np.clip(left - card, 0, None), 1.0).prod(axis=1)
    return found


def _falling_all(left: float, drawn: Ints) -> Floats:
    size = drawn.sum(axis=1)
    found = np.ones(len(drawn))
    for card in range(int(size.max(initial=0))):
        found *= np.where(size > card, left - card, 1.0)
    return found
