"""Search for the smallest map on which a program is wrong.

The program is run on all given maps, small ones first, and on random ones if it is right on those.
The maps on which it is wrong are grouped by the mistake that explains them. The smallest map of the
largest group is made smaller as long as the program is wrong there for the same reason.
"""

import os
import re
import shlex
import shutil
import stat
import time
from collections import Counter
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field, replace
from functools import lru_cache
from itertools import chain
from typing import NamedTuple

from .....schemas.grades import PASSED, UNDECIDED, ProgramTrial, Verdict
from .....schemas.parts.labels import cut, one_line
from .....schemas.parts.problems import EfgcError, Problem, counted
from .....stages.expand import MAX_HISTORIES
from .....stages.isolated import Overdue, isolated
from .....stages.isolated.sandbox import run_directly, shared
from .....stages.isolated.signals import temporary_folder
from .....stages.parse.maps import Map
from .....stages.solve import DEFAULT
from ....files.text import Text
from ..grading.batch import bug
from ..grading.grader import Grader, GradingRequest
from ..grading.submissions import Submission, student_folder
from ..points.printed_reports import looks_printed
from ..records import Grade, NamedMistake
from .guard import kill_below, processes_below
from .maps import random_maps, size, text_of
from .reports import printed_report_grade
from .restrictions import adopt_orphans
from .runs import RunOutcome, StudentProgram, repeat_command
from .shrinking import shrink
from .supervisor import MOST

MAP, FILE = "{map}", "{}"
"""In a command: the name of the file with the map, and that of the hand-in."""
WITH_FILE = ("island-2013", "island-2018")
"""Rules whose documents give the map as an argument, not on stdin."""
MOST_DRAWN = 3_000
"""Limit on the nodes of the games of random maps."""
SHRINKING = 0.4
"""Share of the time of a program for making the map smaller."""
TEMPORARY = "tmp"
"""The folder for temporary files of a program."""
INTERPRETERS = ("bash", "env", "java", "julia", "node", "perl", "pypy", "python", "ruby", "sh")
"""Programs that run a hand-in, with the number of a version or without."""
SHOWN = 200
"""The most characters of a printed line in a message."""
MOST_FILES, MOST_SIZE = 2_000, 50_000_000
"""Files and bytes of a hand-in's folder, which is copied."""
USES_EFGC = Problem("the program calls or imports efgc, which is not its own work")
_NUMBER = re.compile(r"(?<![-\w])(-?\d+(/\d+)?|[A-Z]+\d+)")
"""A number or a square in a problem, which may be another one on each map."""


@dataclass(frozen=True)
class Terms:
    """The settings by which programs are graded."""

    command: str
    """As a shell would read it, but without a shell."""
    rules: str
    maps: tuple[Map, ...]
    """The maps on which every program is run."""
    random: int
    """The number of random maps after that."""
    seed: int = 0
    seconds: float = 10.0
    """Time limit of each run."""
    memory: int = 10**9
    """Bytes of memory of each run."""
    total: float = 300.0
    """Time limit of each program."""
    among: int = 1
    named_from: str = field(default_factory=os.getcwd)
    """The folder from which the command names files; the work may be done elsewhere."""


class Trial(NamedTuple):
    """The outcome of a program on a map."""

    board: Map
    grade: Grade
    exceeded: bool = False
    """Whether the program exceeded a limit: then it is run on no other map."""
    explanations: Mapping[str, NamedMistake] = {}
    """The mistakes each of which alone explains the output, by class."""

    @property
    def wrong(self) -> bool:
        """Whether the program is wrong on the map."""
        return self.grade.verdict not in (*PASSED, *UNDECIDED)

    def without(self, refuted: Collection[str]) -> "Trial":
        """Return the outcome without some mistakes, by their classes."""
        left = tuple(one for one in self.grade.mistakes if one.general not in refuted)
        explanations = {name: one for name, one in self.explanations.items() if name not in refuted}
        return self._replace(grade=replace(self.grade, mistakes=left), explanations=explanations)

    @property
    def explaining(self) -> frozenset[str]:
        """The classes of the mistakes that explain it."""
        return self.proved.union(self.explanations)

    @property
    def proved(self) -> frozenset[str]:
        """The classes of the mistakes that explain it, unless many others do, too."""
        named = (*self.grade.mistakes, *self.explanations.values())
        return frozenset(one.general for one in named if one.proved)

    @property
    def reasons(self) -> frozenset[str]:
        """The mistakes that explain it, as far as they have names; else the verdict with a
        detail.
        """
        grade = self.grade
        if proved := self.proved:
            return proved
        detail = str(grade.difference.kind) if grade.difference else ""
        if not detail and grade.problems:
            detail = _NUMBER.sub("N", grade.problems[0].message.split(":")[0])
        return frozenset([f"{grade.verdict}: {detail}"])


