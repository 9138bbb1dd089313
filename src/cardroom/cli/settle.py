"""`cardroom settle FILE`: a round from a file, played and settled by the rules."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Any

import typer

from cardroom.cli.common import (
    HouseOption,
    JsonOption,
    SetOption,
    console,
    money,
    options_of,
    pretty_cards,
    print_json,
)

if TYPE_CHECKING:
    from rich.console import Console
    from rich.table import Table

    from cardroom.play.round import Round, Settlement
    from cardroom.scenario.outcome import Outcome

NOT_AS_EXPECTED = 1


def register(app: typer.Typer) -> None:
    app.command(name="settle")(settle)


def settle(
    file: Annotated[str, typer.Argument(metavar="FILE", help="A scenario; see docs/scenarios.md")],
    settings: SetOption = None,
    house: HouseOption = "",
    json: JsonOption = False,
) -> None:
    """Play a scenario and show who is owed what, and by which clause.

    Exit code 0: all as the file expects. 1: something is different. 2: it cannot be played.
    """
    import msgspec

    from cardroom import games, scenario
    from cardroom.scenario.report import report

    told = scenario.read(file)
    if settings or house:
        games.game(told.game).catalogue.read(options_of(settings))
        told = msgspec.structs.replace(
            told, options={**told.options, **options_of(settings)}, house=house or told.house
        )
    outcome = scenario.run(told)
    if json:
        print_json(report(outcome))
    else:
        show(outcome, console())
    for problem in outcome.problems:
        typer.echo(f"{told.file}:{problem.line}: {problem.text}", err=True)
    if outcome.problems:
        raise typer.Exit(NOT_AS_EXPECTED)


def show(outcome: Outcome, terminal: Console) -> None:
    told, rules, round = outcome.scenario, outcome.rules, outcome.round
    terminal.print(f"[bold]{told.title or rules.title}[/]  [dim]{told.file}[/]")
    if rules.changed:
        posted = ", ".join(f"{name} {value}" for name, value in _changed(outcome))
        terminal.print(f"[dim]{rules.game}, {posted}[/]")
    terminal.print()
    if round is not None:
        terminal.print(_hands(round))
        terminal.print()
        terminal.print(_bets(round))
        terminal.print()
        terminal.print(_sums(outcome))
        terminal.print()
    for refused in outcome.refusals:
        terminal.print(f"[yellow]refused[/]  {refused.what}: {_plain(str(refused.refusal))}")
    if outcome.refusals:
        terminal.print()
    _events(outcome, terminal)
    count = len(told.expect) + len(outcome.refusals)
    if count and not outcome.problems:
        plural = "" if count == 1 else "s"
        terminal.print(f"[green]as expected[/]  [dim]{count} expectation{plural}[/]")


def _plain(text: str) -> str:
    from rich.markup import escape

    return escape(text)


def _changed(outcome: Outcome) -> list[tuple[str, str]]:
    from cardroom import games

    changed = outcome.rules.changed
    return [
        (spec.name, spec.show(changed[spec.name]))
        for spec in games.game(outcome.rules.game).catalogue
        if spec.name in changed
    ]


def _hands(round: Round) -> Table:
    from rich.table import Table

    from cardroom.cards import parse_cards
    from cardroom.scenario.report import hands

    table = Table(box=None, pad_edge=False, show_header=False)
    shown = hands(round)
    several = {hand["box"] for hand in shown if hand["hand"] > 1}
    for hand in shown:
        name = f"box {hand['box']}" if hand["box"] else _last(hand)
        if hand["box"] in several:
            name += f", hand {hand['hand']}"
        table.add_row(f"[bold]{name}[/]", pretty_cards(parse_cards(hand["cards"])), hand["label"])
    return table


def _last(hand: dict[str, Any]) -> str:
    return "board" if hand["player"] == "board" else "dealer"


def _bets(round: Round) -> Table:
    from rich.table import Table

    from cardroom.scenario.results import spot_name

    table = Table(box=None, pad_edge=False, header_style="dim")
    for column in ("box", "bet", "stake", "result", "amount", "clause"):
        right = column in ("box", "stake", "amount")
        table.add_column(column, justify="right" if right else "left")
    for each in round.settled:
        table.add_row(
            str(each.bet.box) if not each.bet.backline else each.bet.owner,
            spot_name(round, each.bet),
            money(each.bet.stake),
            _result(each),
            signed(each.net),
            _plain(_why(each)),
        )
    return table


def _why(settlement: Settlement) -> str:
    """The clause, and the row of the pay table that paid."""
    paid = f"; paid by the row {settlement.row}" if settlement.row else ""
    return f"{settlement.clause}{paid}"


def _result(settlement: Settlement) -> str:
    from cardroom.scenario.report import result_of

    word = result_of(settlement)
    colour = {"wins": "green", "loses": "red"}.get(word, "yellow")
    part = " in part" if 0 < settlement.action < settlement.bet.stake else ""
    return f"[{colour}]{word}{part}[/]"


def signed(amount: int) -> str:
    return f"+{money(amount)}" if amount > 0 else money(amount)


def _sums(outcome: Outcome) -> Table:
    from rich.table import Table

    found = outcome.results
    table = Table(box=None, pad_edge=False, show_header=False)
    for who, amount in found["net"].items():
        table.add_row("net", f"box {who}" if who.isdecimal() else who, signed(amount))
    for who, amount in found["fees"].items():
        if amount and who not in ("total", "bank"):
            table.add_row("fee", f"box {who}" if who.isdecimal() else who, money(amount))
    table.add_row("fees", "", money(found["fees"]["total"]))
    table.add_row("bank", "", signed(found["bank"]))
    return table


def _events(outcome: Outcome, terminal: Console) -> None:
    from cardroom.events.words import tell

    for number, event in enumerate(outcome.events, start=1):
        terminal.print(f"[dim]{number:>3}[/]  {_plain(tell(event))}")
    if outcome.events:
        terminal.print()
