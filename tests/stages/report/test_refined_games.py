"""Refined equilibria of the literature and of random games: proved by the checker, and looked at by
a witness of its own.
"""

import hashlib
import json
import random
from fractions import Fraction
from functools import partial
from pathlib import Path

import jsonschema
import pytest
from click.testing import CliRunner
from hypothesis import given
from hypothesis import strategies as st

from card_games import hidden_goofspiel, kuhn, kuhn_with_raise, leduc, liars_dice, listed
from efgc.pipeline.cli import efgc
from efgc.schemas import certificate as certificate_schema
from efgc.schemas import game as game_schema
from efgc.schemas.certificate import Certificate
from efgc.schemas.parts.problems import InputError
from efgc.schemas.refinement import Concept, Refinement, Tremble
from efgc.schemas.strategies import ExactBehaviour
from efgc.schemas.strategy import FittedStrategies
from efgc.stages.checkers.game_checker import Rejected, check_certificate
from efgc.stages.forms.formulation import Forms
from efgc.stages.report.carry import carry_given
from efgc.stages.report.certify import needed
from efgc.stages.report.refine import refined
from gambit_games import parse_gambit
from random_games import random_game, trembled
from refinement_witness import (
    TINY,
    at_epsilon,
    far_from_limit,
    faults_by_limit_beliefs,
    faults_by_tiny_trembles,
    guarantees,
)
from small_games import PUBLISHED, ROOT, boards, game_of, island, law, published, solved

ACE = (Path(__file__).parents[2] / "support" / "guess_the_ace.efg").read_text()
MISTAKE = Fraction(1, 10**9)
"""Far above TINY: what is less likely than this is a mistake."""
HALF = Fraction(1, 2)
CONCEPTS = [concept.value for concept in Concept]


def ace():
    return parse_gambit(ACE, "")


def certified(game, strategies, refinement, value):
    """Return the bytes of a certificate and of the game's file."""
    text = "".join(game_schema.write(game)).encode()
    claim = Certificate(
        title=game.title,
        game_sha256=hashlib.sha256(text).hexdigest(),
        value=value,
        lower=value,
        upper=value,
        strategies=strategies,
        refinement=needed(refinement),
    )
    return "".join(certificate_schema.write(claim)).encode(), text


def assert_holds(game, concept):
    """Refine a game; checker and witness have a look; return the strategies."""
    proof, found = refined(game, Forms(game), Concept(concept))
    said = check_certificate(*certified(game, proof.strategies, found, proof.value))
    assert said == f"the value is {proof.value}, by a {concept} equilibrium"
    assert guarantees(game, proof.strategies) == (proof.value, proof.value)
    assert far_from_limit(proof.strategies, found.trembles) == []
    assert faults_by_limit_beliefs(game, proof.strategies, found.trembles) == []
    if concept == "quasi-perfect":
        assert faults_by_tiny_trembles(game, proof.strategies, found.trembles) == []
    return proof.strategies


GAMES = {
    "guess the ace": ace,
    "Kuhn poker": kuhn,
    "Kuhn poker with a raise": kuhn_with_raise,
    "Goofspiel": lambda: hidden_goofspiel(4, descending=True),
    "liar's dice": lambda: liars_dice(2),
    **{
        f"{name} at -O {level}": lambda name=name, level=level: game_of(
            published(name), level=level
        )
        for name in ("cave-example", "island-1", "island-report", "three-bushes")
        for level in (0, 2)
    },
}


@pytest.mark.slow
@pytest.mark.parametrize("concept", CONCEPTS)
@pytest.mark.parametrize("name", GAMES)
def test_a_refined_equilibrium_is_one(name, concept):
    assert_holds(GAMES[name](), concept)


@pytest.mark.long
@pytest.mark.parametrize("concept", CONCEPTS)
def test_leduc_poker_is_refined(concept):
    assert_holds(leduc(), concept)


