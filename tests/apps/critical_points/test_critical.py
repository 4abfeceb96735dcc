"""Where optimal play changes with the probability: every bracket holds a change, play is the same
between them, and the value is the function that is said.
"""

import random
from fractions import Fraction
from itertools import pairwise

import pytest

from card_games import listed
from drawn_maps import drawn_map
from efgc.pipeline.apps.sweep.critical_points import Search
from efgc.pipeline.apps.sweep.critical_points.family import family_of
from efgc.pipeline.apps.sweep.critical_points.play import play
from efgc.schemas.game import Chance, Decision, Game, InformationSet, Terminal
from efgc.schemas.parts.problems import TimeUp
from efgc.stages.parse.maps import varied
from small_games import ARTIFACTS, PUBLISHED, game_of, published, solved
from support_witness import played

LOW, HIGH = Fraction(1, 20), Fraction(19, 20)
SEVERAL_CHANGES = (ARTIFACTS / "island-3" / "island-3.txt").read_text()
WIDTH = Fraction(1, 10**9)
CLEAR = Fraction(1, 1000)
"""Nearer to a change floats do not tell what is played."""


@pytest.mark.parametrize("stretches", [1, 2])
def test_a_stopped_search_proves_the_part_that_it_has_searched(stretches):
    class Stopping(list):
        def append(self, stretch):
            super().append(stretch)
            if len(self) == stretches:
                raise TimeUp(1.0)

    game_at = of_map(SEVERAL_CHANGES)
    whole, search = critical(game_at, LOW, HIGH), Search(LOW, HIGH)
    search.stretches = Stopping()
    with pytest.raises(TimeUp):
        search.run(game_at)
    found = search.result()
    assert len(search.stretches) == stretches
    left = [(low, high) for low, high in found.open if high - low > WIDTH]
    assert left and 0 < search.part < 1
    assert sum(high - low for low, high in left) == pytest.approx(
        float((HIGH - LOW) * (1 - Fraction(search.part)))
    )
    assert set(found.changes) <= set(whole.changes)
    for change in whole.changes:
        among = any(low <= change.low and change.high <= high for low, high in left)
        assert among != (change in found.changes)


def of_map(text, rules="", level=2):
    """Return the games of a map by probability."""
    return lambda p: game_of(varied(text, p), rules, level)


def searched(game_at, low, high, start=None):
    search = Search(low, high)
    search.run(game_at, start)
    return search


def critical(game_at, low, high, start=None):
    return searched(game_at, low, high, start).result()


def holds(game_at, search, samples):
    """Hold what was found to the games themselves."""
    found = search.result()
    for change in found.changes:
        assert 0 < change.high - change.low <= WIDTH
        assert change.moves
        for p, value in zip((change.low, change.high), change.values, strict=True):
            assert solved(game_at(p)).exact.value == value
            assert {value} == {_value(one, p) for one in found.values if one.low <= p <= one.high}
        if change.point is not None:
            assert change.low < change.point < change.high
        if change.root:
            assert _at(change.root, change.low) * _at(change.root, change.high) < 0
    moved = [change for change in found.changes if not change.alone]
    ends = [found.low, *(end for one in moved for end in (one.low, one.high)), found.high]
    pieces = list(zip(ends[::2], ends[1::2], strict=True))
    plays = [_play_between(game_at, search, low, high) for low, high in pieces]
    assert all(before != after for before, after in pairwise(plays))
    chance = random.Random(7)
    for (low, high), taken in zip(pieces, plays, strict=True):
        for _ in range(samples):
            room = min(CLEAR, (high - low) / 4)
            share = Fraction(chance.randrange(1, 1000), 1000)
            p = low + room + share * (high - low - 2 * room)
            if any(abs(p - (one.point or one.low)) < CLEAR for one in found.changes):
                continue
            game = game_at(p)
            assert played(game) == taken, (float(p), taken)
            assert {solved(game).exact.value} == {
                _value(one, p) for one in found.values if one.low <= p <= one.high
            }


def _play_between(game_at, search, low, high):
    """Return the actions of optimal play between two changes: the same on all stretches there."""
    family = family_of(game_at)
    [taken] = {
        play(family, one.positive).sequences
        for one in search.stretches
        if low < _fraction(one.high.at) and _fraction(one.low.at) < high
    }
    return {family.model.move(sequence) for sequence in taken}


def _fraction(number):
    return Fraction(int(number.p), int(number.q))


def _value(function, p):
    return _at(function.above, p) / _at(function.below, p)


def choice(*worth):
    """Return the games of a choice among actions of player 1, each worth so much with two draws
    that fail with p, by the number of those that fail.
    """

    def game_at(p):
        def rules(position):
            if not position:
                return "moves", 1, "", [(f"way {at}", (at,)) for at in range(len(worth))]
            if len(position) == 3:
                return "ends", worth[position[0]][sum(position[1:])]
            fails = [("fails", p, (*position, 1)), ("holds", 1 - p, (*position, 0))]
            return "chance", fails

        return listed("A choice", rules, ())

    return game_at


