"""Certify: from a report to a certificate, a file whose claims can be checked without this
program.
"""

from fractions import Fraction

from ...schemas.certificate import Certificate
from ...schemas.induction_certificate import InductionCertificate, StageProof
from ...schemas.induction_report import InductionReport
from ...schemas.refinement import Concept, Polynomial, Refinement, Tremble, Trembles
from ...schemas.report import Proof, Report
from .exact.simple_fractions import rational


def certify(report: Report, game_sha256: str) -> Certificate:
    """Return the certificate of a report's game, whose file has the SHA-256 given.

    With a proved exact value, the certificate holds the optimal strategies in rationals.
    Otherwise it holds the printed strategies, made to sum to 1, and the bounds. A refinement of
    the proved strategies is included.
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
        refinement=needed(report.refinement) if proof and report.refinement else None,
    )


def certify_induction(report: InductionReport, graph_sha256: str) -> InductionCertificate:
    """Return the certificate of a graph that was solved in rationals, whose file has the SHA-256
    given.
    """
    assert report.exact is not None
    return InductionCertificate(
        title=report.graph.title,
        graph_sha256=graph_sha256,
        value=report.exact,
        stages=tuple(
            StageProof(state, *report.exact_stages[state])
            for state in report.graph.names
            if state in report.exact_stages
        ),
    )


def needed(refinement: Refinement) -> Refinement:
    """Return the part of a refinement that proves it: for a sequential equilibrium the leading
    terms.
    """
    if refinement.concept != Concept.SEQUENTIAL:
        return refinement
    first, second = refinement.trembles
    return refinement._replace(trembles=(_leading(first), _leading(second)))


def _leading(trembles: Trembles) -> Trembles:
    return tuple(
        Tremble(infoset, tuple(_to_first(weight) for weight in weights))
        for infoset, weights in trembles
    )


def _to_first(weight: Polynomial) -> Polynomial:
    """Return a polynomial cut after its first nonzero coefficient."""
    return weight[: next(order for order, number in enumerate(weight) if number) + 1]
