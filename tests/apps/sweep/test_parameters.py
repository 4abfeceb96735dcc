"""What a sweep varies: exact numbers, each once, and refusals that name the part."""

from fractions import Fraction

import click
import pytest

from efgc.pipeline.apps.sweep.grid import parse_vary
from efgc.pipeline.options.calls import VARIED


def spelled(text):
    [one] = parse_vary([text], [])
    return [value.spelled for value in one.values]


@pytest.mark.parametrize(
    "text, expected",
    [
        ("p=0.5", "0.5"),
        ("p=.5,0.50,1/2", ".5"),
        ("p=0.1:0.4:0.1", "0.1 0.2 0.3 0.4"),
        ("p=.1:.4:.15", "0.10 0.25 0.40"),
        ("p=0:1:0.3", "0.0 0.3 0.6 0.9"),
        ("p=0:1:1", "0 1"),
        ("p=0.5:0.5:0.1", "0.5"),
        ("p=1/10:3/10:1/10", "1/10 1/5 3/10"),
        ("p=0:0.5:1/4", "0 1/4 1/2"),
        ("p=1e-1:0.3:0.1", "1/10 1/5 3/10"),
        ("p=0.2, 0.4:0.6:0.1 ,1/3", "0.2 0.4 0.5 0.6 1/3"),
        ("bandits=1..3", "1 2 3"),
        ("bandits=0..0,2,1..2", "0 2 1"),
        ("level=0..2", "0 1 2"),
        ("rules=island-2018,cave-2023", "island-2018 cave-2023"),
        ("without=none,relevant,relevant+chains", "none relevant relevant+chains"),
        ("solver=glpk,highs", "glpk highs"),
    ],
)
def test_values_are_spelled_as_the_person_writes_them(text, expected):
    assert spelled(text) == expected.split()


def test_steps_are_exact_and_include_the_end_of_the_range():
    [one] = parse_vary(["p=0.05:0.95:0.05"], [])
    assert [value.value for value in one.values] == [Fraction(at, 20) for at in range(1, 20)]
    assert one.values[1].spelled == "0.10" and one.values[-1].spelled == "0.95"


@pytest.mark.parametrize(
    "asked, said",
    [
        (["p"], "NAME=VALUES"),
        (["q=1"], "'q=1'"),
        (["p="], "a value is missing"),
        (["p=x"], "'x' is not a probability"),
        (["p=2"], "'2' is not between 0 and 1"),
        (["p=0.5:1.5:0.5"], "'1.5' is not between 0 and 1"),
        (["p=0:1"], "BEGIN:END:STEP"),
        (["p=0:1:0.1:2"], "BEGIN:END:STEP"),
        (["p=0:x:0.1"], "'x' is not a number"),
        (["p=0:1:0"], "the step must be positive"),
        (["p=0:1:-0.1"], "the step must be positive"),
        (["p=0.5:0.1:0.1"], "the beginning is greater than the end"),
        (["p=0:1:0.00001"], "more than 10,000 values"),
        (["p=1..3"], "'1..3' is not a probability"),
        (["bandits=3..1"], "3 is greater than 1"),
        (["bandits=-1"], "-1 is not in the range"),
        (["bandits=0..99999"], "more than 10,000 values"),
        (["bandits=1..1000000000000"], "too large"),
        (["bandits=1-3"], "did you mean 1..3?"),
        (["bandits=0:2:1"], "whole numbers are written FIRST..LAST"),
        (["level=3"], "3 is not in the range"),
        (["rules=chess"], "'chess' is not one of"),
        (["without=relevant+magic"], "'magic' is not one of"),
        (["solver=nobody"], "'nobody' is not one of"),
        (["p=0.5", "p=0.6"], "p is varied twice"),
        (["p"], "--vary takes NAME=VALUES, not 'p'"),
        (["zz=1..3"], "'zz=1..3': there is no option or constant 'zz' to vary; known are p, "),
        (["gain.north=1"], "a table is not varied: make its entry a constant of its own in `let`"),
    ],
)
def test_bad_values_are_usage_errors_that_name_them(asked, said):
    with pytest.raises(click.UsageError) as error:
        parse_vary(asked, [])
    assert said in error.value.message
    assert "\n" not in error.value.message


@pytest.mark.parametrize("name", VARIED)
def test_a_fixed_option_cannot_be_varied(name):
    with pytest.raises(click.UsageError, match=f"{name} is varied: remove -"):
        parse_vary([f"{name}=1"], [name])


def test_constants_of_rules_are_known_by_name():
    [one] = parse_vary(["noise=0:0.2:0.1"], [], ("fine", "noise"))
    assert (one.name, [value.spelled for value in one.values]) == ("noise", ["0.0", "0.1", "0.2"])
    with pytest.raises(click.UsageError, match="did you mean 'noise'"):
        parse_vary(["noize=1"], [], ("fine", "noise"))
    with pytest.raises(click.UsageError, match=r"did you mean 0\.\.3"):
        parse_vary(["noise=1,0-3"], [], ("noise",))
    with pytest.raises(click.UsageError, match="known are p, bandits.*, miners, noise$"):
        parse_vary(["x=1"], [], ("p", "noise"))
    [one] = parse_vary(["noise=3-0"], [], ("noise",))
    assert [value.spelled for value in one.values] == ["3-0"]
    [one] = parse_vary(["noize=1"], [], None)  # A file that cannot be read has any.
    assert one.name == "noize"
