"""What is refined is an equilibrium in rationals, the limit of trembles that are realization plans,
and best at every information set against the trembles of the other player.
"""

from fractions import Fraction
from itertools import zip_longest

import pytest
from hypothesis import given
from hypothesis import strategies as st

from card_games import kuhn, leduc, liars_dice, listed
from efgc.schemas import game as game_schema
from efgc.schemas.game import Terminal
from efgc.schemas.parts.problems import LimitError
from efgc.schemas.refinement import Concept
from efgc.stages.documents import Layout
from efgc.stages.forms.formulation import Forms
from efgc.stages.lower import lower
from efgc.stages.report import FORMATS, report
from efgc.stages.report.exact.from_basis import LIMITS
from efgc.stages.report.refine import refined, search
from efgc.stages.solve import solve
from plain_reaching import plain_reached
from random_games import random_game
from scaled_games import SCALES, drawn
from small_games import PUBLISHED, boards, game_of, island, law, published, solved


def ace():
    """Miltersen and Sørensen's "Guess the ace": who stops need not fear what is guessed."""

    def rules(position):
        top, moves = position
        if not top:
            return "chance", [
                ("another", Fraction(51, 52), ("another", ())),
                ("AS", Fraction(1, 52), ("AS", ())),
            ]
        if not moves:
            return "moves", 1, "", [(move, (top, (move,))) for move in ("stop", "play")]
        if moves == ("play",):
            return "moves", 2, "", [(guess, (top, ("play", guess))) for guess in ("AS", "another")]
        return "ends", -1000 if moves[-1] == top else 0

    return listed("Guess the ace", rules, ("", ()))


def chain(moves):
    """Both players may stop, one after the other, and who goes on loses more and more: play ends at
    once, and all else is a mistake after mistakes.
    """

    def rules(said):
        if said and not said[-1] or len(said) == moves:
            loser = 1 if len(said) % 2 else -1
            return "ends", -loser * len(said)
        onward = [("stop", (*said, 0)), ("go", (*said, 1))]
        return "moves", 1 + len(said) % 2, said, onward

    return listed("Chain", rules, ())


GAMES = {"ace": ace, "kuhn": kuhn, "liar's dice": lambda: liars_dice(2), "chain": lambda: chain(7)}


def plus(one, other):
    return [first + second for first, second in zip_longest(one, other, fillvalue=Fraction(0))]


def total(polynomials):
    found = []
    for each in polynomials:
        found = plus(found, each)
    while found and not found[-1]:
        found.pop()
    return found


def first(polynomial):
    """Return the first coefficient that is not 0, by which polynomials are compared."""
    return next((number for number in polynomial if number), Fraction(0))


def better(one, other):
    return first(plus(one, [-number for number in other])) > 0


def weights_of(game, trembles):
    """Return the polynomials by sequence."""
    found = {0: (Fraction(1),)}
    for tremble in trembles:
        found |= zip(game.sequences(tremble.infoset), tremble.weights, strict=True)
    return found


def values_of(game, player, other):
    """Return per own sequence what it is worth, with what follows as good as can be, against the
    other player's trembles: polynomials, with the weights of chance and of the other player.
    """
    sign = 1 if player == 1 else -1
    worth = {}
    for at, node in enumerate(game.nodes):
        if isinstance(node, Terminal):
            amount = sign * node.payoff * plain_reached(game).weights[at]
            weight = total(other[one] for one in plain_reached(game).sequences(3 - player, at))
            for sequence in plain_reached(game).sequences(player, at):
                worth[sequence] = plus(worth.get(sequence, ()), [amount * w for w in weight])
    for infoset in reversed(game.infosets(player)):
        best = ()
        for at, sequence in enumerate(game.sequences(infoset)):
            here = worth.get(sequence, ())
            best = here if not at or better(here, best) else best
        for parent in game.parents[infoset]:
            worth[parent] = plus(worth.get(parent, ()), best)
    return worth


def assert_refined(game, proof, found):
    plans = [weights_of(game, trembles) for trembles in found.trembles]
    for player in (1, 2):
        own, other = plans[player - 1], plans[2 - player]
        worth = values_of(game, player, other)
        entries = proof.strategies[player - 1]
        assert [entry.infoset for entry in entries] == game.infosets(player)
        for entry, tremble in zip(entries, found.trembles[player - 1], strict=True):
            above = total(own[parent] for parent in game.parents[entry.infoset])
            assert total(tremble.weights) == above
            assert all(weight[-1] and first(weight) > 0 for weight in tremble.weights)
            order = next(at for at, number in enumerate(above) if number)
            leading = [[*weight, *[0] * order][order] for weight in tremble.weights]
            assert entry.probabilities == tuple(one / above[order] for one in leading)
            moves = [worth.get(one, ()) for one in game.sequences(entry.infoset)]
            for move, probability in zip(moves, entry.probabilities, strict=True):
                assert not probability or not any(better(another, move) for another in moves)
    value = [values_of(game, player, plans[2 - player])[0] for player in (1, 2)]
    assert [[*one, Fraction(0)][0] for one in value] == [proof.value, -proof.value]


def refine(game, concept=Concept.QUASI_PERFECT):
    return refined(game, Forms(game), concept)


@pytest.mark.parametrize("name", GAMES)
@pytest.mark.parametrize("concept", Concept)
def test_games_of_the_literature(name, concept):
    game = GAMES[name]()
    proof, found = refine(game, concept)
    assert found.concept == concept
    assert_refined(game, proof, found)


@pytest.mark.long
def test_leduc_poker():
    game = leduc()
    proof, found = refine(game)
    assert abs(float(proof.value) + 0.0856064240780) < 1e-12
    assert_refined(game, proof, found)


