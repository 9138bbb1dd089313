"""Help at the table: permitted by the operator, asked for by a player, and never more than seen."""

from __future__ import annotations

import json
import time
from collections.abc import Iterator
from typing import Any

import httpx
import pytest

from tests import pdf_text
from tests.service.running_service import (
    SOLVER_SECONDS,
    House,
    Table,
    refusal,
    running,
    told_until,
    with_settings,
)

ODDS = with_settings(solver=True)
SIXTEEN = "2c Ts Td 6h 9c 5d"
"""T-6 against a ten, 9 under it; a 5 comes next."""


@pytest.fixture(scope="module")
def house() -> Iterator[House]:
    """With a coach: its process is started by the first question."""
    with running(ODDS) as house:
        yield house


def ready(table: Table, what: str) -> Any:
    """What the coach says, when it has finished; until then it says how far it is."""
    return finished(table, what).json()


def finished(table: Table, what: str) -> httpx.Response:
    deadline = time.monotonic() + SOLVER_SECONDS
    answer = table.guest.http.get(f"{table.url}/{what}")
    while answer.status_code == 202:
        assert answer.json().get("what") or answer.json()["status"] == "computing"
        assert int(answer.headers["retry-after"]) >= 1
        assert time.monotonic() < deadline, "the coach never answers"
        time.sleep(0.05)
        answer = table.guest.http.get(f"{table.url}/{what}")
    assert answer.status_code == 200, answer.text
    return answer


def asked(house: House, shoe: str = SIXTEEN, **fields: Any) -> Table:
    """A guest in box 4 with $10 on it, in the turn."""
    table = house.guest().open(shoe=shoe, **fields)
    table.sit()
    table.do("place-bet", box=4, spot="main", stake=1000)
    table.do("close-bets")
    return table


def row(table: Table) -> Any:
    rows = table.guest.http.get("/api/tables").json()
    return next(each for each in rows if each["id"] == table.id)


def test_a_guests_table_has_the_coach_and_says_so(house: House) -> None:
    table = house.guest().open()
    assert table.view["table"]["help"] == "coach"
    assert row(table)["help"] == "coach"


def test_an_account_takes_no_help_away(house: House) -> None:
    player = house.person("player")
    assert player.open().view["table"]["help"] == "coach"
    assert player.open(help="charts").view["table"]["help"] == "charts"
    assert player.open(help="none").view["table"]["help"] == "none"


def test_the_operator_caps_what_tables_permit() -> None:
    with running(with_settings(solver=True, help_max="charts")) as house:
        guest = house.guest()
        answer = guest.http.post("/api/tables", json={"game": "blackjack", "help": "coach"})
        assert (answer.status_code, refusal(answer)) == (403, "table.help")
        table = asked(house)
        assert table.view["table"]["help"] == "charts"
        floor = house.person("floor").at(table)
        answer = floor.send("permit-help", help="coach")
        assert (answer.status_code, refusal(answer)) == (403, "table.help")
        assert "this card room permits at most charts" in answer.text


def test_a_lower_cap_holds_for_tables_that_were_opened_before(house: House) -> None:
    table = asked(house)
    live = house.room.lobby.get(table.id)
    assert live is not None
    live.coach.cap = "none"
    assert table.view["table"]["help"] == "none"
    for what in ("chart", "chart/cells", "advice", "review"):
        answer = table.guest.http.get(f"{table.url}/{what}")
        assert (answer.status_code, refusal(answer)) == (403, "table.help")


def test_without_a_solver_nobody_is_helped() -> None:
    with running(with_settings(games=())) as house:
        table = house.guest().open()
        assert table.view["table"]["help"] == "none"
        assert refusal(table.guest.http.get(f"{table.url}/advice")) == "table.help"


def test_the_floor_changes_it_between_rounds_and_the_journal_keeps_it(
    house: House,
) -> None:
    table = asked(house)
    floor = house.person("floor").at(table)
    answer = floor.send("permit-help", help="none")
    assert (answer.status_code, refusal(answer)) == (409, "table.help")
    assert table.send("permit-help", help="none").status_code == 403
    table.finish()
    with table.stream() as stream:
        seq = floor.do("permit-help", help="charts")
        events = [event for step in told_until(stream, seq) for event in step.get("events", ())]
    assert {"event": "help-permitted", "help": "charts"} in events
    assert table.view["table"]["help"] == "charts"
    stored = house.room.floor.table(table.id)
    assert stored is not None
    assert stored.help == "charts"


def test_the_coach_is_refused_where_charts_are_permitted_and_charts_where_nothing_is(
    house: House,
) -> None:
    charts, nothing = asked(house, help="charts"), asked(house, help="none")
    answer = charts.guest.http.get(f"{charts.url}/advice")
    assert (answer.status_code, refusal(answer)) == (403, "table.help")
    assert "charts are permitted at this table, but not the coach" in answer.text
    assert charts.guest.http.get(f"{charts.url}/review").status_code == 403
    assert ready(charts, "chart")["status"] == "ready"
    answer = nothing.guest.http.get(f"{nothing.url}/chart")
    assert (answer.status_code, refusal(answer)) == (403, "table.help")


