"""Grade hand-ins drawn in the ways of real programs with one mistake each, beside their truth.

PYTHONPATH=.:tests/support python tests/benchmarks/handins.py [COUNT] [FIRST MAP] [-v] [-f] [-p]
PYTHONPATH=.:tests/support python tests/benchmarks/handins.py MAP MISTAKE NUMBER [WAY]

The first prints how many verdicts were right, first differences at the mistake, mistakes named and
stories false, by mistake, and with -v each failure with what repeats it: the second, which prints
the file, too. With -f all numbers are written as floating point. With -p each is drawn in one of a
few plain ways (`drawn.cases.WAYS`): most in the order of the reference, with forced moves left out
or other labels.
"""

import sys
import time

from drawn.cases import board, case, cases
from drawn.judged import Judge, by_mistake, tally


def main(count, first, verbose, floats, plain):
    began, found = time.process_time(), []
    for where, given in cases(count, first, floats=floats, plain=plain):
        judge = Judge(where)
        for one in given:
            found.append(judge.judged(one))
            if verbose and found[-1].failed:
                print(found[-1])
    print(*by_mistake(found), *tally(found), sep="\n")
    print(f"{time.process_time() - began:.0f} s of processor time")


def again(number, mistake, which, way=""):
    where = board(number)
    one = case(where, mistake, which, way=way)
    print(where.text, one.written.text, Judge(where).judged(one), sep="\n")


if __name__ == "__main__":
    words = [word for word in sys.argv[1:] if word not in ("-v", "-f", "-p")]
    if len(words) > 2:
        again(int(words[0]), words[1], int(words[2]), *words[3:])
    else:
        numbers = [*map(int, words), 400, 0][:2] if len(words) != 1 else [int(words[0]), 0]
        main(*numbers, "-v" in sys.argv, "-f" in sys.argv, "-p" in sys.argv)
