"""Parse: every way in which people write the same map, and the states of small ones."""

from dataclasses import replace

import pytest
import yaml

from efgc.schemas.parts.problems import InputError
from efgc.schemas.parts.states import Choice, Draw, Look, Relocation, Terminal, targets
from efgc.schemas.state_graph import read, write
from efgc.stages.parse import parse
from efgc.stages.parse.maps import LONGEST, read_map
from small_games import island, published

CAVE = published("cave-example")
ISLAND = published("island-report")


@pytest.mark.parametrize(
    "text",
    [
        CAVE.replace("\n", "\r\n"),
        CAVE.replace("\n", "\r"),
        CAVE + "\n\n  \n",
        CAVE.rstrip("\n"),
        CAVE.replace("-", "\N{MINUS SIGN}"),
        CAVE.replace("-", "\N{EN DASH}"),
        CAVE.replace("2 0.33", " 2   0.330 "),
        CAVE.replace("2 0.33", "2 33/100"),
        CAVE.replace("2 0.33", "2 33e-2"),
        CAVE.replace("\n", "   \n"),
    ],
)
def test_the_same_cave(text):
    assert read_map(text) == read_map(CAVE)


@pytest.mark.parametrize(
    "text",
    [
        ISLAND.replace("\n", "\r\n"),
        ISLAND.replace("\n", "\n\n"),
        ISLAND.replace("-", "\N{MINUS SIGN}"),
        ISLAND.replace("0.7", ".7"),
    ],
)
def test_the_same_island(text):
    assert read_map(text) == read_map(ISLAND)


@pytest.mark.parametrize("last, player", [("", None), ("0\n", 0), ("1\n", 1)])
def test_index_of_the_player(last, player):
    assert read_map(ISLAND + last).player == player


@pytest.mark.parametrize(
    "text, rules, expected",
    [
        (CAVE, "", "cave-2023"),
        (ISLAND, "", "island-2018"),
        (ISLAND, "island-2013", "island-2013"),
        (CAVE, "island-2018", "island-2018"),  # The layout of a map does not bind its rules.
        (ISLAND, "cave-2023", "cave-2023"),
    ],
)
def test_rules(text, rules, expected):
    assert parse(text, "", rules=rules).source.rules == expected


@pytest.mark.parametrize(
    "rows, bandits, capture, rules, expected",
    [
        (["SD"], 0, "0.5", "island-2018", [Choice, Terminal]),
        (["S#D"], 0, "0.5", "island-2018", [Terminal]),
        (
            ["-SD"],
            0,
            "0.5",
            "island-2018",
            [Choice, Terminal, Terminal],
        ),  # A dead end is the end of play.
        (
            ["SED"],
            1,
            "0",
            "island-2018",
            [Choice, Choice, Terminal],
        ),  # A fight nobody can lose is none.
        (["SED"], 1, "1", "island-2018", [Choice, Terminal]),  # Nor is one nobody can win.
        (
            ["SED"],
            1,
            "0.5",
            "island-2018",
            [Choice, Draw, Terminal, Choice, Terminal],
        ),  # The only place: no need to look.
        (
            ["SED"],
            0,
            "0.5",
            "island-2018",
            [Choice, Relocation, Choice, Terminal],
        ),  # Nobody there: the alarm still sounds.
        (["SED"], 0, "0.5", "island-2013", [Choice, Choice, Terminal]),
        (
            ["SEED"],
            1,
            "0.5",
            "island-2013",
            [Choice, Look, Draw, Terminal, Choice, Choice, Terminal, Choice, Draw, Terminal]
            + [Choice, Terminal],
        ),  # Nobody at the first place: no need to look at the other.
        (
            ["SED", "##E"],
            1,
            "0.5",
            "island-2018",
            [Choice, Look, Draw, Terminal, Choice, Terminal, Relocation, Choice, Terminal],
        ),
        (
            ["SED", "##E"],
            1,
            "0.5",
            "cave-2023",
            [
                Choice,
                Look,
                Choice,
                Choice,
                Terminal,
                Draw,
                Terminal,
                Choice,
                Terminal,
                Choice,
                Terminal,
            ],
        ),
    ],
)
def test_states(rows, bandits, capture, rules, expected):
    graph = parse(island(rows, bandits, capture), "", rules=rules, level=0)
    assert [type(state) for state in graph.states] == expected


def test_only_the_first_dangerous_place_raises_the_alarm():
    graph = parse(island(["SEED", "#E##"], 1), "")
    relocations = [state for state in graph.states if isinstance(state, Relocation)]
    assert [(state.sees, state.not_to) for state in relocations] == [(("alarm at e1",), "e1")]


@pytest.mark.parametrize("rules, escape", [("island-2018", 10), ("cave-2023", 2)])
def test_gold_counts_with_the_escape_only(rules, escape):
    graph = parse(island(["SGGD", "#-##"]), "", rules=rules, level=0)
    assert sorted(state.payoff for state in graph.states if isinstance(state, Terminal)) == [
        0,
        escape + 2,
    ]


def test_gold_taken_by_a_miner_leaves_later_gold():
    graph = parse(island(["SGEGD"], 1, "0.5"), "", rules="cave-2023")
    assert sorted(state.payoff for state in graph.states if isinstance(state, Terminal)) == [
        0,
        3,
        4,
    ]


def test_numbers_of_states_grow_along_every_history():
    graph = parse(ISLAND, "", level=0)
    assert all(
        number < target for number, state in enumerate(graph.states) for target in targets(state)
    )
    assert (
        "".join(write(graph))
        .partition("states:\n")[2]
        .startswith("  s0: {actor: agent, at: [2, 1], moves: {up: s1, down: s")
    )


@pytest.mark.parametrize("level", [0, 1, 2])
def test_without_counts_the_graph_is_the_same(level):
    text = published("island-1")
    counted, plain = (parse(text, "", level=level, counted=asked) for asked in (True, False))
    assert (counted.counts is None) is (level == 0)
    assert plain == replace(counted, counts=None)


def test_maps_that_are_too_wide_for_positions_are_refused():
    row = "SE" + "-" * (LONGEST - 2) + "D"
    with pytest.raises(InputError, match="the most are 32,767"):
        read_map(f"1 1/2\n{row}\n")
    assert read_map(f"1 1/2\n{row.replace('--', '-', 1)}\n")


@pytest.mark.parametrize("squares", [150, 400, 3000])
def test_long_ways_are_labels_that_every_reader_of_yaml_reads(squares):
    graph = parse(f"1\n{squares}\nS{'-' * (squares - 3)}ED\n0\n0.5\n", "0" * 64, level=2)
    text = "".join(write(graph))
    assert read(text).digest == graph.digest
    assert len(yaml.safe_load(text)["states"]) == len(graph.states)
