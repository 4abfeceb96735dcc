"""Locked games: against every pure plan in the game itself, in fractions; and laws."""

import random
from dataclasses import replace
from fractions import Fraction
from itertools import product

import pytest

from card_games import kuhn
from efgc.schemas.game import Chance, Decision, Terminal, check, infoset_text
from efgc.schemas.game.node_order import renumbered
from efgc.schemas.parts.problems import OptionError, SizeError
from efgc.schemas.strategies import ExactBehaviour
from efgc.schemas.strategy import FittedStrategies
from efgc.stages.evaluate import evaluate
from efgc.stages.lock import lock
from efgc.stages.strategies import fitted
from efgc.stages.strategies.selection import selected_behaviour
from plain_observed import matrix_value
from pure_strategies import best_pure, payoff, random_game, random_strategy
from small_games import PUBLISHED, game_of, published, seeds, solved

MOST = 100_000


def checked(game, locked):
    """Return the game with some information sets locked, whose structure is valid."""
    made = lock(game, locked, MOST)
    assert check(made) == []
    return made


def both(game, luck):
    """Return the random behaviour of both players at all information sets."""
    return {
        at: shares
        for player in (1, 2)
        for at, shares in random_strategy(game, player, luck).items()
    }


def some_of(behaviour, luck):
    """Return the behaviour at some of the information sets."""
    rate = luck.choice((0.2, 0.5, 0.8))
    return {at: shares for at, shares in behaviour.items() if luck.random() < rate}


def plans(game, player, locked):
    """Yield every pure strategy at the other information sets of a player."""
    own = [at for at in game.infosets(player) if at not in locked]
    sizes = [len(game.information_sets[at].actions) for at in own]
    for chosen in product(*map(range, sizes)):
        pure = {
            at: tuple(Fraction(action == one) for one in range(size))
            for at, action, size in zip(own, chosen, sizes, strict=True)
        }
        yield {**locked, **pure}


def value_by_plans(game, locked):
    """Return the value if the other information sets are played best, by all pairs of plans."""
    columns = list(plans(game, 2, locked))
    return matrix_value(
        [
            [payoff(game, (one, {at: other[at] for at in game.infosets(2)})) for other in columns]
            for one in (
                {at: plan[at] for at in game.infosets(1)} for plan in plans(game, 1, locked)
            )
        ]
    )


@pytest.mark.parametrize("seed", range(200))
def test_the_value_is_that_of_all_pure_plans(seed):
    luck = random.Random(f"lock {seed}")
    game = random_game(seed, 24)
    locked = some_of(both(game, luck), luck)
    assert solved(checked(game, locked)).exact.value == value_by_plans(game, locked)


@pytest.mark.parametrize("seed", seeds(40))
def test_locking_a_player_gives_the_best_response_of_evaluate(seed):
    luck = random.Random(f"side {seed}")
    game = random_game(seed)
    for player in (1, 2):
        strategy = random_strategy(game, player, luck)
        sides = [None, None]
        sides[player - 1] = tuple(ExactBehaviour(*entry) for entry in sorted(strategy.items()))
        found = evaluate(game, FittedStrategies(tuple(sides))).strategies[player - 1]
        value = solved(checked(game, strategy)).exact.value
        assert value == found.guarantee.exact == best_pure(game, 3 - player, strategy)


@pytest.mark.parametrize("seed", seeds(40))
def test_locking_optimal_play_keeps_the_value(seed):
    game = random_game(seed, 60)
    value, strategies = solved(game).exact.value, solved(game).exact.strategies
    optimal = [dict(strategy) for strategy in strategies]
    luck = random.Random(seed)
    for locked in (
        *optimal,
        {**optimal[0], **optimal[1]},
        *(some_of(one, luck) for one in optimal),
    ):
        assert solved(checked(game, locked)).exact.value == value


