"""`efgc run` on a linear program: it is solved, and its optimum reported with bounds."""

import csv
import hashlib
import json
import re
from dataclasses import replace
from fractions import Fraction

import pytest

import efgc as python
from efgc.pipeline.cli import efgc
from efgc.pipeline.commands import compare_solvers
from efgc.pipeline.files.text import Text
from efgc.pipeline.settings import Settings
from efgc.pipeline.terminal.diagnostics import guarded
from efgc.pipeline.ways.program import WAY
from efgc.pipeline.ways.run import STAGES, result, run
from efgc.schemas import game
from efgc.schemas.program_report import TABLE
from efgc.stages.lower import lower
from efgc.stages.report.optimum import document
from efgc.stages.solve import solve as solve_a_program
from said import but_files
from small_games import ARTIFACTS, PUBLISHED
from small_programs import OPTIMAL, RANGES

SMALL = "max\n o: x + 2 y\ns.t.\n c: x + y <= 4\n d: x <= 3\nend\n"
NEVER = {
    "infeasible": "max\n o: x\ns.t.\n c: x <= 1\n d: x >= 2\nend\n",
    "unbounded": "max\n o: x\ns.t.\n c: x >= 1\nend\n",
}


def text(program):
    return Text(program, "p.lp", "p.lp", "0" * 64)


def ended(argv, capfd):
    code = guarded(lambda: efgc(argv, standalone_mode=False))
    return code, *capfd.readouterr()


@pytest.mark.many
@pytest.mark.parametrize("name", PUBLISHED)
@pytest.mark.parametrize("format", ["lp", "mps"])
@pytest.mark.parametrize("player", [1, 2])
def test_the_bounds_hold_the_value(name, format, player):
    played = game.read((ARTIFACTS / name / f"{name}.game.json").read_text())
    made = result(text(lower(played, player, format)[0]), Settings()).report
    value = PUBLISHED[name][1] * (1 if player == 1 else -1) * (1 if format == "lp" else -1)
    assert Fraction(made.lower) <= value <= Fraction(made.upper)
    assert Fraction(made.upper) - Fraction(made.lower) <= Fraction(1, 10**8)


def test_run_solves_and_reports_a_linear_program(tmp_path, monkeypatch, capfd):
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("SOURCE_DATE_EPOCH", "0")
    (tmp_path / "p.lp").write_text(SMALL)
    code, printed, told = ended(["run", "p.lp", "-o", "."], capfd)
    assert (code, but_files(told)) == (0, "")
    assert printed == (
        "linear program\n\n"
        "optimum  8, maximised (exact)\n\n"
        "columns\n"
        "  column  value  reduced cost  at least  at most\n"
        "  x           0            -1         0     none\n"
        "  y           4             0         0     none\n\n"
        "rows\n"
        "  row  activity  slack  dual value  at least  at most\n"
        "  c           4      0           2      none        4\n"
        "  d           0      3           0      none        3\n\n"
        "how it was proved\n"
        "  bounds: 8 to 8, by the plan and the dual values in rationals; `efgc certify` writes "
        "the\n  certificate\n"
    )
    assert (tmp_path / "p.report.txt").read_text() == printed
    assert (tmp_path / "p.lp").read_text() == SMALL
    assert sorted(path.name for path in tmp_path.iterdir()) == [
        "p.lp",
        "p.report.txt",
        "p.solution.json",
    ]
    assert ended(["solve", "p.lp"], capfd)[1] == (tmp_path / "p.solution.json").read_text()
    assert ended(["check", "p.report.txt", "p.solution.json"], capfd)[0] == 0


@pytest.mark.parametrize("through", STAGES)
def test_a_program_in_the_same_format_stays_the_same(through):
    *_, last = run(text(SMALL), Settings(), through)
    assert last.name == (through if through in ("solve", "report") else "parse")
    assert last.name != "parse" or list(last.files(Settings())) == ["lp"]


PROOF = "run `efgc certify p.lp` for a proof"


@pytest.mark.parametrize("status", NEVER)
def test_all_solvers_report_a_missing_optimum(status, tmp_path, monkeypatch, capfd):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "p.lp").write_text(NEVER[status])
    assert ended(["run", "p.lp"], capfd) == (
        4,
        "",
        f"p.lp: glpk reports {status}; highs reports {status}; {PROOF}\n",
    )
    assert ended(["run", "p.lp", "--solver", "highs"], capfd) == (
        4,
        "",
        f"p.lp: highs reports {status}; {PROOF}\n",
    )


