"""The reader of linear programs: what it reads, what it refuses and where, and that the checker's
own reader reads the same.
"""

import random
import re
from fractions import Fraction
from pathlib import Path

import pytest
import swiglpk

from efgc.schemas.linear_program import recognise, remarks
from efgc.schemas.parts.problems import InputError
from efgc.stages.checkers import program_checker
from efgc.stages.programs.texts import read_exactly, write_program
from efgc.stages.solve import solve
from efgc.stages.solve.program.reading import read_contents
from small_programs import OPTIMAL, RANGES, drawn

FOLDER = Path(__file__).parent / "program_files"
OPTIMA = {
    **{"constant.lp": 12, "no-objective.lp": 0, "no-rows.lp": -1, "no-rows.mps": -1},
    **{"empty-row.lp": 2, "blank-lines.mps": 8, "rhs-without-name.mps": 8, "no-name.mps": 8},
    **{"names-with-blanks.mps": 8, "pulp-maximise.mps": -26, "p.lp": 5},
}


def lp(rows="c: x <= 1", objective="o: x", bounds="", rest=""):
    return f"max\n {objective}\nst\n {rows}\nbounds\n {bounds}\n{rest}end\n"


def mps(columns=" x o 1 c 1", right=" r c 4", bounds="", rows=" N o\n L c", more=""):
    return (
        f"NAME t\nROWS\n{rows}\nCOLUMNS\n{columns}\nRHS\n{right}\n{more}BOUNDS\n{bounds}\nENDATA\n"
    )


@pytest.mark.parametrize("name", OPTIMA)
def test_small_programs_of_all_tools_have_their_optimum(name):
    assert solve((FOLDER / name).read_text()).objective == OPTIMA[name]


ROWS = {
    "c: x + y >= 2": {"c": (2, None, {"x": 1, "y": 1})},
    "c: - 2.5x + 3 y =< -1e1": {"c": (None, -10, {"x": Fraction(-5, 2), "y": 3})},
    "1 <= x + y <= 4": {"r.4": (1, 4, {"x": 1, "y": 1})},
    "c: 4 >= 3 x >= 1": {"c": (1, 4, {"x": 3})},
    "c: 3 > x": {"c": (None, 3, {"x": 1})},
    "c: -inf <= x <= 4": {"c": (None, 4, {"x": 1})},
    "c: x >= -Infinity": {"c": (None, None, {"x": 1})},
    "c: = 0": {"c": (0, 0, {})},
    "c: x\n + 2\n y\n >=\n 3": {"c": (3, None, {"x": 1, "y": 2})},
    "x <= 3\n y <= 4": {"r.4": (None, 3, {"x": 1}), "r.5": (None, 4, {"y": 1})},
    "a: x <= 3 b: y <= 4": {"a": (None, 3, {"x": 1}), "b": (None, 4, {"y": 1})},
    "a: 4 >= x\n b: y = 4": {"a": (None, 4, {"x": 1}), "b": (4, 4, {"y": 1})},
    'st2: x[1,2] + e1 + a.b + "q" >= 0 \\ + z': {
        "st2": (0, None, {"x[1,2]": 1, "e1": 1, "a.b": 1, '"q"': 1})
    },
    "": {},
}


@pytest.mark.parametrize("text", ROWS)
def test_rows_of_an_lp(text):
    found = read_exactly(lp(text)).rows
    assert {name: (*row.ends, row.coefficients) for name, row in found.items()} == ROWS[text]


BOUNDS = {
    "": (0, None),
    "x <= 4": (0, 4),
    "x free": (None, None),
    "-inf <= x <= +inf": (None, None),
    "-3 <= x": (-3, None),
    "4 >= x >= 1": (1, 4),
    "x = 2.5": (Fraction(5, 2), Fraction(5, 2)),
    "-infinity < x\n x < -1": (None, -1),
}


@pytest.mark.parametrize("bounds", BOUNDS)
def test_bounds_of_an_lp(bounds):
    assert read_exactly(lp(bounds=bounds)).columns == {"x": BOUNDS[bounds]}


