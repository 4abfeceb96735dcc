"""What the explorer says can be set: what the chain takes, and words for all of it."""

from dataclasses import replace
from pathlib import Path

import pytest

from pipeline.chain.option_uses import OptionRefused
from pipeline.chain.run import result
from pipeline.commands.explore import explore
from pipeline.files.sources import SOURCES
from pipeline.python.asked import keywords
from pipeline.python.given import text_of
from pipeline.settings import Settings
from pipeline.web.explore.orders import SETTINGS
from pipeline.web.explore.settings import FORM, GIVEN, known, taken
from stages.expand import MAX_HISTORIES

ARTIFACTS = Path(__file__).parents[4] / "artifacts"
ISLAND = ARTIFACTS / "island-1"
SAMPLES = {
    "map": (ISLAND / "island-1.txt").read_text(),
    "source": "game: goofspiel\ncards: 3\n",
    "gambit": (ISLAND / "island-1.efg").read_text(),
    "matrix": "1 -1\n-1 1\n",
    "game": (ISLAND / "island-1.game.json").read_text(),
    "linear-program": (ISLAND / "island-1.lp").read_text(),
}
# Those that need what the sample has not, or are values that a source may not have.
VALUES = {
    "rules": Settings(rules="island-2018"),
    "at": Settings(at="start"),
    "without": Settings(without=("relevant",)),
    FORM: Settings(without=("single",)),
}


def test_what_can_be_set_is_what_run_has():
    explored = {one.name for one in explore.params}
    assert SETTINGS.keys() <= keywords("run").keys() & explored
    assert {*GIVEN} - {FORM} == SETTINGS.keys()


def test_everything_has_words():
    told = known()
    assert told["kinds"].keys() == SOURCES.keys()
    for name in ("rules", "levels", "reductions", "refine", "examples"):
        assert told[name] and all(one["words"] for one in told[name])


@pytest.mark.parametrize("kind", SAMPLES)
def test_the_chain_refuses_what_a_source_does_not_take(kind):
    text = text_of(SAMPLES[kind], "a")
    for name, asked in GIVEN.items():
        asked = replace(VALUES.get(name, asked), max_histories=MAX_HISTORIES)
        if name in taken(kind):
            if name != "at":  # The position of a sample may be another.
                result(text, asked)
        else:
            with pytest.raises(OptionRefused):
                result(text, asked)
