"""Grading the programs of several students: which programs there are, on which maps and by which
rules they are run, and the heading of their grades.
"""

import hashlib
import os
import shlex
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import partial
from shutil import which
from typing import NamedTuple

import click

from .....schemas.grades import PASSED, Verdict
from .....schemas.parts.problems import EfgcError, InputError, Problem, counted
from .....schemas.parts.source import Source
from .....stages.isolated.processors import processors
from .....stages.parse.maps import Map, read_map
from .....stages.parse.rule_sets import RULES
from ....engines import Engine, ordered, watched
from ....files.reading import about, refuse_inputs
from ....terminal.diagnostics import Progress
from ..grading.batch import Batch
from ..grading.folder import skipped
from ..grading.students import owner
from ..grading.submissions import Submission, Wanted, find_submissions, map_texts
from ..records import Grade, Grades
from .maps import built_in, size, text_of
from .search import FILE, INTERPRETERS, ProgramWork, Terms, folder_of, named_files, reference

RECOGNISED = ("cave-2023", "island-2020", "island-2018")
"""The rules that are tried if none are given."""
RANDOM = 20
"""Random maps after the built-in ones."""
TRIED = 5
"""Programs that are tried to recognise the rules."""


UNREAD = (Verdict.USES_EFGC, Verdict.UNREADABLE, Verdict.FAILED, Verdict.NOT_GRADED)
"""Verdicts that say nothing about the rules."""


class ProgramRequest(NamedTuple):
    """The settings by which programs are graded, as far as they are given."""

    command: str
    rules: str
    random: int | None
    seconds: float | None
    """Time limit of each run."""
    megabytes: int | None
    """Memory limit of each run."""


def program_batch(
    handins: Sequence[str],
    maps: Sequence[str],
    request: ProgramRequest,
    seconds: float | None,
    jobs: int | None,
    output: str,
) -> Batch:
    """Return the batch of the programs that names mean; without names, the one that the command
    names. Raise UsageError, InputError.
    """
    submissions = _submissions(handins, request.command, output)
    boards = maps_of(maps)
    refuse_inputs(output, maps)
    number = RANDOM if request.random is None and not boards else request.random or 0
    terms = Terms(
        command=request.command,
        rules=request.rules,
        maps=boards,
        random=number,
        seconds=request.seconds or Terms.seconds,
        memory=(request.megabytes or 0) * 10**6 or Terms.memory,
        total=seconds or Terms.total,
        among=max(1, min(jobs or processors(), len(submissions))),
    )
    programs = [one for one in submissions if not one.reason]
    works = [ProgramWork(terms, one) for one in programs]
    terms = replace(terms, rules=request.rules or rules_of(boards, works))
    terms = replace(terms, maps=boards or tuple(built_in(terms.rules)))
    return Batch(
        head=head(terms),
        owners=list(map(owner, submissions)),
        among=terms.among,
        grades=lambda run, watch: _grades(terms, submissions, run, watch),
        inputs=maps,
        program=request.command,
    )


def _grades(
    terms: Terms, submissions: Sequence[Submission], run: Engine, progress: Progress
) -> Iterator[Grade]:
    works = [ProgramWork(terms, one) for one in submissions if not one.reason]
    # Processes that are forked inherit the libraries that solve, and the games with mistakes.
    for board in terms.maps if len(works) > 1 else ():
        reference(board, terms.rules).head_with_coverage()
    results = ordered(watched(run(works), len(works), progress))
    for one in submissions:
        if one.reason:
            yield skipped(one)
        else:
            yield replace(next(results), student=one.student)


