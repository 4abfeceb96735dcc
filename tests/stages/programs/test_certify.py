"""Certificates of linear programs: what becomes of a program is proved, and every certificate that
somebody changed is rejected or still true.
"""

import contextlib
import hashlib
import json
import random
from dataclasses import replace
from fractions import Fraction

import pytest
from click.testing import CliRunner

from commands import ended, refused
from efgc.pipeline.cli import efgc
from efgc.schemas import program_certificate as schema
from efgc.schemas.parts.problems import InputError, VerificationError
from efgc.schemas.parts.status import Basis, Status
from efgc.stages.checkers import program_checker
from efgc.stages.checkers.program_checker import Rejected, check_program_certificate
from efgc.stages.programs.certify import certify_program, outcome
from efgc.stages.programs.texts import read_exactly
from efgc.stages.report.exact.from_basis import LIMITS
from efgc.stages.solve import solve
from said import but_files
from small_games import ARTIFACTS
from small_programs import INFEASIBLE, OPTIMAL, RANGES, UNBOUNDED, drawn, unsolved
from standing_alone import standing_alone

ISLAND = (ARTIFACTS / "island-1/island-1.lp").read_text()
PROVED = {
    "optimal": (OPTIMAL, "the minimum is 2167/210"),
    "infeasible": (INFEASIBLE, "the program is infeasible"),
    "unbounded": (UNBOUNDED, "the program is unbounded"),
    "ranges": (RANGES, "the maximum is 771/40"),
    "island": (ISLAND, "the maximum is 220/31"),
}


def certified(text, solution):
    """Return the bytes of a program's certificate."""
    digest = hashlib.sha256(text.encode()).hexdigest()
    return "".join(schema.write(certify_program(read_exactly(text), solution, digest))).encode()


@pytest.mark.parametrize("name", PROVED)
def test_the_outcome_of_a_program_is_proved(name):
    text, words = PROVED[name]
    assert check_program_certificate(certified(text, solve(text)), text.encode()) == words


@pytest.mark.parametrize("name", PROVED)
def test_a_solution_without_a_basis_is_enough(name):
    text, words = PROVED[name]
    assert check_program_certificate(certified(text, unsolved()), text.encode()) == words


def test_a_wrong_basis_is_replaced_by_an_exact_one():
    solution = solve(OPTIMAL)
    wrong = [
        entry._replace(basis=Basis.BASIC if entry.basis != Basis.BASIC else Basis.LOWER)
        for entry in solution.columns
    ]
    found = certified(OPTIMAL, replace(solution, columns=tuple(wrong)))
    assert check_program_certificate(found, OPTIMAL.encode()) == PROVED["optimal"][1]


@pytest.mark.parametrize("seed", range(40))
def test_a_random_program_has_a_certificate(seed):
    program = drawn(seed)
    words = set()
    for status in (Status.LIMIT, Status.OPTIMAL):
        found = outcome(program, unsolved(status), LIMITS)
        words.add(program_checker._prove(claim(found), program))
        for changed in changes(claim(found), random.Random(seed)):
            with contextlib.suppress(Rejected):
                # There may be several plans and several proofs, but one truth.
                assert program_checker._prove(changed, program) in words
    assert len(words) == 1


def claim(found):
    """Return an outcome as the checker takes it from a certificate."""
    names = {"plan": "column", "ray": "column", "multipliers": "row"}
    lists = {
        key: [{kind: name, "value": str(value)} for name, value in getattr(found, key).items()]
        for key, kind in names.items()
        if getattr(found, key) is not None
    }
    return {"status": found.status.value, "objective": found.objective, **lists}


