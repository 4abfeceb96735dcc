"""The page of feedback for a student: one self-contained file."""

from collections.abc import Iterator

from .....stages.documents import Document, html
from .....stages.page.assembly import Section, Shown, assemble


def _gather(document: Document) -> Shown:
    return Shown({"blocks": "".join(map(html, document.sections))})


SECTION = Section("feedback", "What was found", _gather)


def write_feedback(document: Document) -> Iterator[str]:
    """Yield the page of a document."""
    return assemble(document, (SECTION,), document).write().parts
