"""Floating point in Gambit files is taken for the numbers that it means, and nothing else is."""

import random
from decimal import Decimal, localcontext
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from efgc.schemas.parts.exact import read_exact
from efgc.schemas.parts.problems import InputError
from efgc.stages.expand.gambit import write_gambit
from efgc.stages.parse.gambit import tree as tree_module
from efgc.stages.parse.gambit.grammar import Token
from efgc.stages.parse.gambit.lint import lint
from efgc.stages.parse.gambit.numbers import Meanings, Replacement, Replacements, reads_as
from efgc.stages.parse.gambit.tree import read_gambit
from small_games import law


def whole(double):
    """Return the whole binary expansion of a double, as a library of one course writes it."""
    return f"{Decimal(double):f}"


WAYS = {
    "whole": whole,
    "repr": repr,
    "%.17g": lambda double: f"{double:.17g}",
    "%.16e": lambda double: f"{double:.16e}",
    "%.20f": lambda double: f"{double:.20f}",
    "%.18f": lambda double: f"{double:.18f}",
    "17 digits and zeros": lambda double: f"{Decimal(f'{double:.17g}'):.25f}",
    "ratio": lambda double: str(Fraction(double)),
    "ratio of digits": lambda double: str(Fraction(repr(double))),
}
ALL = 10**6
STEP = 4_999  # A prime: decimals of every kind.


def meant(words, known=(), as_written=False):
    """Return what words mean as the probabilities of one move of chance, None where they are
    refused.
    """
    tokens = [Token(word, 0, 0) for word in words]
    numbers = [read_exact(word) for word in words]
    return Meanings([*map(Fraction, known)], as_written).probabilities(tokens, numbers)


def paid(word):
    """Return what a word means as a payoff."""
    return Meanings().payoff(Token(word, 0, 0), read_exact(word))


def misread(way, numbers):
    """Return the decimals of so many millionths that are not read as such: as a probability with
    the other one, 1 less it, computed in floating point.
    """
    write, wrong = WAYS[way], []
    for number in numbers:
        double = number / ALL
        expected = (Fraction(number, ALL), Fraction(ALL - number, ALL))
        if meant((write(double), write(1 - double))) != expected:
            wrong.append(number)
    return wrong


def mispaid(way, numbers):
    """Return the same of payoffs, with up to 6 digits in front of the point."""
    write, wrong = WAYS[way], []
    for number in numbers:
        for places in (6, number % 6):
            found = paid(write(number / 10**places)), paid(write(-number / 10**places))
            if found != (Fraction(number, 10**places), Fraction(-number, 10**places)):
                wrong.append((number, places))
    return wrong


@pytest.mark.many
@pytest.mark.parametrize("way", WAYS)
def test_short_decimals_are_read_literally(way):
    # Those at the ends, whose differences to 1 have the fewest digits.
    numbers = [*range(1, 60), *range(1, ALL, STEP), *range(ALL - 60, ALL)]
    assert misread(way, numbers) == [] == mispaid(way, numbers)


# Each table takes a minute or two: in other ways than that of the course's library every 17th
# number; with a step of 1 these hold, too.
TABLES = pytest.mark.parametrize("way, step", [("whole", 1), ("repr", 17), ("%.17g", 17)])


@pytest.mark.long
@TABLES
def test_all_short_probabilities_are_read_literally(way, step):
    assert misread(way, range(1, ALL, step)) == []


@pytest.mark.long
@TABLES
def test_all_short_payoffs_are_read_literally(way, step):
    assert mispaid(way, range(1, ALL, step)) == []


def probabilities(seed, count):
    """Yield random probabilities as a map has them: short decimals, fractions, doubles."""
    drawn = random.Random(seed)
    for _ in range(count):
        places = drawn.randint(1, 12)
        below = drawn.randint(2, 10 ** drawn.randint(1, 6))
        yield drawn.choice(
            (
                f"{Decimal(drawn.randint(1, 10**places - 1)) / 10**places:f}",
                f"{drawn.randint(1, below - 1)}/{below}",
                repr(drawn.random()),
            )
        )


