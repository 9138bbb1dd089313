"""Published figures of blackjack, to their last digit; the cut card's is the simulator's."""

from __future__ import annotations

import tomllib
from collections.abc import Callable
from decimal import Decimal
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from cardroom import model
from cardroom.analysis.twentyone.odds import insurance
from cardroom.analysis.twentyone.solver import exact
from cardroom.analysis.twentyone.solver.shoes import full_shoe
from cardroom.games.twentyone.game import GAMES
from cardroom.model import Tables
from cardroom.model.ranks import RANK_NAMES
from cardroom.model.verbs import DOUBLE, HIT, STAND

FILE = Path(__file__).parents[2] / "references" / "blackjack.toml"
FIGURES: dict[str, Any] = tomllib.loads(FILE.read_text(encoding="utf-8"))


def tables_of(options: dict[str, object]) -> Tables:
    return model.compile(GAMES["blackjack"].ruleset(options))


@pytest.mark.parametrize("figure", FIGURES["game"], ids=lambda figure: figure["id"])
def test_the_worth_of_perfect_play(
    figure: dict[str, Any], record_property: Callable[[str, object], None]
) -> None:
    found = exact.solve(tables_of(figure["options"]), after_split=figure["after_split"])
    record_property(figure["id"], f"{found.value:.8f}")
    assert found.value == pytest.approx(figure["value"], abs=figure["tolerance"])


@pytest.mark.parametrize("figure", FIGURES["hand"], ids=lambda figure: figure["id"])
def test_the_worth_of_single_hands(figure: dict[str, Any]) -> None:
    tables = tables_of(figure["options"])
    solution = exact.solve(tables)
    child, up = tables.nodes.child, RANK_NAMES.index(figure["up"])
    cls = int(np.flatnonzero(tables.ups.rank == up)[0])
    for high, low, *printed in figure["rows"]:
        node = child[child[tables.nodes.dealt, RANK_NAMES.index(high)], RANK_NAMES.index(low)]
        found = [solution.action[node, verb, cls] for verb in (STAND, HIT, DOUBLE)]
        assert found == pytest.approx(printed, abs=figure["tolerance"]), (high, low)


@pytest.mark.parametrize("figure", FIGURES["bust"], ids=lambda figure: figure["id"])
def test_how_often_the_bank_busts(figure: dict[str, Any]) -> None:
    by_cards = busts(tables_of(figure["options"]))
    assert sum(by_cards.values()) == pytest.approx(figure["value"], abs=figure["tolerance"])
    for cards, printed in figure["by_cards"].items():
        # Half of the last of the printed digits, of which there are six.
        digits = Decimal(str(printed)).adjusted() - 5
        assert by_cards[int(cards)] == pytest.approx(printed, abs=0.51 * 10.0**digits)


def busts(tables: Tables) -> dict[int, float]:
    """By number of cards, from a full shoe, walking the trie in plain Python."""
    shoe, trie = full_shoe(tables), tables.trie
    classes = len(tables.pays.natural_class)
    over = {int(tables.pays.bank_class[key]) for key in np.flatnonzero(tables.bank.over)}
    total = sum(shoe)
    weight = [1.0] * (int(trie.depth.max()) + 2)
    found: dict[int, float] = {}
    for node, depth in enumerate(trie.depth.tolist()):
        left = shoe[trie.rank[node]] - int(trie.used[node])
        weight[depth + 1] = weight[depth] * left / (total - depth)
        for entry in range(trie.entry[node], trie.entry[node + 1]):
            if int(trie.slot[entry]) % classes in over:
                orders = int(trie.orders[entry])
                found[depth + 1] = found.get(depth + 1, 0.0) + weight[depth + 1] * orders
    return found


@pytest.mark.parametrize(("decks", "edge"), [(1, "1/17"), (6, "23/311"), (8, "31/415")])
def test_insurance_is_a_fraction(decks: int, edge: str) -> None:
    """Sixteen tens a deck in 52 n - 1 cards behind the ace, paid 2 to 1."""
    (found,) = insurance(tables_of({"decks": decks}))
    assert str(found.exact) == edge