@dataclass(frozen=True)
class ProgramWork:
    """The work of grading a program."""

    terms: Terms
    submission: Submission
    """The folder or archive of the program; a copy of it is its working directory. If it is a file,
    its name takes the place of `{}` in the command.
    """

    def __call__(self) -> Grade:
        """Return its grade, also if the program fails. Afterwards none of its processes is left,
        and no file.
        """
        adopt_orphans()
        before = frozenset(processes_below(os.getpid()))
        reached: list[Grade] = []
        total = self.terms.total
        try:
            with temporary_folder() as place, shared(self.terms.among):
                return isolated(
                    *("the program", self._search, str(place)), seconds=total, watch=reached.append
                )
        except EfgcError as error:
            if reached:  # Only the search for a smaller map, or on random ones, did not end.
                return reached[-1]
            why = str(error)
            if isinstance(error, Overdue):
                why = f"it takes more than the {total:,.0f} s of --handin-seconds"
            return self._not_graded(why)
        finally:
            kill_below(os.getpid(), before)

    def _search(self, place: str, watch: Callable[[Grade], None]) -> Grade:
        """Return its grade, in an isolated process; `watch` receives the grade so far as soon as
        the verdict is known. The program can write into the folder `place` only.
        """
        one, program = self.submission, os.path.join(place, "program")
        os.mkdir(os.path.join(place, TEMPORARY))
        try:
            folder = student_folder(one, program) if one.inside else _copy(one, program)
        except (OSError, shutil.Error, EfgcError) as error:
            return self._not_graded(" ".join(str(error).split()))
        try:
            with run_directly(DEFAULT):
                return _Runs(self, folder, place, watch).grade()
        except MemoryError:
            raise
        except EfgcError as error:
            return self._not_graded(str(error))
        except Exception as error:
            return self._not_graded(bug(error))

    def _not_graded(self, why: str) -> Grade:
        """Return its grade if it cannot be graded."""
        return Grade(self.submission.name, Verdict.NOT_GRADED, problems=(Problem(why),))


def _copy(one: Submission, to: str) -> str:
    """Copy a folder, or a single file without those beside it, and return the copy."""
    if _file(one):
        os.mkdir(to)
        shutil.copy(one.path, to)
        return to
    files = [os.path.join(at, name) for at, _, names in os.walk(one.path) for name in names]
    if len(files) > MOST_FILES or sum(map(_bytes, files)) > MOST_SIZE:
        many = f"{MOST_FILES:,} files or {MOST_SIZE // 10**6} MB"
        raise EfgcError(f"its folder {one.path} has more than {many}")
    shutil.copytree(one.path, to, symlinks=True)
    return to


def _bytes(path: str) -> int:
    return os.lstat(path).st_size


def _modes(folder: str) -> dict[str, int]:
    """Return the modes of a folder and of what is in it, without links, outer folders first."""
    paths = [
        os.path.join(at, name) for at, *both in os.walk(folder) for name in ("", *chain(*both))
    ]
    return {path: os.stat(path).st_mode for path in paths if not os.path.islink(path)}