@pytest.mark.parametrize(
    "objective, constant, costs",
    [
        ("o: +1 x +7.5", Fraction(15, 2), {"x": 1}),
        ("x - 3", -3, {"x": 1}),
        ("o: 4", 4, {}),
        ("o:", 0, {}),
        ("", 0, {}),
    ],
)
def test_objectives_of_an_lp(objective, constant, costs):
    found = read_exactly(lp(objective=objective))
    assert (found.constant, found.costs) == (constant, costs)


def test_empty_sections_are_nothing():
    assert read_exactly(lp(rest="gen\nbin\nsemi\nSOS\nlazy constraints\n")) == read_exactly(lp())
    text = mps()
    assert read_exactly(text.replace("ENDATA", "QUADOBJ\nSOS\nENDATA")) == read_exactly(text)


WRONG_LP = {
    "semi-continuous": (lp(rest="semi-continuous\n x\n"), "8:2: semi-continuous columns: not a"),
    "semi": ((FOLDER / "semi.lp").read_text(), "9:2: semi-continuous columns: not a linear"),
    "sets": (lp(rest="sos1\n s: x:1\n"), "8:2: special ordered sets: not a linear program"),
    "lazy": (lp(rest="Lazy Constraints\n d: x <= 1\n"), "8:2: lazy constraints: not a"),
    "general": (lp(rest="General Constraints\n d: x = ABS ( y )\n"), "8:2: general constraints"),
    "integers": (lp(rest="gen\n x\n"), "8:2: x must be a whole number: this is not"),
    "squares": (lp("c: x + [ x ^2 ] <= 1"), "4:9: quadratic terms: not a linear program"),
    "a power": (lp("c: x^2 <= 1"), "4:6: a power: not a linear program"),
    "a product": (lp("c: 2 * x <= 1"), "4:7: a product: not a linear program"),
    "an indicator": (lp("c: b = 1 -> x <= 3"), "4:11: an indicator: not a linear program"),
    "a term twice": (lp("c: x + y - x <= 1"), "4:13: x is repeated in one sum"),
    "a cost twice": (lp(objective="o: x + x"), "2:9: x is repeated in one sum"),
    "a row twice": (lp("c: x <= 1\n c: y <= 1"), "5:2: duplicate name 'c'"),
    "no sign": (lp("c: x y <= 1"), "4:7: 'y' is not expected in a row"),
    "a number in a row": (lp("c: x + 3 <= 5"), "4:7: '+ 3' is not expected in a row"),
    "no number": (
        lp("c: x <= y"),
        "4:10: a row has a number on the right: 'y' belongs to the left",
    ),
    "no number, but a product": (
        lp("c: x <= 2 y"),
        "4:12: a row has a number on the right: 'y' belongs to",
    ),
    "a sum on the right": (
        lp("c: x <= 6 - 2"),
        "4:12: a row has one number on the right: '- 2' is not expected",
    ),
    "two numbers on the right": (
        lp("c: x <= 6 2"),
        "4:12: a row has one number on the right: '2' is not expected",
    ),
    "relations": (lp("c: x <= <= 1"), "4:7: '<=' is not expected in a row"),
    "no range": (lp("c: 1 <= x >= 3"), "4:2: the two relations do not form a range"),
    "infinite": (lp("c: x <= -inf"), "4:2: '-inf' is not a number here"),
    "no relation": (lp("c: x"), "4:2: a row is a sum, a relation and a number"),
    "a name": (lp("c: x + iNf <= 1"), "4:9: 'iNf' is not expected here"),
    "a number": (lp("c: 1.2.3 x <= 1"), "4:5: '1.2.3' is not expected in a row"),
    "two constants": (lp(objective="o: 1 + x + 2"), "2:11: '+ 2' is not expected in a sum"),
    "a blank": (lp("c: x\xa0y <= 1"), "4:6: '\\\\xa0' is not expected in a row"),
    "negative": (lp(bounds="x <= -1"), "6:2: x has an upper bound below 0: state its lower one"),
    "no relation before a number": (
        lp("c: x + y 4"),
        "4:11: '4' is not expected in a row; a relation (<=, >=, =) is missing",
    ),
    "no relation before a row": (
        lp("c: x\n d: x <= 1"),
        "5:2: 'd:' is not expected in a row; a relation (<=, >=, =) is missing",
    ),
    "a mistyped section": (
        lp("c: x <= 1\nBonds\n x <= 2"),
        "6:2: 'x' is not expected in a row; did you mean 'Bounds'?",
    ),
    "a mistyped end": (lp(bounds="x <= 2\nedn"), "7:1: 'edn' is not a bound; did you mean 'End'?"),
    "no bound": (lp(bounds="x"), "6:2: 'x' is not a bound"),
    "large": (lp("c: x <= 1e20"), "4:2: a number beyond 1e+20: solvers treat it as infinite"),
    "behind": (lp() + "x\n", "8:1: 'x' is behind the end"),
    "indented": (lp().replace("\nst", "\n  st"), "3:3: st is indented"),
    "typing": (lp().replace("max", "maxmize"), "1:1: an .lp begins with max or min"),
    "nothing": ("max\nend\n", "1: a linear program without columns"),
}
WRONG_MPS = {
    "negative": ((FOLDER / "negative-upper.mps").read_text(), "10:2: x has an upper bound below"),
    "semi": (mps(bounds=" SC b x 4"), "10:2: semi-continuous columns: not a linear program"),
    "squares": (
        mps(more="QUADOBJ\n x x 1\n"),
        "10:2: a section 'QUADOBJ' does not belong to a linear",
    ),
    "a section": (
        mps(more="OBJNAME\n c\n"),
        "10:2: a section 'OBJNAME' does not belong to a linear",
    ),
    "a term twice": (mps(" x o 1 c 1\n x c 2"), "7:2: x is repeated in one sum"),
    "a row": (mps(" x o 1 d 1"), "6:8: there is no row 'd'"),
    "a number": (mps(" x o 1 c 1x"), "6:10: '1x' is not a decimal number of a usual size"),
    "half a pair": (mps(" x o 1 c"), "6:4: one or two pairs of a row and a number are expected"),
    "a row twice": (mps(rows=" N o\n L c\n G c"), "5:4: duplicate name 'c'"),
    "two sets": (mps(right=" r c 4\n s o 1"), "9:2: RHS has several sets: 'r' and 's'"),
    "a set without a name": (
        mps(right=" r c 4\n o 1"),
        "9:2: RHS has several sets: 'r' and one without a name",
    ),
    "a right side twice": (mps(right=" r c 4 c 5"), "8:8: 'c' is repeated"),
    "a right side again": (mps(right=" r c 4\n r o 1 c 5"), "9:8: 'c' is repeated"),
    "no right side": (mps(right=" r c"), "8:4: the number of row 'c' is missing"),
    "a bound": (mps(bounds=" ZZ b x 4"), "10:2: 'ZZ' is not a type of bound"),
    "a column": (mps(bounds=" UP b y 4"), "10:7: there is no column 'y'"),
    "large": (mps(bounds=" UP b x 1e30"), "10:2: a number beyond 1e+20: solvers treat it as"),
    "no end": (mps().replace("ENDATA\n", ""), "9:7: ENDATA is missing"),
    "no direction": (mps().replace("ROWS", "OBJSENSE\nROWS"), "3:1: the direction of OBJSENSE"),
    "a wrong direction": (
        mps().replace("ROWS", "OBJSENSE\n FOO BAR\nROWS"),
        "3:2: the direction of OBJSENSE is MAX or MIN, not 'FOO BAR'",
    ),
    "two directions": (mps().replace("ROWS", "OBJSENSE MAX MIN\nROWS"), "2:10: the direction of"),
    "integers": (
        mps(" m 'MARKER' 'INTORG'\n x o 1 c 1\n m 'MARKER' 'INTEND'"),
        "7:2: x must be a whole number: this is not a linear program; --relax of",
    ),
}


