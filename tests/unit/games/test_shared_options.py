"""Options that several games share: each of these games is played by the value that is posted."""

from __future__ import annotations

import msgspec
import pytest

from cardroom import games, houses
from cardroom.play.rotation import Rotation
from cardroom.table import Table
from cardroom.table import commands as c
from cardroom.table.posting import read_document
from tests.random_play import must, refused


def with_option(name: str) -> list[str]:
    known = games.registry.games()
    return [id for id in known if any(spec.name == name for spec in known[id].catalogue)]


def banked_twice(game: str, **options: bool) -> Table:
    """ann has banked two rounds; bob, who works for the same company, is asked next, then cy."""
    table = must(None, c.OpenTable("t", game))
    for seat, player in ((1, "ann"), (3, "bob"), (5, "cy")):
        table = must(table, c.SitDown(player, seat), c.BuyIn(player, 500_00))
    table = must(table, c.NoteCompany("ann", "Northern"), c.NoteCompany("bob", "Northern"))
    asked = Rotation(box=1, holder="ann", rounds=2, asked="bob", asked_box=3)
    return msgspec.structs.replace(table, rules=houses.ruleset(game, options), rotation=asked)


@pytest.mark.parametrize("game", with_option("readings"))
def test_the_readings_of_version_0_1_are_those_of_rules_that_were_stored_without_any(
    game: str,
) -> None:
    posted = houses.ruleset(game, {"readings": "0.1"})
    document = msgspec.json.decode(posted.stored)
    assert "readings" not in document["options"]
    assert posted == read_document(msgspec.json.encode(document))
    assert not posted.as_read
    assert houses.ruleset(game).as_read


@pytest.mark.parametrize("game", with_option("affiliates_may_alternate"))
def test_a_company_banks_on_unless_the_house_says_no(game: str) -> None:
    assert must(banked_twice(game), c.PostBank("bob", 100_00)).rotation.banker == "bob"
    apart = banked_twice(game, affiliates_may_alternate=False)
    assert refused(apart, c.PostBank("bob", 100_00)) == "bank.turn"


@pytest.mark.parametrize("game", games.registry.games())
def test_insurance_is_the_bet_that_is_offered_on_the_banks_second_card(game: str) -> None:
    rules = houses.ruleset(game, {})
    assert rules.insurance is rules.spot("insurance")


@pytest.mark.parametrize(("game", "none"), [("blackjack", "none"), ("no-bust-bonus-ace", False)])
def test_a_game_without_insurance_offers_no_such_bet(game: str, none: object) -> None:
    assert houses.ruleset(game, {"insurance": none}).insurance is None
