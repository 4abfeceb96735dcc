"""Write what follows from the built-in maps of `efgc grade --program`: which mistake shows on which
map, as a table in docs/mistakes.md and for the program in
pipeline/apps/course/grade/known_mistakes.py.

    python tests/documents/mistake_maps.py
"""

import re
from pathlib import Path

from efgc.pipeline.apps.course.grading.grader import Grader, GradingRequest
from efgc.pipeline.apps.course.programs.maps import BUILT_IN, built_in, size, text_of
from efgc.pipeline.files.text import Text

ROOT = Path(__file__).parents[2]
MODULE, PAGE = ROOT / "pipeline/apps/course/grade/known_mistakes.py", ROOT / "docs/mistakes.md"
BEGIN = "<!-- The rest of this page is written by tests/documents/mistake_maps.py. -->\n"
RULES = {  # Rules with the same maps and mistakes are one table.
    "cave-2023": "Caves of 2023",
    "island-2018": "Islands of 2018 and 2020",
    "island-2013": "Islands of 2013",
}


def shown(rules):
    """Return for each mistake a mark per built-in map: 1 where it shows, 0 where it cannot."""
    found = {}
    maps = built_in(rules)
    for number, board in enumerate(maps):
        request = GradingRequest(Text(text_of(board), "map", "map", "0" * 64), rules)
        for name, shows in Grader(request).visible.items():
            found.setdefault(name, ["0"] * len(maps))[number] = "01"[shows]
    return {name: "".join(marks) for name, marks in sorted(found.items()) if "1" in marks}


def module(tables):
    """Return the text of the module with the tables."""
    lines = [
        '"""Which mistake shows on which built-in map, written by tests/documents/mistake_maps.py.',
        "",
        "Each line has a mark per map (1 where the mistake shows, 0 where it cannot) and its name.",
        '"""',
        "",
        "TABLES = {",
    ]
    for rules, table in tables.items():
        lines.append(f'    "{rules}": """\\')
        lines += [f"{marks} {name}" for name, marks in table.items()]
        lines.append('""",')
    return "\n".join([*lines, "}", ""])


def page(tables):
    """Return the generated part of the page."""
    parts = []
    for rules, table in tables.items():
        maps = built_in(rules)
        parts += [f"\n### {RULES[rules]}\n", "```text", *side_by_side(maps), "```", ""]
        parts += ["| mistake | shows on map |", "| --- | --- |"]
        parts += [f"| {name} | {ranges(marks)} |" for name, marks in table.items()]
    return "\n".join(parts) + "\n"


def ranges(marks):
    """Return the numbers of the maps where a mistake shows.

    >>> ranges("101110")
    '1, 3 to 5'
    """
    if "0" not in marks:
        return "all"
    words = []
    for run in re.finditer("1+", marks):
        first, last = run.start() + 1, run.end()
        words += [f"{first} to {last}"] if last > first + 1 else map(str, range(first, last + 1))
    return ", ".join(words)


def side_by_side(maps):
    """Return the lines of several maps, six next to each other, with numbers and sizes above."""
    lines = []
    for begin in range(0, len(maps), 6):
        some = list(enumerate(maps, 1))[begin : begin + 6]
        heights = max(len(board.rows) for _, board in some)
        heads = [[f"map {number}", f"{size(board)[0]} squares"] for number, board in some]
        texts = [
            [*head, f"{board.bandits} hide", f"p = {float(board.capture):g}", *board.rows]
            for head, (_, board) in zip(heads, some, strict=True)
        ]
        for row in range(heights + 4):
            cells = [text[row] if row < len(text) else "" for text in texts]
            lines.append("  ".join(f"{cell:<12}" for cell in cells).rstrip())
        lines.append("")
    return lines[:-1]


def files():
    """Yield the files with the texts that they should have."""
    tables = {rules: shown(rules) for rules in BUILT_IN if rules in RULES}
    yield MODULE, module(tables)
    before, begin, _ = PAGE.read_text("utf-8").partition(BEGIN)
    yield PAGE, before + begin + page(tables)


if __name__ == "__main__":
    for path, text in files():
        path.write_text(text, encoding="utf-8")