def test_a_player_who_is_asked_is_given_cells_where_charts_are_permitted(
    house: House,
) -> None:
    charts, nothing = asked(house, help="charts"), asked(house, help="none")
    assert ready(charts, "chart/cells") == {"cells": [{"block": "hard", "row": "16", "up": "T"}]}
    assert ready(charts, "chart/cells?box=4") == ready(charts, "chart/cells")
    assert ready(charts, "chart/cells?box=3") == {"cells": []}
    assert charts.guest.http.get(f"{charts.url}/chart/cells?box=x").status_code == 422
    watcher = house.guest().at(charts)
    assert ready(watcher, "chart/cells") == {"cells": []}
    surveillance = house.person("surveillance").at(charts)
    assert surveillance.guest.http.get(f"{charts.url}/chart/cells").status_code == 403
    charts.finish()
    assert ready(charts, "chart/cells") == {"cells": []}
    answer = nothing.guest.http.get(f"{nothing.url}/chart/cells")
    assert (answer.status_code, refusal(answer)) == (403, "table.help")


def test_only_who_is_asked_may_ask(house: House) -> None:
    table = asked(house)
    watcher = house.guest().at(table)
    answer = watcher.guest.http.get(f"{table.url}/advice")
    assert (answer.status_code, refusal(answer)) == (409, "turn.not-asked")
    answer = table.guest.http.get(f"{table.url}/advice?box=3")
    assert (answer.status_code, refusal(answer)) == (409, "turn.not-asked")
    assert table.guest.http.get(f"{table.url}/advice?box=x").status_code == 422
    table.finish()
    assert refusal(table.guest.http.get(f"{table.url}/advice")) == "turn.not-asked"


def test_a_player_asks_decides_and_sees_what_it_cost(house: House) -> None:
    table = asked(house)
    advice = ready(table, "advice")
    assert [option["verb"] for option in advice["options"]] == ["hit", "stand", "double"]
    assert advice["options"][0]["best"]
    # The coach looks on: what it said about this hand is what the decision is judged by.
    before = ready(table, "review")
    assert before["decisions"] == []
    table.play("answer", box=4, verb="stand")
    review = ready(table, "review")
    (decision,) = review["decisions"]
    given = advice["options"][0]["mills"] - advice["options"][1]["mills"]
    assert (decision["verb"], decision["best"], decision["right"]) == ("stand", "hit", False)
    assert decision["mills"] == pytest.approx(given, abs=1)
    assert decision["hand"] == "16 against a ten"
    assert review["sitting"] == {"decisions": 1, "right": 0, "mills": decision["mills"]}


@pytest.mark.parametrize(("game", "whose"), [("blackjack", "house"), ("no-bust-joker", "bank")])
def test_a_chart_says_whose_edge_it_gives(house: House, game: str, whose: str) -> None:
    chart = ready(house.guest().open(game=game, help="charts"), "chart")
    assert (chart["status"], chart["edge_of"]) == ("ready", whose)


def test_the_card_of_best_play_is_printed_where_charts_are_permitted(house: House) -> None:
    charts, nothing = house.guest().open(help="charts"), house.guest().open(help="none")
    card = finished(charts, "sheets/strategy")
    assert card.headers["content-type"] == "application/pdf"
    chart = ready(charts, "chart")
    pages = "".join(pdf_text.pages(card.content))
    assert f"{chart['edge']:.3%}" in pages
    # Kept: the next one who asks need not wait.
    assert charts.guest.http.get(f"{charts.url}/sheets/strategy").content == card.content
    answer = nothing.guest.http.get(f"{nothing.url}/sheets/strategy")
    assert (answer.status_code, refusal(answer)) == (403, "table.help")


def test_the_coach_says_where_the_cards_of_a_hand_make_the_chart_wrong(
    house: House,
) -> None:
    """A 16 of ten, four and two against a ten: the small cards are gone that a hit hopes for."""
    table = asked(house, shoe="2c Ts Td 4h 9c 2d 5d")
    ready(table, "chart")
    table.play("answer", box=4, verb="hit")
    advice = ready(table, "advice")
    assert (advice["options"][0]["verb"], advice["chart"]) == ("stand", "hit")
    table.play("answer", box=4, verb="hit")
    while table.view["asks"]:
        table.play("answer", box=4, verb="stand")
    first, second, *_ = ready(table, "review")["decisions"]
    assert (first["right"], first["chart"]) == (True, True)
    assert (second["right"], second["chart"]) == (False, True)
    assert 0 < second["mills"] < 100