@pytest.mark.parametrize("concept", CONCEPTS)
def test_guess_the_ace(concept):
    """Player 1 stops, or lets player 2 guess whether the ace of spades is the top card of 52; a
    right guess costs it 1000.

    Let player 1 not stop with the probability ε, whatever it knows, which is nothing. Then the
    guess "AS" is right with 1/52 and costs player 1 1000 / 52 times ε, and "other" with 51/52. So
    "other" is better for every ε > 0 and for the beliefs 1/52 and 51/52 in the limit: each of the
    two concepts asks of player 2 that it never guesses the ace. Player 1 stops: else it loses 1000
    times a number above 0, however player 2 trembles.
    """
    strategies = assert_holds(ace(), concept)
    assert [[*map(list, strategy)] for strategy in strategies] == [[[0, (1, 0)]], [[1, (0, 1)]]]


def test_all_guesses_of_the_ace_are_optimal_and_one_is_refined():
    for share in (Fraction(1), Fraction(1, 52), Fraction(1, 2), Fraction(0)):
        strategies = (
            (ExactBehaviour(0, (Fraction(1), Fraction(0))),),
            (ExactBehaviour(1, (share, 1 - share)),),
        )
        assert guarantees(ace(), strategies) == (0, 0)
        trembles = trembled(ace(), strategies, random.Random(1))
        faults = [(epsilon, 2, 1) for epsilon in TINY] if share else []
        assert faults_by_tiny_trembles(ace(), strategies, trembles) == faults
        assert faults_by_limit_beliefs(ace(), strategies, trembles) == [(2, 1)] * bool(share)
        for concept in CONCEPTS:
            files = certified(ace(), strategies, Refinement(Concept(concept), trembles), 0)
            if not share:
                assert check_certificate(*files) == f"the value is 0, by a {concept} equilibrium"
                continue
            with pytest.raises(Rejected, match=f"not {concept}: player 2 can do better at .* 1"):
                check_certificate(*files)


def test_a_sequential_equilibrium_need_not_be_quasi_perfect():
    """Player 1 gains 1 with b against r, and nothing otherwise. Player 2 plays l. Then a and b are
    equally good, and b is better as soon as player 2 trembles.
    """

    def rules(moves, lost=0):
        if len(moves) == 2:
            return "ends", {("b", "r"): 1, ("a", "r"): lost}.get(moves, 0)
        return (
            "moves",
            1 + len(moves),
            "",
            [(one, (*moves, one)) for one in ("ba", "lr")[len(moves)]],
        )

    def files(concept, share, rules=rules):
        """Return the files in which player 1 plays b with a share of 1, 1/2 or 0."""
        sure = ((Fraction(1), Fraction(-1)), (Fraction(0), Fraction(1)))
        weights = {1: sure, 0: sure[::-1], HALF: ((HALF,), (HALF,))}[share]
        strategies = ExactBehaviour(0, (share, 1 - share)), ExactBehaviour(1, (1, 0))
        trembles = (Tremble(0, weights),), (Tremble(1, sure),)
        game = listed("Weakly dominated", rules, ())
        refinement = Refinement(Concept(concept), trembles)
        return certified(game, tuple((one,) for one in strategies), refinement, 0)

    for share in (0, HALF, 1):
        said = check_certificate(*files("sequential", share))
        assert said == "the value is 0, by a sequential equilibrium"
    said = check_certificate(*files("quasi-perfect", 1))
    assert said == "the value is 0, by a quasi-perfect equilibrium"
    for share in (0, HALF):
        with pytest.raises(Rejected, match="not quasi-perfect: player 1 can do better at .* set 0"):
            check_certificate(*files("quasi-perfect", share))
    # Now r is better than l after the mistake a, which player 2 need not believe in.
    said = check_certificate(*files("sequential", 1, partial(rules, lost=-1)))
    assert said == "the value is 0, by a sequential equilibrium"


@pytest.mark.long
@pytest.mark.parametrize("number", range(200))
def test_a_random_game_is_refined(number):
    for concept in CONCEPTS:
        assert_holds(random_game(number), concept)


