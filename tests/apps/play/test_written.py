"""Transcripts: what was played comes back, and nothing that was not."""

import json

import pytest

from efgc.pipeline.apps.play.transcripts import replay, transcript_of
from efgc.schemas import transcript
from efgc.schemas.parts.problems import InputError
from matches import begin, played, ready
from samples import SAMPLES

MADE = ("island-3", "three-bushes", "cave-example")
SAMPLE = SAMPLES["coins.transcript.json"]


def coins():
    return ready("coins.efg", SAMPLES["coins.efg"])


@pytest.mark.parametrize("people", [(1,), (2,), (1, 2), ()])
@pytest.mark.parametrize("name", MADE)
def test_a_transcript_can_be_read_and_replayed(name, people):
    for seed in range(10):
        match = played(ready(name), people, seed)
        record = transcript.read("".join(transcript.write(transcript_of(match))))
        assert record == transcript_of(match)
        again = replay(ready(name), record)
        assert (again.moves, again.people, again.seed) == (match.moves, people, seed)


@pytest.mark.parametrize("people", [(1,), (2,), (1, 2), ()])
def test_a_game_goes_on_as_if_nothing_had_been(people):
    made = ready("island-3")
    for seed in range(10):
        match = begin(made, people, seed)
        while not match.over:
            record = transcript_of(match)
            assert record.payoff is record.tally is None
            again = replay(made, record)
            go = (lambda one: one.act(0)) if people else (lambda one: one.step())
            assert go(again).moves == go(match).moves
            match = go(match)


def test_replaying_the_sample_reproduces_it():
    record = transcript.read(SAMPLE)
    assert "".join(transcript.write(transcript_of(replay(coins(), record)))) == SAMPLE
    assert coins().strategies_sha256 == record.strategies_sha256


@pytest.mark.parametrize(
    "old, new, message",
    [
        ('"action": "pass"', '"action": "fold"', "moves[1].action: 'fold' is not an action there"),
        ('"action": "heads"', '"action": "tails"', "moves[0].action: seed 4 does not draw 'tails'"),
        ('"seed": 4', '"seed": 1', "moves[0].action: seed 1 does not draw 'heads'"),
        ('"information_set": 0', '"information_set": 2', "moves[1]: another player moves there"),
        ('{"player": 1, "information_set": 0', '{"player": 2, "information_set": 0', "moves[1]"),
        (
            '"payoff": "3",\n',
            '"payoff": "4",\n',
            "payoff: the payoff is not what this game pays",
        ),
        (
            '"payoff": "3",\n',
            '"payoff": "1",\n',
            "payoff: the payoff is not what this game pays",
        ),
        (
            '"draws": "0", "hidden": "0"',
            '"draws": "1", "hidden": "-1"',
            "tally: the tally is not that of these moves",
        ),
        ('"people": [1]', '"people": [2]', "moves[1].action: seed 4 does not draw 'pass'"),
        (
            '"game_sha256": "1',
            '"game_sha256": "2',
            "game_sha256: the transcript is of another",
        ),
        (
            '"action": "pass"}\n',
            '"action": "pass"},\n  {"player": 0, "action": "heads"}\n',
            "moves[2]: the game is over before it",
        ),
        (
            ',\n  {"player": 1, "information_set": 0, "action": "pass"}',
            "",
            "payoff: the payoff is not what this game pays",
        ),
    ],
)
def test_a_changed_transcript_is_refused(old, new, message):
    assert SAMPLE.count(old) == 1
    with pytest.raises(InputError) as refused:
        replay(coins(), transcript.read(SAMPLE.replace(old, new)))
    assert str(refused.value).startswith(message)


def test_a_transcript_without_its_forced_moves_is_refused():
    match = begin(ready("island-1"), (1,), 1)
    whole = transcript_of(match)
    hidden = json.loads("".join(transcript.write(whole)))
    hidden["moves"] = []
    with pytest.raises(InputError, match="the drawn moves after the last one are missing"):
        replay(ready("island-1"), transcript.read(json.dumps(hidden)))


def test_of_another_equilibrium_the_moves_are_compared_alone():
    other = json.loads(SAMPLE)
    other["strategies_sha256"] = "0" * 64
    other["moves"][0]["action"], other["moves"][1] = (
        "tails",
        {
            "player": 1,
            "information_set": 2,
            "action": "pass",
        },
    )
    other["payoff"] = "1"
    other["tally"] |= {"value": "1", "chance": "0", "mistakes": "0", "payoff": "1"}
    record = transcript.read(json.dumps(other))
    assert coins().strategies_sha256 != record.strategies_sha256
    match = replay(coins(), record)
    assert match.over and [move.label for move in match.moves] == ["tails", "pass"]
    assert transcript_of(match).tally.value == pytest.approx(7 / 3)


def test_numbers_that_do_not_add_up_are_refused_without_a_game():
    with pytest.raises(InputError, match="do not add up to the payoff"):
        transcript.read(SAMPLE.replace('"hidden": "0"', '"hidden": "1"'))
