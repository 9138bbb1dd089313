"""A bot at a poker table, which plays by its equity against random hands.

It sees what its player sees and nothing else: its cards, the board, the chips, the number of
players. Its share of the pot gives an edge: 0 is an average hand for that many players, 1 one that
cannot lose. Its random choices come from a seed, so that a hand can be repeated:

- it bets and raises above an edge that rises with each earlier bet, and slow-plays now and then;
- it calls above a lower edge; after the flop, and before it for a good part of its chips, only if
  its share of the pot is worth the price;
- when no one has bet, it bluffs one time in twelve against one or two opponents;
- it bets half the pot to the whole pot, more with better hands, and goes all in only with a hand
  that rarely loses, or when little would be left behind.

The rising edges allow for bettors' hands being better than random. It learns nothing from earlier
hands. Until its share is known it checks, calls with a promising hand, and folds the rest.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from random import Random
from typing import Final, NamedTuple

from cardroom import games
from cardroom.cards import Card
from cardroom.games.poker.game import POKER_GAMES
from cardroom.games.poker.policies import Poker
from cardroom.places import BOARD, hand_place
from cardroom.play.inputs import Answer
from cardroom.play.views import AskView, OptionView, View
from cardroom.rules.ruleset import Ruleset
from cardroom.service.live.bots import Bot, Estimate, Hints, cards_at, first_offered
from cardroom.service.poker.coach import HeldCards, read

DEALS: Final = 1000
"""The standard error of a share is at most 1.6%: too little to notice."""


class Nerve(NamedTuple):
    """The least edge to raise with, and the least to call with."""

    raises: float
    calls: float


BEFORE_FLOP: Final = (Nerve(0.13, 0.0), Nerve(0.13, 0.03), Nerve(0.35, 0.12), Nerve(0.5, 0.25))
AFTER_FLOP: Final = (Nerve(0.3, 0.0), Nerve(0.5, 0.05), Nerve(0.7, 0.3))
"""By the number of bets in this betting round; the big blind is one."""
MARGIN: Final = 0.04
"""How much more than its price a call must be worth: a bettor has something."""
WAITS: Final = 0.15
BLUFFS: Final = 1 / 12
DEAR: Final = 4
"""A call for more than this fraction of its chips has to be worth its price."""
COMMITTED: Final = 0.6
SURE: Final = 0.6
AVERAGE: Final = 0.0
HIGH: Final = 10


def held_cards(view: View, ask: AskView, rules: Ruleset) -> HeldCards | None:
    """What a bot's share depends on; None if it does not bet, or has not seen its hand."""
    found = read(view, ask, rules)
    return found if isinstance(found, HeldCards) and found.others else None


def share(held: HeldCards, rules: Ruleset, seed: int) -> float:
    """A hand's share of the pot against random hands. Runs in a separate process."""
    # Late: the process that serves people must not load the kernels.
    from cardroom.analysis.poker.equity import BoardGame, ask, simulated  # noqa: PLC0415 - not in the server

    hands = [" ".join(held.cards), *["random"] * held.others]
    deals = simulated(ask(BoardGame(rules.game), hands, " ".join(held.board)), DEALS, seed)
    return float(deals.players[0].equity)


def warm() -> None:
    """Compile or load what the first question of each game would have to wait for."""
    for game in POKER_GAMES:
        rules = games.ruleset(game)
        assert isinstance(rules.policies, Poker)
        cards = ("As", "Ks", "Qs", "Js")[: rules.policies.hole_cards]
        share(HeldCards(cards, (), 1, 0, 0), rules, 1)


def decide(view: View, ask: AskView, rules: Ruleset, hints: Hints) -> Answer:
    held, posted = held_cards(view, ask, rules), rules.policies
    assert isinstance(posted, Poker)
    if held is None or hints.estimate is None:
        return _without_odds(view, ask)
    return _choose(_Seat(view, ask, held, posted), hints.estimate, Random(hints.seed))


def _without_odds(view: View, ask: AskView) -> Answer:
    """Check if possible; otherwise call with a promising hand, and fold the rest."""
    verbs = {option.verb for option in ask.options}
    hand = cards_at(view, hand_place(ask.box))
    if hand and ask.topic == "bet" and "call" in verbs:
        return first_offered(ask, ("call" if calls(hand, cards_at(view, BOARD)) else "fold",))
    return first_offered(ask, ("check", "muck", "call", "fold"))


def calls(hand: Sequence[Card], board: Sequence[Card]) -> bool:
    """A pair; before the flop, suited or connected cards or two high cards; after it, a pair with
    the board."""
    ranks = sorted((14 if card.rank == 1 else card.rank for card in hand), reverse=True)
    if len(set(ranks)) < len(ranks):
        return True
    if board:
        return bool({card.rank for card in hand} & {card.rank for card in board})
    suits = [card.suit for card in hand]
    suited = len(set(suits)) < len(suits)
    return suited or ranks[0] - ranks[1] == 1 or ranks[1] >= HIGH


class _Seat(NamedTuple):
    """A bot's view, its question, and the posted game."""

    view: View
    ask: AskView
    held: HeldCards
    posted: Poker

    @property
    def front(self) -> Mapping[int, int]:
        return self.view.middle.front

    @property
    def nerve(self) -> Nerve:
        by_bets = AFTER_FLOP if self.held.board else BEFORE_FLOP
        return by_bets[min(self.bets, len(by_bets) - 1)]

    @property
    def bets(self) -> int:
        """Bets and raises so far, from the chips in front of the seats; the big blind is one."""
        level, own = max(self.front.values(), default=0), self.front.get(self.ask.box, 0)
        least = 1 if self.held.board else self.posted.big_blind
        seen = len({chips for chips in self.front.values() if chips >= least})
        raised = level > (own or level) if self.held.board else level > self.posted.big_blind
        return max(seen, 2) if raised else seen

    @property
    def dear(self) -> bool:
        """Whether a call has to be worth its price."""
        chips = self.view.stacks[self.view.players[self.ask.box]]
        return bool(self.held.board) or DEAR * self.held.call > chips

    def to(self, more: OptionView, edge: float) -> Answer:
        """A bet or a raise: half the pot to the whole pot, in addition to the call."""
        least, most, call = more.least, more.most, self.held.call
        assert least is not None
        assert most is not None
        level = self.front.get(self.ask.box, 0) + call
        # In hundredths: chips are integers.
        parts = round(50 + 50 * max(0.0, min(1.0, edge)))
        wanted = level + (self.held.pot + call) * parts // 100
        if wanted >= COMMITTED * most:
            amount = most if edge >= SURE else least
        else:
            amount = max(least, least + (wanted - least) // more.step * more.step)
        return Answer(self.ask.box, more.verb, amount=amount)


def _choose(at: _Seat, share: float, chance: Random) -> Answer:
    offered = {option.verb: option for option in at.ask.options}
    others, call = at.held.others, at.held.call
    edge = (share * (others + 1) - 1) / others
    more = offered.get("raise") or offered.get("bet")
    if more is not None and edge >= at.nerve.raises and chance.random() >= WAITS:
        return at.to(more, edge)
    if "call" not in offered:
        if more is not None and not at.bets and others <= 2 and chance.random() < BLUFFS:
            return at.to(more, AVERAGE)
        return Answer(at.ask.box, "check")
    price = call / (at.held.pot + call)
    worth = edge >= at.nerve.calls and (share >= price + MARGIN or not at.dear)
    return Answer(at.ask.box, "call" if worth or share >= 2 * price else "fold")


BOT: Final = Bot(decide, Estimate(HeldCards, held_cards, share, warm))
