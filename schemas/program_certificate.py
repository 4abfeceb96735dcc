"""The certificate of a linear program (`*.certificate.json` of an `.lp` or `.mps`): a proof in
rationals that it has an optimum, is infeasible or is unbounded.

`stages.program_checker` checks one against its program, independently of this module.
"""

import json
from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from typing import NamedTuple

from schemas.parts.documents import Data, Findings, read_json
from schemas.parts.exact import read_fraction, write_exact
from schemas.parts.problems import Place, Problem, shown
from schemas.parts.status import Status

FORMAT = "efgc/program-certificate"
VERSION = 1
LISTS = {"plan": "column", "multipliers": "row", "ray": "column"}
"""The lists of numbers, each with the kind of its names."""
NEEDED = {
    Status.OPTIMAL: ("objective", "plan", "multipliers"),
    Status.INFEASIBLE: ("multipliers",),
    Status.UNBOUNDED: ("plan", "ray"),
}


class Share(NamedTuple):
    """The number of one column or row; missing ones are 0."""

    name: str
    value: Fraction


@dataclass(frozen=True, kw_only=True)
class ProgramCertificate:
    """The proof of a linear program's status. Lists that the status does not need are None."""

    title: str
    program_sha256: str
    """SHA-256 of the bytes of the program's file, in hexadecimal."""
    status: str
    """`optimal`, `infeasible` or `unbounded`."""
    objective: Fraction | None = None
    plan: tuple[Share, ...] | None = None
    """The values of the columns."""
    multipliers: tuple[Share, ...] | None = None
    """The dual prices of the rows."""
    ray: tuple[Share, ...] | None = None
    """A direction, by columns."""


def check(certificate: ProgramCertificate) -> list[Problem]:
    """Return the problems of a certificate that can be found without its program."""
    found = Findings()
    found.digest(certificate.program_sha256, ("program_sha256",))
    needed = NEEDED.get(Status(certificate.status)) if certificate.status in NEEDED else None
    if needed is None:
        found.add(("status",), f"{shown(certificate.status)} is none of {', '.join(NEEDED)}")
    for key in ("objective", *LISTS):
        present = getattr(certificate, key) is not None
        if needed is not None and present != (key in needed):
            reason = "is of no use" if present else "is missing"
            found.add((key,), f"{reason} where the status is {certificate.status}")
        if present and key in LISTS:
            _check_names(found, key, [share.name for share in getattr(certificate, key)])
    return found.problems


def read(text: str) -> ProgramCertificate:
    """Return the certificate in a JSON text. Raise InputError with the place of every problem."""
    data = read_json(text)
    found = Findings()
    found.header(data, FORMAT, VERSION)
    keys = ("format", "version", "title", "program_sha256", "status")
    top = found.fields(data, (), keys, ("objective", *LISTS))
    certificate = ProgramCertificate(
        title=found.text(top["title"], ("title",)),
        program_sha256=found.text(top["program_sha256"], ("program_sha256",)),
        status=found.text(top["status"], ("status",)),
        objective=(
            _fraction(found, ("objective",), top["objective"]) if "objective" in top else None
        ),
        **{key: _shares(found, key, top[key]) for key in LISTS if key in top},
    )
    found.add_beside(check(certificate))
    found.stop()
    return certificate


def write(certificate: ProgramCertificate) -> Iterator[str]:
    """Yield the lines of the JSON text: one column or row per line."""
    yield f'{{"format": "{FORMAT}", "version": {VERSION},\n'
    for key in ("title", "program_sha256", "status"):
        yield f' "{key}": {json.dumps(getattr(certificate, key))}'
        yield ",\n" if key != "status" else ""
    if certificate.objective is not None:
        yield f',\n "objective": "{write_exact(certificate.objective)}"'
    for key, kind in LISTS.items():
        shares = getattr(certificate, key)
        if shares is not None:
            yield f',\n "{key}": ['
            for at, share in enumerate(shares):
                line = json.dumps({kind: share.name, "value": write_exact(share.value)})
                yield f"{',' if at else ''}\n  {line}"
            yield "]"
    yield "}\n"


def _check_names(found: Findings, key: str, names: list[str]) -> None:
    known: set[str] = set()
    for at, name in enumerate(names):
        if name in known:
            found.add((key, at), f"{shown(name)} is repeated")
        known.add(name)


def _shares(found: Findings, key: str, data: Data) -> tuple[Share, ...]:
    return tuple(
        _share(found, (key, at), LISTS[key], entry)
        for at, entry in enumerate(found.sequence(data, (key,)))
    )


def _share(found: Findings, place: Place, kind: str, data: Data) -> Share:
    fields = found.fields(data, place, (kind, "value"))
    return Share(
        found.text(fields[kind], (*place, kind)),
        _fraction(found, (*place, "value"), fields["value"]),
    )


def _fraction(found: Findings, place: Place, data: Data) -> Fraction:
    number = read_fraction(data) if type(data) is str else None
    if number is None and data is not None:
        found.add(place, f'{shown(data)} is not an exact number; write "3" or "1/3"')
    return number or Fraction(0)
