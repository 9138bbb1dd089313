"""The layout while bets are open: players bet, withdraw bets, and take the bank."""

from __future__ import annotations

from collections.abc import Iterable

import msgspec

from cardroom import games
from cardroom.events import Event
from cardroom.events.table import (
    BankAccepted,
    BankDeclined,
    BankOffered,
    BetReturned,
    GameBroken,
    WagerLaid,
    WagerWithdrawn,
)
from cardroom.money import exact
from cardroom.play import betting as bets
from cardroom.play import clauses as play_clauses
from cardroom.play import rotation
from cardroom.play.collection import fees
from cardroom.play.rotation import Rotation
from cardroom.play.round import Bet, Refusal
from cardroom.rules.banking import Bank
from cardroom.table import clauses
from cardroom.table.commands import BackBet, DeclineBank, PlaceBet, PostBank, WithdrawBet
from cardroom.table.table import Applied, CommandOutcome, Table


def place_bet(table: Table, command: PlaceBet) -> CommandOutcome:
    if table.round is not None:
        late = _late(table, command)
        if late is not None:
            return late
        return Refusal(play_clauses.CLOSED, table.round_status)
    refusal = _bars_box(table, command)
    if refusal is not None:
        return refusal
    old = next((bet for bet in table.bets if _laid_before(bet, command)), None)
    id = old.id if old is not None else table.next_bet
    bet = Bet(id, command.spot, command.box, command.player, command.stake)
    others = tuple(other for other in table.bets if other is not old)
    layout = msgspec.structs.replace(table.betting, bets=others)
    refusal = bets.bars_bet(layout, games.family(table.rules), bet)
    return refusal if refusal is not None else _lay(table, others, bet)


def _late(table: Table, command: PlaceBet) -> CommandOutcome | None:
    """A side bet that comes after the first card, where its game calls that no bet: it is recorded
    as such, and the chips go back."""
    round, side = table.round, table.rules.side_bet(command.spot)
    if side is None or side.late is None or round is None or not round.cards or round.over:
        return None
    if round.players.get(command.box) != command.player:
        return Refusal(side.late, f"{command.player} has no wager on box {command.box}")
    limits = table.rules.limits_at(side.spot, table.betting.limits)
    if (refusal := bets.bars_stake(limits, command.stake)) is not None:
        return refusal
    returned = BetReturned(command.player, command.box, command.spot, command.stake, side.late.id)
    return table, (returned,)


def _laid_before(bet: Bet, command: PlaceBet) -> bool:
    same = (bet.box, bet.spot, bet.owner) == (command.box, command.spot, command.player)
    return same and not bet.backline


def back_bet(table: Table, command: BackBet) -> CommandOutcome:
    if table.round is not None:
        return Refusal(play_clauses.CLOSED, table.round_status)
    others = tuple(
        bet
        for bet in table.bets
        if not (bet.backline and (bet.box, bet.owner) == (command.box, command.player))
    )
    layout = msgspec.structs.replace(table.betting, bets=others)
    backed = bets.back(
        layout,
        games.family(table.rules),
        command.box,
        command.player,
        command.stake,
        command.follows,
    )
    return backed if isinstance(backed, Refusal) else _lay(table, others, backed.bets[-1])


def _lay(table: Table, others: tuple[Bet, ...], bet: Bet) -> CommandOutcome:
    """The layout with this bet, if its owner can also pay the collection."""
    laid = msgspec.structs.replace(
        table,
        bets=tuple(sorted((*others, bet), key=lambda bet: bet.id)),
        next_bet=max(table.next_bet, bet.id + 1),
    )
    due = fees(laid.betting, table.carried)
    if isinstance(due, Refusal):
        return due
    owed = sum(fee.amount for fee in due if fee.owner == bet.owner)
    if laid.free(bet.owner) < owed:
        return Refusal(clauses.FEE, f"{bet.owner} also needs {exact(owed)} for the collection")
    return laid, (WagerLaid(bet.owner, bet.box, bet.spot, bet.stake, bet.backline),)


def _bars_box(table: Table, command: PlaceBet) -> Refusal | None:
    player = command.player
    if not table.seats_of(player):
        return Refusal(clauses.SEATED, f"{player} has no seat here")
    sitting = table.seats.get(command.box, player)
    if sitting != player:
        return Refusal(play_clauses.BOX, f"box {command.box} belongs to {sitting}")
    if table.rotation.banker == player:
        return Refusal(clauses.BANK_SELF, f"{player} has the bank")
    return None


def withdraw_bet(table: Table, command: WithdrawBet) -> CommandOutcome:
    if table.round is not None:
        return Refusal(play_clauses.CLOSED, table.round_status)
    own = [bet for bet in table.bets if (bet.box, bet.owner) == (command.box, command.player)]
    if not own:
        return Refusal(play_clauses.SPOT, f"{command.player} has no bet on box {command.box}")
    if all(bet.backline for bet in own):
        kept = tuple(bet for bet in table.bets if bet not in own)
    else:
        # The main wager of a box takes along every bet that depends on it.
        rest = bets.withdraw(table.betting, command.box, command.spot)
        if isinstance(rest, Refusal):
            return rest
        kept = rest.bets
    gone = [bet for bet in table.bets if bet not in kept]
    return msgspec.structs.replace(table, bets=kept), withdrawn(gone)


