"""`cardroom settle FILE...`: rounds from files, played and settled by the rules."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, NamedTuple

import msgspec
import typer
from rich.markup import escape
from rich.table import Table

from cardroom import games, scenario
from cardroom.cards import parse_cards
from cardroom.cli.common import (
    CommandError,
    HouseOption,
    JsonOption,
    SetOption,
    SideBetFileOption,
    console,
    money,
    options_of,
    pretty_cards,
    print_json,
    side_bets_of,
)
from cardroom.events.words import tell
from cardroom.games.side_bets.option import with_changes
from cardroom.scenario.report import hands, report, result_of
from cardroom.scenario.results import spot_name
from cardroom.scenario.source import ScenarioError

if TYPE_CHECKING:
    from rich.console import Console

    from cardroom.play.round import Round, Settlement
    from cardroom.scenario.outcome import ScenarioOutcome

NOT_AS_EXPECTED = 1
NOT_PLAYED = 2


def settle(
    files: Annotated[
        list[str],
        typer.Argument(metavar="FILE...", help="Scenarios, or folders; see docs/scenarios.md"),
    ],
    settings: SetOption = None,
    house: HouseOption = "",
    side_bet: SideBetFileOption = None,
    json: JsonOption = False,
) -> None:
    """Play a scenario and show what each bet is paid, and by which clause.

    For several files, or a folder, only problems and a summary are shown. Exit code 0:
    everything came out as the files expect. 1: something came out differently. 2: a file cannot be
    played.
    """
    change = FileChange(with_changes(options_of(settings), side_bets_of(side_bet)), house)
    if len(files) == 1 and not Path(files[0]).is_dir():
        outcome = played(files[0], change)
        if json:
            print_json(_report(outcome))
        else:
            show(outcome, console())
        _complain(outcome)
        if outcome.problems:
            raise typer.Exit(NOT_AS_EXPECTED)
        return
    _settle_all(scenarios_in(files), change, console() if not json else None)


class FileChange(NamedTuple):
    """Changes from the command line, for every file."""

    options: Mapping[str, object]
    house: str


def played(file: str, change: FileChange) -> ScenarioOutcome:
    told = scenario.read(file)
    if change.options or change.house:
        catalogue = games.game(told.game).catalogue
        options = catalogue.with_files(change.options, Path())
        catalogue.read(options)
        told = msgspec.structs.replace(
            told, options=with_changes(told.options, options), house=change.house or told.house
        )
    return scenario.run(told)


def scenarios_in(named: Iterable[str]) -> list[str]:
    """The files, and those of folders in the order of their names."""
    found: list[str] = []
    for name in named:
        if not Path(name).is_dir():
            found.append(name)
            continue
        inside = sorted(str(file) for file in Path(name).rglob("*.toml"))
        if not inside:
            raise CommandError(f"{name}: there is no .toml file in this folder")
        found += inside
    return found


def _settle_all(files: list[str], change: FileChange, terminal: Console | None) -> None:
    """Only problems and a summary; as JSON without a terminal."""
    reports: list[dict[str, Any]] = []
    wrong = unplayed = 0
    for file in files:
        try:
            outcome = played(file, change)
        except ScenarioError as error:
            unplayed += 1
            reports.append({"file": file, "error": str(error)})
            typer.echo(str(error), err=True)
            continue
        wrong += bool(outcome.problems)
        _complain(outcome)
        if terminal is None:
            reports.append(_report(outcome))
    counts = {
        "files": len(files),
        "as_expected": len(files) - wrong - unplayed,
        "not_as_expected": wrong,
        "not_played": unplayed,
    }
    if terminal is None:
        print_json({"rounds": reports, "summary": counts})
    else:
        terminal.print(summary(counts))
    if wrong or unplayed:
        raise typer.Exit(NOT_PLAYED if unplayed else NOT_AS_EXPECTED)


def summary(counts: Mapping[str, int]) -> str:
    said = [f"{counts['files']} files: {counts['as_expected']} as expected"]
    if counts["not_as_expected"]:
        said.append(f"{counts['not_as_expected']} not as expected")
    if counts["not_played"]:
        said.append(f"{counts['not_played']} could not be played")
    return ", ".join(said)


def _report(outcome: ScenarioOutcome) -> dict[str, Any]:
    return report(outcome)


def _complain(outcome: ScenarioOutcome) -> None:
    for problem in outcome.problems:
        typer.echo(f"{outcome.scenario.file}:{problem.line}: {problem.text}", err=True)


def show(outcome: ScenarioOutcome, terminal: Console) -> None:
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
    if round is None and outcome.results.get("broken"):
        terminal.print("Nobody takes the bank: the game is broken.\n")
    count = len(told.expect) + len(outcome.refusals)
    plural = "" if count == 1 else "s"
    if outcome.problems:
        wrong = len(outcome.problems)
        problems = f"{wrong} problem" + ("" if wrong == 1 else "s")
        terminal.print(f"[red]not as expected[/]  [dim]{problems}, {count} expectation{plural}[/]")
    elif count:
        terminal.print(f"[green]as expected[/]  [dim]{count} expectation{plural}[/]")
    else:
        terminal.print("[dim]the file states no expected results[/]")


def _plain(text: str) -> str:
    return escape(text)


def _changed(outcome: ScenarioOutcome) -> list[tuple[str, str]]:
    changed = outcome.rules.changed
    return [
        (spec.name, spec.display(changed[spec.name]))
        for spec in games.game(outcome.rules.game).catalogue
        if spec.name in changed
    ]


def _hands(round: Round) -> Table:
    table = Table(box=None, pad_edge=False, show_header=False)
    shown = hands(round)
    several = {hand["box"] for hand in shown if hand["hand"] > 1}
    for hand in shown:
        name = f"box {hand['box']}" if hand["box"] else _last(hand, round)
        if hand["part"]:
            name += f", {hand['part']}"
        elif hand["box"] in several:
            name += f", hand {hand['hand']}"
        table.add_row(f"[bold]{name}[/]", pretty_cards(parse_cards(hand["cards"])), hand["label"])
    return table


def _last(hand: dict[str, Any], round: Round) -> str:
    return "board" if hand["player"] == "board" else round.rules.banking.title.lower()


def _bets(round: Round) -> Table:
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
    word = result_of(settlement)
    color = {"wins": "green", "loses": "red"}.get(word, "yellow")
    part = " in part" if 0 < settlement.action < settlement.bet.stake else ""
    return f"[{color}]{word}{part}[/]"


def signed(amount: int) -> str:
    return f"+{money(amount)}" if amount > 0 else money(amount)


def _sums(outcome: ScenarioOutcome) -> Table:
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


def _events(outcome: ScenarioOutcome, terminal: Console) -> None:
    felt = games.felt_of(outcome.rules)
    for number, event in enumerate(outcome.events, start=1):
        terminal.print(f"[dim]{number:>3}[/]  {_plain(tell(event, felt))}")
    if outcome.events:
        terminal.print()
