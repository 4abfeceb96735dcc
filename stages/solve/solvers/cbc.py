"""CBC, the program on the PATH or in the package cbcbox. It chooses the simplex method itself; dual
values and basis come from its files.
"""

import os
import re
import shutil
from functools import cache

from ....schemas.parts.problems import OptionError, SolverError, shown
from ....schemas.parts.status import Basis, Status
from ..files.cbc import read
from ..interface import OVER, Answer, Request
from ..program import FloatProgram
from ..program.contents import TOO_LARGE
from ..program.model_file import model, named
from .programs import answer_file, folder, on_path, read_output, start

# CBC 3 tightens bounds before it solves: its dual values and its basis then belong to another
# program. CBC 2 lacks these options.
_UNTIGHTENED = ["-boundPropLevel", "off", "-singletonBounds", "off"]
_SOLVE = ["-printingOptions", "all", "-solve", "-basisOut", "basis", "-solution", "solution"]
_OPTION = re.compile(r"[A-Za-z][A-Za-z0-9]*[+-]?", re.ASCII)
_BASIS = re.compile(r" (XU|XL|UL|LL)\s+(\S+)(?:\s+(\S+))?", re.ASCII)
_OF_COLUMN = {"XU": Basis.BASIC, "XL": Basis.BASIC, "UL": Basis.UPPER, "LL": Basis.LOWER}
_OF_ROW = {"XU": Basis.UPPER, "XL": Basis.LOWER}


def solve(program: FloatProgram, request: Request = Request()) -> Answer:
    """Return CBC's answer to a program. Raises SolverError if it leaves no readable one."""
    with folder(model(program, program.maximise)) as place:
        cbc = _program()
        banner = _banner(cbc, request.time_limit)
        (place / "basis").touch()  # CBC writes a basis only to an existing file.
        untightened = [] if "Version: 2" in banner else _UNTIGHTENED
        options = [*untightened, *_arguments(request)]
        said = start([cbc, "p.mps", *options, *_SOLVE], place, request)
        if said is None:
            return OVER
        if wrong := re.search(r"(?:Unrecognized parameter|No match for)[ -]*(\w+)", said):
            raise OptionError(f"cbc has no option {shown(wrong[1])}")
        version = re.search(r"(?:Version|CBC)\W+((?:devel|\d)[\w.]*)", banner)
        answer = answer_file("cbc", version[1] if version else "", place, read, said)
        if answer.status == Status.FAILED and re.search(r"\binfeasib", said, re.IGNORECASE):
            # Presolve found this, and the file does not report it.
            return answer._replace(status=Status.INFEASIBLE)
        if answer.status == Status.OPTIMAL and abs(answer.objective or 0) >= TOO_LARGE:
            return answer._replace(status=Status.UNBOUNDED)  # CBC 3 calls that optimal.
        return named(_with_basis(answer, read_output(place / "basis")), program)


@cache
def _banner(cbc: str, time_limit: float) -> str:
    with folder([]) as place:
        return start([cbc, "-exit"], place, Request(time_limit=time_limit)) or ""


def _program() -> str:
    if shutil.which("cbc"):
        return on_path("cbc")
    try:
        import cbcbox  # Optional; used only if the PATH has no cbc.
    except ImportError:
        raise SolverError(
            "the program cbc is not on the PATH, and cbcbox is not installed"
        ) from None
    return os.path.abspath(str(cbcbox.cbc_bin_path()))


def _arguments(request: Request) -> list[str]:
    for option, _ in request.options:
        if not _OPTION.fullmatch(option):
            raise OptionError(
                f"cbc has no option {shown(option)}; write primalT=1e-9 for -primalT 1e-9"
            )
    return [
        word
        for option, value in request.options_and_limit("sec", "f")
        for word in (f"-{option}", value)
        if word
    ]


def _with_basis(answer: Answer, text: str) -> Answer:
    """Return the answer with the basis of an MPS basis file.

    XU and XL put a column into the basis in place of a row at its upper or lower bound; UL puts a
    column at its upper bound.
    """
    if not text:
        return answer
    of_columns, of_rows = dict[str, Basis](), dict[str, Basis]()
    for kind, column, row in _BASIS.findall(text):
        of_columns[column] = _OF_COLUMN[kind]
        if kind in _OF_ROW:
            of_rows[row] = _OF_ROW[kind]
    columns, rows = (
        tuple(entry._replace(basis=found.get(entry.name, other)) for entry in lines)
        for lines, found, other in (
            (answer.columns, of_columns, Basis.LOWER),
            (answer.rows, of_rows, Basis.BASIC),
        )
    )
    return answer._replace(columns=columns, rows=rows)
