"""Grades as text for a person, as JSON for programs, as CSV for a spreadsheet, and as test results
for course platforms. A new format is a line in GRADE_FORMATS.
"""

import json
import shlex
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from typing import Any
from xml.etree import ElementTree

from ....schemas.grades import (
    ARTIFACT,
    PASSED,
    VERDICTS,
    WHOLE,
    FirstDifference,
    GradeEntry,
    GradeMistake,
    GradeProblem,
    GradesFile,
    OtherHandin,
    ProgramTrial,
    Verdict,
)
from ....schemas.parts.exact import large
from ....schemas.parts.labels import cut, one_line
from ....schemas.parts.squares import square_name
from ....schemas.parts.tables import line_of, no_formula
from ....stages.documents import Format, plain
from .records import Grade, Grades, brief, mark, number_text, way

MARKS = ("points", "of")
COLUMNS = (
    "student",
    *MARKS,
    "verdict",
    "reason",
    "file",
    "part",
    "value",
    "reference_value",
    "in_reference",
    "in_handin",
    "mistake",
    "proved",
    "line",
    "difference",
    "remarks",
    "maps",
    "wrong",
    "map",
    "others",
)
"""The columns of a table; MARKS only with points, and `part` only for assignments with parts."""
IDENTIFYING = {"map file": "", "player": "player "}
"""The facts that tell the rows of a part apart, each with the word before its value."""

SECRET = ("true value",)
"""The facts about the reference, which platforms do not get."""

ROUNDING = 1e-9
"""Relative to the value of the map's game, or to 1 if that is more: an exploitability of at most
this counts as 0.
"""

PROBLEMS = 10
"""Number of problems of one hand-in listed in text and table; JSON has all."""
LONGEST = 4000
"""Characters of a line or a cell; spreadsheets accept up to 32,767."""


@dataclass(frozen=True)
class GradeFormat(Format[Grades]):
    """A format of grades. One with rows can be written row by row."""

    begin: Callable[[Grades], Iterator[str]] = lambda grades: iter(())
    """The text before the rows."""
    row: Callable[[Grades, Grade], Iterator[str]] | None = None
    """One grade as whole lines. None if all grades are written at once."""


def in_rows(
    suffix: str,
    begin: Callable[[Grades], Iterator[str]],
    row: Callable[[Grades, Grade], Iterator[str]],
) -> GradeFormat:
    """Return a format that consists of a beginning and a row for each grade."""

    def write(grades: Grades) -> Iterator[str]:
        yield from begin(grades)
        for grade in grades.grades:
            yield from row(grades, grade)

    return GradeFormat(suffix, plain(write), begin=begin, row=row)


def begin_text(grades: Grades) -> Iterator[str]:
    """Yield the lines on the reference, for a teacher."""
    yield _title(grades)
    if grades.value is not None:
        yield f": value {grades.value:.12g} to {grades.players[0]}, {grades.nodes:,} nodes"
    yield "\n"
    if grades.other_rules:
        *most, last = grades.other_rules
        yield (
            f"these rules are those of the map's layout; --rules {', '.join(most)} or {last} takes "
            "others\n"
        )


def _title(grades: Grades) -> str:
    return f"{grades.title}, rules {grades.source.rules}"


def coverage(grades: Grades) -> str:
    """Return in words how many known mistakes cannot show on the map."""
    many = f"{len(grades.hidden)} of the {grades.known} known mistakes cannot show on this map"
    return f"{many}: a hand-in that is right here may contain them"


def text_row(grades: Grades, grade: Grade, secret: bool = False) -> Iterator[str]:
    """Yield the lines of one grade, for a person; without the value of the reference if that is
    `secret`.
    """
    student = f"{_shown(grade.student)}, " if _has_folder(grade) else ""
    name = f"{student}{_name(grade)}: " if grade.file or grade.part else ""
    if grade.of is not None:
        yield f"\n{name}{grade.verdict}, {mark(grade)} points\n"
    else:
        here = " on this map" if grade.verdict in PASSED and grade.trial is None else ""
        yield f"\n{name}{grade.verdict}{here}, {VERDICTS[grade.verdict]}\n"
    others = (("also handed in", brief(other)) for other in grade.others)
    for word, said in (*_facts(grades, grade, secret), *others):
        yield f"  {word:<17} {_shown(said)}\n"
    if grade.trial and grade.trial.repeat:
        yield "  the smallest map found on which it is wrong, and the command that shows it:\n"
        yield from (f"{_shown(line)}\n" for line in grade.trial.repeat.splitlines())


