"""Games of OpenSpiel as state graphs: unfolded, each is the tree that OpenSpiel lists."""

from fractions import Fraction

import pytest
from click.testing import CliRunner

from efgc.pipeline.cli import efgc as program
from efgc.schemas.game import Chance, Decision, Terminal
from efgc.schemas.observation_graph import check, count, read, write
from efgc.schemas.parts.problems import InputError, SizeError
from efgc.stages.expand import expand
from efgc.stages.lower import lower
from efgc.stages.parse import openspiel_graph as source
from efgc.stages.parse.openspiel import parse_openspiel
from efgc.stages.parse.openspiel_graph import Keyed, Limits, parse_openspiel_graph
from efgc.stages.report.exact import Proof, prove
from efgc.stages.solve import solve

pytest.importorskip("pyspiel", reason="OpenSpiel is not installed: pip install -e '.[openspiel]'")

SMALL = Limits(100_000, 100_000)
SHIPS = "num_shots=2,allow_repeated_shots=False"
GAMES = {  # With the number of states in the graph.
    "kuhn_poker": 16,
    "leduc_poker": 319,
    "leduc_poker(suit_isomorphism=True)": 154,
    "liars_dice(dice_sides=2)": 25,
    "liars_dice(dice_sides=3)": 60,
    "connect_four(rows=2,columns=3,x_in_row=2)": 18,
    "dark_hex(board_size=2)": 97,
    "dark_hex(board_size=2,gameversion=adh)": 106,
    "matrix_rps": 7,
    "blotto(coins=4,fields=2)": 7,
    "oshi_zumo(coins=3,size=1,min_bid=1)": 30,
    "oshi_zumo(coins=3,size=1,horizon=3)": 111,
    "goofspiel(num_cards=3)": 126,
    "goofspiel(num_cards=3,imp_info=True)": 126,
    "goofspiel(num_cards=4,imp_info=True,points_order=descending)": 207,
    "turn_based_simultaneous_game(game=goofspiel(num_cards=3))": 121,
    f"battleship(board_width=2,board_height=1,ship_sizes=[1],ship_values=[1],{SHIPS})": 15,
    f"battleship(board_width=2,board_height=2,ship_sizes=[1;2],ship_values=[1;2],{SHIPS})": 1358,
}


def graph_of(name, limits=SMALL):
    return parse_openspiel_graph(f"openspiel:{name}", "0" * 64, limits)


def tree_of(name):
    return parse_openspiel(f"openspiel:{name}", "0" * 64, 100_000)


def below(game, node):
    """Return the children of a node by the labels of its moves."""
    match game.nodes[node]:
        case Decision(infoset, children):
            labels = game.information_sets[infoset].actions
        case Chance(labels, _, children):
            pass
    return dict(zip(labels, children, strict=True))


def paired_nodes(one, other):
    """Yield the pairs of nodes with the same history."""
    waiting = [(0, 0)]
    while waiting:
        first, second = waiting.pop()
        yield one.nodes[first], other.nodes[second]
        if not isinstance(one.nodes[first], Terminal):
            moves = [below(one, first), below(other, second)]
            assert moves[0].keys() == moves[1].keys()
            waiting += [(to, moves[1][label]) for label, to in moves[0].items()]


def shares(node):
    return dict(zip(node.actions, node.probabilities, strict=True))


@pytest.mark.parametrize("name", GAMES)
def test_the_unfolded_graph_is_the_tree_with_the_same_information_sets(name):
    graph, tree = graph_of(name), tree_of(name)
    unfolded = expand(graph, unroll=True)
    assert len(graph.names) == GAMES[name] and check(graph) == []
    assert len(unfolded.nodes) == len(tree.nodes)
    pairs = set()
    for one, other in paired_nodes(unfolded, tree):
        assert type(one) is type(other)
        match one:
            case Terminal(payoff):
                assert payoff == other.payoff
            case Chance():
                assert shares(one) == shares(other)
            case Decision(infoset):
                pairs.add((infoset, other.infoset))
    assert len(pairs) == len(unfolded.information_sets) == len(tree.information_sets)
    assert len({one for one, _ in pairs}) == len({other for _, other in pairs}) == len(pairs)
    assert all(
        unfolded.information_sets[one].player == tree.information_sets[other].player
        for one, other in pairs
    )


@pytest.mark.parametrize("name", GAMES)
def test_the_graph_has_the_counts_of_the_tree(name):
    counts, tree = count(graph_of(name)), tree_of(name)
    assert counts.histories == len(tree.nodes)
    assert counts.terminal_histories == sum(isinstance(node, Terminal) for node in tree.nodes)
    assert counts.information_sets == tuple(len(tree.infosets(player)) for player in (1, 2))


def proved(game):
    found = prove(game, [solve(lower(game)[0], "glpk")])
    assert isinstance(found, Proof)
    return found.value


