"""Certificates of linear programs in the format VIPR, which two checkers accept: ours, written from
the specification, and where it is on the PATH the authors' own, `viprchk`.
"""

import shutil
import subprocess
from fractions import Fraction

import pytest
from click.testing import CliRunner

from efgc.pipeline.cli import efgc
from efgc.schemas.parts.problems import StatusError
from efgc.schemas.parts.status import Status
from efgc.stages.programs.certify import certify_program
from efgc.stages.programs.texts import read_exactly
from efgc.stages.programs.vipr import write_vipr
from efgc.stages.solve import solve
from small_games import ARTIFACTS
from small_programs import INFEASIBLE, OPTIMAL, RANGES, UNBOUNDED, drawn, unsolved
from vipr_witness import verified

OUTCOMES = {
    "optimal": (OPTIMAL, Fraction(2167, 210)),
    "infeasible": (INFEASIBLE, "infeasible"),
    "infeasible, to maximise": (INFEASIBLE.replace("min\n", "max\n"), "infeasible"),
    "ranges": (RANGES, Fraction(771, 40)),
    "island": ((ARTIFACTS / "island-1/island-1.lp").read_text(), Fraction(220, 31)),
    "crossed bounds": (
        "max\n o: x + y\ns.t.\n c: x + y <= 4\nbounds\n 3 <= x <= 1\nend\n",
        "infeasible",
    ),
    "no costs": ("max\n o: 0 x\ns.t.\n r: x <= 1\nend\n", Fraction(0)),
}


def vipr_of(program, solution):
    return "".join(write_vipr(program, certify_program(program, solution, "0" * 64)))


def said_by_authors(text, folder):
    """Return the last words of `viprchk` about a file."""
    program = shutil.which("viprchk")
    if program is None:
        pytest.skip("no viprchk here: github.com/ambros-gleixner/VIPR")
    (folder / "p.vipr").write_text(text)
    ended = subprocess.run([program, folder / "p.vipr"], capture_output=True, text=True)
    return ended.stdout + ended.stderr


@pytest.mark.parametrize("name", OUTCOMES)
def test_the_outcome_of_a_program_is_proved(name):
    text, outcome = OUTCOMES[name]
    assert verified(vipr_of(read_exactly(text), solve(text))) == outcome


@pytest.mark.parametrize("seed", range(60))
def test_random_programs_are_proved(seed):
    program = drawn(seed)
    found = certify_program(program, unsolved(), "0" * 64)
    if found.status == Status.UNBOUNDED:
        with pytest.raises(StatusError, match="VIPR has no certificates of that"):
            "".join(write_vipr(program, found))
    else:
        expected = "infeasible" if found.objective is None else found.objective
        assert verified("".join(write_vipr(program, found))) == expected


def test_random_programs_are_of_all_kinds():
    found = [certify_program(drawn(seed), unsolved(), "0" * 64).status for seed in range(60)]
    assert all(found.count(status) > 5 for status in ("optimal", "infeasible", "unbounded"))


def test_the_authors_checker_accepts_what_ours_does(tmp_path):
    texts = [vipr_of(read_exactly(text), solve(text)) for text, _ in OUTCOMES.values()]
    for seed in range(60):
        program = drawn(seed)
        if certify_program(program, unsolved(), "0" * 64).status != Status.UNBOUNDED:
            texts.append(vipr_of(program, unsolved()))
    for text in texts:
        proved = "Infeasibility verified" if "infeas" in text else "Successfully verified optimal"
        proved = "RTP is a tautology" if "OBJ max\n0\n" in text else proved
        assert proved in said_by_authors(text, tmp_path)
    wrong = texts[0].replace("2167/210", "2168/210")
    assert "Successfully" not in said_by_authors(wrong, tmp_path)


@pytest.mark.parametrize(
    "old, new",
    [
        ("RTP range 2167/210 2167/210", "RTP range 2168/210 2168/210"),
        ("bound G 2167/210", "bound G 2168/210"),
        ("1 -17/105", "1 17/105"),
        ("2 59/21", "2 60/21"),
        ("lower:milk G 1 ", "lower:milk G 2 "),
        ("OBJ min", "OBJ max"),
    ],
)
def test_the_witness_rejects_other_files(old, new):
    text = vipr_of(read_exactly(OPTIMAL), solve(OPTIMAL))
    assert text.count(old) == 1
    with pytest.raises(AssertionError):
        verified(text.replace(old, new))


def test_the_command_writes_it(tmp_path):
    program, solution, made = (str(tmp_path / f"diet.{kind}") for kind in ("lp", "json", "vipr"))
    (tmp_path / "diet.lp").write_text(OPTIMAL)
    run = CliRunner().invoke
    assert run(efgc, ["solve", program, "-o", solution]).exit_code == 0
    assert run(efgc, ["certify", program, solution, "-o", made]).exit_code == 0
    assert verified((tmp_path / "diet.vipr").read_text()) == Fraction(2167, 210)
    (tmp_path / "diet.lp").write_text(UNBOUNDED)
    ended = run(efgc, ["solve", program, "-o", solution])
    assert isinstance(ended.exception, StatusError)
    ended = run(efgc, ["certify", program, solution, "--format", "vipr"])
    assert isinstance(ended.exception, StatusError)


def test_games_are_refused(tmp_path):
    island = [str(ARTIFACTS / f"island-1/island-1.{kind}.json") for kind in ("game", "solution")]
    ended = CliRunner().invoke(efgc, ["certify", *island, "--format", "vipr"])
    assert ended.exit_code == 2 and "needs a linear program" in ended.output
