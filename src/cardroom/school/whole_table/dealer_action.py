"""What a dealer does at the table, as a value and as people write it: "card 3", "pay 3 15"."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from types import MappingProxyType
from typing import Final, Literal

import msgspec

from cardroom.events.words import NO_FELT, FeltWords, in_sentence, place_words
from cardroom.money import exact
from cardroom.places import BANK, in_piles, read_place
from cardroom.play.round import Bet
from cardroom.rules.clauses import Clause
from cardroom.school.grading import UnreadableAnswer, read_money

Act = Literal[
    "closed", "collect", "card", "turn", "dice", "button", "ask", "peek", "bank", "settle", "pot",
    "drop", "slip", "free", "over",
]  # fmt: skip
PILES: Final = "piles"
ALL: Final = "all"
BUSTS: Final = ("over", "bust", "busts")
"""A bank's hand that has busted, announced without its total."""
_BOX: Final = re.compile(r"^(?:box|seat)\s+", re.IGNORECASE)


class DealerAction(msgspec.Struct, frozen=True):
    """One thing to do. `where` is a box, a place, a wager, or what is announced."""

    act: Act
    where: str = ""
    amount: int = 0
    """In cents, where the action has an amount; a take is negative."""
    clause: Clause | None = None
    """The rule that asks for it."""
    owner: str = ""
    """Whose money it is, where it is about money."""
    move: int = -1
    """The number of the engine's move that it belongs to."""
    parts: tuple[DealerAction, ...] = ()
    """One by one, the boxes that are asked together, where they are."""

    def same(self, other: DealerAction) -> bool:
        return (self.act, self.where) == (other.act, other.where)

    def fits(self, other: DealerAction) -> bool:
        return self.same(other) and self.amount == other.amount


_SAID: Final[dict[Act, str]] = {
    "closed": 'announce "no more bets"',
    "collect": "take a collection of {amount} from {at}",
    "card": "deal to {at}",
    "turn": "turn up the cards of {at}",
    "dice": "throw the dice",
    "button": "put the button at {at}",
    "ask": "ask {at} ({rest})",
    "peek": "check the hole card",
    "bank": "announce that {bank}",
    "pot": "give {amount} from the pots to {at}",
    "drop": "take a collection of {amount} from the pot",
    "slip": "write a slip of {amount} from the meter for {at}",
    "free": "give a free collection button to {at}",
    "over": "end the round",
}


def said(
    action: DealerAction,
    titles: Mapping[str, str] = MappingProxyType({}),
    felt: FeltWords = NO_FELT,
) -> str:
    """The action in words, those of the game's felt; `titles` by spot."""
    if len(action.parts) == 1:
        (action,) = action.parts
    amount = f"{exact(abs(action.amount))}"
    first, _, rest = action.where.partition(" ")
    if action.act == "settle":
        what = f"{_at(first)}, {titles.get(rest, rest)}"
        paid = f"pay {amount} on {what}" if action.amount > 0 else f"take {amount} of {what}"
        return paid if action.amount else f"leave {what}: nothing is paid or taken"
    return _SAID[action.act].format(
        amount=amount, at=_at(first), rest=rest.replace("-", " "), bank=_bank(action.where, felt)
    )


def _bank(announced: str, felt: FeltWords) -> str:
    """What is announced: the dealer has a natural, or busts with 26."""
    bank = place_words(BANK, felt.bank_title)
    if announced in BUSTS:
        return f"{bank} busts"
    for ending in felt.endings:
        if ending.does and ending.in_name and announced.endswith(ending.in_name):
            return f"{bank} {ending.does} {announced.removesuffix(ending.in_name)}"
    return f"{bank} has {in_sentence(announced, felt)}"


def wager(bet: Bet) -> str:
    """A wager by its box, hand, and spot: "3 main", "3.2 main"."""
    hand = f".{bet.hand}" if bet.hand > 1 else ""
    behind = f" of {bet.owner}" if bet.backline else ""
    return f"{bet.box}{hand} {bet.spot}{behind}"


def spot_of(place: str) -> str:
    """A place of cards as people say it: box 3 is `3`, its second hand `3.2`."""
    if in_piles(place):
        return PILES
    box, hand = read_place(place)
    if not box:
        return place
    return f"{box}.{hand}" if hand > 1 else str(box)


