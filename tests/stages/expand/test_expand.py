"""Expand: who knows what, and what the tree looks like."""

from dataclasses import replace

import pytest

from efgc.schemas import state_graph
from efgc.schemas.game import check, infoset_text
from efgc.schemas.parts.problems import InputError
from efgc.schemas.state_graph.secrets import placements, relocations
from efgc.stages.expand import expand
from efgc.stages.expand.gambit import write_gambit
from graph_mutations import hunt
from small_games import ARTIFACTS, game_of, island, published, solved

HEAD = """format: efgc/state-graph
version: 1
title: by hand
players: [agent, bandits]
secret: {owner: bandits, places: {e1: [0, 0], e2: [0, 1], e3: [0, 2]}, count: %d}
start: s0
states:
"""


def graph(states, count=1):
    return state_graph.read(HEAD % count + "".join(f"  {state}\n" for state in states))


@pytest.mark.parametrize(
    "count, expected",
    [
        (0, ["none"]),
        (1, ["e1", "e2", "e3"]),
        (2, ["e1 e2", "e1 e3", "e2 e3"]),
        (3, ["e1 e2 e3"]),
    ],
)
def test_placements(count, expected):
    assert [label for label, _ in placements(graph(["s0: {payoff: 1}"], count))] == expected


@pytest.mark.parametrize(
    "hidden, not_to, expected",
    [
        ({"e1"}, "e2", ["stay", "e1 to e3"]),
        ({"e1", "e2"}, "e3", ["stay"]),
        ({"e1", "e3"}, "e1", ["stay", "e1 to e2", "e3 to e2"]),
        (set(), "e1", ["stay"]),
    ],
)
def test_relocations(hidden, not_to, expected):
    assert [
        label for label, _ in relocations(graph(["s0: {payoff: 1}"]), frozenset(hidden), not_to)
    ] == expected


def knowledge(game, player):
    return [infoset_text(game, infoset) for infoset in game.infosets(player)]


def test_island_information_sets():
    game = game_of(island(["SED", "-E-", "---"], 1), max_states=10_000)
    bandits = knowledge(game, 2)
    assert sorted(bandits) == ["e1 [alarm at e2]", "e2 [alarm at e1]", "the start"]
    agent = knowledge(game, 1)
    assert len(set(agent)) == len(
        agent
    )  # What a player knows tells all its information sets apart.
    assert (
        "the start" in agent
        and "right [e1 empty]" in agent
        and "right [e1 occupied, escaped]" in agent
    )


def test_miners_know_encounters_but_not_the_path():
    game = game_of(island(["SE-D", "-E--"], 2), "cave-2023")
    known = knowledge(game, 2)
    assert "e1 e2 [encounter at e1] fight [encounter at e2]" in known
    assert "e1 e2 [encounter at e2] take gold [encounter at e1]" in known
    assert not any("right" in text or "down" in text for text in known)


def test_player_1_sees_moves_of_player_2_but_no_relocation():
    game = game_of(island(["SEED"], 1), "island-2018")
    assert not any(" to " in text or "stay" in text for text in knowledge(game, 1))
    game = game_of(island(["SED"], 1), "cave-2023")
    assert knowledge(game, 1) == ["the start", "right [take gold]", "right [fight, escaped]"]


def test_merged_states_keep_perfect_recall():
    """A graph that a person made smaller by hand: two ways lead to one state, the tree tells them
    apart.
    """
    game = expand(
        graph(
            [
                "s0: {actor: agent, moves: {left: s1, right: s1}}",
                "s1: {actor: agent, moves: {go: s2, wait: s2}}",
                "s2: {payoff: 1}",
            ]
        )
    )
    assert knowledge(game, 1) == ["the start", "left", "right"]


LEVEL_2 = HEAD.replace("players:", "source: {sha256: x, rules: by hand, level: 2}\nplayers:")


@pytest.mark.parametrize(
    "states",
    [
        # The agent sees whether e1 is occupied, and then comes to one state: it would have to
        # forget it.
        [
            "s0: {actor: secret, place: e1, occupied: s1, empty: s1}",
            "s1: {actor: agent, moves: {in: s2, out: s3}}",
            "s2: {actor: secret, place: e2, occupied: s4, empty: s5}",
            "s3: {actor: secret, place: e2, occupied: s6, empty: s7}",
            "s4: {payoff: 10}",
            "s5: {payoff: 0}",
            "s6: {payoff: 0}",
            "s7: {payoff: 10}",
        ],
        # The same with a move of its own between.
        [
            "s0: {actor: secret, place: e1, occupied: s8, empty: s9}",
            "s8: {actor: agent, moves: {on: s1}}",
            "s9: {actor: agent, moves: {on: s1}}",
            "s1: {actor: agent, moves: {in: s2, out: s3}}",
            "s2: {actor: secret, place: e2, occupied: s4, empty: s5}",
            "s3: {actor: secret, place: e2, occupied: s6, empty: s7}",
            "s4: {payoff: 10}",
            "s5: {payoff: 0}",
            "s6: {payoff: 0}",
            "s7: {payoff: 10}",
        ],
    ],
)
def test_states_that_make_player_1_forget_cannot_share_nodes(states):
    forgetful = state_graph.read(
        (LEVEL_2 % 1).replace(", e3: [0, 2]", "") + "".join(f"  {state}\n" for state in states)
    )
    with pytest.raises(
        InputError, match="states.s1: agent can reach this state with different knowledge"
    ):
        expand(forgetful)
    assert solved(expand(forgetful, unroll=True)).bounds.value == 10