def write_json(grades: Grades) -> Iterator[str]:
    """Return the lines of the JSON text: one hand-in per line."""
    file = GradesFile(
        title=grades.title,
        source=grades.source,
        players=grades.players,
        value=grades.value,
        nodes=grades.nodes,
        information_sets=grades.information_sets,
        hidden=grades.hidden,
        known=grades.known,
        better=grades.better,
        grades=tuple(_entry(grades, grade) for grade in grades.grades),
    )
    return ARTIFACT.write(file)


def begin_csv(grades: Grades) -> Iterator[str]:
    """Yield the first line of a table with one student, or part of a hand-in, per row."""
    yield _line((*_columns(grades), *grades.facts))


def _columns(grades: Grades) -> list[str]:
    missing = {"part"} if not grades.facts else set()
    if grades.points is None:
        missing |= {*MARKS}
    return [name for name in COLUMNS if name not in missing]


def csv_row(grades: Grades, grade: Grade) -> Iterator[str]:
    """Yield the row of a grade."""
    first, facts = grade.difference, dict(grade.facts)
    cells: dict[str, object] = {
        "student": grade.student,
        "points": number_text(grade.points),
        "of": number_text(grade.of),
        "verdict": grade.verdict,
        "reason": reason(grades, grade),
        "file": grade.file,
        "part": grade.part,
        "value": number_text(grade.value),
        "reference_value": number_text(grades.value),
        "in_reference": number_text(grade.in_reference and _noise_free(grade.in_reference, grades)),
        "in_handin": number_text(grade.in_handin and _noise_free(grade.in_handin, grades)),
        "mistake": "; ".join(mistake.words for mistake in grade.mistakes),
        "proved": "; ".join("yes" if mistake.proved else "no" for mistake in grade.mistakes),
        "line": first.line
        if first
        else next((problem.line for problem in grade.problems if problem.line), ""),
        "difference": sentence(grades, first) if first else "; ".join(_problems(grade)),
        "remarks": "; ".join(grade.remarks),
        **_tried(grade.trial),
        "others": "; ".join(map(brief, grade.others)),
    }
    own = [cells[name] for name in _columns(grades)]
    yield _line((*own, *(facts.get(name, "") for name in grades.facts)))


def _tried(trial: ProgramTrial | None) -> dict[str, object]:
    if trial is None:
        return dict.fromkeys(("maps", "wrong", "map"), "")
    return {"maps": trial.maps, "wrong": trial.wrong, "map": " / ".join(trial.map.splitlines())}


def write_junit(grades: Grades) -> Iterator[str]:
    """Yield the grades as JUnit XML, a test suite with a test case for each hand-in."""
    tests = _tests(grades)
    counts = {
        "tests": len(tests),
        "failures": sum(_outcome(one) == "failure" for one in tests),
        "errors": sum(_outcome(one) == "error" for one in tests),
    }
    numbers = {name: str(count) for name, count in counts.items()}
    root = ElementTree.Element("testsuites", {"name": "efgc grade", **numbers})
    skipped = str(sum(_outcome(one) == "skipped" for one in tests))
    suite = ElementTree.SubElement(
        root, "testsuite", {"name": _shown(grades.title), **numbers, "skipped": skipped}
    )
    properties = ElementTree.SubElement(suite, "properties")
    for name, value in (
        ("map", grades.source.file or ""),
        ("rules", grades.source.rules),
        ("nodes", "" if grades.nodes is None else str(grades.nodes)),
    ):
        ElementTree.SubElement(properties, "property", {"name": name, "value": _shown(value)})
    for grade in tests:
        words = {"name": _name(grade), "classname": _shown(grade.student or grade.file)}
        case = ElementTree.SubElement(suite, "testcase", words)
        outcome = _outcome(grade)
        why = {"type": str(grade.verdict), "message": _shown(reason(grades, grade))}
        part = ElementTree.SubElement(case, outcome or "system-out", why if outcome else {})
        part.text = _block(grades, grade)
    ElementTree.indent(root)
    yield f'<?xml version="1.0" encoding="UTF-8"?>\n{ElementTree.tostring(root, "unicode")}\n'


def write_gradescope(grades: Grades) -> Iterator[str]:
    """Yield the grades as the results of a Gradescope autograder, a test for each hand-in. It shows
    all of it to the student, so nothing for the teacher is in it.
    """
    tests: list[dict[str, Any]] = []
    for grade in _tests(grades):
        tests.append(
            {
                "name": _name(grade),
                "score": _plain(grade.points),
                "max_score": _plain(grade.of),
                "status": "passed" if grade.verdict in PASSED else "failed",
                "output": _block(grades, grade),
                "output_format": "text",
                "visibility": "visible",
            }
        )
    file = {
        "output": f"{_title(grades)}\n",
        "output_format": "text",
        "tests": tests,
    }
    yield f"{json.dumps(file, indent=1)}\n"