@pytest.mark.slow
@law(60)
@given(boards(), st.sampled_from((0, 1, 2)), st.sampled_from(CONCEPTS))
def test_a_map_is_refined_with_shared_nodes_too(board, level, concept):
    rows, bandits, capture, rules = board
    try:
        game = game_of(island(rows, bandits, capture), rules, level, max_states=500)
    except InputError:
        return
    assert_holds(game, concept)


@pytest.mark.parametrize("name", PUBLISHED)
def test_a_refinement_at_level_1_is_also_a_refinement_in_the_tree(name):
    """What is played there with trembles is carried to the tree; what is a mistake has next to no
    probability.
    """
    tree, game = (game_of(published(name), PUBLISHED[name][0], level) for level in (0, 1))
    _, found = refined(game, Forms(game), Concept.QUASI_PERFECT)
    trembling = tuple(
        tuple(
            ExactBehaviour(infoset, tuple(shares))
            for infoset, shares in at_epsilon(trembles, TINY[0]).items()
        )
        for trembles in found.trembles
    )
    there = carry_given(game, FittedStrategies(trembling), tree).players
    likely = tuple(
        tuple((infoset, [share > MISTAKE for share in shares]) for infoset, shares in one)
        for one in there
    )
    constant = tuple(
        tuple((infoset, [(share,) for share in shares]) for infoset, shares in one) for one in there
    )
    assert faults_by_tiny_trembles(tree, likely, constant) == []


@pytest.mark.slow
@pytest.mark.parametrize("number", range(200))
def test_checker_and_witness_agree_on_trembles_of_any_kind(number):
    """Most equilibria of a solver with most trembles are not refined; some are."""
    game, luck = random_game(number), random.Random(number)
    proof = solved(game).exact
    trembles = trembled(game, proof.strategies, luck)
    assert far_from_limit(proof.strategies, trembles) == []
    for concept, faults in (
        ("sequential", faults_by_limit_beliefs(game, proof.strategies, trembles)),
        ("quasi-perfect", faults_by_tiny_trembles(game, proof.strategies, trembles)),
    ):
        refinement = Refinement(Concept(concept), trembles)
        try:
            check_certificate(*certified(game, proof.strategies, refinement, proof.value))
        except Rejected as reason:
            assert str(reason).startswith(f"not {concept}: player ") and faults
            infoset = int(str(reason).split()[-1])
            assert infoset in {fault[-1] for fault in faults}
        else:
            assert not faults


def weights_of(player, infoset):
    """Return a way to the weights of an information set in the data of a certificate."""

    def way(data):
        entries = data["refinement"]["trembles"][player - 1]
        return next(entry for entry in entries if entry["information_set"] == infoset)["weights"]

    return way


def put(player, infoset, action, weight):
    def change(data):
        weights_of(player, infoset)(data)[action] = weight

    return change


def sequential(*there):
    def change(data):
        called("sequential")(data)
        put(*there)(data)

    return change


def drop(player):
    def change(data):
        del data["refinement"]["trembles"][player - 1][0]

    return change


def called(concept):
    def change(data):
        data["refinement"]["concept"] = concept

    return change


def without_value(data):
    data["value"] = None


def exchanged(data):
    data["refinement"]["trembles"].reverse()


def run(*words):
    return CliRunner().invoke(efgc, [str(word) for word in words])


@pytest.mark.parametrize("concept", CONCEPTS)
def test_the_commands_certify_and_check_a_refinement(concept, tmp_path):
    (tmp_path / "ace.efg").write_text(ACE)
    assert run("run", tmp_path / "ace.efg", "-O", "2", "-o", tmp_path).exit_code == 0
    game, made = tmp_path / "ace.game.json", tmp_path / "ace.certificate.json"
    solution = tmp_path / "ace.solution.json"
    assert run("certify", game, solution, "--refine", concept, "-o", made).exit_code == 0
    said = run("check", made, game)
    assert (said.exit_code, said.stderr) == (0, "")
    assert said.stdout.endswith(
        f"{made}: proves for {game} that the value is 0, by a {concept} equilibrium\n"
    )
    claim = json.loads(made.read_text())
    schema = json.loads((ROOT / "schemas" / "certificate.schema.json").read_text())
    jsonschema.validate(claim, schema)
    plain = run("certify", game, solution).stdout
    assert "refinement" not in plain and claim["strategies"] == json.loads(plain)["strategies"]
    # The other guess: it has the same value, and its trembles add up.
    claim["strategies"][1][0]["probabilities"].reverse()
    weights_of(2, 1)(claim).reverse()
    made.write_text(json.dumps(claim))
    said = run("check", made, game)
    assert said.exit_code == 5
    assert f"{made}: not {concept}: player 2 can do better at information set 1\n" in said.stderr


