"""The sequence form and its reductions are those of their definitions."""

from dataclasses import replace
from fractions import Fraction
from itertools import combinations

import pytest
from hypothesis import given
from hypothesis import strategies as st

import plain_forms
import plain_reductions
from card_games import hidden_goofspiel, kuhn, leduc, liars_dice, listed
from efgc.schemas.game import Chance, Terminal
from efgc.schemas.parts.extensions import kernels_are_compiled
from efgc.stages.forms.reductions import REDUCTIONS, reduced
from efgc.stages.forms.sequence_form import (
    SequenceForm,
    form_columns,
    sequence_form,
)
from efgc.stages.report.lift import lifted_weights, limits
from plain_forms import PlainForm, PlainSequences, plain
from plain_reductions import Editor
from small_games import boards, game_of, island, law, published
from uncompiled import same_bits

CHOICES = [names for size in range(len(REDUCTIONS) + 1) for names in combinations(REDUCTIONS, size)]
BORDERS = (2**31 - 1, 2**31, 2**53 + 1, 2**61, 2**62 - 1, 2**62, 2**63 - 1, 2**63, 2**64)


def same(one, other):
    """Assert that two forms are one, with the payoffs in one order."""
    assert one.longer == other.longer
    one = plain(one)
    assert one == other
    assert list(one.payoffs.items()) == list(other.payoffs.items())
    for mine, yours in zip(one.players, other.players, strict=True):
        assert mine.present == yours.present and mine.joined == yours.joined
        assert list(mine.represented_by.items()) == list(yours.represented_by.items())


def check_game(game):
    check_form(plain_forms.sequence_form(game), sequence_form(game))


def test_each_reduction_has_a_plain_twin():
    assert [*plain_reductions.REDUCTIONS] == [*REDUCTIONS]


def check_form(plain, found):
    same(found, plain)
    for without in CHOICES:
        same(reduced(found, without), edited(plain, without))


def edited(form, without):
    """Return a form after reductions of its records, in exact numbers."""
    editor = Editor(form)
    for name in REDUCTIONS:
        if name not in without:
            plain_reductions.REDUCTIONS[name](editor)
    return editor.reduced()


@st.composite
def forms(draw):
    """Draw a form with several parents, with joined sequences, and with few sequences that meet."""
    players = [draw(sequences()) for _ in range(2)]
    ends = [st.sampled_from(player.present) for player in players]
    payoffs = draw(st.dictionaries(st.tuples(*ends), st.integers(-2, 2).filter(bool), max_size=14))
    return PlainForm(tuple(players), {pair: Fraction(payoffs[pair]) for pair in sorted(payoffs)})


@st.composite
def sequences(draw):
    parents, actions, size = [], [], 1
    infosets = draw(st.integers(0, 6))
    joined = draw(st.integers(0, 2)) if infosets else 0
    for number in range(infosets + joined):
        above = st.integers(0, size - 1)
        least = 1 if number < infosets else 2
        if least == 2 and size < 2:
            break
        chosen = draw(st.sets(above, min_size=least, max_size=max(least, min(size, 3))))
        count = draw(st.integers(1, 3)) if number < infosets else 1
        parents.append(tuple(sorted(chosen)))
        actions.append(tuple(range(size, size + count)))
        size += count
        if number == infosets - 1:
            moves = size
    return PlainSequences(
        moves=tuple(range(moves if infosets else 1)),
        infosets=tuple(range(infosets)),
        numbers=tuple(range(1, len(parents) + 1)),
        parents=tuple(parents),
        actions=tuple(actions),
        represented_by={},
    )


@pytest.mark.parametrize(
    "made", [kuhn, leduc, lambda: liars_dice(2), lambda: hidden_goofspiel(3, True)]
)
def test_the_form_of_a_card_game_is_that_of_the_definition(made):
    check_game(made())


@pytest.mark.parametrize(
    ("name", "level"),
    [*((name, level) for name in ("island-1", "cave-example") for level in (0, 2)), ("maze", 2)],
)
def test_the_form_of_a_published_map_is_that_of_the_definition(name, level):
    check_game(game_of(published(name), level=level))


@law(200)
@given(boards(max_places=4))
def test_the_form_of_a_map_is_that_of_the_definition(board):
    rows, bandits, capture, rules = board
    for level in (0, 1, 2):
        check_game(game_of(island(rows, bandits, capture), rules, level))


@law(500)
@given(forms())
def test_reductions_in_columns_give_the_same_forms(form):
    check_form(form, SequenceForm(form.columns))


