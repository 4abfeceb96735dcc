"""What the section of the map gathers, and how much of a game stands in the page."""

import json
from dataclasses import replace

import pytest

from efgc.pipeline.settings import Settings
from efgc.pipeline.ways.run import run
from efgc.schemas.trail import NO_TRAIL
from efgc.stages.page.map import LEFT_OUT, NEVER, Limits, data_of, gather
from efgc.stages.report.situations import play_of
from report_page import text_of


def report_of(source, **options):
    *_, step = run(text_of(source), Settings(**options, report_format="html"))
    return step.made.report


def test_the_start_shows_routes_and_occupied_places_with_probabilities():
    shown = gather(report_of("island-1"))
    assert sorted(way.probability for way in shown.fields["ways"]) == pytest.approx(
        [10 / 31, 10 / 31, 11 / 31]
    )
    assert shown.fields["worth"] == pytest.approx(220 / 31) and shown.fields["best"] == 11
    assert shown.fields["secrets"][0] == ("e1 e3", pytest.approx(13 / 31))
    assert shown.fields["places"] == pytest.approx({"e1": 22 / 31, "e2": 18 / 31, "e3": 22 / 31})
    assert "0.71" in shown.fields["picture"]  # In words: the script draws it.
    assert "0.71" in shown.fields["flow"] and "0.323" in shown.fields["flow"]
    for picture in ("picture", "flow"):  # Squares have one notation on a page.
        assert ">A</text>" in shown.fields[picture] and ">7</text>" in shown.fields[picture]


@pytest.mark.parametrize("level", [0, 1, 2])
def test_a_small_game_is_included_as_a_whole(level):
    play = play_of(report_of("island-3", level=level))
    data, states = data_of(play, Limits())
    assert states == len(play.graph.states) == len(data["states"])
    targets = [number for node in data["nodes"] for number in node[1:]]
    assert LEFT_OUT not in targets
    assert all(target == NEVER or 0 <= target < len(data["nodes"]) for target in targets)


@pytest.mark.parametrize("limits", [Limits(nodes=20), Limits(states=20)])
def test_the_likeliest_nodes_of_a_large_game_are_included(limits):
    play = play_of(report_of("maze"))
    data, states = data_of(play, limits)
    assert len(data["nodes"]) <= limits.nodes and states <= limits.states
    assert states < len(play.graph.states) or limits.states > states
    # The start stands there, and both ways that are taken.
    moves = data["states"][0][1]
    assert all(target != LEFT_OUT for _, target in moves)


def test_there_is_no_section_without_a_map_or_with_another_game():
    report = report_of("island-1")
    assert gather(report) is not None
    assert gather(replace(report, trail=NO_TRAIL)) is None
    other = report_of("island-2")
    assert gather(replace(report, trail=other.trail)) is None
    assert gather(report_of("artifacts/three-bushes/three-bushes.states.yaml")) is None


def test_the_same_game_gives_the_same_data():
    first, second = (gather(report_of("maze")) for _ in range(2))
    assert json.dumps(first.data) == json.dumps(second.data)
    assert first.fields["picture"] == second.fields["picture"]
