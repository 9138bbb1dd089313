"""The JSON Schema of a house file, with the options of every game, for editors."""

from __future__ import annotations

from typing import Any

import msgspec

from cardroom.games import registry
from cardroom.games.game import GameType
from cardroom.houses import HouseFile
from cardroom.rules.options import OptionSpec


def house_schema() -> dict[str, Any]:
    found = msgspec.json.schema(HouseFile)
    posted = found["$defs"]["Posted"]
    posted["properties"]["game"]["enum"] = list(registry.games())
    posted["allOf"] = [_posted(game) for game in registry.games().values()]
    return found


def _posted(game: GameType) -> dict[str, Any]:
    """What may be posted of one game."""
    options = {
        "properties": {spec.name: _option(spec) for spec in game.catalogue},
        "additionalProperties": False,
    }
    return {
        "if": {"properties": {"game": {"const": game.id}}},
        "then": {"properties": {"options": options}},
    }


def _option(spec: OptionSpec) -> dict[str, Any]:
    about = f"{spec.about[:1].upper()}{spec.about[1:]}: {spec.kind.expected()}."
    return {"description": about, "default": spec.show(spec.default)}
