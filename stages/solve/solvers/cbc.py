"""CBC, the program of the PATH or that of the package cbcbox: its own choice of simplex, dual
values and basis from its files.
"""

import os
import re
import shutil
from functools import cache

from schemas.parts.problems import OptionError, SolverError, shown
from schemas.solution import Entry
from stages.solve import Answer, Options, Request
from stages.solve.files.cbc import read
from stages.solve.solvers.glpk import INFINITE
from stages.solve.solvers.started import answer_file, folder, on_path, start
from stages.solve.solvers.started import read as read_left

# CBC 3 moves bounds before it solves: its dual values and its basis then belong to another program.
# CBC 2 knows no such options.
_UNTIGHTENED = ["-boundPropLevel", "off", "-singletonBounds", "off"]
_OPTION = re.compile(r"[A-Za-z][A-Za-z0-9]*[+-]?", re.ASCII)
_BASIS = re.compile(r" (XU|XL|UL|LL)\s+(\S+)(?:\s+(\S+))?", re.ASCII)


def solve(text: str, format: str, request: Request = Request()) -> Answer:
    """Return CBC's answer to an `.lp` or `.mps` text. Raises SolverError where it leaves none that
    can be read.
    """
    with folder(text, format) as place:
        cbc = _program()
        banner = _banner(cbc, request.time_limit)
        version = re.search(r"(?:Version|CBC)\W+((?:devel|\d)[\w.]*)", banner)
        (place / "basis").touch()  # CBC writes a basis only over a file that is there.
        said = start(
            [
                cbc,
                f"p.{format}",
                *([] if "Version: 2" in banner else _UNTIGHTENED),
                *_arguments(request),
                "-printingOptions",
                "all",
                "-solve",
                "-basisOut",
                "basis",
                "-solution",
                "solution",
            ],
            place,
            request,
        )
        if said is None:
            return Answer("", "limit", None, (), ())
        if wrong := re.search(r"(?:Unrecognized parameter|No match for)[ -]*(\w+)", said):
            raise OptionError(f"cbc has no option {shown(wrong[1])}")
        answer = answer_file("cbc", version[1] if version else "", place, format, read, said)
        if answer.status == "failed" and re.search(r"\binfeasib", said, re.IGNORECASE):
            # Presolve saw it, and the file does not say so.
            return answer._replace(status="infeasible")
        if answer.status == "optimal" and abs(answer.objective or 0) >= INFINITE:
            return answer._replace(status="unbounded")  # CBC 3 calls that optimal.
        return _based(answer, read_left(place / "basis"))


@cache
def _banner(cbc: str, time_limit: float) -> str:
    with folder("", "lp") as place:
        return start([cbc, "-exit"], place, Request(time_limit=time_limit)) or ""


def _program() -> str:
    if shutil.which("cbc"):
        return on_path("cbc")
    try:
        import cbcbox
    except ImportError:
        raise SolverError(
            "the program cbc is not on the PATH, and cbcbox is not installed"
        ) from None
    return os.path.abspath(str(cbcbox.cbc_bin_path()))


def _arguments(request: Request) -> list[str]:
    limit: Options = (("sec", f"{request.time_limit:f}"),) if request.time_limit else ()
    for option, _ in request.options:
        if not _OPTION.fullmatch(option):
            raise OptionError(
                f"cbc has no option {shown(option)}; write primalT=1e-9 for -primalT 1e-9"
            )
    return [
        word
        for option, value in (*request.options, *limit)
        for word in (f"-{option}", value)
        if word
    ]


def _based(answer: Answer, text: str) -> Answer:
    """Return the answer with the basis of an MPS basis file.

    XU and XL put a column into the basis in place of a row at its upper or lower bound; UL puts a
    column at its upper bound.
    """
    status = {entry.name: "lower" for entry in answer.columns} | {
        entry.name: "basic" for entry in answer.rows
    }
    for kind, column, row in _BASIS.findall(text):
        status[column] = "basic" if kind[0] == "X" else "upper" if kind == "UL" else "lower"
        if kind[0] == "X":
            status[row] = "upper" if kind == "XU" else "lower"
    columns, rows = (
        tuple(
            Entry(entry.name, entry.value, status[entry.name] if text else "") for entry in entries
        )
        for entries in (answer.columns, answer.rows)
    )
    return answer._replace(columns=columns, rows=rows)
