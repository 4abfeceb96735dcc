"""Plans as names and values, which `solve --from` takes like the files of solvers."""

import pytest

from efgc.schemas.parts.problems import InputError, VerificationError
from efgc.stages.report.optimum import Line, OptimumReport, write_csv
from efgc.stages.solve import solve, take
from efgc.stages.solve.program import read_program
from small_programs import OPTIMAL

PROGRAM = read_program(OPTIMAL)
BEANS = 59 / 21
PLANS = {
    "lines": f"# a plan\n\nbread 6\n  milk\t1.0\nbeans {BEANS!r}\n",
    "JSON": f'{{"bread": 6, "milk": 1.0, "beans": {BEANS!r}}}',
    "JSON with duals": f'{{"columns": {{"bread": 6, "milk": 1, "beans": {BEANS!r}}}, '
    f'"rows": {{"energy": 0, "protein": {200 / 21!r}, "fat": 0}}}}',
    "CSV": f"bread,6\nmilk,1\nbeans,{BEANS!r}\n",
    "lines with =": f"bread = 6\nmilk=1\nbeans = {BEANS!r}\n",
    "CSV of CBC": f"name,solution\nbread,6\nmilk,1\nbeans,{BEANS!r}\n",
    "CSV with semicolons": f"column;value\r\nbread;6\r\nmilk;1\r\nbeans;{BEANS!r}\r\n",
    "semicolons alone": f"bread;6\nmilk;1\nbeans;{BEANS!r}\n",
    "a series of pandas": f",0\nbread,6\nmilk,1.0\nbeans,{BEANS!r}\n",
    "a series with a name": f",plan\nbread,6\nmilk,1.0\nbeans,{BEANS!r}\n",
    "CSV with a head": f"Value,Name\n6,bread\r\n1,milk\n{BEANS!r},beans\n\n",
}


@pytest.mark.parametrize("name", PLANS)
def test_a_plan_is_taken_and_proved(name):
    found = take(PROGRAM, PLANS[name])
    assert found.status == "optimal"
    assert found.objective == pytest.approx(2167 / 210)
    assert [entry.value for entry in found.columns] == pytest.approx([6, 1, BEANS])
    assert [entry.value for entry in found.rows] == pytest.approx([0, 200 / 21, 0])
    assert dict(found.options)["from"].endswith(("names and values", "JSON", "CSV"))


def test_columns_that_are_missing_are_0():
    program = read_program("max\n o: - x + y\ns.t.\n c: x + y <= 4\nend\n")
    assert [entry.value for entry in take(program, "y 4\n").columns] == [0, 4]


def test_a_report_as_csv_is_taken():
    solution = solve(OPTIMAL)
    lines = [
        tuple(Line(entry.name, entry.value, 0.0, 9.0, entry.value, "") for entry in entries)
        for entries in (solution.columns, solution.rows)
    ]
    text = "".join(write_csv(OptimumReport(solution, "-", "-", "", None, *lines, 0.0, 0.0)))
    assert take(PROGRAM, text).rows == tuple(entry._replace(basis="") for entry in solution.rows)


@pytest.mark.parametrize("name", PLANS)
def test_a_plan_that_is_not_optimal_or_breaks_a_row_is_refused(name):
    for wrong in ("3.5", "0.5"):
        with pytest.raises(VerificationError):
            take(PROGRAM, PLANS[name].replace(repr(BEANS), wrong))


@pytest.mark.parametrize(
    "text, words",
    [
        ("bread 6\nmilk 1 2\n", "2: is not a name with a value"),
        ("bread 6\nmilk one\n", "2: 'one' is not a finite number"),
        ("bread 6\nbread 6\n", "2: duplicate name bread"),
        ("bread 6\ncream 1\n", "2: the linear program has no column cream"),
        ("bread,6\nmilk\n", "2: is not a name with a value"),
        ("name,value\nbread,six\n", "2: 'six' is not a finite number"),
        ('{"bread": [6]}', "bread"),
        ('{"bread": true}', "bread"),
        ('{"bread": 6, "columns": {"milk": 1}}', "columns"),
        ('{"bread": "six"}', "six"),
        ("{bread}", "not valid JSON"),
        ("bread\n", "not a known format of solution files"),
    ],
)
def test_invalid_plans_are_refused_with_their_place(text, words):
    with pytest.raises(InputError) as caught:
        take(PROGRAM, text)
    assert words in str(caught.value)
