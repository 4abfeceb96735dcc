"""Names with words, and the legend of small programs: every solver takes them."""

import re

import pytest

from efgc.schemas.columns import Column, Columns
from efgc.stages.forms.column_table import column_table
from efgc.stages.forms.formulation import Forms
from efgc.stages.lower import lower
from efgc.stages.lower.comments import LONGEST, MOST, WIDTH, legend_lines, readable_names
from small_games import PUBLISHED, game_of, published

SAFE = re.compile(r"[A-DF-Za-df-z_][A-Za-z0-9_]*")


@pytest.mark.parametrize("without", [(), ("single", "endgames")])
@pytest.mark.parametrize("name", PUBLISHED)
def test_names_with_words_are_safe_and_distinct(name, without):
    formulation = Forms(game_of(published(name), PUBLISHED[name][0])).without(without)
    for player in (1, 2):
        table = column_table(formulation, player)
        names = readable_names(table)
        assert len({*names.values()}) == len(names) == len(table.columns) + len(table.rows)
        for short, readable in names.items():
            assert SAFE.fullmatch(readable) and len(readable) <= LONGEST
            assert readable.split("_")[0] == short


def test_odd_and_long_words_become_safe_names():
    words = ("ü", "end", "a/b*c", "st " * 100, "")
    columns = tuple(Column(f"x{at}", 1, at, "", (), word) for at, word in enumerate(words))
    names = readable_names(Columns("", "", 1, (), columns, ()))
    assert names["x0"] == "x0" and names["x1"] == "x1_end" and names["x2"] == "x2_a_b_c"
    assert names["x3"].startswith("x3_st_st") and len(names["x3"]) <= LONGEST
    assert all(map(SAFE.fullmatch, names.values()))


def test_a_legend_names_every_column_and_row_of_a_small_program():
    game = game_of(published("cave-example"), "cave-2023")
    text, table = lower(game, 1, without=("single", "endgames"))
    comments = [line[2:].split()[0] for line in text.splitlines() if line.startswith("\\   ")]
    assert comments == [entry.name for entry in (*table.columns, *table.rows)]
    mps, _ = lower(game, 1, "mps", ("single", "endgames"))
    assert [line[2:] for line in text.splitlines() if line.startswith("\\ ")] == [
        line[2:] for line in mps.splitlines() if line.startswith("* ")
    ]


def test_legends_are_plain_and_short_for_any_labels():
    odd = Column("x1", 1, 0, "", (), 'é\n\\* "x" *\\ ' + "long " * 100)
    entries = (Column("x0", 1, None, "", (), ""), odd, Column("v0", 2, None, "", (), ""))
    lines = legend_lines(Columns("", "", 1, (), entries, ()), ("agent\n\\", "bandits"))
    assert all(re.fullmatch(r"[ -)+-\[\]-~]*", line) and len(line) <= WIDTH for line in lines)
    assert legend_lines(Columns("", "", 1, (), entries * MOST, ()), ("a", "b")) == []
