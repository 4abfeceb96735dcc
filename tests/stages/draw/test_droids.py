"""Pictures of droid battles: golden files, and what has to be in any of them."""

import re
import xml.etree.ElementTree as ElementTree
from pathlib import Path

import pytest

from efgc.pipeline.files.reading import read_source
from efgc.pipeline.files.text import Text
from efgc.pipeline.settings import Settings
from efgc.pipeline.ways.run import run
from efgc.schemas.parts.problems import InputError
from efgc.stages.draw import svg
from efgc.stages.draw.droids import (
    board_scene,
    first_moment,
    moment,
    scene,
    without_play,
    write_text,
)
from efgc.stages.draw.droids.scene import BODIES, LEGS, TRIM
from small_games import ARTIFACTS

GOLDEN = Path(__file__).parent / "golden"
WALLED = "game: droid-battle\nboard: |\n  2-#\n  #-5\nshots: [2, 1]\nrounds: 3\n"
SVG = "{http://www.w3.org/2000/svg}"


def _report(source, **options):
    text = (
        Text(source, "w.yaml", "w.yaml", "0" * 64)
        if "\n" in source
        else read_source("run", str(ARTIFACTS / source / f"{source}.yaml"))
    )
    *_, step = run(text, Settings(**options))
    return step.made.report


@pytest.mark.parametrize(
    ("name", "options"),
    [
        ("droid-duel", {"at": "at 0 0 / 0 2, shots 2 / 1, score 0, rounds 3"}),
        ("droid-battle", {}),
    ],
)
def test_the_picture_is_the_golden_one(name, options):
    shown = moment(_report(name, **options))
    for suffix, made in {
        "board.svg": svg.write(scene(shown)),
        "board.txt": write_text(shown),
        "board.ascii.txt": write_text(shown, ascii=True),
    }.items():
        golden = (GOLDEN / f"{name}.{suffix}").read_text(encoding="utf-8")
        assert "".join(made) == golden, suffix


def test_a_source_alone_is_drawn_without_play():
    report = _report("droid-duel")
    golden = (GOLDEN / "droid-duel.plain.svg").read_text(encoding="utf-8")
    assert "".join(svg.write(scene(without_play(report.graph.rule)))) == golden
    text = "".join(write_text(without_play(report.graph.rule)))
    assert not re.search("[↑↓←→↔]|plays|worth", text) and "│  2  │     │  5  │" in text


def test_walls_are_there_and_droids_where_they_stand():
    report = _report(WALLED)
    shown = moment(report)
    root = ElementTree.fromstring("".join(svg.write(scene(shown))))
    walls = [one for one in root.iter(f"{SVG}rect") if one.get("class") == "wall"]
    assert [(one.get("x"), one.get("y")) for one in walls] == [("201.5", "1.5"), ("1.5", "101.5")]
    placed = {
        one.get("class"): one.get("transform")
        for one in root.iter(f"{SVG}g")
        if one.get("class", "").startswith("droid-")
    }
    assert placed == {"droid-1": None, "droid-2": "translate(200 100)"}
    assert "walls in row 1, column 3; row 2, column 1" in root.find(f"{SVG}desc").text
    assert "".join(write_text(shown, ascii=True)).count("#####") == 2


def test_every_move_that_is_played_is_marked_and_no_other():
    battle = "game: droid-battle\nboard: [---, 2-5, ---]\nshots: 1\nrounds: 3\n"
    for shown in (moment(_report(battle)), moment(_report("droid-duel"))):
        root = ElementTree.fromstring("".join(svg.write(scene(shown))))
        for player, droid in enumerate(shown.droids, 1):
            group = next(
                one for one in root.iter(f"{SVG}g") if one.get("class") == f"droid-{player}"
            )
            marked = {one.get("data-action") for one in group} - {None}
            assert marked == {one.action for one in droid.options if one.probability} != set()


def test_inside_a_page_every_move_is_there_for_the_script():
    root = ElementTree.fromstring(svg.embedded(board_scene(first_moment(_report("droid-duel")))))
    marks = [one for one in root.iter("g") if one.get("data-action")]
    assert len(marks) == 10
    seen = [one.get("data-action") for one in marks if one.get("display") != "none"]
    assert seen == ["right", "shoot", "down", "shoot"]


def test_opposite_arrows_are_drawn_as_one_double_arrow():
    battle = "game: droid-battle\nboard: ['25-']\nshots: [0, 1]\nrounds: 1\n"
    shown = moment(_report(battle))
    one, two = shown.droids
    assert [option.action for option in one.options] == ["right"]
    left = next(option for option in two.options if option.action == "left")
    two = two._replace(options=(left._replace(probability=1.0),))
    assert "2  ↔  5" in "".join(write_text(shown._replace(droids=(one, two))))


def test_another_game_has_no_board():
    with pytest.raises(InputError, match="no droid battle"):
        moment(_report("goofspiel-3"))


def test_the_board_in_the_browser_shows_the_same_figures():
    script = Path("pipeline/apps/play/web/page/board.js")
    text = (ARTIFACTS.parent / script).read_text(encoding="utf-8")
    assert LEGS in text and BODIES[0] in text and BODIES[1] in text and TRIM in text