def line(start, slope):
    """Return what makes a way worth start + slope p."""
    return start, start + Fraction(slope, 2), start + slope


def told(found):
    """Return what is said of changes: point, root, and moves that come or go."""
    return [
        (one.point, one.root, *((move.words, move.comes) for move in one.moves))
        for one in found.changes
    ]


def test_one_way_is_left_for_another_where_both_are_worth_the_same():
    found = critical(choice(line(10, -10), line(5, 0)), Fraction(0), Fraction(1))
    assert told(found) == [(Fraction(1, 2), (), ("way 0", False), ("way 1", True))]
    assert [(one.above, one.below) for one in found.values] == [((10, -10), (1,)), ((5,), (1,))]


def test_a_point_that_is_no_fraction_is_the_root_of_a_polynomial():
    # 10 (1 - p)^2 = 5.
    found = critical(choice((10, 0, 0), line(5, 0)), LOW, HIGH)
    assert told(found) == [(None, (1, -4, 2), ("way 0", False), ("way 1", True))]
    [change] = found.changes
    assert change.low < 1 - Fraction(1, 2) ** Fraction(1, 2) < change.high
    assert change.values == (10 * (1 - change.low) ** 2, 5)


def test_two_changes_close_to_each_other_are_two():
    small = Fraction(1, 500)
    found = critical(
        choice(line(10, -10), line(5, 0), line(Fraction(15, 2) + small, -5)), LOW, HIGH
    )
    first, second = found.changes
    assert first.point == Fraction(1, 2) - small / 5
    assert second.point == Fraction(1, 2) + small / 5
    assert second.low - first.high < Fraction(1, 1000)


def test_two_changes_closer_than_floats_can_tell_are_two():
    small = Fraction(1, 10**8)
    found = critical(
        choice(line(10, -10), line(5, 0), line(Fraction(15, 2) + small, -5)), LOW, HIGH
    )
    assert [one.point for one in found.changes] == [
        Fraction(1, 2) - small / 5,
        Fraction(1, 2) + small / 5,
    ]


def test_nothing_changes_where_one_way_is_best_for_all_p():
    found = critical(choice(line(10, -10), line(-1, 0)), LOW, HIGH)
    assert (found.changes, found.open) == ((), ())


def test_play_that_is_optimal_only_at_a_single_point_is_reported():
    # 4 + 4 p (1 - p) is 5 at 1/2, and less elsewhere.
    found = critical(choice(line(5, 0), (4, 6, 4)), LOW, HIGH)
    [change] = found.changes
    assert change.alone and change.values == (5, 5)
    assert told(found) == [(Fraction(1, 2), (), ("way 1", True))]


def test_moves_that_only_follow_from_a_change_are_not_reported():
    def game_at(p):
        def rules(position):
            match position:
                case ():
                    return "moves", 1, "", [("safe", "safe"), ("risk", "risk")]
                case "risk":
                    return "chance", [("fails", p, "failed"), ("holds", 1 - p, "held")]
                case "held":
                    return "moves", 1, "held", [("take", "taken"), ("leave", "left")]
                case _:
                    return "ends", {"safe": 5, "failed": 0, "taken": 10, "left": 3}[position]

        return listed("A risk", rules, ())

    found = critical(game_at, LOW, HIGH)
    assert told(found) == [(Fraction(1, 2), (), ("safe", True), ("risk", False))]


GLADE = "2\n4\nS--D\nEG##\n1\n0.5\n"


@pytest.mark.parametrize("start, words", [((0, 0), "down (to e1)"), (None, "down")])
def test_the_dangerous_place_that_a_move_enters_is_named(start, words):
    [change] = critical(of_map(GLADE), LOW, HIGH, start).changes
    assert [move.words for move in change.moves] == [words, "right right right"]


def test_without_the_start_the_place_is_named_that_is_seen_next():
    [change] = critical(of_map(published("island-1")), LOW, HIGH).changes
    assert change.moves[0].words == "right right right (to e2)"


def matrix(p):
    """Return the game [[10 (1 - p), 8], [6, 5]] of moves at once."""

    def rules(moves):
        match moves:
            case ():
                return "moves", 1, "", [("up", ("up",)), ("down", ("down",))]
            case (first,):
                return "moves", 2, "", [("left", (first, "left")), ("right", (first, "right"))]
            case ("up", "left"):
                return "chance", [("fails", p, (0, 0, 0)), ("holds", 1 - p, (10, 0, 0))]
            case (payoff, _, _):
                return "ends", payoff
            case _:
                return "ends", {"up right": 8, "down left": 6, "down right": 5}[" ".join(moves)]

    return listed("Moves at once", rules, ())


