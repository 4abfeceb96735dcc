"""The certificate of backward induction (`*.certificate.json` of a public state graph): the value
and strategies at every state at which both players move, in rationals.

`stages.induction_checker` checks one against its graph, independently of this module.
"""

import json
from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from typing import NamedTuple

from schemas.parts.documents import Data, Findings, read_json
from schemas.parts.exact import read_fraction, write_exact
from schemas.parts.problems import Place, Problem, shown

FORMAT = "efgc/induction-certificate"
VERSION = 1
KEYS = ("title", "graph_sha256", "value", "stages")
STAGE = ("state", "value", "strategy_1", "strategy_2")

Weights = tuple[Fraction, ...]


class StageProof(NamedTuple):
    """The strategies that prove the value of one state at which both players move."""

    state: str
    value: Fraction
    """To player 1, from here on."""
    strategies: tuple[Weights, Weights]
    """Per player one probability per move, summing to 1."""


@dataclass(frozen=True, kw_only=True)
class InductionCertificate:
    """The value of a state graph without a secret, with the strategies that prove it."""

    title: str
    graph_sha256: str
    """SHA-256 of the bytes of the graph's file, in hexadecimal."""
    value: Fraction
    """The value of the start, to player 1."""
    stages: tuple[StageProof, ...]
    """One per reachable state at which both players move."""


def check(certificate: InductionCertificate) -> list[Problem]:
    """Return the problems of a certificate that can be found without its graph."""
    found = Findings()
    found.digest(certificate.graph_sha256, ("graph_sha256",))
    known: set[str] = set()
    for at, stage in enumerate(certificate.stages):
        if stage.state in known:
            found.add(("stages", at, "state"), f"{shown(stage.state)} stands twice")
        known.add(stage.state)
        for player, weights in enumerate(stage.strategies, 1):
            if sum(weights) != 1 or min(weights) < 0:
                found.add(
                    ("stages", at, f"strategy_{player}"), "they are below 0 or do not sum to 1"
                )
    return found.problems


def read(text: str) -> InductionCertificate:
    """Return the certificate in a JSON text. Raise InputError with the place of every problem."""
    data = read_json(text)
    found = Findings()
    found.header(data, FORMAT, VERSION)
    top = found.fields(data, (), ("format", "version", *KEYS))
    stages = enumerate(found.sequence(top["stages"], ("stages",)))
    certificate = InductionCertificate(
        title=found.text(top["title"], ("title",)),
        graph_sha256=found.text(top["graph_sha256"], ("graph_sha256",)),
        value=_fraction(found, ("value",), top["value"]),
        stages=tuple(_stage(found, ("stages", at), stage) for at, stage in stages),
    )
    found.add_beside(check(certificate))
    found.stop()
    return certificate


def write(certificate: InductionCertificate) -> Iterator[str]:
    """Yield the lines of the JSON text: one state per line."""
    yield f'{{"format": "{FORMAT}", "version": {VERSION},\n'
    yield f' "title": {json.dumps(certificate.title)},\n'
    yield f' "graph_sha256": {json.dumps(certificate.graph_sha256)},\n'
    yield f' "value": "{write_exact(certificate.value)}",\n "stages": ['
    for at, stage in enumerate(certificate.stages):
        first, second = ([write_exact(weight) for weight in each] for each in stage.strategies)
        record = (stage.state, write_exact(stage.value), first, second)
        line = json.dumps(dict(zip(STAGE, record, strict=True)), ensure_ascii=False)
        yield f"{',' if at else ''}\n  {line}"
    yield "]}\n"


def _stage(found: Findings, place: Place, data: Data) -> StageProof:
    fields = found.fields(data, place, STAGE)
    strategies = [_weights(found, (*place, key), fields[key]) for key in STAGE[2:]]
    return StageProof(
        state=found.text(fields["state"], (*place, "state")),
        value=_fraction(found, (*place, "value"), fields["value"]),
        strategies=(strategies[0], strategies[1]),
    )


def _weights(found: Findings, place: Place, data: Data) -> Weights:
    numbers = enumerate(found.sequence(data, place))
    weights = tuple(_fraction(found, (*place, at), number) for at, number in numbers)
    if data == []:
        found.add(place, "there is no probability")
    return weights or (Fraction(1),)


def _fraction(found: Findings, place: Place, data: Data) -> Fraction:
    if data is None:
        return Fraction(0)
    number = read_fraction(data) if type(data) is str else None
    if number is None:
        found.add(place, f'{shown(data)} is not an exact number; write "3" or "1/3"')
    return number or Fraction(0)
