"""Double entry: recorded events in terms of money. All accounts always add up to zero."""

from cardroom.ledger.accounts import Account
from cardroom.ledger.ledger import Ledger, Wager, post
from cardroom.ledger.transfers import Transfer

__all__ = ["Account", "Ledger", "Transfer", "Wager", "post"]
