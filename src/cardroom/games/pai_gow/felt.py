"""The felt of the pai gow poker games."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from cardroom.games import signs
from cardroom.games.felt import DECLINE, EarnedButton, Ending, Felt, Topic, Verb, lettered
from cardroom.games.pai_gow.clauses import BOTH, COPY
from cardroom.games.pai_gow.felt_drawing import drawing
from cardroom.games.pai_gow.state import policies
from cardroom.games.signs import Rows, Sign
from cardroom.hands.house_way import HouseWay
from cardroom.money import exact
from cardroom.rules.ruleset import Ruleset


def lettering(_: Ruleset) -> tuple[str, str]:
    """Both hands must win; the bank wins copies."""
    return lettered(BOTH), lettered(COPY)


def limits(rules: Ruleset) -> tuple[tuple[str, str], ...]:
    if rules.spot("envy") is None:
        return signs.limits(rules)
    words = f"with a Fortune bet of {exact(policies(rules).envy_stake)} or more"
    return (*signs.limits(rules), ("Envy button", words))


def envy_words(rules: Ruleset) -> tuple[str, ...]:
    return tuple(f"{name} {words}" for name, words in limits(rules) if name == "Envy button")


def guides(rules: Ruleset) -> Iterator[Sign]:
    """The house way, rule by rule: the first one that fits a hand sets it."""
    way = policies(rules).way
    yield Sign(f"House way: {way.title}", ("Rule", "Hand, and how it is set"), _rules(way))


def _rules(way: HouseWay) -> Rows:
    return tuple((str(number), rule.says) for number, rule in enumerate(way.rule, start=1))


CHOOSE_PILE: Final = Verb(
    "choose",
    "Choose pile",
    "c",
    means="choose where the deal begins",
    may="choose a pile",
    counts="pile",
)
FELT: Final = Felt(
    verbs=(
        CHOOSE_PILE,
        Verb(
            "house-way",
            "House way",
            "w",
            means="have the dealer set the cards",
            may="ask for the house way",
            does="asks for the house way",
        ),
        DECLINE,
        Verb(
            "set",
            "Set hand",
            "Enter",
            control="set-hand",
            means="set the cards as two hands",
            may="set its hand",
            does="sets the hand",
        ),
    ),
    topics=(
        Topic("pile", "Choose the first pile to deliver", "to choose a pile", "chooses a pile"),
        Topic(
            "house-way",
            "Have the dealer set the hand the house way, unseen?",
            "about the house way",
            "may ask for the house way",
            offer="the house way",
        ),
        Topic("set", "Set your hand", "to set the hand", "sets its hand"),
    ),
    endings=(
        Ending("set", "is set:"),
        Ending("reset", "is reset:"),
        Ending("foul", in_name="foul"),
    ),
    dealer_steps={"pay envy": "pays the envy bonuses"},
    piles=7,
    earned=(EarnedButton("envy", lambda rules: policies(rules).envy_stake),),
    lettering=lettering,
    drawing=lambda rules: drawing(
        rules, lettering(rules), envy_words(rules), tuple(signs.pay_tables(rules))
    ),
    limits=limits,
    guides=guides,
)
