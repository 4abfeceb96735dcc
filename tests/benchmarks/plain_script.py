"""The yardstick: what an expert writes in an afternoon to solve a Gambit file.

One regular expression, a stack, NumPy, SciPy's sparse matrices, and HiGHS on the whole
sequence-form program. Floating point, no checks, no reductions, no proof. `plain_script.py GAME.efg
[simplex|ipm]` prints the value, the processor seconds of reading, form and solver, and the peak
memory. It reads files as most programs write them: everything restated at every node.
"""

import re
import resource
import sys
import time

import highspy
import numpy as np
import scipy.sparse as sparse

NODE = re.compile(
    r'p "[^"]*" (\d) (-?\d+) "[^"]*" \{ ([^}]*)\} \d+'
    r'|c "[^"]*" \d+ "[^"]*" \{ ([^}]*)\} \d+'
    r'|t "[^"]*" \d+ "[^"]*" \{ (\S+) [^}]*\}'
)
LABEL = re.compile(r'"[^"]*"')


def number(text):
    above, _, below = text.strip(",").partition("/")
    return float(above) / float(below) if below else float(above)


def read(text):
    """Return per player the parent sequence and the first sequence of each information set, and the
    ends of play as (sequence of player 1, of player 2, weighted payoff).
    """
    infosets = ({}, {})
    parents, firsts, sizes = ([], []), ([], []), [1, 1]
    probabilities = {}
    rows, columns, values = [], [], []
    waiting = [(0, 0, 1.0)]
    for player, infoset, actions, chance, payoff in map(re.Match.groups, NODE.finditer(text)):
        one, two, weight = waiting.pop()
        if payoff is not None:
            rows.append(one)
            columns.append(two)
            values.append(weight * number(payoff))
        elif chance is not None:
            if chance not in probabilities:
                probabilities[chance] = [number(p) for p in LABEL.sub("", chance).split()]
            waiting += [(one, two, weight * p) for p in reversed(probabilities[chance])]
        else:
            at = int(player) - 1
            found = infosets[at].get(infoset)
            if found is None:
                count = len(LABEL.findall(actions))
                found = infosets[at][infoset] = range(sizes[at], sizes[at] + count)
                parents[at].append((one, two)[at])
                firsts[at].append(found)
                sizes[at] += count
            if at:
                waiting += [(one, sequence, weight) for sequence in reversed(found)]
            else:
                waiting += [(sequence, two, weight) for sequence in reversed(found)]
    payoffs = sparse.coo_matrix((values, (rows, columns)), shape=sizes).tocsr()
    return [constraints(*each) for each in zip(parents, firsts, sizes, strict=True)], payoffs


def constraints(parents, firsts, size):
    """Return E: one row for the empty sequence, one per information set."""
    counts = np.array([len(found) for found in firsts], int)
    infosets = np.arange(1, len(parents) + 1)
    rows = np.concatenate([[0], infosets, np.repeat(infosets, counts)])
    columns = np.concatenate([[0], parents, np.arange(1, size)]).astype(int)
    values = np.concatenate([[1.0], -np.ones(len(parents)), np.ones(size - 1)])
    return sparse.csr_matrix((values, (rows, columns)), shape=(len(parents) + 1, size))


def program(first, second, payoffs):
    """Return HiGHS with: maximise v0 subject to E x = e, F' v - A' x <= 0, x >= 0."""
    infinity = highspy.kHighsInf
    matrix = sparse.bmat([[first, None], [-payoffs.T, second.T]], format="csc")
    columns, flows, values = first.shape[1], first.shape[0], second.shape[0]
    lp = highspy.HighsLp()
    lp.num_row_, lp.num_col_ = matrix.shape
    lp.sense_ = highspy.ObjSense.kMaximize
    lp.col_cost_ = np.eye(1, columns + values, columns)[0]
    lp.col_lower_ = np.concatenate([np.zeros(columns), np.full(values, -infinity)])
    lp.col_upper_ = np.full(columns + values, infinity)
    right = np.eye(1, flows)[0]
    lp.row_lower_ = np.concatenate([right, np.full(second.shape[1], -infinity)])
    lp.row_upper_ = np.concatenate([right, np.zeros(second.shape[1])])
    lp.a_matrix_.format_ = highspy.MatrixFormat.kColwise
    lp.a_matrix_.start_, lp.a_matrix_.index_ = matrix.indptr, matrix.indices
    lp.a_matrix_.value_ = matrix.data
    highs = highspy.Highs()
    highs.setOptionValue("output_flag", False)
    highs.setOptionValue("threads", 1)
    highs.passModel(lp)
    return highs


def main(path, method="simplex"):
    clock = [time.process_time()]
    with open(path) as file:
        (first, second), payoffs = read(file.read())
    clock.append(time.process_time())
    highs = program(first, second, payoffs)
    clock.append(time.process_time())
    highs.setOptionValue("solver", method)
    highs.run()
    clock.append(time.process_time())
    read_in, formed, solved = np.diff(clock)
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
    print(
        f"value {highs.getObjectiveValue():.12g}  reading {read_in:.2f} s  program {formed:.2f} s  "
        f"solver {solved:.2f} s  all {clock[-1]:.2f} s  {peak:.0f} MiB  "
        f"{highs.getNumRow():,} rows, {highs.getNumNz():,} nonzeros"
    )


if __name__ == "__main__":
    main(*sys.argv[1:])
