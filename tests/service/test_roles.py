"""Every role against every route: what one may do follows from the duties alone."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any, get_args

import pytest

from cardroom.service.accounts.roles import DUTIES, Role
from cardroom.service.http.app import ROUTES
from cardroom.service.http.routes import Route
from tests.service.running_service import House, refusal

ROLES: tuple[Role, ...] = get_args(Role)
EVERYBODY: tuple[Role | None, ...] = (None, *ROLES)


@pytest.mark.parametrize("role", EVERYBODY, ids=str)
@pytest.mark.parametrize("route", ROUTES, ids=lambda route: f"{route.method} {route.path}")
def test_a_role_reaches_what_its_duties_need(house: House, route: Route, role: Role | None) -> None:
    if route.path == "/api/logout":
        return
    person = house.nobody() if role is None else house.cast(role)
    path = re.sub(r"\{(\w+)\}", "nothing-is-called-this", route.path)
    answer = person.http.request(route.method, path, json=None if route.takes is None else {})
    if route.own and role in (None, "guest"):
        assert answer.status_code == (401 if role is None else 403)
    elif route.duty is None:
        assert answer.status_code not in (401, 403), answer.text
    elif role is None:
        assert answer.status_code == 401
        assert refusal(answer) == "service.who"
    elif route.duty not in DUTIES[role]:
        assert answer.status_code == 403
        assert refusal(answer) == "service.role"
    else:
        assert answer.status_code not in (401, 403), answer.text
    assert answer.status_code < 500


Expected = Mapping[str, tuple[Mapping[str, Any], set[str]]]
PLAYERS = {"guest", "player", "proposition"}
COMMANDS: Expected = {
    "sit-down": ({"seat": 3}, PLAYERS),
    "place-bet": ({"box": 3, "spot": "main", "stake": 500}, PLAYERS),
    "cash-out": ({}, PLAYERS | {"floor"}),
    "deal-card": ({}, {"dealer", "floor"}),
    "end-round": ({}, {"dealer", "floor"}),
    "show-cut-card": ({}, {"dealer", "floor"}),
    "load-shoe": ({}, {"dealer", "floor"}),
    "resume": ({}, {"floor"}),
    "open-tray": ({"chips": [[100, 5]], "box": "B1"}, {"floor"}),
    "close-tray": ({"chips": [[100, 5]]}, {"floor"}),
    "fill-tray": ({"chips": [[100, 5]]}, {"floor", "office"}),
    "count-box": ({"chips": [[100, 5]], "box": "B1"}, {"floor", "office"}),
    "sign-slip": ({"slip": 1}, {"dealer", "floor", "office"}),
    "rule-on-round": (
        {"round": 1, "ruling": "let-stand", "why": "x", "clause": "office.ruling"},
        {"floor"},
    ),
    "dealer-in": ({}, {"dealer", "floor"}),
    "post-limits": ({"least": 500}, {"floor"}),
    "change-dealing": ({"dealing": "automatic"}, {"floor"}),
    "permit-help": ({"help": "none"}, {"floor"}),
}
INPUTS: Expected = {
    "proceed": ({}, {"dealer", "floor"}),
    "draw": ({"card": "As"}, {"dealer", "floor"}),
    "lapse": ({"box": 3}, {"dealer", "floor"}),
    "intervene": ({"kind": "void-round"}, {"floor"}),
}


@pytest.mark.parametrize("role", ROLES)
def test_a_role_gives_the_commands_of_its_duties(house: House, role: Role) -> None:
    """At a table that somebody else has opened; the table itself may still refuse (409)."""
    table = house.cast(role).at(house.guest().open(dealing="by-hand"))
    for command, (fields, may) in COMMANDS.items():
        answer = table.send(command, **fields)
        assert (answer.status_code != 403) == (role in may), f"{command}: {answer.text}"
    for kind, (fields, may) in INPUTS.items():
        answer = table.send("play", input={"input": kind, **fields})
        assert (answer.status_code != 403) == (role in may), f"{kind}: {answer.text}"


@pytest.mark.parametrize("role", ROLES)
def test_nobody_says_in_which_order_cards_come(house: House, role: Role) -> None:
    table = house.cast(role).at(house.guest().open())
    assert table.send("load-shoe", order=["As", "Ks"]).status_code in (403, 409)
    assert table.send("open-table", table="x", game="blackjack").status_code == 409


def test_surveillance_may_stop_a_game_and_do_nothing_else(house: House) -> None:
    table = house.guest().open()
    watcher = house.person("surveillance").at(table)
    assert watcher.send("pause", why="look at camera 4").status_code == 200
    assert table.view["phase"] == "paused"
    assert table.view["why"] == "look at camera 4"
    assert watcher.send("resume").status_code == 403
    assert house.person("floor").at(table).send("resume").status_code == 200


def test_only_the_floor_acts_for_a_player(house: House) -> None:
    opener, player = house.guest(), house.guest()
    table = opener.open(dealing="by-hand")
    seat: dict[str, Any] = {"seat": 3, "player": player.name}
    for person in (opener, house.guest(), house.person("dealer"), house.person("office")):
        assert person.at(table).send("sit-down", **seat).status_code == 403
    assert house.person("floor").at(table).send("sit-down", **seat).status_code == 200


def test_the_person_who_opens_a_table_dealt_by_hand_is_its_dealer(house: House) -> None:
    table = house.guest().open(dealing="by-hand")
    assert table.view["dealer"]["head"] == "bets"
    assert house.guest().at(table).view["dealer"] is None
    assert house.guest().at(table).send("deal-card").status_code == 403
