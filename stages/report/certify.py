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
    if isinstance(report.exact, Proof):
        value, strategies = report.exact
        return Certificate(
            title=report.game.title,
            game_sha256=game_sha256,
            value=value,
            lower=value,
            upper=value,
            strategies=strategies,
        )
    lower, upper = Fraction(report.bounds.lower), Fraction(report.bounds.upper)
    first, second = map(rational, report.strategies)
    return Certificate(
        title=report.game.title,
        game_sha256=game_sha256,
        value=None,
        lower=lower,
        upper=upper,
        strategies=(first, second),
    )