class _Runs:
    """The runs of a program on maps."""

    def __init__(
        self, work: ProgramWork, folder: str, place: str, watch: Callable[[Grade], None]
    ) -> None:
        self.watch = watch
        self.attempts: dict[str, None] = {}
        self.terms, self.name, self.place = work.terms, work.submission.name, place
        words = shlex.split(self.terms.command)
        if not self.name:  # The command names a file by its path, and runs in a copy of its folder.
            words = [
                _in_folder(word, work.submission.path, self.terms.named_from) for word in words
            ]
        if self.terms.rules in WITH_FILE and not any(MAP in word for word in words):
            words.append(MAP)
        self.folder, *self.words = _located(words, folder, _file(work.submission))
        self.modes = _modes(self.folder)
        self.begun, self.number = time.monotonic(), 0
        self.trials: list[Trial] = []
        self.smaller: list[Trial] = []  # On maps that were made smaller.

    def grade(self) -> Grade:
        """Return the grade of the program."""
        trials, wrong = self.trials, list[Trial]()
        for board in self._boards():
            if len(trials) >= len(self.terms.maps):  # Only random ones are left.
                if wrong or self._spent() > 1 - SHRINKING:
                    break
                self.watch(self._right(trials))
            trials.append(self.trial(board))
            if trials[-1].grade.verdict is Verdict.USES_EFGC:
                return replace(trials[-1].grade, remarks=self._remarks())
            if trials[-1].wrong:
                wrong.append(trials[-1])
                self.watch(self._on_map(wrong[-1], _main_reason(wrong[-1:])))
            if trials[-1].exceeded or wrong and self._spent() > 1 - SHRINKING:
                break
        if not wrong:
            return self._right(trials)
        named = frozenset(chain.from_iterable(trial.explaining for trial in wrong))
        refuted = {name for name in named if any(self._refutes(trial, name) for trial in trials)}
        wrong = [trial.without(refuted) for trial in wrong]
        reason = _main_reason(wrong)
        smallest = min(
            (trial for trial in wrong if reason in trial.reasons), key=lambda one: size(one.board)
        )
        return self._smallest(smallest, reason, refuted)

    def _boards(self) -> Iterator[Map]:
        terms = self.terms
        yield from sorted(terms.maps, key=size)
        drawn = random_maps(terms.rules, terms.random, terms.seed)
        yield from (board for board in drawn if reference(board, terms.rules).nodes <= MOST_DRAWN)

    def _spent(self) -> float:
        return (time.monotonic() - self.begun) / self.terms.total

    def trial(self, board: Map) -> Trial:
        """Run the program on a map."""
        ran = self._run(board)
        # Perhaps the machine was busy, or another program changed its files.
        if ran.limit == "seconds" or ran.reason and self._restored():
            ran = self._run(board)
        if ran.uses_efgc:
            return Trial(board, Grade(self.name, Verdict.USES_EFGC, problems=(USES_EFGC,)))
        if ran.reason:
            grade = Grade(self.name, Verdict.FAILED, problems=(Problem(ran.reason),))
            return Trial(board, grade, bool(ran.limit))
        return self._compared(board, ran.output)

    def _remarks(self) -> tuple[str, ...]:
        """Return a remark if the program tried to change what is not its own."""
        theirs = re.escape(os.path.dirname(os.path.realpath(self.place))) + "/efgc-[^/]+/program/"
        said = [re.sub(theirs, "another hand-in's ", one_line(one)) for one in self.attempts]
        shown = ", ".join([*dict.fromkeys(said)][:MOST])
        return (f"tried to change what is not its own, and was refused: {shown}",) if said else ()

    def _restored(self) -> bool:
        """Restore the modes of the program's files if some have changed; return whether."""
        with suppress(OSError):
            if self.modes.items() <= _modes(self.folder).items():
                return False
        for name, mode in self.modes.items():
            with suppress(OSError):
                os.chmod(name, stat.S_IMODE(mode))
        return True

    def _run(self, board: Map) -> RunOutcome:
        text = text_of(board)
        self.number += 1
        words = self.words
        if any(MAP in word for word in words):
            path = os.path.join(self.place, f"map{self.number}.txt")
            with open(path, "w", encoding="utf-8") as file:
                file.write(text)
            words = [word.replace(MAP, path) for word in words]
        terms = self.terms
        program = StudentProgram(
            command=tuple(words),
            text=text,
            seconds=terms.seconds,
            among=terms.among,
            folder=self.folder,
            memory=terms.memory,
            home=os.path.join(self.place, TEMPORARY),
            own=self.place,
        )
        ran = program.run()
        self.attempts |= dict.fromkeys(ran.attempts)
        return ran

    def _compared(self, board: Map, output: str) -> Trial:
        name, rules = self.name, self.terms.rules
        if rules in WITH_FILE and looks_printed(output):
            report = printed_report_grade(name, _text(text_of(board), "map"), rules, output)
            return Trial(board, report)
        text = _text(output, name)
        compared = reference(board, rules)
        grade = compared.grade(name, lambda: text)
        if grade.verdict in PASSED:
            return Trial(board, Grade(name, grade.verdict, remarks=grade.remarks))
        likely = frozenset(chain.from_iterable(trial.proved for trial in self.trials))
        explanations = compared.explanations(text, likely)
        return Trial(board, _with_output(grade, output), explanations=explanations)

    def _right(self, trials: list[Trial]) -> Grade:
        verdicts = Counter(trial.grade.verdict for trial in trials)
        worst = max(verdicts, key=[*Verdict].index)
        counts = ", ".join(f"{verdict} on {many}" for verdict, many in verdicts.items())
        every = "all " * (len(trials) > 1) + counted(len(trials), "map")
        grade = next(trial.grade for trial in trials if trial.grade.verdict is worst)
        said = f"{counts} maps" if len(verdicts) > 1 else f"{worst} on {every}"
        return replace(
            grade,
            remarks=(*_first_remark(trials), *self._remarks()),
            proof=f"{said} of up to {max(size(one.board)[0] for one in trials)} squares",
            trial=ProgramTrial(len(trials), 0, "", ""),
        )

    def _refutes(self, trial: Trial, name: str) -> bool:
        """Return whether a mistake, by its class, would show on a map on which the program is
        right.
        """
        return trial.grade.verdict in PASSED and _refutes(trial.board, self.terms.rules, name)

    def _unexplained(self, name: str) -> int:
        """Return on how many maps a mistake, by its class, does not explain the outcome."""
        return sum(
            name not in trial.explaining if trial.wrong else self._refutes(trial, name)
            for trial in (*self.trials, *self.smaller)
        )

    def _smallest(self, trial: Trial, reason: str, refuted: Collection[str]) -> Grade:
        found = {trial.board: trial}

        def still_wrong(board: Map) -> bool | None:
            if trial.exceeded or self._spent() > 1:
                return None
            found[board] = self.trial(board).without(refuted)
            self.smaller.append(found[board])
            wrong = found[board].wrong and reason in found[board].reasons
            if wrong:
                self.watch(self._on_map(found[board], reason))
            return wrong

        self.watch(self._on_map(trial, reason))
        return self._on_map(found[shrink(trial.board, still_wrong)], reason)

    def _on_map(self, trial: Trial, reason: str) -> Grade:
        """Return the grade of a program that is wrong on a map. The mistake that is named is proved
        only if it explains the outcomes on all maps.
        """
        terms, text = self.terms, text_of(trial.board)
        repeat = repeat_command(terms.command, terms.rules, text, self.name)
        grade = _with_mistake(trial, reason)
        remarks = (*grade.remarks, *self._remarks())
        others = self._unexplained(reason)
        if others and any(one.proved for one in grade.mistakes):
            mistakes = tuple(one._replace(proved=False) for one in grade.mistakes)
            grade = replace(grade, mistakes=mistakes)
            where = f"{counted(others, 'other map')} on which the program was run"
            remarks = (
                f"the mistake explains the output for this map, but not for {where}",
                *remarks,
            )
        wrong = sum(one.wrong for one in self.trials)
        counts = ProgramTrial(len(self.trials), wrong, text, repeat)
        return replace(grade, remarks=remarks, trial=counts)


