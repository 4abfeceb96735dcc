"""What a linear program says in words, and the legend of both programs."""

import os
import re
from fractions import Fraction
from pathlib import Path

import pytest
from click.testing import CliRunner

from efgc.pipeline.cli import efgc
from efgc.schemas.linear_program import SymbolKind, symbol_name
from efgc.schemas.parts.problems import LimitError
from efgc.stages.forms.formulation import Forms
from efgc.stages.lower import REDUCTIONS, explanation
from efgc.stages.lower.explanation import explain, legend
from said import but_files
from small_games import ARTIFACTS, game_of, published

GOLDEN = Path(__file__).parent / "golden"
LETTERS = ("S", "Q")


def whole(name):
    return Forms(game_of(published(name), level=0)).without(tuple(REDUCTIONS))


def test_the_files_of_2018_equal_the_golden_files(tmp_path, monkeypatch):
    """Look at these when they change."""
    monkeypatch.chdir(tmp_path)
    source = str(ARTIFACTS / "island-1" / "island-1.txt")
    asked = ["course", "island-2018", source, "--login", "novak", "--explain"]
    assert CliRunner().invoke(efgc, asked).exit_code == 0
    suffixes = ("lp", "attacker.lp", "legend.txt", "explained.txt")
    assert {path.name for path in tmp_path.iterdir()} == {f"novak.{end}" for end in suffixes}
    for suffix in suffixes[2:]:
        made, kept = (tmp_path / f"novak.{suffix}").read_text(), GOLDEN / f"island-1.{suffix}"
        if os.environ.get("UPDATE_GOLDEN"):
            kept.write_text(made)
        assert made == kept.read_text()


@pytest.mark.parametrize("name", ["two-bushes", "island-report", "cave-example"])
@pytest.mark.parametrize("without", [(), tuple(REDUCTIONS)])
def test_every_row_is_explained_with_its_numbers(name, without):
    formulation = Forms(game_of(published(name), level=0)).without(without)
    for player in (1, 2):
        program = formulation.programs[player - 1]
        told = dict(
            re.findall(
                r"^([fb]\d+): (.*) (?:=|<=) [01]$", "".join(explain(formulation, player)), re.M
            )
        )
        assert [*told] == [symbol_name(row) for row in program.rows]
        for row, line in zip(told.values(), program.lines, strict=True):
            terms = re.findall(r"([-+]?) ?(\d+(?:/\d+)?)? ?([a-z]\d+)", row)
            assert [(program.names[column], number) for column, number in line] == [
                (column, Fraction(f"{sign}{size or 1}")) for sign, size, column in terms
            ]


def test_overlong_explanations_are_refused_early(monkeypatch):
    monkeypatch.setattr(explanation, "MOST_ROWS", 30)
    rows = len(whole("island-1").programs[0].rows)
    with pytest.raises(LimitError, match=f"has {rows} rows; at most 30 can be explained"):
        explain(whole("island-1"), 1)


def test_the_legend_relates_columns_and_sequences():
    formulation = whole("island-report")
    text = "".join(legend(formulation, ("AGENT", "ATTACKER"), LETTERS, ("a.lp", "b.lp")))
    rows = [re.split(r"  +", line, maxsplit=3) for line in text.splitlines()]
    by_sequence = {row[0]: row[1:] for row in rows if row[0][:1] in LETTERS and len(row) == 4}
    assert by_sequence["S5"] == ["x4", "b4", "up [e1 occupied, escaped] right right"]
    assert by_sequence["Q7"] == ["y6", "b6", "e1 [alarm at e3] e1 to e2"]
    for player, letter in enumerate(LETTERS):
        weights = [
            symbol_name(symbol)
            for symbol in formulation.programs[player].columns
            if symbol.kind is SymbolKind.WEIGHT
        ]
        assert [cells[0] for name, cells in by_sequence.items() if name[0] == letter] == weights


def test_lower_writes_the_explanation_next_to_the_program(tmp_path):
    source = str(ARTIFACTS / "island-1" / "island-1.game.json")
    made = tmp_path / "x.lp"
    ended = CliRunner().invoke(efgc, ["lower", source, "-O", "2", "-o", str(made), "--explain"])
    assert (ended.exit_code, but_files(ended.output)) == (0, "")
    text = (tmp_path / "x.explained.txt").read_text()
    assert "\nb1: v1 - 11/2 x1 - 11 x2 - 5 x3 <= 0\n    If bandits should play b1 (e1 e2):" in text
    for options in ([], ["-o", str(tmp_path / "x.npz")]):
        ended = CliRunner().invoke(efgc, ["lower", source, *options, "--explain"])
        assert ended.exit_code == 2 and "--explain" in ended.output