def write_classroom(grades: Grades) -> Iterator[str]:
    """Yield the grades as the result of a runner for the grading reporter of GitHub Classroom, a
    test for each hand-in.
    """
    words = {"failure": "fail", "error": "error", "skipped": "fail", "": "pass"}
    tests = [
        {
            "name": _name(grade),
            "status": words[_outcome(grade)],
            "message": None if grade.verdict in PASSED else _block(grades, grade),
            "line_no": grade.difference.line if grade.difference else 0,
            "execution_time": 0,
            "score": _plain(grade.points),
            "test_code": _repeating(grades, grade.file),
            "filename": _shown(grade.file),
        }
        for grade in _tests(grades)
    ]
    most = [one.of or 0 for one in _tests(grades)]
    statuses = {str(test["status"]) for test in tests}
    file = {
        "version": 1,
        "status": next((word for word in ("error", "fail") if word in statuses), "pass"),
        "max_score": _plain(sum(most)),
        "tests": tests,
    }
    yield f"{json.dumps(file, indent=1)}\n"


def _outcome(grade: Grade) -> str:
    """Return the name of a test's outcome other than success, as JUnit has it; empty for that."""
    if grade.verdict in PASSED:
        return ""
    if grade.verdict is Verdict.SKIPPED:
        return "skipped"
    # These do not tell whether the hand-in is right.
    return "error" if grade.verdict in (Verdict.NOT_SOLVED, Verdict.NOT_GRADED) else "failure"


def _plain(points: float | None) -> float:
    """Return points for a platform, where none yet is 0."""
    number = round(points or 0, 9)
    return int(number) if number == int(number) else number


def _tests(grades: Grades) -> list[Grade]:
    """Return the grades without the sums of others."""
    return [one for one in grades.grades if one.part != WHOLE]


def _name(grade: Grade) -> str:
    """Return the file of a grade, with its part."""
    facts = (IDENTIFYING[name] + value for name, value in grade.facts if name in IDENTIFYING)
    return ", ".join(map(_shown, filter(None, (grade.file, grade.part, *facts))))


def _repeating(grades: Grades, file: str) -> str:
    """Return the command that grades a file, quoted for a shell."""
    rules, board = grades.source.rules, grades.source.file or "-"
    way = ("--course", rules) if grades.facts else ("--map", board)
    return " ".join(shlex.quote(_shown(word)) for word in ("efgc", "grade", file, *way))


def _block(grades: Grades, grade: Grade) -> str:
    """Return the feedback, or else the lines of one grade, for a platform where students see it."""
    return grade.story or "".join(text_row(grades, grade, secret=True)).lstrip("\n")


def _has_folder(grade: Grade) -> bool:
    """Return whether the student of a grade is not clear from the name of its file."""
    return bool(grade.student) and not grade.file.rpartition("/")[2].startswith(grade.student)


def _line(cells: Iterable[object]) -> str:
    return line_of(no_formula(_shown(str(cell))) for cell in cells)


def _shown(said: str) -> str:
    """Return text that may contain names from a hand-in as one line of a report or one cell."""
    return cut(one_line(said), LONGEST)


GRADE_FORMATS = {
    "text": in_rows("grades.txt", begin_text, text_row),
    "json": GradeFormat("grades.json", plain(write_json)),
    "csv": in_rows("csv", begin_csv, csv_row),
    "junit": GradeFormat("xml", plain(write_junit)),
    "gradescope": GradeFormat("results.json", plain(write_gradescope)),
    "classroom": GradeFormat("classroom.json", plain(write_classroom)),
}
POINTS = ("gradescope", "classroom")
"""The formats of platforms that need points, and on which a HANDIN belongs to one student."""


def reason(grades: Grades, grade: Grade) -> str:
    """Return one sentence with the reason for a verdict: the hand-in's mistake, or else its first
    difference, its first problem, or the proof of the verdict.
    """
    first = grade.difference
    if grade.mistakes:
        likely = "probably " if len(grade.mistakes) > 1 else ""
        said = "; or ".join(mistake.words for mistake in grade.mistakes)
        return (f"line {first.line}: " if first else "") + likely + said
    if first:
        return f"line {first.line}: {sentence(grades, first)}"
    return next(iter(_problems(grade)), "") or grade.proof or VERDICTS[grade.verdict]


