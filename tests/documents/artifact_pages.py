"""Write what follows from the declarations of the artifacts: their JSON Schemas, and the tables of
keys in their pages.

    python tests/documents/artifact_pages.py
"""

from importlib import import_module
from pathlib import Path

from artifact_description import COLUMN_HEAD, HEAD, column_table, json_schema, table
from efgc.schemas.parts.documents.artifacts import Artifact

FOLDER = Path(__file__).parents[2] / "schemas"


def declared():
    """Return the declared artifacts by the names of their modules."""
    names = {path.name.partition(".")[0] for path in FOLDER.glob("*.schema.json")}
    names -= {"observation_graph"}  # Version 2 of another artifact.
    modules = {name: import_module(f"efgc.schemas.{name}") for name in sorted(names)}
    return {
        name: module.ARTIFACT
        for name, module in modules.items()
        if isinstance(getattr(module, "ARTIFACT", None), Artifact)
    }


def with_table(page, begin, written):
    """Return a page with the table that follows from the declaration; `begin` is its head."""
    before, head, after = page.partition(begin)
    assert head, "the page has no such table"
    _, _, rest = after.partition("\n\n")
    return f"{before}{written}\n{rest}" if rest else before + written


def files():
    """Yield the files with the texts that they should have."""
    for name, artifact in declared().items():
        yield FOLDER / f"{name}.schema.json", json_schema(artifact)
        page = FOLDER / f"{name}.md"
        yield page, with_table(page.read_text(encoding="utf-8"), HEAD, table(artifact))
    for name in ("sweep", "critical"):
        page = FOLDER / f"{name}.md"
        written = column_table(import_module(f"efgc.schemas.{name}").TABLE)
        yield page, with_table(page.read_text(encoding="utf-8"), COLUMN_HEAD, written)


if __name__ == "__main__":
    for path, text in files():
        path.write_text(text, encoding="utf-8")
