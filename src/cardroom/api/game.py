"""A posted game, and everything that can be asked about it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from html import escape
from pathlib import Path
from typing import TYPE_CHECKING, Final, Literal

from cardroom.api import posting
from cardroom.api.amounts import Amount, all_in_cents, maybe_cents
from cardroom.api.asked import naming_parameters
from cardroom.errors import CardroomError

if TYPE_CHECKING:
    from cardroom.api.bank import Bank
    from cardroom.api.hands import Hands
    from cardroom.api.odds import Odds
    from cardroom.api.protection import Protection
    from cardroom.api.rounds import Bets, Decide, PlayedRound
    from cardroom.api.session import Session
    from cardroom.api.simulation import Simulation
    from cardroom.api.strategy import Strategy
    from cardroom.api.variations import Variations
    from cardroom.rules.ruleset import Ruleset

DEALS: Final = 1_000_000


@dataclass(frozen=True, slots=True, repr=False)
class Game:
    """A posted game: a game's rules with the options of a house.

    Make one with `cardroom.game`. It is a value: two games with the same rules are equal.
    """

    rules: Ruleset
    """The rules themselves, for programs that use the engine (docs/engine.md)."""

    @property
    def id(self) -> str:
        """The game's name: "blackjack"."""
        return self.rules.game

    @property
    def title(self) -> str:
        return self.rules.title

    @property
    def house(self) -> str:
        """The house that posts it; "" for the game's own defaults."""
        return self.rules.house

    @property
    def digest(self) -> str:
        """The SHA-256 of the rules: equal digests mean equal rules."""
        return self.rules.digest

    @property
    def options(self) -> Mapping[str, object]:
        """The value of every option; amounts are in cents."""
        return self.rules.options

    @property
    def wagers(self) -> tuple[str, ...]:
        """The names of the wagers, the main one first."""
        return tuple(spot.name for spot in self.rules.spots)

    def __repr__(self) -> str:
        house = f", house={self.house!r}" if self.house else ""
        changed = "".join(f", {name}={value!r}" for name, value in self._changed())
        return f"cardroom.game({self.id!r}{house}{changed})"

    def _repr_html_(self) -> str:
        rows = "".join(
            f"<tr><td>{escape(name)}</td><td>{escape(str(value))}</td></tr>"
            for name, value in self._changed()
        )
        where = f", as posted by {escape(self.house)}" if self.house else ""
        return (
            f"<p><b>{escape(self.title)}</b>{where}</p><table>{rows}</table>"
            f"<p><small>ruleset {self.digest[:16]}</small></p>"
        )

    def _changed(self) -> list[tuple[str, object]]:
        """The options that differ from the game's defaults, as `cardroom.game` takes them."""
        return [
            (name, int(value) if isinstance(value, str) and value.isdecimal() else value)
            for name, value in posting.shown(self.rules).items()
        ]

    def change(self, **options: object) -> Game:
        """The same posted game with other values of some options.

        Examples:
            >>> import cardroom as cr
            >>> cr.game("blackjack", decks=6).change(dealer_hits_soft_17=True).options["decks"]
            6
        """
        return Game(posting.changed(self.rules, options))

    def save(self, path: str | Path) -> Path:
        """Write a game file, which `cardroom.game` reads; its name ends in .json."""
        file = Path(path).with_suffix(".json")
        file.write_bytes(self.rules.stored)
        return file

    @naming_parameters()
    def odds(
        self,
        *,
        stake: Amount | None = None,
        chart: object = None,
        shoe: Iterable[int] | None = None,
        meter: Amount | None = None,
        real_shoe: Literal["simulate", "leave"] = "leave",
    ) -> Odds:
        """The house edge of every wager, its standard deviation and hit frequency.

        Parameters:
            stake: The wager in dollars that payouts are rounded for. By default the table's
                minimum where the house posts chips or rounding; otherwise figures are exact.
            chart: Play by this strategy (`Strategy.to_dict()`); by default perfectly.
            shoe: The number of aces, 2s to 9s, and ten-values in another shoe, and of jokers; in
                Three Card Poker thirteen numbers, from aces to kings.
            meter: The dollars on the progressive meter; by default its seed.
            real_shoe: "simulate" adds what the cut card changes.

        Examples:
            >>> import cardroom as cr
            >>> odds = cr.game("bet-the-set-21", decks=6).odds()
            >>> odds.wager("bet-the-set").exact
            Fraction(33, 311)
        """
        from cardroom.api.odds import odds_of

        return odds_of(
            self.rules,
            stake=maybe_cents(stake, "stake"),
            chart=chart,
            shoe=shoe_counts(shoe),
            meter=maybe_cents(meter, "meter"),
            real_shoe=real_shoe,
        )

    @naming_parameters()
    def strategy(self, *, shoe: Iterable[int] | None = None) -> Strategy:
        """The best strategy that people can follow, and what it costs against perfect play.

        Examples:
            >>> import cardroom as cr
            >>> cr.game("three-card-poker").strategy().lowest["K"]
            'K-9-2'
        """
        from cardroom.api.strategy import strategy_of

        return strategy_of(self.rules, shoe_counts(shoe))

    @naming_parameters()
    def hands(
        self,
        *,
        stake: Amount | None = None,
        chart: object = None,
        shoe: Iterable[int] | None = None,
    ) -> Hands:
        """The value of every option of every starting hand (21 and Three Card Poker)."""
        from cardroom.api.hands import hands_of

        return hands_of(self.rules, maybe_cents(stake, "stake"), chart, shoe_counts(shoe))

    @naming_parameters()
    def simulate(
        self,
        rounds: int | None = None,
        *,
        error: float | None = None,
        seed: int = 1,
        workers: int = 0,
        boxes: int = 1,
        stake: Amount | None = None,
        chart: object = None,
        side_bets: Iterable[str] = (),
    ) -> Simulation:
        """Deal many rounds, and report edge, standard deviation, and payment frequencies.

        The same seed gives the same figures with any number of workers.

        Parameters:
            rounds: How many rounds to deal, at least; a million by default.
            error: Deal until the standard error of the edge is this small, as a share of the
                wager (0.0001 is a hundredth of a point); instead of `rounds`.
            seed: The seed of the shuffles.
            workers: Threads; 0 is one for each core.
            boxes: Boxes in play.
            stake: The wager in dollars that payouts are rounded for.
            chart: Play by this strategy (`Strategy.to_dict()`); by default by the best one.
            side_bets: Wagers next to the main one that every box makes (`Game.wagers`).
        """
        from cardroom.api.simulation import goal_of, simulated

        return simulated(
            self.rules,
            goal_of(rounds, error),
            workers,
            seed=seed,
            boxes=boxes,
            stake=maybe_cents(stake, "stake"),
            chart=chart,
            side_bets=tuple(side_bets),
        )

    @naming_parameters()
    def session(
        self,
        *,
        bet: Amount,
        rounds: int | None = None,
        hours: float | None = None,
        pace: float = 70,
        whose: Literal["player", "house"] = "player",
        boxes: int = 1,
        bankroll: Amount | None = None,
        chart: object = None,
        side_bets: Mapping[str, Amount] | None = None,
        collections: Literal["pay", "leave"] = "pay",
    ) -> Session:
        """How a session may end: quantiles, and the risk of ruin.

        It takes `rounds`, or `hours` of `pace` rounds each. `side_bets` are made in every round.
        """
        from cardroom.api.session import session_of

        return session_of(
            self.rules, bet, (rounds, hours, pace), whose=whose, boxes=boxes, bankroll=bankroll,
            chart=chart, side_bets=side_bets or {}, collections=collections,
        )  # fmt: skip

    @naming_parameters()
    def protect(
        self,
        *,
        counts: Iterable[str] = ("hi-lo",),
        bet_max: Amount | None = None,
        meter: Amount | None = None,
        hands_per_hour: float | None = None,
        rounds: int | None = None,
        seed: int = 1,
        minutes_away: float | None = None,
    ) -> Protection:
        """What every wager is worth to players who count, peek, or share cards (games of 21).

        Parameters:
            counts: Counts to examine in addition to the best ones: "hi-lo", "ko", "zen" ..., or
                the tags of A, 2 to 9, and T.
            bet_max: The maximum bet in dollars, where none is posted, or another one.
            meter: The dollars on the progressive meter; by default its seed.
            hands_per_hour: Hands that the dealer deals, including the dealer's own.
            rounds: Rounds of the main wager to simulate.
            seed: The seed of the shuffles.
            minutes_away: From a shoe that the player leaves to the next one at another table.
        """
        from cardroom.analysis.counting.question import AS_POSTED
        from cardroom.api.protection import protection_of

        asked = AS_POSTED._replace(
            counts=tuple(counts),
            hands_per_hour=hands_per_hour or AS_POSTED.hands_per_hour,
            bet_max=maybe_cents(bet_max, "bet_max"),
            meter=maybe_cents(meter, "meter"),
            rounds=rounds or AS_POSTED.rounds,
            seed=seed,
            minutes_away=AS_POSTED.minutes_away if minutes_away is None else minutes_away,
        )
        return protection_of(self.rules, asked)

    @naming_parameters()
    def variations(
        self,
        *options: str,
        by: str | Mapping[str, Iterable[object]] = "",
        grid: Mapping[str, Iterable[object]] | None = None,
        stake: Amount | None = None,
    ) -> Variations:
        """What other options do to the edge of every wager.

        Parameters:
            options: Options to change, one at a time, to every other value; all by default.
            by: An option, alone or with its values, like `{"decks": [1, 2, 6]}`: each change is
                made with each of them.
            grid: Options with their values; every combination is priced instead.
            stake: The wager in dollars that payouts are rounded for.

        Examples:
            >>> import cardroom as cr
            >>> found = cr.game("blackjack").variations(grid={"natural_pays": ["6:5"]})
            >>> found.table.to_dict()["options"]
            ['natural_pays = 6:5']
        """
        from cardroom.api.variations import variations_of

        return variations_of(self.rules, options, by, grid, maybe_cents(stake, "stake"))

    @naming_parameters()
    def bank(
        self,
        wagers: Amount | Iterable[Amount] = (),
        *,
        bonuses: Iterable[Amount] = (),
        posted: Amount | Iterable[Amount] = (),
        bankroll: Amount | None = None,
        rounds: Iterable[int] = (100, 1000),
        deals: int = DEALS,
        seed: int = 1,
        workers: int = 0,
        chart: object = None,
    ) -> Bank:
        """What banking a table is worth: collections, short banks, and the risk of ruin.

        Parameters:
            wagers: The wagers in dollars from the bank's left; $50 per seat by default.
            bonuses: The bonus bets of the same seats; 0 is none.
            posted: Banks to compute; half, all, and twice the wagers by default.
            bankroll: What the banker has; 20 times the wagers by default.
            rounds: Numbers of rounds to report sessions and the risk of ruin for.
            deals: Rounds to simulate.
            seed: The seed of the shuffles.
            workers: Threads; 0 is one for each core.
            chart: Everybody plays by this strategy (`Strategy.to_dict()`); by default the best.
        """
        from cardroom.api.bank import banked

        return banked(
            self.rules,
            all_in_cents(wagers, "wagers"),
            all_in_cents(bonuses, "bonuses"),
            posted=all_in_cents(posted, "posted"),
            bankroll=maybe_cents(bankroll, "bankroll"),
            rounds=rounds,
            deals=deals,
            seed=seed,
            workers=workers,
            chart=chart,
        )

    def play(
        self,
        bets: Bets | None = None,
        *,
        decide: Decide | None = None,
        seed: int = 1,
        cards: str = "",
        bank: Amount | None = None,
    ) -> PlayedRound:
        """Play one round by the rules, and settle it; see `cardroom.play`."""
        from cardroom.api.rounds import play_round

        return play_round(self.rules, bets, decide, seed, cards, maybe_cents(bank, "bank"))

    def settle(self, source: str | Path) -> PlayedRound:
        """Play a round from a scenario file, or from its text, under these rules.

        The round is settled by the options of this game, whatever the file posts.
        """
        from cardroom.api.rounds import settle_under

        return settle_under(self.rules, source)