def test_errors_of_a_program_have_a_position(tmp_path, monkeypatch, capfd):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "p.lp").write_text("max\n o: x\ns.t.\n c: x + y <= \nend\n")
    assert ended(["run", "p.lp"], capfd) == (
        1,
        "",
        "p.lp:4:11: '<=' is not expected in a row\n",
    )


def test_a_named_solver_runs_alone(capfd, tmp_path):
    (tmp_path / "p.lp").write_text(SMALL)
    argv = ["run", str(tmp_path / "p.lp"), "--solver", "highs", "--through", "solve"]
    assert json.loads(ended(argv, capfd)[1])["solver"] == "highs"


@pytest.mark.parametrize("format", ["text", "json", "csv", "html"])
def test_report_and_run_agree_on_a_program(format, tmp_path, monkeypatch, capfd):
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("SOURCE_DATE_EPOCH", "0")
    (tmp_path / "p.lp").write_text(OPTIMAL)
    said = ended(["run", "p.lp", "-o", ".", "--format", format], capfd)[1]
    code, printed, told = ended(["report", "p.lp", "p.solution.json", "--format", format], capfd)
    assert (code, told) == (0, "")
    # The page of `run` has the seconds that the stage took.
    assert re.sub(r'"number">[0-9.]+<', '"number"><', printed) == re.sub(
        r'"number">[0-9.]+<', '"number"><', said
    )
    assert ended(["check", *(path.name for path in tmp_path.iterdir())], capfd)[0] == 0


def test_a_report_has_activity_slack_and_dual_value_of_each_row(tmp_path, capfd):
    (tmp_path / "p.mps").write_text(RANGES)
    printed = ended(["run", str(tmp_path / "p.mps"), "--format", "json"], capfd)[1]
    found = json.loads(printed)
    assert found["objective"] == pytest.approx(19.275)
    plan = {entry["column"]: entry for entry in found["columns"]}
    costs = {"x": 3, "y": 2.5, "z": -1}
    rows = {"a": {"x": 1, "y": 2}, "b": {"x": 1, "z": -1}, "c": {"y": 1, "z": 0.1}}
    ends = {"a": (2, 8), "b": (-2, 2), "c": (1, 1.5)}
    for entry in found["rows"]:
        activity = sum(
            rows[entry["row"]][name] * plan[name]["value"] for name in rows[entry["row"]]
        )
        low, high = ends[entry["row"]]
        assert entry["activity"] == pytest.approx(activity)
        assert (entry["lower"], entry["upper"]) == (low, high)
        assert entry["slack"] == pytest.approx(min(activity - low, high - activity), abs=1e-9)
    for name, cost in costs.items():
        priced = sum(entry["dual"] * rows[entry["row"]].get(name, 0) for entry in found["rows"])
        assert plan[name]["reduced_cost"] == pytest.approx(cost - priced, abs=1e-9)


def test_a_report_as_csv_has_a_line_for_each_column_and_row(tmp_path, capfd):
    (tmp_path / "p.lp").write_text(OPTIMAL)
    printed = ended(["run", str(tmp_path / "p.lp"), "--format", "csv"], capfd)[1]
    lines = list(csv.DictReader(printed.splitlines()))
    assert [(line["kind"], line["name"]) for line in lines] == [
        *(("column", name) for name in ("bread", "milk", "beans")),
        *(("row", name) for name in ("energy", "protein", "fat")),
    ]
    assert lines[0]["upper"] == "6" and lines[2]["upper"] == ""


def test_a_long_report_is_shortened_with_a_hint(tmp_path, capfd):
    names = [f"x{at}" for at in range(200)]
    rows = "".join(f" r{at}: {name} <= {at % 2}\n" for at, name in enumerate(names))
    text = f"max\n o: {' + '.join(names)}\ns.t.\n{rows}end\n"
    (tmp_path / "p.lp").write_text(text)
    printed = ended(["run", str(tmp_path / "p.lp")], capfd)[1]
    sentence = "100 that are 0 of 200 columns are left out: --format csv and --format json write"
    assert f"40 more and {sentence} all\n" in printed
    assert "140 more of 200 rows are left out" in printed
    page = ended(["run", str(tmp_path / "p.lp"), "--format", "html"], capfd)[1]
    assert "are left out" not in page


