"""A family says how its simulated rounds are dealt again, whether it is ours or installed."""

from __future__ import annotations

from collections.abc import Iterator
from importlib.metadata import EntryPoint

import msgspec
import pytest

from cardroom import games
from cardroom.analysis import families
from cardroom.analysis.families import Analysis, NotComputed, PlugInError
from cardroom.analysis.simulation import Simulation, SimulationPart, SimulationRequest
from cardroom.analysis.wager_simulation import WagerReport
from cardroom.cli import main
from cardroom.cli.schema import document_schema
from cardroom.games import registry
from cardroom.progress import Tell
from cardroom.replay.engine import table
from cardroom.replay.explained import Explained, RoundDocument
from cardroom.replay.families import explain, simulation_of
from cardroom.rules.ruleset import Ruleset


def again(simulation: Simulation, shoe: int, number: int) -> Explained:
    rules = simulation.rules
    document = RoundDocument(rules.game, rules.digest, 1, number, (0,), ())
    return Explained(f"shoe {shoe}", "as it was", "nothing", document)


NOTHING_TAKEN: frozenset[str] = frozenset()
SILENT = Analysis(simulation=SimulationPart(NOTHING_TAKEN, table, WagerReport))
REPLAYED = Analysis(
    simulation=SimulationPart(NOTHING_TAKEN, table, WagerReport, f"{__name__}:again")
)
MISSING = Analysis(
    simulation=SimulationPart(NOTHING_TAKEN, table, WagerReport, "no_such_package:explain")
)
NAMELESS = Analysis(
    simulation=SimulationPart(NOTHING_TAKEN, table, WagerReport, f"{__name__}:gone")
)


class FaroReport(WagerReport, frozen=True, kw_only=True):
    splits: int
    """Turns on which two cards of one rank came."""


OWN_REPORT = Analysis(simulation=SimulationPart(NOTHING_TAKEN, table, FaroReport))

ASKED: list[dict[str, str]] = []


def burning(rules: Ruleset, request: SimulationRequest, tell: Tell) -> Simulation:
    """Faro itself is not registered: the rounds are those of the game that it borrows."""
    ASKED.append(dict(request.options))
    return table(games.ruleset(rules.game), request, tell)


BURNING = Analysis(
    simulation=SimulationPart(
        frozenset({"burn", "soda", "stake"}), burning, WagerReport, f"{__name__}:again"
    )
)


@pytest.fixture(autouse=True)
def _as_before() -> Iterator[None]:
    families.named.cache_clear()
    ASKED.clear()
    yield
    families.named.cache_clear()


def installed(monkeypatch: pytest.MonkeyPatch, analysis: str) -> Ruleset:
    """A game of a family that an installed package brings, with this analysis."""

    def found(group: str, name: str) -> list[EntryPoint]:
        return [EntryPoint(name, f"{__name__}:{analysis}", group)]

    monkeypatch.setattr("importlib.metadata.entry_points", found)
    return msgspec.structs.replace(games.ruleset("blackjack"), family="faro", title="Faro")


def test_an_installed_family_deals_its_simulated_rounds_again(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    rules = installed(monkeypatch, "REPLAYED")
    assert explain(simulation_of(rules, SimulationRequest()), 3, 7).place == "shoe 3"


def test_a_simulator_without_a_replay_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    simulation = simulation_of(installed(monkeypatch, "SILENT"), SimulationRequest())
    with pytest.raises(NotComputed, match=r"^Faro has no replay of its simulated rounds$"):
        explain(simulation, 1, 1)


def test_the_command_says_in_one_line_that_there_is_no_replay(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    rules = installed(monkeypatch, "SILENT")
    monkeypatch.setattr("cardroom.cli.explain.posted", lambda *_: rules)
    assert main(["explain", "faro", "--round", "1:1"]) == 2
    (line,) = capsys.readouterr().err.splitlines()
    assert line.endswith("Faro has no replay of its simulated rounds")


@pytest.mark.parametrize(
    ("analysis", "says"),
    [
        ("MISSING", r"^the replay no_such_package:explain of Faro cannot be loaded: Module"),
        ("NAMELESS", r"^the replay .*:gone of Faro cannot be loaded: AttributeError"),
    ],
)
def test_a_replay_that_cannot_be_loaded_is_named(
    monkeypatch: pytest.MonkeyPatch, analysis: str, says: str
) -> None:
    simulation = simulation_of(installed(monkeypatch, analysis), SimulationRequest())
    with pytest.raises(PlugInError, match=says):
        explain(simulation, 1, 1)


@pytest.mark.parametrize("command", ["simulate --rounds 5", "explain --round 1:1"])
def test_an_installed_family_reads_options_of_its_own(
    command: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    rules, (name, *others) = installed(monkeypatch, "BURNING"), command.split()
    monkeypatch.setattr(f"cardroom.cli.{name}.posted", lambda *_: rules)
    monkeypatch.setattr("cardroom.cli.explain.replayed", again)
    given = ("--option", "burn=3", "--option", "soda=left = up")
    assert main([name, "faro", *others, *given, "--json"]) == 0
    assert ASKED == [{"burn": "3", "soda": "left = up"}]


@pytest.mark.parametrize(
    ("given", "says"),
    [
        ("--option hock=1", "--option hock is not an option of Faro; it has --option burn"),
        ("--way foxwoods", "--way is not an option of Faro; it has --option burn, --option soda"),
        ("--option burn", "--option burn: write a name and its value, like NAME=VALUE"),
        ("--option =3", "--option =3: write a name and its value"),
        ("--option options=1", "--option options is not an option of Faro"),
        ("--option stake=5", "--option stake=5: write --stake"),
        ("--option bank_way=foxwoods", "--option bank_way=foxwoods: write --bank-way"),
    ],
)
def test_an_option_that_an_installed_family_lacks_is_refused_with_those_it_has(
    given: str, says: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    rules = installed(monkeypatch, "BURNING")
    monkeypatch.setattr("cardroom.cli.simulate.posted", lambda *_: rules)
    assert main(["simulate", "faro", *given.split()]) == 2
    (line,) = capsys.readouterr().err.splitlines()
    assert line.startswith(says)
    assert not ASKED


def test_an_option_of_an_installed_family_is_refused_for_our_games(
    capsys: pytest.CaptureFixture[str],
) -> None:
    assert main(["simulate", "three-card-poker", "--option", "burn=3"]) == 2
    (line,) = capsys.readouterr().err.splitlines()
    assert line.startswith(
        "--option burn is not an option of Three Card Poker 1.3; it has --chart, "
    )


@pytest.mark.parametrize("game", ["blackjack", "three-card-poker", "double-hand-poker"])
def test_our_families_name_their_replays_the_same_way(game: str) -> None:
    found = explain(simulation_of(games.ruleset(game), SimulationRequest(seed=3)), 2, 1)
    assert found.document.game == game


def test_the_schema_has_what_the_simulations_of_an_installed_family_report(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    ours = document_schema("simulate")
    assert [each["$ref"] for each in ours["anyOf"]] == [
        "#/$defs/WagerReport",
        "#/$defs/PaiGowReport",
    ]
    with_faro = {**registry.packages(), "faro": None}
    monkeypatch.setattr(registry, "packages", lambda: with_faro)
    installed(monkeypatch, "NO_SUCH_ANALYSIS")
    assert document_schema("simulate") == ours
    installed(monkeypatch, "OWN_REPORT")
    found = document_schema("simulate")
    assert "splits" in found["$defs"]["FaroReport"]["required"]
