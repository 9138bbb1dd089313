"""Engine and kernel side by side: the same cards, the same script, and what each says was won."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator, Sequence
from fractions import Fraction
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from cardroom import games, model
from cardroom.analysis.kernels.shoe import END, READY
from cardroom.analysis.kernels.simulate_tables import ShoeRange
from cardroom.analysis.twentyone.simulator.policy import ByKey, Script
from cardroom.analysis.twentyone.simulator.simulate import SHOE_MAX, TwentyOneSimulator
from cardroom.analysis.twentyone.solver.plan import Plan
from cardroom.analysis.twentyone.solver.starting_hands import Choices, Strategy
from cardroom.cards import Card
from cardroom.games.twentyone.engine.game_type import policies
from cardroom.games.twentyone.engine.state import state_of
from cardroom.hands.points import DEAD_RUN, DEALT, MIXED, SPLIT_ACES
from cardroom.model import Tables
from cardroom.model.course import course_of
from cardroom.model.ranks import JOKER_RANK
from cardroom.model.verbs import HIT, SPLIT, VERBS, Stance
from cardroom.play.inputs import Answer
from cardroom.play.round import Ask, Round
from cardroom.replay.rounds import ReplayedRound
from cardroom.replay.twentyone import ScriptPlayer
from cardroom.rules.options import Choice, Whole
from cardroom.rules.ruleset import Ruleset

Ints = NDArray[np.int64]
Cell = tuple[int, int, int, int]
"""Hands - 1, key, stance, up class: where a hand is asked."""
Watch = Callable[[Round, Ask], None]


def random_options(dice: random.Random, game: str) -> dict[str, object]:
    """About half of the options at any value; amounts stay as they are."""
    found: dict[str, object] = {}
    for spec in games.game(game).catalogue:
        if dice.random() < 0.5 or spec.name == "allow_player_edge":
            continue
        match spec.kind:
            case Choice(values=values):
                found[spec.name] = spec.show(dice.choice(values))
            case Whole(least=least, most=most):
                found[spec.name] = spec.show(dice.randint(least, most))
            case _:
                pass
    return found


class Pair(NamedTuple):
    """Engine and kernel at one table."""

    simulator: TwentyOneSimulator
    player: ScriptPlayer

    @classmethod
    def of(
        cls,
        rules: Ruleset,
        script: Script,
        seed: int = 1,
        boxes: int = 1,
        bets: Sequence[str] = (),
    ) -> Pair:
        tables = model.compile(rules)
        simulator = TwentyOneSimulator(rules, tables, script, seed, boxes, bets)
        return cls(simulator, ScriptPlayer.of(simulator))

    @property
    def rules(self) -> Ruleset:
        return self.simulator.rules

    def rounds(self, shoe: int) -> Iterator[tuple[list[Fraction], ReplayedRound]]:
        """What the kernel says each box won in every round of a shoe, and the engine's round."""
        log = self.simulator.rounds_of(shoe).tolist()
        for number, (began, *nets) in enumerate(log, start=1):
            yield self.wagers(nets), self.player.replayed_round(self.simulator, shoe, number, began)

    def wagers(self, nets: Sequence[int]) -> list[Fraction]:
        """The kernel's units in wagers."""
        return [Fraction(net, self.simulator.automaton.unit) for net in nets]

    def net(self, played: ReplayedRound) -> list[Fraction]:
        """What each box won in the engine's round, in wagers."""
        return [box.net for box in self.player.results(played.round, self.simulator.boxes)]

    def stacked(
        self, order: list[Card], watch: Watch = lambda _, __: None
    ) -> tuple[list[Fraction], ReplayedRound]:
        """The first round from a given order, the burned cards in front."""
        codes: NDArray[np.uint8] = self.simulator.automaton.codes[
            [card.index for card in order]
        ].astype(np.uint8)
        nets = rounds_from(self.simulator, codes, self.simulator.house.burn)[0, 1:].tolist()

        def watched(round: Round, ask: Ask) -> Answer:
            watch(round, ask)
            return self.player.answer(round, ask)

        played = self.player.replayed(self.simulator.boxes, iter(order), 0, watched)
        return self.wagers(nets), played


def rounds_from(simulator: TwentyOneSimulator, order: NDArray[np.uint8], at: int) -> Ints:
    """[round] where it began and what each box won, of a given order of cards, from `at` on."""
    cards = simulator.shoe()._replace(order=order)
    cards.gauge[[READY, END]] = len(order)
    work = ShoeRange(np.uint64(0), 0, 1, simulator.boxes, SHOE_MAX, at)
    return simulator.logged(cards, work)[:, : 1 + simulator.boxes]


def unseen_up(plan: Plan, strategy: Strategy) -> Strategy:
    """A strategy without a look at the up card's suit, as the simulator plays."""

    def moved(choice: Choices) -> Choices:
        return np.ascontiguousarray(choice[:, :, plan.tables.ups.base])

    later = tuple((moved(first), moved(second)) for first, second in strategy.later)
    return strategy._replace(choice=moved(strategy.choice), later=later)


