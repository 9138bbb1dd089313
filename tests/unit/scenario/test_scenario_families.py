"""A family's topics and verbs mean in a scenario file what the family says, and nothing else."""

from __future__ import annotations

from collections.abc import Mapping

import msgspec
import pytest

from cardroom import scenario
from cardroom.games import registry
from cardroom.games.felt import Felt, Verb
from cardroom.games.game import SimpleGame
from cardroom.games.notation import Notation
from cardroom.games.registry import FamilyPackage, Registry
from cardroom.games.three_card.clauses import CLAUSES
from cardroom.games.three_card.family import Draft, ThreeCardFamily
from cardroom.games.three_card.game import THREE_CARD, three_card_ruleset
from cardroom.games.three_card.procedure import words
from cardroom.games.three_card.steps import DecideBox
from cardroom.play.inputs import Answer, Lapse
from cardroom.play.round import Ask, Await, Head, Refusal, Round, VerbOffer
from cardroom.rules.options import document
from cardroom.rules.ruleset import Ruleset
from cardroom.rules.steps import Step

TOPICS = {1: "set", 2: "pile", 3: "trade"}
VERBS = (
    VerbOffer("set"),
    VerbOffer("choose", 100, 500),
    VerbOffer("raise", 100, 500),
    VerbOffer("reach", 100, 500),
    VerbOffer("keep", cards=True),
)


class TradingFamily(ThreeCardFamily):
    """Three Card Poker in words that mean other things in other families."""

    def head(self, draft: Draft, step: Step) -> Head | None:
        if isinstance(step, DecideBox):
            return Await((Ask(step.box, TOPICS[step.box], VERBS),))
        return super().head(draft, step)

    def answered(self, draft: Draft, ask: Ask, answer: Answer) -> Refusal | None:
        refusal = super().answered(draft, ask, answer)
        acted = draft.events[-2]
        told = msgspec.structs.replace(acted, amount=answer.amount, cards=answer.cards)
        draft.events[-2] = told
        return refusal

    def lapsed(self, draft: Draft, ask: Ask) -> Answer:
        return Answer(ask.box, "set")


def trading_ruleset(given: Mapping[str, object], house: str = "", edition: str = "1") -> Ruleset:
    rules = three_card_ruleset(given, house, edition)
    stored = document("trading", house, edition, THREE_CARD.pinned(rules.options))
    return msgspec.structs.replace(rules, game="trading", family="trading", stored=stored)


TRADING = FamilyPackage(
    "trading",
    TradingFamily(),
    (SimpleGame("trading", "Trading", CLAUSES, THREE_CARD, trading_ruleset),),
    words,
    Felt(verbs=tuple(Verb(it.verb, it.verb, "", to=it.verb == "reach") for it in VERBS)),
)

FILE = """
game = "trading"
shoe = "As 2d 3c 9h 8s 4d 5c 6s Jd Kh 9c 2h"
box = [
    { box = 1, bets = { ante = "10" } },
    { box = 2, bets = { ante = "10" } },
    { box = 3, bets = { ante = "10" } },
]
bank = { box = 8, amount = "1000" }
"""


@pytest.fixture(autouse=True)
def _installed(monkeypatch: pytest.MonkeyPatch) -> None:
    install(monkeypatch, TRADING)


def install(monkeypatch: pytest.MonkeyPatch, package: FamilyPackage[object]) -> None:
    every = registry.registered(())
    found = Registry(
        {**every.packages, package.id: package},
        {**every.games, "trading": package.games[0]},
        {**every.package_of, "trading": package},
        (),
    )
    monkeypatch.setattr(registry, "_registry", lambda: found)


def told(*entries: str) -> str:
    return FILE + "".join(f"[[do]]\n{entry}\n" for entry in entries)


def played(text: str) -> Round:
    outcome = scenario.run(scenario.parse(text))
    assert not outcome.problems
    assert outcome.round is not None
    return outcome.round


def answers(round: Round) -> list[Answer]:
    return [entry for entry in round.inputs if isinstance(entry, Answer)]


@pytest.mark.parametrize(
    "entries",
    [
        (
            "box = 1\nverb = 'choose'\namount = '3'",
            "box = 2\nverb = 'set'",
            "box = 3\nverb = 'set'",
        ),
        (
            "box = 1\nverb = 'raise'\namount = '2'",
            "box = 2\nverb = 'reach'\nto = '3'",
            "box = 3\nverb = 'keep'\nfront = '5c 6s'",
        ),
    ],
)
def test_what_a_family_asked_is_written_and_read_back(entries: tuple[str, ...]) -> None:
    round = played(told(*entries))
    assert len(answers(round)) == 3
    text = scenario.write(round)
    assert played(text).inputs == round.inputs
    assert ('to = "3"' in text) == ("reach" in text)
    assert ("front" in text) == ("keep" in text)
    assert "pile = " not in text


@pytest.mark.parametrize("silent", TOPICS)
def test_no_topic_is_answered_by_its_name(silent: int) -> None:
    others = [f"box = {box}\nverb = 'set'" for box in TOPICS if box != silent]
    with pytest.raises(scenario.ScenarioError, match=rf"box {silent} must decide|box {silent} \("):
        played(told(*others))


def test_a_box_lapses_on_a_topic_that_its_family_names(monkeypatch: pytest.MonkeyPatch) -> None:
    notation = Notation(lapsing=frozenset({"trade"}))
    install(monkeypatch, msgspec.structs.replace(TRADING, notation=notation))
    round = played(told("box = 1\nverb = 'set'", "box = 2\nverb = 'set'"))
    assert Lapse(3) in round.inputs
    assert played(scenario.write(round)).inputs == round.inputs


def test_a_choice_that_its_family_names_is_the_pile_of_the_file(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    install(monkeypatch, msgspec.structs.replace(TRADING, notation=Notation(pile_topic="trade")))
    monkeypatch.setattr(f"{__name__}.VERBS", (VerbOffer("choose", 1, 7, counts="pile"),))
    first = [f"box = {box}\nverb = 'choose'\namount = '0.02'" for box in (1, 2)]
    round = played(told(*first))
    assert answers(round)[-1] == Answer(3, "choose", amount=1)
    assert "pile = 1" in scenario.write(round)


@pytest.mark.parametrize(
    ("entry", "wrong"),
    [
        ("box = 1\nverb = 'keep'", "keep needs the front hand"),
        ("box = 1\nverb = 'reach'\namount = '3'", "reach gives its total"),
    ],
)
def test_what_an_answer_lacks_is_said_by_its_own_verb(entry: str, wrong: str) -> None:
    with pytest.raises(scenario.ScenarioError, match=wrong):
        played(told(entry))