def changes(claim, rng):
    """Yield a claim with single numbers changed."""
    if claim["objective"] is not None:
        yield claim | {"objective": claim["objective"] + Fraction(1, 10**30)}
    for key in ("plan", "ray", "multipliers"):
        for at, entry in enumerate(claim.get(key, ())):
            other = Fraction(entry["value"]) + rng.choice((-1, 1)) * Fraction(1, 7)
            changed = [*claim[key]]
            changed[at] = entry | {"value": str(other)}
            yield claim | {key: changed}
            yield claim | {key: claim[key][:at] + claim[key][at + 1 :]}


@pytest.mark.parametrize("name", ["optimal", "infeasible", "unbounded"])
@pytest.mark.parametrize(
    "change",
    [
        lambda data: data | {"version": 2},
        lambda data: data | {"version": True},
        lambda data: data | {"more": 1},
        lambda data: data | {"status": "feasible"},
        lambda data: data | {"status": []},
        lambda data: data | {"program_sha256": "0" * 64},
        lambda data: {key: data[key] for key in data if key != "title"},
        lambda data: data | {"title": 1},
        *(lambda data, key=key: data | {key: None} for key in ("plan", "multipliers", "ray")),
        *(lambda data, key=key: data | {key: {}} for key in ("plan", "multipliers", "ray")),
        *(lambda data, key=key: data | {key: []} for key in ("plan", "multipliers", "ray")),
        *(
            lambda data, to=to, key=key: (
                data | {key: [data.get(key, [{}])[0] | to, *data.get(key, [])[1:]]}
            )
            for key in ("plan", "multipliers", "ray")
            for to in (
                *({"value": value} for value in (1, 1.5, "1.5", " 1", "1/0", "x", None)),
                *({"column": "nobody"}, {"row": "nobody"}, {"column": 1}, {"more": 1}),
            )
        ),
        lambda data: data | {"plan": data.get("plan", [{}]) * 2},
        lambda data: data | {"multipliers": data.get("multipliers", [{}]) * 2},
        lambda data: data | {"ray": data.get("ray", [{}]) * 2},
    ],
)
def test_a_certificate_that_was_changed_is_rejected(name, change):
    text = PROVED[name][0]
    data = json.loads(certified(text, unsolved()))
    with pytest.raises(Rejected):
        check_program_certificate(json.dumps(change(data)).encode(), text.encode())


SMALL = """max
 o: x + y
subject to
 c: x + y + z <= 4
 d: z - t <= 5
 e: u - x >= -9
bounds
 y <= 2
 z >= 1
 t >= 1
 u = 2
end
"""
MOST = {"x": 3, "z": 1, "t": 1, "u": 2}
FORGED = {
    "the plan leaves a row": (
        {"plan": MOST | {"x": 4}, "multipliers": {"c": 1}, "objective": 4},
        "the plan leaves the bounds of row c",
    ),
    "the plan is above a bound": (
        {"plan": {"y": 3, "z": 1, "t": 1, "u": 2}, "multipliers": {"c": 1}, "objective": 3},
        "the plan leaves the bounds of column y",
    ),
    "the plan is below a bound": (
        {"plan": {"x": 4, "t": 1, "u": 2}, "multipliers": {"c": 1}, "objective": 4},
        "the plan leaves the bounds of column z",
    ),
    "the objective is another": (
        {"plan": MOST, "multipliers": {"c": 1}, "objective": 4},
        "the plan has the objective 3, not the one claimed",
    ),
    "the plan is not the best": (
        {"plan": MOST | {"x": 2}, "multipliers": {"c": 1}, "objective": 2},
        "the multipliers prove the bound 3, and the plan has 2",
    ),
    "a multiplier has the wrong sign": (
        {"plan": MOST, "multipliers": {"c": -1}, "objective": 3},
        "the multipliers prove no bound: row c has no end",
    ),
    "a multiplier is too small": (
        {"plan": MOST, "multipliers": {"c": "1/2"}, "objective": 3},
        "the multipliers prove no bound: column x has no end",
    ),
    "the ray leaves a row": (
        {"plan": MOST, "ray": {"x": 1}},
        "the ray leaves the bounds of row c",
    ),
    "the ray leaves an upper bound": (
        {"plan": MOST, "ray": {"y": 1, "x": -1}},
        "the ray leaves the bounds of column x",
    ),
    "the ray leaves a lower bound": (
        {"plan": MOST, "ray": {"x": 1, "z": -1}},
        "the ray leaves the bounds of column z",
    ),
    "the ray gains nothing": (
        {"plan": MOST, "ray": {"t": 1}},
        "the objective does not improve on the ray",
    ),
    "the plan of an unbounded program leaves a row": (
        {"plan": MOST | {"x": 4}, "ray": {"t": 1}},
        "the plan leaves the bounds of row c",
    ),
    "multipliers that contradict nothing": (
        {"multipliers": {}},
        "the multipliers prove that 0 is at least 0: no contradiction",
    ),
    "multipliers that prove less than nothing": (
        {"multipliers": {"c": -1}},
        "the multipliers prove that 0 is at least -3: no contradiction",
    ),
}


