"""What a walk costs: memory that grows as the map does, and counting that is little work beside
it.
"""

import tracemalloc

import pytest

import efgc.stages.parse as parsing
from benchmarks import families
from efgc.stages.parse import REDUCTIONS, RULES, enumeration, parse
from efgc.stages.parse.enumeration import enumerate_states
from efgc.stages.parse.maps import read_map
from efgc.stages.parse.ways import Meter


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
    looked = []
    relevant = REDUCTIONS["relevant"]

    def told(board, square, open):
        looked.append(open.bit_count())
        return relevant.region(board, square, open)

    monkeypatch.setitem(REDUCTIONS, "relevant", relevant._replace(region=told))
    meter = Meter()
    enumerate_states(
        RULES["island-2018"], read_map(_maze(0.4, 0)), 10_000, ("reachable", "relevant"), meter
    )
    assert 2 * sum(looked) < meter.spent < 20 * sum(looked)


def test_progress_is_reported_without_encounters(monkeypatch):
    monkeypatch.setattr(parsing, "COUNTED", ())
    told = []
    monkeypatch.setattr(enumeration, "_REGIONS", ())  # The compiled walk says it less often.
    text = families.text(["S--G-G", "-G---G", "--G---", "G---G-", "--G---", "-G---D"], 0)
    assert len(parse(text, "", watch=lambda done, total: told.append((done, total))).states) == 2
    assert told and told == [(1024 * number, 0) for number in range(1, len(told) + 1)]
