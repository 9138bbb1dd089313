"""Fresh deals for players: one box against the bank, cards from a shuffled deck.

Every decision on the way is a question; what the player does is random, so that later decisions of
a hand come up, too.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final, NamedTuple

import msgspec

from cardroom import games
from cardroom.analysis.families import NotComputed
from cardroom.cards import Stream, shuffled
from cardroom.events import Event
from cardroom.play.betting import Betting, close, place
from cardroom.play.collection import fees
from cardroom.play.inputs import Answer, Lapse
from cardroom.play.round import Ask, Await, Facts, Refusal, Round
from cardroom.replay.rounds import Answers, Supply, at_seed, next_input
from cardroom.rules.banking import Bank
from cardroom.rules.ruleset import Ruleset

AMPLE: Final = 10**12
BANKED: Final = 10**7
PLAYER, BANKER = "you", "the bank"
BOX: Final = 1


class DecisionPoint(NamedTuple):
    """A decision of the player's box."""

    round: Round
    ask: Ask


def opened(rules: Ruleset) -> Round | None:
    """A round with one wager at the minimum; None where players bet only after the deal."""
    if rules.deals_to_seats:
        return None
    betting = Betting(rules, {PLAYER: AMPLE, BANKER: AMPLE})
    if rules.banking.limit != "none":
        banker = Facts(bank_box=rules.boxes)
        bank = Bank(rules.banking, BANKER, BANKED)
        betting = msgspec.structs.replace(betting, facts=banker, bank=bank)
    stake = rules.limits.nearest(1000)
    staked = place(betting, games.family(rules), BOX, rules.spots[0].name, PLAYER, stake)
    if isinstance(staked, Refusal):
        return None
    due = fees(staked)
    closed = due if isinstance(due, Refusal) else close(staked, games.family(rules), due)
    return None if isinstance(closed, Refusal) else closed[0]


def moments(start: Round, chance: Stream) -> Iterator[DecisionPoint]:
    """The decisions of one deal, in order."""
    round, supply = start, by_chance(start.rules, chance)
    while not round.over:
        mine = round.head.ask(BOX) if isinstance(round.head, Await) else None
        if mine is not None:
            yield DecisionPoint(round, mine)
        played = step(round, supply, lambda _, ask: _act(ask, chance))
        if played is None:
            return
        round, _ = played


def step(round: Round, supply: Supply, answers: Answers) -> tuple[Round, tuple[Event, ...]] | None:
    """The round after one more input, and its events; None where it cannot go on."""
    try:
        entry = next_input(round, supply, answers)
    except NotComputed:
        return None
    applied = games.apply(round, entry)
    return None if isinstance(applied, Refusal) else applied


def by_chance(rules: Ruleset, chance: Stream) -> Supply:
    """Cards from a shuffled shoe, and dice; a meter shows its seed, and all else nothing."""
    return Supply(
        iter(shuffled(tuple(rules.deck), chance.below)),
        dice=lambda count: tuple(1 + chance.below(6) for _ in range(count)),
        figure=at_seed(rules) or (lambda _: 0),
    )


def any_play(ask: Ask, chance: Stream) -> Answer | Lapse:
    """Something that the box may do; hands are set the house way."""
    plain = [option for option in ask.options if not option.cards]
    if not plain:
        return Lapse(ask.box)
    option = plain[chance.below(len(plain))]
    return Answer(ask.box, option.verb, amount=option.most)


def _act(ask: Ask, chance: Stream) -> Answer | Lapse:
    return any_play(ask, chance) if ask.box == BOX else Lapse(ask.box)
