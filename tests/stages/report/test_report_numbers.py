"""Numbers in reports: what counts as 0, and what is told apart."""

import csv
import io

import pytest

from efgc.pipeline.apps.course.grades import GRADE_FORMATS
from efgc.pipeline.apps.course.records import Grade, Grades, NamedMistake
from efgc.pipeline.apps.droids.contest_formats import write_text
from efgc.schemas.droid_contest import Contest, Outcome, Result, Standing
from efgc.schemas.grades import FirstDifference
from efgc.schemas.parts.problems import Problem
from efgc.schemas.parts.source import Source
from efgc.schemas.rules.droid_battle import DroidBattle

BATTLE = DroidBattle(("2-5",), (1, 1), 9, "win")


@pytest.mark.parametrize(
    "value, lost, said",
    [
        (2.01, 2.2e-16, "0"),
        (2.01, 2.0e-9, "0"),
        (2.01, 0.25, "0.25"),
        (0.0, 9e-10, "0"),
        (0.0, 2e-9, "2e-09"),
        (1e6, 9e-4, "0"),
    ],
)
def test_text_and_table_call_the_same_exploitability_0(value, lost, said):
    grade = Grade("anna.efg", "different", value=value, in_reference=lost, in_handin=lost)
    grades = Grades(
        "cave",
        Source("", "0" * 64, "cave-2023", 0),
        ("agent", "miners"),
        value,
        5,
        (1, 1),
        (grade,),
    )
    [row] = csv.DictReader(io.StringIO("".join(GRADE_FORMATS["csv"](grades))))
    assert (row["in_reference"], row["in_handin"]) == (said, said)
    words = "is also optimal" if said == "0" else f"is exploitable by {said}"
    assert f"its equilibrium   {words} in the map's game\n" in "".join(
        GRADE_FORMATS["text"](grades)
    )


FORGED = "x\n\ncarl.efg: identical, the textbook tree\x1b[2J"


@pytest.mark.parametrize("form", ["text", "csv"])
@pytest.mark.parametrize(
    "what",
    [
        {"difference": FirstDifference(FORGED, (), (), FORGED, FORGED, 2, 1, None, way=(FORGED,))},
        {
            "difference": FirstDifference(
                "turn", ((0, 1),), (FORGED,), "a", "b", 2, 1, None, way=("x",)
            )
        },
        {"problems": (Problem(f"{FORGED} forgets an action", line=3, column=1),)},
        {"remarks": (FORGED,)},
        {"mistakes": (NamedMistake(FORGED, "", FORGED),)},
    ],
)
def test_no_label_of_a_hand_in_writes_a_line_of_the_report(form, what):
    honest = "".join(GRADE_FORMATS[form](_graded(Grade("ben.efg", "different"))))
    text = "".join(GRADE_FORMATS[form](_graded(Grade("ben.efg", "different", **what))))
    assert "carl" in text and "\x1b" not in text
    assert not any(line.startswith("carl") for line in text.splitlines())
    assert text.count("\n\n") == honest.count("\n\n")
    if form == "csv":
        assert text.count("\n") == honest.count("\n")


def test_long_labels_and_many_problems_are_cut():
    way = ("l" * 100_000,) * 20
    first = FirstDifference("turn", (), (), "a" * 100_000, "b", 2, 1, None, way=way)
    problems = tuple(Problem(f"wrong {line}", line=line, column=1) for line in range(1, 101))
    for form in "text", "csv":
        long = "".join(GRADE_FORMATS[form](_graded(Grade("a", "different", difference=first))))
        assert len(long) < 12_000
        many = "".join(GRADE_FORMATS[form](_graded(Grade("a", "unreadable", problems=problems))))
        # The reason in the table is the first problem again.
        assert many.count("1: wrong") == {"text": 10, "csv": 11}[form] and "and 90 more" in many


def _graded(grade):
    source = Source("", "0" * 64, "cave-2023", 0)
    return Grades("cave", source, ("agent", "miners"), 2.0, 5, (1, 1), (grade,))


def test_unknown_numbers_are_left_empty():
    grades = Grades(
        "cave",
        Source("", "0" * 64, "cave-2023", 0),
        ("agent", "miners"),
        2.0,
        5,
        (1, 1),
        (Grade("anna.efg", "unreadable"),),
    )
    [row] = csv.DictReader(io.StringIO("".join(GRADE_FORMATS["csv"](grades))))
    assert (row["value"], row["in_reference"], row["in_handin"]) == ("", "", "")


def exploited(*numbers):
    """Return what a contest says of agents that a perfect opponent gains so much from."""
    standings = tuple(
        Standing(f"agent {at}", 0.5, 0.5, 0.5, (number, None)) for at, number in enumerate(numbers)
    )
    lines = "".join(write_text(Contest(BATTLE, 0.0, 0, 1, standings, ()))).splitlines()
    return [line.split()[2] for line in lines[-len(numbers) :]]


@pytest.mark.parametrize(
    "numbers, said",
    [
        ((0.9999636983591002, 1.0, 0.25), ["0.99996", "1", "0.25"]),
        ((0.9999636983591002, 0.9999637, 1.0), ["0.999963698", "0.9999637", "1"]),
        ((1 - 1e-9, 1.0), ["0.999999999", "1"]),
        ((1 - 1e-15, 3e-15, 1.0), ["1", "0", "1"]),  # No more than what the sums round.
        ((0.5, 0.5 + 1e-14), ["0.5", "0.5"]),
        ((0.3888888888888889,), ["0.389"]),
    ],
)
def test_rounding_keeps_different_agents_distinct_and_prints_1_only_for_1(numbers, said):
    assert exploited(*numbers) == said


def test_a_chance_is_called_0_or_1_only_if_it_is():
    results = (
        Result("a", "b", Outcome(1 - 2e-8, 1.5e-8, 5e-9), None),
        Result("b", "a", Outcome(0.0, 0.25, 0.75), None),
    )
    lines = "".join(write_text(Contest(BATTLE, 0.0, 0, 1, (), results))).splitlines()
    assert lines[-2].split()[3:] == ["0.99999998", "1.5e-08", "5e-09"]
    assert lines[-1].split()[3:] == ["0.000000", "0.250000", "0.750000"]
