"""`cardroom explain GAME --seed S --round SHOE:N`: a simulated round, dealt again by the engine."""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING, Annotated, Any, Final

import typer

from cardroom.cli import _pai_gow as pai_gow
from cardroom.cli import _three_card
from cardroom.cli._simulated import (
    BesideOption,
    BoxesOption,
    ChartOption,
    InsuranceOption,
    seat,
)
from cardroom.cli.common import (
    CommandError,
    GameArgument,
    HouseOption,
    JsonOption,
    SeedOption,
    SetOption,
    console,
    posted,
    print_json,
)

if TYPE_CHECKING:
    from cardroom.cli import _pai_gow as pai_gow
    from cardroom.replay.twentyone import Replayed
from cardroom.cli._simulated import Seated

SHOE_MAX: Final = 2**63 - 1


def register(app: typer.Typer) -> None:
    app.command(name="explain")(explain)


def explain(
    game: GameArgument,
    round: Annotated[
        str, typer.Option("--round", metavar="SHOE:N", help="Which round: 3:7 is shoe 3, round 7.")
    ],
    settings: SetOption = None,
    house: HouseOption = "",
    seed: SeedOption = 1,
    boxes: BoxesOption = 1,
    chart: ChartOption = "best",
    insurance: InsuranceOption = "never",
    with_bet: BesideOption = None,
    way: pai_gow.WayOption = "",
    bank_way: pai_gow.BankWayOption = "",
    bet: pai_gow.BetOption = "",
    fortune: pai_gow.FortuneOption = "",
    bank: pai_gow.BankOption = "",
    as_json: JsonOption = False,
) -> None:
    """Replay a round of a simulation, event by event, as the rules have it."""
    shoe, number = place_of(round)
    rules = posted(game, settings, house)
    if rules.family == "pai-gow":
        if number != 1:
            raise CommandError(f"--round {round}: each deck of pai gow has one round: {shoe}:1")
        amounts = pai_gow.Money(bet, fortune, bank)
        seated_ways = pai_gow.seat(rules, (way, bank_way), amounts, boxes, seed)
        pai_gow.explain(seated_ways, shoe, "json" if as_json else "text")
        return
    if rules.family == "three-card":
        if number != 1:
            raise CommandError(f"--round {round}: each deal has one round: {shoe}:1")
        simulator = _three_card.seat(rules, seed, boxes, with_bet or ())
        _three_card.explain(simulator, shoe, "json" if as_json else "text")
        return
    seated = seat(rules, chart, seed, boxes, insurance, with_bet or ())
    kernel, played = replayed(seated, shoe, number)
    if tuple(kernel) != played.net:
        raise AssertionError(f"the simulator has {kernel}, the engine {list(played.net)}")
    beside = seated.simulator.sides_of(shoe)[number - 1]
    if not alike(beside, played):
        raise AssertionError(f"the simulator has {beside}, the engine {list(played.sides)}")
    if as_json:
        print_json(document(seated, shoe, number, played))
    else:
        show(seated, shoe, number, played)


def place_of(text: str) -> tuple[int, int]:
    shoe, colon, number = text.partition(":")
    if not colon or not (shoe.isdecimal() and number.isdecimal()):
        raise CommandError(f"--round {text}: write a shoe and a round from 1 on, like 3:7")
    if not (1 <= int(shoe) <= SHOE_MAX and int(number)):
        raise CommandError(f"--round {text}: shoes are 1 to {SHOE_MAX:,}, rounds 1 and up")
    return int(shoe), int(number)


def replayed(seated: Seated, shoe: int, number: int) -> tuple[list[int], Replayed]:
    """What the simulator says that every box won, and the engine's round."""
    from cardroom.replay.twentyone import Replay, cards_of

    rules, simulator = seated.rules, seated.simulator
    log = simulator.rounds_of(shoe)
    if number > len(log):
        raise CommandError(f"--round {shoe}:{number}: that shoe has {len(log)} rounds")
    began, *nets = log[number - 1].tolist()
    burns = number == 1 and rules.shoe.kind != "continuous"
    cards = cards_of(rules, simulator.seed, shoe, 0 if burns else began)
    spots = [bet.spot for bet in simulator.bets]
    replay = Replay(rules, seated.tables, seated.script, simulator.automaton.unit, spots)
    return nets, replay.play(simulator.boxes, cards, 0 if burns else number)


def alike(beside: list[dict[str, Fraction]], played: Replayed) -> bool:
    """Whether simulator and engine say the same of the bets beside the hand.

    Two awards of one round come off one meter, one after the other; the simulator pays each as if
    it were alone.
    """
    one, two = ([dict(box) for box in boxes] for boxes in (beside, played.sides))
    bet = played.round.rules.progressive
    if bet is not None and sum(box.get(bet.name, Fraction(-1)) > 0 for box in one) > 1:
        for box in (*one, *two):
            box.pop(bet.name, None)
    return one == two


def document(seated: Seated, shoe: int, number: int, played: Replayed) -> dict[str, Any]:
    unit = seated.simulator.automaton.unit
    return {
        "game": seated.rules.game,
        "digest": seated.rules.digest,
        "seed": seated.simulator.seed,
        "shoe": shoe,
        "round": number,
        "play": seated.play,
        "net": [net / unit for net in played.net],
        "bets": [{spot: float(net) for spot, net in box.items()} for box in played.sides],
        "events": list(played.events),
    }


def show(seated: Seated, shoe: int, number: int, played: Replayed) -> None:
    from cardroom.events import Acted
    from cardroom.events.words import tell

    out = console()
    seed = seated.simulator.seed
    out.print(f"{seated.rules.title}, seed {seed}, shoe {shoe}, round {number}", style="bold")
    out.print(seated.play, style="dim")
    for event in played.events:
        style = "bold" if isinstance(event, Acted) and not event.forced else None
        out.print(tell(event), style=style, markup=False)
    unit = seated.simulator.automaton.unit
    won = ", ".join(
        f"box {box} {net / unit:+g}" if net else f"box {box} 0"
        for box, net in enumerate(played.net, start=1)
    )
    beside = "; ".join(
        f"{title_of(seated, spot)} of box {box} {float(net):+g}"
        for box, bets in enumerate(played.sides, start=1)
        for spot, net in bets.items()
    )
    stakes = f" In stakes: {beside}." if beside else ""
    out.print(f"Net in wagers: {won}.{stakes} The simulator counted the same.", style="bold")


def title_of(seated: Seated, name: str) -> str:
    spot = seated.rules.spot(name)
    assert spot is not None
    return spot.title