@pytest.mark.parametrize(
    "old, new, code, words",
    [
        ('"objective": 10.3', '"objective": 11.3', 5, "its plan has the objective 10.319"),
        ('"bread", "value": 6.0', '"bread", "value": 256.0', 5, "bread is 256"),
        ('"protein", "dual": 9', '"protein", "dual": 8', 5, "is not ruled out"),
        ('"column": "milk"', '"column": "cream"', 1, "are not the columns of the linear program"),
        ('"lp_sha256": "', '"lp_sha256": "0', 1, "of another linear program"),
    ],
)
def test_a_solution_that_was_changed_is_refused(
    old, new, code, words, tmp_path, monkeypatch, capfd
):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "p.lp").write_text(OPTIMAL)
    solution = ended(["solve", "p.lp"], capfd)[1]
    assert old in solution
    (tmp_path / "p.solution.json").write_text(solution.replace(old, new))
    ends, printed, told = ended(["report", "p.lp", "p.solution.json"], capfd)
    assert (ends, printed, told.count("\n")) == (code, "", 1)
    assert told.startswith("p.solution.json: ") and words in told


@pytest.mark.parametrize(
    "old, new, words",
    [
        ('"minimise"', '"maximise"', "the program is one to minimise, but the solution one to max"),
        ('"problem": ""', '"problem": "other"', "the program is named '', but in the solution 'o"),
        ('"nonzeros": 8', '"nonzeros": 7', "3 columns and 7 nonzeros, but the program 3 rows"),
    ],
)
@pytest.mark.parametrize("command", ["report", "certify", "check"])
def test_a_solution_cannot_say_anything_else_about_its_program(
    command, old, new, words, tmp_path, monkeypatch, capfd
):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "p.lp").write_text(OPTIMAL)
    solution = ended(["solve", "p.lp"], capfd)[1]
    assert old in solution
    (tmp_path / "p.solution.json").write_text(solution.replace(old, new))
    code, printed, told = ended([command, "p.lp", "p.solution.json"], capfd)
    assert code == 5 and words in told
    assert command == "check" or printed == ""


WHOLE = OPTIMAL.replace("end", "general\n milk\nend")


@pytest.mark.parametrize("command", ["run", "solve", "lower", "check", "compare-solvers"])
def test_whole_numbers_are_refused_at_their_line(command, tmp_path, monkeypatch, capfd):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "p.lp").write_text(WHOLE)
    assert ended([command, "p.lp"], capfd) == (
        1,
        "",
        "p.lp:12:2: milk must be a whole number: this is not a linear program; --relax of run, "
        "solve and lower drops the condition\n",
    )


def test_relax_drops_whole_numbers(tmp_path, monkeypatch, capfd):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "p.lp").write_text(WHOLE)
    printed = ended(["run", "p.lp", "--relax", "-o", "relaxed", "--format", "json"], capfd)[1]
    assert json.loads(printed)["objective"] == pytest.approx(2167 / 210)
    assert json.loads(printed)["problem"].endswith("relaxed")
    written = (tmp_path / "relaxed/p.lp").read_text()
    assert ended(["lower", "p.lp", "--relax"], capfd)[:2] == (0, written)
    solution = json.loads(ended(["solve", "p.lp", "--relax"], capfd)[1])
    assert solution["lp_sha256"] == hashlib.sha256(written.encode()).hexdigest()
    (tmp_path / "p.lp").write_text(OPTIMAL)
    again = ended(["solve", "p.lp", "--relax"], capfd)[1]
    assert json.loads(again)["lp_sha256"] == hashlib.sha256(OPTIMAL.encode()).hexdigest()


def test_a_file_of_glpsol_after_presolve_says_how_to_find_out_more(tmp_path, monkeypatch, capfd):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "p.lp").write_text(NEVER["infeasible"])
    (tmp_path / "p.txt").write_text("s bas 2 1 u u 0\ni 1 b 0 0\ni 2 b 0 0\nj 1 l 0 0\ne o f\n")
    code, _, said = ended(["solve", "p.lp", "--from", "p.txt"], capfd)
    assert code == 4 and "--nopresol says why; run `efgc certify p.lp` for" in said


