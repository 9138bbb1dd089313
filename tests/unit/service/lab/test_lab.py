"""The laboratory: what its form offers, what it saves, and everybody's turn at its solver."""

from __future__ import annotations

import asyncio
import threading
import time
from collections.abc import Callable
from datetime import date
from pathlib import Path
from typing import Any

import msgspec
import pytest

from cardroom import games, houses
from cardroom.analysis.executor import Threads
from cardroom.analysis.variations import VariationsRequest, single_changes, variations
from cardroom.games import registry
from cardroom.games.pai_gow.options import DOUBLE_HAND_GAME
from cardroom.games.whole_round import in_short
from cardroom.houses.check import check
from cardroom.rules.options import Catalogue
from cardroom.rules.ruleset import Ruleset
from cardroom.service.errors import ServiceError
from cardroom.service.lab.desk import BUILDS_EACH, BUSY, JOBS_EACH, LabDesk
from cardroom.service.lab.form import GROUPS, form
from cardroom.service.lab.lanes import Lane, Ticket
from cardroom.service.lab.messages import HouseAsk, LabAsk, LabState
from cardroom.service.lab.parts import PARTS, SINGLE, VARIATION, LabQuestion
from cardroom.service.lab.states import changes_made, house_of, rules_of, saved

DAY = date(2026, 1, 1)
BET = """
name = "lucky-pair"
title = "Lucky Pair"
cards = ["first", "second"]

[[row]]
name = "pair"
when = "pair"
pays = "11 to 1"
"""

IN_GROUPS = {
    "bet-the-set-21": {
        "Cards and dealing": "decks burn shoe cut",
        "The bank's hand": "dealer_hits_soft_17 hole_card",
        "Players' decisions": (
            "double double_totals double_sizes double_after_split hands_max split_aces"
            " split_aces_again surrender insurance even_money"
        ),
        "Payments": "natural_pays natural_takes charlie payout_rounding",
        "Side bets": (
            "side_bets pay_table dealing allow_player_edge blazing_7s blazing_stake"
            " blazing_third_card blazing_contribution blazing_reserve blazing_seed"
            " blazing_cap blazing_meter_pays simultaneous"
        ),
        "Limits and seats": (
            "boxes wager_min wager_max smallest_chip boxes_per_player legal_limit spot_limits"
            " bonus_min"
        ),
        "Procedure": "readings",
        "Posted text": "notices disputes house_text",
    },
    "fortune-pai-gow": {
        "The bank's hand": "bank_limit affiliates_may_alternate",
        "Players' decisions": "house_way house_way_after_looking",
        "Payments": "payout_rounding",
        "Side bets": "fortune_conflict royal_match_with_joker fortune_table envy envy_stake",
        "Collection": "collection",
        "Limits and seats": "wager_min wager_max smallest_chip spot_limits",
        "Procedure": "readings",
        "Posted text": "notices disputes house_text",
    },
    "three-card-poker": {
        "Cards and dealing": "decks shoe cut bank_shows",
        "The bank's hand": "bank_limit affiliates_may_alternate",
        "Payments": "tie ante_bonus order payout_rounding",
        "Side bets": "bonus_table allow_player_edge side_bets",
        "Collection": "collection fee_on_bonus",
        "Limits and seats": "boxes bonus_min wager_min wager_max smallest_chip spot_limits",
        "Procedure": "readings",
        "Posted text": "notices disputes house_text",
    },
    "texas-holdem": {
        "Players' decisions": (
            "blinds ante ante_from button short_all_ins shows_first winner_shows"
        ),
        "Collection": "collection time_collection",
        "Limits and seats": "betting bets seats smallest_chip",
        "Procedure": "readings",
        "Posted text": "notices disputes house_text",
    },
}
"""The form of one game of each family."""


