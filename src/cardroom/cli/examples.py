"""Examples for the help of every command; a test reads all of them and runs the quick ones."""

from __future__ import annotations

from typing import Final

from rich.markup import escape

EXAMPLES: Final = {
    "audit accounts": ("audit accounts journal.db",),
    "audit backup": ("audit backup journal.db copy.db",),
    "audit checkpoint": ("audit checkpoint journal.db --key-file house.pem --out copy.json",),
    "audit export": ("audit export journal.db --as csv --out transfers.csv",),
    "audit fairness": ("audit fairness opened.json", "audit fairness --all journal.db"),
    "audit follow": ("audit follow journal.db copy.db --once",),
    "audit meter": ("audit meter journal.db", "audit meter journal.db main --csv"),
    "audit openings": ("audit openings journal.db main:12 --out opened.json",),
    "audit replay": ("audit replay journal.db", "audit replay journal.db --json"),
    "audit restore": ("audit restore copy.db journal.db",),
    "audit rounds": ("audit rounds journal.db --table main", "audit rounds journal.db --csv"),
    "audit scenario": ("audit scenario journal.db main:12 --out my-round.toml",),
    "audit show": ("audit show journal.db main:12",),
    "audit statement": ("audit statement journal.db --day 2026-11-17 --csv",),
    "audit verify": ("audit verify journal.db",),
    "backup": ("backup copy-of-tonight --data my-room",),
    "bank": ("bank fortune-pai-gow", "bank three-card-poker --house napa_valley --json"),
    "check": ("check washington --no-odds", "check my-room.toml --csv"),
    "compare": ('compare blackjack --with decks=8 --with "surrender=late decks=2"',),
    "completion": ("completion bash",),
    "count": (
        'count blackjack --spread "-99=10 2=100" --bankroll 10000',
        'count blackjack --spread "1=50 3=100" --leave -1',
    ),
    "design": ("design blackjack --side-bet my-bet.toml --edge 4%..6%",),
    "doctor": ("doctor", "doctor --data my-room --json"),
    "equity": ("equity AsKs QhQd", "equity AsKs QhQd --board 7s2s9d"),
    "explain": ("explain blackjack --seed 7 --round 1:12",),
    "felt": ("felt dealer-bust-21 --out felt.svg", "felt safari-21 --house washington"),
    "games": ("games", "games --csv"),
    "hands": (
        "hands blackjack --up 10",
        "hands blackjack --hand T6 --set decks=2",
        "hands three-card-poker --hand Q92",
    ),
    "histories check": ("histories check hands.phhs", "histories check downloads --csv"),
    "histories write": ("histories write journal.db --format phh --out hands",),
    "house-way": ("house-way foxwoods",),
    "move": ("move my-room postgresql://localhost/cardroom",),
    "new house": ("new house my-room --like napa_valley",),
    "odds": (
        "odds three-card-poker",
        "odds safari-21 --set decks=8 --csv",
        "odds blackjack --house washington --stake 5",
    ),
    "office bank": ("office bank journal.db --day 2026-11-17",),
    "office daily": ("office daily journal.db --day 2026-11-17 --as csv",),
    "office dispute": ("office dispute journal.db main:12 --void 3",),
    "office erase": (
        "office erase room/journal.sqlite ann --by bob --by cy --why 'five years are over'",
    ),
    "office exclude": ("office exclude journal.db",),
    "office incidents": ("office incidents journal.db --as json",),
    "office jackpots": ("office jackpots journal.db --day 2026-11-17",),
    "office meters": ("office meters journal.db",),
    "office rotation": ("office rotation journal.db",),
    "office statement": ("office statement journal.db ann",),
    "play": ("play blackjack", "play safari-21 --house washington --stack 500"),
    "post": (
        "post blackjack --sheet math --data --out math.pdf",
        "post --house napa_valley --all --out sheets",
    ),
    "protect": ("protect blackjack --csv", "protect safari-21 --house washington --wager main"),
    "restore": ("restore copy-of-tonight my-room",),
    "rng-report": ("rng-report --shuffles 20000 --out report.md",),
    "rules": ("rules blackjack --options", "rules omaha --clauses", "rules omaha --csv"),
    "run": ("run", "run --house my-room.toml --port 8080"),
    "schema": ("schema", "schema house", "schema odds"),
    "school certificate": ("school certificate school.db --person ann --exam ID --out ann.pdf",),
    "school drill": ("school drill blackjack-pay --questions 20",),
    "school exam": ("school exam blackjack --person ann --journal school.db",),
    "school list": ("school list --game omaha", "school list --csv"),
    "school paper": ("school paper blackjack-pay --questions 3 --answers",),
    "school progress": ("school progress school.db --person ann",),
    "school table": ("school table blackjack --person ann", "school table safari-21 --worked"),
    "school verify": ("school verify school.db --person ann --exam ID",),
    "session": ("session blackjack --bet 25 --hours 4 --bankroll 500",),
    "set-hand": ("set-hand AsKsQsJsTs9d8d", "set-hand AsKsQsJsTs9d8d --way foxwoods"),
    "settle": ("settle my-round.toml", "settle scenarios --quiet", "settle my-round.toml --csv"),
    "simulate": (
        "simulate blackjack --rounds 1000000 --seed 7",
        "simulate blackjack --cluster tcp://host:8786",
    ),
    "strategy": ("strategy blackjack", "strategy safari-21 --json"),
    "submit": ("submit washington --out submission", "submit --compare old new"),
    "variations": (
        "variations three-card-poker",
        "variations three-card-poker --by decks --plot decks.svg",
        'variations blackjack --sweep "decks=1,2,6,8 surrender=none,late" --csv',
    ),
}
"""Without the program's name, under the words of the command."""


def shown_examples(command: str) -> str | None:
    """The examples as the end of a command's help."""
    lines = [f"cardroom {escape(example)}" for example in EXAMPLES.get(command, ())]
    return "[bold]Examples[/]\n\n" + "\n\n".join(lines) if lines else None
