"""What a person may do at a table, and the controls of its dealer and floor staff."""

from __future__ import annotations

from collections.abc import Mapping

import msgspec

from cardroom import games
from cardroom.places import ALL
from cardroom.play.family import Given
from cardroom.play.irregularities import remedies
from cardroom.play.round import Chance, Reading, Round
from cardroom.play.views import View
from cardroom.service.accounts.roles import Person, Role
from cardroom.service.view.view_types import BankerView, DealerView
from cardroom.table import loading
from cardroom.table.table import Table


class Permissions(msgspec.Struct, frozen=True):
    """What a person may do at one table."""

    name: str
    role: Role
    deals: bool = False
    mends: bool = False
    oversees: bool = False
    counts: bool = False

    @property
    def plays(self) -> bool:
        return self.role in ("guest", "player", "proposition")


def permissions(person: Person, table: Table, opener: str) -> Permissions:
    """A person who opens a table to deal there, with practice chips, is its floor staff too."""
    practice = table.chips == "practice" and table.dealing != "automatic"
    own = practice and opener == person.name
    return Permissions(
        person.name,
        person.role,
        deals=own or person.has("deal"),
        mends=own or person.has("mend"),
        oversees=person.has("oversee"),
        counts=person.has("count"),
    )


def see(table: Table, seen: View | None, standing: Permissions) -> DealerView | None:
    """None for people without a duty here."""
    if not (standing.deals or standing.mends):
        return None
    round = table.round
    head, waits, place, figure = "bets", "bets", "", ""
    can: list[str] = []
    if round is None or seen is None:
        ready = (table.bets or table.dealt_in) and not table.shoe.due and not table.damaged
        can += ["close-bets"] if ready else []
        can += ["load-shoe"] if table.shoe.due and table.dealing == "physical" else []
        can += ["replace-cards"] if table.damaged and table.dealing == "physical" else []
    else:
        head, waits = seen.head, seen.waiting
        place = round.head.place if isinstance(round.head, Chance) else ""
        figure = round.head.name if isinstance(round.head, Reading) else ""
        can += _steps(table, head)
    if standing.mends:
        can += ["resume"] if table.paused else ["pause"]
        can += ["permit-help"] if round is None or round.over else []
        can += ["note-company"] if round is None and table.player_banked else []
    bankers = _bankers(table) if standing.mends and table.player_banked else ()
    kinds: tuple[str, ...] = ()
    takes: Mapping[str, tuple[Given, ...]] = {}
    if standing.mends and round is not None:
        can.append("intervene")
        known = remedies(games.family(table.rules))
        kinds = tuple(sorted([*known, "rewind"]))
        takes = {kind: remedy.takes for kind, remedy in known.items() if remedy.takes}
    return DealerView(waits, head, place, figure, tuple(can), kinds, bankers, _names(round), takes)


def _names(round: Round | None) -> int | None:
    """A card that is turned for everybody is entered as one that is dealt."""
    if round is None or not isinstance(round.head, Chance) or round.head.seen == ALL:
        return None
    return round.head.turned


def _bankers(table: Table) -> tuple[BankerView, ...]:
    """In the order of their seats."""
    players = dict.fromkeys(table.seats[seat] for seat in sorted(table.seats))
    return tuple(BankerView(player, table.companies.get(player, "")) for player in players)


def _steps(table: Table, head: str) -> list[str]:
    if table.dealing == "automatic":
        return []
    physical = table.dealing == "physical"
    steps = {
        "card": ["enter-card"] if physical else ["deal-card"],
        "dice": ["dice"],
        "dealer": ["proceed"],
        "figure": ["figure"],
        "answer": ["lapse"],
        "over": ["end-round"],
    }[head]
    if not physical:
        return steps
    if loading.awaits_shoe(table):
        return ["load-shoe"]
    shows = loading.has_cut_card(table) and not table.shoe.due
    return [*steps, "show-cut-card"] if shows else steps
