"""Python in documents: blocks of a page, and cells of a notebook.

This writes what the blocks print below them again: `PYTHONPATH=. .venv/bin/python
tests/documents/python_blocks.py`.
"""

import ast
import contextlib
import io
import json
import os
import re
import shutil
import tempfile
from pathlib import Path

ROOT = Path(__file__).parents[2]
PAGES = ("README.md", "docs/python.md", "docs/sweeps.md")
NOTEBOOK = ROOT / "docs" / "solve-look-evaluate.ipynb"
BLOCK = re.compile(r"^```python\n(.*?)^```\n(?:```text\n(.*?)^```\n)?", re.MULTILINE | re.DOTALL)


def blocks(page):
    """Return (code, expected output, empty if none is given) of each block of a page."""
    return BLOCK.findall((ROOT / page).read_text(encoding="utf-8"))


def cells():
    """Return the code of each cell of the notebook."""
    notebook = json.loads(NOTEBOOK.read_text(encoding="utf-8"))
    return ["".join(cell["source"]) for cell in notebook["cells"] if cell["cell_type"] == "code"]


def ran(pieces):
    """Run pieces of code one after the other, beside the worked examples; return what each of them
    prints and the value of its last line, if that is an expression.
    """
    names, found = {}, []
    for code in pieces:
        tree = ast.parse(code)
        last = tree.body.pop() if tree.body and isinstance(tree.body[-1], ast.Expr) else None
        with contextlib.redirect_stdout(io.StringIO()) as printed:
            exec(compile(tree, "document", "exec"), names)
            value = (
                eval(compile(ast.Expression(last.value), "document", "eval"), names)
                if (last is not None)
                else None
            )
        found.append((printed.getvalue(), value))
    return found


@contextlib.contextmanager
def beside_examples():
    """Work in a folder that has the worked examples, for a `with` block."""
    before = os.environ.get("SOURCE_DATE_EPOCH")
    os.environ["SOURCE_DATE_EPOCH"] = "0"
    try:
        with tempfile.TemporaryDirectory() as folder, contextlib.chdir(folder):
            shutil.copytree(ROOT / "artifacts", "artifacts")
            yield
    finally:
        if before is None:
            del os.environ["SOURCE_DATE_EPOCH"]
        else:
            os.environ["SOURCE_DATE_EPOCH"] = before


def main():
    for page in PAGES:
        with beside_examples():
            printed = iter([text for text, _ in ran(code for code, _ in blocks(page))])

        def again(block, printed=printed):
            text = next(printed)
            below = f"```text\n{text}```\n" if text else ""
            return f"```python\n{block[1]}```\n{below}"

        path = ROOT / page
        path.write_text(BLOCK.sub(again, path.read_text(encoding="utf-8")), encoding="utf-8")


if __name__ == "__main__":
    main()
