"""The procedure of a hand of poker in words."""

from __future__ import annotations

from typing import Final

from cardroom.games.poker.policies import Poker
from cardroom.games.poker.state import policies
from cardroom.games.poker.steps import (
    Antes,
    BettingRound,
    Blinds,
    Collect,
    FifthCard,
    Flop,
    FourthCard,
    GivePots,
    HoleCards,
    Showdown,
    StreetName,
)
from cardroom.games.procedure import NUMBERS
from cardroom.money import exact
from cardroom.rules.fees import Schedule
from cardroom.rules.ruleset import Ruleset
from cardroom.rules.steps import Step

BETTING: Final[dict[StreetName, str]] = {
    "before the flop": "First betting round, clockwise from the left of the big blind.",
    "flop": "Second betting round, clockwise from the left of the button.",
    "turn": "Third betting round, in the same order.",
    "river": "Last betting round, in the same order.",
}


def words(rules: Ruleset, step: Step) -> str:
    posted = policies(rules)
    match step:
        case Antes() | Blinds():
            return _forced(posted, step)
        case HoleCards():
            hole = NUMBERS[posted.hole_cards]
            return (
                f"The dealer deals each player {hole} hole cards face down, one at a time,"
                " clockwise from the left of the button."
            )
        case BettingRound():
            return BETTING[step.street]
        case Flop():
            return "The dealer burns a card and turns three cards face up on the board: the flop."
        case FourthCard():
            return "The dealer burns a card and turns the fourth card of the board: the turn."
        case FifthCard():
            return "The dealer burns a card and turns the fifth card of the board: the river."
        case Collect():
            return _collection(rules.fees)
        case Showdown():
            when = "" if posted.shows_first == "hand" else " in the last round"
            return f"Showdown: the last player to bet or raise{when} shows first, then clockwise."
        case GivePots():
            return "The pots are awarded, the main pot first."
        case _:
            raise AssertionError(f"no rule page has a step {step}")


def _forced(posted: Poker, step: Antes | Blinds) -> str:
    if isinstance(step, Antes):
        if not posted.ante:
            return "No ante is posted."
        if posted.ante_from == "big-blind":
            return f"The big blind puts in one ante of {exact(posted.ante)} for the table."
        return f"Every player who is dealt in puts in the ante of {exact(posted.ante)}."
    if posted.small_blind:
        return "The two seats left of the button post the small blind and the big blind."
    return "The seat left of the button posts the blind."


def _collection(fees: Schedule) -> str:
    if fees.half_hour:
        return "Nothing is collected from the pot: players pay for each half hour."
    if not fees.pot:
        return "No collection is taken."
    taken = "from the main pot, and then from the side pots in order"
    return f"The collection is taken {taken}, by the number of players dealt in."