@pytest.mark.skipif(not kernels_are_compiled(), reason="the kernels are not compiled here")
@law(20)
@given(forms(), boards(max_places=4))
def test_uncompiled_kernels_give_the_same_bits(form, board):
    rows, bandits, capture, rules = board
    game = game_of(island(rows, bandits, capture), rules, 1)
    same_bits(lambda: arrays(reduced(SequenceForm(form.columns)).columns))
    same_bits(lambda: arrays(reduced(sequence_form(game)).columns))
    same_bits(lambda: [limits(game, one) for one in forms_of(game)])


def forms_of(game):
    """Return the sequences of both players."""
    return form_columns(game.columns, game.reached).players


def arrays(form):
    """Return the arrays of a form, and weights of its sequences."""
    found = [form.first, form.second, form.units, form.parts]
    for one in form.players:
        found += [one.moves, one.infosets, one.numbers, one.removed, one.present]
        for lists in (one.parents, one.actions, one.represented_by):
            found += [lists.begin, lists.members]
        found.append(lifted_weights(1.0 / (1 + one.present), one))
    return found


def paying(payoffs, weights):
    """Return a game in which chance deals one of several equal matrices with these payoffs."""

    def rules(position):
        match len(position):
            case 0:
                return "chance", [(str(at), weight, (at,)) for at, weight in enumerate(weights)]
            case 1 | 2:
                moves = [(name, (*position, at)) for at, name in enumerate("lr")]
                return "moves", len(position), "", moves
        return "ends", payoffs[(position[0] + 2 * position[1] + position[2]) % len(payoffs)]

    return listed("payoffs of all sizes", rules, ())


@pytest.mark.parametrize("sign", [1, -1])
@pytest.mark.parametrize("size", BORDERS)
def test_whole_payoffs_at_the_borders_of_words_are_exact(size, sign):
    check_game(paying([sign * size, 1 - size, size, 0], [Fraction(1, 2)] * 2))
    check_game(paying([Fraction(sign, size), Fraction(2, size + 2)], [Fraction(1, 3)] * 3))


@pytest.mark.parametrize("tiny", [Fraction(1, 10**30), Fraction(1, 3**40), Fraction(1, 2**62)])
def test_tiny_weights_and_long_denominators_are_exact(tiny):
    check_game(paying([1, -1, 2], [tiny, 1 - tiny]))
    long = Fraction(10**40 + 1, 7 * 10**40 + 3)
    check_game(paying([long, -long, 1 / (long + 3), 10**400], [tiny, 1 - tiny]))


def test_a_payoff_that_cancels_beyond_64_bits_is_exact():
    """The sum is small, and its terms are not."""
    huge = 3 * 2**62
    form = sequence_form(paying([huge, -huge, 1], [Fraction(1, 3)] * 3))
    assert form.columns.units.dtype == object
    assert plain(form) == plain_forms.sequence_form(paying([huge, -huge, 1], [Fraction(1, 3)] * 3))


def test_sums_beyond_64_bits_use_exact_numbers():
    """A joined sequence gives its payoff to each of its parts, again and again: more than the sum
    of all payoffs.
    """
    doubling = 6
    parents, actions = [(0,)], [(1, 2)]
    for at in range(doubling):
        below = 2 * at + 3
        parents += [(below - 2, below - 1), (below - 2, below - 1)]
        actions += [(below,), (below + 1,)]
    first = PlainSequences(
        moves=tuple(range(2 * doubling + 3)),
        infosets=tuple(range(2 * doubling + 1)),
        numbers=tuple(range(1, 2 * doubling + 2)),
        parents=tuple(parents),
        actions=tuple(actions),
        represented_by={},
    )
    second = replace(first, moves=(0,), infosets=(), numbers=(), parents=(), actions=())
    last = 2 * doubling + 2
    for payoff, fits in ((2**50, True), (2**58, False)):
        form = PlainForm(
            (first, second), {(last - 1, 0): Fraction(payoff), (last, 0): Fraction(payoff)}
        )
        found = SequenceForm(form.columns)
        assert (reduced(found).columns.units.dtype != object) == fits
        check_form(form, found)


def test_decimals_of_an_exact_payoff_are_the_nearest():
    third = Fraction(2**60 + 1, 3)
    nodes = (Chance(("a", "b"), (Fraction(1, 7), Fraction(6, 7)), (1, 2)), Terminal(third))
    game = replace(kuhn(), information_sets=(), nodes=(*nodes, Terminal(Fraction(1))))
    form = sequence_form(game)
    assert form.columns.floats.tolist() == [float(form.payoffs[0, 0])]