def test_mixing_begins_where_no_pair_of_moves_is_best():
    # Up is best at first; left, once 10 (1 - p) < 8. From 10 (1 - p) < 6 on both mix.
    search = searched(matrix, LOW, HIGH)
    found = search.result()
    assert told(found) == [
        (Fraction(1, 5), (), ("left", True), ("right", False)),
        (Fraction(2, 5), (), ("down", True), ("right", True)),
    ]
    assert [(one.above, one.below) for one in found.values] == [
        ((8,), (1,)),
        ((10, -10), (1,)),
        ((-2, 50), (-1, 10)),
    ]
    holds(matrix, search, 5)


def test_an_ending_between_two_p_is_no_change():
    found = critical(matrix, Fraction(1, 4), Fraction(3, 8))
    assert found.changes == ()


TINY = Fraction(1, 10**10)
HALF = Fraction(1, 2)


@pytest.mark.parametrize(
    "low, high",
    [
        (Fraction(0), HALF + TINY),
        (HALF - TINY, Fraction(1)),
        (HALF - 4 * TINY, HALF + 5 * TINY),
        (HALF - TINY / 2, HALF + TINY / 3),
        (HALF - TINY / 50, HALF + TINY / 60),
    ],
)
def test_a_change_hard_by_an_end_is_found(low, high):
    game_at = choice(line(10, -10), line(5, 0))
    search = searched(game_at, low, high)
    found = search.result()
    assert told(found) == [(HALF, (), ("way 0", False), ("way 1", True))]
    assert not found.open
    holds(game_at, search, 0)


@pytest.mark.parametrize(
    "low, high",
    [
        (Fraction(0), HALF + TINY**2),
        (HALF - TINY**2, Fraction(1)),
        (HALF - TINY / 500, HALF + TINY / 1000),
        (HALF - TINY**2, HALF + TINY**2),
    ],
)
def test_a_change_too_close_to_an_end_is_left_open(low, high):
    found = critical(choice(line(10, -10), line(5, 0)), low, high)
    assert not found.changes
    [value] = found.values
    assert any(begin < HALF < end for begin, end in found.open)
    assert all(0 < end - begin < WIDTH for begin, end in found.open)
    ends = [low, *(end for both in found.open for end in both), high]
    assert [one for one in ends if ends.count(one) == 1] == [value.low, value.high]


@pytest.mark.parametrize(
    "low, high",
    [(Fraction(0), HALF), (HALF, Fraction(1)), (HALF, HALF + TINY**2), (HALF / 2, HALF / 2 + TINY)],
)
def test_a_range_that_holds_no_change_is_proved_to_its_ends(low, high):
    found = critical(choice(line(10, -10), line(5, 0)), low, high)
    assert (found.changes, found.open) == ((), ())


def _at(coefficients, p):
    return sum(coefficient * p**power for power, coefficient in enumerate(coefficients))


@pytest.mark.long
@pytest.mark.parametrize("name", sorted(PUBLISHED))
def test_play_of_published_maps_changes_in_the_brackets_alone(name):
    game_at = of_map(published(name), PUBLISHED[name][0])
    search = searched(game_at, LOW, HIGH)
    assert not search.result().open
    holds(game_at, search, 2)


@pytest.mark.long
@pytest.mark.parametrize("name", sorted(PUBLISHED))
def test_play_of_published_maps_is_the_same_between_brackets(name):
    game_at = of_map(published(name), PUBLISHED[name][0])
    holds(game_at, searched(game_at, LOW, HIGH), 20)


@pytest.mark.long
@pytest.mark.parametrize("seed", range(50))
def test_play_of_drawn_maps_is_the_same_between_brackets(seed):
    game_at = of_map(*drawn_map(seed))
    holds(game_at, searched(game_at, LOW, HIGH), 20)


def of_polynomial(ends):
    """Return the games in which A pays 0, and B ends[k] if k of the moves of chance go right, each
    with probability p.
    """

    def game_at(p):
        nodes = [None, Terminal(Fraction(0))]

        def below(right, moves):
            at = len(nodes)
            nodes.append(None)
            if moves == len(ends) - 1:
                nodes[at] = Terminal(Fraction(ends[right]))
            else:
                children = below(right + 1, moves + 1), below(right, moves + 1)
                nodes[at] = Chance(("right", "left"), (p, 1 - p), children)
            return at

        nodes[0] = Decision(0, (1, below(0, 0)))
        return Game(
            title="two actions",
            source=None,
            players=("one", "two"),
            states=1,
            information_sets=(InformationSet(1, "", (), ("A", "B")),),
            nodes=tuple(nodes),
        )

    return game_at


def test_a_point_at_which_more_is_optimal_is_told_or_left_open():
    # B pays -(2p - 1)^2, then -(2p^2 - 1)^2: it is as good as A at 1/2, and at 1/sqrt 2.
    rational = critical(of_polynomial([-1, 1, -1]), LOW, HIGH)
    [change] = rational.changes
    assert change.alone and change.point == Fraction(1, 2) and rational.open == ()
    found = critical(of_polynomial([-1, -1, Fraction(-1, 3), 1, -1]), LOW, HIGH)
    [(low, high)] = found.open
    assert found.changes == () and low**2 < Fraction(1, 2) < high**2 and high - low < WIDTH