def sentence(grades: Grades, first: FirstDifference) -> str:
    """Return a first difference in one sentence."""
    other = f" (compare line {first.other_line})" if first.other_line else ""
    return f"{before(grades, first)}: expected {first.expected}; found {first.found}{other}"


def before(grades: Grades, first: FirstDifference) -> str:
    """Return in words the history before a difference: by the map, or by the labels of the file."""
    if not first.squares:
        return f"the way {way(first) or 'from the root'} of the file"
    events = f"; {'; '.join(first.events)}" if first.events else ""
    return f"{grades.players[0]} at {' '.join(map(square_name, first.squares))}{events}"


def _facts(grades: Grades, grade: Grade, secret: bool) -> Iterator[tuple[str, str]]:
    said = reason(grades, grade)
    if grade.of is None or said != VERDICTS[grade.verdict]:
        yield "reason", said
    if grade.part:
        yield from _part_facts(grade, secret)
    if grade.value is not None and grades.value is not None:
        same = abs(grade.value - grades.value) <= 1e-9 * max(1.0, abs(grades.value))
        passed = grade.verdict in PASSED  # A right printed report may have a rounded value.
        other = "close enough to" if passed else "another than" if secret else "not"
        true = "that of the map's game" if secret else f"{grades.value:.12g}"
        yield "value", f"{grade.value:.12g}, {'as it should be' if same else f'{other} {true}'}"
    if grade.nodes is not None:
        yield "nodes", large(grade.nodes)
    for remark in grade.remarks:
        yield "remark", remark
    for mistake in grade.mistakes:
        yield (
            "mistake",
            mistake.words
            + (
                ": the map's game with this mistake is this game"
                if mistake.proved
                else "; the first difference looks like it"
            ),
        )
    if grade.difference:
        yield from _first_difference(grades, grade.difference)
    if grade.proof and grade.proof != said:
        yield "proof", grade.proof
    if grade.trial and grade.trial.wrong:
        yield "maps", f"wrong on {grade.trial.wrong} of {grade.trial.maps}"
    if grade.in_reference is not None:
        lost = _noise_free(grade.in_reference, grades)
        words = f"is exploitable by {lost:.3g}" if lost else "is also optimal"
        yield "its equilibrium", f"{words} in the map's game"
    for problem in _problems(grade):
        if problem != said:
            yield "problem", problem


def _part_facts(grade: Grade, secret: bool) -> Iterator[tuple[str, str]]:
    if grade.value is not None:
        yield "value", number_text(grade.value)
    hidden = (*IDENTIFYING, *(SECRET if secret else ()))
    yield from ((name, value) for name, value in grade.facts if name not in hidden)


def _first_difference(grades: Grades, first: FirstDifference) -> Iterator[tuple[str, str]]:
    yield "first difference", f"line {first.line}, after {before(grades, first)}"
    if first.squares and first.way:
        yield "  in the file", way(first)
    yield "  expected", first.expected
    other = f"; compare line {first.other_line}" if first.other_line else ""
    yield "  found", first.found + other


def _problems(grade: Grade) -> list[str]:
    left = len(grade.problems) - PROBLEMS
    said = [str(problem) for problem in grade.problems[:PROBLEMS]]
    return [*said, f"and {left} more"] if left > 0 else said


def _entry(grades: Grades, grade: Grade) -> GradeEntry:
    return GradeEntry(
        file=grade.file,
        student=grade.student,
        verdict=grade.verdict,
        reason=reason(grades, grade),
        proof=grade.proof,
        remarks=grade.remarks,
        value=grade.value,
        in_reference=grade.in_reference,
        in_handin=grade.in_handin,
        nodes=grade.nodes,
        information_sets=grade.information_sets,
        difference=grade.difference,
        mistakes=tuple(GradeMistake(one.words, one.proved) for one in grade.mistakes),
        problems=tuple(
            GradeProblem(problem.message, problem.line, problem.column)
            for problem in grade.problems
        ),
        program=grade.trial,
        part=grade.part,
        points=grade.points,
        of=grade.of,
        facts=grade.facts,
        others=tuple(
            OtherHandin(one.file, one.verdict, reason(grades, one)) for one in grade.others
        ),
    )


def _noise_free(exploitability: float, grades: Grades) -> float:
    """Return an exploitability for text and table: bounds are rounded outward, so a value within
    that rounding is 0.
    """
    return exploitability if exploitability > ROUNDING * max(1.0, abs(grades.value or 0)) else 0.0