@pytest.mark.parametrize("text, said", [*WRONG_LP.values(), *WRONG_MPS.values()])
def test_others_are_refused_in_their_place(text, said):
    with pytest.raises(InputError) as caught:
        read_exactly(text)
    assert str(caught.value).startswith(said.replace("\\\\", "\\"))


def test_what_an_mps_may_leave_out_or_spell_otherwise():
    usual = read_exactly(mps(bounds=" UP b x 3"))
    for text in (
        mps(bounds=" UP x 3"),
        mps(" x o 1.0D0\n x c 1d0", bounds=" UP b x 3"),
        mps(right=" c 4", bounds=" UP b x 3").replace("NAME t\n", "\n"),
        mps(bounds=" UP b x 3").replace("\n", "\r\n\n"),
        mps(bounds=" UP b x inf\n UP b x 3"),
    ):
        assert read_exactly(text)._replace(name="t") == usual
    assert read_exactly(mps(" x o 1\n y\n y c 0 $ empty column\n x c 1")).columns == {
        "x": (0, None),
        "y": (0, None),
    }


def test_a_row_of_type_n_behind_the_first_means_nothing():
    ignored = mps(" x o 1 c 1\n x n 1 n 2", " r c 4 n 1\n r n 2", rows=" N o\n N n\n L c")
    assert read_exactly(ignored) == program_checker.read_program(ignored) == read_exactly(mps())
    wrong = ignored.replace("n 2", "n y")
    with pytest.raises(InputError, match="'y' is not a decimal number"):
        read_exactly(wrong)
    with pytest.raises(program_checker.Unreadable, match="'y' is not a decimal number"):
        program_checker.read_program(wrong)


