"""Right trees whose numbers were floating point are right, whatever the probability; wrong ones are
wrong.
"""

import re
from decimal import Decimal
from fractions import Fraction
from random import Random

import pytest

import students
from efgc.pipeline.apps.course.grading.grader import Grader, GradingRequest
from efgc.pipeline.files.text import Text
from efgc.schemas.grades import Verdict
from small_games import island

ROWS = ("SED",)
# Those of which half were graded wrongly, and those of the maps of the courses.
LISTED = [
    ".123",
    ".35",
    ".4",
    ".57",
    ".6",
    ".61",
    ".65",
    ".7",
    ".71",
    ".77",
    ".8",
    ".85",
    ".9",
    ".95",
    ".99",
    ".999",
    ".333333",
    ".66667",
    ".142857",
    ".98765",
    ".3333333333",
    ".05",
    ".1",
    ".15",
    ".2",
    ".25",
    ".3",
    ".33",
    ".45",
    ".5",
    ".55",
    ".66",
    ".75",
    ".001",
    ".01",
    ".125",
    "1/3",
    "2/3",
    "1/7",
    "6/7",
    "0.8444218515250481",
    ".1555781484749519",
    ".000001",
    ".999999",
    "1e-9",
    ".0625",
    ".3000000000001",
]


def whole(double):
    """Return the whole binary expansion of a double, as a library of one course writes it."""
    return f"{Decimal(double):f}"


def handin(capture, write=whole):
    """Return the tree of a student for the map, with a probability and 1 less it in floating point,
    under the labels of that library.
    """
    text = students.island_2018(ROWS, 1, Fraction(1, 2))
    branches = f'"lost fight" {write(capture)} "won fight" {write(1 - capture)}'
    found, count = re.subn(r'"dead" 1/2 "alive" 1/2', branches, text)
    assert count
    return found


def graded(probability, text):
    """Return the grade of a text on the map with a probability."""
    board = island(ROWS, 1, probability)
    grader = Grader(GradingRequest(Text(board, "map", "map", "0" * 64), "island-2018"))
    return grader.grade("handin", lambda: Text(text, "handin", "handin", "1" * 64))


def is_right(probability):
    grade = graded(probability, handin(float(Fraction(probability))))
    double = Fraction(float(Fraction(probability)))
    exactly = double == Fraction(probability) and Fraction(1 - float(double)) == 1 - double
    assert (grade.remarks == ()) == exactly, grade
    return grade.verdict is Verdict.IDENTICAL


@pytest.mark.many
@pytest.mark.parametrize("probability", LISTED)
def test_trees_of_that_library_are_right(probability):
    assert is_right(probability)


@pytest.mark.parametrize("write", [repr, "{:.17g}".format, "{:.16e}".format, "{:.20f}".format])
def test_trees_of_other_programs_are_right(write):
    for probability in (".4", ".65", ".999", "1/3", "0.8444218515250481"):
        grade = graded(probability, handin(float(Fraction(probability)), write))
        assert grade.verdict is Verdict.IDENTICAL, grade


def drawn(count, seed=20):
    """Yield random probabilities as a map can have them."""
    random = Random(seed)
    for _ in range(count):
        places, below = random.randint(1, 12), random.randint(2, 10 ** random.randint(1, 6))
        yield random.choice(
            (
                f"0.{random.randint(1, 10**places - 1):0{places}}",
                f"{random.randint(1, below - 1)}/{below}",
                repr(random.random()),
            )
        )


@pytest.mark.long
def test_trees_of_that_library_are_right_for_random_probabilities():
    found = [*drawn(2_000)]
    assert [probability for probability in found if not is_right(probability)] == []


@pytest.mark.parametrize("probability", [".4", "1/3", ".65", ".999998", ".000002"])
@pytest.mark.parametrize("off", [1e-6, -1e-6])
def test_probabilities_that_are_wrong_are_wrong(probability, off):
    grade = graded(probability, handin(float(Fraction(probability)) + off))
    assert grade.verdict is Verdict.DIFFERENT, grade


@pytest.mark.parametrize("off", [1e-6, -1e-6])
def test_payoffs_that_are_wrong_are_wrong(off):
    right = handin(0.4)
    paid = re.search(r"\{ (-?\d+), (-?\d+) \}\n", right)
    text = right.replace(
        paid[0], f"{{ {whole(int(paid[1]) + off)}, {whole(int(paid[2]) - off)} }}\n"
    )
    grade = graded(".4", text)
    assert grade.verdict is Verdict.DIFFERENT, grade


def test_the_report_lists_the_assumed_fractions():
    [remark] = graded(".6", handin(0.6)).remarks
    assert remark == (
        "line 5: 0.59999999999999997779... is 3/5 up to floating-point rounding and is "
        "read as 3/5; 1 more number is corrected likewise"
    )


@pytest.mark.many
@pytest.mark.parametrize("probability", ["1/3", "2/3", ".3335", ".0625", "1/7", ".9994", ".0049"])
@pytest.mark.parametrize("places", [2, 3, 4, 7])
def test_probabilities_rounded_to_their_digits_are_those_of_the_map(probability, places):
    double = float(Fraction(probability))
    one, other = (f"{share:.{places}f}" for share in (double, 1 - double))
    grade = graded(probability, handin(double, lambda share: one if share == double else other))
    meant = Fraction(probability)
    if {float(one), float(other)} & {0, 1}:
        assert grade.verdict in (Verdict.UNREADABLE, Verdict.DIFFERENT)  # It shows one way alone.
        return
    assert grade.verdict is Verdict.IDENTICAL, grade
    assert (grade.remarks == ()) == (Fraction(one) == meant and Fraction(other) == 1 - meant)
    assert all("rounded to its digits" in remark for remark in grade.remarks)


def test_probabilities_that_are_off_by_a_digit_are_wrong():
    wrong = handin(1 / 3, lambda share: "0.332" if share < 1 / 2 else "0.668")
    assert graded("1/3", wrong).verdict is Verdict.DIFFERENT


def test_also_with_imperfect_recall():
    end = 't "" {0} "" {{ {1}, {2} }}'.format
    forgets = [
        'EFG 2 R "" { "agent" "bandits" }',
        f'c "" 1 "" {{ "a" {whole(0.6)} "b" {whole(1 - 0.6)} }} 0',
        *('p "" 1 1 "" { "l" "r" } 0', 'p "" 1 1 "" { "l" "r" } 0'),
        *(end(1, 1, -1), end(2, 0, 0), end(2, 0, 0), end(2, 0, 0)),
    ]
    found = graded(".6", "\n".join(forgets))
    assert found.verdict is Verdict.NO_PERFECT_RECALL
    assert [remark.split(":")[0] for remark in found.remarks] == ["line 2"]
