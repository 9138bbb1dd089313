"""Recorded hands against our rules: the same actions are allowed, and the same players win."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, Final, Literal, get_args

import msgspec

from cardroom.histories.read_open_hand import open_hands, read_open_hand
from cardroom.histories.read_phh import phh_texts, read_phh
from cardroom.histories.recorded import NotOurs, RecordedHand, Unreadable
from cardroom.histories.replayed import Departed, Incomplete, ReplayedHand, replay
from cardroom.money import exact

HistoryVerdict = Literal[
    "agrees", "agrees-less-rake", "differs", "undecided", "not-ours", "unreadable"
]
"""Undecided: cards that the record does not have decide it. Not ours: another game, or a form of
posting that our games do not have. Unreadable: damaged, or not in this format."""
PHH: Final = (".phh", ".phhs")
OPEN_HAND: Final = (".ohh", ".json", ".jsonl")
RAKE_MOST, JACKPOT_MOST = 10, 100
"""Percent of the pot, and cents for a jackpot on top of it."""


class HandCheck(msgspec.Struct, frozen=True):
    file: str
    hand: str
    verdict: HistoryVerdict
    reason: str = ""
    rake: int = 0
    """In cents: what the record took from the pots."""


class HistoriesCheck(msgspec.Struct, frozen=True):
    files: int
    hands: int
    verdicts: Mapping[str, int]
    rake: int
    """In cents, of the hands that agree."""
    others: tuple[HandCheck, ...]
    """Every hand that does not agree."""

    @property
    def decided(self) -> int:
        """The hands that the record decides."""
        return self.agreed + self.verdicts["differs"]

    @property
    def agreed(self) -> int:
        return self.verdicts["agrees"] + self.verdicts["agrees-less-rake"]


def summed_up(files: int, found: Sequence[HandCheck]) -> HistoriesCheck:
    """The check of all hands of a number of files."""
    counts = Counter(each.verdict for each in found)
    return HistoriesCheck(
        files=files,
        hands=len(found),
        verdicts={verdict: counts[verdict] for verdict in get_args(HistoryVerdict)},
        rake=sum(each.rake for each in found if each.verdict == "agrees-less-rake"),
        others=tuple(each for each in found if not each.verdict.startswith("agrees")),
    )


def history_files(places: list[Path]) -> list[Path]:
    """The files, and those in folders and below them, in the order of their names."""
    found: list[Path] = []
    for place in places:
        if not place.is_dir():
            found.append(place)
            continue
        inside = (file for file in place.rglob("*") if file.suffix in PHH + OPEN_HAND)
        found += sorted(file for file in inside if file.is_file())
    return found


def check_file(file: Path) -> Iterator[HandCheck]:
    """Every hand of a file."""
    hands: Iterator[tuple[str, Any]] = phh_texts(file) if file.suffix in PHH else open_hands(file)
    read: Any = read_phh if file.suffix in PHH else read_open_hand
    try:
        for id, told in hands:
            yield _checked(read, told, id, str(file))
    except Unreadable as wrong:  # and with it the rest of the file
        yield HandCheck(str(file), file.stem, "unreadable", str(wrong))
    except UnicodeDecodeError:
        yield HandCheck(str(file), file.stem, "unreadable", "this is not text")


def _checked(read: Callable[[Any, str], RecordedHand], told: Any, id: str, file: str) -> HandCheck:
    try:
        return check_hand(read(told, id), file)
    except NotOurs as other:
        return HandCheck(file, id, "not-ours", str(other))
    except Unreadable as wrong:
        return HandCheck(file, id, "unreadable", str(wrong))


def check_hand(hand: RecordedHand, file: str = "") -> HandCheck:
    try:
        found = replay(hand)
    except NotOurs as other:
        return HandCheck(file, hand.id, "not-ours", str(other))
    except Unreadable as wrong:
        return HandCheck(file, hand.id, "unreadable", str(wrong))
    except Incomplete as without:
        return HandCheck(file, hand.id, "undecided", str(without))
    except Departed as wrong:
        return HandCheck(file, hand.id, "differs", str(wrong))
    recorded = _recorded(hand, found)
    if recorded is None:
        return HandCheck(file, hand.id, "undecided", "the record has no results")
    reason, rake = compared(found, recorded, hand)
    if reason:
        return HandCheck(file, hand.id, "differs", reason, rake)
    return HandCheck(file, hand.id, "agrees-less-rake" if rake else "agrees", "", rake)


def _recorded(hand: RecordedHand, found: ReplayedHand) -> dict[int, int] | None:
    """What everybody won from the pots, as recorded."""
    if hand.won is not None:
        return {seat: won for seat, won in hand.won.items() if won}
    if hand.stacks_after is None:
        return None
    pairs = zip(hand.stacks, hand.stacks_after, strict=True)
    won = {n: after - before + found.paid[n] for n, (before, after) in enumerate(pairs, start=1)}
    return {seat: amount for seat, amount in won.items() if amount}


def compared(
    found: ReplayedHand, recorded: Mapping[int, int], hand: RecordedHand
) -> tuple[str, int]:
    """What differs, and the rake."""
    ours = {seat: won for seat, won in found.awards.items() if won}
    # A bet that nobody called comes back; some programs write that as a win.
    back = {seat: won for seat, won in found.uncalled.items() if seat not in ours}
    recorded = {seat: won for seat, won in recorded.items() if won != back.get(seat)}
    pot, told = sum(ours.values()), sum(recorded.values())
    returned = sum(found.uncalled.get(seat, 0) for seat in recorded)
    rake = pot + returned - told
    if told > pot and rake >= 0 and not (_too_much(rake, pot) if hand.board else rake):
        # The winner's, too.
        less = {seat: won - found.uncalled.get(seat, 0) for seat, won in recorded.items()}
        recorded = {seat: won for seat, won in less.items() if won}
        told -= returned
    rake = pot - told
    if set(ours) != set(recorded) and not rake == hand.rake == pot:
        return f"{_seats(recorded)} won there, {_seats(ours)} here", rake
    if rake < 0:
        return f"{exact(told)} was won from a pot of {exact(pot)}", rake
    if hand.rake is not None and hand.rake != rake:
        return f"the rake is {exact(hand.rake)}, but {exact(rake)} is missing", rake
    if hand.rake is None and _too_much(rake, pot):
        return f"{exact(rake)} of a pot of {exact(pot)} is missing", rake
    if rake and hand.rake is None and not hand.board:
        return f"{exact(rake)} of the pot is missing, though no flop was dealt", rake
    if any(not 0 <= won - recorded.get(seat, 0) <= rake for seat, won in ours.items()):
        return "the pot is divided in another way", rake
    return "", rake


def _too_much(rake: int, pot: int) -> bool:
    return (rake - JACKPOT_MOST) * 100 > RAKE_MOST * pot


def _seats(won: Mapping[int, int]) -> str:
    if not won:
        return "nobody"
    return " and ".join(f"seat {seat} ({exact(amount)})" for seat, amount in sorted(won.items()))
