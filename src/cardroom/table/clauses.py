"""Clauses of the table around the rounds. They cite our readings (`games/readings.toml`)."""

from __future__ import annotations

from typing import Final

from cardroom.play.clauses import BANK_TURN as BANK_TURN
from cardroom.rules.clauses import Clause, Clauses

OPEN: Final = Clause(
    "table.open", "All games / tables", "a table is opened once, with a posted game"
)
OPTIONS: Final = Clause(
    "table.options", "All games / posting", "a posted game has only options from its catalog"
)
CLOSED: Final = Clause(
    "table.closed",
    "All games / tables",
    "a table closes for good, after its round is cleared and its chips are cashed",
)
SET_ASIDE: Final = Clause(
    "table.set-aside",
    "All games / tables",
    "a table that this version cannot resume is set aside: its chips are cashed, nothing is played",
)
PAUSED: Final = Clause(
    "table.paused", "All games / pauses", "at a paused table only the dealer and the floor act"
)
ROLE: Final = Clause(
    "table.role",
    "All games / roles",
    "players act for themselves; the dealer and the floor act for the table",
)
SEAT: Final = Clause(
    "table.seat", "All games / seats", "a seat of the layout is taken by one player at a time"
)
SEATED: Final = Clause(
    "table.seated", "All games / seats", "a player must have a seat to bet before the deal"
)
BUSY: Final = Clause(
    "table.in-round",
    "All games / stacks",
    "a player with a wager in a round keeps seat and stack as they are until the round is cleared",
)
AMOUNT: Final = Clause(
    "table.amount",
    "All games / stacks",
    "chips are bought in multiples of the smallest chip, and cashed only if they are not wagered",
)
PRACTICE: Final = Clause(
    "table.practice",
    "All games / practice chips",
    "practice chips are handed out by a table, up to $1,000,000 for each player, and are good only"
    " there",
)
WALLET: Final = Clause(
    "cashier.wallet", "All games / stacks", "a wallet pays out no more than it holds"
)
BETWEEN: Final = Clause(
    "table.between-rounds",
    "All games / posting",
    "rules, limits, fees and the way of dealing change between rounds, with notice",
)
HELP: Final = Clause(
    "table.help",
    "All games / help at the table",
    "a coach and charts need the operator's permission, table by table; it changes between rounds",
)
NO_ROUND: Final = Clause("table.no-round", "All games / rounds", "there must be a round to play")
NOT_OVER: Final = Clause(
    "table.round-over", "All games / rounds", "a round is cleared when it is over"
)
SHOE: Final = Clause(
    "shoe.cards",
    "All games / shoes",
    "a shoe holds the posted deck, or the discards that are shuffled in the middle of a round",
)
ROOT: Final = Clause(
    "shoe.root", "All games / shoes", "a published root commits to every card of the order"
)
CONTRIBUTIONS: Final = Clause(
    "shoe.contributions",
    "All games / shoes",
    "the house commits to its order, then players commit to their contributions; all are opened and"
    " mixed before the first bet on the cards, and none can be changed or left out",
)
DICE: Final = Clause(
    "shoe.dice",
    "All games / shoes",
    "dice come from the secret that was committed to with the cards and from the players' mix",
)
SHUFFLE: Final = Clause(
    "shoe.shuffle",
    "All games / shoes",
    "when the cut card is out, the round is finished and all cards are shuffled; if it is the first"
    " card of a round, they are shuffled at once",
)
NOT_DUE: Final = Clause(
    "shoe.not-due",
    "All games / shoes",
    "while there are bets on the layout, cards are shuffled only if a shuffle is due",
)
SETUP: Final = Clause(
    "shoe.new-setup",
    "Double Hand / Rules",
    "where one deck is shuffled for each round, any player may ask for a new set-up before a bank's"
    " first round, and only the bank before its second",
)
DEALING: Final = Clause(
    "table.dealing",
    "All games / dealing",
    "cards come from the shoe; at a physical table the dealer says which card was dealt",
)
NEXT_CARD: Final = Clause(
    "shoe.next-card",
    "All games / irregularities",
    "a card drawn in error is the next card of the shoe",
)
BLINDS: Final = Clause(
    "blind.answer",
    "Poker 4, missed blinds",
    "a player who joins late or missed blinds posts them, or waits for the big blind",
)
METER: Final = Clause(
    "table.meter",
    "Progressive systems",
    "tables on one meter post the same progressive bet, and nothing else changes the meter",
)
METER_CHANGE: Final = Clause(
    "office.meter",
    "All games / meters",
    "two people sign a change to a meter, the tables on it get notice, and the money in it still"
    " belongs to the players",
)
TIME: Final = Clause(
    "table.time",
    "Collection, option 3",
    "where there is a time collection, the house's clock says when a half hour ends; it never goes"
    " back",
)
TRAY: Final = Clause(
    "office.tray",
    "All games / trays",
    "a tray is opened with a count, filled and credited by slips, and counted between rounds before"
    " it closes",
)
SLIP: Final = Clause(
    "office.slip",
    "All games / trays",
    "a slip counts when a second person has signed it",
)
COUNT: Final = Clause(
    "office.count",
    "All games / trays",
    "a count that differs from the books is explained, and two people sign for it",
)
BOX: Final = Clause(
    "office.box",
    "All games / trays",
    "buy-ins and collection go into a numbered drop box, which is counted after it is pulled",
)
EXCLUDED: Final = Clause(
    "office.excluded",
    "All games / exclusion",
    "an excluded person may not be seated and may not bet, but can still cash chips",
)
OWN_LIMITS: Final = Clause(
    "office.own-limits",
    "All games / players' own limits",
    "a player who has set a limit for a gaming day may not go beyond it",
)
JACKPOT: Final = Clause(
    "office.jackpot",
    "All games / jackpots",
    "two people check a meter award against the cards of its round, and sign",
)
RULING: Final = Clause(
    "office.ruling",
    "All games / rulings",
    "a ruling on a settled round has a reason, a clause, and two signatures; later rounds stand",
)
DEALER: Final = Clause(
    "office.dealer", "All games / trays", "one dealer at a time deals at a table"
)
BANK_NEEDED: Final = Clause(
    "bank.needed", "The bank / 1", "the bank posts its amount before the deal"
)
BANK_SELF: Final = Clause("bank.self", "The bank / 3", "the bank may not bet against itself")
HOUSE_BANKS: Final = Clause(
    "bank.house", "The bank / 3", "in a house-banked game players do not bank"
)
FEE: Final = Clause(
    "fee.stack",
    "The bank / 4",
    "players need the collection on the table in addition to the wager, and the bank in addition to"
    " its amount",
)

CLAUSES: Final = Clauses(value for value in list(globals().values()) if isinstance(value, Clause))
