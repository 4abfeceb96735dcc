"""The matrices of the sequence form, read back by SciPy: the game's own, and with its value."""

import io
from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given

from card_games import hidden_goofspiel, kuhn
from efgc.stages.forms.formulation import Forms
from efgc.stages.lower import lower_to_matrices
from small_games import boards, game_of, island, law, published

PARTS = {"mtx": ["E", "F", "A", "E.rhs", "F.rhs"], "npz": [""]}


def from_npz(game, without=()):
    """Return E, F, A, e, f and the columns, as the documents say how to."""
    sparse = pytest.importorskip("scipy.sparse")
    made, names = lower_to_matrices(game, "npz", without)
    with np.load(io.BytesIO(made[""])) as file:
        sequence_form = [
            sparse.csr_array(
                tuple(file[f"{letter}_{key}"] for key in ("data", "indices", "indptr")),
                shape=tuple(file[f"{letter}_shape"]),
            )
            for letter in "EFA"
        ]
        assert file["name"] == names.problem
        return [*sequence_form, file["e"], file["f"]], names


def from_mtx(game, without=()):
    scipy_io = pytest.importorskip("scipy.io")
    made, _ = lower_to_matrices(game, "mtx", without)
    read = [scipy_io.mmread(io.BytesIO(made[part])) for part in PARTS["mtx"]]
    return [*(matrix.tocsr() for matrix in read[:3]), *(vector[:, 0] for vector in read[3:])]


def value(matrices):
    """Return player 1's value by SciPy's own linear program: maximise f'v, so that the best
    responses of player 2 to x are worth it.
    """
    sparse, optimize = map(pytest.importorskip, ("scipy.sparse", "scipy.optimize"))
    E, F, A, e, f = matrices
    found = optimize.linprog(
        np.concatenate([np.zeros(E.shape[1]), -f]),
        A_ub=sparse.hstack([-A.T, F.T]),
        b_ub=np.zeros(F.shape[1]),
        A_eq=sparse.hstack([E, sparse.csr_array((E.shape[0], F.shape[0]))]),
        b_eq=e,
        bounds=[(0, None)] * E.shape[1] + [(None, None)] * F.shape[0],
    )
    assert found.status == 0
    return -found.fun


def is_the_games(game, without=()):
    """Assert that the matrices are the game's exact form, in floats, and named in its columns."""
    (E, F, A, e, f), names = from_npz(game, without)
    form = Forms(game).without(without).form
    places = []
    for matrix, right, player in zip((E, F), (e, f), form.players, strict=True):
        assert matrix.has_canonical_format
        place = {sequence: at for at, sequence in enumerate(player.present)}
        expected = np.zeros((1 + len(player.numbers), len(place)))
        expected[0, 0] = 1
        for row, (parents, actions) in enumerate(
            zip(player.parents, player.actions, strict=True), 1
        ):
            expected[row, [place[parent] for parent in parents]] = -1
            expected[row, [place[action] for action in actions]] = 1
        assert (matrix.toarray() == expected).all() and right.tolist() == [1] + [0] * (
            len(right) - 1
        )
        places.append(place)
    assert A.has_canonical_format and A.nnz == len(form.payoffs)
    for (first, second), payoff in form.payoffs.items():
        assert A[places[0][first], places[1][second]] == float(payoff)
    kinds = {
        letter: [entry.name for entry in (*names.columns, *names.rows) if entry.name[0] == letter]
        for letter in "xfbv"
    }
    assert kinds["x"] == [f"x{number}" for number in places[0]]
    assert kinds["b"] == [f"b{number}" for number in places[1]]
    assert (len(kinds["f"]), len(kinds["v"])) == (len(e), len(f))


@pytest.mark.parametrize("without", [(), ("single",), ("single", "endgames")])
def test_the_matrices_are_those_of_the_game(without):
    for game in (kuhn(), game_of(published("maze"), level=2), hidden_goofspiel(3, True)):
        is_the_games(game, without)


@law(60)
@given(boards(max_places=3))
def test_all_formats_hold_the_same_matrices(board):
    rows, bandits, capture, rules = board
    for level in (0, 2):
        game = game_of(island(rows, bandits, capture), rules, level)
        is_the_games(game)
        for one, other in zip(from_npz(game)[0], from_mtx(game), strict=True):
            assert one.shape == other.shape
            assert ((one - other) == 0).all() if one.ndim == 1 else (one != other).nnz == 0


@pytest.mark.parametrize(
    ("made", "known"),
    [
        (kuhn, Fraction(-1, 18)),
        (lambda: game_of(published("maze"), level=2), Fraction(13, 2)),
        (lambda: game_of(published("island-1")), Fraction(220, 31)),
    ],
)
def test_a_program_built_from_the_matrices_has_the_same_value(made, known):
    game = made()
    for matrices in (from_npz(game)[0], from_npz(game, ("single", "endgames"))[0], from_mtx(game)):
        assert abs(value(matrices) - known) <= 1e-9


def test_files_have_the_expected_names():
    for format, parts in PARTS.items():
        assert list(lower_to_matrices(kuhn(), format)[0]) == parts
