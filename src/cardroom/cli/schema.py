"""`cardroom schema KIND`: the JSON Schema of a kind of file, for editors and other programs."""

from __future__ import annotations

from typing import Annotated, Literal

import msgspec
import typer

from cardroom.cli.common import print_json
from cardroom.games.side_bets.files import SideBetFile
from cardroom.hands.house_way import HouseWay
from cardroom.houses.schema import house_schema
from cardroom.law import Law
from cardroom.school.drill import Drill

FileKind = Literal["drill", "house", "house-way", "law", "side-bet"]


def schema(
    kind: Annotated[FileKind, typer.Argument(help="The kind of file.")],
) -> None:
    """Print the JSON Schema of a kind of file."""
    if kind == "house":
        print_json(house_schema())
        return
    kinds: dict[str, type[msgspec.Struct]] = {
        "drill": Drill,
        "house-way": HouseWay,
        "law": Law,
        "side-bet": SideBetFile,
    }
    print_json(msgspec.json.schema(kinds[kind]))
