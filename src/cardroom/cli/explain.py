"""`cardroom explain GAME --seed S --round SHOE:N`: a simulated round, dealt again by the engine."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Final

import typer

from cardroom import games
from cardroom.cli._notices import notices
from cardroom.cli._simulated import (
    BoxesOption,
    ChartOption,
    OwnOption,
    TableOptions,
    WithBetOption,
    request_of,
    with_flags,
)
from cardroom.cli.common import (
    CommandError,
    GameArgument,
    HouseOption,
    JsonOption,
    SeedOption,
    SetOption,
    ShoeOption,
    SideBetFileOption,
    StakeOption,
    console,
    posted,
    print_json,
)
from cardroom.events import Acted
from cardroom.events.words import tell as told
from cardroom.replay.families import explain as replayed
from cardroom.replay.families import simulation_of

if TYPE_CHECKING:
    from cardroom.replay.explained import Explained
    from cardroom.rules.ruleset import Ruleset

SHOE_MAX: Final = 2**63 - 1


@with_flags
def explain(
    game: GameArgument,
    round: Annotated[
        str, typer.Option("--round", metavar="SHOE:N", help="Which round: 3:7 is shoe 3, round 7.")
    ],
    settings: SetOption = None,
    house: HouseOption = "",
    side_bet: SideBetFileOption = None,
    seed: SeedOption = 1,
    boxes: BoxesOption = 1,
    stake: StakeOption = "",
    other_shoe: ShoeOption = "",
    chart: ChartOption = "best",
    with_bet: WithBetOption = None,
    option: OwnOption = None,
    as_json: JsonOption = False,
    **flags: str,
) -> None:
    """Replay one round of a simulation, event by event."""
    shoe, number = place_of(round)
    rules = posted(game, settings, house, side_bet)
    typed = TableOptions(seed, boxes, stake, other_shoe, chart, with_bet, option, flags)
    with notices() as tell:
        found = replayed(simulation_of(rules, request_of(typed), tell), shoe, number)
    if as_json:
        print_json(found.document)
    else:
        show(rules, found)


def place_of(text: str) -> tuple[int, int]:
    shoe, colon, number = text.partition(":")
    if not colon or not (shoe.isdecimal() and number.isdecimal()):
        raise CommandError(f"--round {text}: write a shoe and a round from 1 on, like 3:7")
    if not (1 <= int(shoe) <= SHOE_MAX and int(number)):
        raise CommandError(f"--round {text}: shoes are 1 to {SHOE_MAX:,}, rounds 1 and up")
    return int(shoe), int(number)


def show(rules: Ruleset, found: Explained) -> None:
    out = console()
    out.print(f"{rules.title}, {found.place}", style="bold")
    out.print(found.play, style="dim")
    felt = games.felt_of(rules)
    for event in found.document.events:
        style = "bold" if isinstance(event, Acted) and not event.forced else None
        out.print(told(event, felt), style=style, markup=False)
    out.print(found.won, style="bold")
    out.print("The simulator got the same result.", style="bold")
