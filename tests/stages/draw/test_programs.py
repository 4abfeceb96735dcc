"""Pictures of the matrix of a linear program: golden files, and what has to be in any of them."""

import xml.etree.ElementTree as ET
from collections import Counter
from pathlib import Path

import pytest

from efgc.schemas import columns
from efgc.stages.draw import svg
from efgc.stages.draw.labels import width
from efgc.stages.draw.programs import count_in_bins, matrix, scene, write_text
from efgc.stages.draw.programs.matrix import caption
from efgc.stages.solve.program import read_program
from small_games import ARTIFACTS

GOLDEN = Path(__file__).parent / "golden"
OTHER = """\
max
 o: 3 x + 2 y
s.t.
 c: x + y <= 4
 d: x - y >= 1
 e: x - 2 z = 0
bounds
 z free
end
"""


def _drawn(name):
    text = (ARTIFACTS / name / f"{name}.lp").read_text(encoding="utf-8")
    table = (ARTIFACTS / name / f"{name}.columns.json").read_text(encoding="utf-8")
    return text, matrix(text, columns.read(table))


@pytest.mark.parametrize("name", ["cave-example", "island-2"])
def test_the_picture_is_the_golden_one(name):
    shown = _drawn(name)[1]
    for suffix, made in {
        "matrix.svg": svg.write(scene(shown, f"The linear program of {name}")),
        "matrix.txt": write_text(shown),
        "matrix.ascii.txt": write_text(shown, ascii=True),
    }.items():
        golden = (GOLDEN / f"{name}.{suffix}").read_text(encoding="utf-8")
        assert "".join(made) == golden, suffix


@pytest.mark.parametrize("name", ["cave-example", "island-1", "goofspiel-3", "maze"])
def test_every_nonzero_is_there_with_its_sign(name):
    text, shown = _drawn(name)
    program = read_program(text)
    expected = {
        (program.rows.names[row], program.columns.names[column]): 1 if coefficient > 0 else -1
        for row, column, coefficient in zip(*map(list, program.entries), strict=True)
    }
    found = {
        (shown.rows[row], shown.columns[column]): sign
        for row, column, sign in zip(*map(list, shown.entries), strict=True)
    }
    assert found == expected


def test_bins_count_every_nonzero_once_and_cross_no_band():
    shown = _drawn("island-2")[1]
    for size in (5, 20, 150, 1000):
        bins = count_in_bins(shown, size, size)
        assert sum(plus + minus for *_, plus, minus in bins.cells) == shown.nonzeros
        assert sum(plus for *_, plus, _ in bins.cells) == int((shown.entries[2] > 0).sum())
        blocks = Counter()
        for row, column, plus, minus in bins.cells:
            blocks[_at(bins.rows, row), _at(bins.columns, column)] += plus + minus
        assert (0, 1) not in blocks  # No value is in a row of flow.
        assert min(blocks.values()) > 0
    assert bins.all_shown


def _at(bands, bin_):
    return next(at for at, band in enumerate(bands) if band.begin <= bin_ < band.end)


def test_rows_of_a_foreign_program_are_grouped_by_relation():
    shown = matrix(OTHER)
    assert [(band.name, shown.rows[band.begin]) for band in shown.row_bands] == [
        ("=", "e"),
        ("<=", "c"),
        (">=", "d"),
    ]
    assert "".join(write_text(shown)).splitlines()[2:7:2] == [
        "e│+·−│  =",
        "c│++·│  <=",
        "d│+−·│  >=",
    ]


def test_hostile_names_stay_text():
    shown = matrix("max\n o: 3 x&y\ns.t.\n c&b#: x&y + z <= 4\nend\n")
    ET.fromstring("".join(svg.write(scene(shown, "<script>"))))
    assert "<script>" not in svg.embedded(scene(shown, "<script>", marked=True))


def test_in_a_page_every_row_and_column_can_be_marked():
    shown = _drawn("cave-example")[1]
    page = svg.embedded(scene(shown, "LP", marked=True))
    for kind, names in (("row", shown.rows), ("column", shown.columns)):
        assert all(f'data-mark-{kind}="{name}"' in page for name in names)


NAMED = """Maximize
 profit: 3 chairs_of_oak + 2 tables_of_pine + 4 benches
Subject To
 carpentry_hours: 2 chairs_of_oak + 3 tables_of_pine + benches <= 30
 finishing_hours: chairs_of_oak + tables_of_pine + 2 benches <= 20
 a_demand_that_has_a_name_longer_than_a_picture_shows: benches >= 2
 of_pine: tables_of_pine = 3
End
"""


def test_names_are_written_in_full_and_all_words_are_inside_the_picture():
    root = ET.fromstring("".join(svg.write(scene(matrix(NAMED), "named"))))
    wide, high = float(root.get("width")), float(root.get("height"))
    found = [part for part in root.iter() if part.tag.endswith("}text")]
    texts = [part.text for part in found]
    for name in ("carpentry_hours", "finishing_hours", "chairs_of_oak", "tables_of_pine"):
        assert name in texts
    for part in found:
        x, y, size = (float(part.get(name, 13)) for name in ("x", "y", "font-size"))
        room = width(part.text, size)
        if part.get("transform"):
            assert y - room >= 0 and x <= wide
        else:
            left = x - room if part.get("text-anchor") == "end" else x
            assert left >= 0 and left + room <= wide and y + 3 <= high, part.text


@pytest.mark.parametrize("zeros, share", [(0, "100"), (1, "99.6"), (3, "99"), (112, "56")])
def test_the_share_of_nonzeros_is_a_plain_percentage(zeros, share):
    columns = [f"x{at}" for at in range(16)]
    rows = [
        " + ".join(name for at, name in enumerate(columns) if 16 * row + at >= zeros) or "0 x0"
        for row in range(16)
    ]
    lines = "".join(f" r{at}: {terms} <= 1\n" for at, terms in enumerate(rows))
    shown = matrix(f"max\n o: {' + '.join(columns)}\ns.t.\n{lines}end\n")
    assert caption(shown).endswith(f" nonzeros ({share} % of the matrix)")