@pytest.mark.parametrize("game", registry.games())
def test_every_option_has_its_group_and_what_it_means(game: str) -> None:
    found = form(game)
    assert {each.name for each in found.options} == {
        spec.name for spec in games.game(game).catalogue
    }
    for option in found.options:
        assert option.group in GROUPS.values()
        assert option.about
        assert option.clause is None or option.clause.says


@pytest.mark.parametrize("game", IN_GROUPS)
def test_options_are_grouped_as_people_look_for_them(game: str) -> None:
    found: dict[str, list[str]] = {}
    for option in form(game).options:
        found.setdefault(option.group, []).append(option.name)
    assert {title: " ".join(names) for title, names in found.items()} == IN_GROUPS[game]


def test_an_option_is_in_the_group_that_its_game_declares(monkeypatch: pytest.MonkeyPatch) -> None:
    """As the option of a plug-in is, whose clauses have names that we do not know."""
    known = DOUBLE_HAND_GAME
    own = tuple(
        msgspec.structs.replace(spec, clause="lucky.pays", group="side-bet")
        for spec in known.catalogue
    )
    changed = known._replace(catalogue=Catalogue(known.id, own))
    monkeypatch.setattr(games, "game", lambda _: changed)
    assert {option.group for option in form.__wrapped__(known.id).options} == {"Side bets"}


@pytest.mark.parametrize("game", registry.games())
def test_every_game_is_explained_in_a_paragraph(game: str) -> None:
    assert 80 < len(in_short(games.ruleset(game))) < 400


@pytest.mark.parametrize("game", registry.games())
def test_every_starting_point_is_a_posted_game(game: str) -> None:
    for start in form(game).starts:
        assert rules_of(LabState(game=game, options=start.options)).game == game


@pytest.mark.parametrize("game", ["safari-21", "fortune-pai-gow", "texas-holdem"])
def test_a_saved_house_posts_the_same_game(game: str, tmp_path: Path) -> None:
    asked = HouseAsk(game=game, name="ours", options={"smallest_chip": "1"}, state="california")
    file = tmp_path / "ours.toml"
    file.write_text(saved(asked, DAY), encoding="utf-8")
    house = houses.house(str(file))
    assert dict(house.ruleset(game).options) == dict(rules_of(asked).options)
    assert house.state == "california"


def test_a_side_bet_written_in_the_page_is_saved_with_the_house(tmp_path: Path) -> None:
    asked = HouseAsk(game="blackjack", name="ours", side_bets=(BET,))
    file = tmp_path / "ours.toml"
    file.write_text(saved(asked, DAY), encoding="utf-8")
    rules = houses.house(str(file)).ruleset("blackjack")
    assert rules.spot("lucky-pair") is not None
    assert dict(rules.options) == dict(rules_of(asked).options)


def test_the_law_is_checked_as_if_everything_were_posted() -> None:
    state = LabState(game="blackjack", options={"wager_max": "10000"}, state="washington")
    found = [finding for finding in check(house_of(state)) if finding.level == "fault"]
    assert [finding.clause for finding in found] == ["bet.most"]


def test_a_law_is_a_name_and_never_a_file() -> None:
    for wrong in ("atlantis", "../law/washington.toml", "/etc/passwd.toml"):
        with pytest.raises(ServiceError, match="there is no law"):
            rules_of(LabState(game="blackjack", state=wrong, options={"decks": 3}))


def asked(part: str, rules: Ruleset, **fields: Any) -> Any:
    """What the laboratory's process would answer; this one keeps its priority."""
    return PARTS[part](rules, LabQuestion(part, rules.stored, **fields), lambda _: None)


def test_single_changes_are_those_that_the_command_prices() -> None:
    rules = rules_of(LabState(game="blackjack", options={"decks": 1, "hands_max": 1}))
    listed = asked(SINGLE, rules)
    assert listed.points == tuple(single_changes(rules))
    made = asked(VARIATION, rules, options={"dealer_hits_soft_17": "false"})
    priced = variations(rules, VariationsRequest(("dealer_hits_soft_17",)), executor=Threads(1))
    assert (listed.wagers, (made,)) == (priced.wagers, priced.variations)


