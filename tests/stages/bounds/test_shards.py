"""A best response in shards is, bit by bit, that of one walk."""

import pickle
import random

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import efgc.stages.bounds.shards as shards
from efgc.pipeline.engines import THREADS, engine
from efgc.schemas import state_graph
from efgc.schemas.parts.problems import InputError
from efgc.stages.bounds.answers import Answer
from efgc.stages.bounds.shards import join, respond, split
from efgc.stages.bounds.walks import uniform, walk_of_graph
from efgc.stages.parse.rules import parse_rules
from random_observed import first, random_graph, text_of
from small_games import ROOT, law
from uncompiled import same_bits

NUMBERS = st.integers(0, 10**6)


@pytest.fixture(autouse=True)
def _small_pieces(monkeypatch):
    monkeypatch.setattr(shards, "SMALL", 1.0)


def unseen(done, total):
    pass


def walk_of(name):
    text = (ROOT / "tests" / "games" / "rules" / f"{name}.rules.yaml").read_text()
    return walk_of_graph(parse_rules(text, ""), 10**6)


def random_play(walk, number):
    """Return random probabilities of moves, some of them 0."""
    draw = np.random.default_rng(number)
    found = uniform(walk)
    for state in np.flatnonzero((walk.actor == 1) | (walk.actor == 2)):
        low, high = walk.begin[state], walk.begin[state + 1]
        weights = draw.integers(0, 4, high - low).astype(float)
        found[low:high] = weights / weights.sum() if weights.any() else 1 / (high - low)
    return found


def in_turn(works):
    """Do the works in a random order."""
    numbers = random.sample(range(len(works)), len(works))
    return [(number, works[number]()) for number in numbers]


def in_shards(answer, many):
    made = split(answer)
    works = made.shards(many)
    assert len(works) <= many
    assert [piece for work in works for piece in range(work.first, work.behind)] == list(
        range(len(made.pieces))
    )
    rows = [row for _, row in sorted(in_turn(works), key=lambda pair: pair[0])]
    return join(answer, np.concatenate([np.zeros((0, shards.NUMBERS)), *rows]))


@law(200)
@given(NUMBERS, st.booleans(), st.integers(1, 500), st.integers(1, 40))
def test_shards_of_random_games_joined_are_one_walk(number, cyclic, pieces, many):
    try:
        graph = state_graph.read(text_of(random_graph(number, cyclic)))
    except InputError:
        return
    walk = walk_of_graph(graph, 10**5)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(shards, "PIECES", pieces)
        is_one_walk(walk, number, many)


def is_one_walk(walk, number, many):
    for probability in (uniform(walk), first(walk), random_play(walk, number)):
        for player in (1, 2):
            whole = Answer(walk, player, probability).value()
            assert in_shards(Answer(walk, player, probability), many) == whole


@pytest.mark.many
@pytest.mark.parametrize("name", ["kuhn", "leduc", "dark-hex-2"])
@pytest.mark.parametrize("pieces, many", [(1, 1), (30, 4), (500, 7), (10**6, 300)])
def test_shards_of_a_game_joined_are_one_walk(name, pieces, many, monkeypatch):
    monkeypatch.setattr(shards, "PIECES", pieces)
    walk = walk_of(name)
    for player in (1, 2):
        probability = random_play(walk, player)
        whole = Answer(walk, player, probability).value()
        assert in_shards(Answer(walk, player, probability), many) == whole


@pytest.mark.parametrize("jobs", [1, 2, 4])
def test_threads_change_nothing(jobs, monkeypatch):
    walk = walk_of("leduc")
    probability = random_play(walk, jobs)
    whole = Answer(walk, 1, probability).value()
    seen = []
    monkeypatch.setattr("efgc.stages.bounds.answers.AT_ONCE", 10)
    found = respond(
        Answer(walk, 1, probability),
        lambda done, total: seen.append((done, total)),
        engine(THREADS, jobs),
    )
    assert found == whole
    assert 8 < len(seen) <= shards.SHARDS
    assert seen == [(number, len(seen)) for number in range(1, len(seen) + 1)]


def test_a_quick_walk_is_not_split():
    walk = walk_of("kuhn")
    found = respond(Answer(walk, 1, uniform(walk)), unseen, lambda works: pytest.fail("is split"))
    assert found == Answer(walk, 1, uniform(walk)).value()


def test_works_can_be_sent_to_other_processes(monkeypatch):
    monkeypatch.setattr(shards, "PIECES", 50)
    walk = walk_of("leduc")
    for work in split(Answer(walk, 2, uniform(walk))).shards(3):
        assert np.array_equal(pickle.loads(pickle.dumps(work))(), work())


def test_an_interrupted_walk_ends_its_works(monkeypatch):
    monkeypatch.setattr("efgc.stages.bounds.answers.AT_ONCE", 10)
    monkeypatch.setattr(shards, "SMALL", 1000.0)
    walk, kept = walk_of("leduc"), []

    def interrupted(works):
        kept.extend(works)
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        respond(Answer(walk, 1, uniform(walk)), unseen, interrupted)
    assert kept[0].common.ended
    monkeypatch.setattr(shards, "walk_on", lambda *arguments: pytest.fail("goes on"))
    kept[0]()


@pytest.mark.parametrize("many", [1, 4, 16])
def test_shards_are_of_similar_size(many, monkeypatch):
    monkeypatch.setattr(shards, "PIECES", 200)
    walk = walk_of("leduc")
    made = split(Answer(walk, 1, uniform(walk)))
    sizes = [
        sum(piece.histories for piece in made.pieces[work.first : work.behind])
        for work in made.shards(many)
    ]
    largest = max(piece.histories for piece in made.pieces)
    assert len(sizes) == many
    assert max(sizes) - min(sizes) <= 2 * largest


def test_compiled_and_uncompiled_kernels_give_the_same_bits(monkeypatch):
    monkeypatch.setattr(shards, "PIECES", 20)
    walk = walk_of("kuhn")

    def outcomes():
        made = split(Answer(walk, 1, random_play(walk, 1)))
        return [work() for work in made.shards(4)], [list(piece) for piece in made.pieces]

    same_bits(outcomes)
