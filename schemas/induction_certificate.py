"""The certificate of backward induction (`*.certificate.json` of a public state graph): the value
and strategies at every state at which both players move, in rationals.

`stages.checkers.induction_checker` checks one against its graph, independently of this module.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Annotated, NamedTuple

from .parts.documents.artifacts import Artifact
from .parts.documents.shapes import Digest, Keys, Length, Mark, Rational, Weight
from .parts.problems import Problem, shown

Weights = Annotated[tuple[Weight, ...], Length(1)]


class StageProof(NamedTuple):
    """The strategies that prove the value of one state at which both players move."""

    state: Annotated[str, "name of the state"]
    value: Annotated[Rational, "future payoff to player 1, from this state on"]
    strategies: Annotated[
        tuple[Weights, Weights],
        "probabilities of player 1's moves in the order of the graph: whole numbers or fractions, "
        "sum exactly 1",
        Keys("strategy_1", "strategy_2", "of player 2's"),
    ]


@dataclass(frozen=True, kw_only=True)
class InductionCertificate:
    """The value of a state graph without a secret, with the strategies that prove it."""

    title: Annotated[str, "the game in words"]
    graph_sha256: Annotated[
        Digest, "SHA-256 of the bytes of the state graph's file, 64 hexadecimal digits"
    ]
    value: Annotated[Rational, "value of the start to player 1: a whole number or a fraction"]
    stages: Annotated[
        tuple[StageProof, ...],
        "one per line: every reachable state of the graph at which both players move",
        Mark.LINES,
    ]


def _consistent(certificate: InductionCertificate) -> Iterator[Problem]:
    known: set[str] = set()
    for at, stage in enumerate(certificate.stages):
        if stage.state in known:
            yield Problem(f"duplicate state {shown(stage.state)}", ("stages", at, "state"))
        known.add(stage.state)
        for player, weights in enumerate(stage.strategies, 1):
            if sum(weights) != 1:
                place = ("stages", at, f"strategy_{player}")
                yield Problem("they do not sum to 1", place)


ARTIFACT = Artifact(
    "efgc/induction-certificate",
    1,
    "Certificate of backward induction",
    InductionCertificate,
    _consistent,
)
check, read, write = ARTIFACT.check, ARTIFACT.read, ARTIFACT.write