def test_costs_are_those_of_the_changes_made() -> None:
    start = LabState(game="maxtime-21")
    made = LabState(game="maxtime-21", options={"decks": 4, "six_card_win": "may-be-declined"})
    assert changes_made(made, start) == ({"decks": "4"}, {"six_card_win": "may-be-declined"})


# --- turns ----------------------------------------------------------------------------------------


def echo(data: bytes, tell: Callable[[bytes], None]) -> bytes:
    del tell
    return data


def stuck(data: bytes, tell: Callable[[bytes], None]) -> bytes:
    del tell
    time.sleep(60)
    return data


def test_the_solver_takes_people_in_rotation() -> None:
    async def run() -> list[bytes]:
        lane, order = Lane("lab-test", echo), []

        async def ask(owner: str, text: bytes) -> None:
            answer = await lane.ask(Ticket(owner, text, lambda: True, lambda _: None))
            assert answer is not None
            order.append(answer)

        asked = [("greedy", b"g%d" % n) for n in range(4)] + [("other", b"o1")]
        await asyncio.gather(*(ask(*each) for each in asked))
        await lane.close()
        return order

    assert asyncio.run(run()).index(b"o1") <= 1


def test_what_nobody_waits_for_is_not_computed() -> None:
    async def run() -> bytes | None:
        lane = Lane("lab-test", stuck)
        answer = await lane.ask(Ticket("gone", b"?", lambda: False, lambda _: None))
        await lane.close()
        return answer

    assert asyncio.run(run()) is None


def test_one_person_has_a_limited_number_of_questions() -> None:
    async def run() -> tuple[int, bool]:
        desk = LabDesk(stuck)
        texts = []
        for decks in range(1, 9):
            ask = LabAsk(
                game="blackjack",
                options={"decks": decks},
                parts=("odds", "strategy", "hands", "check"),
            )
            answer = await desk.answer("guest", ask)
            texts += [part.text for part in answer.parts.values()]
        other = await desk.answer("somebody", LabAsk(game="blackjack", parts=("odds",)))
        served = other.parts["odds"].text != BUSY.text
        await desk.close()
        return texts.count(BUSY.text), served

    assert asyncio.run(run()) == (8 * 4 - JOBS_EACH, True)


def test_one_person_has_a_limited_number_of_rules_that_wait_to_be_built() -> None:
    async def run() -> tuple[list[str], str, str]:
        desk, free = LabDesk(), threading.Event()

        def slow(text: str) -> str:
            free.wait()
            return text

        def build(owner: str, text: str) -> asyncio.Task[str]:
            return asyncio.create_task(desk.built(owner, slow, text))

        first = [build("guest", str(number)) for number in range(BUILDS_EACH)]
        await asyncio.sleep(0)
        with pytest.raises(ServiceError, match="still being checked"):
            await desk.built("guest", slow, "one more")
        other = build("somebody", "other")
        free.set()
        return await asyncio.gather(*first), await other, await desk.built("guest", slow, "later")

    found = [str(number) for number in range(BUILDS_EACH)]
    assert asyncio.run(run()) == (found, "other", "later")


def test_faults_are_listed_all_at_once_and_located() -> None:
    async def run() -> tuple[str, ...]:
        desk = LabDesk()
        ask = LabAsk(game="blackjack", options={"decks": 99, "double": "?"}, parts=("odds",))
        found = await desk.answer("me", ask)
        bet = BET.replace('"pair"\npays', '"a pair"\npays')
        wrong = await desk.answer("me", LabAsk(game="blackjack", side_bets=(bet,), parts=("odds",)))
        assert not found.parts
        return (*found.faults, *wrong.faults)

    faults = asyncio.run(run())
    assert [fault.split()[0] for fault in faults[:2]] == ["decks", "double"]
    assert faults[2].startswith("side_bets: side bet 1:8: ")
