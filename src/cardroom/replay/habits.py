"""What the players of a table did when they were asked, as a way to play other cards."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from typing import NamedTuple

from cardroom import games
from cardroom.places import read_place
from cardroom.play.inputs import Answer, Lapse, RoundInput
from cardroom.play.round import Ask, Await, Round, VerbOffer
from cardroom.replay.rounds import Answers

Situation = tuple[str, str]
"""The topic of a question, and the hand it was about as a dealer announces it; "": any hand."""
LAPSED = ""
"""In place of a verb: the time ran out."""


class PlayerDecision(NamedTuple):
    round: int
    situation: Situation
    verb: str


def decision(number: int, round: Round, entry: RoundInput) -> PlayerDecision | None:
    """What a box decided in this round; None if nobody was asked, or somebody else."""
    if not isinstance(round.head, Await) or not isinstance(entry, Answer | Lapse):
        return None
    ask = next((ask for ask in round.head.asks if ask.box == entry.box), None)
    if ask is None:
        return None
    verb = entry.verb if isinstance(entry, Answer) else LAPSED
    return PlayerDecision(number, _situation(round, ask), verb)


class Habits:
    """In each situation the most frequent decision; where it is new, the most frequent one about
    that topic; and where nobody was ever asked, none."""

    def __init__(self, decisions: Iterable[PlayerDecision]) -> None:
        self._rounds: dict[int, list[PlayerDecision]] = {}
        for each in decisions:
            self._rounds.setdefault(each.round, []).append(each)
        self._counts = _counted(each for own in self._rounds.values() for each in own)

    def without(self, number: int) -> Answers:
        """The habits of the other rounds: a round's own cards must not choose how it is played."""
        own = _counted(self._rounds.get(number, ()))

        def answers(round: Round, ask: Ask) -> Answer | Lapse:
            topic, hand = _situation(round, ask)
            offered = [*(option.verb for option in ask.options if not option.cards), LAPSED]
            for situation in ((topic, hand), (topic, "")):
                times = {
                    verb: self._counts[situation, verb] - own[situation, verb] for verb in offered
                }
                if any(times.values()):
                    return _said(ask, max(offered, key=times.__getitem__))
            return Lapse(ask.box)

        return answers


def _counted(decisions: Iterable[PlayerDecision]) -> Counter[tuple[Situation, str]]:
    counts: Counter[tuple[Situation, str]] = Counter()
    for _, situation, verb in decisions:
        counts.update(((situation, verb), ((situation[0], ""), verb)))
    return counts


def _situation(round: Round, ask: Ask) -> Situation:
    piles = {at: round.at(at) for at in round.cards if read_place(at) == (ask.box, ask.hand)}
    called = games.family(round.rules).labels(round, piles)
    return ask.topic, ", ".join(called[at] for at in sorted(called)) or "unnamed"


def _said(ask: Ask, verb: str) -> Answer | Lapse:
    option: VerbOffer | None = ask.option(verb)
    return Lapse(ask.box) if option is None else Answer(ask.box, verb, amount=option.least)