def shoe_counts(shoe: Iterable[int] | None) -> tuple[int, ...] | None:
    """The counts of a shoe; without jokers if ten are given, or thirteen from aces to kings."""
    if shoe is None:
        return None
    counts = tuple(shoe)
    if len(counts) not in (10, 11, 13) or any(n < 0 for n in counts):
        raise CardroomError("shoe: give ten whole numbers: aces, 2 to 9, ten-values; then jokers")
    return counts + (0,) * (11 - len(counts))


def game(name: str | Path, *, house: str | Path = "", **options: object) -> Game:
    """A posted game.

    Parameters:
        name: A game ("blackjack"), the file of a house that posts one game ("my-room.toml"), a
            game file ("posted.json", see `Game.save`), or the digest of a game that ships.
        house: The house whose posted options apply, or its file.
        options: Options of the game that differ from that (`cardroom rules GAME` lists them).
            Amounts are dollars; `side_bets` is a list of side bet files.

    Examples:
        >>> import cardroom as cr
        >>> cr.game("safari-21", decks=8)
        cardroom.game('safari-21', decks=8)
        >>> cr.game("blackjak")
        Traceback (most recent call last):
            ...
        cardroom.rules.options.OptionFaults: there is no game 'blackjak'; did you mean ...
    """
    return Game(posting.posted(name, house, options))
