"""Goofspiel: published numbers, two ways to the same values, laws, and strategies held against best
responses.
"""

import dataclasses
import json
import math
from fractions import Fraction
from itertools import combinations
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as draw

from efgc.pipeline.chain.public_games import report_graph
from efgc.pipeline.levels.solve import solve_levels
from efgc.pipeline.levels.store import Store
from efgc.pipeline.settings import Settings
from efgc.schemas.game import Chance, Decision
from efgc.schemas.parts.problems import InputError
from efgc.schemas.parts.states import Draw, Joint
from efgc.schemas.position_table import layer_rows
from efgc.schemas.rules.goofspiel import Goofspiel, Position, deal, read_position, write_position
from efgc.schemas.rules.listing import list_states
from efgc.schemas.state_graph import check, read, write
from efgc.stages.expand import expand
from efgc.stages.lower import lower
from efgc.stages.parse import parse
from efgc.stages.report import report
from efgc.stages.report.induction import report_induction
from efgc.stages.report.induction.json_format import write_json
from efgc.stages.report.induction.plays import play_of_answer
from efgc.stages.report.induction.positions import NOTEBOOK_DIGITS, write_notebook
from efgc.stages.solve import solve
from efgc.stages.solve.induction import solve_graph
from efgc.stages.solve.induction.goofspiel.table import position_table
from exploitability import exploitability
from small_games import law


def goofspiel(cards, level=2, **more):
    lines = [
        f"game: goofspiel\ncards: {cards}\n",
        *(f"{key}: {value}\n" for key, value in more.items()),
    ]
    return parse("".join(lines), "0" * 64, level=level)


def generated(cards, **more):
    """Return a graph without its states, however small it is."""
    return dataclasses.replace(goofspiel(cards, **more), names=(), states=())


@pytest.fixture(scope="module")
def seven(tmp_path_factory):
    """Seven cards, solved in level files."""
    return _solved(tmp_path_factory, 7)


def _solved(factory, cards, **more):
    folder = Path(factory.mktemp("levels"))
    solve_levels(generated(cards, **more), folder, jobs=1)
    return Store(folder)


# What the notebook prints for 6 cards; it rounds to 4 digits at every level, which spoils the two
# that are named below.
NOTEBOOK = {
    1: (0.165, 0.5774, 0.2576, 0.0, 0.0, 0.0),
    2: (0.0, 0.3253, 0.1814, 0.4933, 0.0, 0.0),
    3: (0.0655, 0.1314, 0.17, 0.2907, 0.3424, 0.0),
    4: (0.098, 0.0458, 0.1734, 0.0, 0.6081, 0.0746),
    5: (0.0273, 0.0865, 0.0, 0.3461, 0.0202, 0.52),
}
SPOILT = {(3, 2): 0.13145059, (5, 2): 0.08644912}


@pytest.mark.long
def test_the_notebooks_prints_of_six_cards():
    graph = goofspiel(6)
    assert graph.states == ()
    found = report_induction(graph, _no_stages(graph), exact=True)
    assert (found.exact, found.proved.bound) == (0, 0.0)
    differing = {}
    for play, (prize, printed) in zip(found.first_moves, NOTEBOOK.items(), strict=False):
        assert (play.label, play.exact.value, sum(play.exact.strategies[0])) == (str(prize), 0, 1)
        differing |= {
            (prize, bid): weight
            for bid, (weight, want) in enumerate(zip(play.strategies[0], printed, strict=True), 1)
            if round(weight, 4) != want
        }
    assert {place: round(weight, 8) for place, weight in differing.items()} == SPOILT
    lines = list(write_notebook(found))
    assert lines[2:4] == [
        (
            "Przy A: (1, 2, 3, 4, 5, 6), B: (1, 2, 3, 4, 5, 6), C: (1, 2, 3, 4, 5, 6) i wyłożonej "
            "karcie: 2 wartość gry to 0.0.\n"
        ),
        "Optymalna strategia gracza pierwszego: [0.0, 0.3253, 0.1814, 0.4933, 0.0, 0.0]\n\n\n",
    ]
    # Denominators of 17,420 digits go to the file in full.
    exact = json.loads("".join(write_json(found)))["first_moves"]["3"]["strategy_1_exact"]
    assert max(len(weight.partition("/")[2]) for weight in exact) == 17420


@pytest.mark.slow
def test_with_rounding_at_every_level_all_digits_are_the_notebooks():
    table = position_table(goofspiel(6).rule, NOTEBOOK_DIGITS)
    found = [row for row in layer_rows(table.layers[-1]) if row.up in NOTEBOOK]
    assert {int(row.up): (*_rounded(row.strategies[0]),) for row in found} == NOTEBOOK
    assert {row.bound for row in found} == {math.inf}


