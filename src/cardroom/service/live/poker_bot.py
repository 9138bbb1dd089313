"""A bot at a poker table: how often its hand wins against random ones, and what it makes of that.

It is told what its player sees and nothing else: its cards, the board, the chips, how many are in.
From its share of the pot (`estimate`) comes an edge: 0 is an average hand of so many, 1 one that
cannot lose. With chance as a seed gives it, so that it can be played again:

- it bets and raises from an edge on that rises with each bet before it, and waits now and then;
- it calls from a lower edge on; after the flop only at the price that its share of the pot allows,
  and before it a price that is a good part of its chips;
- where nobody has bet it bets one time in twelve with nothing, against one or two;
- it bets half the pot to all of it, the more the better its hand, and all it has only with a hand
  that hardly loses, or when not much would be left behind.

Hands of those who bet are better than random: that is what the rising edges are for. It draws no
conclusions from how anybody played before.
"""

from __future__ import annotations

from collections.abc import Mapping
from random import Random
from typing import Final, NamedTuple

import msgspec

from cardroom import games
from cardroom.play.inputs import Answer
from cardroom.play.views import AskView, OptionView, View
from cardroom.rules.policies import Poker
from cardroom.rules.ruleset import Ruleset
from cardroom.service.coach.questions import PotQuestion, question
from cardroom.table.posting import Document

DEALS: Final = 1000
"""One standard error of a share is at most 1.6%: less than anybody could tell."""


class Nerve(NamedTuple):
    """From which edge on it raises, and from which it calls."""

    raises: float
    calls: float


BEFORE_FLOP: Final = (Nerve(0.13, 0.0), Nerve(0.13, 0.03), Nerve(0.35, 0.12), Nerve(0.5, 0.25))
AFTER_FLOP: Final = (Nerve(0.3, 0.0), Nerve(0.5, 0.05), Nerve(0.7, 0.3))
"""By the bets of this round of betting; the big blind is one."""
MARGIN: Final = 0.04
"""What a call must promise above its price: whoever bets has something."""
WAITS: Final = 0.15
BLUFFS: Final = 1 / 12
DEAR: Final = 4
"""A call of more than this part of its chips has to be worth its price."""
COMMITTED: Final = 0.6
SURE: Final = 0.6
AVERAGE: Final = 0.0


def pot_asked(view: View, ask: AskView, rules: Ruleset) -> PotQuestion | None:
    """What a bot's share is reckoned from; None where it does not bet, or has not seen its hand."""
    asked = question(view, ask, rules)
    return asked if isinstance(asked, PotQuestion) and asked.others else None


def estimate(asked: PotQuestion, seed: int) -> float:
    """The share of the pot that a hand is worth against random ones. Runs beside the service."""
    # Late: the process that serves people must not load the kernels.
    from cardroom.analysis.poker.equity import Game, ask, simulated  # noqa: PLC0415

    game = Game(msgspec.json.decode(asked.rules, type=Document).game)
    hands = [" ".join(asked.cards), *["random"] * asked.others]
    deals = simulated(ask(game, hands, " ".join(asked.board)), DEALS, seed)
    return float(deals.players[0].equity)


def warm() -> None:
    """Compile or load what the first question of each game would wait for."""
    for game, cards in (("texas-holdem", ("As", "Ks")), ("omaha", ("As", "Ks", "Qs", "Js"))):
        estimate(PotQuestion(games.ruleset(game).document(), cards, (), 1, 0, 0), 1)


def answer(
    view: View, ask: AskView, rules: Ruleset, share: float | None, seed: int
) -> Answer | None:
    """What a bot does at a poker table; None where this policy has nothing to say."""
    asked, posted = pot_asked(view, ask, rules), rules.policies
    if asked is None or share is None or not isinstance(posted, Poker):
        return None
    return _choose(_Seat(view, ask, asked, posted), share, Random(seed))


class _Seat(NamedTuple):
    """Where a bot sits: what it sees, what it is asked, and what is posted."""

    view: View
    ask: AskView
    asked: PotQuestion
    posted: Poker

    @property
    def front(self) -> Mapping[int, int]:
        return self.view.middle.front

    @property
    def nerve(self) -> Nerve:
        by_bets = AFTER_FLOP if self.asked.board else BEFORE_FLOP
        return by_bets[min(self.bets, len(by_bets) - 1)]

    @property
    def bets(self) -> int:
        """Bets and raises so far, as the chips before the seats tell; the big blind is one."""
        level, own = max(self.front.values(), default=0), self.front.get(self.ask.box, 0)
        least = 1 if self.asked.board else self.posted.big_blind
        seen = len({chips for chips in self.front.values() if chips >= least})
        raised = level > (own or level) if self.asked.board else level > self.posted.big_blind
        return max(seen, 2) if raised else seen

    @property
    def dear(self) -> bool:
        """Whether a call has to be worth its price."""
        chips = self.view.stacks[self.view.players[self.ask.box]]
        return bool(self.asked.board) or DEAR * self.asked.call > chips

    def to(self, more: OptionView, edge: float) -> Answer:
        """A bet or a raise: half a pot to all of it above what is to be called."""
        least, most, call = more.least, more.most, self.asked.call
        assert least is not None
        assert most is not None
        level = self.front.get(self.ask.box, 0) + call
        # In hundredths: no chips are counted with fractions.
        parts = round(50 + 50 * max(0.0, min(1.0, edge)))
        wanted = level + (self.asked.pot + call) * parts // 100
        if wanted >= COMMITTED * most:
            amount = most if edge >= SURE else least
        else:
            amount = max(least, least + (wanted - least) // more.step * more.step)
        return Answer(self.ask.box, more.verb, amount=amount)


def _choose(at: _Seat, share: float, chance: Random) -> Answer:
    offered = {option.verb: option for option in at.ask.options}
    others, call = at.asked.others, at.asked.call
    edge = (share * (others + 1) - 1) / others
    more = offered.get("raise") or offered.get("bet")
    if more is not None and edge >= at.nerve.raises and chance.random() >= WAITS:
        return at.to(more, edge)
    if "call" not in offered:
        if more is not None and not at.bets and others <= 2 and chance.random() < BLUFFS:
            return at.to(more, AVERAGE)
        return Answer(at.ask.box, "check")
    price = call / (at.asked.pot + call)
    worth = edge >= at.nerve.calls and (share >= price + MARGIN or not at.dear)
    return Answer(at.ask.box, "call" if worth or share >= 2 * price else "fold")
