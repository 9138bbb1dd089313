"""Real cards that nobody named while the piles were dealt: named when the piles are delivered."""

from __future__ import annotations

from collections.abc import Collection

import pytest

from cardroom import games, scenario
from cardroom.cards import UNSEEN
from cardroom.events import CardShown, visible
from cardroom.play.inputs import Answer, Dice, Draw, Intervene, Lapse, Proceed
from cardroom.play.round import Await, Chance
from cardroom.rules.options import Value
from cardroom.table import Table
from cardroom.table import commands as c
from tests.random_play import facts, must, refused
from tests.unit.play.test_felt_state import seen

PAI_GOW = ("double-hand-poker", "fortune-pai-gow")
CARDS = tuple(games.ruleset("double-hand-poker").deck)
ALL = frozenset(range(53))


def delivered(
    game: str,
    unnamed: Collection[int],
    *,
    void: int = 0,
    exposed: int | None = None,
    options: dict[str, Value] | None = None,
) -> Table:
    """Box 1 banks against boxes 2 and 4; the cards with these numbers are not named.

    The dice name seat 1, so each seat gets the pile with its number.
    """
    given: dict[str, Value] = {"readings": "current", **(options or {})}
    table = must(None, c.OpenTable("t", game, given, dealing="physical"))
    for seat in (1, 2, 4):
        table = must(table, c.SitDown(f"p{seat}", seat), c.BuyIn(f"p{seat}", 1000_00))
    table = must(table, c.PostBank("p1", 500_00))
    for seat in (2, 4):
        table = must(table, c.PlaceBet(f"p{seat}", seat, "main", 20_00))
    table = must(table, c.LoadShoe(), c.CloseBets())
    for number, card in enumerate(CARDS):
        table = must(table, c.Play(Draw(UNSEEN if number in unnamed else card)))
        if number == exposed:
            table = must(table, c.Play(Intervene("exposed-card", card=card)))
    if void:
        table = must(table, c.Play(Intervene("void-hand", box=void)))
    table = must(table, c.Play(Answer(1, "choose", amount=1)), c.Play(Dice((4, 2, 2))))
    for seat in (2, 4):
        if any(turn.topic == "house-way" for turn in seen(table).turn):
            table = must(table, c.Play(Answer(seat, "decline")))
    return table


def finished(table: Table, hands: Table) -> Table:
    """Everybody's time runs out, and the dealer names the cards as they lie in these hands."""
    while table.round is not None and not table.round.over:
        match table.round.head:
            case Await(asks):
                table = must(table, c.Play(Lapse(asks[0].box)))
            case Chance(place=place, turned=position):
                assert hands.round is not None
                assert position is not None
                table = must(table, c.Play(Draw(hands.round.at(place)[position])))
            case _:
                table = must(table, c.Play(Proceed()))
    return table


def hand(table: Table, place: str, *audiences: str) -> tuple[str, ...]:
    return seen(table, *audiences).places[place].cards


@pytest.mark.parametrize("readings", ["current", "0.1"])
@pytest.mark.parametrize("house_way_after_looking", [True, False])
@pytest.mark.parametrize("game", PAI_GOW)
def test_a_round_with_unnamed_cards_is_played_to_its_end(
    game: str, house_way_after_looking: bool, readings: str
) -> None:
    options: dict[str, Value] = {
        "house_way_after_looking": house_way_after_looking,
        "readings": readings,
    }
    hands = delivered(game, (), options=options)
    told = finished(hands, hands).round
    unnamed = finished(delivered(game, ALL, options=options), hands).round
    assert told is not None
    assert unnamed is not None
    assert unnamed.settled == told.settled
    assert unnamed.stacks == told.stacks


def test_only_the_unnamed_cards_of_players_in_the_round_are_asked_for() -> None:
    """Cards 1 and 8 are box 2's, 3 is box 4's; 0 is the bank's, 2 is dead, and 52 is left over."""
    table = delivered("double-hand-poker", {0, 1, 2, 3, 8, 52})
    asked = []
    while table.round is not None and isinstance(table.round.head, Chance):
        head = table.round.head
        asked.append((head.place, head.turned, head.seen))
        number = 7 * (head.turned or 0) + int(head.place[0]) - 1
        table = must(table, c.Play(Draw(CARDS[number])))
    assert asked == [("2.1", 0, "box:2"), ("2.1", 1, "box:2"), ("4.1", 0, "box:4")]
    assert table.round is not None
    assert isinstance(table.round.head, Await)


