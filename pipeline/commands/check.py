"""efgc check."""

import os
import re
from collections.abc import Iterable, Iterator, Sequence
from contextlib import suppress

import click

from ...schemas.levels import MANIFEST
from ...schemas.parts.labels import one_line
from ...schemas.parts.problems import InputError, Problem, VerificationError
from ..files.checks import CHECK, CHECKS, check_of
from ..files.kinds import (
    CHECKPOINT,
    KINDS,
    kind,
    kinds_of_name,
    recognised,
    refuse_by_ending,
    refuse_misnamed,
)
from ..files.reading import about, read_text, write_stdout
from ..files.sources import SOURCES, remark_map, remark_program
from ..files.text import Text
from ..options import calls
from ..related_files.agreement import (
    NEEDS,
    RELATIONS,
    findings,
    is_related,
    with_tables,
)
from ..related_files.links import links
from ..related_files.records import File, Finding
from ..related_files.verified import find_program
from ..settings.value_types import FILE
from ..terminal import codes
from ..terminal.diagnostics import note, progress, tell_problems
from ..terminal.events import Event

NUMBERS = ("grades", "droid-contest", "sweep", "critical")
"""Kinds of files whose numbers are not verified."""
MEANT = re.compile(r"[^.].*\.(yaml|json|efg|lp|mps)", re.IGNORECASE)
"""Names of files in a folder that are checked even if their content is not recognised."""
BOARD = re.compile(r"^[#SDGE-]{3,}\s*$|\A\s*\Z", re.MULTILINE)
"""A row of a map, or an empty text: what makes NAME.txt a map that is not recognised."""
NAMED = 3  # The number of other files in a folder that are named.


@click.command(
    epilog=calls.example(
        "efgc check island-1.certificate.json island-1.game.json",
        "efgc check island-1.lp island-1.solution.json",
    )
)
@click.argument("artifacts", metavar="ARTIFACT...", type=FILE, nargs=-1, required=True)
@click.option(
    "--verified",
    is_flag=True,
    help="Check certificates of games and of state graphs by the checker that is proved correct in "
    "Coq. `make -C proofs` builds it; the exit code is 3 if it is missing.",
)
@calls.time_limit
def check(artifacts: tuple[str, ...], verified: bool) -> None:
    """Check artifacts, sources and certificates.

    Each file is recognised by its content and checked for its form: whether it is what its stage
    writes. Files that efgc writes only for people are recognised, too, but not checked. A folder
    stands for all files in it that are recognised, end in .efg, .lp, .mps, .json or .yaml, have the
    rows of a map or a name that `run` gives; stderr names the others. For a folder of level files
    the command compares the checksums and solves random states again. Prints one line per file,
    and all problems on stderr; the exit code is 1 if a file is not well formed, or not what its
    name says.

    Files that belong together are also checked against each other, in any order: a solution against
    its linear program (checksum, rows and bounds, objective, optimality) and its game (by best
    responses), a solution by backward induction against its state graph, a linear program and its
    columns against the game, a game against its state graph, and both against the source. A
    certificate is proved on its game, state graph or linear program by a separate program, and so
    are bounds on their game or state graph. Prints
    one line for each pair that agrees. The exit code is 5 if files do not agree, or do not belong
    together.

    Every artifact has checksums of its inputs and of its own content. The exit code is also 5 if a
    file was changed after its stage wrote it, or was made from another version of a file that is
    given. In a folder, unedited files that an earlier run of the same NAME may have left there are
    only named. To make an edited state graph or game your own, delete its `made` and `source`.

    "Well formed; not verified" marks a file whose claims no other given file supports: also name
    the file that it was made from.
    """
    files, errors = _files(artifacts)
    for error in errors:
        tell_problems(error)
    if verified and not errors:
        _refuse_unverifiable({file.kind for file in files})
    if verified:
        find_program()
    files = with_tables(files)
    with progress("check"):
        findings_of = [[*findings(file, files, verified), *links(file, files)] for file in files]
    for file, about_it in zip(files, findings_of, strict=True):
        write_stdout([f"{one_line(file.name)}: {_form(file, about_it)}\n"])
    agree = [_agrees(file, about_it) for file, about_it in zip(files, findings_of, strict=True)]
    if errors:
        raise click.exceptions.Exit(1)
    claims = [file for file in files if file.kind in NEEDS]
    if claims and not any(findings_of) and any(file.kind in SOURCES for file in files):
        names = one_line(", ".join(file.name for file in claims))
        needed = " and ".join(dict.fromkeys(NEEDS[file.kind] for file in claims))
        note(f"not verified: {names}; also name {needed}")
    if not all(agree):
        raise click.exceptions.Exit(VerificationError.exit_code)


def _refuse_unverifiable(kinds: set[str]) -> None:
    if "program-certificate" in kinds:
        raise click.UsageError("--verified does not cover certificates of linear programs")
    pairs = ({each.claim, *each.bases} for each in RELATIONS if each.verified)
    if not any(pair <= kinds for pair in pairs):
        raise click.UsageError("--verified needs a certificate, and its game or state graph")


