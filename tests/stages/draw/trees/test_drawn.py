"""Which histories a drawing of a tree shows, and what it tells of them."""

from fractions import Fraction
from pathlib import Path

import pytest
from hypothesis import given

from card_games import kuhn, leduc, liars_dice
from efgc.schemas.game import Decision, Game, InformationSet, Terminal, children
from efgc.schemas.parts.problems import InputError
from efgc.stages.draw.trees import read_history, tree_of, write_history
from efgc.stages.draw.trees.tree import HistoryKind, Reach
from efgc.stages.report.measures import reaches
from gambit_games import parse_gambit
from small_games import boards, game_of, island, law, published, solved

ACE = Path(__file__).parents[3] / "support" / "guess_the_ace.efg"
GAMES = {
    "kuhn": kuhn,
    "liar's dice": lambda: liars_dice(2),
    "cave": lambda: game_of(published("cave-example"), rules="cave-2023"),
    "shared": lambda: game_of(published("island-1"), rules="island-2018", level=2),
}


def histories(game, depth=None):
    """Return all histories, each with the nodes on its way: found without the code of drawings."""
    found, waiting = [], [(0,)]
    while waiting:
        way = waiting.pop()
        found.append(way)
        if depth is None or len(way) <= depth:
            waiting += [(*way, child) for child in children(game.nodes[way[-1]])]
    return sorted(found)


def ways(tree):
    """Return the histories that are drawn, each with the nodes on its way."""
    found = []
    for node in tree.nodes:
        found.append((*(found[node.above] if node.above >= 0 else ()), node.node))
    return sorted(found)


@pytest.mark.parametrize("name", GAMES)
def test_every_history_is_drawn_once(name):
    game = GAMES[name]()
    tree = tree_of(game)
    assert ways(tree) == histories(game) and tree.folded == 0


@pytest.mark.parametrize("depth", [0, 1, 2, 3])
@pytest.mark.parametrize("name", GAMES)
def test_a_depth_folds_longer_histories(name, depth):
    game = GAMES[name]()
    tree = tree_of(game, depth=depth)
    assert ways(tree) == histories(game, depth)
    assert len(tree.nodes) + tree.folded == len(histories(game))


@law(50)
@given(boards())
def test_of_any_map_every_history_is_drawn_once(board):
    rows, bandits, capture, rules = board
    game = game_of(island(rows, bandits, capture), rules, level=2)
    tree = tree_of(game, most=10**6)
    assert ways(tree) == histories(game)
    few = tree_of(game, likeliest=10)
    assert len(few.nodes) + few.folded == len(tree.nodes)
    _assert_distributions(tree)


@pytest.mark.parametrize("exact", [False, True])
@pytest.mark.parametrize("name", GAMES)
def test_probabilities_sum_to_1_and_tell_where_play_comes(name, exact):
    report = solved(GAMES[name]())
    tree = tree_of(report.game, report.strategies, report.exact if exact else None)
    _assert_distributions(tree)
    if not exact:
        reach = reaches(report.game, report.strategies)
        reached = {node.infoset for node in tree.nodes if node.reached} - {None}
        assert reached == {number for number, share in enumerate(reach) if share}


def _assert_distributions(tree):
    for at, below in enumerate(tree.below):
        shares = [tree.nodes[child].probability for child in below]
        if (
            len(below) > 1
            and (tree.solved or tree.nodes[at].kind == HistoryKind.CHANCE)
            and (tree.nodes[at].led)
        ):
            assert sum(shares) == pytest.approx(1, abs=1e-12)
        else:
            assert {*shares} <= {None}


@pytest.mark.parametrize("name", GAMES)
def test_reachability_follows_from_the_moves_of_the_history(name):
    report = solved(GAMES[name]())
    tree, strategies = tree_of(report.game, report.strategies), report.strategies
    played = {entry.infoset: entry for strategy in strategies for entry in strategy}
    own = [(1.0, 1.0)]
    for node in tree.nodes[1:]:
        above = report.game.nodes[tree.nodes[node.above].node]
        weights = list(own[node.above])
        if isinstance(above, Decision):
            [at] = [at for at, child in enumerate(tree.below[node.above])
                    if tree.nodes[child] is node]  # fmt: skip
            player = report.game.information_sets[above.infoset].player
            weights[player - 1] *= played[above.infoset].probabilities[at]
        own.append(tuple(weights))
    for node, weights in zip(tree.nodes, own, strict=True):
        assert node.reached == all(weights)
        if node.infoset is not None:
            player = report.game.information_sets[node.infoset].player
            assert node.led == (weights[player - 1] > 0)
            expected = Reach.OTHER if node.led else Reach.NEVER
            assert node.reach == (Reach.PLAY if node.reached else expected)
        else:
            assert node.led


