"""The clause that is cited for what the dealer does: the family names it, by topic."""

from __future__ import annotations

import pytest

from cardroom.events import FeeTaken
from cardroom.games import registry
from cardroom.games.dealer_rules import governing
from cardroom.play.clauses import DAMAGED
from cardroom.school.asks.dealing import next_step
from cardroom.school.library import PostedAt, files_of
from cardroom.school.played import LessonRound
from cardroom.school.whole_table.script import fit, script
from tests.school_rounds import played_as_written

FAMILIES = [package.id for package in registry.ours()]
GAMES = sorted(game.id for package in registry.ours() for game in package.games)
AS_WRITTEN = PostedAt()
ROUNDS = 12
DEALT = ("card", "turn", "dice", "ask")


def rounds(game: str) -> list[LessonRound]:
    """Some of the worked rounds that can be dealt from the first card to the last."""
    files = files_of(game)[:: max(1, len(files_of(game)) // ROUNDS)]
    found = [played_as_written(file, game, AS_WRITTEN) for file in files]
    return [each for each in found if each is not None and fit(each)]


def cited(played: LessonRound, act: str) -> list[str]:
    """The clauses of the actions of this kind, in their order."""
    actions = [action for stage in script(played) for action in stage.actions]
    return [action.clause.id for action in actions if action.act == act and action.clause]


@pytest.mark.parametrize("family", FAMILIES)
def test_a_family_names_only_clauses_of_its_own_games(family: str) -> None:
    package = registry.packages()[family]
    own = {clause.id for game in package.games for clause in game.clauses}
    assert set(package.dealer_rules.values()) - own == set()


@pytest.mark.parametrize("game", GAMES)
def test_a_drill_cites_only_what_a_whole_round_cites(game: str) -> None:
    asks = 0
    for each in rounds(game):
        decided = [asked for asked in next_step(each) if asked.decided]
        drill = {asked.clauses[0].id for asked in decided if "step: " not in asked.case}
        assert drill <= {id for act in DEALT for id in cited(each, act)}, each.scenario.file
        asks += len(drill)
    assert asks


@pytest.mark.parametrize(
    ("game", "act", "clauses"),
    [
        ("three-card-poker", "turn", ["deal.bank-shows", "settle.folded-first", "deal.reveal"]),
        ("double-hand-poker", "turn", ["set.hidden"]),
        ("double-hand-poker", "button", ["deal.dice"]),
        ("no-bust-bonus-ace", "turn", ["deal.bank-hole"]),
        ("no-bust-joker", "button", ["action.button"]),
        ("texas-holdem", "turn", ["show.first"]),
    ],
)
def test_an_action_is_cited_by_the_rule_that_asks_for_it(
    game: str, act: str, clauses: list[str]
) -> None:
    found = [list(dict.fromkeys(cited(each, act))) for each in rounds(game)]
    assert clauses in found
    assert all(set(each) <= set(clauses) for each in found)


def test_every_hole_card_of_omaha_is_a_first_card() -> None:
    found = {id for each in rounds("omaha") for id in cited(each, "card")}
    assert found == {"deal.hole-cards", "deal.board"}


@pytest.mark.parametrize("order", [1, -1])
def test_a_collection_paid_by_chips_and_a_button_is_cited_by_its_chips(order: int) -> None:
    played = next(each for each in rounds("no-bust-joker") if each.opening)
    box = next(event.box for event in played.opening if isinstance(event, FeeTaken))
    fees = (FeeTaken("ann", 50, box), FeeTaken("bo", 0, box, waived=100))
    played.__dict__["opening"] = fees[::order]
    first = next(iter(script(played)))
    (paid,) = (action for action in first.actions if action.act == "collect")
    assert (paid.amount, paid.clause and paid.clause.id) == (50, "fee.before-deal")


def test_a_topic_without_a_clause_of_its_own_has_that_of_the_general_one() -> None:
    own = {"card": "deal.four", "card:bank:drawn": "deal.banker-draws"}
    assert list(governing(own, "card:bank:drawn")) == ["deal.banker-draws", "deal.four"]
    assert list(governing(own, "card:bank:second")) == ["deal.four"]
    assert list(governing(own, "turn:bank")) == []


def test_a_family_goes_before_the_rules_of_every_table() -> None:
    assert list(governing({}, "damaged-card")) == [DAMAGED.id]
    assert list(governing({"damaged-card": "own"}, "damaged-card")) == ["own", DAMAGED.id]