RIGHT = {"plan": MOST, "multipliers": {"c": 1}, "objective": 3}


def checked_by_hand(parts, text=SMALL):
    """Return what a certificate proves that is written here, from plan, ray and multipliers."""
    status = "unbounded" if "ray" in parts else "optimal" if "plan" in parts else "infeasible"
    keys = {"plan": "column", "ray": "column", "multipliers": "row"}
    lists = {
        key: [{keys[key]: each, "value": str(part[each])} for each in part]
        for key, part in parts.items()
        if key in keys
    }
    head = {"format": "efgc/program-certificate", "version": 1, "title": "", "status": status}
    head["program_sha256"] = hashlib.sha256(text.encode()).hexdigest()
    if "objective" in parts:
        head["objective"] = str(parts["objective"])
    return check_program_certificate(json.dumps(head | lists).encode(), text.encode())


@pytest.mark.parametrize("name", FORGED)
def test_a_forged_certificate_is_rejected(name):
    parts, reason = FORGED[name]
    with pytest.raises(Rejected, match=reason):
        checked_by_hand(parts)


def test_a_certificate_by_hand_is_accepted_unless_columns_must_be_whole_numbers():
    assert checked_by_hand(RIGHT) == "the maximum is 3"
    with pytest.raises(Rejected, match="a section that a linear program does not have"):
        checked_by_hand(RIGHT, SMALL.replace("end", "general\n x\nend"))


def test_a_certificate_is_rejected_for_a_program_that_was_changed():
    claim = certified(OPTIMAL, unsolved())
    for old, new in (
        (" 1.1\n", " 1.2\n"),
        ("<= 6", "<= 5"),
        ("0.6 bread", "0.7 bread"),
        ("min", "max"),
    ):
        text = OPTIMAL.replace(old, new)
        with pytest.raises(Rejected, match="belongs to another program"):
            check_program_certificate(claim, text.encode())
        digest = hashlib.sha256(text.encode()).hexdigest()
        forged = json.dumps(json.loads(claim) | {"program_sha256": digest})
        with pytest.raises(Rejected):
            check_program_certificate(forged.encode(), text.encode())


def test_bounds_that_contradict_each_other_prove_infeasibility():
    text = OPTIMAL.replace("1 <= milk", "5 <= milk")
    found = certified(text, unsolved())
    assert check_program_certificate(found, text.encode()) == "the program is infeasible"


@pytest.mark.parametrize("objective", [6.5, 60.0])
def test_a_wrong_objective_has_no_certificate(objective):
    with pytest.raises(VerificationError, match="is not the optimum: 10.319"):
        certified(OPTIMAL, replace(solve(OPTIMAL), objective=objective))


def test_a_wrong_status_has_no_certificate():
    with pytest.raises(VerificationError, match="the status is infeasible.*optimal.*10.319"):
        certified(OPTIMAL, unsolved(Status.INFEASIBLE))