@pytest.mark.parametrize("name", [name for name in GAMES if not name.startswith("battleship")])
def test_graph_and_tree_have_the_same_exact_value(name):
    assert proved(expand(graph_of(name))) == proved(tree_of(name))


def test_the_value_of_kuhn_poker_by_its_graph():
    assert proved(expand(graph_of("kuhn_poker"))) == Fraction(-1, 18)  # Kuhn 1950.


@pytest.mark.parametrize("name", ["leduc_poker", "dark_hex(board_size=2)"])
def test_a_graph_as_read_is_the_graph_that_was_written(name):
    graph = graph_of(name)
    again = read("".join(write(graph)))
    assert again.digest == graph.digest and again.source == graph.source


def test_tic_tac_toe_has_a_state_per_board_or_fewer():
    counts = count(graph_of("tic_tac_toe"))
    assert (counts.histories, counts.terminal_histories) == (549_946, 255_168)


@pytest.mark.long
def test_states_with_keys_are_those_of_all_histories(monkeypatch, forked):
    keyed = graph_of("tic_tac_toe")
    monkeypatch.setattr(source, "KEYED", {})
    assert graph_of("tic_tac_toe", Limits(1_000_000, 1)).digest == keyed.digest


@pytest.mark.long
@pytest.mark.parametrize(
    "name, terminal, infosets",
    [  # Rudolph et al., ICLR 2026.
        ("phantom_ttt", 9_829_101_024, 5_990_669),
        ("phantom_ttt(gameversion=abrupt)", 13_578_403_440, None),
    ],
)
def test_phantom_tic_tac_toe_has_the_published_counts(name, terminal, infosets):
    counts = count(graph_of(name, Limits(1_000, 1_000_000)))
    assert counts.terminal_histories == terminal
    assert infosets in (None, sum(counts.information_sets))


def _complete(state):
    views = state.observation_string(0), state.observation_string(1)
    return str(state), state.current_player(), state.move_number(), views


@pytest.mark.parametrize(
    "key",
    [
        pytest.param(_complete, id="complete"),
        pytest.param(str, id="without views"),
        pytest.param(lambda state: 0, id="constant"),
    ],
)
def test_a_wrong_key_is_found_and_all_histories_are_visited(key, monkeypatch, forked):
    name = "dark_hex(board_size=2)"
    expected = graph_of(name).digest
    monkeypatch.setattr(source, "SAMPLED", 1)
    monkeypatch.setitem(source.KEYED, "dark_hex", Keyed(key, source._see_observations))
    assert graph_of(name).digest == expected


@pytest.mark.parametrize(
    "name, message",
    [
        ("dark_hex(num_rows=2,num_cols=3)", "perhaps a player forgets something. Without --merged"),
        ("liars_dice_ir(dice_sides=3)", "perhaps a player forgets something. Without --merged"),
        ("kuhn_poker(players=3)", "has 3 players; a game must have 2"),
        ("nonsense", "OpenSpiel cannot read 'nonsense': Unknown game 'nonsense'"),
    ],
)
def test_games_without_a_graph_are_refused(name, message):
    with pytest.raises(InputError) as caught:
        graph_of(name)
    assert message in str(caught.value.problems[0])


@pytest.mark.parametrize(
    "name, message",
    [
        ("leduc_poker", "the game has more than 9,000 histories"),
        ("tic_tac_toe", "the game has more than 1,000 states, the limit of --max-states"),
        ("go(board_size=5)", "estimated from"),
    ],
)
def test_games_beyond_a_limit_are_refused(name, message):
    with pytest.raises(SizeError) as caught:
        graph_of(name, Limits(9_000, 1_000))
    assert message in str(caught.value.problems[0])


def test_payoffs_with_another_constant_sum_than_0_are_refused(tmp_path):
    (tmp_path / "one.nfg").write_text('NFG 1 R "" { "a" "b" } { 2 2 }\n\n1 0 0 1 0 1 1 0\n')
    with pytest.raises(InputError, match="sum to 1; in a state graph they sum to 0"):
        graph_of(f"nfg_game(filename={tmp_path / 'one.nfg'})")


def test_the_command_writes_a_graph_that_can_be_run(tmp_path):
    path = tmp_path / "kuhn.states.yaml"

    def efgc(*words):
        return CliRunner().invoke(program, words, standalone_mode=False)

    assert efgc("parse", "--merged", "openspiel:kuhn_poker", "-o", str(path)).exception is None
    assert "efgc parse --merged" in path.read_text()
    ended = efgc("run", str(path))
    assert "exact value     -1/18, proved in rationals" in ended.stdout
    (tmp_path / "pennies.csv").write_text("1,-1\n-1,1\n")
    refused = efgc("parse", "--merged", str(tmp_path / "pennies.csv"))
    assert "--merged is for games of OpenSpiel" in str(refused.exception)
