"""A session at the tables, for the recorder: a floor over a journal file, and people who play.

Chance, the clock and the signing key are given, so the same session is written to the byte again.
"""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from random import Random
from typing import Final

from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

from tests.floor_calls import do, do_cashier
from tests.journals.opened import (
    HOUSE,
    JOURNAL,
    OWN,
    Actor,
    Deposit,
    Envelope,
    Floor,
    Reading,
    Receipt,
    Refusal,
    SigningKey,
    Table,
    Withdraw,
    c,
    checkpoint,
    inputs,
    open_store,
    parse_cards,
)
from tests.random_play import anything, in_round, load, wager

KEY: Final = SigningKey(Ed25519PrivateKey.from_private_bytes(b"the key of the recorded journals"))
"""It signs test data only, so everybody may know it."""
BEGIN: Final = 1_794_852_000
"""Monday, 16 November 2026, 18:00 UTC."""
STEP_SECONDS: Final = 7
FLOOR, DEALER, EYE = Actor("flo", "floor"), Actor("deb", "dealer"), Actor("eve", "surveillance")
CAGE: Final = Actor("cas", "cashier")
PLAYERS: Final = ["ann", "bob", "cid"]
CHIPS: Final = 500_00


class Session:
    def __init__(self, folder: Path, name: str) -> None:
        self.path, self.name = folder / JOURNAL, name
        self.chance = Random(f"recorded {name}")
        self._now, self._keys = BEGIN * 10**9, 0
        self._open()

    def _open(self) -> None:
        self.store = open_store(str(self.path))
        self.floor = Floor(self.store, self.clock)

    def clock(self) -> int:
        self._now += STEP_SECONDS * 10**9 + self.chance.randrange(10**9)
        return self._now

    @property
    def half_hour(self) -> int:
        return self._now // 10**9 // 1800

    def sleep(self, half_hours: int = 1) -> None:
        self._now += half_hours * 1800 * 10**9

    def sign(self) -> None:
        """A checkpoint, as a running service makes it every ten minutes."""
        checkpoint.record(self.store, KEY, self.clock())

    def reopen(self) -> None:
        """The house closes and opens again; everything stands as it stood."""
        before = {id: self.floor.table(id) for id in self.floor.tables()}
        self.store.close()
        self._open()
        assert {id: self.floor.table(id) for id in self.floor.tables()} == before

    def close(self) -> None:
        self.sign()
        self.store.close()

    # --- asking -------------------------------------------------------------------------------

    def _key(self) -> str:
        self._keys += 1
        return f"{self.name}-{self._keys}"

    def ask(self, id: str, command: c.TableCommand, actor: Actor | None = None) -> bool:
        """Whether the table did it."""
        envelope = Envelope(self._key(), actor or self.who(id, command), command)
        return isinstance(do(self.floor, id, envelope), Receipt)

    def do(self, id: str, *commands: c.TableCommand) -> Receipt:
        for command in commands:
            answer = do(self.floor, id, Envelope(self._key(), self.who(id, command), command))
            assert isinstance(answer, Receipt), f"{command}: {answer}"
            receipt = answer
        return receipt

    def refused(self, id: str, command: c.TableCommand) -> None:
        answer = do(self.floor, id, Envelope(self._key(), self.who(id, command), command))
        assert isinstance(answer, Refusal), f"{command} was not refused"

    def deposit(self, player: str, cents: int) -> None:
        self._cash(Deposit(player, cents))

    def withdraw(self, player: str, cents: int) -> None:
        self._cash(Withdraw(player, cents))

    def _cash(self, command: Deposit | Withdraw) -> None:
        answer = do_cashier(self.floor, self._key(), CAGE, command)
        assert isinstance(answer, Receipt), answer

    def who(self, id: str, command: c.TableCommand) -> Actor:
        """Players ask for themselves, a dealer deals, the floor mends, the house shuffles."""
        if isinstance(command, OWN):
            return Actor(command.player)
        table = self.floor.table(id)
        if isinstance(command, c.Play) and table is not None and table.round is not None:
            entry = command.input
            if isinstance(entry, inputs.Answer):
                player = table.round.players.get(entry.box)
                return DEALER if player is None else Actor(player)
            if isinstance(entry, inputs.Intervene):
                return FLOOR
        if isinstance(command, (c.OpenTable, c.ChangeRules, c.PostLimits, c.ChangeDealing)):
            return FLOOR
        if isinstance(command, (c.PermitHelp, c.Resume, c.CloseTable)):
            return FLOOR
        if isinstance(command, c.Pause):
            return EYE
        by_itself = table is not None and table.dealing == "automatic"
        return HOUSE if by_itself or isinstance(command, c.NoteTime) else DEALER

    def table(self, id: str) -> Table:
        table = self.floor.table(id)
        assert table is not None
        return table

    # --- playing ------------------------------------------------------------------------------

    def welcome(self, id: str, *players: str, chips: int = CHIPS) -> None:
        """Money into the wallets, seats from 1 on, chips from the wallets."""
        for seat, player in enumerate(players, start=1):
            self.deposit(player, 2 * chips)
            self.do(id, c.SitDown(player, seat), c.BuyIn(player, chips))

    def shoe(self, id: str, first: str = "") -> None:
        """A shuffled shoe, committed to; or these cards first, without a promise."""
        table = self.table(id)
        if not first:
            self.do(id, load(table, self.chance))
            return
        cards, rest = list(parse_cards(first)), list(table.rules.deck)
        for card in cards:
            rest.remove(card)
        self.do(id, c.LoadShoe((*cards, *rest)))

    def round(self, id: str, irregularities: int = 0, most: int = 400) -> None:
        """Everybody bets something; what is asked is answered by chance; the cards are cleared."""
        self.before_round(id)
        if self.ask(id, c.CloseBets()):
            self.finish(id, irregularities, most)

    def before_round(self, id: str) -> None:
        for player in sorted(set(self.table(id).seats.values())):
            if self.table(id).free(player) < 100_00:
                self.deposit(player, CHIPS)
                self.ask(id, c.BuyIn(player, CHIPS))
        if self.table(id).shoe.due:
            self.shoe(id)
        self.bank(id)
        if not self.table(id).rules.deals_to_seats:
            self.bets(id)

    def bank(self, id: str) -> None:
        for _ in range(20):
            table = self.table(id)
            if not table.player_banked or table.bank is not None or not table.rotation.asked:
                return
            asked = table.rotation.asked
            if self.chance.random() < 0.15:
                self.ask(id, c.DeclineBank(asked))
                continue
            self.ask(id, c.PostBank(asked, self.chance.choice([10_00, 60_00, 200_00, 400_00])))

    def bets(self, id: str) -> None:
        """A main wager on every seat, and random side bets."""
        for seat, player in sorted(self.table(id).seats.items()):
            table = self.table(id)
            spot = next(spot for spot in table.rules.spots if spot.opens == "before-deal")
            least = (spot.limits or table.betting.limits).least
            stake = max(least, 5_00) * self.chance.randint(1, 3)
            self.ask(id, c.PlaceBet(player, seat, spot.name, stake))
            for _ in range(3):
                self.ask(id, wager(self.table(id), player, [seat], self.chance))

    def finish(self, id: str, irregularities: int = 0, most: int = 400) -> None:
        for _ in range(most):
            table = self.table(id)
            if table.round is None:
                return
            self.ask(id, in_round(table, self.chance, irregularities))

    def begin(self, id: str) -> None:
        """A round that is left in its middle."""
        self.before_round(id)
        self.ask(id, c.CloseBets())

    def until_clear(self, id: str) -> None:
        """A round that does not end is declared void."""
        if self.table(id).round is not None:
            self.ask(id, c.Play(inputs.Intervene("void-round")))
            self.finish(id)
        assert self.table(id).round is None

    def inputs(self, id: str) -> tuple[inputs.RoundInput, ...]:
        round = self.table(id).round
        assert round is not None
        return round.inputs

    def reads(self, id: str) -> str:
        """The figure that the round waits for, if it does."""
        round = self.table(id).round
        assert round is not None
        return round.head.name if isinstance(round.head, Reading) else ""

    def mend(self, id: str, kind: str) -> bool:
        """The floor steps in with this irregularity as soon as it can, if it can."""
        of_a_card = {"damaged-card"}
        if self.table(id).rules.family != "twentyone":
            of_a_card |= {"exposed-card", "boxed-card"}
        for _ in range(200):
            table = self.table(id)
            round = table.round
            if round is None:
                break
            shown = [card for place in round.cards for card in round.at(place) if card.rank > 1]
            for box in round.players:
                card = shown[-1] if kind in of_a_card and shown else None
                entry = inputs.Intervene(kind, box, card=card, note="as the floor says")
                if self.ask(id, c.Play(entry)):
                    return True
            self.ask(id, in_round(table, self.chance, 0))
        return False

    def until(self, id: str, done: Callable[[Table], bool], irregularities: int = 0) -> None:
        """What is due is done until something is as it should be."""
        for _ in range(400):
            table = self.table(id)
            if done(table):
                return
            assert table.round is not None, "it did not come to that"
            self.ask(id, in_round(table, self.chance, irregularities))
        raise AssertionError("it does not come to that")

    def whatever(self, id: str, commands: int, irregularities: int = 5) -> None:
        """This number of commands on a busy floor, not counting refused ones."""
        done = 0
        while done < commands:
            done += self.ask(id, anything(self.table(id), PLAYERS, self.chance, irregularities))

    def go_home(self, id: str) -> None:
        """Everybody leaves with the chips; the table is closed."""
        for player in sorted(set(self.table(id).seats.values())):
            self.do(id, c.LeaveSeat(player))
        for player in sorted(self.table(id).stacks):
            self.do(id, c.CashOut(player))
        self.do(id, c.CloseTable())