def _submissions(handins: Sequence[str], command: str, output: str) -> list[Submission]:
    try:
        words = shlex.split(command)
    except ValueError as error:
        raise click.UsageError(f"--program: {str(error).lower()}: {command}") from None
    if not words:
        raise click.UsageError("--program is empty")
    _refuse_half_command(words[0], handins, len(words) == 1)
    if not handins:
        # The work may be done by a process that began in another folder.
        return [Submission("", "", os.path.abspath(folder_of(words)), named=True)]
    files = named_files(words)
    if inner := [name for name in files if os.path.dirname(name) not in ("", ".")]:
        raise click.UsageError(
            f"--program: {inner[0]} is looked for in all folders of a hand-in: name it without them"
        )
    names = tuple(map(os.path.basename, files))
    if any(FILE in word for word in words):
        wanted = Wanted("program", ("",))
    elif names:
        wanted = Wanted(f"program ({', '.join(names)})", programs=names)
    else:
        return [
            Submission(one, os.path.basename(one), one, named=True, handin=number)
            for number, one in enumerate(handins)
        ]
    found = find_submissions(handins, wanted, (output,))
    if names and all(one.reason for one in found):
        _refuse_misnamed(names, found)
    return found


def _refuse_misnamed(names: Sequence[str], found: Sequence[Submission]) -> None:
    """Raise InputError for a program that no folder has, with the name that most of them have."""
    ending = os.path.splitext(names[0])[1]
    files = (one.inside or one.path for one in found)
    others = Counter(os.path.basename(file) for file in files if file.endswith(ending))
    likely = [
        f"{many} {'has' if many == 1 else 'have'} {name}" for name, many in others.most_common(1)
    ]
    raise InputError([Problem("; ".join([f"no folder has {' or '.join(names)}", *likely]))])


def _refuse_half_command(first: str, handins: Sequence[str], alone: bool) -> None:
    """Raise UsageError for a program without its interpreter, or for an interpreter `alone`."""
    alone = alone and first.rstrip("0123456789.") in INTERPRETERS
    if alone or first.endswith(".py") and not os.path.dirname(first) and not which(first):
        name = next((one for one in (first, *handins) if one.endswith(".py")), "main.py")
        command = f"'{first if alone else 'python3'} {name}'"
        raise click.UsageError(f"no program {first!r} to run: --program {command} (in quotes)")


def maps_of(names: Sequence[str]) -> tuple[Map, ...]:
    """Return the maps in files and folders. Raise InputError."""
    return tuple(about(text.name, partial(read_map, text.text)) for text in map_texts(names))


def rules_of(boards: Sequence[Map], works: Sequence[ProgramWork]) -> str:
    """Return the rules by which programs play: those of the maps, or else the first rules whose
    maps they understand. Raise UsageError if there are none, or several.
    """
    layouts = {board.layout: board.rules for board in boards}
    if len(layouts) > 1:
        raise click.UsageError("the maps are of two kinds, islands and caves: grade them in turn")
    if layouts:
        [rules] = layouts.values()
        return rules
    readable = ""
    for work in works[:TRIED]:
        for rules in RECOGNISED:
            terms = replace(work.terms, rules=rules, maps=tuple(built_in(rules)[:2]), random=0)
            grade = replace(work, terms=terms)()
            if grade.verdict in PASSED:
                return rules
            if grade.verdict not in UNREAD:
                readable = readable or rules
    if not readable:
        raise click.UsageError(
            "no program wrote a game that could be read, for caves or for islands: name the rules "
            "with --rules"
        )
    return readable


def head(terms: Terms) -> Grades:
    """Return the heading of the grades of programs; for one map, with the known mistakes that
    cannot show on it.
    """
    texts = "".join(map(text_of, terms.maps))
    squares = max(size(board)[0] for board in terms.maps)
    number = counted(terms.random, "random map")
    drawn = f" and, if it is right on them, {number}" if terms.random else ""
    made = Grades(
        title=f"programs on {counted(len(terms.maps), 'map')} of up to {squares} squares{drawn}",
        source=Source("", hashlib.sha256(texts.encode()).hexdigest(), terms.rules, 0),
        players=RULES[terms.rules].players,
    )
    if len(terms.maps) > 1 or terms.random:
        return made
    try:
        kept = reference(terms.maps[0], terms.rules).head_with_coverage()
    except EfgcError:  # Each program's row says that the map is too large.
        return made
    return replace(made, hidden=kept.hidden, known=kept.known, better=kept.better)
