"""Python in the documents runs, and prints what stands below it."""

import json
import re
import subprocess
import sys

import pytest

import efgc
from python_blocks import NOTEBOOK, PAGES, ROOT, beside_examples, blocks, cells, ran
from python_signatures import MODULE, written


def test_blocks_of_python_print_the_output_below_them():
    for page in PAGES:
        found = blocks(page)
        assert found, page
        with beside_examples():
            printed = [text for text, _ in ran(code for code, _ in found)]
        assert printed == [expected for _, expected in found], (
            "tests/documents/python_blocks.py writes them again"
        )


@pytest.mark.slow
def test_a_type_checker_accepts_the_blocks_but_for_the_unknown_option(tmp_path):
    script = tmp_path / "blocks.py"
    script.write_text("\n".join(code for code, _ in blocks("docs/python.md")))
    errors = [line for _, line in type_errors(script)]
    assert len(errors) == 1 and 'keyword argument "levle"' in errors[0], errors


def type_errors(script):
    """Return the lines of a script that a type checker refuses, with its messages."""
    checked = subprocess.run(
        [sys.executable, "-m", "mypy", "--strict", str(script)],
        cwd=ROOT,
        capture_output=True,
        text=True,
    )
    lines = script.read_text().splitlines()
    found = re.findall(r"^[^:\n]+:(\d+): error: (.*)", checked.stdout, re.MULTILINE)
    assert checked.returncode in (0, 1), checked.stdout + checked.stderr
    return [(lines[int(number) - 1], message) for number, message in found]


GIVEN = """
efgc.run([[1, 2], [3, 0]])
efgc.run(((1, 2.5), (Fraction(1, 2), Decimal("0.1"))))
efgc.run([["1/3", "2"]])
efgc.run(row for row in [[1, 2], [3, 4]])
efgc.run(numpy.array([[1, 2], [3, 4]], dtype=numpy.int8))
efgc.run(Path("cave.txt"), p=Fraction(1, 3))
efgc.run("cave.txt", p=Decimal("0.1"))
efgc.evaluate("kuhn", "uniform", {0: [0.5, 0.5]})
efgc.evaluate("kuhn", result, result.strategies)
efgc.evaluate("kuhn", numpy.array([0.5, 0.5]), {"bet": "1/3", "pass": "2/3"})
efgc.evaluate("kuhn", lambda infoset: {infoset.actions[0]: 1})
efgc.sweep(["cave.txt", Path("island.txt"), [[1, 2]]], vary={"p": [0.1, "1/3"]})
efgc.sweep([numpy.array([[1, 2]]), numpy.array([[3, 4]])])
efgc.sweep([[[1, 2], [3, 4]]])
"""
REFUSED = """
efgc.run(None)
efgc.run(3)
efgc.run([1, 2, 3])
efgc.run([[1j, 2]])
efgc.run(b"1 0.5")
efgc.run(result)
efgc.run("cave.txt", p=1j)
efgc.evaluate("kuhn", 3)
efgc.evaluate("kuhn", lambda infoset: 3)
efgc.sweep(None)
efgc.run("cave.txt", levle=1)
drawing.save("a.svg", scheme="drak")
result.draw(dept=3)
"""


@pytest.mark.slow
def test_a_type_checker_knows_sources_strategies_and_results(tmp_path):
    script = tmp_path / "program.py"
    script.write_text(f"""from decimal import Decimal
from fractions import Fraction
from pathlib import Path

import numpy

import efgc


def solved(source: efgc.Source) -> efgc.Result:
    return efgc.run(source)


def guaranteed(source: efgc.Source, strategy: efgc.GivenStrategy) -> efgc.Number:
    evaluation: efgc.Evaluation = efgc.evaluate(source, strategy)
    first: efgc.EvaluatedStrategy = evaluation.strategies[0]
    return first.guarantee


result = solved("cave.txt")
bounds: efgc.Bounds = result.bounds
strategy: efgc.Strategy = result.strategies[0]
entry: efgc.Behaviour = strategy[0]
drawing: efgc.Drawing = result.draw()
rows: efgc.Rows = efgc.sweep("cave.txt")
fraction: Fraction = 2 * result.value.exact + 2 * entry.exact[0].exact
number: int = entry.information_set + len(result.shortfall)
value: float = rows[0].value + 1
payoff: efgc.Number = efgc.evaluate("kuhn", strategy).payoff
drawing.save("a.svg", scheme="dark")
{GIVEN}{REFUSED}""")
    assert list(dict.fromkeys(line for line, _ in type_errors(script))) == REFUSED.split("\n")[1:-1]


def test_the_notebook_runs_from_top_to_bottom():
    with beside_examples():
        values = [value for _, value in ran(cells())]
    shown = [value._repr_html_() for value in values if hasattr(value, "_repr_html_")]
    assert len(shown) >= 4 and sum("<img" in one for one in shown) >= 3
    kinds = {type(value) for value in values}
    assert {efgc.Result, efgc.Drawing, efgc.Evaluation} <= kinds


def test_the_notebook_is_stored_without_outputs():
    text = NOTEBOOK.read_text(encoding="utf-8")
    notebook = json.loads(text)
    assert text == json.dumps(notebook, indent=1) + "\n"
    for cell in notebook["cells"]:
        assert cell["metadata"] == {} and "\n" not in "".join(cell["source"])[-1:]
        assert cell.get("outputs", []) == [] and cell.get("execution_count") is None
        assert all(len(line) <= 101 for line in cell["source"])
    assert (notebook["nbformat"], notebook["nbformat_minor"]) == (4, 4)


def test_the_signatures_of_efgc_are_current():
    text = MODULE.read_text()
    assert written(text) == text and "    off_path: str | None = None," in text