def _rounded(weights):
    return [round(weight, NOTEBOOK_DIGITS) + 0.0 for weight in weights]


def _no_stages(graph):
    """Return a solution that knows nothing: the exact proof needs no more."""
    solved = solve_graph(goofspiel(1))
    return dataclasses.replace(solved, graph_sha256=graph.digest, stages=())


def test_four_cards_are_exact():
    graph = goofspiel(4)
    found = report_induction(graph, solve_graph(graph))
    assert (found.exact, found.proved.lower, found.proved.upper, found.proved.bound) == (
        0,
        0.0,
        0.0,
        0.0,
    )
    two = found.first_moves[1].exact
    assert two.strategies[0] == (
        Fraction(154132, 457239),
        Fraction(20732, 152413),
        Fraction(240911, 457239),
        0,
    )


@pytest.mark.long
def test_five_cards_exact_and_in_floats_agree():
    graph = goofspiel(5)
    solved = solve_graph(graph)
    plain, exact = report_induction(graph, solved), report_induction(graph, solved, exact=True)
    assert plain.exact is None and exact.exact == 0
    assert 0 < plain.proved.bound < 1e-13 and plain.proved.lower <= 0 <= plain.proved.upper
    for one, other in zip(plain.first_moves, exact.first_moves, strict=True):
        assert one.strategies[0] == pytest.approx(other.strategies[0], abs=1e-12)


@pytest.mark.slow
@pytest.mark.parametrize("cards", [1, 2, 3, pytest.param(4, marks=pytest.mark.long)])
@pytest.mark.parametrize("objective", ["points", "win"])
def test_tree_and_backward_induction_agree_in_every_state_that_both_visit(cards, objective):
    graph = goofspiel(cards, objective=objective)
    stages = {stage.state: stage.strategies for stage in solve_graph(graph).stages}
    game = expand(graph)
    found = report(game, [solve(lower(game)[0], "highs")])
    by_program = {
        behaviour.infoset: behaviour.probabilities
        for strategy in found.strategies
        for behaviour in strategy
    }
    by_induction = {
        number: stages[infoset.state][infoset.player - 1]
        for number, infoset in enumerate(game.information_sets)
    }
    ours, theirs = _values(game, by_induction), _values(game, by_program)
    reach = _reach(game, by_program)
    visited = 0
    for number, node in enumerate(game.nodes):
        if (
            reach[number] > 0
            and isinstance(node, Decision)
            and game.information_sets[node.infoset].player == 1
        ):
            visited += 1
            assert ours[number] == pytest.approx(theirs[number], abs=1e-12)
    assert visited >= 3 ** (cards - 1)


def _values(game, strategies):
    """Return what play by the strategies is worth from every node on."""
    values = [0.0] * len(game.nodes)
    for number in range(len(game.nodes) - 1, -1, -1):
        match game.nodes[number]:
            case Decision(infoset, children):
                values[number] = math.fsum(
                    p * values[child]
                    for p, child in zip(strategies[infoset], children, strict=True)
                )
            case Chance(_, probabilities, children):
                values[number] = math.fsum(
                    float(p) * values[child]
                    for p, child in zip(probabilities, children, strict=True)
                )
            case end:
                values[number] = float(end.payoff)
    return values


def _reach(game, strategies):
    reach = [1.0] + [0.0] * (len(game.nodes) - 1)
    for number, node in enumerate(game.nodes):
        if isinstance(node, Decision):
            weights = strategies[node.infoset]
        elif isinstance(node, Chance):
            weights = [float(p) for p in node.probabilities]
        else:
            continue
        for weight, child in zip(weights, node.children, strict=True):
            reach[child] = reach[number] * weight
    return reach


@pytest.mark.slow
@pytest.mark.parametrize("cards", [2, 3, 4])
@pytest.mark.parametrize("objective", ["points", "win"])
def test_levels_agree(cards, objective):
    """Order patterns, and ends that are decided, change no value; every level's tree is the same
    size for points.
    """
    graphs = [
        goofspiel(cards, level, objective=objective) for level in (0, 1, 2) if level or cards < 4
    ]
    assert [check(graph) for graph in graphs] == [[]] * len(graphs)
    assert len({len(graph.states) for graph in graphs}) == len(graphs)
    found = [report_induction(graph, solve_graph(graph), exact=True) for graph in graphs]
    assert {(one.exact, *(play.exact.value for play in one.first_moves)) for one in found} == {
        (0,) * (cards + 1)
    }
    if objective == "points":
        assert len({one.sizes[1:] for one in found}) == 1


