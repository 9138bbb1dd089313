"""A trainee deals a whole round: right actions pass, a departure has its rule and its cost."""

from __future__ import annotations

from pathlib import Path

import pytest

from cardroom import games
from cardroom.cli import main
from cardroom.games import registry
from cardroom.school import record
from cardroom.school.deals import opened
from cardroom.school.drill import SchoolError
from cardroom.school.grading import UnreadableAnswer
from cardroom.school.library import PostedAt, folder
from cardroom.school.record import TableDealt
from cardroom.school.whole_table.dealer_action import DealerAction
from cardroom.school.whole_table.dealing import Departure, TableDealing, dealt
from cardroom.school.whole_table.rounds import RANDOM, WORKED, random_round, round_of, written_round
from cardroom.store import open_store
from tests.typed_actions import written

GAMES = sorted(game.id for package in registry.ours() for game in package.games)
SOURCES = [(game, source) for game in GAMES for source in (RANDOM, WORKED)]
AS_WRITTEN = PostedAt()


def dealing_of(file: str) -> TableDealing:
    return TableDealing(written_round(str(folder() / f"{file}.toml")))


def until(dealing: TableDealing, act: str) -> DealerAction:
    """Deal as the engine does, up to the first action of this kind."""
    while dealing.remaining[0].act != act:
        assert not dealing.do(written(dealing.remaining[0])).departures
    return dealing.remaining[0]


@pytest.mark.parametrize(("game", "source"), SOURCES)
def test_a_round_dealt_as_the_engine_does_has_no_departure(game: str, source: str) -> None:
    dealing = TableDealing(round_of(game, source, AS_WRITTEN, 7))
    done = 0
    while not dealing.over:
        right = dealing.remaining[-1]
        for row in dealing.menu():
            assert row.choices
        assert not dealing.do(written(right)).departures, right
        done += 1
    assert done == dealing.due


def wrong(due: DealerAction) -> str:
    """What trainees do wrong again and again."""
    match due.act:
        case "settle":
            return f"pay {due.where} 7.77"
        case "collect" | "pot" | "slip":
            return f"{due.act} {due.where} 7.77"
        case "drop":
            return "drop 7.77"
        case "card" | "turn":
            return f"{due.act} {'bank' if due.where != 'bank' else '1'}"
        case "button" | "free":
            return f"{due.act} 99"
        case "bank":
            return "bank 3"
        case "ask":
            return "ask 99 play"
        case _:
            return "free 99"


@pytest.mark.parametrize("game", GAMES)
def test_every_wrong_deed_is_marked_with_its_rule(game: str) -> None:
    dealing = TableDealing(random_round(game, AS_WRITTEN, 11))
    while not dealing.over:
        done = dealing.do(wrong(dealing.remaining[0]))
        (departure,) = done.departures
        assert departure.clause is not None
    assert len(dealing.departures) == dealing.due


def only(dealing: TableDealing, text: str) -> Departure:
    (found,) = dealing.do(text).departures
    return found


def test_a_wrong_payment_costs_the_difference() -> None:
    """A natural of $5 is paid 3 to 2, which is $7.50; even money is $2.50 short."""
    dealing = dealing_of("blackjack/a-natural-is-paid-three-to-two")
    until(dealing, "settle")
    found = only(dealing, "pay 1 5")
    assert found.amount == 250
    assert found.cost == ("Box 1 would have lost $2.50 by this mistake.",)
    assert found.clause is not None
    assert found.clause.id == "pay.natural"
    assert dealing.remaining[0].act == "turn"


def test_an_offer_that_is_not_made_costs_what_the_player_would_have_won() -> None:
    """Insurance of $50 would have won $100 when the dealer had a natural."""
    dealing = dealing_of("blackjack/insurance-pays-two-to-one")
    until(dealing, "ask")
    found = only(dealing, "peek")
    assert (found.due, found.amount) == ("ask box 1 (insurance)", 10_000)
    assert found.cost[0] == "Box 1 would have received $100 less."
    assert found.clause is not None
    assert found.clause.id == "insurance.ace"


INSURED = "blackjack/each-box-insures-half-of-its-own-wager"


