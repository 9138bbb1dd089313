"""What a dealer in training types."""

from __future__ import annotations

from cardroom.money import dollars
from cardroom.school.whole_table.dealer_action import DealerAction


def written(action: DealerAction) -> str:
    """The action as it is typed; `read` understands it."""
    amount = dollars(abs(action.amount))
    match action.act:
        case "settle":
            side = "pay" if action.amount > 0 else "take" if action.amount else "push"
            return f"{side} {action.where} {amount}" if action.amount else f"{side} {action.where}"
        case "collect" | "pot" | "drop" | "slip":
            return " ".join(part for part in (action.act, action.where, amount) if part)
        case _:
            return f"{action.act} {action.where}".strip()
