"""`import cardroom as cr`: the names that are listed, what they do, and how they refuse."""

from __future__ import annotations

import doctest
import importlib
import pickle
import re
import subprocess
import sys
from decimal import Decimal
from pathlib import Path
from typing import Any

import pytest

import cardroom as cr
from cardroom import houses

ROOT = Path(__file__).resolve().parents[3]
LISTED = re.compile(r"^\| `(\w+)", re.MULTILINE)
MODULES = ("catalog", "equity", "game", "rounds")
"""The example of `bank` is part of a notebook."""


def test_the_page_lists_the_stable_names() -> None:
    page = (ROOT / "docs" / "api.md").read_text(encoding="utf-8")
    assert sorted(LISTED.findall(page)) == sorted(cr.__all__)
    assert all(getattr(cr, name) is not None for name in cr.__all__)


@pytest.mark.parametrize("module", MODULES)
def test_the_examples_in_the_documentation_of_the_library_run(module: str) -> None:
    found = doctest.testmod(
        importlib.import_module(f"cardroom.api.{module}"), optionflags=doctest.ELLIPSIS
    )
    assert found.attempted
    assert not found.failed


@pytest.mark.parametrize("name", ["api", "tutorial", "recipes"])
def test_the_examples_of_a_page_run(name: str) -> None:
    page = (ROOT / "docs" / f"{name}.md").read_text(encoding="utf-8")
    names: dict[str, object] = {}
    for block in re.findall(r"^```python\n(.*?)^```", page, flags=re.MULTILINE | re.DOTALL):
        exec(compile(block, f"docs/{name}.md", "exec"), names)


def test_importing_the_library_imports_nothing_else() -> None:
    program = (
        "import sys; before = set(sys.modules); import cardroom;"
        "print(sorted(name for name in set(sys.modules) - before if name.startswith('cardroom.')))"
    )
    shown = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, check=True
    )
    assert shown.stdout.strip() == "[]"


def test_a_name_that_is_not_listed_is_not_there() -> None:
    with pytest.raises(AttributeError, match="no attribute 'prices'"):
        _ = cr.prices  # type: ignore[attr-defined]


# --- posted games ---------------------------------------------------------------------------------


def test_a_game_is_found_by_name_house_file_game_file_and_digest(tmp_path: Path) -> None:
    posted = cr.game("blackjack", decks=2, surrender="late")
    assert cr.game(posted.save(tmp_path / "mine.json")) == posted
    plain = cr.game("blackjack")
    assert cr.game(plain.digest[:16]) == plain
    house = houses.names()[0]
    game = houses.house(house).game[0].game
    assert cr.game(cr.game(game, house=house).digest).house == house
    assert cr.game(ROOT / "examples" / "houses" / "spanish-21.toml").id == "blackjack"
    assert cr.game("blackjack", house=ROOT / "examples/houses/spanish-21.toml").house


def test_options_are_changed_without_losing_those_that_were_posted() -> None:
    posted = cr.game("blackjack", decks=2, wager_min=25)
    changed = posted.change(surrender="late")
    assert changed.options["decks"] == 2
    assert changed.options["wager_min"] == 2500
    assert changed == cr.game("blackjack", decks=2, wager_min=25, surrender="late")
    assert posted == cr.game("blackjack", decks=2, wager_min=25)


