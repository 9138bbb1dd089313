"""`cardroom check`: a house learns everything that is wrong with what it posts, at once."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import date
from typing import Any

import msgspec
import pytest

from cardroom import houses
from cardroom.games import registry
from cardroom.games.approval import approved_rules
from cardroom.games.registry import FamilyPackage
from cardroom.houses import House, Posted
from cardroom.houses.check import check, faults
from cardroom.houses.finding import Finding

HOUSES_OWN = ("notices", "disputes", "house_text", "spot_limits")
"""Options that every book leaves to the house."""
HUNG = ("rules", "limits", "pay-tables", "four-wager-restriction", "collection")


def examined(game: str, state: str = "washington", **options: Any) -> list[Finding]:
    limits = ("5", "300") if state == "washington" else ("5", "50")
    posted = Posted(game, limits=limits, options=options, postings=HUNG)
    return list(check(House("a room", (posted,), name="room", state=state, day=date(2013, 6, 3))))


@pytest.mark.parametrize("name", houses.names())
def test_the_houses_on_file_may_post_their_games(name: str) -> None:
    assert not [one for one in check(houses.house(name)) if one.level == "fault"]


def test_a_pay_table_that_favors_the_player_is_refused_unless_the_house_insists() -> None:
    (fault,) = examined("bet-the-set-21", decks=2, pay_table="BTS-01")
    assert fault.level == "fault"
    assert "allow_player_edge" in fault.says


def test_rows_that_cannot_occur_are_named() -> None:
    assert any(
        "suited pair" in one.says for one in examined("bet-the-set-21", decks=1, pay_table="BTS-04")
    )
    assert any("suited sevens" in one.says for one in examined("safari-21", decks=2))
    found = examined("bet-the-set-21", decks=2, pay_table="BTS-06", blazing_7s=1)
    assert any("suited sevens" in one.says for one in found)


@pytest.mark.parametrize(
    ("options", "says"),
    [
        ({"blazing_meter_pays": "all", "blazing_contribution": 69}, "run dry"),
        ({"blazing_seed": 199}, "below the largest fixed award, 200"),
        ({"blazing_seed": 0}, "seed is zero"),
        ({"blazing_reserve": 0}, "nothing goes to the reserve"),
        ({"blazing_contribution": 25}, "recommends lowering"),
    ],
)
def test_a_meter_is_fed_and_seeded_well(options: dict[str, Any], says: str) -> None:
    assert any(says in one.says for one in examined("bet-the-set-21", blazing_7s=1, **options))


def test_a_meter_that_is_fed_and_seeded_well_passes() -> None:
    good: dict[str, Any] = {
        "blazing_meter_pays": "all",
        "blazing_contribution": 70,
        "blazing_reserve": 1,
        "blazing_seed": 200,
    }
    assert examined("bet-the-set-21", blazing_7s=1, **good) == []


@pytest.mark.parametrize(
    ("game", "most", "says"),
    [
        ("no-bust-joker", "100", ""),
        ("no-bust-joker", "100.01", "wager_max = 100.01 is above the approved limits, $5 to $100"),
        ("no-bust-bonus-ace", "500", ""),
        ("no-bust-bonus-ace", "501", "$5 to $500"),
        ("no-bust-bonus-ace", None, "wager_max = none is above"),
        ("three-card-poker", "200", "$5 to $100"),
        ("double-hand-poker", "200", "$5 to $100"),
        ("fortune-pai-gow", "100.50", "$10 to $100"),
    ],
)
def test_wagers_outside_the_approved_collection_are_a_deviation(
    game: str, most: str | None, says: str
) -> None:
    limits = ("10", most) if most else None
    options = {} if limits else {"wager_min": "10"}
    posted = Posted(game, limits=limits, options=options, postings=HUNG)
    found = check(House("a room", (posted,), name="room", state="california", day=date(2013, 6, 3)))
    assert [(one.level, one.clause) for one in found] == (
        [("deviation", "fee.row")] if says else []
    )
    assert all(says in one.says for one in found)


@pytest.mark.parametrize(
    "option",
    [
        "option_1_bank_wins_17",
        "option_2_joker_2_or_12",
        "option_4_aces_natural",
        "option_5_over_ties_push",
    ],
)
def test_the_options_of_the_text_are_refused_in_california(option: str) -> None:
    found = examined("no-bust-joker", "california", **{option: True})
    assert [one.level for one in found] == ["fault"]
    assert examined("no-bust-joker", "california") == []


def test_more_jokers_than_one_a_deck_are_refused_in_california() -> None:
    assert [one.level for one in examined("no-bust-joker", "california", jokers_per_deck=2)] == [
        "fault"
    ]


def test_the_four_game_rule_must_be_posted_on_the_layout() -> None:
    posted = Posted("safari-21", limits=("5", "300"), postings=("rules", "limits", "pay-tables"))
    house = House("a room", (posted,), name="room", state="washington", day=date(2013, 6, 3))
    (fault,) = check(house)
    assert fault.cite == "Addendum"


def test_a_departure_from_the_approved_rules_is_marked() -> None:
    (found,) = examined("maxtime-21", decks=2)
    assert found.level == "deviation"


@pytest.mark.parametrize(
    ("option", "value", "says"),
    [
        ("hole_card", "peek", "hole_card = peek"),
        ("split_aces_again", False, "split_aces_again = false"),
        ("surrender", False, "surrender = false"),
        ("hands_max", 4, "hands_max = 4"),
        ("double_sizes", "any", "double_sizes = any"),
        ("insurance", False, "insurance = false"),
        ("three_card_push", "none", "three_card_push = none"),
    ],
)
def test_napa_valley_may_not_depart_unmarked_from_its_book(
    option: str, value: object, says: str
) -> None:
    """Bonus aces: nobody looks, aces are split again and again, every hand may be surrendered."""
    (found,) = napa_valley("no-bust-bonus-ace", {option: value})
    assert (found.level, found.game) == ("deviation", "no-bust-bonus-ace")
    assert found.says == f"{says} departs from the approved rules"
    assert found.cite.startswith("No-Bust, bonus aces / ")


def test_options_that_the_book_names_or_leaves_open_are_no_departure() -> None:
    for option in ({"three_card_push": "25"}, {"surrender_after_double": True}, {"backline": True}):
        assert napa_valley("no-bust-bonus-ace", option) == []


def napa_valley(game: str, changed: Mapping[str, object]) -> list[Finding]:
    """What there is to say of the house on file if one of its games is posted otherwise."""
    house = houses.house("napa_valley")
    games = tuple(
        msgspec.structs.replace(posted, options={**posted.options, **changed})
        if posted.game == game
        else posted
        for posted in house.game
    )
    return list(check(msgspec.structs.replace(house, game=games)))


def test_all_faults_come_at_once() -> None:
    posted = Posted("safari-21", options={"decks": 9, "pay_table": "gold"}, postings=HUNG)
    found = check(House("a room", (posted,), name="room", state="washington", day=date(2013, 6, 3)))
    assert len(found) == 2


def finding(found: list[Finding], says: str) -> Finding:
    """The one finding that says so; each names a clause and where it stands."""
    (one,) = [each for each in found if says in each.says]
    assert one.clause
    assert one.cite
    return one


def test_a_side_bet_of_the_houses_own_adds_to_the_book() -> None:
    rows = [{"name": "pair", "when": "pair", "pays": "11 to 1"}]
    pairs = {"name": "pairs", "title": "Pairs", "cards": ["first", "second"], "row": rows}
    found = finding(examined("blackjack", side_bets=[pairs]), "side_bets = Pairs")
    assert found.level == "deviation"
    assert found.says.endswith("adds to the bets that the book approves")


def test_the_addendum_is_law_for_its_game() -> None:
    (fault,) = examined("safari-21", games_max=6)
    assert (fault.level, fault.clause) == ("fault", "games.four")
    assert fault.cite.startswith("Addendum")
    found = examined("safari-21", games_above_five=4)
    assert {(one.level, one.clause) for one in found} == {("fault", "games.three-above")}


@pytest.mark.parametrize("package", [*registry.ours()], ids=lambda package: package.id)
def test_every_option_has_approved_values_or_is_left_to_the_house(
    package: FamilyPackage[object],
) -> None:
    assert package.approval is not None
    for game in package.games:
        rules = approved_rules(package.approval)[game.id]
        named = (*(each.name for each in rules.option), *rules.open)
        spoken = [spec.name for spec in game.catalogue if spec.name not in HOUSES_OWN]
        assert sorted(named) == sorted(spoken), game.id


@pytest.mark.parametrize(
    ("game", "options", "level", "says"),
    [
        ("no-bust-joker", {"boxes": 9}, "deviation", "which seats eight"),
        ("no-bust-bonus-ace", {"boxes": 9}, "deviation", "which seats eight"),
        ("no-bust-joker", {"bank_limit": "each-way"}, "fault", "may not exceed"),
        ("double-hand-poker", {"wager_min": "1"}, "deviation", "below the approved limits"),
        ("three-card-poker", {"fee_on_bonus": False}, "deviation", "charges the bonus bet, too"),
        (
            "texas-holdem",
            {"collection": "none"},
            "deviation",
            "is not a collection that the book approves",
        ),
    ],
)
def test_what_the_book_of_napa_valley_does_not_approve(
    game: str, options: dict[str, Any], level: str, says: str
) -> None:
    (one,) = napa_valley(game, options)
    assert one.level == level
    assert says in one.says
    assert one.cite not in ("", "All games")


def test_a_fault_of_two_options_cites_what_the_house_cites_for_them() -> None:
    house = houses.house("washington")
    stakes = tuple(
        msgspec.structs.replace(each, options={**each.options, "blazing_stake": "400"})
        for each in house.game
        if each.meter
    )
    (fault,) = faults(msgspec.structs.replace(house, game=stakes))
    assert "blazing_stake = 400 is above legal_limit = 300" in fault.says
    assert fault.cite.startswith("WAC 230-15-140")


@pytest.mark.parametrize(
    ("game", "options", "says"),
    [
        ("maxtime-21", {"shoe": "continuous"}, "there is no such round"),
        (
            "safari-21",
            {"decks": 1, "shoe": "each-round", "monte_carlo": "table-a"},
            "recommends burning none",
        ),
    ],
)
def test_what_passed_without_a_word_is_a_warning(
    game: str, options: dict[str, Any], says: str
) -> None:
    assert finding(examined(game, **options), says).level == "warning"


def test_faults_beyond_the_first_bad_option_are_shown_too() -> None:
    found = examined("safari-21", decks=9, games_max=6, surrender_on_ten=True)
    assert {one.clause for one in found} == {"options", "games.four", "surrender.up-card"}


@pytest.mark.parametrize(
    ("room", "says"), [("commercial", "internal controls"), ("tribal", "Tribal")]
)
def test_a_letter_asks_different_things_of_different_rooms(room: str, says: str) -> None:
    house = msgspec.structs.replace(houses.house("washington"), room=room)
    asked = [one.says for one in check(house) if one.level == "condition"]
    assert any(says in each for each in asked)
    compact = [one for one in check(house) if "compact: not checked" in one.says]
    assert bool(compact) == (room == "tribal")


@pytest.mark.parametrize(
    ("game", "options", "says", "level", "clause", "cite"),
    [
        (
            "safari-21",
            {"decks": 3},
            "which has four to eight",
            "deviation",
            "cards.decks",
            "Playing Cards",
        ),
        (
            "safari-21",
            {"monte_carlo": "table-b", "jokers": "one"},
            "one joker in 313 cards",
            "warning",
            "monte-carlo.pays",
            "Monte Carlo 3",
        ),
        (
            "bet-the-set-21",
            {"pay_table": "BTS-03", "decks": 2},
            "designed for",
            "warning",
            "bet-the-set.edge",
            "Paytables",
        ),
        (
            "bet-the-set-21",
            {"decks": 1, "pay_table": "BTS-05", "blazing_7s": 1},
            "sevens of a color cannot occur",
            "warning",
            "blazing.row",
            "Blazing",
        ),
        (
            "maxtime-21",
            {"maxtyme": False},
            "departs from the approved rules",
            "deviation",
            "maxtyme.pays",
            "Procedures 7",
        ),
        (
            "maxtime-21",
            {"six_card_win": "may-be-declined"},
            "departs",
            "deviation",
            "pay.six-cards",
            "Procedures 5",
        ),
        (
            "maxtime-21",
            {"five_card_21_pays": "3:1"},
            "departs",
            "deviation",
            "pay.five-card-21",
            "Procedures 5",
        ),
    ],
)
def test_what_a_washington_house_should_know(
    game: str, options: dict[str, Any], says: str, level: str, clause: str, cite: str
) -> None:
    one = finding(examined(game, **options), says)
    assert (one.level, one.clause) == (level, clause)
    assert one.cite.startswith(cite)


def test_a_bonus_that_favors_the_player_is_refused_unless_the_house_insists() -> None:
    (fault,) = examined("three-card-poker", "california", decks=2)
    assert fault.level == "fault"
    assert "Bonus Bet 8" in fault.says
    assert not examined("three-card-poker", "california", decks=2, allow_player_edge=True)
    assert examined("three-card-poker", "california") == []


@pytest.mark.parametrize(
    "changed",
    [
        {"option_1_bank_wins_17": True},
        {"option_2_joker_2_or_12": True},
        {"jokers_per_deck": 2},
        {"option_4_aces_natural": True},
        {"option_5_over_ties_push": True},
    ],
    ids=lambda changed: next(iter(changed)),
)
def test_options_1_to_5_of_the_text_are_refused_in_napa_valley(changed: dict[str, Any]) -> None:
    faults = [one for one in napa_valley("no-bust-joker", changed) if one.level == "fault"]
    assert [(one.game, one.cite) for one in faults] == [
        ("no-bust-joker", "No Bust / Options & Variations")
    ]


def shared(*games: Posted) -> list[Finding]:
    return list(
        check(House("a room", games, name="room", state="washington", day=date(2013, 6, 3)))
    )


def sevens(meter: str, **options: Any) -> Posted:
    given = {"blazing_7s": 1, **options}
    return Posted("bet-the-set-21", limits=("5", "300"), options=given, postings=HUNG, meter=meter)


@pytest.mark.parametrize(
    ("options", "says"),
    [
        ({"blazing_7s": 2}, "pay table"),
        (
            {"blazing_meter_pays": "all", "blazing_contribution": 24},
            "awards paid from the meter all, not",
        ),
        ({"blazing_contribution": 20}, "contribution 20%, not 24%"),
        ({"blazing_reserve": 1}, "reserve contribution 1%, not 0%"),
        ({"blazing_seed": 2500}, "seed $2,500, not $2,000"),
        ({"blazing_stake": 2}, "stake $2, not $1"),
        ({"simultaneous": "shared"}, "two jackpots in one round both share it, not"),
    ],
)
def test_tables_on_one_meter_post_the_same_bet(options: dict[str, Any], says: str) -> None:
    found = shared(sevens("one"), sevens("one", **options))
    faults = [one for one in found if one.level == "fault"]
    assert faults, "nobody noticed"
    assert any(says in one.says for one in faults)
    apart = shared(sevens("one"), sevens("two", **options))
    assert not [one for one in apart if one.level == "fault"]


def test_another_chance_at_the_same_prize_is_a_warning() -> None:
    options = {"decks": 8, "blazing_third_card": "player", "blazing_reserve": 1}
    found = shared(sevens("one", blazing_reserve=1), sevens("one", **options))
    assert [(one.level, "two chances" in one.says) for one in found] == [("warning", True)] * 2


def test_a_meter_needs_a_bet_on_it() -> None:
    (fault,) = shared(
        Posted("blackjack", limits=("5", "300"), postings=HUNG, meter="one"),
    )
    assert fault.level == "fault"
    assert "no bet on a meter" in fault.says


def test_a_meter_has_a_name_that_a_journal_can_keep() -> None:
    found = shared(sevens("my meter", blazing_reserve=1))
    assert [(each.level, "letters, digits" in each.says) for each in found] == [("fault", True)]


def test_amounts_that_chips_cannot_make_are_warned_about() -> None:
    said = examined("safari-21", smallest_chip="5", wager_min="5")
    assert any("a surrender loses $5" in each.says for each in said)
    assert any("$7.50 cannot be paid in chips of $5" in each.says for each in said)
    assert not any("cannot be paid" in each.says for each in examined("safari-21", wager_min="5"))
