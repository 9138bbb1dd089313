"""The house edge of posted wagers, and above all warnings of those that cost the house."""

from __future__ import annotations

import json
from typing import Any

import pytest

from cardroom import games
from cardroom.analysis.price_documents import Price, Prices
from cardroom.analysis.pricing import edges_line, prices, warnings
from cardroom.cli import main
from cardroom.houses.finding import Finding
from tests.proofs import later

HUNG = ("rules", "limits", "pay-tables", "four-wager-restriction")


def warned(game: str, **options: Any) -> list[Finding]:
    rules = games.ruleset(game, options)
    return list(warnings(rules, prices(rules)))


@pytest.mark.parametrize(
    ("options", "figure"),
    [
        later({"monte_carlo": "table-b"}, "0.43%"),
        ({"max_bet_before_second_card": True}, "1.51%"),
    ],
)
def test_options_that_turn_the_main_wager_are_a_warning_with_the_figure(
    options: dict[str, Any], figure: str
) -> None:
    (found,) = warned("safari-21", **options)
    assert found.level == "warning"
    assert f"Wager favors the player by {figure}" in found.says
    assert found.cite == "cardroom odds safari-21"


def test_a_game_as_the_book_has_it_favors_nobody_but_the_bank() -> None:
    assert warned("safari-21") == []


def test_a_pay_table_that_favors_the_player_is_cited() -> None:
    found = warned("bet-the-set-21", decks=2, pay_table="BTS-01", allow_player_edge=True)
    # By hand: of 103 cards 1 makes a suited pair and 6 a plain one, all paid 15 to 1:
    # 16 * 7 / 103 - 1 = 9/103 = 8.74%.
    (one,) = found
    assert "Bet the Set favors the player by 8.74%" in one.says
    assert one.clause == "bet-the-set.edge"


def test_a_bonus_that_favors_the_player_is_cited() -> None:
    (one,) = warned("three-card-poker", decks=2, allow_player_edge=True)
    assert one.clause == "bonus.edge"
    assert one.cite.startswith("Bonus Bet 8")


def test_a_meter_that_gives_away_more_than_it_takes_is_a_warning() -> None:
    """A whole stake into the meter and a seed on top: fixed awards are the house's loss."""
    found = warned("bet-the-set-21", blazing_7s=1, blazing_contribution=100)
    (one,) = found
    assert "a hold of -" in one.says


def test_a_meter_is_fair_where_its_share_makes_up_for_the_edge() -> None:
    found = prices(games.ruleset("bet-the-set-21", {"blazing_7s": 1, "hands_max": 1}))
    assert found.fair_meter is not None
    seeded = warned("bet-the-set-21", blazing_7s=1, blazing_seed=30_000, hands_max=1)
    (one,) = [each for each in seeded if "Blazing" in each.says]
    assert one.level == "warning"
    assert found.fair_meter < 30_000
    assert f"fair at a meter of ${found.fair_meter:,.2f}" in edges_line(found)


def test_envy_is_weighed_with_the_bet_that_it_comes_with() -> None:
    rules = games.ruleset("fortune-pai-gow")

    def priced(envy: float) -> Prices:
        wagers = (Price("fortune", "Fortune", 0.05, "exact"), Price("envy", "Envy", envy, "exact"))
        return Prices(rules.game, rules.digest, wagers, None, None, "")

    # Five others at a full table.
    assert list(warnings(rules, priced(-0.0099))) == []
    (one,) = warnings(rules, priced(-0.0101))
    assert "Fortune, with envy of 5 other players, favors the player by 0.05%" in one.says


def test_many_bets_of_a_kind_are_one_range_on_the_line() -> None:
    found = prices(games.ruleset("safari-21", {"monte_carlo": "table-a"}))
    # By hand: a king of hearts is 1 of 52 at 40 to 1, ace to queen of hearts 12 of 52 at 3 to 1:
    # edges 11/52 and 4/52.
    assert "Monte Carlo: 7.69% to 21.15%" in edges_line(found)


def test_poker_has_no_bank_to_favor() -> None:
    found = prices(games.ruleset("omaha"))
    assert (found.wagers, edges_line(found)) == ((), "no bank: players play for each other's money")


def test_check_prints_a_line_for_every_game_and_the_warnings(
    capsys: pytest.CaptureFixture[str], tmp_path: Any
) -> None:
    file = tmp_path / "my-room.toml"
    hung = json.dumps(HUNG)
    file.write_text(
        'title = "Mine"\nstate = "washington"\nday = 2013-06-03\n'
        f'[[game]]\ngame = "safari-21"\nlimits = ["5", "300"]\npostings = {hung}\n'
        'options = { monte_carlo = "table-b" }\n'
        f'[[game]]\ngame = "blackjack"\nlimits = ["5", "300"]\npostings = {hung}\n',
        encoding="utf-8",
    )
    assert main(["check", str(file), "--json"]) == 0
    told = json.loads(capsys.readouterr().out)
    assert [each["game"] for each in told["odds"]] == ["safari-21", "blackjack"]
    assert [each["game"] for each in told["findings"]] == ["safari-21"]
    assert main(["check", str(file)]) == 0
    shown = capsys.readouterr().out
    assert "Wager: -0.43%" in shown
    assert "blackjack" in shown
    assert main(["check", str(file), "--no-odds", "--json"]) == 0
    told = json.loads(capsys.readouterr().out)
    assert (told["findings"], told["odds"]) == ([], None)


LOSES_CARDS = "a row before it pays less and takes some of its cards"
SUITED_FIRST = "suited-pair pays 12 to 1; aces when pair and is ace pays 40 to 1; pair pays 7 to 1"
ACES_FIRST = "aces when pair and is ace pays 40 to 1; suited-pair pays 12 to 1; pair pays 7 to 1"
SHARES = "777-diamonds pays 100%; 777-suited pays 10%; 777 pays 200 to 1; 77 pays 25 to 1"
TRIPLE = {
    "name": "triple",
    "title": "Triple",
    "cards": ["first", "second", "up"],
    "row": [{"name": "same", "when": "same rank and same suit", "pays": "20 to 1"}],
}


@pytest.mark.parametrize(
    ("game", "options", "says"),
    [
        (
            "bet-the-set-21",
            {"pay_table": SUITED_FIRST},
            f"Bet the Set: aces pays 40 to 1, but {LOSES_CARDS}",
        ),
        ("bet-the-set-21", {"pay_table": ACES_FIRST}, ""),
        # A book with one pay table, which has no name of its own.
        (
            "maxtime-21",
            {"maxtyme": "nat when natural pays 10 to 1; aces when has ace pays 40 to 1"},
            f"MaxTyme: aces pays 40 to 1, but {LOSES_CARDS}",
        ),
        ("maxtime-21", {}, ""),
        ("bet-the-set-21", {"blazing_7s": SHARES}, ""),
        (
            "blackjack",
            {"side_bets": [TRIPLE], "decks": 2},
            "Triple: same cannot occur with the posted cards",
        ),
        ("blackjack", {"side_bets": [TRIPLE], "decks": 3}, ""),
    ],
)
def test_rows_that_are_probably_not_meant_are_a_warning(
    game: str, options: dict[str, Any], says: str
) -> None:
    rules = games.ruleset(game, options)
    unpriced = Prices(rules.game, rules.digest, (), None, None, "")
    assert [found.says for found in warnings(rules, unpriced)] == ([says] if says else [])
