"""The checker that is proved correct and `stages.checkers.game_checker` judge all certificates
alike. Skipped where it is not built (`make -C proofs`).
"""

import json
import os
import time
from functools import cache

import pytest

from card_games import kuhn, leduc
from efgc.schemas.refinement import Concept
from public_games import BATTLE, DUEL, by_chance, certified_graph, graph_of
from random_games import random_game
from small_games import ARTIFACTS, PUBLISHED, certified, game_of, published
from verified import mutated, plain_verdict, program, verified_checker

UNREFINED = "; the refinement is not checked"


@pytest.fixture(scope="module")
def judge():
    if program() is None:
        pytest.skip("the verified checker is not built here: make -C proofs")
    with verified_checker() as judge:
        yield judge


def files(path):
    """Return the bytes of a certificate and of its base, from the path of the certificate."""
    text = path.read_bytes()
    base = "states.yaml" if b"induction-certificate" in text else "game.json"
    return text, path.with_name(path.name.replace("certificate.json", base)).read_bytes()


@pytest.mark.parametrize(
    "path", sorted(ARTIFACTS.glob("*/*.certificate.json")), ids=lambda path: path.stem
)
def test_worked_examples_are_proved(path, judge):
    said = plain_verdict(*files(path))
    assert said is not None and judge(*files(path)) == said


@pytest.mark.parametrize(
    "name, level",
    [
        ("island-1", 1),
        ("island-1", 2),
        ("island-report", 1),
        ("island-report", 2),
        ("maze", 2),
        pytest.param("maze", 1, marks=pytest.mark.long),
    ],
)
def test_games_with_shared_nodes_are_proved(name, level, judge):
    game = game_of((ARTIFACTS / name / f"{name}.txt").read_text(), level=level)
    made = certified(game)
    children = [child for node in game.nodes for child in getattr(node, "children", ())]
    assert len(children) > len(set(children))
    said = judge(*made)
    assert said is not None and said == plain_verdict(*made)


@pytest.mark.slow
def test_random_games_are_proved(judge):
    many = 200 if "WHOLE" in os.environ else 40
    for number in range(many):
        made = certified(random_game(number))
        said = judge(*made)
        assert said is not None and said == plain_verdict(*made)


@pytest.mark.slow
def test_leduc_poker_is_proved_in_seconds(judge):
    made = certified(leduc())
    before = time.monotonic()
    said = judge(*made)
    assert time.monotonic() - before < 10
    assert said == plain_verdict(*made) and said.startswith("the value is -14549208505474867497")


def test_games_of_public_states_are_proved(judge):
    graphs = [by_chance(), graph_of(BATTLE), graph_of("game: goofspiel\ncards: 4\n")]
    for graph in (*graphs, *(graph_of(DUEL, level) for level in (0, 1, 2))):
        made = certified_graph(graph)
        said = judge(*made)
        assert said is not None and said == plain_verdict(*made)


@cache
def small_graphs():
    """Return certificates of backward induction with their graphs."""
    graphs = (by_chance(), by_chance(), graph_of(DUEL, 0), graph_of(DUEL), graph_of(BATTLE))
    return [certified_graph(graph) for graph in graphs]


@cache
def small_certificates():
    """Return certificates with their games: trees, shared nodes, and a refinement."""
    games = [kuhn(), *map(random_game, range(40))]
    games += [game_of(published(name), level=2) for name in PUBLISHED]
    made = [certified(game) for game in games if len(game.nodes) < 120]
    return [*made, certified(kuhn(), refine=Concept.QUASI_PERFECT)]


def without_refinement(certificate):
    claim = json.loads(certificate.decode("utf-8-sig"))
    del claim["refinement"]
    return json.dumps(claim).encode()


@pytest.mark.long
@pytest.mark.parametrize("certificates", [small_certificates, small_graphs])
def test_changed_certificates_are_judged_alike(certificates, judge):
    many = 50_000 if "WHOLE" in os.environ else 3_000
    true, accepted = certificates(), 0
    for seed in range(many):
        changed = mutated(*true[seed % len(true)], seed)
        plain, verified = plain_verdict(*changed), judge(*changed)
        if verified is not None and verified.endswith(UNREFINED):
            verified = verified.removesuffix(UNREFINED)
            plain = plain_verdict(without_refinement(changed[0]), changed[1])
        assert plain == verified, f"seed {seed}: {plain!r}, but verified: {verified!r}"
        accepted += plain is not None
    assert many / 10 < accepted < many / 2