def test_a_program_is_written_in_the_other_format_and_back(tmp_path, monkeypatch, capfd):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "p.lp").write_text(SMALL)
    said = "p.lp: the .mps minimises the negative of the objective\n"
    for words, note in ((["p.lp", "-o", "p.mps"], said), (["p.mps", "-o", "again.lp"], "")):
        code, out, err = ended(["lower", *words], capfd)
        assert (code, out, but_files(err)) == (0, "", note)
    objectives = [
        json.loads(ended(["solve", name], capfd)[1])["objective"]
        for name in ("p.lp", "p.mps", "again.lp")
    ]
    assert objectives == [8, -8, -8]
    again = (tmp_path / "again.lp").read_text()
    assert again.startswith("\\* name=p *\\\nmin\n objective: - 1 x - 2 y\n")
    assert ended(["run", "p.mps"], capfd)[1].startswith("linear program p\n")
    (tmp_path / "my ä\\ p.lp").write_text(SMALL)
    printed = ended(["lower", "my ä\\ p.lp", "--format", "mps"], capfd)[1]
    assert printed.startswith("NAME          my_p FREE\n")


@pytest.mark.parametrize(
    "argv",
    [
        ["lower", "p.lp", "--player", "1"],
        ["lower", "p.lp", "--format", "npz", "-o", "p.npz"],
        ["lower", "p.lp", "--explain", "-o", "q.lp"],
        ["report", "p.lp", "p.lp", "--on", "p.lp"],
        ["certify", "p.lp", "p.lp", "p.lp"],
        ["certify", "p.lp", "p.lp", "--no-exact"],
    ],
)
def test_options_that_are_for_games_are_refused(argv, tmp_path, monkeypatch, capfd):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "p.lp").write_text(SMALL)
    code, printed, _ = ended(argv, capfd)
    assert (code, printed) == (2, "")


def test_solvers_are_compared_in_a_table_for_spreadsheets(tmp_path, monkeypatch, capfd):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "p.lp").write_text(OPTIMAL)
    asked = ["compare-solvers", "p.lp", "--solver", "glpk", "--solver", "highs"]
    assert ended([*asked, "--format", "csv", "-o", "p.csv"], capfd)[:2] == (0, "")
    lines = list(csv.DictReader((tmp_path / "p.csv").read_text().splitlines()))
    assert [line["solver"] for line in lines] == ["glpk", "highs"]
    assert [float(line["objective"]) for line in lines] == pytest.approx([2167 / 210] * 2)
    assert {line["lower_bound"] for line in lines} == {"10.319047619"}
    assert ended(["check", "p.csv"], capfd)[0] == 0
    assert "10.319047619  10.3190476191\n" in ended(asked, capfd)[1]


@pytest.mark.parametrize("status", NEVER)
def test_the_comparison_ends_with_what_is_proved(status, tmp_path, monkeypatch, capfd):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "p.lp").write_text(NEVER[status])
    code, printed, told = ended(["compare-solvers", "p.lp", "--solver", "glpk"], capfd)
    assert (code, told) == (4, f"p.lp: the program is {status}, proved in rationals\n")
    assert re.search(rf"\nglpk +5.0 +{status}\b", printed)


@pytest.mark.parametrize(
    ("answers", "seconds"),
    [
        ([], 60),
        ([("limit", 60.0)], 60),
        ([("limit", 60.0), ("optimal", 0.1)], 5),
        ([("infeasible", 0.7), ("optimal", 0.2)], 7),
        ([("unbounded", 20.0)], 60),
        ([("optimal", None)], 5),  # With SOURCE_DATE_EPOCH.
    ],
)
def test_a_comparison_waits_less_once_an_answer_is_known(answers, seconds):
    found = solve_a_program(SMALL)
    answered = [replace(found, status=status, seconds=time) for status, time in answers]
    lines = [compare_solvers._Line("glpk", each) for each in answered]
    assert compare_solvers._patience(lines) == seconds


@pytest.mark.parametrize("command", ["check", "run", "solve", "lower", "certify"])
def test_a_mistyped_column_has_a_remark(command, tmp_path, monkeypatch, capfd):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "p.lp").write_text(SMALL.replace("end", "bounds\n z <= 3\nend"))
    code, _, told = ended([command, "p.lp"], capfd)
    assert code == 0
    assert told.count("p.lp:7:2: column z is in no row and not in the objective") == 1