@pytest.mark.parametrize("order", [["all"], ["2", "1"], ["2", "all"]])
def test_boxes_are_asked_together_or_one_by_one_in_any_order(order: list[str]) -> None:
    dealing = dealing_of(INSURED)
    until(dealing, "ask")
    for who in order:
        assert dealing.remaining[0].act == "ask"
        assert not dealing.do(f"ask {who} insurance").departures
    assert dealing.remaining[0].act == "peek"


def test_a_box_that_is_left_out_of_the_offer_is_marked_with_its_own_cost() -> None:
    """Box 2 insures $20 for $10 and loses it: without the offer it has $10 more."""
    dealing = dealing_of(INSURED)
    until(dealing, "ask")
    assert not dealing.do("ask 1 insurance").departures
    found = only(dealing, "peek")
    assert found.due == "ask box 2 (insurance)"
    assert found.cost == (
        "Box 2 would have received $10 more.", "The bank would have received $10 less.",
    )  # fmt: skip
    assert dealing.remaining[0].act == "settle"


def test_a_box_that_is_not_there_is_not_asked() -> None:
    dealing = dealing_of(INSURED)
    until(dealing, "ask")
    assert only(dealing, "ask 99 insurance").due == "ask everybody (insurance)"


def test_boxes_that_were_asked_together_are_not_asked_again_when_one_has_surrendered() -> None:
    dealing = dealing_of("blackjack/early-surrender-is-offered-to-all-boxes-at-once")
    until(dealing, "ask")
    for box in (1, 2, 3):
        assert not dealing.do(f"ask {box} surrender").departures
    for text in ("take 3 20", "take 1 50", "peek"):
        assert not dealing.do(text).departures
    assert dealing.remaining[0].where == "2 play"


def test_a_hand_over_21_is_announced_by_its_total_or_as_a_bust() -> None:
    for text in ("over", "bust", "Busts with 26", "26, over", "26"):
        dealing = dealing_of("safari-21/a-hand-of-21-or-less-wins-if-the-dealer-goes-over")
        assert until(dealing, "bank").where == "26, over"
        assert not dealing.do(f"bank {text}").departures
    dealing = dealing_of("safari-21/a-hand-of-21-or-less-wins-if-the-dealer-goes-over")
    until(dealing, "bank")
    assert only(dealing, "bank 21").due == "announce that the dealer busts with 26"


def test_a_natural_is_announced_in_the_words_of_the_felt() -> None:
    for text in ("natural", "a natural"):
        dealing = dealing_of("safari-21/insurance-is-offered-when-the-deal-is-complete")
        until(dealing, "bank")
        assert not dealing.do(f"bank {text}").departures
    dealing = dealing_of("safari-21/insurance-is-offered-when-the-deal-is-complete")
    until(dealing, "bank")
    found = only(dealing, "bank over")
    assert found.due == "announce that the dealer has a natural"
    assert found.said == "announce that the dealer busts"


def test_a_button_at_the_wrong_box_costs_what_a_short_bank_then_does_not_collect() -> None:
    """A bank of $100 collects $100 from box 2, and nothing is left for box 1. From box 1 on, it
    pays $100 there, and box 2 has no action."""
    dealing = dealing_of("no-bust-joker/paid-and-collected-together-are-at-most-the-banks-amount")
    assert until(dealing, "button").where == "2"
    found = only(dealing, "button 1")
    assert found.amount == 20_000
    assert set(found.cost) == {
        "Box 1 would have received $100 more.",
        "Box 2 would have received $100 more.",
        "The bank would have received $200 less.",
    }


def test_a_card_to_the_wrong_hand_is_played_out() -> None:
    """Box 1 has a natural with its own second card, and 20 with the dealer's."""
    dealing = dealing_of("blackjack/a-natural-is-paid-three-to-two")
    until(dealing, "card")
    for text in ("card burn", "card 1", "card bank"):
        dealing.do(text)
    found = only(dealing, "card bank")
    assert found.due == "deal to box 1"
    assert found.cost[0].startswith("Box 1 would have received $")


def test_what_was_left_out_is_marked_and_the_deed_itself_counts() -> None:
    """Dealing before the collections are taken: each of them is missing, the card is right."""
    dealing = TableDealing(random_round("no-bust-joker", AS_WRITTEN, 11))
    left, first = dealing.remaining, min(dealing.played.moves[0].before.players)
    done = dealing.do(f"card {first}")
    assert [each.due for each in done.departures] == [dealing.words(action) for action in left]
    assert sum(each.amount for each in done.departures) == sum(action.amount for action in left)
    assert dealing.remaining[0].where not in ("", str(first))


