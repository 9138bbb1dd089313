"""The 21 games on the side of the odds: what can be asked of them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from cardroom.analysis.families import Analysis
from cardroom.analysis.twentyone.answers import odds, strategy
from cardroom.analysis.twentyone.side_bets import decided_by_cards

if TYPE_CHECKING:
    from cardroom.analysis.bank.report import BankingPart
    from cardroom.analysis.counting.question import ProtectionPart
    from cardroom.analysis.hands import HandsPart
    from cardroom.analysis.pricing import EdgesPart
    from cardroom.analysis.session import SideBetRounds
    from cardroom.analysis.simulation import SimulationPart


class TwentyOneAnalysis(Analysis):
    """Most questions are about one part, so each of the large ones is imported when it is asked."""

    @property
    def simulation(self) -> SimulationPart:
        from cardroom.analysis.twentyone.simulation import PART  # noqa: PLC0415

        return PART

    @property
    def banking(self) -> BankingPart:
        from cardroom.analysis.twentyone import bank  # noqa: PLC0415

        return bank

    @property
    def hands(self) -> HandsPart:
        from cardroom.analysis.twentyone.hand_list import hands  # noqa: PLC0415

        return hands

    @property
    def protection(self) -> ProtectionPart:
        from cardroom.analysis.twentyone.protection import answers  # noqa: PLC0415

        return answers

    @property
    def edges(self) -> EdgesPart:
        from cardroom.analysis.twentyone.edges import edges  # noqa: PLC0415

        return edges

    @property
    def side_bet_rounds(self) -> SideBetRounds:
        from cardroom.analysis.twentyone.side_bet_rounds import round_nets  # noqa: PLC0415

        return round_nets


ANALYSIS = TwentyOneAnalysis(odds=odds, strategy=strategy, side_bet_rows=decided_by_cards)
