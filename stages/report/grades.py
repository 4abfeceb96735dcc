"""Grades as text for a person, as JSON for programs, as CSV for a spreadsheet. A new format is a
line in GRADE_FORMATS.
"""

import csv
import io
import json
from collections.abc import Iterator

from schemas.grades import FORMAT, VERDICTS, VERSION, FirstDifference, Grade, Grades
from schemas.parts.exact import large
from schemas.parts.squares import written
from stages.report.formats import Format, plain

COLUMNS = (
    "file",
    "verdict",
    "value",
    "reference_value",
    "in_reference",
    "in_handin",
    "mistake",
    "proved",
    "line",
    "difference",
    "remarks",
)

ROUNDING = 1e-9
"""Of the value of the map's game, or of 1 if that is more: an exploitability that is no larger
counts as 0.
"""


def write_text(grades: Grades) -> Iterator[str]:
    """Yield the lines for a person."""
    yield f"{grades.title}, rules {grades.source.rules}: "
    yield f"value {grades.value:.12g} to {grades.players[0]}, {grades.nodes:,} nodes\n"
    for grade in grades.grades:
        yield f"\n{grade.file}: {grade.verdict}, {VERDICTS[grade.verdict]}\n"
        for word, said in _facts(grades, grade):
            yield f"  {word:<17} {said}\n"


def write_json(grades: Grades) -> Iterator[str]:
    """Yield the lines of the JSON text: one hand-in per line."""
    yield f'{{"format": "{FORMAT}", "version": {VERSION}, "title": {json.dumps(grades.title)},\n'
    yield f' "source": {json.dumps(grades.source.fields())},\n'
    yield (
        f' "players": {json.dumps(grades.players)}, "value": {json.dumps(grades.value)}, '
        f'"nodes": {grades.nodes}, '
    )
    yield f'"information_sets": {json.dumps(grades.information_sets)},\n "grades": [\n'
    yield ",\n".join(f"  {json.dumps(_fields(grade))}" for grade in grades.grades)
    yield "\n ]}\n"


def write_csv(grades: Grades) -> Iterator[str]:
    """Yield the lines of a table with one hand-in per row."""
    text = io.StringIO()
    table = csv.writer(text, lineterminator="\n")
    table.writerow(COLUMNS)
    for grade in grades.grades:
        first = grade.difference
        table.writerow(
            (
                grade.file,
                grade.verdict,
                _number(grade.value),
                _number(grades.value),
                _number(grade.in_reference and _lost(grade.in_reference, grades)),
                _number(grade.in_handin and _lost(grade.in_handin, grades)),
                "; ".join(mistake.mistake for mistake in grade.mistakes),
                "; ".join("yes" if mistake.proved else "no" for mistake in grade.mistakes),
                first.line
                if first
                else next((problem.line for problem in grade.problems if problem.line), ""),
                sentence(grades, first) if first else "; ".join(map(str, grade.problems)),
                "; ".join(grade.remarks),
            )
        )
    yield text.getvalue()


GRADE_FORMATS = {
    "text": Format("grades.txt", plain(write_text)),
    "json": Format("grades.json", plain(write_json)),
    "csv": Format("csv", plain(write_csv)),
}


def sentence(grades: Grades, first: FirstDifference) -> str:
    """Return a first difference in one sentence."""
    other = f" (compare line {first.other_line})" if first.other_line else ""
    return f"{before(grades, first)}: expected {first.expected}; found {first.found}{other}"


def before(grades: Grades, first: FirstDifference) -> str:
    """Return in words what happened before a difference."""
    events = f"; {'; '.join(first.events)}" if first.events else ""
    return f"{grades.players[0]} at {' '.join(map(written, first.squares))}{events}"


def _facts(grades: Grades, grade: Grade) -> Iterator[tuple[str, str]]:
    if grade.value is not None:
        same = abs(grade.value - grades.value) <= 1e-9 * max(1.0, abs(grades.value))
        yield (
            "value",
            f"{grade.value:.12g}" + (", as it should be" if same else f", not {grades.value:.12g}"),
        )
    if grade.nodes is not None:
        yield "nodes", large(grade.nodes)
    for remark in grade.remarks:
        yield "remark", remark
    for mistake in grade.mistakes:
        yield (
            "mistake",
            mistake.mistake
            + (
                ": the map's game with this mistake is this game"
                if mistake.proved
                else "; so it looks"
            ),
        )
    if grade.difference:
        first = grade.difference
        yield "first difference", f"line {first.line}, after {before(grades, first)}"
        yield "  expected", first.expected
        yield (
            "  found",
            first.found + (f"; compare line {first.other_line}" if first.other_line else ""),
        )
    if grade.proof:
        yield "because", grade.proof
    if grade.in_reference is not None:
        yield (
            "its equilibrium",
            f"is exploitable by {_lost(grade.in_reference, grades):.3g} in the map's game",
        )
    for problem in grade.problems:
        yield "problem", str(problem)


def _fields(grade: Grade) -> dict[str, object]:
    first = grade.difference
    return {
        "file": grade.file,
        "verdict": grade.verdict,
        "proof": grade.proof,
        "remarks": grade.remarks,
        "value": grade.value,
        "in_reference": grade.in_reference,
        "in_handin": grade.in_handin,
        "nodes": grade.nodes,
        "information_sets": grade.information_sets,
        "difference": first._asdict() if first else None,
        "mistakes": [mistake._asdict() for mistake in grade.mistakes],
        "problems": [
            {"message": problem.message, "line": problem.line, "column": problem.column}
            for problem in grade.problems
        ],
    }


def _lost(exploitability: float, grades: Grades) -> float:
    """Return an exploitability as text and table show it: bounds are rounded outward, and what is
    no more than that is 0.
    """
    return exploitability if exploitability > ROUNDING * max(1.0, abs(grades.value)) else 0.0


def _number(number: float | None) -> str:
    return "" if number is None else f"{number:.12g}"