@pytest.mark.parametrize(
    "mutate, message",
    [
        (called("perfect"), "'perfect' is not sequential or quasi-perfect"),
        (put(1, 0, 0, ["1", "0"]), "the last coefficient is 0"),
        (put(1, 0, 0, []), "the list is empty"),
        (put(1, 0, 0, ["0"] * 1000 + ["1"]), "at most 1,000"),
        (put(1, 0, 0, ["1/0"]), "'1/0' is not an exact number"),
        (put(1, 0, 0, "1"), "'1' is not a list"),
        (lambda claim: claim["refinement"].update(proof=1), "unknown key"),
        (lambda claim: claim["refinement"]["trembles"].pop(), "1 item instead of 2"),
        (lambda claim: claim.update(refinement=None), "null stands for nothing here"),
        (lambda claim: claim.update(value=None), "a refinement needs a proved value"),
    ],
)
def test_invalid_refinements_are_refused_with_their_place(mutate, message):
    proof, found = refined(kuhn(), Forms(kuhn()), Concept.QUASI_PERFECT)
    certificate, _ = certified(kuhn(), proof.strategies, found, proof.value)
    assert certificate_schema.read(certificate.decode()).refinement == found
    claim = json.loads(certificate)
    mutate(claim)
    with pytest.raises(InputError) as caught:
        certificate_schema.read(json.dumps(claim))
    assert message in "\n".join(map(str, caught.value.problems))


# Of Kuhn poker: at information set 0 player 1 has the jack, at set 1 player 2 has the queen and may
# bet.
CHANGES = {
    "a coefficient": (put(1, 0, 0, ["1/2", "1"]), "do not tend to the strategy at .* set 0$"),
    "an order too small": (put(2, 1, 1, ["1"]), "do not tend to the strategy at .* set 1$"),
    "a mistake likelier than the way to it": (
        sequential(1, 11, 0, ["1"]),
        "do not tend to the strategy at .* set 11$",
    ),
    "a weight below 0": (put(2, 1, 1, ["0", "-1"]), "not above 0 for small ε at .* set 1$"),
    "a weight of 0": (put(2, 1, 1, ["0"]), "not above 0 for small ε at .* set 1$"),
    "no weight": (put(2, 1, 1, []), "cannot be read: IndexError"),
    "weights that do not add up": (put(2, 1, 1, ["0", "0", "7"]), "do not add up at .* set 1$"),
    "a missing information set": (drop(2), "player 2's weights are not those of a strategy"),
    "an action too many": (
        lambda data: weights_of(2, 1)(data).append(["0", "1"]),
        "player 2's weights are not those of a strategy",
    ),
    "the players exchanged": (exchanged, "player 1's weights are not those of a strategy"),
    "another concept": (called("perfect"), "an unknown refinement"),
    "no value": (without_value, "an unknown refinement"),
}


@pytest.mark.parametrize("change", CHANGES)
def test_a_changed_refinement_is_rejected(change):
    game = kuhn()
    proof, found = refined(game, Forms(game), Concept.QUASI_PERFECT)
    certificate, text = certified(game, proof.strategies, found, proof.value)
    mutate, reason = CHANGES[change]
    claim = json.loads(certificate)
    mutate(claim)
    assert claim != json.loads(certificate)
    with pytest.raises(Rejected, match=reason):
        check_certificate(json.dumps(claim).encode(), text)
