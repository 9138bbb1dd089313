"""Options changed one at a time, and grids of them."""

from __future__ import annotations

import csv
from pathlib import Path

import pytest

from cardroom import cli, games
from cardroom.analysis.executor import Threads
from cardroom.analysis.families import NotComputed
from cardroom.analysis.odds import game_odds
from cardroom.analysis.variation_documents import Variations
from cardroom.analysis.variations import (
    PRICING,
    Point,
    VariationPrices,
    VariationsRequest,
    sweep,
    values_of,
    variations,
    variations_by,
)
from cardroom.progress import ProgressNotice
from cardroom.rules.ruleset import Ruleset

Capture = pytest.CaptureFixture[str]
SMALL = {"decks": 1, "hands_max": 1, "wager_min": "5"}


@pytest.fixture(scope="module")
def rules() -> Ruleset:
    return games.ruleset("blackjack", SMALL)


@pytest.fixture(scope="module")
def found(rules: Ruleset) -> Variations:
    asked = VariationsRequest(("natural_pays", "insurance", "boxes", "dealer_hits_soft_17"))
    return variations(rules, asked, executor=Threads(1))


def test_each_option_is_changed_alone(rules: Ruleset, found: Variations) -> None:
    soft = next(each for each in found.variations if "dealer_hits_soft_17" in each.options)
    other = game_odds(games.ruleset("blackjack", {**SMALL, "dealer_hits_soft_17": False}))
    assert soft.edges == {each.spot: each.edge for each in other.wagers}
    base = game_odds(rules).wagers[0].edge
    assert soft.changes["main"] == pytest.approx(other.wagers[0].edge - base, abs=1e-15)
    assert soft.changes["insurance"] == 0.0


def test_the_greatest_change_comes_first(found: Variations) -> None:
    changes = [abs(each.changes.get("main", 0.0)) for each in found.variations]
    assert changes == sorted(changes, reverse=True)
    assert found.variations[0].options["natural_pays"] in ("1:1", "2:1")


def test_options_without_effect_are_listed(found: Variations) -> None:
    assert found.unchanged == ("boxes",)


def test_a_wager_that_is_no_longer_offered_is_left_out(found: Variations) -> None:
    without = next(each for each in found.variations if each.options == {"insurance": "none"})
    assert set(without.edges) == {"main"}


def test_a_grid_has_every_combination_in_order(rules: Ruleset) -> None:
    grid = {"dealer_hits_soft_17": ["true", "false"], "natural_pays": ["3:2", "9:0"]}
    swept = sweep(rules, grid, executor=Threads(1))
    assert [tuple(each.options.values()) for each in swept.variations] == [
        ("true", "3:2"), ("true", "9:0"), ("false", "3:2"), ("false", "9:0"),
    ]  # fmt: skip
    assert swept.variations[0].changes["main"] == 0.0
    assert "natural_pays" in swept.variations[1].unpriced


def test_a_grid_has_the_posted_value_too(rules: Ruleset) -> None:
    swept = sweep(rules, {"natural_pays": ["3:2", "6:5"]}, executor=Threads(1))
    assert [each.options["natural_pays"] for each in swept.variations] == ["3:2", "6:5"]


def test_progress_is_reported(rules: Ruleset) -> None:
    told: list[ProgressNotice] = []
    points = [Point({"natural_pays": each}, shown=True) for each in ("3:2", "6:5")]
    VariationPrices(rules, tell=told.append).document(points, Threads(1))
    counted = [each for each in told if each.text == PRICING]
    assert [(each.done, each.of) for each in counted] == [(0, 2), (1, 2), (2, 2)]


def test_each_change_is_made_with_each_value_of_another_option(rules: Ruleset) -> None:
    asked = VariationsRequest(("dealer_hits_soft_17", "boxes", "natural_pays"))
    found = variations_by(rules, "natural_pays", ("3:2", "6:5"), asked, executor=Threads(1))
    assert found.values == ("3:2", "6:5")
    rows = found.rows()
    assert list(rows) == ["", "dealer_hits_soft_17 = false"]
    assert found.unchanged == ("boxes",)
    soft, alone = rows["dealer_hits_soft_17 = false"], rows[""]
    assert alone["3:2"].changes["main"] == 0.0
    for value in found.values:
        change = soft[value].edges["main"] - alone[value].edges["main"]
        assert soft[value].changes["main"] == pytest.approx(change, abs=1e-15)
    with pytest.raises(NotComputed, match="name the values of wager_min"):
        variations_by(rules, "wager_min")