def test_a_plan_with_names_that_look_like_a_matrix_is_taken(tmp_path, monkeypatch, capfd):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "p.lp").write_text(SMALL)
    (tmp_path / "plan.csv").write_text("x,0\ny,4\n")
    code, printed, _ = ended(["solve", "p.lp", "--from", "plan.csv"], capfd)
    assert code == 0 and json.loads(printed)["objective"] == 8
    (tmp_path / "plan.csv").write_text("x,0\nz,4\n")
    code, _, told = ended(["solve", "p.lp", "--from", "plan.csv"], capfd)
    assert code == 1 and told.startswith("plan.csv:2: the linear program has no column z; ")


def test_a_game_that_a_program_is_named_after_is_not_said_to_be_its_own(tmp_path, capfd):
    (tmp_path / "p.lp").write_text("\\* name=efgc_player1_0123456789abcdef *\\\n" + SMALL)
    printed = ended(["run", str(tmp_path / "p.lp"), "-v"], capfd)[1]
    told = " ".join(printed.split())
    assert "named as player 1's program of the game 0123456789abcdef, not compared with" in told


def test_lp_solve_reads_a_constant_with_the_opposite_sign(tmp_path, monkeypatch, capfd):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "p.mps").write_text(
        "NAME p FREE\nROWS\n N o\n G c\nCOLUMNS\n x o 1 c 1\nRHS\n b o 5 c 3\nENDATA\n"
    )
    (tmp_path / "p.txt").write_text(
        "Value of objective function: 8\n\nActual values of the variables:\nx 3\n\n"
        "Dual values with upper and lower limits:\nc 1 -1e+30 1e+30\nx 0 -1e+30 1e+30\n"
    )
    code, printed, _ = ended(["solve", "p.mps", "--from", "p.txt"], capfd)
    assert code == 0 and json.loads(printed)["objective"] == -2


@pytest.mark.parametrize("command", ["run", "solve", "lower", "certify", "compare-solvers"])
def test_a_mistake_in_a_program_has_its_own_code(command, tmp_path, capfd):
    (tmp_path / "p.lp").write_text(SMALL.replace("<= 4", "<= four"))
    told = ended([command, str(tmp_path / "p.lp"), "--log", "json"], capfd)[2]
    codes = [json.loads(line).get("code") for line in told.splitlines()]
    assert [code for code in codes if code] == ["linear-program"]


def test_a_single_bound_is_described_in_words():
    made = result(text(SMALL), Settings()).report
    told = dict(document(replace(made, lower="-", upper="8.5")).facts)
    assert (
        told["bounds"].startswith("at most 8.5, ") and "no lower bound is proved" in told["bounds"]
    )
    told = dict(document(replace(made, lower="7.5", upper="-")).facts)
    assert told["bounds"].startswith("at least 7.5, ")


def test_the_exact_optimum_is_in_json_and_a_slack_within_rounding_is_0(tmp_path):
    (tmp_path / "a.lp").write_text(
        "max\n o: 0.7 x + 2 y + 0.7 z\nst\n"
        " a: 0.3333 x + 1.1 y + 0.25 z <= 10\n b: 3 x + 0.3 y + 0.3333 z <= 7\nend\n"
    )
    found = python.run(tmp_path / "a.lp").to_dict()
    assert found["value_exact"] == "215200/9721"
    assert [row["slack"] for row in found["rows"]] == [0, 0]
    (tmp_path / "b.lp").write_text(OPTIMAL)
    result = python.run(tmp_path / "b.lp")
    assert Fraction(result.to_dict()["value_exact"]) == result.value_exact


def test_the_table_of_a_program_in_python_has_its_columns_and_rows(tmp_path):
    pytest.importorskip("pandas")
    (tmp_path / "a.lp").write_text("min\n o: nan + 2 y\nst\n c: nan + y >= 1\nend\n")
    table = python.run(tmp_path / "a.lp").to_frame()
    assert [*table.columns] == [*TABLE]
    assert [*zip(table.kind, table.name, table.value, table.dual, strict=True)] == [
        ("column", "nan", 1, 0),
        ("column", "y", 0, 1),
        ("row", "c", 1, 1),
    ]


