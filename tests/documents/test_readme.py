"""The blocks of the documents run, and print what stands below them."""

import json
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from small_games import ROOT

BLOCK = re.compile(r"^```sh\n(.*?)^```\n(?:```text\n(.*?)^```\n)?", re.MULTILINE | re.DOTALL)


def blocks(document):
    """Return (commands, expected output, empty if none is given) of each shell block."""
    return BLOCK.findall((ROOT / document).read_text())


def shell(commands, folder):
    """Run commands with this installation's `efgc` first on the path."""
    environment = {
        **os.environ,
        "PATH": f"{Path(sys.executable).parent}:{os.environ['PATH']}",
        "SOURCE_DATE_EPOCH": "0",
    }
    return subprocess.run(
        ["bash", "-e", "-o", "pipefail", "-c", commands],
        cwd=folder,
        env=environment,
        text=True,
        capture_output=True,
        timeout=120,
    )


@pytest.mark.slow
def test_readme_runs_from_top_to_bottom(tmp_path):
    shutil.copytree(ROOT / "artifacts", tmp_path / "artifacts")
    # The two commands that install are run by .ci/run, in environments of their own.
    found = [block for block in blocks("README.md") if "venv" not in block[0]]
    assert len(found) == 10
    for commands, expected in found:
        ended = shell(commands, tmp_path)
        assert (ended.returncode, ended.stderr) == (0, "")
        assert ended.stdout == expected


@pytest.mark.slow
def test_artifacts_are_remade_byte_for_byte(tmp_path):
    shutil.copytree(ROOT / "artifacts", tmp_path / "artifacts")
    for path in (tmp_path / "artifacts").rglob("*.*"):
        if path.suffix not in (".txt", ".yaml") or path.name.endswith(
            (".report.txt", ".states.yaml")
        ):
            path.unlink()
    [(commands, _)] = blocks("artifacts/README.md")
    ended = shell(commands, tmp_path)
    assert (ended.returncode, ended.stderr) == (0, "")
    committed = _contents(ROOT / "artifacts", {"README.md"})
    assert (
        len(committed) == 7 * 9 + 8 + 8 + 5 + 4 + 9
    )  # Published maps, `maze`, Goofspiel, droid battle.
    assert _contents(tmp_path / "artifacts", set()) == committed


def test_the_probabilities_that_the_examples_tell_are_those_of_the_graph(tmp_path):
    told = re.search(
        r"1, 2, 3 with probabilities (\S+), (\S+)\s+and (\S+)\.",
        (ROOT / "artifacts/README.md").read_text(),
    )
    ended = shell("efgc run artifacts/goofspiel-4/goofspiel-4.yaml --format json", ROOT)
    assert json.loads(ended.stdout)["first_moves"]["2"]["strategy_1_exact"] == [*told.groups(), "0"]


def _contents(folder, without):
    return {
        str(path.relative_to(folder)): path.read_bytes()
        for path in sorted(folder.rglob("*"))
        if path.is_file() and path.name not in without
    }


@pytest.mark.parametrize("document", ["README.md", "CONTRIBUTING.md", "artifacts/README.md"])
def test_files_that_documents_name_exist(document):
    named = re.findall(
        r"`((?:artifacts|pipeline|schemas|stages|tests)/[\w./-]*)`", (ROOT / document).read_text()
    )
    assert named or document == "artifacts/README.md"
    assert [name for name in named if not (ROOT / name).exists()] == []
