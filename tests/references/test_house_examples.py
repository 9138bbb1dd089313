"""The example houses against the house edges that were published for their games."""

from __future__ import annotations

import tomllib
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

import pytest

from cardroom import houses
from cardroom.analysis.odds import OddsRequest, game_odds
from cardroom.games import ruleset
from cardroom.houses.check import check

ROOT = Path(__file__).parents[2]
HOUSES = ROOT / "examples" / "houses"
DOCUMENT = tomllib.loads((ROOT / "references" / "variants.toml").read_text(encoding="utf-8"))


def figures(kind: str) -> list[Any]:
    return [
        pytest.param(
            figure, id=figure["id"], marks=[pytest.mark.prove] if figure.get("long") else []
        )
        for figure in DOCUMENT[kind]
    ]


def edge(name: str, options: Mapping[str, object]) -> float:
    """Of the main wager, without rounding."""
    (posted,) = houses.house(str(HOUSES / f"{name}.toml")).game
    own = {key: value for key, value in posted.options.items() if key != "smallest_chip"}
    rules = ruleset(posted.game, {**own, **options})
    return game_odds(rules, OddsRequest()).wagers[0].edge


@pytest.mark.parametrize("figure", figures("game"))
def test_an_example_house_has_its_published_edge(
    figure: dict[str, Any], record_property: Callable[[str, object], None]
) -> None:
    found = edge(figure["house"], figure["options"])
    record_property(figure["id"], f"{found:.8f}")
    assert found == pytest.approx(figure["value"], abs=figure["tolerance"])


@pytest.mark.parametrize("figure", figures("effect"))
def test_a_rule_of_a_variant_is_worth_what_was_published(figure: dict[str, Any]) -> None:
    worse, better = (edge(figure["house"], figure[which]) for which in ("options", "with"))
    assert worse - better == pytest.approx(figure["value"], abs=figure["tolerance"])


def test_example_houses_may_be_posted() -> None:
    for file in sorted(HOUSES.glob("*.toml")):
        found = check(houses.house(str(file)))
        assert not [each for each in found if each.level == "fault"], file