def test_sizes_of_a_deal_are_those_of_its_tree(tmp_path):
    for cards in (1, 2, 3):
        sizes = []
        for graph, solved in (
            (goofspiel(cards), solve_graph(goofspiel(cards))),
            (generated(cards), solve_levels(generated(cards), tmp_path / str(cards), 1)),
        ):
            sizes.append(report_graph(graph, solved, Settings()).sizes)
        game = expand(goofspiel(cards))
        assert sizes[0][1:] == sizes[1][1:]
        assert sizes[0].histories == len(game.nodes)
        assert sizes[0].information_sets == tuple(
            sum(infoset.player == player for infoset in game.information_sets) for player in (1, 2)
        )


def test_a_graph_is_read_as_it_was_written():
    for graph in (
        goofspiel(3),
        goofspiel(3, 0),
        goofspiel(13),
        goofspiel(2, objective="win"),
        goofspiel(2, hands="[[1, 7], [2, 3]]", prizes="[1/2, 3]"),
    ):
        assert read("".join(write(graph))) == graph


def test_small_deals_are_listed_and_large_ones_are_generated():
    five, six = goofspiel(5), goofspiel(6)
    assert (
        len(five.states) == 2657
        and six.states == ()
        and six.rule
        == Goofspiel((tuple(range(1, 7)),) * 2, tuple(map(Fraction, range(1, 7))), "points")
    )
    assert isinstance(five.states[0], Draw) and isinstance(five.states[1], Joint)


@pytest.mark.slow
@pytest.mark.parametrize(
    "more",
    [
        {},
        {"objective": "win"},
        {"hands": "[[2, 5, 9, 11], [1, 5, 7, 8]]", "prizes": "[1/2, 3, 4.25, 7]"},
        {"objective": "win", "hands": "[[1, 2, 3, 4], [2, 3, 4, 5]]", "prizes": "[1/2, 3/2, 2, 3]"},
        {"objective": "win", "hands": "[[3, 4, 7, 8], [1, 2, 5, 6]]", "prizes": "[1, 2, 3, 10]"},
    ],
)
def test_levels_and_listed_states_have_the_same_values(more, tmp_path):
    graph = goofspiel(4, **more)
    solved = report_induction(graph, solve_graph(graph), exact=True)
    induction = solve_levels(dataclasses.replace(graph, names=(), states=()), tmp_path, 1)
    assert induction.value == pytest.approx(float(solved.exact), abs=1e-12)
    assert induction.levels[-1].bound < 1e-11
    for stage, play in zip(induction.stages, solved.first_moves, strict=True):
        assert (stage.state, stage.value) == (play.state, pytest.approx(play.value, abs=1e-12))
    store = Store(tmp_path)
    stages = {stage.state: stage for stage in solve_graph(goofspiel(4, 1, **more)).stages}
    for name, stage in stages.items():
        position = read_position(name)
        if len(position.prizes) > 1 and abs(position.score) <= sum(position.prizes):
            assert store.answer(position).stage.value == pytest.approx(stage.value, abs=1e-12)


@pytest.mark.long
def test_win_with_nine_cards(tmp_path):
    solved = solve_levels(goofspiel(9, objective="win"), tmp_path, 2)
    assert [round(weight, 4) for weight in solved.stages[0].strategies[0]] == [
        0.3378,
        0.1753,
        0.4868,
        0,
        0,
        0,
        0,
        0,
        0,
    ]
    assert solved.levels[-1].bound < 1e-11


def _positions(cards):
    """Draw hands and prizes of one size."""
    suit = list(range(1, cards + 1))

    def subsets(size):
        chosen = draw.permutations(suit).map(lambda order: tuple(sorted(order[:size])))
        return draw.tuples(chosen, chosen, chosen)

    return draw.integers(1, cards).flatmap(subsets)


def _value(store, first, second, prizes):
    return store.value(Position((first, second), tuple(map(Fraction, prizes)), None, Fraction(0)))


@pytest.mark.slow
@law(300, 0.3)
@given(_positions(7))
def test_laws_of_values(seven, hands_and_prizes):
    first, second, prizes = hands_and_prizes
    value = _value(seven, first, second, prizes)
    assert abs(value) <= sum(prizes)
    assert (
        _value(seven, second, first, prizes) == -value
    )  # Antisymmetry; to the last bit, it is one number in the file.
    assert _value(seven, first, first, prizes) == 0
    # Each of player 1's cards put up by what is free: no worse. Each prize removed from the range:
    # no more than it is worth.
    for at, card in enumerate(first):
        higher = tuple(sorted((*first[:at], card + 1, *first[at + 1 :])))
        if card < 7 and card + 1 not in first:
            assert _value(seven, higher, second, prizes) >= value - 1e-11
    if min(first) > max(second):
        assert value == pytest.approx(sum(prizes), abs=1e-11)


SETS = draw.integers(2, 4).flatmap(
    lambda size: draw.tuples(*[draw.sets(draw.integers(1, 12), min_size=size, max_size=size)] * 3)
)


