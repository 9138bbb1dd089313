"""Play money into a wallet."""

from __future__ import annotations

from cardroom.play.round import Refusal
from cardroom.service.errors import ServiceError
from cardroom.table.cashier import Deposit
from cardroom.table.floor import HOUSE, Floor


async def endow(floor: Floor, key: str, player: str, amount: int) -> None:
    """Once for a key."""
    answer = await floor.ask_cashier(key, HOUSE, Deposit(player, amount))
    if isinstance(answer, Refusal):
        raise ServiceError(409, answer)
