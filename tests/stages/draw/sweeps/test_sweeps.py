"""Pictures of sweeps: what is drawn, where, and in which words; and one as it was looked at."""

import math
import os
from fractions import Fraction
from itertools import product
from pathlib import Path
from xml.etree import ElementTree

import pytest

from efgc.pipeline.apps.sweep.pictures.records import Bars, Charts, collect, description
from efgc.pipeline.apps.sweep.pictures.scene import (
    DASHES,
    LEFT,
    RIGHT,
    SERIES,
    WIDE,
    Scale,
    scene,
    ticks,
)
from efgc.schemas.sweep import Row
from efgc.stages.draw import svg
from efgc.stages.draw.colours import ROLES

GOLDEN = Path(__file__).parent / "golden"


def rows():
    """Return two maps, one with bounds that can be seen, and runs that failed."""
    found = []
    for source, most in (("maps/island.txt", 10), ("maps/cave & mine.txt", 8)):
        for bandits in (1, 2, 3):
            for at in range(1, 6):
                p = Fraction(at, 5)
                value = most * (1 - p) ** bandits
                row = Row(source, p=str(p), bandits=str(bandits), rules="x", level="2")
                if bandits == 3 and "cave" in source and at > 2:
                    row = row._replace(exit_code=2, message="no room")
                else:
                    room = 1.5 if bandits == 2 and most == 8 else 0.0
                    row = row._replace(
                        value=float(value),
                        player="agent",
                        fraction=None if room else value,
                        lower=float(value) - room,
                        upper=float(value) + room,
                    )
                found.append(row)
    return found


def drawing(scene):
    return ElementTree.fromstring("".join(svg.write(scene)))


def of(root, role):
    return [part for part in root.iter() if part.get("class") == role]


def test_a_picture_is_the_one_that_was_looked_at():
    made, golden = "".join(svg.write(scene(rows(), "Sweep of 2 sources"))), GOLDEN / "two-maps.svg"
    if os.environ.get("UPDATE_GOLDEN"):
        golden.parent.mkdir(exist_ok=True)
        golden.write_text(made, encoding="utf-8")
    assert made == golden.read_text(encoding="utf-8")


def test_a_panel_per_source_and_a_line_per_combination_of_the_rest():
    shown = collect(rows())
    assert isinstance(shown, Charts)
    assert (shown.over, shown.left_out) == ("p", 0)
    assert shown.series == ("1 bandit", "2 bandits", "3 bandits")
    assert [panel.title for panel in shown.panels] == ["island", "cave & mine"]
    assert shown.across == (0.2, 1.0)
    assert shown.up == (-1.5, 8.0)
    assert [len(line.points) for panel in shown.panels for line in panel.lines] == [5] * 6


def test_lines_bands_and_crosses():
    root = drawing(scene(rows(), "a"))
    names = "{http://www.w3.org/2000/svg}"
    for series in range(3):  # One in the legend, and one in each panel.
        bars = 5 if series == 1 else 0  # Of the second map.
        assert len(of(root, f"series-{series}")) == 3 + bars
        assert len(of(root, f"dot-{series}")) == 1 + 5 + (5 if series < 2 else 2)
    assert [len(of(root, f"band-{series}")) for series in range(3)] == [0, 1, 0]
    assert len(of(root, "failed")) == 3
    pointed = [part.findtext(f"{names}title") for part in of(root, "failed")]
    assert pointed[0] == "p = 3/5, 3 bandits: failed, exit code 2: no room"
    assert {part.get("class") for part in root.iter() if part.get("class")} <= {*ROLES}


def test_points_are_placed_according_to_their_values():
    root = drawing(scene(rows(), "a"))
    # Of the first panel, with 1 bandit: 8 at 1/5 to 0 at 1, on axes from 0.2 to 1 and -2 to 8.
    points = [(float(dot.get("cx")), float(dot.get("cy"))) for dot in of(root, "dot-0")[1:6]]
    (left, high), (right, low) = points[0], points[-1]
    assert right - left == pytest.approx(WIDE - LEFT - RIGHT)
    heights = [float(line.get("points").split(",")[-1]) for line in of(root, "line")]
    assert high == pytest.approx(min(heights[:5]), abs=0.1)
    for at, (x, y) in enumerate(points):
        assert x == pytest.approx(left + at / 4 * (right - left), abs=0.01)
        assert y == pytest.approx(high + at / 4 * (low - high), abs=0.01)


def test_both_axes_of_every_panel_have_a_title():
    found = [part.text for part in of(drawing(scene(rows(), "a")), "soft-words")]
    for title in ("p, the probability that an attack succeeds", "value to agent"):
        assert found.count(title) == 2


def test_a_picture_of_one_panel_is_as_wide_as_its_panel():
    one = [row for row in rows() if "island" in row.source]
    assert float(drawing(scene(one, "a")).get("width")) < 1.5 * WIDE


def test_the_text_description_for_screen_readers():
    words = description(collect(rows()))
    assert words.startswith("Value to agent over p, the probability that an attack succeeds; ×")
    assert "island: 1 bandit: 8 at p = 0.2, 0 at 1; 2 bandits: 6.4 at p = 0.2" in words
    assert "3 bandits: 4.096 at p = 0.2, 1.728 at 0.4, 3 failed." in words
    assert words in drawing(scene(rows(), "a")).findtext("{http://www.w3.org/2000/svg}desc")


