"""`cardroom rules GAME`: the rule page of a posted game, made from its ruleset."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from cardroom.cli.common import (
    CommandError,
    GameArgument,
    HouseOption,
    JsonOption,
    SetOption,
    columns,
    console,
    posted,
    print_json,
)

if TYPE_CHECKING:
    from rich.console import Console

    from cardroom.rules.options import OptionSpec
    from cardroom.rules.ruleset import Ruleset
    from cardroom.rules.spots import Spot

CLAUSES_HELP = "The clauses, their citations, and the scenarios that prove them."


def register(app: typer.Typer) -> None:
    app.command(name="rules")(rules)


def rules(
    game: GameArgument,
    clauses: Annotated[bool, typer.Option("--clauses", help=CLAUSES_HELP)] = False,
    options: Annotated[bool, typer.Option("--options", help="The options only.")] = False,
    settings: SetOption = None,
    house: HouseOption = "",
    json: JsonOption = False,
    scenarios: Annotated[
        str, typer.Option("--scenarios", metavar="DIR", help="Where the scenarios are.")
    ] = "",
) -> None:
    """How the game is played here: procedure, options, clauses, and our readings."""
    posted_game = posted(game, settings, house)
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
    """The page as plain values; `scenarios` None leaves out which files prove a clause."""
    from cardroom import games
    from cardroom.games.procedure import words
    from cardroom.games.readings import readings
    from cardroom.games.signs import collection, duties
    from cardroom.money import dollars
    from cardroom.play.clauses import TABLE_CLAUSES

    game = games.game(rules.game)
    proofs = {} if scenarios is None else proving(rules.game, folder(scenarios))
    listed = [*games.family(rules).clauses(rules), *TABLE_CLAUSES]
    return {
        "game": rules.game,
        "title": rules.title,
        "source": rules.source,
        "house": rules.house,
        "edition": rules.edition,
        "digest": rules.digest,
        "procedure": [words(step) for step in rules.procedure],
        "spots": [
            {"spot": spot.name, "title": spot.title, **_pays(rules, spot)} for spot in rules.spots
        ],
        "duties": [
            {"title": sign.title, "head": sign.head, "rows": sign.rows} for sign in duties(rules)
        ],
        "bank": _bank(rules),
        "collection": {
            "players": {row.name: dollars(row.fee) for row in rules.fees.player},
            "bank": {row.name: dollars(row.fee) for row in rules.fees.bank},
        },
        "posted_collection": [
            {"title": sign.title, "head": sign.head, "rows": sign.rows}
            for sign in collection(rules)
        ],
        "options": [_option(spec, rules) for spec in game.catalogue],
        "clauses": [
            {
                "clause": clause.id,
                "cite": clause.cite,
                "says": clause.says,
                **({} if scenarios is None else {"scenarios": proofs.get(clause.id, [])}),
            }
            for clause in listed
        ],
        "silent": list(readings(rules.game)),
    }


def _bank(rules: Ruleset) -> str:
    if rules.family == "poker":
        return "Nobody banks: players play for the pots."
    order = rules.banking.order.replace("-", " ")
    match rules.banking.limit:
        case "none":
            return "The house banks and covers every wager."
        case "combined":
            return f"A player banks; paid and collected together reach as far as the bank, {order}."
        case "each-way":
            return f"A player banks; paid and collected each reach as far as the bank, {order}."


def _pays(rules: Ruleset, spot: Spot) -> dict[str, Any]:
    """As the signs at the table have it."""
    from cardroom.games.signs import pay_tables

    own = (sign.rows for sign in pay_tables(rules) if sign.title == spot.title)
    rows = {hand: pays for table in own for hand, pays in table}
    odds = {"odds": spot.odds} if spot.odds else {}
    return {**odds, **({"pays": rows} if rows else {})}


def _option(spec: OptionSpec, rules: Ruleset) -> dict[str, Any]:
    from cardroom.rules.options import Choice, show

    choices = [show(value) for value in spec.kind.values] if isinstance(spec.kind, Choice) else None
    return {
        "option": spec.name,
        "value": spec.show(rules.options[spec.name]),
        "default": spec.show(spec.default),
        "may_be": spec.kind.expected(),
        **({} if choices is None else {"choices": choices}),
        "about": spec.about,
        "clause": spec.clause,
    }


def folder(named: str) -> Path | None:
    """The scenarios: as named, in the current directory, or in the repository this runs from."""
    if named:
        if not Path(named).is_dir():
            raise CommandError(f"--scenarios {named}: this is no directory")
        return Path(named)
    repository = Path(__file__).resolve().parents[3]
    places = (Path("scenarios"), repository / "scenarios")
    return next((place for place in places if place.is_dir()), None)


def proving(game: str, where: Path | None) -> Mapping[str, list[str]]:
    """Clause to the names of the scenarios that cite it, by id or by citation."""
    from cardroom import games
    from cardroom.play.clauses import TABLE_CLAUSES
    from cardroom.scenario.reading import cited

    proofs: dict[str, list[str]] = {}
    if where is None:
        return proofs
    known = games.game(game).clauses
    for file, played, cites in cited(where):
        books = [TABLE_CLAUSES]
        if played in games.GAMES:
            books.append(games.game(played).clauses)
        name = file.stem if played == game else f"{played}/{file.stem}"
        for clause in (found for cite in cites for book in books for found in book.named(cite)):
            # A clause of the table, or one that games share, is proved by any of them.
            shared = clause.id in known and known[clause.id] is clause
            if shared or clause.id in TABLE_CLAUSES:
                proofs.setdefault(clause.id, []).append(name)
    return {id: _own_first(names) for id, names in proofs.items()}


def _own_first(names: list[str]) -> list[str]:
    """The game's own scenarios, or else those of others."""
    return [name for name in names if "/" not in name] or names


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
    """A line with a mark before it; longer ones are indented below themselves."""
    from textwrap import wrap

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
    _heading(terminal, "Bets")
    for spot in page["spots"]:
        rows = "; ".join(f"{name} {odds}" for name, odds in spot.get("pays", {}).items())
        paid = rows or spot.get("odds", "")
        _item(terminal, "•", f"{spot['spot']}: {spot['title']}{', pays ' + paid if paid else ''}")
    for sign in page["duties"]:
        _heading(terminal, sign["title"])
        columns(terminal, tuple(word.lower() for word in sign["head"]), list(sign["rows"]))
    _heading(terminal, "Bank and collection")
    _item(terminal, "•", page["bank"])
    for sign in page["posted_collection"]:
        paid = "; ".join(f"{span}: {fee}" for span, fee in sign["rows"])
        _item(terminal, "•", f"{sign['title']}, by {sign['head'][0].lower()}: {paid}")


def _show_options(page: dict[str, Any], terminal: Console) -> None:
    if "title" in page:
        _heading(terminal, "Options")
    rows = []
    for option in page["options"]:
        changed = option["value"] != option["default"]
        value = f"{option['value']} (default {option['default']})" if changed else option["value"]
        allowed = ", ".join(option["choices"]) if "choices" in option else option["may_be"]
        rows.append((option["option"], value, f"{option['about']} ({allowed})"))
    columns(terminal, ("option", "value", "what it decides, and what it may be"), rows)


def _show_clauses(page: dict[str, Any], terminal: Console) -> None:
    if "title" in page:
        _heading(terminal, "Clauses")
    proved = any("scenarios" in clause for clause in page["clauses"])
    rows = []
    for clause in page["clauses"]:
        last = "\n".join(clause["scenarios"]) or "-" if proved else clause["says"]
        rows.append((clause["clause"], clause["cite"], last))
    columns(terminal, ("clause", "citation", "proved by" if proved else "says"), rows)
