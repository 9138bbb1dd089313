"""`cardroom check`: a house learns everything that is wrong with what it posts, at once."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import date
from typing import Any

import msgspec
import pytest

from cardroom import houses
from cardroom.houses import House, Posted
from cardroom.houses.check import Finding, check

HUNG = ("rules", "limits", "pay-tables", "four-wager-restriction", "collection")


def examined(game: str, state: str = "washington", **options: Any) -> list[Finding]:
    limits = ("5", "300") if state == "washington" else ("5", "50")
    posted = Posted(game, limits=limits, options=options, postings=HUNG)
    return list(check(House("a room", (posted,), "room", state, date(2013, 6, 3))))


@pytest.mark.parametrize("name", houses.names())
def test_the_houses_on_file_may_post_their_games(name: str) -> None:
    assert not [one for one in check(houses.house(name)) if one.level == "fault"]


def test_a_pay_table_that_favours_the_player_is_refused_unless_the_house_insists() -> None:
    (fault,) = examined("bet-the-set-21", decks=2, pay_table="BTS-01")
    assert fault.level == "fault"
    assert "allow_player_edge" in fault.says


@pytest.mark.parametrize(
    ("day", "level"),
    [(date(2008, 12, 31), "fault"), (date(2009, 1, 1), None), (date(2023, 1, 1), None)],
)
def test_the_wager_limit_is_that_of_the_day(day: date, level: str | None) -> None:
    house = msgspec.structs.replace(houses.house("washington"), day=day)
    found = [one for one in check(house) if one.cite == "WAC 230-15-140"]
    assert {one.level for one in found} == ({level} if level else set())


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
    ],
)
def test_a_meter_is_fed_and_seeded_well(options: dict[str, Any], says: str) -> None:
    assert any(says in one.says for one in examined("bet-the-set-21", blazing_7s=1, **options))


def test_a_meter_that_is_fed_and_seeded_well_passes() -> None:
    good: dict[str, Any] = {
        "blazing_meter_pays": "all",
        "blazing_contribution": 70,
        "blazing_seed": 200,
    }
    assert examined("bet-the-set-21", blazing_7s=1, **good) == []


@pytest.mark.parametrize(
    ("game", "most", "says"),
    [
        ("no-bust-joker", "100", ""),
        ("no-bust-joker", "100.01", "posted maximum $100.01; the approved collection is for"),
        ("no-bust-bonus-ace", "500", ""),
        ("no-bust-bonus-ace", "501", "for wagers up to $500"),
        ("no-bust-bonus-ace", None, "no posted maximum"),
        ("three-card-poker", "200", "for wagers up to $100"),
        ("double-hand-poker", "200", ""),
    ],
)
def test_wagers_above_the_rows_of_the_collection_are_a_deviation(
    game: str, most: str | None, says: str
) -> None:
    limits = None if most is None else ("5", most)
    posted = Posted(game, limits=limits, postings=HUNG)
    found = check(House("a room", (posted,), "room", "california", date(2013, 6, 3)))
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


def test_a_house_bank_is_refused_in_california_and_a_players_bank_in_washington() -> None:
    assert any(one.level == "fault" for one in examined("blackjack", "california"))
    assert any(one.level == "fault" for one in examined("three-card-poker", "washington"))


def test_the_four_game_rule_must_be_posted_on_the_layout() -> None:
    posted = Posted("safari-21", limits=("5", "300"), postings=("rules", "limits", "pay-tables"))
    (fault,) = check(House("a room", (posted,), "room", "washington", date(2013, 6, 3)))
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
    found = check(House("a room", (posted,), "room", "washington", date(2013, 6, 3)))
    assert len(found) == 2


def finding(found: list[Finding], says: str) -> Finding:
    """The one finding that says so; each names a clause and where it stands."""
    (one,) = [each for each in found if says in each.says]
    assert one.clause
    assert one.cite
    return one


@pytest.mark.parametrize(
    ("day", "games", "level"),
    [
        (date(2007, 12, 31), 3, "fault"),
        (date(2008, 1, 1), 3, None),
        (date(2008, 12, 31), 4, "fault"),
        (date(2009, 1, 1), 6, None),
        (date(2013, 6, 3), 7, "fault"),
    ],
)
def test_the_games_a_hand_may_be_wagered_on_are_those_of_the_day(
    day: date, games: int, level: str | None
) -> None:
    options = {"games_max": games, "legal_limit": "200", "wager_max": "200"}
    posted = Posted("safari-21", options=options, postings=HUNG)
    found = check(House("a room", (posted,), "room", "washington", day))
    wrong = [one for one in found if one.cite == "WAC 230-15-040"]
    assert {one.level for one in wrong} == ({level} if level else set())
    assert all(one.clause == "games.four" for one in wrong)


def test_more_games_than_the_approval_allows_are_a_deviation() -> None:
    found = examined("safari-21", games_max=5)
    assert {one.level for one in found} == {"deviation"}
    assert finding(found, "more than four games").clause == "games.four"


@pytest.mark.parametrize(
    ("game", "options", "says", "level", "clause", "cite"),
    [
        ("safari-21", {"decks": 3}, "the book has four", "warning", "cards.decks", "Playing Cards"),
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
    ],
)
def test_what_a_washington_house_should_know(
    game: str, options: dict[str, Any], says: str, level: str, clause: str, cite: str
) -> None:
    one = finding(examined(game, **options), says)
    assert (one.level, one.clause) == (level, clause)
    assert one.cite.startswith(cite)


def test_a_bonus_that_favours_the_player_is_refused_unless_the_house_insists() -> None:
    (fault,) = examined("three-card-poker", "california", decks=2)
    assert fault.level == "fault"
    assert "Bonus Bet 8" in fault.says
    assert not examined("three-card-poker", "california", decks=2, allow_player_edge=True)
    assert examined("three-card-poker", "california") == []


@pytest.mark.parametrize("posting", ["limits", "collection", "pay-tables"])
def test_what_a_california_house_must_post(posting: str) -> None:
    hung = tuple(name for name in HUNG if name != posting)
    posted = Posted("no-bust-joker", limits=("5", "100"), postings=hung)
    (fault,) = check(House("a room", (posted,), "room", "california"))
    assert fault.level == "fault"
    assert posting in fault.says


@pytest.mark.parametrize("posting", ["rules", "limits", "pay-tables"])
def test_what_a_washington_house_must_post(posting: str) -> None:
    hung = tuple(name for name in HUNG if name != posting)
    posted = Posted("blackjack", limits=("5", "300"), postings=hung)
    (fault,) = check(House("a room", (posted,), "room", "washington", date(2013, 6, 3)))
    assert (fault.level, fault.cite) == ("fault", "WAC 230-15-060")
    assert posting in fault.says


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
    return list(check(House("a room", games, "room", "washington", date(2013, 6, 3))))


def sevens(meter: str, **options: Any) -> Posted:
    given = {"blazing_7s": 1, **options}
    return Posted("bet-the-set-21", limits=("5", "300"), options=given, postings=HUNG, meter=meter)


@pytest.mark.parametrize(
    ("options", "says"),
    [
        ({"blazing_7s": 2}, "pay table"),
        ({"blazing_meter_pays": "all", "blazing_contribution": 24}, "off the meter"),
        ({"blazing_contribution": 20}, "contribution 20%, not 24%"),
        ({"blazing_reserve": 1}, "reserve contribution 1%, not 0%"),
        ({"blazing_seed": 2500}, "seed $2500, not $2000"),
        ({"blazing_stake": 2}, "stake $2, not $1"),
        ({"simultaneous": "shared"}, "two jackpots shared"),
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
    found = shared(sevens("one"), sevens("one", decks=8, blazing_third_card="player"))
    assert [(one.level, "two chances" in one.says) for one in found] == [("warning", True)] * 2


def test_a_meter_needs_a_bet_on_it() -> None:
    (fault,) = shared(
        Posted("blackjack", limits=("5", "300"), postings=HUNG, meter="one"),
    )
    assert fault.level == "fault"
    assert "no bet on a meter" in fault.says