def _first_remark(trials: Sequence[Trial]) -> tuple[str, ...]:
    """Return the first remark on an output, with its map in one line; none if there is none."""
    for trial in trials:
        for remark in trial.grade.remarks:
            return (f"on the map {' / '.join(text_of(trial.board).splitlines())}: {remark}",)
    return ()


def _with_output(grade: Grade, output: str) -> Grade:
    """Return a grade that shows what the program printed in place of a game, since there is no file
    to open.
    """
    shown = output.lstrip("\ufeff \t\r\n").partition("\n")[0]
    if grade.verdict is not Verdict.UNREADABLE or shown.startswith("EFG"):
        return grade
    if not shown:
        return replace(grade, problems=(Problem("the program printed nothing"),))
    [first, *others] = grade.problems
    said = (
        f"{first.message}; the first line that the program printed: {cut(one_line(shown), SHOWN)}"
    )
    return replace(grade, problems=(first._replace(message=said), *others))


def _with_mistake(trial: Trial, reason: str) -> Grade:
    """Return a grade that names one mistake, if it is among the explanations."""
    grade = trial.grade
    named = tuple(one for one in grade.mistakes if one.general == reason)
    if not named and reason in trial.explanations:
        named = (trial.explanations[reason],)
    return replace(grade, mistakes=named or grade.mistakes)


