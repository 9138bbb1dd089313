"""Read PHH: a `.phh` file is one hand, a `.phhs` archive has a numbered table for each hand."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterator, Mapping
from decimal import Decimal
from pathlib import Path
from typing import Any, Final, Literal

from cardroom.cards import UNSEEN, Card
from cardroom.histories.phh import VARIANTS, BettingStructure
from cardroom.histories.recorded import (
    NotOurs,
    RecordedAction,
    RecordedHand,
    Unreadable,
    cards_of,
    cents_of,
)

GAMES: Final[Mapping[str, tuple[str, BettingStructure]]] = {
    name: game for game, name in VARIANTS.items()
}
TABLE: Final = re.compile(r"^\[\s*([^\[\]\s]+)\s*\]\s*$", re.MULTILINE)
UNLIMITED: Final = 10**10
"""Cents: more than anybody bets."""
PLAYER: Final = re.compile(r"p([1-9]\d?)")


def phh_texts(file: Path) -> Iterator[tuple[str, str]]:
    """The text of every hand with its number in the file; hands are parsed one by one."""
    text = file.read_text(encoding="utf-8")
    found = list(TABLE.finditer(text)) if file.suffix == ".phhs" else []
    if not found:
        if text.strip():
            yield file.stem, text
        return
    ends = [each.start() for each in found[1:]] + [len(text)]
    for each, end in zip(found, ends, strict=True):
        yield f"{file.stem}:{each[1]}", text[each.end() : end]


def read_phh(text: str, id: str) -> RecordedHand:
    """One hand; `Unreadable` says what it is that we cannot play."""
    try:
        told: dict[str, Any] = tomllib.loads(text, parse_float=Decimal)
    except tomllib.TOMLDecodeError as wrong:
        raise Unreadable(f"this is not TOML: {wrong}") from None
    variant = GAMES.get(str(told.get("variant")))
    if variant is None:
        raise NotOurs(f"variant {told.get('variant')!r} is not one of our games")
    for name in ("antes", "blinds_or_straddles", "starting_stacks", "actions"):
        if not isinstance(told.get(name), list):
            raise Unreadable(f"{name} is missing")
    stacks: list[object] = told["starting_stacks"]
    reader = _Actions(len(stacks))
    for line in told["actions"]:
        reader.read(str(line))
    if "min_bet" in told and told["min_bet"] not in told["blinds_or_straddles"]:
        raise NotOurs(f"the smallest bet, {told['min_bet']}, is not the big blind")
    won, after = _results(told)
    return RecordedHand(
        id=str(told.get("hand", id)) if ":" not in id else f"{id} (hand {told.get('hand', '')})",
        game=variant[0],
        betting=variant[1],
        stacks=tuple(UNLIMITED if _endless(each) else cents_of(each) for each in stacks),
        antes=_amounts(told["antes"]),
        # Of two players, the format names the blind of the button first.
        blinds=_amounts(told["blinds_or_straddles"])[:: -1 if len(stacks) == 2 else 1],
        bets=(cents_of(told.get("small_bet", 2)), cents_of(told.get("big_bet", 4))),
        holes={seat: tuple(cards) for seat, cards in reader.holes.items()},
        board=tuple(reader.board),
        actions=tuple(reader.actions),
        mucked=frozenset(reader.mucked),
        won=won,
        stacks_after=after,
        rake=cents_of(told["_collection"]) if "_collection" in told else None,
    )


def _results(
    told: Mapping[str, Any],
) -> tuple[dict[int, int] | None, tuple[int, ...] | None]:
    """What everybody won, or the stacks at the end. All zeros mean that nothing was recorded."""
    after, won = told.get("finishing_stacks"), told.get("winnings")
    for name, listed in (("finishing_stacks", after), ("winnings", won)):
        if listed is None:
            continue
        if not isinstance(listed, list) or len(listed) != len(told["starting_stacks"]):
            raise Unreadable(f"{name} does not have an amount for each player")
    if won is not None and any(won):
        return dict(enumerate(_amounts(won), start=1)), None
    if after is None or any(map(_endless, (*after, *told["starting_stacks"]))):
        return None, None
    return None, _amounts(after)


def _endless(amount: object) -> bool:
    """Some archives do not have the stacks, and say `inf`."""
    return isinstance(amount, (float, Decimal)) and not Decimal(amount).is_finite()


def _amounts(amounts: list[object]) -> tuple[int, ...]:
    return tuple(cents_of(amount) for amount in amounts)


class _Actions:
    """What the lines of `actions` say."""

    def __init__(self, players: int) -> None:
        self.players = players
        self.holes: dict[int, list[Card]] = {}
        self.board: list[Card] = []
        self.actions: list[RecordedAction] = []
        self.mucked: set[int] = set()

    def read(self, line: str) -> None:
        match line.partition("#")[0].split():
            case ["d", "db", cards]:
                self.board += cards_of(cards)
            case ["d", "dh", player, cards]:
                self.holes.setdefault(self._seat(player), []).extend(cards_of(cards))
            case [player, "f"]:
                self._act(player, "fold")
            case [player, "cc"]:
                self._act(player, "call")
            case [player, "cbr", amount]:
                self._act(player, "raise", cents_of(amount))
            case [player, "sm"]:
                self.mucked.add(self._seat(player))
            case [player, "sm", "-"]:
                self.mucked.add(self._seat(player))
            case [player, "sm", cards]:
                self._show(self._seat(player), cards_of(cards))
            case _:
                raise NotOurs(f"{line!r} has no place in our games")

    def _act(self, player: str, verb: Literal["fold", "call", "raise"], amount: int = 0) -> None:
        self.actions.append(RecordedAction(self._seat(player), verb, len(self.board), amount))

    def _show(self, seat: int, cards: tuple[Card, ...]) -> None:
        if UNSEEN in cards:
            self.mucked.add(seat)
        else:
            self.holes[seat] = list(cards)

    def _seat(self, player: str) -> int:
        found = PLAYER.fullmatch(player)
        if found is None or int(found[1]) > self.players:
            raise Unreadable(f"{player!r} is not a player of this hand")
        return int(found[1])
