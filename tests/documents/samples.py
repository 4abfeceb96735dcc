"""The samples on the pages of the artifacts, and the commands that make them.

This writes them again: `PYTHONPATH=. .venv/bin/python tests/documents/samples.py`. With the name of
a folder it writes them there, as files: the corpus of a release in tests/artifacts.
"""

import contextlib
import re
import shlex
import sys
import tempfile
from pathlib import Path

from click.testing import CliRunner

from efgc.pipeline.cli import efgc
from efgc.schemas.levels import MANIFEST

FOLDER = Path(__file__).parents[2] / "schemas"
SAMPLE = re.compile(r"(^File `([\w.]+)`:\n\n```\w+\n)(.*?)(?=^```$)", re.MULTILINE | re.DOTALL)
INDEX = (FOLDER / "README.md").read_text(encoding="utf-8")
PAGES = {  # By name, without the index.
    path.stem: path.read_text(encoding="utf-8")
    for path in sorted(FOLDER.rglob("*.md"))
    if path.name != "README.md"
}
SAMPLES = {name: text for page in PAGES.values() for _, name, text in SAMPLE.findall(page)}
COMMANDS = re.findall(r"^(?:export|efgc) .*", INDEX.partition("```sh\n")[2], re.MULTILINE)
SOURCES = (
    "fork.txt",
    "meet.txt",
    "tunnel.txt",
    "glade.txt",
    "duel.yaml",
    "skirmish.yaml",
    "coins.efg",
    "patrol.osposg",
    "inspection.csv",
    "inspection.nfg",
    "lamp.rules.yaml",
    "late.efg",
    "poker.states.yaml",
    "night.states.yaml",
    "kuhn.policy.json",
    "bluff.csv",
    "coins.transcript.json",
    "value.py",
)
NO_ARTIFACTS = ("value.py", ".lock", "sweep.html", "sweep.svg", "sweep.journal")
"""Beside the artifacts; pytest would run the program."""


def made():
    """Return all samples by name, the sources as they are and the others made of them in the
    current folder, which is empty.
    """
    for name in SOURCES:
        Path(name).write_text(SAMPLES[name], encoding="utf-8")
    for command in COMMANDS[1:]:
        run = CliRunner(env={"SOURCE_DATE_EPOCH": "0"}).invoke(efgc, shlex.split(command)[1:])
        assert run.exit_code == 0, (command, run.output)
    files = [path for path in Path().iterdir() if path.is_file()]
    files += [Path("levels", MANIFEST), Path("sweep", "sweep.csv")]
    files += [Path("critical", "critical.csv")]
    return {path.name: path.read_text(encoding="utf-8") for path in files}


def main():
    if sys.argv[1:]:
        folder = Path(sys.argv[1])
        folder.mkdir(parents=True)
        with contextlib.chdir(folder):
            made()
            for path in [path for path in Path().rglob("*") if path.name in NO_ARTIFACTS]:
                path.unlink()
        return
    with tempfile.TemporaryDirectory() as folder, contextlib.chdir(folder):
        samples = made()
    for path in FOLDER.rglob("*.md"):
        text = path.read_text(encoding="utf-8")
        path.write_text(SAMPLE.sub(lambda found: found[1] + samples[found[2]], text), "utf-8")


if __name__ == "__main__":
    main()
