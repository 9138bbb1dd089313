"""Play money into a wallet."""

from __future__ import annotations

from cardroom.play.round import Refusal
from cardroom.service.errors import ServiceError
from cardroom.table.cashier import Deposit
from cardroom.table.floor import HOUSE, CashierEnvelope, Floor


async def endow(floor: Floor, key: str, player: str, amount: int) -> None:
    """Once for a key."""
    envelope = CashierEnvelope(key, HOUSE, Deposit(player, amount))
    answer = await floor.ask_cashier(envelope)
    if isinstance(answer, Refusal):
        raise ServiceError(409, answer)
