"""Double entry: what the recorded facts mean in money. The sum of all accounts is always zero."""

from cardroom.ledger.accounts import Account
from cardroom.ledger.ledger import Ledger, Wager, post
from cardroom.ledger.transfers import Transfer

__all__ = ["Account", "Ledger", "Transfer", "Wager", "post"]