def withdrawn(gone: Iterable[Bet]) -> tuple[Event, ...]:
    return tuple(
        WagerWithdrawn(bet.owner, bet.box, bet.spot, bet.stake, bet.backline) for bet in gone
    )


def post_bank(table: Table, command: PostBank) -> CommandOutcome:
    player = command.player
    refusal = _bars_bank(table, player)
    if refusal is not None:
        return refusal
    turned = _rotation(table)
    why = rotation.bars(turned, table.seats, player)
    if why is not None:
        return Refusal(clauses.BANK_TURN, why)
    # The player who has the bank may raise or lower its amount.
    has = turned.banker == player
    taken = turned if has else rotation.accept(turned, table.seats, player)
    assert taken is not None, f"{player} may take the bank"
    refusal = _bars_amount(table, player, command.amount)
    if refusal is not None:
        return refusal
    if any(bet.owner == player for bet in table.bets):
        return Refusal(clauses.BANK_SELF, f"{player} has a bet on the layout")
    # A player may have bet on the box before the bank sat down there.
    gone = [bet for bet in table.bets if bet.box == taken.box]
    posted = msgspec.structs.replace(
        table,
        rotation=taken,
        bank=Bank(table.rules.banking, player, command.amount),
        bets=tuple(bet for bet in table.bets if bet not in gone),
    )
    return posted, (*withdrawn(gone), BankAccepted(player, taken.box, command.amount))


def _bars_amount(table: Table, player: str, amount: int) -> Refusal | None:
    """Why a bank cannot be posted with this amount: it is made of chips that the player has."""
    chip, stack, fee = table.rules.limits.chip, table.stack(player), bank_collection(table, player)
    if amount <= 0:
        return Refusal(clauses.BANK_NEEDED, "the amount of a bank must be above zero")
    if amount % chip:
        made = f"{exact(amount)} is not a multiple of the smallest chip, {exact(chip)}"
        return Refusal(play_clauses.CHIP, made)
    if amount > stack:
        return Refusal(clauses.BANK_NEEDED, f"{player} has {exact(stack)} on the table")
    if amount > stack - fee:
        has = f"{player} has {exact(stack)}, and the collection may be {exact(fee)}"
        return Refusal(clauses.FEE, has)
    return None


def _rotation(table: Table) -> Rotation:
    """The rotation, with the companies whose people may not bank one after the other."""
    apart = table.rules.options.get("affiliates_may_alternate") is not False
    companies = {} if apart else table.companies
    return msgspec.structs.replace(table.rotation, companies=companies)


def collection_of(table: Table, player: str) -> int:
    """What will be collected from a player as the bets lie; from the bank, the most possible."""
    if table.bank is not None and table.bank.owner == player:
        return bank_collection(table, player)
    owed = fees(table.betting, table.carried)
    return 0 if isinstance(owed, Refusal) else sum(f.amount for f in owed if f.owner == player)


def bank_collection(table: Table, player: str) -> int:
    """What a bank keeps in addition to its amount: the wagers against it are not known yet."""
    most = table.rules.fees.bank_most(table.betting.limits)
    return max(0, most - table.carried.get(player, 0))


def decline_bank(table: Table, command: DeclineBank) -> CommandOutcome:
    refusal = _bars_bank(table, command.player)
    if refusal is not None:
        return refusal
    turned = rotation.decline(_rotation(table), table.seats, command.player)
    if turned is None:
        return Refusal(clauses.BANK_TURN, f"{command.player} was not offered the bank")
    # A bank that was posted is withdrawn.
    table, asked = turn(msgspec.structs.replace(table, bank=None), turned)
    return table, (BankDeclined(command.player), *asked)


def _bars_bank(table: Table, player: str) -> Refusal | None:
    if not table.player_banked:
        return Refusal(clauses.HOUSE_BANKS, f"{player} cannot bank here")
    if table.round is not None:
        return Refusal(play_clauses.CLOSED, table.round_status)
    return None


def seek_bank(table: Table) -> Applied:
    """Bets are open: in a player-banked game a player is offered the bank."""
    if not table.player_banked:
        return table, ()
    return turn(table, rotation.ask(_rotation(table), table.seats))


def turn(table: Table, turned: Rotation) -> Applied:
    """The table with this rotation, and what is to be announced."""
    before = table.rotation
    events: tuple[Event, ...] = ()
    if turned.broken and not before.broken:
        events = (GameBroken(),)
    elif turned.asked and (turned.asked, turned.asked_box) != (before.asked, before.asked_box):
        events = (BankOffered(turned.asked, turned.asked_box),)
    return msgspec.structs.replace(table, rotation=turned), events