def test_a_sitting_is_counted_over_its_rounds_until_the_seat_is_left(house: House) -> None:
    table = asked(house, shoe="2c Ts 9d 9h 8c Ts 6d 9h Tc")
    table.play("answer", box=4, verb="stand")
    assert ready(table, "review")["sitting"]["decisions"] == 1
    table.do("place-bet", box=4, spot="main", stake=1000)
    table.do("close-bets")
    view = table.view
    while view["asks"]:
        table.play("answer", box=4, verb=view["asks"][0]["options"][-1]["verb"])
        view = table.view
    sitting = ready(table, "review")["sitting"]
    assert sitting["decisions"] >= 1
    table.do("end-round")
    table.do("leave-seat")
    assert ready(table, "review")["sitting"] == {"decisions": 0, "right": 0, "mills": 0}


def test_a_decision_that_is_sent_twice_is_one_decision(house: House) -> None:
    table = asked(house, shoe="2c 2s Td 3h 9c 4d 5d 6d")
    for _ in range(2):
        table.send("play", key="once", input={"input": "answer", "box": 4, "verb": "hit"})
    table.play("answer", box=4, verb="stand")
    assert ready(table, "review")["sitting"]["decisions"] == 2


def test_a_round_that_the_floor_mends_is_not_reviewed(house: House) -> None:
    table = asked(house, shoe="2c 2s Td 3h 9c 4d 5d 6d")
    table.play("answer", box=4, verb="hit")
    house.person("floor").at(table).do(
        "play", input={"input": "intervene", "kind": "void-round", "note": "a card fell"}
    )
    review = ready(table, "review")
    assert (review["decisions"], review["sitting"]["decisions"]) == ([], 0)


def test_what_the_coach_says_depends_on_nothing_hidden(house: House) -> None:
    """The same hand and up card over other hole cards and other cards to come."""
    said = []
    for under, then in (("9c", "5d"), ("2h", "Kd"), ("7s", "Ac")):
        table = asked(house, shoe=f"3c Ts Td 6h {under} {then}")
        said.append(ready(table, "advice"))
        assert under not in json.dumps(said[-1])
    assert said[0] == said[1] == said[2]


def test_others_play_on_while_the_coach_computes(house: House) -> None:
    """A question that was never asked before: the loop only waits for its answer."""
    table = asked(house, shoe="2c 7s Td 3h 9c 4d", options={"decks": 5})
    first = table.guest.http.get(f"{table.url}/advice")
    other = house.guest().open(help="none")
    other.sit()
    view = other.round()
    assert view["phase"] == "betting"
    assert first.status_code in (200, 202)
    assert ready(table, "advice")["status"] == "ready"


def test_the_rooms_own_tables_offer_help_for_practice_and_a_posted_house_none() -> None:
    from cardroom.houses import house as posted
    from cardroom.houses import names

    def helps(**changes: Any) -> set[str]:
        with running(with_settings(solver=True, **changes)) as house:
            rows: list[Any] = house.nobody().http.get("/api/tables").json()
            return {each["help"] for each in rows}

    assert helps() == {"coach"}
    assert helps(house=posted(names()[0])) == {"none"}


def test_a_hand_of_three_card_poker_is_weighed_against_the_bank(house: House) -> None:
    table = house.guest().open("three-card-poker", bots=2)
    table.sit()
    while not (view := table.view)["bank"]["owner"]:
        if view["bank"]["asked"] == view["me"]["player"]:
            table.do("decline-bank")
    table.do("place-bet", box=4, spot="ante", stake=1000)
    table.do("close-bets")
    while not table.view["asks"]:
        assert table.view["phase"] == "round"
    advice = ready(table, "advice")
    values = {option["verb"]: option["mills"] for option in advice["options"]}
    assert values["fold"] == -10_000
    best = max(values, key=lambda verb: values[verb])
    table.play("answer", box=4, verb=best)
    table.finish()
    (decision,) = ready(table, "review")["decisions"]
    assert (decision["verb"], decision["right"], decision["mills"]) == (best, True, 0)


def test_mistakes_are_read_from_the_journal_of_open_and_closed_tables(house: House) -> None:
    """T-6 against a ten stands, twice: each costs what the review at the table said."""
    table = asked(house)
    table.play("answer", box=4, verb="stand")
    (made,) = ready(table, "review")["decisions"]
    assert not made["right"]
    other = table.guest.open(shoe=SIXTEEN)
    other.sit()
    other.do("place-bet", box=4, spot="main", stake=2000)
    other.do("close-bets")
    other.play("answer", box=4, verb="stand")
    other.finish()
    other.do("end-round")
    other.do("leave-seat")
    assert table.guest.http.delete(other.url).status_code == 200
    deadline = time.monotonic() + 60
    while True:
        found = table.guest.http.get("/api/me/play").json()
        if found["to_review"] and found["reviewed"] == found["to_review"]:
            break
        assert time.monotonic() < deadline, "nothing is reviewed"
        time.sleep(0.2)
    dear, cheap = found["costly"]
    assert {**cheap["decision"], "chart": made["chart"]} == made
    assert [(it["table"], it["round"]) for it in (dear, cheap)] == [(other.id, 1), (table.id, 1)]
    assert dear["decision"]["mills"] == pytest.approx(2 * made["mills"], abs=1)
    assert found["open"] == [table.id]
