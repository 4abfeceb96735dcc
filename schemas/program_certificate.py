"""The certificate of a linear program (`*.certificate.json` of an `.lp` or `.mps`): a proof in
rationals that it has an optimum, is infeasible or is unbounded.

`stages.checkers.program_checker` checks one against its program, independently of this module.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Annotated, NamedTuple

from .parts.documents.artifacts import Artifact
from .parts.documents.shapes import Digest, Key, Mark, OneOf, Rational, Rename
from .parts.problems import Problem, repeated, shown
from .parts.status import Status

LISTS = {"plan": "column", "multipliers": "row", "ray": "column"}
"""The lists of numbers, each with the kind of its names."""
NEEDED = {
    Status.OPTIMAL: ("objective", "plan", "multipliers"),
    Status.INFEASIBLE: ("multipliers",),
    Status.UNBOUNDED: ("plan", "ray"),
}


class Share(NamedTuple):
    """The number of one column or row; missing ones are 0."""

    name: Annotated[str, "its name", Key("column")]
    value: Annotated[Rational, "a whole number or a fraction"]


@dataclass(frozen=True, kw_only=True)
class ProgramCertificate:
    """The proof of a linear program's status. Lists that the status does not need are missing."""

    title: Annotated[str, "name of the linear program; empty if it has none"]
    program_sha256: Annotated[
        Digest, "SHA-256 of the bytes of the program's file, 64 hexadecimal digits"
    ]
    status: Annotated[str, "`optimal`, `infeasible` or `unbounded`", OneOf(tuple(NEEDED))]
    objective: Annotated[
        Rational | None,
        "the optimum, including the constant: a whole number or a fraction; missing unless "
        "`optimal`",
    ] = None
    plan: Annotated[
        tuple[Share, ...] | None,
        "values of columns, one per line; columns that are not listed are 0; missing if "
        "`infeasible`",
        Mark.LINES,
    ] = None
    multipliers: Annotated[
        tuple[Share, ...] | None,
        "dual prices of rows, one per line; rows that are not listed have the price 0; missing if "
        "`unbounded`",
        Rename(
            {
                "name": ("row", "its name"),
                "value": (
                    "value",
                    "a whole number or a fraction: if `optimal`, the change of the objective per "
                    "unit of the right-hand side",
                ),
            }
        ),
        Mark.LINES,
    ] = None
    ray: Annotated[
        tuple[Share, ...] | None,
        "a direction: changes of columns, one per line; columns that are not listed do not change; "
        "missing unless `unbounded`",
        Mark.LINES,
    ] = None


def _consistent(certificate: ProgramCertificate) -> Iterator[Problem]:
    needed = NEEDED.get(Status(certificate.status)) if certificate.status in NEEDED else None
    for key in ("objective", *LISTS):
        value = getattr(certificate, key)
        if needed is not None and (value is not None) != (key in needed):
            reason = "is missing" if value is None else "must be missing"
            yield Problem(f"{reason} if the status is {certificate.status}", (key,))
        if value is not None and key in LISTS:
            for index in repeated(share.name for share in value):
                yield Problem(f"duplicate name {shown(value[index].name)}", (key, index))


def _keys_of(status: Status) -> dict[str, object]:
    """Return a rule of JSON Schema: the keys that a status needs, and those that it excludes."""
    needed = NEEDED[status]
    excluded = {key: False for key in ("objective", *LISTS) if key not in needed}
    return {
        "if": {"properties": {"status": {"const": status}}, "required": ["status"]},
        "then": {"required": list(needed), "properties": excluded},
    }


ARTIFACT = Artifact(
    "efgc/program-certificate",
    1,
    "Certificate of a linear program",
    ProgramCertificate,
    _consistent,
    schema={"allOf": [_keys_of(status) for status in NEEDED]},
)
check, read, write = ARTIFACT.check, ARTIFACT.read, ARTIFACT.write
