"""`cardroom schema KIND`: the JSON Schema of a kind of file, for editors and other programs."""

from __future__ import annotations

from typing import Annotated, Literal

import msgspec
import typer

from cardroom.cli.common import print_json
from cardroom.houses import House
from cardroom.law import Law
from cardroom.school.drill import Drill

FileKind = Literal["drill", "house", "law"]


def schema(
    kind: Annotated[FileKind, typer.Argument(help="The kind of file.")],
) -> None:
    """Print the JSON Schema of a kind of file."""
    kinds = {"drill": Drill, "house": House, "law": Law}
    print_json(msgspec.json.schema(kinds[kind]))
