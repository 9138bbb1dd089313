"""What bots do between rounds: whatever a house posts, the table accepts it."""

from __future__ import annotations

import pytest

from cardroom.play.round import Refusal
from cardroom.service.live import house_moves
from cardroom.table import Table, apply, commands
from cardroom.table.commands import Chips
from cardroom.table.floor import HOUSE
from tests.random_play import must
from tests.unit.table.test_table import stacked

BOT = "bot-Bea-1"


def opened(game: str, options: dict[str, str], chips: Chips = "house") -> Table:
    """Only the bot sits at it, and a person who is never asked to bank deals."""
    table = must(None, commands.OpenTable("t", game, {**options}, chips=chips, dealing="by-hand"))
    return must(table, commands.LoadShoe(stacked(table, "5c")), commands.SitDown(BOT, 1))


def moves(table: Table) -> tuple[list[commands.TableCommand], Table]:
    """All that the bot does before the deal."""
    done: list[commands.TableCommand] = []
    while (move := house_moves.between_rounds(table)) is not None:
        outcome = apply(table, move[1])
        assert not isinstance(outcome, Refusal), (move, outcome)
        table = outcome[0]
        done.append(move[1])
        assert len(done) < 5, done
    return done, table


@pytest.mark.parametrize("chips", ["house", "practice"])
@pytest.mark.parametrize(
    "options",
    [
        {},
        {"smallest_chip": "3"},
        {"smallest_chip": "7"},
        {"smallest_chip": "1000"},
        {"wager_min": "100000"},
        {"wager_max": "2"},
    ],
)
def test_a_bot_buys_in_once_and_bets_within_the_limits(
    options: dict[str, str], chips: Chips
) -> None:
    done, table = moves(opened("blackjack", options, chips))
    assert [type(each) for each in done] == [commands.BuyIn, commands.PlaceBet]
    (bet,) = table.bets
    assert table.rules.limits.fault(bet.stake) is None


def test_a_bot_that_cannot_buy_enough_practice_chips_does_not_bet() -> None:
    done, _ = moves(opened("blackjack", {"wager_min": "400000"}, "practice"))
    assert [type(each) for each in done] == [commands.BuyIn]


@pytest.mark.parametrize(("fee", "last"), [("1", "PostBank"), ("5000", "DeclineBank")])
def test_a_bot_banks_if_it_can_pay_the_collection(fee: str, last: str) -> None:
    done, _ = moves(opened("no-bust-joker", {"collection": f"player 1; bank {fee}"}))
    assert [type(each).__name__ for each in done] == ["BuyIn", last]


def test_the_house_passes_on_a_bank_that_nobody_answers_for() -> None:
    """The rotation record tells a lapse from a refusal by the actor."""
    table = must(
        None,
        commands.OpenTable("t", "no-bust-joker", {}, dealing="by-hand"),
        commands.SitDown("ann", 1),
        commands.SitDown("bob", 2),
    )
    assert table.rotation.asked == "ann"
    assert house_moves.lapse(table) == (HOUSE, commands.DeclineBank("ann"))
