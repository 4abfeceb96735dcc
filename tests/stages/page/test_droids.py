"""The section of a droid battle: its positions are those of `--at`; what is left out is said."""

import json
import random
import re

import pytest

from efgc.pipeline.settings import Settings
from efgc.pipeline.ways.run import run
from efgc.schemas.rules.droid_battle import ACTIONS, actions
from efgc.stages.page import droids
from efgc.stages.report.induction import INDUCTION_FORMATS
from report_page import text_of

WALLED = "game: droid-battle\nboard: [2-#, '---', '-#5']\nshots: [2, 1]\nrounds: 4\n"
LARGER = "game: droid-battle\nboard: [----, 2--5, --#-]\nshots: 3\nrounds: 12\n"
POINTS = "game: droid-battle\nboard: [---, 2-5]\nshots: 2\nrounds: 4\nobjective: points\n"


def _report(source, **options):
    *_, step = run(text_of(source), Settings(**options))
    return step.made.report


def _shown(source, **options):
    return droids.SECTION.gather(_report(source, report_format="html", **options))


def _position(play):
    return (
        f"at {play[0]} {play[1]} / {play[2]} {play[3]}, shots {play[4]} / {play[5]}, "
        f"score {play[6]}, rounds {play[7]}"
    )


def _told(source, position, **options):
    """Return what the report in JSON says of a position."""
    report = _report(source, at=position, **options)
    return json.loads("".join(INDUCTION_FORMATS["json"](report)))["position"]


@pytest.mark.parametrize(
    ("source", "number"),
    [
        ("droid-duel", 6),
        (WALLED, 4),
        (POINTS, 4),
        pytest.param(LARGER, 12, marks=pytest.mark.long),
    ],
)
def test_positions_are_those_of_the_report(source, number):
    _compare(source, number)


@pytest.mark.long
def test_positions_of_the_assignment_are_those_of_the_report():
    _compare("droid-battle", 10)


def _compare(source, number):
    rule = _report(source).graph.rule
    plays = _shown(source).data["plays"]
    for play in random.Random(15).sample(plays, number):
        told = _told(source, _position(play))
        assert play[8] == pytest.approx(told["value"], abs=1e-9)
        for player in (0, 1):
            square = (play[2 * player], play[2 * player + 1])
            # The script counts on this order.
            assert told[f"moves_{player + 1}"] == list(actions(rule, square, play[4 + player]))
            for numbers, key in ((play[9 + player], "strategy"), (play[11 + player], "worth")):
                assert numbers == pytest.approx(told[f"{key}_{player + 1}"], abs=1e-9)


@pytest.mark.long
def test_a_textbook_tree_has_the_same_positions():
    whole = {tuple(play[:9]) for play in _shown("droid-duel", level=1).data["plays"]}
    textbook = {tuple(play[:9]) for play in _shown("droid-duel", level=0).data["plays"]}
    assert textbook == whole
    points = {tuple(play[:9]) for play in _shown(POINTS, level=1).data["plays"]}
    assert {tuple(play[:9]) for play in _shown(POINTS, level=0).data["plays"]} == points


def test_omitted_positions_are_reported_with_their_number_and_the_command(monkeypatch):
    assert _shown("droid-duel").fields["whole"]
    monkeypatch.setattr(droids, "MOST", 1000)
    shown = _shown("droid-duel")
    assert not shown.fields["whole"] and shown.fields["kept"] == len(shown.data["plays"]) < 20
    assert shown.fields["positions"] == 51
    assert shown.fields["command"] == (
        "efgc run droid-duel.yaml --at 'at 0 0 / 0 2 shots 2 / 1 score 0 rounds 3'"
    )


def test_the_page_of_a_battle_is_small():
    *_, step = run(text_of("droid-duel"), Settings(report_format="html"))
    page = "".join(next(iter(step.files(Settings(report_format="html")).values())))
    assert len(page.encode()) < 300_000
    rows = re.findall(r'<tr data-action="(\w+)">', page)
    assert rows == [*ACTIONS, *ACTIONS]
    assert "0.333333" in page and "0.666667" in page  # Without the script.


def test_another_game_has_no_such_section():
    assert droids.SECTION.gather(_report("goofspiel-3", report_format="html")) is None


def test_no_positions_are_gathered_without_a_page():
    assert _report("droid-duel").positions is None
