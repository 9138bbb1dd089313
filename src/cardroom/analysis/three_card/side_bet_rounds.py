"""What a hand of Three Card Poker wins on its wager and its side bets together.

See `analysis.session.SideBetRounds`. Bets on the player's own cards are counted exactly, hand by
hand: a hand decides its bets, and hands that differ only by their suits end alike against all hands
of the bank. With a bet on both hands, rounds are dealt. A hand that folds gives up all its bets.
"""

from __future__ import annotations

import math
import random
from collections import Counter
from collections.abc import Iterator, Mapping
from typing import Final, NamedTuple

from cardroom.analysis.documents import WagerOdds
from cardroom.analysis.notices import DEALING_ROUNDS
from cardroom.analysis.session import RoundNets, SessionRequest
from cardroom.analysis.three_card import chart, odds
from cardroom.analysis.three_card.ante import METHOD
from cardroom.analysis.three_card.pack import Pack, cards_in, pack_of
from cardroom.cards import CARDS, RANKS, SUITS, Card
from cardroom.games.three_card.policies import policies_of
from cardroom.games.three_card.resolution import AgainstBank, forfeited, standing
from cardroom.hands.three_card import three_card
from cardroom.money import owed
from cardroom.progress import ProgressNotice, Tell, silent
from cardroom.rules.ruleset import Ruleset
from cardroom.rules.side_bet import FinalHand, Look, SideBet

HAND: Final = 3
DEALS: Final = 1 << 17
"""A few seconds of work."""
TOLD: Final = 1 << 10
"""Rounds between two notices."""
Hand = tuple[Card, ...]


class BoxWagers(NamedTuple):
    """One box: its ante in cents, its side bets with their stakes, and which hands play."""

    rules: Ruleset
    ante: int
    bets: tuple[tuple[SideBet, int], ...]
    pack: Pack
    plays: odds.Flags
    """[class, card the bank shows]"""

    def main(self, hand: Hand, stands: AgainstBank | None) -> int:
        """What ante and play win, in cents; None is a fold."""
        ending = odds.ComparedHand(three_card(hand), stands)
        return int(odds.net_of(policies_of(self.rules), ending, self.ante) * self.ante)

    def sides(self, hand: Hand, bank: Hand = ()) -> int:
        """What the side bets of a hand that is not folded win, in cents."""
        hands: dict[Look, FinalHand] = {"own-hand": FinalHand(hand), "bank-hand": FinalHand(bank)}
        rounding, total = policies_of(self.rules).rounding, 0
        for bet, stake in self.bets:
            ratio, *_ = bet.owes(bet.row(*(hands[look] for look in bet.looks_at)))
            total += owed(stake, ratio, rounding)
        return total

    @property
    def forfeit(self) -> int:
        """What the side bets of a hand that is folded win, in cents."""
        return -sum(forfeited(bet.name, stake).lose for bet, stake in self.bets)


def round_nets(
    rules: Ruleset, asked: SessionRequest, wagers: Mapping[str, WagerOdds], tell: Tell
) -> RoundNets:
    stakes, own, pack = dict(asked.with_bets), policies_of(rules), pack_of(rules)
    bets = tuple((bet, stakes[bet.name]) for bet in rules.side_bets if bet.name in stakes)
    if asked.chart is None:
        plays = odds.plays(own, pack, asked.bet)
    else:
        plays = chart.flags(own, pack, chart.read_lowest(asked.chart.document, own))
    box = BoxWagers(rules, asked.bet, bets, pack, plays)
    wagered = asked.bet + sum(stakes.values())
    if all(bet.looks_at == ("own-hand",) for bet, _ in bets):
        counted = _counted(box)
        nets = {net: number / counted.total() for net, number in counted.items()}
        return RoundNets(nets, None, wagered, f"a round: {METHOD}")
    return _dealt(box, wagers, wagered, tell)


def _counted(box: BoxWagers) -> Counter[int]:
    """What a round wins, and in how many of all deals."""
    ends = odds.stand_counts(box.pack) * box.plays[:, :, None]
    played = ends.sum(axis=1).tolist()
    folded = (odds.stand_counts(box.pack).sum(axis=(1, 2)) - ends.sum(axis=(1, 2))).tolist()
    found: Counter[int] = Counter()
    for place, hands in enumerate(odds.members_of(box.pack)):
        first = hands[0]
        mains = [box.main(first, stands) for stands in AgainstBank]
        sides: Counter[int] = Counter()
        for hand in hands:
            sides[box.sides(hand)] += odds.ways_of(hand, box.pack)
        found[box.main(first, None) + box.forfeit] += folded[place] * sides.total()
        for won, ways in sides.items():
            for main, number in zip(mains, played[place], strict=True):
                found[main + won] += number * ways
    return +found


class SampledRound(NamedTuple):
    won: int
    given_up: int
    """What the side bets would have won, and did not because the hand was folded."""


def _dealt(box: BoxWagers, wagers: Mapping[str, WagerOdds], wagered: int, tell: Tell) -> RoundNets:
    """The mean without a fold is that of the odds; what folded hands give up is sampled."""
    rounds = list(_rounds(box, tell))
    lost = [each.given_up for each in rounds]
    mean = sum(lost) / len(lost)
    variance = sum(each**2 for each in lost) / len(lost) - mean**2
    made = {box.rules.spots[0].name: box.ante, **{b.name: stake for b, stake in box.bets}}
    errors = [(wagers[spot].edge_error or 0.0) * stake for spot, stake in made.items()]
    return RoundNets(
        {net: float(n) for net, n in Counter(each.won for each in rounds).items()},
        -sum(wagers[spot].edge * stake for spot, stake in made.items()) - mean,
        wagered,
        f"a round: simulated, {DEALS:,} rounds, its mean exact but for what folded hands give up",
        math.hypot(*errors, math.sqrt(variance / len(lost))),
    )


def _rounds(box: BoxWagers, tell: Tell = silent) -> Iterator[SampledRound]:
    dice, deck = random.Random(1), cards_in(box.pack)
    places = {hand: place for place, hand in enumerate(odds.classes_of(box.pack))}
    classes = {hand: hands[0] for hands in odds.members_of(box.pack) for hand in hands}
    for number in range(DEALS):
        if number % TOLD == 0:
            tell(ProgressNotice(DEALING_ROUNDS, number, DEALS))
        cards = dice.sample(deck, 2 * HAND)
        hand, bank = tuple(sorted(cards[:HAND], key=_index)), tuple(cards[HAND:])
        first, sides = classes[hand], box.sides(hand, bank)
        if box.plays[places[first], _as_in(first, hand, bank[0]).index]:
            stands = standing(three_card(hand), three_card(bank))
            yield SampledRound(box.main(hand, stands) + sides, 0)
        else:
            yield SampledRound(box.main(hand, None) + box.forfeit, sides - box.forfeit)
    tell(ProgressNotice(DEALING_ROUNDS, DEALS, DEALS))


def _index(card: Card) -> int:
    return card.index


def _as_in(first: Hand, hand: Hand, card: Card) -> Card:
    """The card after the exchange of suits that makes `hand` the first hand of its class."""
    suits = [
        sorted(range(len(SUITS)), key=lambda suit: _in_suit(each, suit)) for each in (first, hand)
    ]
    return CARDS[suits[0][suits[1].index(card.suit)] * len(RANKS) + card.rank - 1]


def _in_suit(hand: Hand, suit: int) -> list[int]:
    return [card.rank for card in hand if card.suit == suit]
