"""`cardroom rules GAME`: the rule page of a posted game, from its ruleset."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path
from textwrap import wrap
from typing import TYPE_CHECKING, Annotated, Any

import typer

from cardroom.cli.common import (
    CommandError,
    GameArgument,
    HouseOption,
    JsonOption,
    SetOption,
    SideBetFileOption,
    columns,
    console,
    posted,
    print_json,
)
from cardroom.games.rule_page import rule_page
from cardroom.scenario.proofs import proving

if TYPE_CHECKING:
    from rich.console import Console

    from cardroom.rules.ruleset import Ruleset

CLAUSES_HELP = "The clauses, their citations, and the scenarios that prove them."


def rules(
    game: GameArgument,
    clauses: Annotated[bool, typer.Option("--clauses", help=CLAUSES_HELP)] = False,
    options: Annotated[bool, typer.Option("--options", help="Only the options.")] = False,
    settings: SetOption = None,
    house: HouseOption = "",
    side_bet: SideBetFileOption = None,
    json: JsonOption = False,
    scenarios: Annotated[
        str, typer.Option("--scenarios", metavar="DIR", help="Folder of the scenarios.")
    ] = "",
) -> None:
    """Show how the game is played here: procedure, options, clauses, and our readings."""
    posted_game = posted(game, settings, house, side_bet)
    page = build(posted_game, scenarios if clauses or json else None)
    if options and not clauses:
        page = {name: page[name] for name in ("game", "options")}
    elif clauses and not options:
        page = {name: page[name] for name in ("game", "clauses")}
    if json:
        print_json(page)
    else:
        show(page, console())


def build(rules: Ruleset, scenarios: str | None) -> dict[str, Any]:
    """The rule page; without `scenarios`, the files that prove each clause are left out."""
    page = rule_page(rules)
    if scenarios is not None:
        place = folder(scenarios)
        proofs = proving(rules, [] if place is None else [place])
        for clause in page["clauses"]:
            clause["scenarios"] = [
                each.file.stem if each.game == rules.game else each.name
                for each in proofs.get(clause["clause"], ())
            ]
    return page


def folder(named: str) -> Path | None:
    """The scenarios: as named, in the current directory, or in the repository this runs from."""
    if named:
        if not Path(named).is_dir():
            raise CommandError(f"--scenarios {named}: this is not a folder")
        return Path(named)
    repository = Path(__file__).resolve().parents[3]
    places = (Path("scenarios"), repository / "scenarios")
    return next((place for place in places if place.is_dir()), None)


def show(page: dict[str, Any], terminal: Console) -> None:
    if "title" in page:
        _show_head(page, terminal)
    if "options" in page:
        _show_options(page, terminal)
    if "clauses" in page:
        _show_clauses(page, terminal)
    if "silent" in page:
        _heading(terminal, "Where the rule book is silent")
        for line in page["silent"]:
            _item(terminal, "•", line)


def _heading(terminal: Console, text: str) -> None:
    terminal.print(f"\n[bold]{text}[/]")


def _item(terminal: Console, mark: str, text: str) -> None:
    """A line with a mark in front; longer lines are indented."""
    for number, line in enumerate(wrap(text, max(terminal.width - 6, 20))):
        terminal.print(f"{'' if number else mark:>3}  {line}", markup=False)


def _show_head(page: dict[str, Any], terminal: Console) -> None:
    terminal.print(f"[bold]{page['title']}[/]  [dim]{page['source']}[/]")
    if page["house"]:
        terminal.print(f"as posted by {page['house']}, edition {page['edition']}")
    terminal.print(f"[dim]ruleset {page['digest'][:16]}[/]")
    _heading(terminal, "Procedure")
    for number, line in enumerate(page["procedure"], start=1):
        _item(terminal, str(number), line)
    _show_parts(page["round"], terminal)
    _heading(terminal, "Bets")
    for what, words in page["limits"]:
        _item(terminal, "•", f"{what}: {words}")
    for spot in page["spots"]:
        rows = "; ".join(f"{name} {odds}" for name, odds in spot.get("pays", {}).items())
        paid = rows or spot.get("odds", "")
        _item(terminal, "•", f"{spot['spot']}: {spot['title']}{', pays ' + paid if paid else ''}")
    for sign in page["duties"]:
        _heading(terminal, sign["title"])
        columns(terminal, tuple(word.lower() for word in sign["head"]), list(sign["rows"]))
    _show_parts(page["house_words"], terminal)
    for guide in page["guides"]:
        _heading(terminal, guide["title"])
        for number, words in guide["rows"]:
            _item(terminal, number, words)
    _heading(terminal, "Bank and collection")
    _item(terminal, "•", page["bank"])
    for sign in page["posted_collection"]:
        paid = "; ".join(f"{span}: {fee}" for span, fee in sign["rows"])
        _item(terminal, "•", f"{sign['title']}, by {sign['head'][0].lower()}: {paid}")


def _show_parts(parts: Iterable[dict[str, Any]], terminal: Console) -> None:
    for part in parts:
        _heading(terminal, part["title"])
        for line in part["says"]:
            _item(terminal, "•", line)


def _show_options(page: dict[str, Any], terminal: Console) -> None:
    if "title" in page:
        _heading(terminal, "Options")
    rows = []
    for option in page["options"]:
        changed = option["value"] != option["default"]
        value = f"{option['value']} (default {option['default']})" if changed else option["value"]
        allowed = ", ".join(option["choices"]) if "choices" in option else option["may_be"]
        rows.append((option["option"], value, f"{option['about']} ({allowed})"))
    columns(terminal, ("option", "value", "meaning and choices"), rows)


def _show_clauses(page: dict[str, Any], terminal: Console) -> None:
    if "title" in page:
        _heading(terminal, "Clauses")
    proved = any("scenarios" in clause for clause in page["clauses"])
    rows = []
    for clause in page["clauses"]:
        last = "\n".join(clause["scenarios"]) or "-" if proved else clause["says"]
        rows.append((clause["clause"], clause["cite"], last))
    columns(terminal, ("clause", "citation", "proved by" if proved else "says"), rows)
