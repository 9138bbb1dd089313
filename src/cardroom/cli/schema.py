"""`cardroom schema NAME`: the JSON Schema of a kind of file, or of what a command prints."""

from __future__ import annotations

from fractions import Fraction
from typing import Annotated, Any, Final

import msgspec
import typer

from cardroom.cards import Card
from cardroom.cli.common import CommandError, console, print_json
from cardroom.cli.documents import DOCUMENTS, types_of
from cardroom.data_file import nearest
from cardroom.games.side_bets.files import SideBetFile
from cardroom.hands.house_way import HouseWay
from cardroom.houses.schema import house_schema
from cardroom.law import Law
from cardroom.school.drill import Drill

DRAFT: Final = "https://json-schema.org/draft/2020-12/schema"
FILES: Final = ("drill", "house", "house-way", "law", "side-bet")


def schema(
    name: Annotated[
        list[str] | None,
        typer.Argument(metavar="NAME", help="A kind of file, or a command with --json."),
    ] = None,
) -> None:
    """Print the JSON Schema of a kind of file, or of what a command prints with --json.

    Without a name, all of them are listed. `cardroom house-way --schema` is about the command,
    `cardroom schema house-way` about the file.
    """
    asked = " ".join(name or ())
    if not asked:
        console().print(f"files: {', '.join(FILES)}\ncommands: {', '.join(DOCUMENTS)}")
    elif asked in FILES:
        print_json(file_schema(asked))
    elif asked in DOCUMENTS:
        print_schema(asked)
    else:
        known = (*FILES, *DOCUMENTS)
        raise CommandError(
            f"there is no schema {asked!r}; {nearest(asked, known)}schemas are {', '.join(known)}"
        )


def file_schema(kind: str) -> dict[str, Any]:
    if kind == "house":
        return house_schema()
    kinds: dict[str, type[msgspec.Struct]] = {
        "drill": Drill,
        "house-way": HouseWay,
        "law": Law,
        "side-bet": SideBetFile,
    }
    return msgspec.json.schema(kinds[kind])


def print_schema(command: str) -> None:
    print_json(document_schema(command))


def document_schema(command: str) -> dict[str, Any]:
    """The schema of what `cardroom COMMAND --json` prints."""
    every, components = msgspec.json.schema_components(
        types_of(command), schema_hook=_text, ref_template="#/$defs/{name}"
    )
    found = every[0] if len(every) == 1 else {"anyOf": list(every)}
    title = f"cardroom {command} --json"
    return {"$schema": DRAFT, "title": title, **found, "$defs": components}


def _text(kind: type) -> dict[str, Any]:
    """What JSON has as text: fractions and cards."""

    if kind is Fraction:
        return {"type": "string", "description": "A fraction, like -1/2."}
    if kind is Card:
        return {"type": "string", "description": "A card, like As."}
    raise NotImplementedError(kind.__name__)