def _at(where: str) -> str:
    box, _, hand = where.partition(".")
    if not box.isdecimal():
        return {"burn": "the burn pile", ALL: "everybody"}.get(where, f"the {where}")
    return f"box {box}, hand {hand}" if hand else f"box {box}"


_WORDS: Final[dict[str, Act]] = {
    "closed": "closed", "no": "closed", "collect": "collect", "card": "card", "deal": "card",
    "turn": "turn", "open": "turn", "dice": "dice", "roll": "dice", "button": "button",
    "ask": "ask", "offer": "ask", "peek": "peek", "check": "peek", "bank": "bank", "pay": "settle",
    "take": "settle", "push": "settle", "leave": "settle", "pot": "pot", "drop": "drop",
    "slip": "slip", "free": "free", "over": "over", "end": "over",
}  # fmt: skip
_AMOUNTS: Final[tuple[Act, ...]] = ("collect", "pot", "drop", "slip")
HELP: Final = (
    "Write what you do: closed; collect 3 1; card 3, or card 1 2 bank; turn bank; dice; button 4;"
    " ask 3 insurance; peek; bank 20; pay 3 main 15; take 3 10; push 3; pot 2 120; drop 3;"
    " slip 2 500; free 3; over"
)


def read(text: str, wagers: Sequence[str], topics: Sequence[str] = ()) -> tuple[DealerAction, ...]:
    """The actions that somebody wrote; `wagers` and `topics` are what the table has now.

    Only cards come several at once: "card 1 2 3 bank".
    """
    words = text.strip().split()
    act = _WORDS.get(words[0].lower()) if words else None
    if act is None:
        raise UnreadableAnswer(HELP)
    rest = _BOX.sub("", " ".join(words[1:]))
    if act == "settle":
        return (_settled(words[0].lower(), rest, wagers),)
    if act in _AMOUNTS:
        return (_amounted(act, rest),)
    if act in ("closed", "dice", "peek", "over"):
        return (DealerAction(act),)
    if not rest:
        raise UnreadableAnswer(f"Say what: {words[0]} {'20' if act == 'bank' else '3'}")
    if act == "ask":
        return (_asked(rest, topics),)
    if act == "card":
        return tuple(DealerAction(act, where) for where in rest.lower().replace(",", " ").split())
    return (DealerAction(act, rest.lower()),)


def _asked(rest: str, topics: Sequence[str]) -> DealerAction:
    box, _, topic = rest.lower().partition(" ")
    if topic:
        return DealerAction("ask", f"{box} {topic.replace(' ', '-')}")
    # With one thing to ask at this game, the topic goes without saying.
    if len(set(topics)) != 1:
        raise UnreadableAnswer(f"Say what you ask: ask {box} {' or '.join(sorted(set(topics)))}")
    return DealerAction("ask", f"{box} {topics[0]}")


def _amounted(act: Act, rest: str) -> DealerAction:
    where, _, amount = ("", "", rest) if act == "drop" else rest.partition(" ")
    if not amount:
        example = "drop 3" if act == "drop" else f"{act} 3 1.50"
        raise UnreadableAnswer(f"Say how much: {example}")
    return DealerAction(act, where.lower(), read_money(amount))


def _settled(side: str, rest: str, wagers: Sequence[str]) -> DealerAction:
    """The wager is the longest name that the text begins with, or the only one of its box."""
    named = [each for each in wagers if f"{rest} ".lower().startswith(f"{each} ".lower())]
    if named:
        where = max(named, key=len)
        amount = rest[len(where) :].strip()
    else:
        box, _, amount = rest.partition(" ")
        own = [each for each in wagers if each.partition(" ")[0] == box]
        if len(own) != 1:
            raise UnreadableAnswer(_which(side, own or wagers))
        where = own[0]
    if side in ("push", "leave"):
        return DealerAction("settle", where)
    if not amount.strip():
        raise UnreadableAnswer(f"Say how much: {side} {where} 15")
    cents = read_money(amount)
    return DealerAction("settle", where, cents if side == "pay" else -cents)


def _which(side: str, wagers: Iterable[str]) -> str:
    known = " or ".join(f"{side} {each}" for each in wagers)
    return f"Say which wager: {known}" if known else "There is no open wager."
