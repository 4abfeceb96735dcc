"""How often the agent passes from square to square: held to all histories of the game.

The witness follows every history from the root, multiplies probabilities, and moves the agent by
the words of its actions. It asks no state where the agent stands.
"""

from collections import defaultdict
from dataclasses import replace
from itertools import pairwise

import pytest
from hypothesis import given

from efgc.schemas.game import Chance, Terminal
from efgc.schemas.parts.problems import InputError
from efgc.schemas.parts.squares import STEPS
from efgc.schemas.trail import NO_TRAIL
from efgc.stages.draw.maps import flow, without_play
from efgc.stages.draw.maps.flow import walks
from map_reports import map_report
from small_games import PUBLISHED, boards, island, law, published

# Sums of products of some dozen floats; what is below 1e-9 is left out of a picture.
NEAR = 1e-8


def passed(report):
    """Return how often play passes each step, and how often it ends on each square."""
    game, rows = report.game, report.trail.rows
    played = {entry.infoset: entry.probabilities for plan in report.strategies for entry in plan}
    [start] = [
        (row, column)
        for row, text in enumerate(rows)
        for column, letter in enumerate(text)
        if letter == "S"
    ]
    steps, ends = defaultdict(float), defaultdict(float)
    waiting = [(0, start, 1.0)]
    while waiting:
        number, square, likely = waiting.pop()
        node = game.nodes[number]
        if isinstance(node, Terminal):
            ends[square] += likely
            continue
        if isinstance(node, Chance):
            moves = zip(node.children, map(float, node.probabilities), ("",) * 9, strict=False)
        else:
            infoset = game.information_sets[node.infoset]
            words = infoset.actions if infoset.player == 1 else ("",) * len(infoset.actions)
            moves = zip(node.children, played[node.infoset], words, strict=True)
        for child, share, label in moves:
            if share:
                to = square
                for word in label.split():
                    before, (down, right) = to, STEPS[word]
                    to = before[0] + down, before[1] + right
                    steps[before, to] += likely * share
                waiting.append((child, to, likely * share))
    return start, dict(steps), dict(ends)


def holds(report):
    """Assert all that has to be so of the flow of a report."""
    picture = flow(report)
    start, steps, ends = passed(report)
    found = {(step.start, step.end): step.probability for step in picture.play.steps}
    assert found == pytest.approx(
        {edge: likely for edge, likely in steps.items() if edge in found or likely > NEAR}, abs=NEAR
    )
    squares = {square for edge in found for square in edge} | {start}
    for square in squares:
        comes = sum(likely for (_, end), likely in found.items() if end == square)
        goes = sum(likely for (begin, _), likely in found.items() if begin == square)
        assert comes + (square == start) == pytest.approx(goes + ends.get(square, 0), abs=NEAR)
    assert sum(ends.values()) == pytest.approx(1, abs=NEAR)
    leaves = sum(ends.get(square, 0) for square in picture.board.squares("D"))
    assert picture.leaves == pytest.approx(leaves, abs=NEAR)
    _walks_are_the_flow(picture, found)
    _places_are_those_of_the_root(picture, report)


def _walks_are_the_flow(picture, found):
    ways = picture.play.walks
    assert sum(walk.probability for walk in ways.found) + ways.rest == pytest.approx(1, abs=NEAR)
    if ways.rest:
        return
    steps = defaultdict(float)
    for walk in ways.found:
        for edge in pairwise(walk.squares):
            steps[edge] += walk.probability
    assert {edge: likely for edge, likely in steps.items() if likely > NEAR} == pytest.approx(
        {edge: likely for edge, likely in found.items() if likely > NEAR}, abs=NEAR
    )
    left = sum(walk.probability for walk in ways.found if walk.ends == "leaves")
    assert left == pytest.approx(picture.leaves, abs=NEAR)


def _places_are_those_of_the_root(picture, report):
    [root] = [entry for entry in report.strategies[1] if entry.infoset == 0]
    labels = report.game.information_sets[0].actions
    for place, share in zip(picture.board.places, picture.play.occupied, strict=True):
        held = (
            likely
            for label, likely in zip(labels, root.probabilities, strict=True)
            if place.name in label.split()
        )
        assert share == pytest.approx(sum(held), abs=NEAR)


@pytest.mark.many
@pytest.mark.parametrize("level", [0, 1, 2])
@pytest.mark.parametrize("name", PUBLISHED)
def test_published_maps_flow_as_all_histories_say(name, level):
    holds(map_report(published(name), PUBLISHED[name][0], level))


@pytest.mark.slow
@law(100)
@given(boards())
def test_random_maps_flow_as_all_histories_say(board):
    rows, bandits, capture, rules = board
    for level in (0, 1, 2):
        holds(map_report(island(rows, bandits, capture), rules, level))


def test_the_likeliest_walks_come_first_with_the_probability_of_the_rest():
    report = map_report(published("island-1"))
    exits = without_play(report.trail.rows).board.squares("D")
    parts = walks(report.game, report.trail.graph, report.strategies, exits, most=22)
    assert parts.found and 0 < parts.rest < 1
    total = sum(walk.probability for walk in parts.found) + parts.rest
    assert total == pytest.approx(1, abs=NEAR)


def test_a_report_without_a_map_is_refused():
    report = map_report(published("island-1"))
    with pytest.raises(InputError, match="no map"):
        flow(replace(report, trail=NO_TRAIL))
