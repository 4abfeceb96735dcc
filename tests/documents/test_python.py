"""Python in the documents runs, and prints what stands below it."""

import json
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
    checked = subprocess.run(
        [sys.executable, "-m", "mypy", "--strict", str(script)],
        cwd=ROOT,
        capture_output=True,
        text=True,
    )
    errors = [line for line in checked.stdout.splitlines() if ": error: " in line]
    assert len(errors) == 1 and 'Argument "levle"' in errors[0], checked.stdout + checked.stderr


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