@pytest.mark.many
@pytest.mark.parametrize("way", WAYS)
def test_known_probabilities_are_read_as_such(way):
    write = WAYS[way]
    for word in (*probabilities(1, 300), "1e-9", "1e-13", "1e-16", "0.9999999999999"):
        number = Fraction(word)
        double = float(number)
        if way in ("%.18f", "%.20f", "17 digits and zeros") and double < 1e-3:
            continue  # No digits are left of the tiny ones.
        for one, other in ((double, 1 - double), (1 - double, double)):
            found = meant((write(one), write(other)), (number, 1 - number))
            assert found == ((number, 1 - number) if one == double else (1 - number, number)), word


def doubles(*numbers):
    return tuple(map(whole, numbers))


THIRD = "0.3333333333333333"
TAKEN = {  # Words, and what they mean.
    "a third of 28 digits": (
        ("0.3333333333333333333333333333", "0.6666666666666666666666666667"),
        "1/3 2/3",
    ),
    "three thirds": ((THIRD,) * 3, "1/3 1/3 1/3"),
    "three thirds that sum to 1": ((THIRD, THIRD, "0.3333333333333334"), "1/3 1/3 1/3"),
    "one short, one not": (("0.6", "0.4000000000000000222"), "3/5 2/5"),
    "10 digits": (doubles(0.3333333333, 1 - 0.3333333333), "0.3333333333 0.6666666667"),
    "13 digits": (doubles(0.3000000000001, 1 - 0.3000000000001), "0.3000000000001 0.6999999999999"),
    "exponents": (("5.9999999999999998e-01", "4.0000000000000002e-1"), "3/5 2/5"),
    "tiny": (doubles(1e-9, 1 - 1e-9), "1e-9 0.999999999"),
    "tiny with 18 places": (("0.000000000999999972", "0.999999999000000028"), "1e-9 0.999999999"),
    "three outcomes": (doubles(0.1, 0.2, 1 - 0.1 - 0.2), "0.1 0.2 0.7"),
    "forty outcomes": (doubles(*[0.025] * 40), " ".join(["0.025"] * 40)),
    "forty-nine outcomes": (doubles(*[1 / 49] * 49), " ".join(["1/49"] * 49)),
    "a rest of which nothing is known": (
        (*doubles(0.25000000001), "0.5", "0.24999999998999999"),
        "0.25000000001 0.5 0.24999999999",
    ),
    "integer digits": (("1.0000000000000000000",), "1"),
    "12 digits that do not sum to 1": (("0.400000000001", "0.600000000001"), "2/5 3/5"),
    "next to 0": (("0.0000000000001", "1"), "0 1"),
}
LEFT = {  # Words that say what they mean.
    "short": ("0.333333", "0.666667"),
    "12 digits": ("0.333333333333", "0.666666666667"),
    "15 digits": ("0.333333333333333", "0.666666666666667"),
    "1e-13 apart": ("0.3000000000001", "0.6999999999999"),
    "sixths of 2 to the power of 20": ("174763/1048576", "873813/1048576"),
    "random doubles": doubles(0.8444218515250481, 1 - 0.8444218515250481),
    "digits that are no double's": ("0.30000000000000001234", "0.69999999999999998766"),
    "next to 1": doubles(1 - 2**-53, 2**-53),
    "ratios that are not spelled so": (
        f"{3 * 5404319552844595}/{3 * 2**53}",
        f"{3 * 3602879701896397}/{3 * 2**53}",
    ),
    "0 and 1": ("0.00000000000000000000", "1.00000000000000000000"),
    "tiny ones": ("1.000001e-10", "0.9999999998999999"),
}


@pytest.mark.parametrize("name", TAKEN)
def test_floats_are_read_as_their_presumed_values(name):
    words, expected = TAKEN[name]
    assert meant(words) == tuple(map(Fraction, expected.split()))


@pytest.mark.parametrize("name", LEFT)
def test_other_numbers_are_read_literally(name):
    assert meant(LEFT[name]) == tuple(map(Fraction, LEFT[name]))


