"""Points for the islands of 2020 by the rules of the document: 6 for game_tree.py and 8 for
game_lp.py, in equal shares per map; for game_lp.py, per map and player.
"""

import math
import os
from dataclasses import dataclass

from pipeline.course.grading.choice import grader
from pipeline.course.grading.folder import Handin, allowed
from pipeline.course.grading.grader import GradingRequest
from pipeline.course.points.table import Head, Score
from pipeline.course.programs.runs import run_python
from pipeline.files.reading import read_for
from pipeline.files.text import Text
from schemas.grades import PASSED, Grade, Verdict
from stages.expand import MAX_HISTORIES

RULES = "island-2020"
TREE, LP = 6.0, 8.0  # Points.
TOLERANCE = 1e-5
"""From the document: "Your solution must be within 1e-5 of the true solution"."""
UNDECIDED = (Verdict.NOT_GRADED, Verdict.NOT_COMPARABLE)
FACTS = ("map", "player", "value", "true value", "verdict")
NUMBER = 60  # Characters of invalid output shown in a reason.


def program(handin: str, name: str) -> str:
    """Return the path of a hand-in's program: in its folder, or next to its file."""
    return os.path.join(handin if os.path.isdir(handin) else os.path.dirname(handin), name)


@dataclass(frozen=True)
class Terms:
    """A map used for grading, with its settings."""

    map: Text
    maps: int
    """The number of all maps."""
    value: float
    """The game value to the agent."""
    seconds: float
    """The time limit of each program in seconds."""
    among: int


def head(maps: int, seconds: float) -> Head:
    """Return the heading of the table."""
    return Head(f"{maps} maps, {seconds:g} s for each run of a program", FACTS)


@dataclass(frozen=True)
class Graded:
    """The job of grading one program of a hand-in on a map; game_lp.py for a player, 0 or 1."""

    terms: Terms
    handin: str
    player: int | None
    """None for game_tree.py."""

    def __call__(self) -> Score:
        """Return its row, also if the program fails."""
        return self._tree() if self.player is None else self._value(self.player)

    def _value(self, player: int) -> Score:
        terms, name = self.terms, "game_lp.py"
        text = terms.map.text
        asked = f"{text}{'' if text.endswith(chr(10)) else chr(10)}{player}\n"
        ran = run_python(program(self.handin, name), asked, terms.seconds, terms.among)
        true = (-terms.value + 0.0) if player else terms.value
        of = LP / (2 * terms.maps)
        facts = {"player": str(player), "true value": f"{true:.12g}"}
        if ran.reason:
            return self._score(name, 0.0, of, facts, ran.reason)
        found = _number(ran.output)
        if found is None:
            return self._score(name, 0.0, of, facts, f"printed {_shortened(ran.output)}, no number")
        facts["value"] = f"{found:.12g}"
        if abs(found - true) <= TOLERANCE:
            return self._score(name, of, of, facts)
        other = "; this is the value to the other player" if abs(found + true) <= TOLERANCE else ""
        reason = f"{found:.12g} is {abs(found - true):.3g} from {true:.12g}{other}"
        return self._score(name, 0.0, of, facts, reason)

    def _tree(self) -> Score:
        terms, name = self.terms, "game_tree.py"
        file = program(self.handin, name)
        ran = run_python(file, terms.map.text, terms.seconds, terms.among)
        of = TREE / terms.maps
        if ran.reason:
            return self._score(name, 0.0, of, {}, ran.reason)
        grade = _graded(terms, f"{file} < {terms.map.name}", ran.output)
        value = "" if grade.value is None else f"{grade.value:.12g}"
        facts = {"value": value, "true value": f"{terms.value:.12g}", "verdict": str(grade.verdict)}
        if grade.verdict in PASSED:
            return self._score(name, of, of, facts)
        # No points are lost if we run out of time or memory, or cannot decide.
        points = None if grade.verdict in UNDECIDED else 0.0
        return self._score(name, points, of, facts, _why(grade))

    def _score(
        self, part: str, points: float | None, of: float, facts: dict[str, str], reason: str = ""
    ) -> Score:
        known = {"map": self.terms.map.name, **facts}
        told = tuple((fact, known.get(fact, "")) for fact in FACTS)
        return Score(self.handin, part, points, of, told, reason)


def _graded(terms: Terms, name: str, output: str) -> Grade:
    """Return the grade of a Gambit file, as given by `efgc grade`."""
    text = Text(output, name, "", "0" * 64)
    asked = GradingRequest(terms.map, RULES, MAX_HISTORIES, "")
    # The grader is cached: each process reads and solves the map once.
    nodes = min(grader(asked).nodes, MAX_HISTORIES)
    # Our own time limit, independent of the program's.
    return Handin(asked, name, "", text, allowed(len(output), nodes), terms.among)()


def _why(grade: Grade) -> str:
    """Return a sentence with the reason why a tree is not the game of the map."""
    said = [f"{grade.verdict}"]
    said += [f"line {one.line}: {one.message}" if one.line else str(one) for one in grade.problems]
    said += [mistake.mistake for mistake in grade.mistakes]
    if grade.difference is not None:
        first = grade.difference
        said.append(f"line {first.line}: expected {first.expected}; found {first.found}")
    return "; ".join(said[:3])


def _number(output: str) -> float | None:
    """Return the printed number if the output is one number only, else None.

    >>> _number("5.5\\n"), _number("Optimal\\n5.5\\n"), _number("nan"), _number("1_0")
    (5.5, None, None, None)
    """
    text = output.strip()
    try:
        number = float(text) if "_" not in text else math.nan
    except ValueError:
        return None
    return number if math.isfinite(number) else None


def _shortened(output: str) -> str:
    line = " ".join(output[: 10 * NUMBER].split())
    return repr(line if len(line) <= NUMBER else f"{line[:NUMBER]}...") if line else "nothing"


def terms_of(file: str, maps: int, seconds: float, among: int) -> Terms:
    """Return the terms of a map, with its value. Raise InputError."""
    from pipeline.course.contracts import game_lp  # For start-up time.

    text = read_for("grade --map", file)
    value = game_lp(text._replace(text=f"{text.text.rstrip()}\n0\n"))
    return Terms(text, maps, value, seconds, among)
