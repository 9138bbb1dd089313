"""Simulated rounds of pai gow poker, dealt again by the engine."""

from __future__ import annotations

from cardroom.analysis.pai_gow.deals import DICE, FIRST_PILE, SPOTS
from cardroom.analysis.pai_gow.rounds import Seating
from cardroom.analysis.pai_gow.simulation import PaiGowSimulation
from cardroom.analysis.simulation import Simulation
from cardroom.cards import Stream, shuffled
from cardroom.hands.house_way import HouseWay, set_hand
from cardroom.money import exact
from cardroom.places import hand_place
from cardroom.play.inputs import Answer
from cardroom.play.round import Ask, Round
from cardroom.replay.explained import Explained, RoundDocument, agree, only_round
from cardroom.replay.rounds import STACK, ReplayedRound, Supply, Wagers, each_own, replay, won
from cardroom.rules.ruleset import Ruleset


def explain(simulation: Simulation, shoe: int, number: int) -> Explained:
    assert isinstance(simulation, PaiGowSimulation)
    simulator = simulation.simulator
    only_round(shoe, number)
    rules, seating, seed = simulator.rules, simulator.seating, simulator.seed
    played = replayed(rules, seating, simulation.ways, seed, shoe)
    found = won_by_spot(played, seating)
    agree(simulator.won(shoe), found)
    net = tuple(map(sum, found))
    document = RoundDocument(
        game=rules.game,
        digest=rules.digest,
        seed=seed,
        round=shoe,
        net=net,
        events=tuple(played.events),
    )
    boxes = ", ".join(f"box {box} {exact(cents)}" for box, cents in enumerate(net, start=1))
    return Explained(f"seed {seed}, round {shoe}", simulation.play, f"Net: {boxes}.", document)


def won_by_spot(played: ReplayedRound, seating: Seating) -> list[list[int]]:
    """[box] what it won by its wager, by Fortune and by envy, in cents."""
    return [[spots.get(spot, 0) for spot in SPOTS] for spots in won(played.round, seating.boxes)]


def replayed(
    rules: Ruleset, seating: Seating, ways: tuple[HouseWay, HouseWay], seed: int, number: int
) -> ReplayedRound:
    """Round `number` of the simulation; the bank is the last box, and a box is a player."""

    def answer(round: Round, ask: Ask) -> Answer:
        if ask.topic == "pile":
            return Answer(ask.box, "choose", amount=FIRST_PILE)
        if ask.topic == "house-way":
            return Answer(ask.box, "decline")
        way = ways[ask.box == round.facts.bank_box]
        front = set_hand(round.at(hand_place(ask.box)), way).front
        return Answer(ask.box, "set", cards=front)

    stream = Stream(seed, number)
    dice = tuple(1 + stream.below(6) for _ in range(DICE))
    cards = iter(shuffled(tuple(rules.deck), stream.below))
    stakes = {"main": seating.stake, "fortune": seating.fortune}
    wagers = Wagers(
        each_own(seating.boxes),
        {spot: stake for spot, stake in stakes.items() if stake},
        STACK // 2 if seating.posted is None else seating.posted,
    )
    return replay(rules, wagers, Supply(cards, lambda _: dice), answer)