def _main_reason(wrong: Sequence[Trial]) -> str:
    """Return the reason that explains most maps. A mistake with a name is preferred, above all one
    that explains all maps, and then one that was named on most maps.
    """
    counts = Counter(chain.from_iterable(trial.reasons for trial in wrong))
    proved = frozenset(chain.from_iterable(trial.proved for trial in wrong))
    first = Counter(one.general for trial in wrong for one in trial.grade.mistakes)

    def worth(reason: str) -> tuple[bool, bool, int, int]:
        whole = all(reason in trial.explaining for trial in wrong)
        return reason in proved, whole, counts[reason], first[reason]

    return max(counts, key=worth)


def _text(text: str, name: str) -> Text:
    return Text(text, name, "", "0" * 64)


@lru_cache(maxsize=512)
def reference(board: Map, rules: str) -> Grader:
    """Return the grader of a map, cached for this process and its forks."""
    return Grader(GradingRequest(_text(text_of(board), "the map"), rules, MAX_HISTORIES))


@lru_cache(maxsize=4096)
def _refutes(board: Map, rules: str, name: str) -> bool:
    return reference(board, rules).refutes(name)


def _located(words: list[str], folder: str, file: str) -> tuple[str, ...]:
    """Return the folder in which a command runs and its words: the folder that has the files which
    the command names. Raise EfgcError if there is none.
    """
    words = [word.replace(FILE, file) if file else word for word in words]
    missing = [
        name for name in named_files(words) if not os.path.exists(os.path.join(folder, name))
    ]
    if not missing:
        return (folder, *words)
    for where, _, there in os.walk(folder):
        if all(os.path.basename(name) in there for name in missing):
            return (where, *words)
    raise EfgcError(f"it has no {' or '.join(missing)}")


def folder_of(words: Sequence[str]) -> str:
    """Return the folder of the first file that a command names, other than an interpreter; the
    current folder if there is none.

    >>> folder_of(["/bin/sh", "-c", "./run"])
    '.'
    """
    first = os.path.basename(words[0]).rstrip("0123456789.")
    known = first in INTERPRETERS or not os.path.dirname(words[0])
    return next((os.path.dirname(one) for one in words[known:] if os.path.isfile(one)), "") or "."


def _in_folder(word: str, folder: str, named_from: str) -> str:
    """Return a word of a command for a copy of a folder, if it names a file in the folder."""
    path = os.path.join(named_from, word)
    there = os.path.dirname(word) and os.path.isfile(path)
    inner = os.path.relpath(path, folder) if there else ".."
    return word if inner.startswith("..") else os.path.join(".", inner)


def named_files(words: Sequence[str]) -> list[str]:
    """Return the words of a command that look like files of a hand-in.

    >>> named_files(["python3", "-O", "cave.py", "{map}"]), named_files(["./run"])
    (['cave.py'], ['./run'])
    >>> named_files(["python3.12", "-m", "cave.main", "--p=0.5"])
    []
    """
    pairs = zip(("", *words), words, strict=False)
    return [
        word
        for before, word in pairs
        if not word.startswith(("-", "/"))
        and not {"{", "="} & {*word}
        and before != "-m"
        and (before and "." in word[1:] or word.startswith("./"))
    ]


def _file(one: Submission) -> str:
    """Return the name of a hand-in that is a file; empty if it is a folder."""
    path = one.inside or one.path
    folder = path.endswith("/") if one.inside else os.path.isdir(path)
    return "" if folder else os.path.basename(path)