# --- cells of the tables --------------------------------------------------------------------------


def random_script(tables: Tables, seed: int) -> ByKey:
    """Any legal verb for every key."""
    random = np.random.default_rng(seed)
    legal = np.bitwise_or.reduce(tables.legal, axis=0) & ~(1 << SPLIT)
    weight = random.random((6, *legal.shape)) * (legal >> np.arange(6)[:, None, None, None] & 1)
    verbs: NDArray[np.int64] = np.argmax(weight, axis=0)
    ups = len(tables.ups.names)
    offers = random.random((4, ups, JOKER_RANK + 1, JOKER_RANK + 1)) < 0.4
    return ByKey(verbs, random.random(legal.shape) < 0.7, offers)


def eager_script(tables: Tables, seed: int) -> ByKey:
    """Mostly one verb that brings cards, so that long hands come about; pairs mostly split."""
    dice = np.random.default_rng(seed)
    some = random_script(tables, seed)
    legal = np.bitwise_or.reduce(tables.legal, axis=0)
    verbs = some._verbs.copy()
    wanted = [HIT, *(verb for verb in (2, 5) if (legal >> verb & 1).any())]
    verb = wanted[seed // 3 % len(wanted)]
    # The first ones never stop: hands of twenty cards come about no other way.
    bold = 1.0 if seed < 9 else 0.9
    takes = (legal >> verb & 1 == 1) & (dice.random(legal.shape) < bold)
    verbs[takes] = verb
    hits = ~takes & (legal >> HIT & 1 == 1) & (dice.random(legal.shape) < bold)
    verbs[hits] = HIT
    # To split twos is one way, and to hit them another; or to hit them only after a split.
    splits = dice.random(legal.shape) < (0.9, 0.1, 0.5)[seed % 3]
    if seed < 9:
        dealt = (tables.keys.origin == DEALT)[:, None, None]
        splits = np.broadcast_to((True, False, dealt)[seed % 3], legal.shape)
    return ByKey(verbs, splits, some._offers)


def decisions(rules: Ruleset, tables: Tables) -> set[Cell]:
    """Every cell at which a hand has more than one legal verb and can come to."""
    legal, keys = tables.legal, tables.keys
    bits = (legal[..., None] >> np.arange(len(VERBS)) & 1).sum(axis=-1)
    paid = course_of(rules).paid
    split = policies(rules).split
    found = set()
    again = [
        [_again(tables, level, up) for up in range(legal.shape[3])] for level in range(len(legal))
    ]
    for level, key, stance, up in zip(*np.nonzero(bits > 1), strict=True):
        origin = int(keys.origin[key])
        once = origin == SPLIT_ACES and not (split is not None and split.aces_again)
        if (level == 0) != (origin == DEALT) or (once and level > 1):
            continue
        if keys.natural[key] and paid[tables.ups.names[up]]:
            continue
        if level > 1 and (int(key), int(stance)) not in again[level][up]:
            continue
        found.add((int(level), int(key), int(stance), int(up)))
    return found


def _again(tables: Tables, level: int, up: int) -> set[tuple[int, int]]:
    """Keys and stances of a hand split more than once.

    A script does not look at the number of hands: who has split a pair again splits it whenever
    that is allowed, and hits it only where it is not.
    """
    keys, legal = tables.keys, tables.legal
    roots = [int(root) for root in keys.from_pair if root >= 0]
    todo = [(int(child), 0) for root in roots for child in keys.child[root]]
    seen: set[tuple[int, int]] = set()
    while todo:
        key, stance = todo.pop()
        if (key, stance) in seen:
            continue
        seen.add((key, stance))
        bits = int(legal[level, key, stance, up])
        if bits >> SPLIT & 1:
            continue
        for verb, name in enumerate(VERBS):
            if bits >> verb & 1 and name in ("hit", "double", "max-bet"):
                before = key if verb == HIT else int(keys.pinned[key])
                after = int(keys.stance_after[verb, stance])
                todo += [(int(child), after) for child in keys.child[before]]
    return seen


class Coverage:
    """Which cells the engine has asked about; at each, it must offer what the table says."""

    def __init__(self, tables: Tables) -> None:
        self.tables = tables
        self.number = {key: number for number, key in enumerate(tables.keys.keys)}
        self.asked: set[Cell] = set()
        self.paid: set[tuple[int, int]] = set()

    def watch(self, round: Round, ask: Ask) -> None:
        if ask.topic != "play":
            return
        state = state_of(round)
        hand, tables = state.hand(ask.box, ask.hand), self.tables
        stance = Stance(hand.mode.doubled, hand.mode.bets, hand.mode.waived)
        level = min(len(state.hands[ask.box]), tables.levels) - 1
        up = int(tables.ups.cls[state.up])
        cell = (level, self.number[hand.key], tables.keys.stances.index(stance), up)
        offered = sum(1 << VERBS.index(option.verb) for option in ask.options)
        assert offered == tables.legal[cell], f"{hand}: {ask.options}"
        self.asked.add(cell)

    def settled(self, round: Round) -> None:
        """The cells of the pay matrix that this round used."""
        state = state_of(round)
        pays, keys = self.tables.pays, self.tables.keys
        number = {key: place for place, key in enumerate(self.tables.bank.keys)}
        bank = state.bank._replace(suit=MIXED, run=DEAD_RUN)
        column = pays.bank_class[number[bank]] if bank in number else -1
        for _, hand in state.every():
            if hand.status == "stood" and column >= 0:
                stance = Stance(hand.mode.doubled, hand.mode.bets, hand.mode.waived)
                place = self.number[hand.key], keys.stances.index(stance)
                self.paid.add((int(pays.stood[place]), int(column)))


class Path(NamedTuple):
    """Cards that lead a script's first hand to a cell."""

    cell: Cell
    first: int
    second: int
    then: tuple[int, ...]
    """Codes, after the bank's cards."""


def paths(pair: Pair, script: ByKey, up: int) -> Iterator[Path]:
    """A way to every cell against an up card that the script's first hand comes to."""
    tables, keys = pair.simulator.automaton.tables, pair.simulator.automaton.tables.keys
    codes = pair.simulator.automaton.codes
    width = len(pair.simulator.automaton.up)
    sample = [
        int(np.flatnonzero((codes == c) & (tables.cards.in_deck > 0))[0]) for c in range(width)
    ]
    cls = tables.cards.cls[sample]
    seen: set[tuple[int, int, int]] = set()
    todo: list[tuple[int, int, int, Path]] = []

    def come(level: int, key: int, stance: int, path: Path) -> None:
        """The hand comes to a key; pairs may be split on the spot."""
        mark = (level, key, stance)
        if mark in seen or tables.pays.instant[tables.pays.final[key, stance]]:
            return
        seen.add(mark)
        todo.append((level, key, stance, path._replace(cell=(level, key, stance, up))))

    for one in range(width):
        for two in range(width):
            key = int(keys.child[keys.child[keys.dealt, cls[one]], cls[two]])
            come(0, key, 0, Path((0, 0, 0, 0), one, two, ()))
    while todo:
        level, key, stance, path = todo.pop(0)
        yield path
        bits = int(tables.legal[level, key, stance, up])
        if bits >> SPLIT & 1 and script._splits[key, stance, up]:
            card = path.first
            root = int(keys.from_pair[cls[card]])
            more = min(level + 1, tables.levels - 1)
            for code in range(width):
                come(more, int(keys.child[root, cls[code]]), 0,
                     path._replace(then=(*path.then, code)))  # fmt: skip
            continue
        verb = int(script._verbs[key, stance, up])
        if VERBS[verb] in ("stand", "surrender") or not bits:
            continue
        before = key if verb == HIT else int(keys.pinned[key])
        after = int(keys.stance_after[verb, stance])
        for code in range(width):
            child = int(keys.child[before, cls[code]])
            come(level, child, after, path._replace(then=(*path.then, code)))


def order_of(pair: Pair, path: Path, up: int, dice: random.Random) -> list[Card]:
    """A shoe of one round: burned cards, the deal, the path, and any cards after it."""
    automaton, house = pair.simulator.automaton, pair.simulator.house
    pile: dict[int, list[Card]] = {}
    rest = list(pair.rules.deck)
    dice.shuffle(rest)
    for card in rest:
        pile.setdefault(int(automaton.codes[card.index]), []).append(card)

    def take(code: int) -> Card:
        card = pile[code].pop()
        rest.remove(card)
        return card

    ups = np.flatnonzero(automaton.up == up)
    dealt = [take(path.first), take(int(ups[0])), take(path.second)]
    then = [take(code) for code in path.then]
    # A five under any up card makes no natural.
    hole = [take(int(automaton.codes[Card("5s").index]))] if house.hole else []
    dealt += hole
    burned = rest[: house.burn]
    return burned + dealt + then + rest[house.burn : house.burn + 60]


def cover(rules: Ruleset, scripts: int) -> tuple[Coverage, set[Cell], int]:
    """Play a stacked round to every cell; what was covered, what was to be, and the rounds."""
    tables = model.compile(rules)
    coverage, wanted = Coverage(tables), decisions(rules, tables)
    dice, rounds = random.Random(7), 0
    for seed in range(scripts):
        if wanted <= coverage.asked:
            break
        script = eager_script(tables, seed)
        pair = Pair.of(rules, script)
        for up in range(len(tables.ups.names)):
            # Long ways first: they cover the short ones.
            for path in sorted(paths(pair, script, up), key=lambda each: -len(each.then)):
                if path.cell in coverage.asked or path.cell not in wanted:
                    continue
                order = order_of(pair, path, up, dice)
                kernel, played = pair.stacked(order, coverage.watch)
                assert kernel == pair.net(played), (rules.changed, [str(card) for card in order])
                coverage.settled(played.round)
                rounds += 1
    return coverage, wanted, rounds
