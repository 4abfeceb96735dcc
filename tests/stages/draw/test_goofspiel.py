"""Pictures of bids: golden files, and what has to be in any of them."""

import xml.etree.ElementTree as ET
from pathlib import Path

import pytest

from efgc.pipeline.settings import Settings
from efgc.pipeline.ways.run import result
from efgc.schemas.parts.problems import InputError
from efgc.stages.draw import svg
from efgc.stages.draw.goofspiel import grid_scene, grids, scene, write_text
from report_page import text_of
from small_games import ARTIFACTS

GOLDEN = Path(__file__).parent / "golden"
SVG = "{http://www.w3.org/2000/svg}"
DUEL = "game: goofspiel\nobjective: points\nhands: [[2, 3], [1, 2]]\nprizes: [1, 3]\n"
AT = "hand 1 3 4 / 2 3 4, prizes 1 3 4, up 3"


def reported(source, **options):
    return result(text_of(source), Settings(**options)).report


@pytest.mark.parametrize(
    "name, source, at",
    [("duel", DUEL, ""), ("goofspiel-4.at", "goofspiel-4", AT)],
)
def test_the_pictures_are_the_golden_ones(name, source, at):
    report = reported(source, at=at)
    for suffix, made in {
        "bids.svg": svg.write(scene(report)),
        "bids.txt": write_text(report),
        "bids.ascii.txt": write_text(report, ascii=True),
    }.items():
        path = GOLDEN / f"{name}.{suffix}"
        assert "".join(made) == path.read_text(encoding="utf-8"), path


def test_the_chart_of_the_worked_example_is_this_picture():
    path = ARTIFACTS / "goofspiel-4" / "goofspiel-4.svg"
    assert "".join(svg.write(scene(reported("goofspiel-4")))) == path.read_text(encoding="utf-8")


def test_every_bid_that_is_played_has_a_cell_with_its_probability():
    report = reported("goofspiel-4")
    picture = ET.fromstring("".join(svg.write(scene(report))))
    titles = [title.text for title in picture.iter(f"{SVG}title")]
    assert titles[0] == "Goofspiel, 4 cards, points: bids of the first round"
    assert "prize 2, bid 1: 0.337093" in titles
    made = [weight for play in report.first_moves for weight in play.strategies[0] if weight]
    assert len(titles) == 1 + len(made)
    shown = [text.text for text in picture.iter(f"{SVG}text")]
    for weight in made:
        assert ("1" if weight == 1 else f"{weight:.6f}") in shown


def test_bars_say_how_often_the_bid_is_odd():
    (grid,) = grids(reported("goofspiel-4"))
    for at, weights in enumerate(grid.weights):
        assert grid.odd(at) == pytest.approx(weights[0] + weights[2])


def test_players_with_the_same_bids_share_a_grid():
    (both,) = grids(reported("goofspiel-4"))
    assert both.bidder == "player 1 and player 2"
    first, second = grids(reported(DUEL))
    assert (first.bidder, second.bidder) == ("player 1", "player 2")
    assert first.cards == (2, 3) and second.cards == (1, 2)


def test_pictures_have_a_text_description_for_screen_readers():
    report = reported(DUEL)
    for shown in (scene(report), *(grid_scene(grid, "bids") for grid in grids(report))):
        told = ET.fromstring(svg.embedded(shown))
        described = next(part for part in told if part.tag.endswith("desc")).text
        assert "For prize 3: " in described and "with probability 0.750000" in described


def test_another_game_is_refused():
    for write in (scene, write_text):
        with pytest.raises(InputError, match="only Goofspiel has"):
            [*write(reported("droid-duel"))]
