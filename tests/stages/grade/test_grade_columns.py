"""A large hand-in, or a reference, in columns gets the grade that it gets in records."""

import random
from dataclasses import replace

import numpy as np
import pytest

import handins
from schemas.game import Chance, Decision, Terminal
from schemas.parts import large
from small_games import game_of, published, solved
from stages.grade import Chart, Reference, SolvedGame, grade
from stages.grade.drawn import in_records
from stages.grade.ranking import bags, ranks
from stages.grade.same_drawing import same_drawing
from stages.parse.maps import read_map


def with_equilibrium(game):
    report = solved(game)
    return SolvedGame(game, report.bounds, report.strategies)


def references(name, rules):
    text = published(name)
    board = read_map(text)
    start, gold, exits = (board.squares(kind) for kind in "SGD")
    made = handins.expanded(text, rules)
    known = with_equilibrium(made.game)
    columns = made._replace(game=made.game.in_columns())
    plain = Reference(known.game, known.bounds, known.strategies, made)
    large = Reference(columns.game, known.bounds, known.strategies, columns)
    return plain, large, Chart(start[0], frozenset(gold), frozenset(exits))


@pytest.mark.slow
@pytest.mark.parametrize(
    ("name", "rules"), [("island-1", "island-2018"), ("cave-example", "cave-2023")]
)
def test_the_same_grade(name, rules, monkeypatch):
    plain, columns, chart = references(name, rules)
    chance = handins.rounds(1)
    games = [game for kind, game, _, _ in handins.mutations(plain.expansion, chart, chance)]
    games += [
        handins.built(change(handins.nested(plain.game), chance), plain.game.players)[0]
        for change in handins.REMODELLINGS
    ]
    for game in (plain.game, *games):
        known = with_equilibrium(game)
        expected = grade(plain, known, chart)
        with monkeypatch.context() as patched:
            patched.setattr(large, "LARGE", 0)
            found = grade(columns, replace(known, game=game.in_columns()), chart)
        assert found == expected


def test_the_same_drawing():
    game = game_of(published("island-1"), "island-2018")
    columns = game.in_columns()
    assert in_records(columns) == game and in_records(columns).columns is None
    assert same_drawing(columns, game.in_columns()) and not same_drawing(game, game)
    for node, record in enumerate(game.nodes):
        match record:
            case Terminal(payoff):
                other = Terminal(payoff + 1)
            case Decision(infoset, children):
                other = Decision(infoset, children[::-1]) if len(children) > 1 else None
            case Chance(actions, probabilities, children):
                other = Chance(actions, tuple(p / 2 for p in probabilities), children)
        if other is not None:
            nodes = (*game.nodes[:node], other, *game.nodes[node + 1 :])
            assert not same_drawing(columns, replace(game, nodes=nodes).in_columns())
    turned = tuple(each._replace(player=3 - each.player) for each in game.information_sets)
    assert not same_drawing(columns, replace(game, information_sets=turned).in_columns())


def test_numbers_for_values(monkeypatch):
    draw = random.Random(1)
    for size in (0, 1, 2, 50, 1000):
        most = draw.choice((1, 10, 2**40))
        values = np.array([draw.randrange(most) for _ in range(size)], np.int64)
        other = np.array([draw.randrange(3) for _ in range(size)], np.int64)
        rows = list(zip(values.tolist(), other.tolist(), strict=True))
        sizes = np.array([size, 0], np.int64)
        each = np.zeros(size, np.int64)
        with monkeypatch.context() as patched:
            patched.setattr(large, "LARGE", 0)
            found = ranks(np.unique(values, return_inverse=True)[1], other).tolist()
            one, empty = bags(other, each, sizes)
        assert len(set(zip(found, rows, strict=True))) == len(set(rows)) == len(set(found))
        assert (one == empty) == (size == 0)
