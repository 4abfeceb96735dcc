"""Files of bounds with something wrong in a strategy."""

import json

import pytest

from efgc.schemas import bounds
from efgc.schemas.parts.problems import InputError
from samples import SAMPLES

RULES = {
    "game_sha256": {"information_set": 0},
    "graph_sha256": {"states": ["s"]},
    "map_sha256": {},
}


def text_of(digest, actions):
    """Return the sample with one situation of player 1, for a game, a state graph or a map."""
    data = json.loads(SAMPLES["coins.bounds.json"])
    del data["game_sha256"], data["made"]
    shares = [1 / len(actions)] * len(actions)
    situation = {**RULES[digest], "actions": actions, "probabilities": shares}
    method = "double-oracle" if digest == "map_sha256" else "regret"
    rule = "PCFR+" if digest == "game_sha256" else "magnetic mirror descent"
    made = {"method": method, "rule": rule, "strategies": [[situation], []]}
    return json.dumps({**data, digest: "0" * 64, **made})


@pytest.mark.parametrize("digest", RULES)
def test_duplicate_actions_are_refused(digest):
    assert bounds.read(text_of(digest, ["left", "right"]))
    with pytest.raises(InputError) as caught:
        bounds.read(text_of(digest, ["right", "left", "left"]))
    [problem] = caught.value.problems
    assert problem.message == "duplicate action 'left'"
    assert problem.place == ("strategies", 0, 0, "actions")
