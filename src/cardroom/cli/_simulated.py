"""Options of `simulate` and `explain` that describe a table."""

from __future__ import annotations

import inspect
from collections.abc import Callable, Iterable, Mapping
from pathlib import Path
from typing import Annotated, Any, Literal, NamedTuple, TypeVar

import typer

from cardroom.analysis.simulation import NamedChart, SimulationRequest, has_flag
from cardroom.analysis.simulation_options import SimulationOption, flag, flags
from cardroom.cli.common import CommandError, chart_file, counts_of, stake_in_cents

BoxesOption = Annotated[
    int, typer.Option("--boxes", min=1, help="Boxes in play; all play the same way.")
]
ChartOption = Annotated[
    str,
    typer.Option(
        "--chart",
        metavar="best|FILE",
        help="Games of 21 and Three Card Poker: the best play, or a chart as `cardroom strategy"
        " --json` writes it.",
    ),
]
WithBetOption = Annotated[
    list[str] | None,
    typer.Option(
        "--with-bet",
        metavar="SPOT",
        help="Also make this side bet (bet-the-set, monte-carlo/king-red ...); may be repeated.",
    ),
]
OwnOption = Annotated[
    list[str] | None,
    typer.Option(
        "--option",
        metavar="NAME=VALUE",
        help="An option of an installed game's simulator; may be repeated.",
    ),
]
Command = TypeVar("Command", bound=Callable[..., None])


class TableOptions(NamedTuple):
    """The options as they were typed."""

    seed: int
    boxes: int
    stake: str
    shoe: str
    chart: str
    with_bet: list[str] | None
    option: list[str] | None
    flags: Mapping[str, str]
    """Of our families, by name; one that is not typed has its default."""


def with_flags(command: Command) -> Command:
    """The command with the flags of our families in its help; it takes them as keywords."""
    signature = inspect.signature(command)
    *parameters, _ = signature.parameters.values()
    for each in flags():
        names = [parameter.name for parameter in parameters]
        place = names.index(each.after) + 1 if each.after else names.index("option")
        parameters.insert(place, _parameter(each))
        command.__annotations__[each.name] = parameters[place].annotation
    command.__dict__["__signature__"] = signature.replace(parameters=parameters)
    return command


def _parameter(option: SimulationOption) -> inspect.Parameter:
    typed: Any = Literal[option.values] if option.values else str
    shown = typer.Option(flag(option.name), metavar=option.metavar, help=option.help)
    return inspect.Parameter(
        option.name,
        inspect.Parameter.POSITIONAL_OR_KEYWORD,
        default=option.default,
        annotation=Annotated[typed, shown],
    )


def chart_of(typed: str) -> NamedChart | None:
    """`--chart`; None is the best play."""
    path = Path(typed)
    return None if typed == "best" else NamedChart(path.name, chart_file(path))


def request_of(typed: TableOptions) -> SimulationRequest:
    return SimulationRequest(
        seed=typed.seed,
        boxes=typed.boxes,
        stake=stake_in_cents(typed.stake),
        shoe=counts_of(typed.shoe),
        with_bet=tuple(typed.with_bet) if typed.with_bet else None,
        chart=chart_of(typed.chart),
        options={**_flags_given(typed.flags), **_options_given(typed.option or ())},
    )


def _flags_given(typed: Mapping[str, str]) -> dict[str, str]:
    return {each.name: typed[each.name] for each in flags() if typed[each.name] != each.default}


def _options_given(typed: Iterable[str]) -> dict[str, str]:
    found: dict[str, str] = {}
    for option in typed:
        name, equals, value = (part.strip() for part in option.partition("="))
        if not (name and equals):
            raise CommandError(f"--option {option}: write a name and its value, like NAME=VALUE")
        if has_flag(name):
            raise CommandError(f"--option {option}: write {flag(name)}")
        found[name] = value
    return found
