"""Linear programs written as `.lp` and `.mps`: what is read back is the same program."""

import pytest

from efgc.schemas.parts.problems import InputError
from efgc.stages.programs.texts import read_exactly, relaxed, write_program
from efgc.stages.solve import solve
from efgc.stages.solve.program.reading import read_contents
from small_games import ARTIFACTS
from small_programs import OPTIMAL, RANGES, drawn

WHOLE = OPTIMAL.replace("end", "general\n milk\nbinary\n beans\nend")


def same(first, second):
    """Say whether two programs differ in nothing but the order of columns and coefficients of 0."""

    def parts(program):
        return (
            {name: cost for name, cost in program.costs.items() if cost},
            program.columns,
            {
                name: (row.ends, {of: number for of, number in row.coefficients.items() if number})
                for name, row in program.rows.items()
            },
        )

    return first.maximise == second.maximise and parts(first) == parts(second)


@pytest.mark.parametrize("path", sorted(ARTIFACTS.glob("*/*.lp")), ids=lambda path: path.stem)
def test_the_program_of_a_game_is_the_same_after_lp_to_mps_and_back(path):
    program = read_exactly(path.read_text())
    assert same(read_exactly(write_program(program, "lp")), program)
    turned = read_exactly(write_program(program, "mps"))
    assert same(
        turned._replace(maximise=True, costs={of: -cost for of, cost in turned.costs.items()}),
        program,
    )
    assert turned.name == program.name


@pytest.mark.parametrize("seed", range(30))
@pytest.mark.parametrize("format", ["lp", "mps"])
def test_a_random_program_has_the_same_optimum_in_each_format(seed, format):
    program = drawn(seed)
    written = write_program(program, format)
    again = write_program(read_exactly(written), format)
    assert same(read_exactly(again), read_exactly(written))
    other = write_program(read_exactly(written), "mps" if format == "lp" else "lp")
    found, expected = solve(other), solve(write_program(program, "lp"))
    assert found.status == expected.status
    if expected.objective is not None:
        sign = 1 if found.sense == expected.sense else -1
        assert sign * found.objective == pytest.approx(expected.objective, abs=1e-6)


def test_ranges_and_a_constant_survive():
    program = read_exactly(RANGES)
    text = write_program(program, "lp")
    assert "objective_constant = 1" in text and "a_low" in text
    assert solve(text).objective == pytest.approx(solve(RANGES).objective)
    assert -solve(write_program(program, "mps")).objective == pytest.approx(solve(RANGES).objective)
    kept = write_program(program, "mps", keep_sense=True)
    assert solve(kept).objective == pytest.approx(solve(RANGES).objective)


def test_whole_numbers_are_dropped_and_binary_columns_keep_their_bounds():
    text = write_program(read_contents(WHOLE).exact, "lp")
    assert read_exactly(text).columns["beans"] == (0, 1)


def test_a_program_without_whole_numbers_is_relaxed_to_itself():
    assert relaxed(OPTIMAL) == OPTIMAL
    assert read_exactly(relaxed(WHOLE)).maximise is False
    marked = RANGES.replace("    x  gain", "    m  'MARKER'  'INTORG'\n    x  gain").replace(
        "RHS\n", "    m  'MARKER'  'INTEND'\nRHS\n"
    )
    assert read_contents(marked).integers.keys() == {"x", "y", "z"}
    assert solve(relaxed(marked)).sense == "maximise"


@pytest.mark.parametrize("name", ["x[1]", "1x", "x-y", "end", "ST", "free"])
def test_names_that_an_lp_cannot_have_are_refused(name):
    program = read_exactly(RANGES.replace("z", name))
    with pytest.raises(InputError, match="cannot be written in an .lp file"):
        write_program(program, "lp")
    assert name in read_exactly(write_program(program, "mps")).columns
