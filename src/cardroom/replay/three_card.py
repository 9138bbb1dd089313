"""Simulated rounds of Three Card Poker, dealt again by the engine."""

from __future__ import annotations

from collections.abc import Mapping
from math import lcm

from cardroom.analysis.simulation import Simulation
from cardroom.analysis.three_card import odds
from cardroom.analysis.three_card.pack import cards_in
from cardroom.analysis.three_card.rounds import ThreeCardSimulator
from cardroom.analysis.wager_simulation import WagerSimulation
from cardroom.games.three_card.policies import policies_of
from cardroom.hands.three_card import three_card
from cardroom.places import BANK, hand_place
from cardroom.play.inputs import Answer
from cardroom.play.round import Ask, Round
from cardroom.replay.explained import (
    BoxResult,
    Explained,
    RoundPlace,
    agree,
    explained,
    only_round,
    results,
)
from cardroom.replay.rounds import ReplayedRound, Supply, Wagers, cards_of, each_own, replay


def explain(simulation: Simulation, shoe: int, number: int) -> Explained:
    assert isinstance(simulation, WagerSimulation)
    simulator = simulation.simulator
    assert isinstance(simulator, ThreeCardSimulator)
    only_round(shoe, number)
    played = replayed(simulator, shoe)
    found = results(played.round, simulator.boxes, stakes_of(simulator))
    agree(counted(simulator, shoe), found)
    place = RoundPlace(simulator.seed, shoe)
    return explained(simulator.rules, place, simulation.play, found, played.events)


def replayed(simulator: ThreeCardSimulator, number: int) -> ReplayedRound:
    """Round `number` of the simulation; the bank is the last box, and a box is a player."""

    def answer(round: Round, ask: Ask) -> Answer:
        own = odds.values().index(three_card(round.at(hand_place(ask.box))))
        shown = round.at(BANK)[0].rank - 1
        return Answer(ask.box, "play" if simulator.plays[own, shown] else "fold")

    rules, cards = simulator.rules, cards_in(simulator.deals.pack)
    wagers = Wagers(each_own(simulator.boxes), stakes_of(simulator))
    return replay(rules, wagers, Supply(cards_of(cards, simulator.seed, number, 0)), answer)


def counted(simulator: ThreeCardSimulator, number: int) -> list[BoxResult]:
    """[box] what the simulator says of a round."""
    (name,) = [bet.name for bet in simulator.bets] or [""]
    return [
        BoxResult(net, {} if bonus is None else {name: bonus})
        for net, bonus in simulator.brought(number)
    ]


def stakes_of(simulator: ThreeCardSimulator) -> Mapping[str, int]:
    """Of ante and bonus: those of the simulation, or stakes at which nothing is rounded."""
    if simulator.stake is not None:
        bonus = dict.fromkeys((bet.name for bet in simulator.bets), simulator.extra)
        return {"ante": simulator.ante, **bonus}
    limits, rounding = simulator.rules.limits, policies_of(simulator.rules).rounding
    step = lcm(limits.chip, rounding.chip) * lcm(simulator.unit, simulator.bonus_unit)
    stake = -(-max(limits.least, 500) // step) * step
    return dict.fromkeys(("ante", *(bet.name for bet in simulator.bets)), stake)
