"""The proof: what is proved by what, and the commands with which a stranger checks it."""

from schemas.induction_report import InductionReport
from schemas.report import Report
from stages.page.assembly import Section
from stages.page.proof.games import of_game
from stages.page.proof.others import of_optimum, of_states
from stages.report.optimum_report import OptimumReport

__all__ = ("GAME_PROOF", "OPTIMUM_PROOF", "STATES_PROOF")

GAME_PROOF = Section[Report]("proof", "Proof", of_game)
STATES_PROOF = Section[InductionReport]("proof", "Proof", of_states)
OPTIMUM_PROOF = Section[OptimumReport]("proof", "Proof", of_optimum)
