"""The cashier: wallets, and money on its way to and from the tables."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

import msgspec

from cardroom.events import Event
from cardroom.events.office import OwnLimitsSet, PlayerExcluded, PlayerReadmitted
from cardroom.events.table import MoneyDeposited, MoneyWithdrawn
from cardroom.money import exact
from cardroom.play.round import Refusal
from cardroom.table import clauses, commands
from cardroom.table.actors import Actor


class OwnLimits(msgspec.Struct, frozen=True):
    """What a player may lose, in cents, and how long they may play in a gaming day."""

    loss: int | None = None
    minutes: int | None = None
    since: int = 0
    """Unix time in nanoseconds."""

    def within(self, other: OwnLimits) -> OwnLimits:
        """The narrower of each."""
        loss, minutes = _narrower(self.loss, other.loss), _narrower(self.minutes, other.minutes)
        return OwnLimits(loss, minutes, self.since)


def _narrower(one: int | None, other: int | None) -> int | None:
    return min((each for each in (one, other) if each is not None), default=None)


NO_LIMITS: Final = OwnLimits()


class Cashier(msgspec.Struct, frozen=True):
    wallets: Mapping[str, int] = {}
    excluded: Mapping[str, str] = {}
    """People who are not seated, and why; names in lower case."""
    limits: Mapping[str, tuple[OwnLimits, ...]] = {}
    """Limits that players have set for themselves, by the time they take effect."""

    def wallet(self, player: str) -> int:
        return self.wallets.get(player, 0)

    def limits_of(self, player: str, at: int) -> OwnLimits:
        """The limits in force at a time."""
        begun = [each for each in self.limits.get(player, ()) if each.since <= at]
        return begun[-1] if begun else NO_LIMITS

    def knows(self, player: str) -> bool:
        """Whether a person with this name, in upper or lower case, ever received money."""
        return player.lower() in map(str.lower, self.wallets)


class CashierCommand(
    msgspec.Struct, frozen=True, tag_field="command", omit_defaults=True, forbid_unknown_fields=True
):
    """`table` is where the money comes from or goes to, if it was or becomes chips."""

    player: str
    amount: int
    table: str = ""


class Deposit(CashierCommand, frozen=True, tag="deposit"):
    pass


class Withdraw(CashierCommand, frozen=True, tag="withdraw"):
    pass


class Exclude(
    msgspec.Struct,
    frozen=True,
    tag_field="command",
    tag="exclude",
    omit_defaults=True,
    forbid_unknown_fields=True,
):
    """A person is not seated any longer, by their own wish or by the house's decision."""

    player: str
    why: str


class Readmit(
    msgspec.Struct,
    frozen=True,
    tag_field="command",
    tag="readmit",
    omit_defaults=True,
    forbid_unknown_fields=True,
):
    """A person who was excluded may be seated again."""

    player: str
    why: str


class SetOwnLimits(
    msgspec.Struct,
    frozen=True,
    tag_field="command",
    tag="set-own-limits",
    omit_defaults=True,
    forbid_unknown_fields=True,
):
    """A player's own limits from a time on; the house decides when."""

    player: str
    loss: int | None = None
    minutes: int | None = None
    since: int = 0


CashierOrder = Deposit | Withdraw | Exclude | Readmit | SetOwnLimits
TAKES_PART: Final = (
    commands.SitDown,
    commands.SitIn,
    commands.AnswerBlinds,
    commands.BuyIn,
    commands.PlaceBet,
    commands.BackBet,
    commands.PostBank,
)
"""What an excluded person cannot do; leaving and cashing out stay open."""


def bars_order(actor: Actor, command: CashierOrder) -> Refusal | None:
    """Why an actor's role does not permit an order; players limit and exclude themselves."""
    own = isinstance(command, Exclude | SetOwnLimits) and command.player == actor.id
    if own or actor.role in ("cashier", "house", "floor"):
        return None
    return Refusal(clauses.ROLE, f"{actor.id} is not a cashier")


def bars_player(cashier: Cashier, command: object) -> Refusal | None:
    """Why a person may not take part; None if they may."""
    if not isinstance(command, TAKES_PART) or command.player.lower() not in cashier.excluded:
        return None
    return Refusal(clauses.EXCLUDED, f"{command.player} is excluded")


def _list(cashier: Cashier, command: Exclude | Readmit) -> Applied:
    name, listed = command.player.lower(), dict(cashier.excluded)
    if not name or not command.why.strip():
        return Refusal(clauses.EXCLUDED, "name the person and the reason")
    if isinstance(command, Exclude):
        if name in listed:
            return Refusal(clauses.EXCLUDED, f"{command.player} is excluded already")
        listed[name] = command.why
        changed = msgspec.structs.replace(cashier, excluded=listed)
        return changed, (PlayerExcluded(command.player, command.why),)
    if listed.pop(name, None) is None:
        return Refusal(clauses.EXCLUDED, f"{command.player} is not excluded")
    changed = msgspec.structs.replace(cashier, excluded=listed)
    return changed, (PlayerReadmitted(command.player, command.why),)


def _limit(cashier: Cashier, command: SetOwnLimits) -> Applied:
    for amount in (command.loss, command.minutes):
        if amount is not None and amount < 0:
            return Refusal(clauses.OWN_LIMITS, "a limit cannot be below zero")
    new = OwnLimits(command.loss, command.minutes, command.since)
    # A limit that would come later does not outlast a newer wish.
    before = [each for each in cashier.limits.get(command.player, ()) if each.since < new.since]
    limits = {**cashier.limits, command.player: (*before[-1:], new)}
    event = OwnLimitsSet(command.player, command.loss, command.minutes, command.since)
    return msgspec.structs.replace(cashier, limits=limits), (event,)


Applied = tuple[Cashier, tuple[Event, ...]] | Refusal


def apply_cashier(cashier: Cashier, command: CashierOrder) -> Applied:
    if isinstance(command, (Exclude, Readmit)):
        return _list(cashier, command)
    if isinstance(command, SetOwnLimits):
        return _limit(cashier, command)
    player, amount, held = command.player, command.amount, cashier.wallet(command.player)
    if amount <= 0:
        return Refusal(clauses.WALLET, "the amount must be above zero")
    event: Event
    match command:
        case Deposit():
            left = held + amount
            event = MoneyDeposited(player, amount, left, command.table)
        case Withdraw():
            if amount > held:
                return Refusal(clauses.WALLET, f"{player}'s wallet holds {exact(held)}")
            left = held - amount
            event = MoneyWithdrawn(player, amount, left, command.table)
    wallets = {**cashier.wallets, player: left}
    if not left:
        del wallets[player]
    return msgspec.structs.replace(cashier, wallets=wallets), (event,)