@pytest.mark.many
@pytest.mark.parametrize("level", [0, 1, 2])
@pytest.mark.parametrize("name", PUBLISHED)
def test_published_maps(name, level):
    rules, value = PUBLISHED[name]
    game = game_of(published(name), rules, level)
    proof, found = refine(game)
    assert proof.value == value
    assert_refined(game, proof, found)


@pytest.mark.long
@law(200)
@given(boards(), st.sampled_from([0, 1, 2]), st.booleans())
def test_every_map(board, level, unroll):
    rows, bandits, capture, rules = board
    game = game_of(island(rows, bandits, capture), rules, level, unroll)
    assert_refined(game, *refine(game))


@law(100)
@given(st.data())
def test_games_of_one_round(data):
    """Player 2 does not see the move; small payoffs, so that much is equally good."""
    height, width = data.draw(st.integers(1, 4)), data.draw(st.integers(1, 4))
    paid = data.draw(
        st.lists(
            st.lists(st.integers(-1, 1), min_size=width, max_size=width),
            min_size=height,
            max_size=height,
        )
    )

    def rules(moves):
        if len(moves) == 2:
            return "ends", paid[moves[0]][moves[1]]
        count = (height, width)[len(moves)]
        return "moves", len(moves) + 1, "", [(str(at), (*moves, at)) for at in range(count)]

    game = listed("Matrix", rules, ())
    proof, found = refine(game)
    assert_refined(game, proof, found)
    # Both players move once: what is quasi-perfect is perfect, and plays nothing that is dominated.
    [[_, shares]], columns = proof.strategies[0], list(zip(*paid, strict=True))
    for one in range(height):
        dominated = any(
            other != one
            and all(a >= b for a, b in zip(paid[other], paid[one], strict=True))
            and paid[other] != paid[one]
            for other in range(height)
        )
        assert not (dominated and shares[one])
    assert len(columns) == width


@pytest.mark.many
@pytest.mark.parametrize("scale", SCALES)
@pytest.mark.parametrize("number", [1005, 1013, 1016, 1028])
def test_payoffs_of_all_sizes(scale, number):
    """HiGHS stumbles on some of these, and the simplex method goes on in rationals."""
    game = drawn(scale, number)
    if not game_schema.check(game):
        assert_refined(game, *refine(game))


@law(100)
@given(st.integers(0, 10_000))
def test_random_games(number):
    game = random_game(number)
    assert_refined(game, *refine(game))


def test_the_refined_guess_is_the_likely_card():
    game = ace()
    proof, _ = refine(game)
    # Stopping is worth 0 and playing at most -1000/52; AS is right once in 52 times.
    assert [entry.probabilities for entry in proof.strategies[0]] == [(1, 0)]
    assert [entry.probabilities for entry in proof.strategies[1]] == [(0, 1)]


@pytest.mark.parametrize("name", ["kuhn", "chain"])
def test_without_highs_the_simplex_method_finds_it(name, monkeypatch):
    monkeypatch.setattr(search, "basis_seen_from", lambda *given: set())
    game = GAMES[name]()
    assert_refined(game, *refine(game))


def test_a_refinement_that_would_take_long_is_refused(monkeypatch):
    game = kuhn()
    less = LIMITS._replace(dense=-1), LIMITS._replace(touched=-1)
    for limit, value in (("SIZE", -1), *(("LIMITS", each) for each in less)):
        with monkeypatch.context() as patch:
            patch.setattr(search, limit, value)
            with pytest.raises(LimitError, match="--exact refines it"):
                refine(game)
            assert refined(game, Forms(game), Concept.SEQUENTIAL, limited=False)
    monkeypatch.setattr(search, "basis_seen_from", lambda *given: set())
    monkeypatch.setattr(search, "LIMITS", LIMITS._replace(effort=0))
    with pytest.raises(LimitError, match="no basis was found.*; --exact refines it"):
        refine(game)
    monkeypatch.setattr(search, "STEPS", 0)
    with pytest.raises(LimitError, match="no basis was found.* trembles$"):
        refined(game, Forms(game), Concept.QUASI_PERFECT, limited=False)


def test_a_report_has_the_refined_strategies():
    game = ace()
    found = report(game, [solve(lower(game)[0], "glpk")], refine=Concept.SEQUENTIAL)
    assert found.refinement.concept == Concept.SEQUENTIAL
    assert [entry.probabilities for entry in found.strategies[1]] == [(0.0, 1.0)]
    assert found.bounds == (0, 0)
    text = "".join(FORMATS["text"](found))
    assert "\nrefined      sequential: plays well after every mistake" in text
    assert "reached only after a deviation by player 1; the best answer to a mistake:" in text
    assert '"refinement": "sequential"' in "".join(FORMATS["json"](found))
    plain = solved(game)
    assert plain.refinement is None
    assert '"refinement": null' in "".join(FORMATS["json"](plain))
    assert "refined" not in "".join(FORMATS["text"](plain))


def test_a_report_shows_the_best_play_after_an_own_mistake():
    game = game_of(published("island-2"), "island-2018", 2)
    plain = "".join(FORMATS["text"](solved(game), Layout(verbose=True)))
    assert "that this strategy never leads to" in plain
    found = report(game, [solve(lower(game)[0], "glpk")], refine=Concept.QUASI_PERFECT)
    text = "".join(FORMATS["text"](found))
    assert "never leads to" not in text
    assert "reached only by a mistake of bandits; the best that is left:\n" in text
    assert "e1 e3 [alarm at e5]" in text
    assert "in the game of level 2, which leaves moves out" in text
