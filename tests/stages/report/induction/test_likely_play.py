"""The play by the likeliest moves in the report on a graph solved by backward induction."""

import math

import pytest

from efgc.pipeline.settings import Settings
from efgc.pipeline.ways.run import run
from efgc.stages.report.induction.document import document
from report_page import text_of


@pytest.mark.parametrize(
    "name, head, chance, end",
    [
        ("goofspiel-4", ("prize", "player 1", "player 2", "how likely"), 24, "0 to player 1"),
        ("droid-duel", ("droid 2", "droid 5", "how likely"), 1, "1 to droid 2"),
    ],
)
def test_it_has_its_probability_and_its_payoff(name, head, chance, end):
    *_, step = run(text_of(name), Settings())
    *_, section = document(step.made.report).sections
    table, last = section.blocks
    assert table.rows[0] == head and last == f"the end: {end}"
    likely = math.prod(float(row[-1]) for row in table.rows[1:]) / chance
    begin = "play by the likeliest moves, from start to end (probability "
    assert section.heading.startswith(begin)
    assert float(section.heading.removeprefix(begin).rstrip(")")) == pytest.approx(likely, abs=2e-6)


def test_a_game_whose_states_are_not_listed_has_none():
    *_, step = run(text_of("droid-battle"), Settings())
    headings = [section.heading for section in document(step.made.report).sections]
    assert headings and not any("likeliest" in heading for heading in headings)
