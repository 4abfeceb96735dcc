"""Points for the R2Droid of a hand-in of 2022: 20 for five questions, each all or nothing."""

import json
import os
from dataclasses import dataclass
from pathlib import Path

from pipeline.course.points.program import Program
from pipeline.course.points.table import Score

QUESTIONS = {
    "R2Droid()": 2.0,
    "copy()": 3.0,
    "move_location()": 5.0,
    "shoot()": 5.0,
    "available_actions()": 5.0,
}
"""The questions of the document, with their points."""
SECONDS = 60.0
CHECKS = Path(__file__).with_name("droid_checks.py")


@dataclass(frozen=True)
class Looked:
    """The job of checking the R2Droid class of a hand-in."""

    file: str
    """Its name in its row."""
    path: str
    among: int
    facts: tuple[str, ...]
    """The columns of the table."""

    def __call__(self) -> Score:
        """Return its row, also if the check fails."""
        if not os.path.isfile(self.path):
            return self._score(0.0, "is no file with an agent")
        there = os.path.dirname(self.path)
        ran = Program(str(CHECKS), (self.path,), "", SECONDS, self.among, there).run()
        said = {} if ran.reason else _answers(ran.output)
        missing = ran.reason or "its process ended without an answer"
        points = sum(worth for name, worth in QUESTIONS.items() if said.get(name) == "")
        wrong = [f"{name}: {words}" for name, words in said.items() if words]
        if said and len(set(said.values())) == 1 and wrong:
            wrong = [next(iter(said.values()))]
        return self._score(points, "; ".join(wrong) if said else missing)

    def _score(self, points: float, reason: str) -> Score:
        facts = tuple((fact, "") for fact in self.facts)
        return Score(self.file, "R2Droid", points, sum(QUESTIONS.values()), facts, reason)


def _answers(output: str) -> dict[str, str]:
    """Return the error of each question, empty if it was right; no questions at all if the output
    is not valid.
    """
    try:
        said = json.loads(output)
    except (ValueError, RecursionError):
        return {}
    if not isinstance(said, dict) or said.keys() != QUESTIONS.keys():
        return {}
    return {name: str(said[name]) for name in QUESTIONS}