def test_columns_that_must_be_whole_numbers_are_named_with_their_line():
    with pytest.raises(InputError) as caught:
        read_exactly(OPTIMAL.replace("end", "general\n milk\n beans\nend"))
    assert str(caught.value) == (
        "12:2: milk, beans must be whole numbers: this is not a linear program; "
        "--relax of run, solve and lower drops the condition"
    )


def test_the_checker_is_self_contained(tmp_path):
    said = standing_alone("program_checker", tmp_path, most=500)
    (tmp_path / "ranges.mps").write_text(RANGES)
    (tmp_path / "right.json").write_bytes(certified(RANGES, unsolved()))
    assert said("right.json", "ranges.mps") == (0, "the maximum is 771/40\n", "")
    wrong = (tmp_path / "right.json").read_text().replace("771/40", "772/40")
    (tmp_path / "wrong.json").write_text(wrong)
    code, out, error = said("wrong.json", "ranges.mps")
    assert (code, out) == (1, "") and error.startswith("the plan has the objective 771/40")
    assert said("right.json")[0] == 1


REMARK = """\
NAME          p FREE
ROWS
 N  obj
 L  c
COLUMNS
* a remark{} x obj -1
    x         obj       1
    x         c         1
RHS
    right     c         4
BOUNDS
* another one{} LO bound x 2
 UP bound     x         3
ENDATA
"""


@pytest.mark.parametrize("mark", ["\v", "\f", "\r", "\x1c", "\x85", "\u2028", "\u2029", "\xa0"])
def test_a_line_of_an_mps_ends_where_it_ends_for_solvers(mark):
    plain = program_checker.read_program(REMARK.format(" ", " "))
    assert program_checker.read_program(REMARK.format(mark, mark)) == plain
    name = REMARK.format("", "").replace(" x ", " x\xa0y ")
    assert [*program_checker.read_program(name).columns] == ["x\xa0y"]


def test_a_certificate_is_refused_if_the_checker_reads_another_program(
    tmp_path, monkeypatch, capfd
):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "p.mps").write_text(REMARK.format("", ""))
    assert ended("solve", "p.mps", "-o", "p.solution.json")[0] == 0
    assert ended("certify", "p.mps", "p.solution.json", "-o", "p.json")[0] == 0
    assert ended("check", "p.mps", "p.json")[0] == 0
    read = program_checker.read_program
    monkeypatch.setattr(
        program_checker, "read_program", lambda text: read(text)._replace(constant=1)
    )
    code, _, said = ended("check", "p.mps", "p.json")
    assert code == 5 and "not the one claimed" in said
    code, said = refused(capfd, "certify", "p.mps", "p.solution.json", "-o", "q.json")
    assert code == 5 and "p.mps: the checker rejects it: the plan has the objective" in said
    assert not (tmp_path / "q.json").exists()


@pytest.mark.slow
def test_certify_and_check_work_on_files(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    for name in ("optimal", "infeasible", "unbounded"):
        (tmp_path / "p.lp").write_text(PROVED[name][0])
        CliRunner().invoke(efgc, ["solve", "p.lp", "-o", "p.solution.json"])
        done = CliRunner().invoke(efgc, ["certify", "p.lp", "p.solution.json", "-o", "p.json"])
        assert (done.exit_code, but_files(done.output)) == (0, "")
        done = CliRunner().invoke(efgc, ["check", "p.lp", "p.json"])
        assert done.exit_code == 0
        assert done.output.endswith(f"p.json: proves for p.lp that {PROVED[name][1]}\n")
    (tmp_path / "other.lp").write_text(OPTIMAL)
    with pytest.raises(InputError, match="of another linear program"):
        CliRunner().invoke(efgc, ["certify", "other.lp", "p.solution.json"], catch_exceptions=False)
    done = CliRunner().invoke(efgc, ["check", "other.lp", "p.json"])
    assert done.exit_code == 5 and "belongs to another linear program" in done.output