def _files(named: Iterable[str]) -> tuple[list[File], list[InputError]]:
    """Return the well-formed files, and the errors for the others."""
    files: list[File] = []
    errors: list[InputError] = []
    for path in named:
        folder = path if os.path.isdir(path) else ""
        try:
            paths = _paths(path) if folder else [path]
        except InputError as error:
            errors.append(error)
            continue
        for file in paths:
            try:
                files.append(_read(file, folder))
            except InputError as error:
                errors.append(error)
    return files, errors


def _paths(folder: str) -> list[str]:
    """Return the paths of the artifacts, sources and certificates in a folder, and of all files
    with the name of one. Level files are not among them: they are checked and reported here. Raises
    InputError.
    """
    found = list(_artifacts(folder))
    if os.path.isfile(os.path.join(folder, MANIFEST)):
        from ..levels.check import check_in_words

        write_stdout([f"{check_in_words(folder)}\n"])
    elif not found:
        raise InputError([Problem("is a folder without artifacts and level files")], folder)
    return found


def _artifacts(folder: str) -> Iterator[str]:
    others = []
    for name in sorted(os.listdir(folder)):
        path, text, found = os.path.join(folder, name), "", None
        if name == MANIFEST or not os.path.isfile(path):
            continue
        with suppress(InputError):
            text = read_text(path).text
            found = recognised(text)
        is_meant = MEANT.fullmatch(name) or name.endswith(".txt") and BOARD.search(text)
        checked = found in CHECKS or found in SOURCES or found and CHECK in KINDS[found].readers
        if checked or kinds_of_name(name) or is_meant:
            yield path
        elif not name.startswith("."):
            others.append(name)
    if others:
        more = f" and {len(others) - NAMED} more" * (len(others) > NAMED)
        note(f"not recognised: {one_line(', '.join(others[:NAMED]))}{more}", folder)


def _read(path: str, folder: str) -> File:
    """Return a well-formed file. In a folder it must be what its name says. Raises InputError."""
    name = os.path.basename(path)
    if kinds_of_name(name) == (CHECKPOINT,) and os.path.isfile(path):
        from ..chain.checkpoints import read_checkpoint  # For start-up time.

        read_checkpoint(path, None)
        return File(CHECKPOINT, Text("", path, name, ""), None, folder=folder)
    text = read_text(path)
    found, is_ours = kind(text.text), folder and kinds_of_name(name)
    if is_ours:
        about(path, lambda: refuse_misnamed(text))
    about(text.name, lambda: refuse_by_ending(text.text, text.name, "run"))
    remark_map(text)
    if found == "linear-program":
        remark_program(text)
    with progress("check"):
        work = about(text.name, lambda: check_of(found))
        record = about(text.name, lambda: work and work(text))
    if found == "solver":
        _remark_solver(text)
    if is_ours and not work and ("\0" in text.text or not text.text.endswith(("\n", "</svg>"))):
        raise InputError([Problem("is damaged or cut off")], path)
    record = record if is_related(found) else None
    return File(found, text, record, work is not None, folder=folder)


def _remark_solver(text: Text) -> None:
    """Print remarks on a solver file whose program does not work here."""
    # For start-up time: NumPy and YAML.
    from ...schemas.parts.documents import locate_yaml
    from ...stages.solve.solvers.description import description_of
    from ...stages.solve.solvers.programs import missing_files

    folder = os.path.dirname(os.path.abspath(text.name))
    missing = missing_files(description_of(text.text)._replace(folder=folder))
    if found := locate_yaml(text.text, list(missing)):
        tell_problems(InputError(found, text.name), event=Event.REMARK)


def _agrees(file: File, found: Sequence[Finding]) -> bool:
    """Print the findings about a file; return whether it agrees with the files that it
    belongs to.
    """
    write_stdout(
        f"{one_line(file.name)}: {one_line(finding.words)}\n"
        for finding in found
        if finding.holds is not False
    )
    wrong = [Problem(finding.words) for finding in found if finding.holds is False]
    if wrong:
        tell_problems(InputError(wrong, file.name), codes.DISAGREEMENT)
    return not wrong


def _form(file: File, found: Sequence[Finding]) -> str:
    """Return the kind of a file in words, and whether only its form was checked."""
    if not file.has_checks:
        return f"{KINDS[file.kind].words}, nothing to check"
    name = file.kind.replace("-", " ")
    if any(finding.holds is False for finding in found):
        return f"{name}, well formed"
    if file.kind in NUMBERS:
        return f"{name}, well formed; its numbers are not verified"
    if file.kind in NEEDS and not any(finding.holds for finding in found):
        return f"{name}, well formed; not verified against {NEEDS[file.kind]}"
    return f"{name}, no problems"
