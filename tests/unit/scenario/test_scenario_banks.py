"""Scenarios of games that a player banks: coverage, action button, collection, backline bets."""

from __future__ import annotations

from pathlib import Path

import pytest

from cardroom import scenario

# The bank's 150 pay 2 to 1 on a Natural 22 of $100: 75 has action, 25 goes back.
PARTIAL = """
game = "no-bust-joker"
shoe = "Jk 7d Jk Ts"
bank = { box = 3, amount = "150" }
[[box]]
box = 4
bets = { main = "100" }
[expect]
net = { 4 = "150" }
action = { 4 = { main = "75" } }
bank = "-150"
fees = { 4 = "1", 3 = "1", bank = "1", total = "2" }
action_seat = 4
"""

# The button goes to the second box: 50 of coverage are used up by box 5, and box 4 has no action.
NO_ACTION = """
game = "no-bust-joker"
shoe = "Ts Ks 7d 9h 9s Td"
bank = { box = 3, amount = "50" }
[[box]]
box = 4
bets = { main = "50" }
[[box]]
box = 5
bets = { main = "50" }
[[do]]
box = 4
verb = "stand"
[[do]]
box = 5
verb = "stand"
[expect]
net = { 4 = "0", 5 = "50" }
action = { 4 = { main = "0" }, 5 = { main = "50" } }
bank = "-50"
action_seat = 5
free_collection = { 4 = "50 or less" }
"""

# 19 against 17; Zoe wins with box 4, and pays her own collection. She may not back her own box.
BEHIND = """
game = "no-bust-joker"
options = { backline = true }
shoe = "Ts 7d 9h Ts"
stacks = { zoe = "100", 4 = "500" }
table = { free_collection = { 4 = "51-100" } }
[bank]
box = 3
amount = "1000"
[[box]]
box = 4
bets = { main = "100" }
[[backline]]
box = 4
owner = "zoe"
stake = "40"
follow = ["double", "split"]
[[backline]]
box = 5
owner = "zoe"
stake = "40"
refused = "bet.backline"
[[do]]
box = 4
verb = "stand"
[expect]
net = { 4 = "100", zoe = "40" }
bets = { zoe = { main = "40" } }
bank = "-140"
fees = { 4 = "0", zoe = "0.50", bank = "2", total = "2.50" }
stacks = { zoe = "139.50", 4 = "600" }
"""

# By wager the rows are 5 to 50 and 55 to 100: 52 fits none.
NO_ROW = """
game = "no-bust-bonus-ace"
options = { fee_basis = "wager" }
shoe = "Ts 7d 9h Ts"
bank = { box = 3, amount = "1000" }
[[box]]
box = 4
bets = { main = "52" }
refused = "fee.row"
[[box]]
box = 4
bets = { main = "55" }
[[do]]
box = 4
verb = "stand"
[expect]
net = { 4 = "55" }
fees = "3"
"""

BUTTON = 'table = { free_collection = { 4 = "5-50" } }'


@pytest.mark.parametrize("text", [PARTIAL, NO_ACTION, BEHIND, NO_ROW])
def test_a_round_against_a_player_bank(text: str) -> None:
    outcome = scenario.run(scenario.parse(text))
    assert outcome.problems == ()
    assert outcome.round is not None
    again = scenario.run(scenario.parse(scenario.write(outcome.round), "written"))
    assert again.problems == ()
    assert again.round is not None
    assert again.round.stacks == outcome.round.stacks


def test_a_bank_that_is_refused_may_be_followed_by_one_that_is_not() -> None:
    tries = """
[[bank]]
box = 3
amount = "0"
refused = "bet.chip"
[[bank]]
box = 3
amount = "150"
"""
    parts = PARTIAL.split("[[box]]")
    head = parts[0].replace('bank = { box = 3, amount = "150" }\n', "")
    outcome = scenario.run(scenario.parse(head + tries + "[[box]]" + parts[1]))
    assert outcome.problems == ()
    assert len(outcome.refusals) == 1
    nobody = scenario.run(
        scenario.parse(head + tries.split('[[bank]]\nbox = 3\namount = "150"', maxsplit=1)[0])
    )
    assert nobody.round is None
    assert nobody.problems == ()


