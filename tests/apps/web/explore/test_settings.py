"""What the explorer says can be set: what the chain takes, and words for all of it."""

from dataclasses import replace
from fractions import Fraction
from pathlib import Path

import click
import pytest

from efgc.pipeline.apps.explore.commands.explore import explore
from efgc.pipeline.apps.explore.orders import SETTINGS, order_of, page_settings, settings_for
from efgc.pipeline.apps.server.site import Refused
from efgc.pipeline.chain.refusals import OptionRefused
from efgc.pipeline.files.sources import SOURCES
from efgc.pipeline.python.keywords import keywords
from efgc.pipeline.python.sources import text_of
from efgc.pipeline.settings import Settings
from efgc.pipeline.ways.run import result
from efgc.schemas.refinement import Concept
from efgc.stages.expand import MAX_HISTORIES
from efgc.stages.parse import RULES

ROOT = Path(__file__).parents[4]
ARTIFACTS = ROOT / "artifacts"
ISLAND = ARTIFACTS / "island-1"
SAMPLES = {
    "map": (ISLAND / "island-1.txt").read_text(),
    "source": "game: goofspiel\ncards: 3\n",
    "rules": (ROOT / "tests" / "games" / "rules" / "pursuit.rules.yaml").read_text(),
    "gambit": (ISLAND / "island-1.efg").read_text(),
    "matrix": "1 -1\n-1 1\n",
    "game": (ISLAND / "island-1.game.json").read_text(),
    "linear-program": (ISLAND / "island-1.lp").read_text(),
}
GIVEN = {
    "rules": Settings(rules="island-2018"),
    "p": Settings(p=Fraction(1, 2)),
    "bandits": Settings(bandits=1),
    "let": Settings(let=(("steps", "2"),)),
    "steps": Settings(steps=2),
    "level": Settings(level=0),
    "without": Settings(without=("relevant",)),
    "without_form": Settings(without=("single",)),
    "unroll": Settings(unroll=True),
    "exact": Settings(exact=False),
    "refine": Settings(refine=Concept.SEQUENTIAL),
    "off_path": Settings(off_path=True),
    "at": Settings(at="start"),
    "max_states": Settings(),
    "max_histories": Settings(),
    "solver": Settings(),
}


def test_every_setting_is_an_option_of_run():
    explored = {one.name for one in explore.params}
    assert SETTINGS.keys() <= keywords("run").keys() & explored
    assert {*GIVEN} - {"without_form"} == SETTINGS.keys()


def test_a_request_of_a_page_starts_no_program_of_its_choice(tmp_path, capfd):
    path = tmp_path / "mine.solver.yaml"
    path.write_text("format: efgc/solver\ncommand: [true, $program]\nwrites: cbc\n")
    order = {"source": "", "column": 1, "number": 1}
    assert order_of({**order, "settings": {"solver": "glpsol"}}).settings == {"solver": "glpsol"}
    with pytest.raises(Refused, match="must be a name, and not a file"):
        order_of({**order, "settings": {"solver": str(path)}})
    with pytest.raises(click.BadParameter, match="is not one of"):
        explore.main(["--solver", str(path)], standalone_mode=False)


def test_every_setting_has_words():
    told = page_settings()
    assert told["kinds"].keys() == SOURCES.keys()
    for name in ("rules", "levels", "reductions", "refine", "examples"):
        assert told[name] and all(one["words"] for one in told[name])


@pytest.mark.slow
@pytest.mark.parametrize("kind", SAMPLES)
def test_the_chain_refuses_options_without_a_meaning(kind):
    text = text_of(SAMPLES[kind], "a")
    for name, asked in GIVEN.items():
        asked = replace(asked, max_histories=MAX_HISTORIES)
        if name in settings_for(kind):
            if name != "at":  # The position of a sample may be another.
                result(text, asked)
        else:
            with pytest.raises(OptionRefused):
                result(text, asked)


def test_a_new_rule_set_can_be_chosen(monkeypatch):
    ours = replace(RULES["cave-2023"], words="cave, our own rules")
    monkeypatch.setitem(RULES, "cave-ours", ours)
    page_settings.cache_clear()
    [told] = [one for one in page_settings()["rules"] if one["name"] == "cave-ours"]
    page_settings.cache_clear()
    assert (told["layout"], told["words"]) == ("cave", "cave, our own rules")