@pytest.mark.long
@given(SETS, draw.fractions(Fraction(1, 9), 9))
@settings(max_examples=15, deadline=None)
def test_laws_of_random_deals(sets, factor):
    """Prizes times a factor are worth that many times as much; the players exchanged, the negative;
    in rationals.
    """
    first, second, prizes = (tuple(sorted(chosen)) for chosen in sets)
    value = _exact((first, second), prizes)
    assert _exact((first, second), [factor * prize for prize in prizes]) == factor * value
    assert _exact((second, first), prizes) == -value
    # Only the order of the cards counts, ties included.
    assert (
        _exact(tuple(tuple(3 * card + 1 for card in hand) for hand in (first, second)), prizes)
        == value
    )


def _exact(hands, prizes):
    rule = Goofspiel(hands, tuple(map(Fraction, prizes)), "points")
    names, states = list_states(rule, 2, 10_000)
    graph = dataclasses.replace(goofspiel(1), rule=rule, names=names, states=states)
    return report_induction(graph, solve_graph(graph), exact=True).exact


@pytest.mark.slow
def test_stored_strategies_against_best_responses(tmp_path):
    solve_levels(generated(5), tmp_path, 1)
    game, state = exploitability(Store(tmp_path), 5)
    assert 0 <= game < 1e-12 and state < 1e-12


def test_a_position_is_answered_from_the_files(seven):
    position = read_position("hand 1 3 5 / 2 4 6, prizes 1 2 5, up 5")
    found = seven.answer(position)
    rows, columns = map(np.array, play_of_answer(found).move_values)
    x, y = map(np.array, found.stage.strategies)
    assert found.stage.value == pytest.approx(-4.0855263157894735, abs=1e-12)
    assert found.stage.value == pytest.approx(float(_stage_value(position)), abs=1e-12)
    # Bids that are played are all worth the value, others no more to their player.
    assert (
        rows[x > 0] == pytest.approx(found.stage.value, abs=1e-11)
        and rows.max() <= found.stage.value + 1e-11
    )
    assert (
        columns[y > 0] == pytest.approx(found.stage.value, abs=1e-11)
        and columns.min() >= found.stage.value - 1e-11
    )


def _stage_value(position):
    """Return the exact value of a position with a prize up: the mean over all prizes is taken apart
    again.
    """
    rule = Goofspiel(position.hands, position.prizes, "points")
    names, states = list_states(rule, 1, 10_000)
    graph = dataclasses.replace(goofspiel(1), rule=rule, names=names, states=states)
    plays = report_induction(graph, solve_graph(graph), exact=True).first_moves
    return next(play.exact.value for play in plays if play.label == str(position.up))


@pytest.mark.parametrize(
    "text",
    [
        "hand 1 3 5 / 2 4 6, prizes 1 2 5, up 5",
        "HAND 1 3 5/2 4 6 prizes 5 2 1 up 5",
        "up 5 prizes 1,2,5 hands 5,3,1 / 6 4 2",
    ],
)
def test_positions_are_read_in_many_spellings(text):
    position = read_position(text)
    assert write_position(position, "points") == "hand 1 3 5 / 2 4 6 prizes 1 2 5 up 5"


def test_positions_of_a_deal_are_written_and_read():
    for size in (1, 2, 3):
        for first, second in combinations(combinations(range(1, 5), size), 2):
            rule = Goofspiel((first, second), tuple(map(Fraction, range(2, 2 + size))), "win")
            position = deal(rule)._replace(up=Fraction(2), score=Fraction(-3, 2))
            assert read_position(write_position(position, "win")) == position


@pytest.mark.parametrize(
    "text, message",
    [
        (
            "hand 1 2 / 1 2 prizes 1 2 up 1 score 1/2",
            "the prizes that are gone do not make a score of 1/2",
        ),
        (
            "hand 1 2 / 1 2 prizes 1 2 up 1 score 9",
            "the prizes that are gone do not make a score of 9",
        ),
        ("hand 1 2 / 1 2 prizes 1 2", "name the prize that is up, such as 'up 5'"),
        ("hand 1 2 / 1 9 prizes 1 2 up 1", "player 2 was not dealt 9; the hand is 1 2 3"),
        ("hand 1 2 / 1 2 prizes 1 8 up 1", "there is no prize 8; the prizes are 1 2 3"),
    ],
)
def test_positions_that_the_deal_does_not_lead_to(text, message, tmp_path):
    solve_levels(generated(3, objective="win"), tmp_path, 1)
    with pytest.raises(InputError, match=f"^{message}$"):
        Store(tmp_path).answer(read_position(text))
    # What the score decides is decided.
    assert (
        Store(tmp_path).answer(read_position("hand 1 / 2 prizes 1 up 1 score 5")).stage.value == 1
    )