def test_the_wagers_of_the_house_are_settled_in_any_order_and_those_of_a_bank_are_not() -> None:
    house = TableDealing(random_round("blackjack", AS_WRITTEN, 3))
    while len(house.remaining) < 2 or house.remaining[0].act != "settle":
        house.do(written(house.remaining[0]))
    assert not house.do(written(house.remaining[-1])).departures
    bank = dealing_of(
        "no-bust-joker/a-worked-round-of-eight-seats-in-which-the-bank-runs-out-mid-wager"
    )
    first = until(bank, "settle")
    later = next(w for w in bank.wagers if w.partition(" ")[0] != first.where.partition(" ")[0])
    assert only(bank, f"push {later}").due == bank.words(first)


@pytest.mark.parametrize(
    "text", ["", "jump", "pay", "pay 1", "pay 9 5", "collect 1", "card", "bank"]
)
def test_text_that_is_no_deed_costs_nothing(text: str) -> None:
    dealing = dealing_of("blackjack/a-natural-is-paid-three-to-two")
    with pytest.raises(UnreadableAnswer):
        dealing.do(text)
    assert not dealing.departures
    assert not dealing.did


def test_a_round_with_an_irregularity_is_not_dealt() -> None:
    with pytest.raises(SchoolError, match="no irregularity"):
        dealing_of("safari-21/a-missed-insurance-offer-is-restored")


def test_the_command_records_a_round_that_can_be_dealt_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    journal = tmp_path / "school.db"
    script = TableDealing(random_round("maxtime-21", AS_WRITTEN, 5))
    texts = ["?", "nonsense", "dice"]
    while not script.over:
        texts.append(written(script.remaining[0]))
        script.do(texts[-1])
    texts.remove("closed")
    replies = iter(texts)
    monkeypatch.setattr("builtins.input", lambda _: next(replies))
    command = ["school", "table", "maxtime-21", "--seed", "5", "--person", "Lee"]
    assert main([*command, "--journal", str(journal)]) == 1
    assert "1 mistake" in capsys.readouterr().out
    store = open_store(str(journal))
    (event,) = (each.event for each in record.read(store, "Lee"))
    store.close()
    assert isinstance(event, TableDealt)
    assert (event.departures, event.clauses) == (1, ("bet.closed",))
    again = TableDealing(round_of(event.game, event.source, AS_WRITTEN, event.seed))
    for text in event.did:
        again.do(text)
    assert dealt(again, event.source, AS_WRITTEN, event.seed, event.millis) == event
    assert main(["audit", "verify", str(journal)]) == 0


@pytest.mark.parametrize(
    "options",
    [
        {"wager_max": "4"},
        {"smallest_chip": "3"},
        {"wager_min": "3", "wager_max": "3", "smallest_chip": "3"},
    ],
)
def test_stakes_are_within_the_posted_limits_and_made_of_chips(options: dict[str, str]) -> None:
    rules = games.ruleset("blackjack", {**options})
    round = random_round("blackjack", PostedAt("", tuple(options.items())), 1).round
    assert round is not None
    stakes = [one.bet.stake for one in round.settled if one.bet.spot == "main"]
    assert stakes
    assert not [stake for stake in stakes if rules.limits.fault(stake)]
    assert opened(rules) is not None


def test_wagers_have_their_titles_and_poker_players_their_seats() -> None:
    dealing = TableDealing(random_round("no-bust-joker", AS_WRITTEN, 11))
    first = until(dealing, "settle")
    assert dealing.words(first).endswith(", Wager") or ", Wager:" in dealing.words(first)
    poker = TableDealing(random_round("texas-holdem", AS_WRITTEN, 3))
    shown = [*(hand.name for hand in poker.scene().hands), *poker.scene().facts]
    shown += [choice.text for row in poker.menu() for choice in row.choices]
    shown += [poker.words(action) for action in poker.remaining]
    assert any("seat" in text for text in shown)
    assert not any("box" in text.lower() for text in shown)