def test_rounds_of_version_0_1_go_on_until_the_card_is_needed() -> None:
    """So its journals replay: a box whose cards are known sets its hand, and the other hand is
    declared void before anybody names its card."""
    table = delivered("double-hand-poker", {1}, options={"readings": "0.1"})
    table = must(table, c.Play(Lapse(4)))
    assert table.round is not None
    assert isinstance(table.round.head, Chance)
    assert table.round.head.place == "2.1"
    void = must(table, c.Play(Intervene("void-hand", box=2)))
    hands = delivered("double-hand-poker", (), options={"readings": "0.1"})
    assert finished(void, hands).round is not None


def test_a_card_must_be_named_and_be_one_that_nobody_else_has() -> None:
    table = delivered("double-hand-poker", {1})
    assert refused(table, c.Play(Draw(UNSEEN))) == "round.card"
    assert refused(table, c.Play(Draw(CARDS[3]))) == "round.card"
    assert refused(table, c.Play(Answer(2, "house-way"))) == "turn.not-asked"
    assert seen(table).waiting == "the name of a card of box 2"


def test_only_its_owner_sees_a_card_that_is_named() -> None:
    table = delivered("double-hand-poker", {1})
    naming = c.Play(Draw(CARDS[1]))
    (told,) = (event for event in facts(table, naming) if isinstance(event, CardShown))
    table = must(table, naming)
    assert hand(table, "2.1", "box:2") == tuple(card.text for card in CARDS[1:49:7])
    for others in (("box:1",), ("box:4",), ()):
        assert hand(table, "2.1", *others) == ("??",) * 7
        masked = visible(told, frozenset(others))
        assert isinstance(masked, CardShown)
        assert masked.card is UNSEEN
    assert visible(told, frozenset({"box:2"})) == told


def test_cards_of_a_hand_that_is_void_are_not_asked_for() -> None:
    early = delivered("double-hand-poker", {1, 8}, void=2)
    assert early.round is not None
    assert isinstance(early.round.head, Await)
    late = must(
        delivered("double-hand-poker", {1, 8}),
        c.Play(Draw(CARDS[1])),
        c.Play(Intervene("void-hand", box=2)),
    )
    assert late.round is not None
    assert isinstance(late.round.head, Await)


def test_after_a_rewind_the_card_is_named_again() -> None:
    """The dealer misread it."""
    table = delivered("double-hand-poker", {1, 52})
    assert table.round is not None
    before = len(table.round.inputs)
    wrong = must(table, c.Play(Draw(CARDS[52])))
    again = must(wrong, c.Play(Intervene("rewind", to=before, note="misread")))
    assert hand(again, "2.1", "box:2")[0] == "??"
    named = must(again, c.Play(Draw(CARDS[1])))
    assert hand(named, "2.1", "box:2")[0] == CARDS[1].text


@pytest.mark.parametrize("exposed", [None, 10])
def test_a_round_with_unnamed_cards_is_written_down_and_settles_alike(exposed: int | None) -> None:
    """Card 10 is box 4's; the card that replaces it, if it is exposed, was left over."""
    hands = delivered("double-hand-poker", (), exposed=exposed)
    table = delivered("double-hand-poker", ALL - {10}, exposed=exposed)
    over = finished(table, hands).round
    assert over is not None
    text = scenario.write(over)
    outcome = scenario.run(scenario.parse(text))
    assert not outcome.problems, f"{outcome.problems}\n{text}"
    assert outcome.round is not None
    assert outcome.round.stacks == over.stacks


@pytest.mark.parametrize("to", ["before the dice", "after the first name", "after the names"])
def test_what_the_floor_does_later_is_written_where_it_was_done(to: str) -> None:
    """A card that the file names at once takes no input to name."""
    hands = delivered("double-hand-poker", ())
    table = delivered("double-hand-poker", ALL)
    assert table.round is not None
    first = len(table.round.inputs)
    back = {"before the dice": first - 1, "after the first name": first + 1}.get(to, first + 14)
    table = finished(table, hands)
    table = must(table, c.Play(Intervene("rewind", to=back, note="the floor says so")))
    if to == "before the dice":
        table = must(table, c.Play(Dice((4, 2, 2))))
    over = finished(table, hands).round
    assert over is not None
    text = scenario.write(over)
    outcome = scenario.run(scenario.parse(text))
    assert not outcome.problems, f"{outcome.problems}\n{text}"
    assert outcome.round is not None
    assert outcome.round.stacks == over.stacks


def test_a_file_says_that_the_cards_of_a_player_must_be_named() -> None:
    hands = delivered("double-hand-poker", ())
    over = finished(hands, hands).round
    assert over is not None
    text = scenario.write(over)
    unnamed = text.replace(CARDS[1].text, "??", 1)
    with pytest.raises(scenario.ScenarioError, match="the card of box 2 is looked at"):
        scenario.run(scenario.parse(unnamed))