@pytest.mark.parametrize(
    ("ask", "says"),
    [
        (lambda: cr.game("blackjak"), "there is no game 'blackjak'"),
        (lambda: cr.game("blackjack").simulate(0), "rounds = 0: give 1 or more"),
        (lambda: cr.game("blackjack").simulate(error=-1), "error = -1: give a share above 0"),
        (lambda: cr.game("blackjack").simulate(9, error=0.1), "give rounds or error, and not both"),
        (lambda: cr.game("blackjack").simulate(9, workers=-1), "workers = -1: give 0 or more"),
        (lambda: cr.game("blackjack").simulate(9, boxes=0), "boxes = 0: give 1 or more"),
        (lambda: cr.game("blackjack", deks=2), "no option 'deks'"),
        (lambda: cr.game("blackjack", decks=99), "decks"),
        (lambda: cr.game("blackjack", house="nowhere"), "there is no house 'nowhere'"),
        (lambda: cr.game("no-such-room.toml"), "no-such-room.toml"),
        (lambda: cr.game("no-such-game.json"), "no-such-game.json"),
        (lambda: cr.game("0123456789abcdef"), "no game has the digest"),
        (lambda: cr.game(ROOT / "src/cardroom/houses/washington.toml"), "choose one of"),
        (lambda: cr.game("blackjack", side_bets=["none.toml"]), "none.toml"),
        (lambda: cr.game("blackjack").odds(stake=0), "above 0"),
        (
            lambda: cr.game("blackjack", wager_min=5).odds(stake=3),
            "stake: $3 is below",
        ),
        (
            lambda: cr.game("blackjack").simulate(9, side_bets=["x"]),
            "side_bets: Blackjack as posted has no bet",
        ),
        (lambda: cr.game("texas-holdem").protect(), "is not analyzed for card counting"),
        (lambda: cr.game("blackjack").protect(counts=["hilo"]), "name one of hi-lo"),
        (lambda: cr.game("blackjack").odds(stake="five"), "stake: 'five' is not an amount"),
        (lambda: cr.game("blackjack").odds(meter=1000), "no progressive"),
        (lambda: cr.game("blackjack").odds(shoe=[1, 2]), "ten whole numbers"),
        (lambda: cr.game("texas-holdem").odds(), "Texas Hold'em"),
        (lambda: cr.game("blackjack").bank(), "Blackjack"),
        (lambda: cr.bank("three-card-poker", {1: 50}), "wagers: give a list of amounts"),
        (lambda: cr.play("blackjack", "7.555"), "7.555"),
        (lambda: cr.play("blackjack", 25, bank=100), "the house banks"),
        (lambda: cr.play("blackjack", {9: 25}), "bet.box"),
        (lambda: cr.play("blackjack", 25, cards="As As As As As As As"), "fewer As"),
        (lambda: cr.play("blackjack", 25, cards="Xx"), "Xx"),
        (lambda: cr.settle("no-such-file.toml"), "no-such-file.toml"),
        (lambda: cr.settle("game = 3\n"), "game"),
        (lambda: cr.equity("AsKs"), "two"),
        (lambda: cr.equity("AsKs", "QhQd", game="rummy"), "rummy is not a poker game"),
    ],
)
def test_every_refusal_is_an_error_of_the_library(ask: object, says: str) -> None:
    assert callable(ask)
    with pytest.raises(cr.CardroomError, match=re.escape(says)):
        ask()


def test_an_amount_is_never_a_float() -> None:
    with pytest.raises(cr.CardroomError, match="whole number or as text"):
        cr.play("blackjack", 7.5)  # type: ignore[arg-type]
    assert cr.play("blackjack", Decimal("7.50")).table.to_dict()["stake"] == [7.5]


# --- rounds ---------------------------------------------------------------------------------------


def test_a_round_is_played_with_the_decisions_of_the_caller() -> None:
    asked: list[cr.Decision] = []

    def decide(decision: cr.Decision) -> str:
        asked.append(decision)
        return "stand"

    found = cr.play("blackjack", 25, decide=decide, cards="2c Ts 9h 6d 8c Th")
    assert [each.cards for each in asked] == [("Ts", "6d")]
    assert asked[0].bank == ("9h", "??")
    assert "hit" in asked[0].verbs
    assert found.net == {1: Decimal(-25)}
    assert found.hands == {"box 1": "Ts 6d", "bank": "9h 8c"}


def test_a_decision_that_the_rules_forbid_is_refused_with_its_clause() -> None:
    with pytest.raises(cr.Refused, match="split of box 1") as refused:
        cr.play("blackjack", 25, decide=lambda _: "split", cards="2c Ts 9h 6d 8c")
    assert refused.value.clause.startswith("split")


def test_a_choice_names_an_amount() -> None:
    def decide(decision: cr.Decision) -> str | cr.Choice:
        return cr.Choice("insure", "5") if decision.topic == "insurance" else "stand"

    found = cr.play("blackjack", 25, decide=decide, cards="2c Ts Ah 9d Kc")
    assert found.net == {1: Decimal(-15)}


