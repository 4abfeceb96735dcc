"""The blocks of the documents run, and print what stands below them."""

import json
import os
import re
import shlex
import shutil
import subprocess
import sys
from pathlib import Path

import click
import pytest

from commands import as_program
from efgc.pipeline.cli import efgc
from efgc.schemas.parts.release import VERSION
from said import but_files
from small_games import ROOT

PAGES = {  # How many blocks each has that run, not counting those that install.
    "README.md": 3,
    "docs/autograding.md": 8,
    "docs/clusters.md": 0,
    "docs/droid-battle.md": 3,
    "docs/evaluate.md": 5,
    "docs/glossary.md": 0,
    "docs/explore.md": 0,
    "docs/gambit.md": 0,
    "docs/grading.md": 5,
    "docs/goofspiel.md": 5,
    "docs/large-games.md": 3,
    "docs/limits.md": 2,
    "docs/maps.md": 6,
    "docs/mistakes.md": 1,
    "docs/networks.md": 2,
    "docs/pictures.md": 5,
    "docs/pipeline.md": 19,
    "docs/play.md": 4,
    "docs/proofs.md": 8,
    "docs/refinement.md": 3,
    "docs/solver-files.md": 2,
    "docs/sweeps.md": 4,
    "docs/python.md": 0,
    "docs/verified.md": 0,
    "docs/your-own-game.md": 17,
}
PROSE = [
    *PAGES,
    "CHANGES.md",
    "CONTRIBUTING.md",
    "artifacts/README.md",
    "proofs/README.md",
    "tests/README.md",
    "tests/benchmarks/README.md",
]
BLOCK = re.compile(r"^```sh\n(.*?)^```\n(?:```text\n(.*?)^```\n)?", re.MULTILINE | re.DOTALL)
ANY_BLOCK = re.compile(r"^ *```.*?^ *```$", re.MULTILINE | re.DOTALL)
LINK = re.compile(r"(?:\]\(|^\[[^\]]+\]: )([^)#\s]+)", re.MULTILINE)  # But for places on a page.


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


def calls(commands):
    """Yield the words behind each `efgc` of shell commands."""
    without_texts = re.sub(r"<<\s*'?(\w+)'?(.*?)$.*?^\1$", r"\2", commands, flags=re.M | re.S)
    words = shlex.shlex(
        without_texts.replace("\\\n", " "), posix=True, punctuation_chars="();<>|&\n"
    )
    words.whitespace = " \t"
    call = None
    for word in [*words, "\n"]:
        if call is not None and set(word) & set("();<>|&\n"):
            yield call
            call = None
        elif call is not None:
            call.append(word)
        elif word == "efgc":
            call = []


def assert_it_exists(words):
    """Assert that the command and all options of a call exist."""
    command, rest = efgc, [*words]
    while isinstance(command, click.Group) and rest and not rest[0].startswith("-"):
        command = command.get_command(click.Context(command), rest.pop(0))
        assert command is not None, words
    parameters = command.get_params(click.Context(command))
    known = {name for one in parameters for name in (*one.opts, *one.secondary_opts)}
    options = {word.partition("=")[0] for word in rest if word.startswith("--") and word != "--"}
    options -= {"--log"}  # Every command takes it.
    assert options <= known, (words, options - known)


@pytest.mark.parametrize("page", PAGES)
def test_commands_and_options_of_pages_exist(page):
    """All pages, without running them."""
    found = [words for commands, _ in blocks(page) for words in calls(commands)]
    for words in found:
        assert_it_exists(words)
    assert found or not PAGES[page]


def test_a_command_or_an_option_that_does_not_exist_is_found():
    [call, other] = calls("sed 1d a | efgc run a.txt \\\n  --briefly > b\nefgc rnu\n")
    assert call == ["run", "a.txt", "--briefly"] and other == ["rnu"]
    for words in (call, other):
        with pytest.raises(AssertionError):
            assert_it_exists(words)


@pytest.mark.slow
@pytest.mark.parametrize("page", PAGES)
def test_pages_run_from_top_to_bottom(page, tmp_path):
    shutil.copytree(ROOT / "artifacts", tmp_path / "artifacts")
    # The two commands that install are run by .ci/run, in environments of their own.
    found = [block for block in blocks(page) if "venv" not in block[0]]
    assert len(found) == PAGES[page]
    for commands, expected in found:
        ended = shell(commands, tmp_path)
        assert (ended.returncode, but_files(ended.stderr)) == (0, "")
        assert ended.stdout == expected