@pytest.mark.parametrize("below", [4_507, 7_919, 99_991])
def test_decimals_are_distinguished_from_nearby_fractions(below):
    # No decimal of 12 digits is nearer to a fraction of this denominator.
    above = pow(10**12, -1, below)
    decimal = Fraction((10**12 * above - 1) // below, 10**12)
    fraction = Fraction(above, below)
    assert 0 < fraction - decimal < Fraction(1, 2**52)
    for number in (decimal, 1 - decimal, fraction, 1 - fraction):
        words = doubles(float(number), float(1 - number))
        assert meant(words, (number, 1 - number)) == (number, 1 - number)
        assert meant(words, (number,))[0] == number
        if float(decimal) != float(fraction) and float(1 - decimal) != float(1 - fraction):
            assert meant(words)[0] == number


def test_known_probabilities_decide_about_15_digits():
    words = ("0.333333333333333", "0.666666666666667")
    assert meant(words, ("1/3", "2/3")) == (Fraction(1, 3), Fraction(2, 3))
    assert meant(("0.3000000000001", "0.6999999999999"), ("3/10", "7/10")) == tuple(
        map(Fraction, ("0.3000000000001", "0.6999999999999"))
    )
    # A map with a double's whole expansion, and a hand-in with the shortest digits of it.
    known = (Fraction(0.6), 1 - Fraction(0.6))
    assert meant(("0.6", repr(1 - 0.6)), known) == known


@pytest.mark.parametrize("way", WAYS)
@pytest.mark.parametrize("off", [1e-6, -1e-6, 1e-9, 1e-13])
def test_inexact_numbers_do_not_match_known_ones(way, off):
    for number in ("0.3", "1/3", "0.5", "0.000002", "0.999998"):
        known = Fraction(number), 1 - Fraction(number)
        double = float(known[0]) + off
        if 0 < double < 1:
            found = meant((WAYS[way](double), WAYS[way](1 - double)), known)
            assert found is None or abs(found[0] - known[0]) > abs(off) / 2


PAYOFFS = {
    "12.300000000000000710542735760100": "12.3",
    "-0.30000000000000004": "-0.3",
    "33.333333333333336": "100/3",
    "-6.3333333333333330372738600999582558870315551757812": "-19/3",
    "5404319552844595/9007199254740992": "3/5",
    "0.99999999999999989": "1",
    "2.9999999999999996": "3",
    "1e17": "1e17",
    "100000000000000016": "100000000000000016",
    "1.0000000000000002e+17": "1.0000000000000002e+17",
    "100000000000000016.0": "100000000000000016",
    "2.00000000000000000000": "2",
    "1234567890123.4567871094": "1234567890123.4567871094",
    "12345678901234567/4": "12345678901234567/4",
    "0.333333333333": "0.333333333333",
    "4.9406564584124654e-324": "4.9406564584124654e-324",
    "0.30000000000000001234": "0.30000000000000001234",
    "12.300001000000000317754": "12.300001000000000317754",
    "0.0": "0",
    "-0.0000000000000000000000": "0",
}


@pytest.mark.parametrize("word", PAYOFFS)
def test_payoffs_are_read_as_their_presumed_values(word):
    assert paid(word) == Fraction(PAYOFFS[word])
    assert abs(paid(whole(12.3 + 1e-6)) - Fraction("12.3")) > Fraction(1, 2 * 10**6)


HEAD = 'EFG 2 R "" { "a" "b" }\n""\n'
GAME = HEAD + (
    'c "" 1 "" { "l" 0.40000000000000002220446049250313080847263336181640625 "r" '
    '0.59999999999999997779553950749686919152736663818359375 } 0\nt "" 1 "" { .5 -.5 }\n'
    't "" 2 "" { 0.30000000000000004 -0.30000000000000004 }\n'
)


def test_replaced_numbers_are_reported_with_the_first_position():
    reading = read_gambit(GAME)
    assert reading.replacements.many == 4 and [one.meant for one in reading.replacements.first] == [
        Fraction(2, 5),
        Fraction(3, 5),
        Fraction(3, 10),
        Fraction(-3, 10),
    ]
    assert all(GAME[one.offset :].startswith(one.word) for one in reading.replacements.first)
    assert reading.remarks() == [
        "line 3: 0.40000000000000002220... is 2/5 up to floating-point rounding and is "
        "read as 2/5; 3 more numbers are corrected likewise"
    ]
    assert read_gambit(HEAD + 't "" 1 "" { 0.1 -0.1 }\n').remarks() == []
    one = Replacements((Replacement(THIRD, Fraction(1, 3), 0),), 1)
    assert one.remark(7).endswith("and is read as 1/3")
    assert one._replace(many=2).remark(7).endswith("1/3; 1 more number is corrected likewise")


def test_lint_writes_the_presumed_values_of_floats():
    findings, reading = lint(GAME)
    assert [finding.rule for finding in findings] == ["floating point"]
    mended = "".join(write_gambit(reading.game, reading.comment))
    assert '"l" 2/5 "r" 3/5' in mended and "{ 3/10 -3/10 }" in mended and lint(mended)[0] == []


def test_no_file_is_refused_because_of_replaced_numbers():
    # The second payoff is no double: it says what it means, and the first one with it.
    text = (
        f'{HEAD}p "" 1 1 "" {{ "l" "r" }} 0\n'
        't "" 1 "" { 0.30000000000000004 0.69999999999999996123 }\n'
        't "" 2 "" { 1 0.00000000000000000123 }\n'
    )
    assert paid("0.30000000000000004") == Fraction(3, 10)
    reading = read_gambit(text)
    assert reading.replacements == Replacements() and reading.game.constant == Fraction(
        "1.00000000000000000123"
    )


WORDS = st.one_of(
    st.sampled_from(["1", ".5", "0.25", "1/3", "1e-3", THIRD, "0.30000000000000004", "2e17"]),
    st.floats(0, 1).map(whole),
    st.floats(-1e6, 1e6).map(repr),
    st.integers(1, 10**6).map(lambda number: whole(number / 10**6)),
    st.integers(1, 10**6).map(lambda number: str(Fraction(number / 10**6))),
    st.integers(1, 10**6).map(lambda number: f"{number / 10**4:.17g}"),
    st.integers(1, 999).map(lambda number: repr(number / 7)),
    st.integers(1, 999).map(lambda number: f"{number / 7:.14f}"),
    st.floats(1e-3, 1e3).map(lambda number: str(Fraction(number))),
    st.integers(0, 10**18).map(lambda number: f"{Decimal(number) / 10**9:f}"),
)
DRAWN = st.integers(1, 999).map(lambda number: number / 1000) | st.floats(0.01, 0.99)


def outcome(text):
    """Return the nodes of a text and its replaced numbers; None if it is refused."""
    try:
        reading = read_gambit(text)
    except InputError:
        return None
    nodes = [
        getattr(node, "probabilities", getattr(node, "payoff", None)) for node in reading.game.nodes
    ]
    return nodes, reading.game.constant, reading.replacements


def paying(number, word):
    other = word[1:] if word.startswith("-") else f"-{word}"
    return f't "" {number} "" {{ {word} {other} }}\n'


@law(400)
@given(
    st.lists(st.tuples(DRAWN, st.sampled_from(sorted(WAYS)), WORDS), min_size=1, max_size=6), WORDS
)
def test_the_kernel_of_payoffs_leaves_no_number_that_is_replaced(moves, last):
    text = HEAD
    for number, (double, way, word) in enumerate(moves, 1):
        write = WAYS[way]
        text += f'c "" {number} "" {{ "l" {write(double)} "r" {write(1 - double)} }} 0\n'
        text += paying(number, word)
    text += paying(len(moves) + 1, last)
    found = outcome(text)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(tree_module, "amounts", lambda *places: None)  # Python reads all of them.
        assert outcome(text) == found


def test_without_the_kernel_of_payoffs_the_game_is_the_same(monkeypatch):
    found = read_gambit(GAME)
    monkeypatch.setattr(tree_module, "amounts", lambda *places: None)
    expected = read_gambit(GAME)
    assert found.replacements == expected.replacements and found.remarks() == expected.remarks()
    assert found.game == expected.game


@law(500)
@given(st.fractions() | st.floats(-1e3, 1e3).map(Fraction))
def test_every_number_has_an_exact_spelling(number):
    above, below = abs(number.numerator), number.denominator
    assert reads_as(f"{3 * above}/{3 * below}", abs(number))
    if below <= 10**6:
        assert reads_as(str(number), number)


def test_probabilities_that_are_doubles_are_not_written_as_decimals():
    with localcontext(prec=60):
        assert not reads_as(str(Decimal(0.6)), Fraction(0.6))
    assert reads_as("0.5", Fraction(1, 2)) and not reads_as(THIRD, Fraction(THIRD))
