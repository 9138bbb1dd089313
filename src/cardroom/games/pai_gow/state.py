"""What pai gow keeps of a round in addition to cards and bets, and the settings of the hands."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Final

import msgspec

from cardroom.cards import Card
from cardroom.events import Acted, CardShown, HandEnded
from cardroom.games.pai_gow import clauses as c
from cardroom.games.pai_gow.options import SEATS
from cardroom.games.pai_gow.policies import PaiGow
from cardroom.hands.house_way import set_hand
from cardroom.hands.pai_gow import Face, Setting, back_value, faces, front_value
from cardroom.places import BACK, FRONT, NOBODY, box, hand_place, pile_place, set_place
from cardroom.play.family import RemedyOf
from cardroom.play.inputs import Answer
from cardroom.play.round import Ask, Bet, Dealt, DraftOf, RoundOf
from cardroom.play.settle import LOSE, PUSH, WIN, Claim, Result, plain
from cardroom.rules.ruleset import Ruleset

CARDS: Final = 7


class PaiGowState(msgspec.Struct, frozen=True, gc=False):
    pile: int = 0
    dice: int = 0
    """The seat that the dice named; 0 before they are thrown."""
    action: int = 0
    """The seat at which settlement begins."""
    settings: Mapping[int, Setting | None] = {}
    """By box; None is a hand that is set the house way when it is reached."""
    asked: frozenset[int] = frozenset()
    """The boxes that were asked, before looking, whether they want the house way."""
    exposed: tuple[Card, ...] = ()
    void: frozenset[int] = frozenset()
    foul_allowed: bool = False
    """The dealer has allowed a foul setting of the bank by mistake, and the floor has noted it."""


Draft = DraftOf[PaiGowState]
Round = RoundOf[PaiGowState]
Remedy = RemedyOf[PaiGowState]


def policies(rules: Ruleset) -> PaiGow:
    assert isinstance(rules.policies, PaiGow)
    return rules.policies


def players(draft: Draft) -> list[int]:
    state = draft.state
    return [n for n in draft.players if n not in state.void]


def seat_of(bank: int, total: int) -> int:
    """The bank is 1, 8 and 15; the count goes clockwise over all positions."""
    return (bank + total - 2) % SEATS + 1


def deliveries(seat: int, pile: int) -> Iterator[tuple[int, int]]:
    """Seats and the piles they get, clockwise from the seat that the dice named."""
    for offset in range(SEATS):
        yield (seat + offset - 1) % SEATS + 1, (pile + offset - 1) % SEATS + 1


def deliver(draft: Draft) -> None:
    """Piles of empty seats are dead and stay where they are; the bank's pile stays face down."""
    state = draft.state
    for seat, pile in deliveries(state.dice, state.pile):
        if seat == draft.facts.bank_box:
            draft.move(pile_place(pile), hand_place(seat), NOBODY)
        elif seat in draft.players:
            draft.move(pile_place(pile), hand_place(seat), box(seat))


def setting_of(cards: tuple[Card, ...], front: tuple[Card, ...]) -> Setting:
    return Setting(front, tuple(card for card in cards if card not in front))


def house_way(draft: Draft, cards: Sequence[Card]) -> Setting:
    placed = set_hand(cards, policies(draft.rules).way)
    return Setting(placed.front, placed.back)


def place(draft: Draft, ask: Ask, answer: Answer, setting: Setting | None) -> None:
    """The setting lies face down; its owner sees it, the others see that it is made."""
    state = draft.state
    open_hand = ask.box == draft.facts.bank_box
    seen = "all" if open_hand else box(ask.box)
    draft.state = msgspec.structs.replace(state, settings={**state.settings, ask.box: setting})
    front = () if setting is None else setting.front
    draft.record(Acted(ask.box, answer.verb, seen=seen, cards=front))
    if setting is not None:
        lay_out(draft, ask.box, setting, seen)
    if open_hand and setting is not None and draft.rules.as_read:
        draft.record(HandEnded(ask.box, 0, "set", announced(setting)))


def bank_is_out(draft: Draft) -> bool:
    """Whether the bank's amount can neither pay nor collect: the hands that it has not reached stay
    closed."""
    bank = draft.bank
    return draft.rules.as_read and bank.can_pay() == 0 and bank.can_collect() == 0


def is_open(draft: Draft, seat: int) -> bool:
    """Whether the settlement has reached a hand."""
    laid = (draft.cards.get(set_place(seat, part), ()) for part in (FRONT, BACK))
    return any(dealt.seen == "all" for pile in laid for dealt in pile)


def without_action(bet: Bet) -> Claim:
    """A bet that the bank does not reach goes back, whatever its hand holds: also if the bank has
    money again because another hand was declared void."""
    return Claim(bet, 0, 0, c.COVERAGE, reached=False)


def lay_out(draft: Draft, seat: int, setting: Setting, seen: str) -> None:
    del draft.cards[hand_place(seat)]
    draft.cards[set_place(seat, FRONT)] = tuple(Dealt(card, seen) for card in setting.front)
    draft.cards[set_place(seat, BACK)] = tuple(Dealt(card, seen) for card in setting.back)


def open_hand(draft: Draft, seat: int) -> None:
    """The settlement reaches a hand: a house-way hand is set now, and everybody sees the cards."""
    state = draft.state
    setting = state.settings[seat]
    if setting is None:
        setting = house_way(draft, draft.at(hand_place(seat)))
        settings = {**state.settings, seat: setting}
        draft.state = msgspec.structs.replace(state, settings=settings)
        lay_out(draft, seat, setting, box(seat))
    for place in (set_place(seat, FRONT), set_place(seat, BACK)):
        for position in range(len(draft.cards[place])):
            card = draft.show(place, position)
            draft.record(CardShown(place, position, card))
    draft.record(HandEnded(seat, 0, "foul" if setting.foul else "set", announced(setting)))


def announced(setting: Setting) -> str:
    if setting.foul:
        return "foul"
    return f"{front_value(setting.front)}; {back_value(setting.back)}"


def seven(draft: Draft, seat: int) -> tuple[Card, ...]:
    """The seat's seven cards, however they are set."""
    setting = draft.state.settings[seat]
    assert setting is not None
    cards: tuple[Card, ...] = setting.front + setting.back
    return cards


def compare(player: Setting, bank: Setting) -> Result:
    return plain(LOSE, c.FOUL) if player.foul else faced(*faces(player, bank))


def faced(front: Face, back: Face) -> Result:
    """Copies go to the bank, hand by hand."""
    sides = (front, back)
    won = sum(face is Face.PLAYER for face in sides)
    if won == 2:
        return plain(WIN, c.BOTH)
    copied = Face.COPY in sides
    if won == 1:
        return plain(PUSH, c.COPY if copied else c.ONE)
    return plain(LOSE, c.COPY if copied else c.NEITHER)
