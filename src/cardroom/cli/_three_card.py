"""Three Card Poker in `simulate` and `explain`: who sits there, and a round dealt again."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction
from math import lcm
from typing import TYPE_CHECKING, NamedTuple

from cardroom.cli.common import CommandError, console, print_json

if TYPE_CHECKING:
    from cardroom.analysis.three_card.rounds import ThreeCardSimulator
    from cardroom.cards import Card
    from cardroom.events import Event
    from cardroom.play.inputs import RoundInput
    from cardroom.play.round import Round
    from cardroom.rules.ruleset import Ruleset


def seat(rules: Ruleset, seed: int, boxes: int, bets: Sequence[str]) -> ThreeCardSimulator:
    """A simulator at the table; what cannot be simulated is refused with the reason."""
    import sys

    from cardroom.analysis.result_cache import compiled
    from cardroom.analysis.side_bets.tables import NoSuchBet
    from cardroom.analysis.three_card.rounds import ThreeCardSimulator

    if boxes > rules.boxes - 1:
        raise CommandError(f"--boxes {boxes}: the table has {rules.boxes - 1} beside the bank")
    if not compiled("three_card"):
        print("compiling the simulator, once; this takes some seconds", file=sys.stderr)
    try:
        return ThreeCardSimulator(rules, seed, boxes, bets)
    except NoSuchBet as reason:
        raise CommandError(f"--with-bet: {reason}") from None


class Replayed(NamedTuple):
    events: tuple[Event, ...]
    net: tuple[Fraction, ...]
    """What ante and play of each box brought together, in antes."""
    bonus: tuple[Fraction | None, ...]
    """What its bonus brought, in its stakes; None without one."""


def replay(simulator: ThreeCardSimulator, number: int) -> Replayed:
    """Round `number` of the simulation by the engine; the bank is the last box."""
    from cardroom import games
    from cardroom.play.round import Refusal
    from cardroom.replay.seated import opened
    from cardroom.replay.twentyone import cards_of

    stake = _stake(simulator)
    spots = ("ante", *(bet.name for bet in simulator.bets))
    round, events = opened(simulator.rules, simulator.boxes, dict.fromkeys(spots, stake))
    cards = cards_of(simulator.rules, simulator.seed, number, 0)
    while not round.over:
        entry = _entry(simulator, round, cards)
        applied = games.apply(round, entry)
        assert not isinstance(applied, Refusal), f"{entry}: {applied}"
        round, made = applied
        events += made
    net = [Fraction(0)] * simulator.boxes
    bonus: list[Fraction | None] = [None] * simulator.boxes
    for settled in round.settled:
        box, won = settled.bet.box - 1, Fraction(settled.net, stake)
        if settled.bet.spot == "bonus":
            bonus[box] = won
        else:
            net[box] += won
    return Replayed(events, tuple(net), tuple(bonus))


def _stake(simulator: ThreeCardSimulator) -> int:
    """Of ante and bonus: one at which nothing is rounded."""
    from cardroom.analysis.three_card.ante import policies_of

    limits, rounding = simulator.rules.limits, policies_of(simulator.rules).rounding
    step = lcm(limits.chip, rounding.chip) * lcm(simulator.unit, simulator.bonus_unit)
    return -(-max(limits.least, 500) // step) * step


def _entry(simulator: ThreeCardSimulator, round: Round, cards: Iterator[Card]) -> RoundInput:
    from cardroom.analysis.three_card import odds as three_card_odds
    from cardroom.hands.three_card import three_card
    from cardroom.places import BANK, hand_place
    from cardroom.play.inputs import Answer, Draw, Proceed
    from cardroom.play.round import Await, Chance, DealerStep

    match round.head:
        case Chance():
            return Draw(next(cards))
        case DealerStep():
            return Proceed()
        case Await(asks=(ask, *_)):
            own = three_card_odds.values().index(three_card(round.at(hand_place(ask.box))))
            shown = round.at(BANK)[0].rank - 1
            return Answer(ask.box, "play" if simulator.deals.table.plays[own, shown] else "fold")
        case head:
            raise AssertionError(f"a round of Three Card Poker does not wait for {head}")


def explain(simulator: ThreeCardSimulator, number: int, printed: str) -> None:
    """Round `number`, event by event; the engine and the simulator must agree."""
    from cardroom.analysis.three_card.deals import PLAY
    from cardroom.events.words import tell

    counted, played = simulator.brought(number), replay(simulator, number)
    if counted != list(zip(played.net, played.bonus, strict=True)):
        raise AssertionError(f"the simulator has {counted}, the engine {played[1:]}")
    rules, seed = simulator.rules, simulator.seed
    if printed == "json":
        named = {"game": rules.game, "digest": rules.digest, "seed": seed, "round": number}
        net = [float(each) for each in played.net]
        bets = [{} if won is None else {"bonus": float(won)} for won in played.bonus]
        print_json({**named, "net": net, "bets": bets, "events": list(played.events)})
        return
    out = console()
    out.print(f"{rules.title}, seed {seed}, round {number}", style="bold")
    out.print(PLAY, style="dim")
    for event in played.events:
        out.print(tell(event), markup=False)
    boxes = ", ".join(
        f"box {box} {float(net):+g}" + ("" if won is None else f" and by its bonus {float(won):+g}")
        for box, (net, won) in enumerate(zip(played.net, played.bonus, strict=True), start=1)
    )
    out.print(f"Net in stakes: {boxes}. The simulator counted the same.", style="bold")
