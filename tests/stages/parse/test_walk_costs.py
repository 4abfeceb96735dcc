"""What a walk costs: memory that grows as the map does, and counting that is little work beside
it.
"""

import tracemalloc

import pytest

import efgc.stages.parse as parsing
import plain_walk
from benchmarks import families
from efgc.stages.parse import RULES, parse
from efgc.stages.parse.columns.tables import RELEVANT
from efgc.stages.parse.enumeration import enumerate_states
from efgc.stages.parse.maps import read_map
from efgc.stages.parse.meter import Meter


def _peak(text, level):
    tracemalloc.start()
    parse(text, "", level=level)
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    return peak


@pytest.mark.long
@pytest.mark.parametrize("level, between", [(1, ""), (2, "\n")])
def test_corridors_take_about_one_bit_per_pair_of_squares(level, between):
    sizes = (2_000, 8_000)
    short, long = (
        _peak("0 0\n" + between.join("S" + number * "-" + "D") + "\n", level) for number in sizes
    )
    # A position has a bit for each square, and tables that are full are copied into larger ones.
    squared = 2 * sizes[1] ** 2 // 8
    assert long - squared < 5 * short


def _maze(density, seed, size=40):
    return families.text(families.maze(size, size, density, 10, seed), 3)


@pytest.mark.slow
@pytest.mark.parametrize("density, seed", [(0.4, 1), (0.45, 0), (0.45, 1)])
def test_counting_is_bounded_by_the_work_of_the_walk(density, seed, monkeypatch):
    meters = []
    monkeypatch.setattr(
        parsing, "Meter", lambda *arguments: meters.append(Meter(*arguments)) or meters[-1]
    )
    graph = parse(_maze(density, seed), "")
    made, *counted = meters
    for meter, (_, _, least) in zip(counted, parsing.COUNTED, strict=False):
        assert meter.most == max(least, made.spent // 20)
        assert meter.spent < meter.most + 20_000  # What one state costs more.
    assert (graph.counts is None) == (seed == 1 and density == 0.4)


def test_the_meter_counts_the_work_of_the_reductions(monkeypatch):
    """By the squares that the plain walk looks at, which costs the same."""
    looked = []

    def told(board, square, open):
        looked.append(open.bit_count())
        return plain_walk.relevant(board, square, open)

    monkeypatch.setitem(plain_walk.REGIONS, RELEVANT, told)
    rules, board = RULES["island-2018"], read_map(_maze(0.4, 0, 24))
    meter, plain = Meter(), Meter()
    plain_walk.enumerate_states(rules, board, 10_000, ("reachable", "relevant"), plain)
    enumerate_states(rules, board, 10_000, ("reachable", "relevant"), meter)
    assert (meter.asked, meter.spent) == (plain.asked, plain.spent)
    assert 2 * sum(looked) < meter.spent < 20 * sum(looked)


def test_progress_is_reported_without_encounters(monkeypatch):
    monkeypatch.setattr(parsing, "COUNTED", ())
    told = []
    rows = ["S-----", *3 * ["------"], "-----D"]
    parse(families.text(rows, 0), "", level=1, watch=lambda done, total: told.append((done, total)))
    assert told and told == sorted(told) and {total for _, total in told} == {0}
