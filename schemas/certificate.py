"""The certificate (`*.certificate.json`): a game's value and two strategies that prove it, in
rationals.

`stages.checkers.game_checker` checks one against its game, independently of this module.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Annotated

from .parts.documents.artifacts import Artifact
from .parts.documents.shapes import Digest, Key, Mark, Rational
from .parts.problems import Problem
from .refinement import Refinement
from .strategies import ExactStrategy


@dataclass(frozen=True, kw_only=True)
class Certificate:
    """Bounds on the value of a game, with the strategies that prove them."""

    title: Annotated[str, "the game in words"]
    game_sha256: Annotated[Digest, "SHA-256 of the bytes of the game's file, 64 hexadecimal digits"]
    value: Annotated[
        Rational | None,
        "game value to player 1, a whole number or a fraction; null if the strategies only prove "
        "bounds",
    ]
    lower: Annotated[
        Rational,
        "the payoff that player 1's strategy guarantees; the value if it is known",
        Key("lower_bound"),
    ]
    upper: Annotated[
        Rational,
        "the most that player 1 can get against player 2's strategy; the value if it is known",
        Key("upper_bound"),
    ]
    strategies: Annotated[
        tuple[ExactStrategy, ExactStrategy],
        "of player 1 and of player 2: one entry per information set, in the order of the game",
        Mark.LINES,
    ]
    refinement: Annotated[
        Refinement | None,
        "the refinement that the strategies are claimed to satisfy, with its proof; missing if "
        "none was requested",
        Mark.LINES,
    ] = None
    """For a sequential equilibrium the weights have only their leading terms."""


def _consistent(certificate: Certificate) -> Iterator[Problem]:
    lower, value, upper = certificate.lower, certificate.value, certificate.upper
    if lower > upper:
        yield Problem("the lower bound is above the upper bound", ("lower_bound",))
    if value is not None and not lower == value == upper:
        yield Problem("value and bounds are not the same number", ("value",))
    if certificate.refinement and value is None:
        yield Problem("a refinement needs a proved value", ("refinement",))
    for player, strategy in enumerate(certificate.strategies):
        for at, (_, probabilities) in enumerate(strategy):
            if sum(probabilities) != 1:
                place = ("strategies", player, at, "probabilities")
                yield Problem("they do not sum to 1", place)
    if certificate.refinement:
        for player, trembles in enumerate(certificate.refinement.trembles):
            for at, tremble in enumerate(trembles):
                for action, weight in enumerate(tremble.weights):
                    if weight and not weight[-1]:
                        where = ("refinement", "trembles", player, at, "weights", action)
                        yield Problem("the last coefficient is 0", where)


ARTIFACT = Artifact("efgc/certificate", 1, "Certificate", Certificate, _consistent)
check, read, write = ARTIFACT.check, ARTIFACT.read, ARTIFACT.write