def unrolled(game):
    """Return the tree of a game whose nodes are shared, and the information sets of the game by
    those of the tree.
    """
    nodes, numbers, records, origin = [], {}, [], []

    def add(number, ways):
        at = len(nodes)
        nodes.append(None)
        match game.nodes[number]:
            case Terminal() as end:
                nodes[at] = end
            case Chance(actions, shares, below):
                nodes[at] = Chance(actions, shares, tuple(add(child, ways) for child in below))
            case Decision(infoset, below):
                record = game.information_sets[infoset]
                own = ways[record.player - 1]
                new = numbers.setdefault((infoset, own), len(records))
                if new == len(records):
                    records.append(record)
                    origin.append(infoset)
                onward = [[*ways] for _ in below]
                for action, each in enumerate(onward):
                    each[record.player - 1] = (*own, (infoset, action))
                nodes[at] = Decision(
                    new,
                    tuple(
                        add(child, tuple(each)) for child, each in zip(below, onward, strict=True)
                    ),
                )
        return at

    add(0, ((), ()))
    infosets, nodes = renumbered(records, nodes, range(len(nodes)))
    return replace(game, information_sets=infosets, nodes=nodes), origin


@pytest.mark.parametrize("level", [1, 2])
@pytest.mark.parametrize("name", PUBLISHED)
def test_shared_nodes_give_the_value_of_their_tree(name, level):
    game = game_of(published(name), level=level)
    tree, origin = unrolled(game)
    luck = random.Random(f"{name} {level}")
    for _ in range(3):
        every = both(game, luck)
        sides = [{at: every[at] for at in game.infosets(player)} for player in (1, 2)]
        for locked in (
            *sides,
            some_of(every, luck),
            some_of(sides[0], luck),
            some_of(sides[1], luck),
        ):
            lifted = {at: locked[old] for at, old in enumerate(origin) if old in locked}
            value = solved(checked(tree, lifted)).exact.value
            assert solved(checked(game, locked)).exact.value == value


def test_nodes_stay_shared_where_a_player_is_locked_everywhere():
    game = game_of(published("island-1"), level=2)
    assert not game.columns.is_tree
    for player in (1, 2):
        made = checked(game, selected_behaviour(fitted(f"uniform:{player}", game), game))
        assert len(made.nodes) == len(game.nodes)
        assert made.infosets(player) == []


def test_a_locked_move_is_known_to_its_player_alone():
    """Player 1 passes in a quarter of the deals in which it has the first card."""
    game = kuhn()
    first, *_ = game.infosets(1)
    locked = {first: (Fraction(1, 4), Fraction(3, 4))}
    made = checked(game, locked)
    assert made.title == "Kuhn poker, player 1 locked at 1 of 6 information sets"
    assert made.source is None and len(made.nodes) == len(game.nodes)
    before, after = (
        {infoset_text(each, at) for at in range(len(each.information_sets))}
        for each in (game, made)
    )
    assert after - before == {"[p]"} and before - after == set()
    assert [node.probabilities for node in made.nodes if isinstance(node, Chance)][1:] == [
        locked[first]
    ] * 2


def test_moves_of_probability_zero_are_left_out():
    game = kuhn()
    made = checked(game, selected_behaviour(fitted("first:1", game), game))
    # Player 1 passes, and folds; player 2 has one decision per card.
    assert len(made.information_sets) == 3
    assert all(all(node.probabilities) for node in made.nodes if isinstance(node, Chance))


def test_too_many_nodes_are_refused():
    game = kuhn()
    with pytest.raises(SizeError, match="the locked game has more than 10 nodes"):
        lock(game, {0: (Fraction(1, 2), Fraction(1, 2))}, 10)


def test_what_is_selected_must_be_there():
    game = kuhn()
    given = fitted("uniform:1", game)
    own = game.infosets(1)
    assert selected_behaviour(given, game, 1, [str(own[1])]).keys() == {own[1]}
    assert selected_behaviour(given, game).keys() == {*own}
    for player, named, message in (
        (2, (), "--player 2: the strategy is not one of player 2"),
        (0, ("99",), "--information-set: there is no information set 99; they are 0 to 11"),
        (0, (str(game.infosets(2)[0]),), "the strategy does not say how to play there"),
        (2, ("x",), "the strategy is not one of player 2"),
    ):
        with pytest.raises(OptionError, match=message):
            selected_behaviour(given, game, player, named)