@pytest.mark.parametrize("game", cr.catalog().names)
def test_every_game_is_played_from_one_seed(game: str) -> None:
    first, again = cr.play(game, seed=5), cr.play(game, seed=5)
    assert first == again
    assert first.problems == ()
    assert cr.settle(first.scenario).table.to_dict() == first.table.to_dict()


def test_poker_is_played_by_the_chips_of_each_seat() -> None:
    boards = []

    def decide(decision: cr.Decision) -> str:
        boards.append(decision.board)
        return next(each for each in ("check", "call", "show") if each in decision.verbs)

    found = cr.play("texas-holdem", {1: 100, 2: 100, 4: 50}, decide=decide, seed=3)
    assert set(found.net) == {1, 2, 4}
    assert sum(found.net.values()) <= 0, "what is missing is the collection"
    assert sorted({len(board) for board in boards})[-1] == 5
    assert cr.settle(found.scenario).net == found.net


@pytest.mark.parametrize(
    ("chips", "says"),
    [
        ({1: 5}, "two seats or more"),
        (25, "two seats or more"),
        ({1: 5, 99: 5}, "has seats 1 to"),
        ({1: {"main": 5}, 2: 4}, "write its chips"),
    ],
)
def test_chips_of_poker_seats_that_make_no_game(chips: Any, says: str) -> None:
    with pytest.raises(cr.CardroomError, match=says):
        cr.play("omaha", chips)


def test_play_is_the_same_whether_the_engine_was_imported_or_not() -> None:
    importlib.import_module("cardroom.play.betting")
    assert cr.play("blackjack", seed=2) == cr.game("blackjack").play(seed=2)


def test_a_file_is_settled_under_the_options_of_a_game() -> None:
    file = ROOT / "scenarios/blackjack"
    text = cr.play("blackjack", 10, cards="2c As 9h Kd 8c").scenario
    assert cr.settle(text).net == {1: Decimal(15)}
    dear = cr.game("blackjack", natural_pays="6:5").settle(text)
    assert dear.net == {1: Decimal(12)}
    assert dear.problems
    with pytest.raises(cr.CardroomError, match="a round of blackjack, not of safari-21"):
        cr.game("safari-21").settle(text)
    assert cr.settle(min(file.glob("*.toml"))).problems == ()


# --- results --------------------------------------------------------------------------------------


def test_results_of_a_game_are_those_of_the_command_line() -> None:
    found = cr.game("three-card-poker").odds()
    assert found.edge == found.wager("ante").edge
    assert found.to_dict()["wagers"][0]["edge"] == found.edge
    with pytest.raises(cr.CardroomError, match="there are odds of ante"):
        found.wager("nothing")


def test_a_side_bet_from_a_file_is_priced() -> None:
    file = ROOT / "examples/side_bets/perfect-pairs.toml"
    game = cr.game("blackjack", decks=6, side_bets=[file])
    assert "perfect-pairs" in game.wagers
    assert game.odds().wager("perfect-pairs").exact is not None


def test_a_simulation_is_the_same_for_any_number_of_workers() -> None:
    game = cr.game("blackjack")
    one, two = (game.simulate(20_000, workers=workers) for workers in (1, 2))
    assert one == two
    assert one.rounds >= 20_000
    assert sum(one.payments.to_dict()["share"]) == pytest.approx(1)  # type: ignore[arg-type]


def test_variations_change_one_option_at_a_time() -> None:
    found = cr.game("blackjack").variations("dealer_hits_soft_17")
    figures = found.table.to_dict()
    assert figures["options"] == ["dealer_hits_soft_17 = false"]
    assert figures["main, change"][0] == pytest.approx(-0.002, abs=0.001)
    assert found.plot().svg.startswith("<svg")
    with pytest.raises(cr.CardroomError, match="has no option 'deks'"):
        cr.game("three-card-poker").variations("deks")


def test_results_are_values() -> None:
    found = cr.equity("AsKs", "QhQd", board="Js Ts 2c")
    assert pickle.loads(pickle.dumps(found)) == found
    assert hash(cr.game("blackjack")) == hash(cr.game("blackjack"))
    with pytest.raises(AttributeError):
        found.document = None  # type: ignore[misc, assignment]