GATE = [
    "s0: {actor: agent, moves: {left: s1, right: s2}}",
    "s1: {actor: chance, moves: {shut: {p: 1/2, to: s3}, open: {p: 1/2, to: s2}}}",
    "s3: {payoff: 0}",
]


@pytest.mark.parametrize(
    "states, reason",
    [
        # Chance lets half of the histories through on one way, and all on the other.
        (
            [*GATE, "s2: {payoff: 10}"],
            "states.s2: 'e1, right' and 'e1, left, open' both lead here with different chance "
            "weights, 1 and 1/2",
        ),
        # Left leads there only past an empty e1, right always.
        (
            [
                "s0: {actor: agent, moves: {left: s1, right: s2}}",
                "s1: {actor: secret, place: e1, occupied: s3, empty: s2}",
                "s2: {payoff: 10}",
                "s3: {payoff: 0}",
            ],
            "states.s2: 'e1, right' and 'e2, left' both lead here, but not every move of agent on "
            "the way there with every move of bandits",
        ),
        # On one way the bandits may have moved, on the other not, and then they meet.
        (
            [
                "s0: {actor: agent, moves: {left: s1, right: s2}}",
                "s1: {actor: bandits, sees: [alarm], relocate: {not_to: e1, to: s2}}",
                "s2: {actor: secret, place: e2, occupied: s3, empty: s4}",
                "s3: {payoff: 0}",
                "s4: {payoff: 10}",
            ],
            "but not every move of agent on the way there with every move of bandits",
        ),
    ],
)
def test_histories_that_differ_cannot_share_nodes(states, reason):
    unequal = state_graph.read(LEVEL_2 % 1 + "".join(f"  {state}\n" for state in states))
    with pytest.raises(InputError) as error:
        expand(unequal)
    assert reason in str(error.value)
    assert str(error.value).endswith("cannot share nodes; split the state, or expand with --unroll")
    assert check(expand(unequal, unroll=True)) == []


@pytest.mark.long
def test_mutated_graphs_expand_to_games_or_are_refused():
    assert hunt(150)["expanded"] > 30


def test_moves_must_not_reveal_unseen_information():
    with pytest.raises(InputError) as error:
        expand(
            graph(
                [
                    "s0: {actor: agent, moves: {left: s1, right: s2}}",
                    "s1: {actor: bandits, sees: [noise], moves: {a: s3}}",
                    "s2: {actor: bandits, sees: [noise], moves: {b: s3}}",
                    "s3: {payoff: 1}",
                ]
            )
        )
    assert str(error.value) == (
        "states.s2: bandits are offered b here and a in another state, and cannot tell the two "
        "apart; "
        "give them different 'sees'"
    )


@pytest.mark.parametrize("limit", [24, 1])
def test_forecast_refuses_with_the_number(limit):
    with pytest.raises(
        InputError, match=f"the game has 25 histories, more than the limit of {limit}"
    ):
        expand(state_graph.read(published_graph("cave-example")), limit)


def test_the_histories_of_a_large_graph_are_not_counted_first(monkeypatch):
    graph = state_graph.read(published_graph("cave-example"))
    counted = "".join(write_gambit(expand(graph, 25)))
    monkeypatch.setattr("efgc.stages.expand.COUNTED", 0)
    assert "".join(write_gambit(expand(graph, 25))) == counted
    for limit in (24, 7):
        with pytest.raises(InputError, match=f"the game has more than {limit} histories"):
            expand(graph, limit)


def published_graph(name):
    return (ARTIFACTS / name / f"{name}.states.yaml").read_text()


def test_gambit_file_by_hand():
    game = game_of(island(["SED"], 1, "1/4"))
    assert (
        "".join(write_gambit(game))
        == """\
EFG 2 R "island 1x3, 1 bandit, p = 1/4" { "agent" "bandits" }
"efgc, rules island-2018: bandits get the negative of the payoff of agent"

p "" 2 1 "the start" { "e1" } 0
p "" 1 1 "the start" { "right" } 0
c "" 1 "" { "captured" 1/4 "escaped" 3/4 } 0
t "" 1 "" { 0 0 }
p "" 1 2 "right [escaped]" { "right" } 0
t "" 2 "" { 10 -10 }
"""
    )


def test_gambit_labels_are_ascii_and_different():
    game = expand(
        graph(
            [
                's0: {actor: agent, moves: {"a\\"": s1, "a\'": s1, "\u017e": s1, "\\\\": s1}}',
                "s1: {payoff: 1/3}",
            ]
        )
    )
    assert """{ "/" "a'_1" "a'_2" "z" }""" in "".join(write_gambit(game))


def test_the_comment_of_a_gambit_file_has_the_names_of_its_header():
    game = replace(game_of(island(["SED"], 1, "1/4")), players=("\u00e4", "a\u0300"))
    header, comment, *_ = "".join(write_gambit(game)).splitlines()
    assert header.endswith('{ "a_1" "a_2" }')
    assert comment.endswith(': a_2 get the negative of the payoff of a_1"')


def test_large_gambit_files_have_no_labels():
    rows = ["S----", "-----", "-E-E-", "----D"]
    text = "".join(write_gambit(game_of(island(rows, 1))))
    assert text.count("\n") > 2_000
    assert "[" not in text


def test_published_example_has_the_published_shape():
    game = game_of(published("cave-example"))
    assert [len(game.infosets(player)) for player in (1, 2)] == [14, 3]