def test_an_option_that_varies_only_between_sources_is_not_on_an_axis():
    maps = [Row(f"{name}.txt", p=p, value=1.0) for name, p in (("a", "1/2"), ("b", "1/3"))]
    shown = collect(maps)
    assert isinstance(shown, Bars)
    assert [bar.label for bar in shown.bars] == ["a", "b"]


def test_bars_begin_at_zero_and_failures_are_named():
    words = [
        Row("a", rules="x", value=-2.0, fraction=Fraction(-2)),
        Row("a", rules="y", value=6.0),
        Row("a", rules="z", exit_code=3, message="gone"),
    ]
    root = drawing(scene(words, "a"))
    bars = [(float(bar.get("x")), float(bar.get("width"))) for bar in of(root, "bar-first")]
    assert bars[0][0] + bars[0][1] == bars[1][0]
    assert bars[1][1] == 3 * bars[0][1]
    assert "a, z: failed, exit code 3: gone." in description(collect(words))


def test_many_sources_and_points_are_left_to_the_table():
    many = [
        Row(f"{at}.txt", bandits=str(bandits), value=1.0) for at in range(70) for bandits in (1, 2)
    ]
    shown = collect(many)
    assert (len(shown.panels), shown.left_out) == (60, 10)
    assert "the table has 10 more sources" in description(shown)


def test_labels_are_text():
    bad = [Row("<x>&.txt", p=p, rules=rules, value=1.0) for p in "01" for rules in ("<a>", "b&")]
    root = drawing(scene(bad, "<title>"))
    assert "<x>&" in "".join(root.itertext())


def test_sources_of_one_name_keep_their_folders():
    shown = collect([Row(f"{at}/a.txt", p=p, value=1.0) for at in "xy" for p in ("0", "1")])
    assert [panel.title for panel in shown.panels] == ["x/a.txt", "y/a.txt"]


@pytest.mark.parametrize("low, high", [(0.0, 1.0), (-3.3, 17.0), (1e-9, 3e-9), (-5e8, 0.0), (2, 2)])
def test_ticks_are_few_round_and_around_all(low, high):
    found = ticks(low, high, 5)
    assert found[0] <= low <= high <= found[-1]
    assert 2 <= len(found) <= 8
    scale = Scale(found[0], found[-1], 10.0, 110.0)
    assert scale(found[0]) == 10.0 and scale(found[-1]) == 110.0


def sweep_of_rules(**named):
    """Return runs with every combination of constants, in this order."""
    words = ([f"{name}={value}" for value in values] for name, values in named.items())
    lets = map(" ".join, product(*words))
    return [Row("a.rules.yaml", level="2", value=float(at), let=let) for at, let in enumerate(lets)]


def test_the_constant_of_rules_with_the_most_numbers_is_on_the_axis():
    shown = collect(sweep_of_rules(open=("false", "true"), fine=(0, 1), noise=("0", "1/3", "0.5")))
    assert (shown.over, shown.title, shown.across) == ("noise", "noise", (0.0, 0.5))
    assert shown.series[0] == "open = false, fine = 0" and len(shown.series) == 4
    [panel] = shown.panels
    assert [point.x for point in panel.lines[0].points] == [0.0, 1 / 3, 0.5]


def test_constants_that_are_no_numbers_give_bars():
    shown = collect(sweep_of_rules(open=("false", "true")))
    assert [bar.label for bar in shown.bars] == ["a.rules, open = false", "a.rules, open = true"]


def test_p_of_rules_is_no_attack():
    rows = [Row("a.rules.yaml", p=p, level="2", value=1.0) for p in ("0", "1/2")]
    assert collect(rows).title == "p"
    assert "attack" in collect([row._replace(rules="cave-2023") for row in rows]).title


def test_bounds_have_a_bar_and_the_line_goes_through_its_middle():
    first = Row("a", let="T=1", value=0.5, lower=0.5, upper=0.5, player="x")
    wide = first._replace(let="T=2", value=None, lower=0.25, upper=0.75)
    root = drawing(scene([first, wide], "wide"))
    line, bar = of(root, "series-0")
    first_place, middle = (place.split(",") for place in line.get("points").split())
    assert first_place[1] == middle[1], "0.5, the middle"
    assert bar.findtext("{http://www.w3.org/2000/svg}title") == "T = 2: between 0.25 and 0.75"
    assert (len(of(root, "band-0")), len(of(root, "dot-0"))) == (1, 2) and not of(root, "failed")
    said = description(collect([first, wide]))
    assert "upright bars are proved bounds. a: 1 only bounded, 0.5 at T = 1." in said
    alone = [wide, wide._replace(source="b", value=None, lower=None, upper=None, exit_code=3)]
    shown = "".join(svg.write(scene(alone, "bars")))
    assert ">between 0.25 and 0.75<" in shown and ">failed<" in shown


def test_four_lines_differ_without_colours():
    assert len(set(DASHES)) == 4 and math.gcd(len(DASHES), SERIES) == 1
