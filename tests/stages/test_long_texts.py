"""Long numbers, repeated names and repeated rows take time in proportion to their length."""

import time

import pytest

from efgc.schemas.parts.labels import distinct
from efgc.schemas.parts.problems import InputError
from efgc.stages.parse.games import is_source
from efgc.stages.parse.matrix.rows import parse_matrix
from efgc.stages.solve.program.reading import read_contents
from efgc.stages.solve.program.unsuitable import out_of_range
from efgc.stages.strategies import check_alone, fitted
from gambit_games import parse_gambit

MANY = 40_000
SECONDS = 3.0
"""Of the processor: each takes a tenth, and took more than five where the square was taken."""
GAME = parse_matrix("1 2\n3 0\n", "0" * 64)
TABLE = "player,information_set,action,probability\n"
LONG_NAME = "x" * MANY
LONG_PROGRAMS = (
    f"max\n o: {'1' * MANY} x\nend\n",
    f"max\n o: {LONG_NAME}\nst\n {LONG_NAME}: {LONG_NAME} <= 1\nbounds\n {LONG_NAME} free\nend\n",
    "max\n o: " + " + ".join(f"x{at}" for at in range(MANY)) + " + x7\nend\n",
    "max\n o: x\nst\n" + "".join(f" x + y{at} >= 1\n" for at in range(MANY)) + "end\n",
    f"max\n o: x\nst\n c:{' ' * MANY}{'+ ' * MANY}x\n{'end' * MANY}\n",
    "max\n o: x\nbounds\n" + "".join(f" x{at} <= -1\n" for at in range(MANY)) + "end\n",
    "max\n o: x\ngen\n" + "".join(f" x{at}\n" for at in range(MANY)) + "end\n",
    "max\n o: x\nst\n" + "st\n" * MANY + "end\n",
    f"NAME\nROWS\n N o\n{''.join(f' L r{at}' + chr(10) for at in range(MANY))}COLUMNS\n"
    + "".join(f" x r{at} 1\n" for at in range(MANY))
    + "RHS\nBOUNDS\nENDATA\n",
    f"NAME\nROWS\n N o\nCOLUMNS\n{''.join(f' x{at} o 1' + chr(10) for at in range(MANY))}RHS\n"
    + f"BOUNDS\n{' UP b x7 1' + chr(10) * MANY}ENDATA\n",
    f"NAME\nROWS\n N o\nCOLUMNS\n{LONG_NAME * 2}{' o 1' * MANY}\nENDATA\n",
)


def wide_tree():
    return (
        'EFG 2 R "x" { "1" "2" }\np "" 1 1 "" { '
        + '"l" ' * MANY
        + "} 0\n"
        + 't "" 1 "" { 1 -1 }\n' * MANY
    )


@pytest.mark.slow
@pytest.mark.parametrize(
    "read, text",
    [
        (lambda text: out_of_range(text, "lp"), f"max\n o: {'1' * MANY} x\nend\n"),
        (lambda text: out_of_range(text, "mps"), f"COLUMNS\n x o {'1' * MANY}\n"),
        *((read_contents, text) for text in LONG_PROGRAMS),
        (lambda text: parse_matrix(text, ""), f",{'a,' * MANY}\nu,{'1,' * MANY}\n"),
        (lambda text: parse_matrix(text, ""), "u,1,2\n" * MANY),
        (lambda text: parse_matrix(text, ""), f"1,{'x,' * MANY}\n1,{'2,' * MANY}\n"),
        (is_source, "#" * MANY),
        (is_source, "# a\n" * MANY),
        (lambda text: distinct(text.split()), "a " * MANY),
        (lambda text: parse_gambit(text, "0" * 64), wide_tree()),
        (check_alone, TABLE + "1,0,row 1,1\n" * MANY * 10),
        (lambda text: fitted(text, GAME), TABLE + "1,0,row 1,1\n" * MANY * 10),
        (
            lambda text: fitted(text, GAME),
            TABLE + "".join(f"1,0,row {at},1\n" for at in range(MANY)),
        ),
        (lambda text: fitted(text, GAME), "Iter,Infoset,a,b\n" + "1,x,1,0\n" * MANY * 10),
    ],
)
def test_a_long_text_takes_no_more_than_its_length(read, text):
    begin = time.process_time()
    try:
        read(text)
    except InputError as error:
        assert len(error.problems) <= 101
    assert time.process_time() - begin < SECONDS


def test_a_table_with_many_problems_is_read_no_further():
    with pytest.raises(InputError) as raised:
        check_alone(TABLE + "1,0,row 1,1\n" * 1000)
    told = [str(problem) for problem in raised.value.problems]
    assert told[0] == "3:11: duplicate action 'row 1'"
    assert told[-1] == "52: 49 problems; the rest is not read" and len(told) == 50
