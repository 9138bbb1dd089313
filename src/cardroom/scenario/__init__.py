"""Scenarios: a round written down in a file, read, played, checked, and written again."""

from cardroom.scenario.document import Scenario as Scenario
from cardroom.scenario.outcome import ScenarioOutcome as ScenarioOutcome
from cardroom.scenario.reading import parse as parse
from cardroom.scenario.reading import read as read
from cardroom.scenario.running import run as run
from cardroom.scenario.source import ScenarioError as ScenarioError
from cardroom.scenario.writing import write as write