def test_what_needs_a_permission_is_priced_and_names_it() -> None:
    prices = VariationPrices(games.ruleset("three-card-poker"))
    found = prices.variation({"decks": "2"})
    assert found is not None
    assert found.needs == "allow_player_edge = true"
    assert found.edges["bonus"] < 0
    refused = prices.variation({"decks": "9"})
    assert refused is not None
    assert "decks" in refused.unpriced


def test_a_grid_may_have_pay_tables_of_the_house(capsys: Capture) -> None:
    tables = "1.3 | royal pays 50 to 1; pair pays 1 to 1 | no-royal"
    assert cli.main(["variations", "three-card-poker", "--sweep", f"bonus_table={tables}"]) == 0
    shown = capsys.readouterr().out
    assert "pair pays 1 to 1" in shown
    assert "3 points" in shown
    for wrong in ("decks", "decks=", "1,2 decks=6"):
        assert cli.main(["variations", "three-card-poker", "--sweep", wrong]) == 2
        assert "write options and values" in capsys.readouterr().err


def test_the_command_shows_and_draws_a_column_for_each_value(
    capsys: Capture, tmp_path: Path
) -> None:
    given = ["variations", "blackjack", *(f"--set={name}={value}" for name, value in SMALL.items())]
    given += ["--option", "dealer_hits_soft_17", "--by", "natural_pays=3:2,6:5"]
    assert cli.main([*given, "--plot", str(tmp_path / "by.svg")]) == 0
    shown = capsys.readouterr().out
    assert "natural_pays = 3:2  natural_pays = 6:5" in shown
    assert "dealer_hits_soft_17 = false" in shown
    assert (tmp_path / "by.svg").read_text(encoding="utf-8").startswith("<svg")
    assert cli.main([*given, "--sweep", "decks=1"]) == 2
    assert "leave out --sweep" in capsys.readouterr().err


def test_unknown_options_are_named(rules: Ruleset) -> None:
    with pytest.raises(NotComputed, match="no option 'deck'"):
        variations(rules, VariationsRequest(("deck",)))
    with pytest.raises(NotComputed, match="no option 'deck'"):
        sweep(rules, {"deck": ["1"]})
    with pytest.raises(NotComputed, match="at most"):
        sweep(rules, {name: [str(n) for n in range(400)] for name in ("decks", "boxes")})


def test_only_values_that_can_be_listed_are_tried(rules: Ruleset) -> None:
    specs = {spec.name: spec for spec in games.game("blackjack").catalogue}
    assert values_of(specs["decks"]) == tuple("12345678")
    assert values_of(specs["wager_min"]) == ()
    with pytest.raises(NotComputed, match="cannot all be listed"):
        variations(rules, VariationsRequest(("wager_min",)))
    assert values_of(specs["insurance"])[0]


def test_posted_pay_tables_are_tried() -> None:
    specs = {spec.name: spec for spec in games.game("three-card-poker").catalogue}
    assert values_of(specs["bonus_table"]) == ("1.3", "no-royal")


def test_house_ways_are_tried() -> None:
    specs = {spec.name: spec for spec in games.game("double-hand-poker").catalogue}
    assert "trump-plaza" in values_of(specs["house_way"])


def test_the_cut_card_changes_nothing_in_the_first_round_of_a_shoe(rules: Ruleset) -> None:
    prices = VariationPrices(rules)
    assert prices.variation({"cut": "50"}) is None
    assert prices.variation({"shoe": "continuous"}) is None


def test_variations_are_ranked_by_how_much_they_change(found: Variations) -> None:
    ranked = found.ranked_by("main")
    sizes = [abs(each.changes["main"]) for each in ranked]
    assert sizes == sorted(sizes, reverse=True)
    assert len(ranked) == sum(bool(each.changes.get("main")) for each in found.variations)


def test_the_command_prints_and_plots(capsys: Capture, tmp_path: Path) -> None:
    plot = tmp_path / "bars.svg"
    given = ["variations", "blackjack", *(f"--set={name}={value}" for name, value in SMALL.items())]
    given += ["--option", "dealer_hits_soft_17"]
    assert cli.main([*given, "--plot", str(plot)]) == 0
    assert "dealer_hits_soft_17 = false" in capsys.readouterr().out
    assert plot.read_text(encoding="utf-8").startswith("<svg")
    assert cli.main([*given, "--csv"]) == 0
    rows = list(csv.DictReader(capsys.readouterr().out.splitlines()))
    assert rows[0]["options"] == "dealer_hits_soft_17=false"
    assert cli.main([*given, "--plot", "bars.gif"]) != 0
    assert "an .svg or a .png file" in capsys.readouterr().err