def test_actions_at_unreached_nodes_are_marked_as_no_advice():
    report = solved(parse_gambit(ACE.read_text(encoding="utf-8"), "0" * 64, ACE.name))
    tree = tree_of(report.game, report.strategies, report.exact)
    guesses = [node for node in tree.nodes if node.label in ("AS", "other")]
    assert len(guesses) == 4 and all(node.apart and not node.reached for node in guesses)
    assert not any(node.apart for node in tree.nodes if node not in guesses)
    sets = {node.infoset: node.reach for node in tree.nodes if node.infoset is not None}
    assert sets == {0: Reach.PLAY, 1: Reach.OTHER}
    # It is none either in a drawing that begins there; and it is some where it is meant to be.
    below = tree_of(report.game, report.strategies, start=("ace of spades", "play"))
    assert [node.apart for node in below.nodes] == [False, True, True]
    meant = tree_of(report.game, report.strategies, advised=True)
    assert not any(node.apart for node in meant.nodes)


def test_a_proved_strategy_is_shown_in_fractions():
    report = solved(kuhn())
    tree = tree_of(report.game, report.strategies, report.exact)
    told = [node.probability for node in tree.nodes if node.probability is not None]
    assert told and all(isinstance(share, Fraction) for share in told)


@pytest.mark.parametrize("player", [1, 2])
def test_sets_and_probabilities_can_be_limited_to_one_player(player):
    report = solved(kuhn())
    tree = tree_of(report.game, report.strategies, player=player)
    infosets = report.game.information_sets
    assert {infosets[number].player for number in tree.joined} == {player}
    kinds = {tree.nodes[node.above].kind for node in tree.nodes if node.probability is not None}
    assert kinds == {HistoryKind.CHANCE, (HistoryKind.FIRST, HistoryKind.SECOND)[player - 1]}


@pytest.mark.parametrize("name", GAMES)
def test_sets_are_joined_that_have_several_histories(name):
    game = GAMES[name]()
    tree = tree_of(game, depth=3)
    sets = [node.infoset for node in tree.nodes]
    assert tree.joined == tuple(
        number for number in range(len(game.information_sets)) if sets.count(number) > 1
    )


def test_a_tree_that_is_too_large_is_refused_with_its_size_and_how_to_narrow_it():
    with pytest.raises(InputError) as error:
        tree_of(leduc())
    assert str(error.value) == (
        "9,457 histories are too many for one picture, which shows at most 400: --depth 4 draws "
        "247, and --from HISTORY begins further on"
    )
    with pytest.raises(InputError, match="^637 histories are too many"):
        tree_of(leduc(), depth=5)


def test_unlikely_histories_of_a_large_tree_are_folded():
    report = solved(liars_dice(2))
    tree = tree_of(report.game, report.strategies, most=100)
    assert tree.folded > 0 and len(tree.nodes) + tree.folded == len(report.game.nodes)
    assert not any(node.behind for node in tree_of(report.game, report.strategies).nodes)


def test_it_begins_with_any_history():
    game = kuhn()
    tree = tree_of(game, start=read_history(game, "QK, p"))
    assert tree.start == ("QK", "p") and ways(tree) == [
        way[2:] for way in histories(game) if way[:3] == histories_of(game, (3, 0))
    ]


def histories_of(game, moves):
    """Return the nodes on the way of some moves."""
    way = (0,)
    for move in moves:
        way = (*way, children(game.nodes[way[-1]])[move])
    return way


def test_a_label_may_have_a_comma():
    sets = (InformationSet(1, "", (), ("a", "a, b")), InformationSet(2, "", (), ("b", "c")))
    ends = (Terminal(Fraction(1)), Terminal(Fraction(2)), Terminal(Fraction(3)))
    game = Game(
        title="",
        source=None,
        players=("", ""),
        states=0,
        information_sets=sets,
        nodes=(Decision(0, (1, 2)), Decision(1, (3, 4)), *ends),
    )
    assert read_history(game, "a, b") == ("a, b",)
    assert read_history(game, "a, c") == ("a", "c")
    assert read_history(game, "") == ()
    for labels in (("a, b",), ("a", "c"), ("a",)):
        assert read_history(game, write_history(labels)) == labels
    with pytest.raises(InputError, match="'d' does not begin with a move after 'a': 'b', 'c'"):
        read_history(game, "a, d")
    with pytest.raises(InputError, match="play has ended after 'a, c'"):
        read_history(game, "a, c, a")
    with pytest.raises(InputError, match="'x' does not begin with a move at the start"):
        tree_of(game, start=("x",))
