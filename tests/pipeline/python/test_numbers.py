"""Every number of a result behaves as one, prints shortly, and keeps what is exact."""

import copy
import math
import pickle
from fractions import Fraction

import pytest

import efgc
from efgc.pipeline.ways.numbers import Number, exactly
from small_games import ARTIFACTS

CAVE = str(ARTIFACTS / "cave-example" / "cave-example.txt")
CARDS = str(ARTIFACTS / "goofspiel-3" / "goofspiel-3.yaml")
PROGRAM = str(ARTIFACTS / "island-1" / "island-1.lp")
LONG = Fraction(10**79 + 7, 3**170)
"""A fraction of 80 digits."""


def _numbers():
    """Yield every number of every kind of result, by name."""
    for name, source in (("map", CAVE), ("cards", CARDS), ("program", PROGRAM)):
        found = efgc.run(source)
        for attribute in ("value", "value_exact", "exploitability"):
            yield f"{name} {attribute}", getattr(found, attribute)
        yield from ((f"{name} bounds {at}", one) for at, one in enumerate(found.bounds or ()))
        for strategy in found.strategies:
            for one in (*strategy[0].probabilities, *(strategy[0].exact or ())):
                yield f"{name} {strategy.name}", one
            yield f"{name} {strategy.name} reach", strategy[0].reach
            yield f"{name} {strategy.name} own reach", strategy[0].own_reach
    found = efgc.evaluate(CAVE, "uniform", solve=True)
    for attribute in ("nash_conv", "exploitability", "value"):
        yield f"evaluation {attribute}", getattr(found, attribute)
    for name in ("guarantees", "gains"):
        yield from ((f"evaluation {name}", one) for one in getattr(found, name))
    for one in found.strategies:
        yield "evaluation guarantee", one.guarantee
        yield "evaluation answered", one.answered
        yield from (("evaluation answer", each) for each in one.answer[min(one.answer)])
    swept = efgc.sweep(CAVE, vary={"p": "0.05,0.95"}, critical=True, jobs=1)
    for row in (*swept, *swept.changes):
        for name, one in zip(row._fields, row, strict=True):
            # Beside the value, which is a float, a table has it as a fraction: its text.
            if name != "fraction" and not isinstance(one, str | int):
                yield f"{type(row).__module__} {name}", one


def test_every_number_of_every_result_behaves_as_one():
    pandas = pytest.importorskip("pandas", reason="no pandas here: pip install pandas")
    seen = {}
    for name, one in _numbers():
        if one is None:
            continue
        seen[name] = one
        assert isinstance(one, float), (name, type(one))
        plain = float(one)
        assert type(plain) is float and math.isfinite(plain), name
        assert (one == plain, one < plain + 1, plain - 1 <= one, one != plain + 1) == (True,) * 4
        assert f"{one:.3f}" == f"{plain:.3f}", name
        assert len(str(one)) <= 24 and len(repr(one)) <= 24, (name, str(one))
        assert pandas.Series([one, one]).dtype == float, name
        assert one + 1 == pytest.approx(plain + 1) and -one == -plain and round(one, 3) is not None
    for needed in (
        *("map value", "map value_exact", "cards value", "program value", "map bounds 0"),
        *("evaluation exploitability", "evaluation guarantees", "evaluation guarantee"),
        *("efgc.pipeline.apps.sweep.calls value", "efgc.schemas.critical low"),
    ):
        assert needed in seen, needed


@pytest.mark.parametrize(
    "number, shown, exact",
    [
        (Number(Fraction(823, 10**5)), "0.00823", Fraction(823, 10**5)),
        (Number(LONG), f"{float(LONG):.6g}", LONG),
        (exactly(LONG), f"{float(LONG):.6g}", LONG),
        (exactly(Fraction(220, 31)), "220/31", Fraction(220, 31)),
        (Number(Fraction(220, 31)), "7.09677", Fraction(220, 31)),
        (Number(Fraction(1, 3), Fraction(2, 3)), "between 0.33 and 0.67", None),
        (Number(Fraction(2)), "2", Fraction(2)),
        (exactly(Fraction(2 * 10**16 + 1, 10**16)), "2.00000", Fraction(2 * 10**16 + 1, 10**16)),
        (Number(Fraction(-2) - Fraction(1, 10**20)), "-2.00000", -2 - Fraction(1, 10**20)),
        (Number(Fraction(2) - Fraction(1, 10**20), Fraction(2)), "2.00000", None),
        (exactly(Fraction(-2 * 10**29)), "-2e+29", Fraction(-2 * 10**29)),
    ],
)
def test_a_number_prints_briefly_and_stays_exact(number, shown, exact):
    assert (str(number), repr(number), f"{number}", number.exact) == (shown, shown, shown, exact)
    for one in (number, copy.deepcopy(number), pickle.loads(pickle.dumps(number))):
        assert (one.low, one.high, str(one)) == (number.low, number.high, shown)
    if exact is not None:
        assert Fraction(number) == exact == number and hash(exactly(exact)) == hash(exact)
        assert number - exact == 0 and (2 * number).exact == 2 * exact
        assert (number < exact, number <= exact, number > exact - LONG / 10**90) == (False, 1, 1)


def test_sums_of_exact_numbers_are_exact():
    thirds = [exactly(Fraction(1, 3))] * 3
    assert sum(thirds) == 1 and sum(thirds).exact == 1
    assert (thirds[0] / 2).exact == (1 / (thirds[0] * 18)).exact == Fraction(1, 6)
    assert type(thirds[0] + 0.5) is float
    assert (-thirds[0]).exact == -abs(-thirds[0]).exact == Fraction(-1, 3)
    low = Number(Fraction(-2), Fraction(-1))
    assert ((-low).low, (-low).high, abs(low).low) == (1, 2, 1) and -low == 1.5
    assert (thirds[0] * Fraction(1, 2)).exact == Fraction(1, 6)
    assert sorted([thirds[0], Fraction(1, 4), 0.3]) == [Fraction(1, 4), 0.3, thirds[0]]


def test_equal_exact_numbers_have_one_hash():
    result = efgc.run([["1/3"]])
    assert result.value == result.value_exact == Fraction(1, 3)
    assert len({result.value, result.value_exact, Fraction(1, 3)}) == 1


def test_a_number_is_given_back_in_full():
    third, long = efgc.run([["1/3"]]).value, exactly(LONG / 10**90)
    assert efgc.run([[third, 1]]).value_exact == Fraction(1, 3)
    for p in (third, long):
        given = efgc.run(CAVE, p=p)
        assert given.value_exact == efgc.run(CAVE, p=p.exact).value_exact
        assert efgc.sweep(CAVE, vary={"p": [p]}, jobs=1)[0].fraction == given.value_exact