def test_the_value_is_the_exact_optimum_and_not_a_number_within_the_tolerance(tmp_path):
    (tmp_path / "a.lp").write_text(OPTIMAL)
    report = python.run(tmp_path / "a.lp")._record.report
    near = replace(report.solution, objective=report.solution.objective + 1e-7)
    facts = WAY.facts(replace(report, solution=near))
    assert facts.value == float(report.exact) == facts.exact


def test_an_exact_report_has_the_exact_numbers(tmp_path, monkeypatch, capfd):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "p.lp").write_text(OPTIMAL)
    solution = ended(["solve", "p.lp"], capfd)[1]
    for old, new in (
        ('"energy", "dual": 0.0', '"energy", "dual": -1e-16'),
        ("6.0,", "5.9999999999,"),
    ):
        assert old in solution
        solution = solution.replace(old, new)
    (tmp_path / "p.solution.json").write_text(solution)
    found = json.loads(ended(["report", "p.lp", "p.solution.json", "--format", "json"], capfd)[1])
    assert (found["columns"][0]["value"], found["rows"][0]["dual"]) == (6, 0)


def test_the_objective_of_a_report_is_that_of_the_columns_listed(tmp_path, monkeypatch, capfd):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "p.lp").write_text(SMALL)
    solution = ended(["solve", "p.lp"], capfd)[1]
    for old, new in (('"objective": 8.0', '"objective": 8.00002'), ("4.0,", "4.00001,")):
        assert old in solution
        solution = solution.replace(old, new)
    (tmp_path / "p.solution.json").write_text(solution)
    found = json.loads(ended(["report", "p.lp", "p.solution.json", "--format", "json"], capfd)[1])
    assert (found["objective"], found["value_exact"]) == (8, "8")
    assert found["columns"][1]["value"] == 4 and found["repaired"] == pytest.approx(1e-5)
    printed = ended(["report", "p.lp", "p.solution.json", "-v"], capfd)[1]
    assert "  repaired   columns, by up to 1e-05\n" in printed
    told = ended(["check", "p.lp", "p.solution.json"], capfd)[1]
    assert (
        "within the tolerance of solvers, it solves p.lp: its objective is 8.00002, and the "
        "maximum is 8, as proved" in told
    )


def test_a_plan_that_is_no_optimum_is_not_shown_below_an_exact_one(tmp_path, monkeypatch, capfd):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "p.lp").write_text(
        "max\n o: 3 x + 5 y\nst\n b: 2 y <= 12\n c: 3 x + 2 y <= 18\nend\n"
    )
    (tmp_path / "plan.txt").write_text("x 2.0004\ny 5.9994\n")
    assert ended(["solve", "p.lp", "--from", "plan.txt", "-o", "p.solution.json"], capfd)[0] == 0
    found = json.loads(ended(["report", "p.lp", "p.solution.json", "--format", "json"], capfd)[1])
    assert [entry["value"] for entry in found["columns"]] == [2, 6]
    assert found["repaired"] == pytest.approx(6e-4) and found["objective"] == 36


@pytest.mark.parametrize("solver", ["glpk", "highs"])
def test_small_programs_have_an_exact_optimum(solver, tmp_path, capfd):
    program = tmp_path / "p.lp"
    program.write_text("max\n o: 5 x + 4 y\nst\n a: 6 x + 4 y <= 24\n b: x + 2 y <= 6\nend\n")
    code, printed, _ = ended(["run", str(program), "--solver", solver], capfd)
    assert code == 0 and "optimum  21, maximised (exact)\n" in printed


def test_the_numbers_of_a_solution_stay_where_an_exact_one_is_another(tmp_path, monkeypatch, capfd):
    monkeypatch.chdir(tmp_path)
    rows = " a: x + y >= 1\n b: x + y - z <= 5\n c: z >= 0\n"
    (tmp_path / "p.lp").write_text(f"min\n o: x + y\nst\n{rows}bounds\n y <= 2\nend\n")
    (tmp_path / "plan.csv").write_text("x,0.5\ny,0.5\nz,0\n")
    assert ended(["solve", "p.lp", "--from", "plan.csv", "-o", "p.solution.json"], capfd)[0] == 0
    found = json.loads(ended(["report", "p.lp", "p.solution.json", "--format", "json"], capfd)[1])
    assert [entry["value"] for entry in found["columns"]] == [0.5, 0.5, 0]