@pytest.mark.parametrize(
    "kind, wide, ends",
    [
        *[("L", 2, (2, 4)), ("L", -2, (2, 4)), ("G", 2, (4, 6)), ("G", -2, (4, 6))],
        *[("E", 2, (4, 6)), ("E", -2, (2, 4)), ("E", 0, (4, 4))],
    ],
)
def test_ranges_of_every_sign(kind, wide, ends):
    text = mps(rows=f" N o\n {kind} c", more=f"RANGES\n r c {wide}\n")
    assert read_exactly(text).rows["c"].ends == ends


def test_names_with_blanks_stay_in_fixed_columns():
    text = (FOLDER / "names-with-blanks.mps").read_text()
    found = read_exactly(text)
    assert [*found.columns] == ["x one"]
    assert read_exactly(write_program(found, "mps")).columns == found.columns
    with pytest.raises(InputError, match="'x one' cannot be written in an .lp"):
        write_program(found, "lp")
    wrong = text.replace("x one     need      1", "x one     need      y")
    with pytest.raises(InputError, match="7:25: 'y' is not a decimal number"):
        read_exactly(wrong)


@pytest.mark.parametrize(
    "row, remark",
    [
        ("2 (x + y) <= 4", ["'(x' is read as a name, because sums have no brackets"]),
        ("x -(y + z) <= 4", ["'(y' is read as a name, because sums have no brackets"]),
        ("x_(A,_1) + (1,2) <= 4", []),
        ("x + y <= 4 \\ 2 (x + y)", []),
    ],
)
def test_a_bracket_has_a_remark(row, remark):
    assert remarks(f"max\n o: x\nst\n c: {row}\nend\n") == remark