@pytest.mark.slow
def test_a_map_is_remade_byte_for_byte(tmp_path):
    """The first loop of the commands, for one map."""
    [(commands, _)] = blocks("artifacts/README.md")
    loop = f"{commands.partition('done')[0]}done"
    name, folder = "cave-example", tmp_path / "artifacts" / "cave-example"
    folder.mkdir(parents=True)
    shutil.copy(ROOT / "artifacts" / name / f"{name}.txt", folder)
    ended = shell(re.sub("for game in .*?;", f"for game in {name};", loop), tmp_path)
    assert (ended.returncode, but_files(ended.stderr)) == (0, "")
    made = _contents(folder, set())
    assert made == {path: (ROOT / "artifacts" / name / path).read_bytes() for path in made}
    assert len(made) == 10


@pytest.mark.long
def test_artifacts_are_remade_byte_for_byte(tmp_path):
    shutil.copytree(ROOT / "artifacts", tmp_path / "artifacts")
    for path in (tmp_path / "artifacts").rglob("*.*"):
        if path.suffix not in (".txt", ".yaml") or path.name.endswith(
            (".report.txt", ".states.yaml", ".notebook.txt")
        ):
            path.unlink()
    [(commands, _)] = blocks("artifacts/README.md")
    ended = shell(commands, tmp_path)
    assert (ended.returncode, but_files(ended.stderr)) == (0, "")
    committed = _contents(ROOT / "artifacts", {"README.md"})
    assert (
        len(committed) == 7 * 11 + 1 + 10 + 8 + 5 + 6 + 4 + 9 + 5 * 8 + 1 + 3
    )  # Published maps, `maze`, Goofspiel, droid battle, rules, a sweep by Make, a large game.
    assert _contents(tmp_path / "artifacts", set()) == committed


def test_the_probabilities_that_the_examples_tell_are_those_of_the_graph():
    told = re.search(
        r"1, 2, 3 with probabilities (\S+), (\S+)\s+and (\S+)\.",
        (ROOT / "artifacts/README.md").read_text(),
    )
    source = ROOT / "artifacts" / "goofspiel-4" / "goofspiel-4.yaml"
    _, printed, _ = as_program("run", source, "--format", "json")
    assert json.loads(printed)["first_moves"]["2"]["strategy_1_exact"] == [*told.groups(), "0"]


def _contents(folder, without):
    return {
        str(path.relative_to(folder)): path.read_bytes()
        for path in sorted(folder.rglob("*"))
        if path.is_file() and path.name not in without
    }


def test_all_pages_are_listed_and_the_readme_is_short():
    pages = sorted(f"docs/{path.name}" for path in (ROOT / "docs").glob("*.md"))
    assert sorted(PAGES) == ["README.md", *pages]
    assert len((ROOT / "README.md").read_text().splitlines()) <= 150


@pytest.mark.parametrize("document", PROSE)
def test_prose_is_at_most_100_columns_wide(document):
    prose = ANY_BLOCK.sub("", (ROOT / document).read_text())
    assert [line for line in prose.splitlines() if len(line) > 100] == []


@pytest.mark.parametrize("document", PROSE)
def test_links_lead_to_files(document):
    links = LINK.findall(ANY_BLOCK.sub("", (ROOT / document).read_text()))
    assert links or document not in PAGES
    assert [link for link in links if not ((ROOT / document).parent / link).exists()] == []


@pytest.mark.parametrize("document", PROSE)
def test_files_that_documents_name_exist(document):
    named = re.findall(
        r"`((?:artifacts|docs|pipeline|schemas|stages|tests)/[\w./-]*)`",
        (ROOT / document).read_text(),
    )
    assert named or document != "CONTRIBUTING.md"
    assert [name for name in named if not (ROOT / name).exists()] == []


def test_the_citation_names_the_version():
    assert f"\nversion: {VERSION}\n" in (ROOT / "CITATION.cff").read_text()


def test_the_glossary_explains_the_words_of_the_project():
    """The table of words in CONTRIBUTING.md; each is in bold or slanted in the glossary."""
    text = " ".join((ROOT / "docs" / "glossary.md").read_text().split())
    table = (ROOT / "CONTRIBUTING.md").read_text().partition("## One word, one meaning")[2]
    table = table.partition("\n## ")[0]
    words = [
        word.strip()
        for row in re.findall(r"^\| ([^|]+) \|", table, re.MULTILINE)[1:]
        for word in re.split("[;,]", row.replace("level files", "level"))
        if not word.startswith("-")
    ]
    marked = {word.lower() for word in re.findall(r"\*+([^*]+?)s?\*+", text)}
    assert len(words) > 20
    assert [word for word in words if word.lower().removesuffix("s") not in marked] == []
