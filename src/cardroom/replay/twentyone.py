"""Simulated rounds of the games of 21, dealt again by the engine."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from functools import lru_cache
from math import lcm

import numpy as np

from cardroom.analysis.families import NotComputed
from cardroom.analysis.simulation import Simulation
from cardroom.analysis.stakes import side_stake
from cardroom.analysis.twentyone.simulator.policy import (
    HandColumns,
    Script,
    card_values,
    pair_values,
)
from cardroom.analysis.twentyone.simulator.simulate import TwentyOneSimulator
from cardroom.analysis.wager_simulation import WagerSimulation
from cardroom.cards import Card
from cardroom.games.twentyone.engine.game_type import policies
from cardroom.games.twentyone.engine.state import state_of
from cardroom.hands.points import DEALT, MIXED, Key
from cardroom.model import Tables
from cardroom.model.course import open_rounds
from cardroom.model.ranks import RANKS
from cardroom.model.verbs import VERBS, Stance
from cardroom.play.inputs import Answer
from cardroom.play.round import Ask, Round
from cardroom.replay.explained import (
    BoxResult,
    Explained,
    RoundPlace,
    agree,
    explained,
    results,
)
from cardroom.replay.rounds import (
    Answers,
    ReplayedRound,
    Supply,
    Wagers,
    at_seed,
    cards_of,
    each_own,
    replay,
)
from cardroom.rules.ruleset import Ruleset
from cardroom.rules.spots import Spot


def explain(simulation: Simulation, shoe: int, number: int) -> Explained:
    assert isinstance(simulation, WagerSimulation)
    simulator = simulation.simulator
    assert isinstance(simulator, TwentyOneSimulator)
    log = simulator.rounds_of(shoe)
    if number > len(log):
        raise NotComputed(f"--round {shoe}:{number}: that shoe has {len(log)} rounds")
    player = ScriptPlayer.of(simulator)
    played = player.replayed_round(simulator, shoe, number, int(log[number - 1, 0]))
    found = player.results(played.round, simulator.boxes)
    told = counted(simulator, shoe)[number - 1]
    agree(*comparable(simulator.rules, told, found))
    place = RoundPlace(simulator.seed, number, shoe)
    return explained(simulator.rules, place, simulation.play, found, played.events)


def counted(simulator: TwentyOneSimulator, shoe: int) -> list[list[BoxResult]]:
    """[round, box] what the simulator says of every round of a shoe."""
    unit, rounds = simulator.automaton.unit, simulator.rounds_of(shoe)[:, 1:].tolist()
    return [
        [BoxResult(Fraction(net, unit), own) for net, own in zip(nets, bets, strict=True)]
        for nets, bets in zip(rounds, simulator.sides_of(shoe), strict=True)
    ]


def comparable(
    rules: Ruleset, counted: Sequence[BoxResult], played: Sequence[BoxResult]
) -> tuple[list[BoxResult], list[BoxResult]]:
    """Two awards of one round come off one meter, one after the other; the simulator pays each as
    if it were alone, so such a round is compared without them."""
    bet = rules.progressive
    name = "" if bet is None else bet.name
    if sum(box.bets.get(name, Fraction(-1)) > 0 for box in counted) <= 1:
        return list(counted), list(played)
    one, two = (
        [box._replace(bets={s: net for s, net in box.bets.items() if s != name}) for box in boxes]
        for boxes in (counted, played)
    )
    return one, two


def stake_of(rules: Ruleset, unit: int) -> int:
    """A wager at which every payment is exact: the simulator does not round."""
    chip = max(rules.limits.chip, policies(rules).rounding.chip)
    step = lcm(2 * rules.limits.chip, unit * chip)
    stake: int = -(-max(rules.limits.least, 500) // step) * step
    return stake


class ScriptPlayer:
    """A player at the engine's table, who does what a script says in every box."""

    def __init__(
        self,
        rules: Ruleset,
        tables: Tables,
        script: Script,
        unit: int,
        bets: Sequence[str] = (),
        stake: int | None = None,
    ) -> None:
        """`bets` are the side bets that every box makes, whenever it can; `stake` is the wager,
        None one at which nothing is rounded."""
        self.rules, self.tables, self.script, self.unit = rules, tables, script, unit
        self.bets = [spot for spot in rules.spots if spot.name in bets]
        self.staked = stake
        self.stake = stake_of(rules, unit) if stake is None else stake

    @classmethod
    def of(cls, simulator: TwentyOneSimulator) -> ScriptPlayer:
        paths, bets = simulator.automaton, [bet.spot for bet in simulator.bets]
        return cls(
            simulator.rules, paths.tables, simulator.script, paths.unit, bets, simulator.stake
        )

    def replayed_round(
        self, simulator: TwentyOneSimulator, shoe: int, number: int, began: int
    ) -> ReplayedRound:
        """Round `number` of a simulated shoe, which began at card `began`."""
        burns = number == 1 and self.rules.shoe.kind != "continuous"
        cards = cards_of(simulator.cards, simulator.seed, shoe, 0 if burns else began)
        return self.replayed(simulator.boxes, cards, 0 if burns else number)

    def replayed(
        self,
        boxes: int,
        cards: Iterator[Card],
        rounds_before: int = 0,
        answers: Answers | None = None,
    ) -> ReplayedRound:
        """A round, played by the script or by other answers."""
        wagers = self.wagers(boxes, rounds_before)
        return replay(self.rules, wagers, self.supply(cards), answers or self.answer)

    def wagers(self, boxes: int, rounds_before: int) -> Wagers:
        stakes = {"main": self.stake} | {
            spot.name: self._least(spot)
            for spot in self.bets
            if open_rounds(self.rules, spot)[rounds_before > 0]
        }
        return Wagers(each_own(boxes), stakes, rounds_before=rounds_before)

    def _least(self, spot: Spot) -> int:
        """The least stake at which nothing is rounded: posted odds are whole numbers; or what is
        staked next to the given wager."""
        staked = side_stake(self.rules, spot, self.staked)
        if staked is not None:
            return staked
        limits = spot.limits or self.rules.limits
        step = lcm(limits.chip, policies(self.rules).rounding.chip)
        return spot.stake or -(-limits.least // step) * step

    def supply(self, cards: Iterator[Card]) -> Supply:
        return Supply(cards, figure=at_seed(self.rules))

    def results(self, round: Round, boxes: int) -> list[BoxResult]:
        stakes = {"main": self.stake} | {spot.name: self._least(spot) for spot in self.bets}
        return results(round, boxes, stakes)

    # --- what the script says -------------------------------------------------------------------

    def answer(self, round: Round, ask: Ask) -> Answer:
        verb = self.verb(round, ask)
        option = ask.option(verb)
        assert option is not None, f"{verb} is not offered: {ask}"
        return Answer(ask.box, verb, amount=option.most)

    def verb(self, round: Round, ask: Ask) -> str:
        state = state_of(round)
        up = int(self.tables.ups.cls[state.up])
        cards = round.at(f"{ask.box}.{ask.hand}")
        ranks = self.tables.cards.rank[[card.index for card in cards[:2]]]
        match ask.topic:
            case "insurance":
                if ask.option("even-money") and self.script.even_money(ranks, up):
                    return "even-money"
                insures = ask.option("insure") and self.script.insures(ranks, up)
                return "insure" if insures else "decline"
            case "surrender":
                return "surrender" if self.script.early(ranks, up) else "decline"
            case "natural":
                return "stand"
            case "max-bet":
                return "max-bet" if self.script.raises(int(ranks[0]), up) else "decline"
            case _:
                return self._play(round, ask, cards, up)

    def _play(self, round: Round, ask: Ask, cards: tuple[Card, ...], up: int) -> str:
        state = state_of(round)
        hand = state.hand(ask.box, ask.hand)
        stance = Stance(hand.mode.doubled, hand.mode.bets, hand.mode.waived)
        hands = self.hands(hand.key, stance, cards, up, later=ask.hand > 1)
        if ask.option("split") and self.script.splits(hands)[0]:
            return "split"
        return VERBS[int(self.script.verbs(hands)[0])]

    def hands(
        self, key: Key, stance: Stance, cards: tuple[Card, ...], up: int, *, later: bool
    ) -> HandColumns:
        """The hand as the script knows it."""
        tables, variant = self.tables, 0
        counts = np.bincount(tables.cards.rank[[card.index for card in cards]], minlength=RANKS)
        node = _nodes(tables).get((tuple(counts.tolist()), key._replace(suit=MIXED)), -1)
        if key.origin != DEALT:
            value = int(card_values(tables)[tables.cards.cls[cards[0].index]])
            variant = 1 + 2 * pair_values(tables).index(value) + later
        number, place = _keys(tables)[key], tables.keys.stances.index(stance)
        columns = (variant, node, number, place, up)
        return HandColumns(*(np.array([column], np.int64) for column in columns))


@lru_cache(maxsize=32)
def _nodes(tables: Tables) -> Mapping[tuple[tuple[int, ...], Key], int]:
    """By their cards and their key, whatever its suit."""
    nodes, keys = tables.nodes, tables.keys.keys
    bags = [tuple(row) for row in nodes.counts.tolist()]
    return {
        (bags[bag], keys[key]._replace(suit=MIXED)): node
        for node, (bag, key) in enumerate(zip(nodes.bag.tolist(), nodes.key.tolist(), strict=True))
    }


@lru_cache(maxsize=32)
def _keys(tables: Tables) -> Mapping[Key, int]:
    return {key: number for number, key in enumerate(tables.keys.keys)}