def test_two_players_may_try_to_bank_at_one_box() -> None:
    tries = """
[[bank]]
box = 3
player = "ann"
amount = "150"
refused = "bet.stack"
[[bank]]
box = 3
player = "bo"
amount = "150"
"""
    text = PARTIAL.replace('bank = { box = 3, amount = "150" }', 'stacks = { ann = "100" }')
    outcome = scenario.run(scenario.parse(text + tries))
    assert outcome.problems == ()
    assert len(outcome.refusals) == 1
    assert outcome.round is not None
    assert outcome.round.bank.owner == "bo"


def test_rounds_in_a_row_follow_the_player_to_another_seat() -> None:
    """Ann has banked twice and bets at another box by now: at hers Bo banks, and she may not."""
    table = "table = { bank_rounds = { ann = 2 }, accepts_bank = [3] }\n"
    tries = """
[[bank]]
box = 3
player = "ann"
amount = "150"
refused = "bank.turn"
[[bank]]
box = 3
player = "bo"
amount = "150"
"""
    text = PARTIAL.replace('bank = { box = 3, amount = "150" }\n', table) + tries
    outcome = scenario.run(scenario.parse(text.replace("box = 4\n", 'box = 4\nplayer = "ann"\n')))
    assert outcome.problems == ()
    assert len(outcome.refusals) == 1
    with pytest.raises(scenario.ScenarioError, match="nobody at the table is 'anna'"):
        scenario.run(scenario.parse(text.replace("ann = 2", "anna = 2"), "a.toml"))


@pytest.mark.parametrize(
    ("text", "line", "says"),
    [
        (f'stacks = {{ 3 = "150" }}\n{PARTIAL.strip()}', 4, "does not have $151 on the table"),
        (f'stacks = {{ 4 = "100" }}\n{PARTIAL.strip()}', 5, "does not have $101 on the table"),
    ],
)
def test_a_player_without_chips_for_the_collection_is_reported_with_the_line(
    text: str, line: int, says: str
) -> None:
    with pytest.raises(scenario.ScenarioError) as caught:
        scenario.run(scenario.parse(text, "a.toml"))
    assert str(caught.value).startswith(f"a.toml:{line}: ")
    assert says in str(caught.value)
    bare = text.partition("[expect]")[0]
    refused = scenario.run(scenario.parse(f'refused = "bet.stack"\n{bare}', "a.toml"))
    assert refused.problems == ()


@pytest.mark.parametrize(
    ("text", "says"),
    [
        (PARTIAL.replace('"no-bust-joker"', '"no-bust-joker"\ntable = { bank_rounds = { 3 = 3 } }'),
         "a player banks 0 to 2 rounds in a row, not 3"),
        (PARTIAL.replace('"no-bust-joker"',
                         '"no-bust-joker"\ntable = { bank_rounds = { 3 = 1, 5 = 2 } }'),
         "have banked the last rounds: 3 or 5"),
        (PARTIAL.replace('bank = { box = 3, amount = "150" }\n', ""), "write [bank]"),
        (NO_ACTION.replace("no-bust-joker", "blackjack"), "banked by the house"),
        (PARTIAL.replace("box = 3,", "box = 4,"), "may not bet against it"),
        (BEHIND.replace('follow = ["double", ', 'follow = ["hit", '), "double and split"),
        (BEHIND.replace("backline = true", "backline = false"), "offers no backline bets"),
        (BEHIND.replace("51-100", "51-60"), "brackets are 50 or less, 51-100"),
        (NO_ROW.replace("shoe", f"{BUTTON}\nshoe"), "this game gives out none"),
    ],
)  # fmt: skip
def test_what_is_wrong_with_a_bank_is_one_line(text: str, says: str) -> None:
    with pytest.raises(scenario.ScenarioError, match=r"^a\.toml:\d+: ") as caught:
        scenario.run(scenario.parse(text, "a.toml"))
    assert says in str(caught.value)


def test_the_same_round_is_settled_from_a_file(tmp_path: Path) -> None:
    file = tmp_path / "round.toml"
    file.write_text(PARTIAL, encoding="utf-8")
    assert scenario.run(scenario.read(file)).problems == ()
