"""Play money into a wallet."""

from __future__ import annotations

from collections.abc import Iterable

from cardroom.play.round import Refusal
from cardroom.service.errors import ServiceError
from cardroom.service.view.views import BOT
from cardroom.table import Envelope
from cardroom.table.cashier import Deposit
from cardroom.table.commands import BuyIn
from cardroom.table.floor import HOUSE, Floor
from cardroom.table.table import Table


async def grant(floor: Floor, key: str, player: str, amount: int) -> None:
    """Give a wallet play money, once for each key."""
    answer = await floor.ask_cashier(key, HOUSE, Deposit(player, amount))
    if isinstance(answer, Refusal):
        raise ServiceError(409, answer)


async def grant_to_bots(floor: Floor, table: Table, moves: Iterable[Envelope]) -> None:
    """Bots buy chips as people do, so the house gives them the money first."""
    for move in moves:
        bought = move.command
        if not isinstance(bought, BuyIn) or table.chips == "practice":
            continue
        if bought.player.startswith(BOT):
            await grant(floor, f"{move.key}/endow", bought.player, bought.amount)