@pytest.mark.parametrize(
    ("tail", "remark"),
    [
        ("bounds\n a3 >= 1\n a1 <= 9\n", "6:2: column a3 {}; did you mean a2?"),
        ("bounds\n 1 <= a3 <= 2\n a2 free\n a1 <= 9\n", "6:2: column a3 {}"),
        ("bounds\n a1 <= 9\ngeneral\n a1 a3\n", "8:5: column a3 {}; did you mean a2?"),
        ("binary\n zz\n", "6:2: column zz {}"),
        ("bounds\n b >= 1\n c free\n", "6:2: column b {}, nor 1 more column"),
        ("bounds\n a1 <= 9\n a2 free\n w >= 2\n", None),  # In the objective, with a 0.
    ],
)
def test_a_column_that_is_only_bounded_has_a_remark(tail, remark):
    text = f"max\n o: a1 + 0 w\nst\n c: a1 + a2 <= 4\n{tail}end\n"
    expected = [remark.format("is in no row and not in the objective")] if remark else []
    assert [str(problem) for problem in read_contents(text).remarks()] == expected


def test_a_direction_in_a_comment_has_a_remark():
    text = (FOLDER / "pulp-maximise.mps").read_text()
    assert remarks(text) == ["the comment *SENSE:Maximize means nothing: the file minimises"]
    assert remarks(text.replace("NAME", "OBJSENSE\n    MAX\nNAME")) == []
    assert remarks(text.replace("Maximize", "Minimize")) == []


def test_the_program_of_a_game_without_its_direction_is_refused(tmp_path):
    for name in ("island-1", "kuhn"):
        artifact = Path(__file__).parents[3] / "artifacts" / name / f"{name}.lp"
        swiglpk.glp_term_out(swiglpk.GLP_OFF)
        lp = swiglpk.glp_create_prob()
        swiglpk.glp_read_lp(lp, None, str(artifact))
        for kind in (swiglpk.GLP_MPS_FILE, swiglpk.GLP_MPS_DECK):
            swiglpk.glp_write_mps(lp, kind, None, str(tmp_path / "p.mps"))
            with pytest.raises(InputError, match="minimises [uv]0; a tool dropped the direction"):
                read_exactly((tmp_path / "p.mps").read_text())
        swiglpk.glp_delete_prob(lp)
        written = write_program(read_exactly(artifact.read_text()), "mps")
        assert not read_exactly(written).maximise


@pytest.mark.parametrize("seed", range(40))
@pytest.mark.parametrize("format", ["lp", "mps"])
def test_the_checker_reads_the_same(seed, format):
    text = write_program(drawn(seed), format, keep_sense=seed % 2 == 0)
    assert program_checker.read_program(text) == read_exactly(text)


@pytest.mark.parametrize("text", [*map(lp, ROWS), *(lp(bounds=bounds) for bounds in BOUNDS)])
def test_the_checker_reads_every_form_of_rows_and_bounds(text):
    assert program_checker.read_program(text) == read_exactly(text)


@pytest.mark.parametrize("text, said", [*WRONG_LP.values(), *WRONG_MPS.values()])
def test_the_checker_refuses_the_same(text, said):
    if any(words in said for words in ("without columns", "beyond 1e+20", "of OBJSENSE")):
        return  # These are refused for the sake of solvers.
    with pytest.raises(program_checker.Unreadable):
        program_checker.read_program(text)


def mutated(text, seed):
    """Return a text with some places changed."""
    chance = random.Random(seed)
    parts = re.findall(r"\s+|[\w.]+|.", text)
    for _ in range(chance.randint(1, 4)):
        at = chance.randrange(len(parts))
        other = chance.choice((*parts, "inf", "1e999", "<=", ":", "end\n", "RANGES\n", "", "-"))
        parts[at] = chance.choice((other, parts[at] + other, ""))
    return "".join(parts)


@pytest.mark.parametrize("text", [OPTIMAL, RANGES, (FOLDER / "names-with-blanks.mps").read_text()])
def test_a_mutated_text_is_read_alike_or_refused(text):
    outcomes = set()
    for seed in range(300):
        changed = mutated(text, seed)
        try:
            recognise(changed)
            found = read_contents(changed).exact
        except InputError as error:
            assert error.problems[0].line is not None
            outcomes.add("refused")
        else:
            try:
                assert program_checker.read_program(changed) == found
                outcomes.add("read")
            except program_checker.Unreadable:
                assert read_contents(changed).integers, changed
    assert outcomes == {"read", "refused"}
