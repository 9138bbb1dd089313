"""The chart on a No-Bust table says what the engine does, at every total."""

from __future__ import annotations

import pytest

from cardroom import cli, games
from cardroom.cli.rules import build
from cardroom.games.twentyone.engine.posted_chart import posted_chart


def duties(game: str, **options: object) -> dict[str, tuple[str, str]]:
    rules = games.ruleset(game, options)
    return {row.hand: (row.player, row.bank) for row in posted_chart(rules)}


def test_with_jokers_eleven_draws_twenty_stands_and_the_rest_may_choose() -> None:
    chart = duties("no-bust-joker")
    assert {chart[f"hard {total}"][0] for total in range(4, 12)} == {"draw"}
    assert {chart[f"hard {total}"][0] for total in range(12, 20)} == {"either"}
    assert {chart[hand][0] for hand in ("hard 20", "soft 20", "hard 21", "natural")} == {"stand"}
    assert chart["soft 17"] == ("either", "draw")
    assert chart["hard 17"] == ("either", "stand")


def test_with_bonus_aces_twenty_may_draw() -> None:
    chart = duties("no-bust-bonus-ace")
    assert chart["hard 20"][0] == "either"
    assert chart["hard 21"][0] == "stand"
    assert chart["soft 18"] == ("either", "stand")


def test_a_house_that_frees_the_chart_posts_none() -> None:
    assert duties("no-bust-joker", player_chart="free") == {}


@pytest.mark.parametrize("game", ["blackjack", "bet-the-set-21", "dealer-bust-21"])
def test_where_nothing_is_compulsory_nothing_is_posted(game: str) -> None:
    assert duties(game) == {}


def test_safari_posts_its_forced_draws() -> None:
    chart = duties("safari-21")
    assert chart["hard 11"][0] == "draw"
    assert chart["hard 12"][0] == "either"


def test_the_rule_page_prints_the_chart() -> None:
    (chart,) = build(games.ruleset("no-bust-bonus-ace", {}), None)["duties"]
    assert chart["head"] == ("Hand", "Player", "Bank")
    assert ("hard 4 to 11", "must draw", "must draw") in chart["rows"]
    assert build(games.ruleset("blackjack", {}), None)["duties"] == []


@pytest.mark.parametrize(
    ("game", "lines"),
    [
        (
            "no-bust-joker",
            [
                "main: Wager, pays Natural 22 2 to 1; every other winning hand 1 to 1",
                "Collection from each wager, by wager: $50 or less: $0.50; $51 – $100: $1",
                "Collection from the bank, by all wagers: $50 or less: $0.50;",
            ],
        ),
        (
            "no-bust-bonus-ace",
            [
                "main: Wager, pays Natural 21½ 6 to 5; every other winning hand 1 to 1",
                "Collection from each wager, by table limit: $5 – $50: $0.50; $55 – $100: $1;",
            ],
        ),
        (
            "three-card-poker",
            [
                "bonus: Bonus, pays royal flush 200 to 1; straight flush 40 to 1",
                "Collection from each ante and bonus, by wager: $50 or less: $0.50; $51 – $100: $1",
                "Collection from the bank, by all antes and bonus wagers: $50 or less: $0.50;",
            ],
        ),
    ],
)
def test_the_rule_page_posts_pays_and_collections_as_the_signs_do(
    game: str, lines: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    cli.main(["rules", game])
    page = " ".join(capsys.readouterr().out.split())
    for line in lines:
        assert line in page
