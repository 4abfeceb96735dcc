"""Certify: from a report to the file with which anybody can check what it says, without this
program.
"""

from fractions import Fraction

from schemas.certificate import Certificate
from schemas.report import Proof, Report
from stages.report.rounded import rational


def certify(report: Report, game_sha256: str) -> Certificate:
    """Return the certificate of a report's game, whose file has the SHA-256 given.

    Where the exact value is proved, it has the optimal strategies in rationals.
    Otherwise it has the strategies as printed, made to sum to 1, and the bounds.
    """
    proof = report.exact if isinstance(report.exact, Proof) else None
    return Certificate(
        title=report.game.title,
        game_sha256=game_sha256,
        value=proof.value if proof else None,
        lower=proof.value if proof else Fraction(report.bounds.lower),
        upper=proof.value if proof else Fraction(report.bounds.upper),
        strategies=(
            proof.strategies
            if proof
            else (rational(report.strategies[0]), rational(report.strategies[1]))
        ),
    )
