"""The worked examples come with every kind of installation, and are written as they are, over
nothing.
"""

import configparser
import os
import re
import shutil
import subprocess
import sys
from fractions import Fraction

import pytest

from efgc.pipeline.cli import efgc
from efgc.pipeline.files.examples import CHECKOUT, EXAMPLES, WHEEL, files
from efgc.pipeline.terminal.diagnostics import guarded
from small_games import ROOT
from source_code import FRONT, HOME

SETUP = configparser.ConfigParser(delimiters=["="])
SETUP.read(ROOT / "setup.cfg")
DATA = dict(SETUP["options.data_files"])
START = "from efgc.pipeline.cli import main; main()"


def ended(*words):
    return guarded(lambda: efgc(list(words), prog_name="efgc", standalone_mode=False))


def installed(site, place, listed="../share"):
    """Lay a copy out as pip does with a wheel: packages in `site`, data in `place`, a list of
    both.
    """
    for package in ("pipeline", "stages", "schemas"):
        shutil.copytree(HOME / package, site / "efgc" / package)
    shutil.copy(FRONT, site / "efgc" / "__init__.py")
    (site / "efgc-0.1.0.dist-info").mkdir()
    (site / "efgc-0.1.0.dist-info" / "METADATA").write_text(
        "Metadata-Version: 2.1\nName: efgc\nVersion: 0.1.0\n"
    )
    record = []
    for folder, pattern in DATA.items():
        (place / folder).mkdir(parents=True)
        for path in ROOT.glob(pattern):
            shutil.copy(path, place / folder)
            record.append(f"{listed}/{folder.partition('/')[2]}/{path.name},,")
    (site / "efgc-0.1.0.dist-info" / "RECORD").write_text("\n".join(record) + "\n")


def started(site, *words, cwd):
    return subprocess.run(
        [sys.executable, "-c", START, *words],
        cwd=cwd,
        env={**os.environ, "PYTHONPATH": str(site)},
        capture_output=True,
        text=True,
    )


def same(folder, name):
    """Return whether a folder holds the files of an example, byte for byte."""
    committed = {path.name: path.read_bytes() for path in (ROOT / CHECKOUT / name).iterdir()}
    return {path.name: path.read_bytes() for path in folder.iterdir()} == committed


def test_the_list_is_that_of_the_folders_and_of_the_wheel():
    # One with a Makefile is no game.
    folders = {
        path.name
        for path in (ROOT / CHECKOUT).iterdir()
        if path.is_dir() and not (path / "Makefile").exists()
    }
    assert folders == EXAMPLES.keys()
    assert {folder: pattern for folder, pattern in DATA.items() if folder.startswith(WHEEL)} == {
        f"{WHEEL}/{name}": f"{CHECKOUT}/{name}/*" for name in folders
    }


def test_values_are_those_that_are_proved(capfd):
    """By the certificate, or by the report's bounds."""
    assert ended("examples") == 0
    rows = [re.split("  +", line.strip()) for line in capfd.readouterr().out.splitlines()[1:]]
    assert [row[0] for row in rows] == list(EXAMPLES)
    for name, value, words in rows:
        certificate, report = (
            ROOT / CHECKOUT / name / f"{name}.{suffix}"
            for suffix in ("certificate.json", "report.txt")
        )
        if certificate.exists():
            assert f'"value": "{value}"' in certificate.read_text()
        else:
            low, high = re.search(
                r" at least (\S+) against .*\n.* at most (\S+) against ", report.read_text()
            ).groups()
            assert float(low) <= Fraction(value) <= float(high) and float(high) - float(low) < 1e-11
        title = report.read_text().split("\n")[0].lower()
        assert all(
            number in title
            for number in re.findall(r"(\d (?:bandit|miner|cards)|\d+ rounds)", words)
        )


@pytest.mark.parametrize("name", EXAMPLES)
def test_an_example_is_written_as_it_is(name, tmp_path, capfd):
    assert ended("examples", name, "-o", str(tmp_path / "made")) == 0
    printed = capfd.readouterr().out.splitlines()
    assert printed == [str(tmp_path / "made" / path.name) for path in files(name)]
    assert same(tmp_path / "made", name)
    assert ended("examples", name) == 0
    assert capfd.readouterr().out == files(name)[0].read_text() and files(name)[0].name in (
        f"{name}.txt",
        f"{name}.yaml",
        f"{name}.rules.yaml",
    )


def test_existing_files_are_replaced_only_with_overwrite(tmp_path, monkeypatch, capfd):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "maze.txt").write_text("mine")
    assert ended("examples", "maze", "-o", ".") == 1
    assert capfd.readouterr() == (
        "",
        "./maze.txt: already exists; --overwrite replaces existing files\n",
    )
    assert [path.read_text() for path in tmp_path.iterdir()] == ["mine"]
    assert ended("examples", "maze", "-o", ".", "--overwrite") == 0
    assert same(tmp_path, "maze")
    assert ended("examples", "maze", "-o", ".") == 0  # What is the same is no loss.
    for path in tmp_path.iterdir():
        path.write_text("mine")
    capfd.readouterr()
    assert ended("examples", "maze", "-o", ".") == 1
    assert "./maze.txt: already exists, and 9 more; --overwrite" in capfd.readouterr().err


@pytest.mark.parametrize(
    "words, told",
    [
        (("../maze",), "'../maze' is not one of 'island-1'"),
        (("maze/..",), "is not one of"),
        (("",), "is not one of"),
        (("-o", "d"), "name an example; known are island-1,"),
        (("maze", "--overwrite"), "--overwrite is for -o"),
        (("maze", "-o", "-"), "-o takes a folder"),
    ],
)
def test_usage(words, told, tmp_path, monkeypatch, capfd):
    monkeypatch.chdir(tmp_path)
    assert ended("examples", *words) == 2
    printed, said = capfd.readouterr()
    assert printed == "" and told in said and list(tmp_path.iterdir()) == []


@pytest.mark.parametrize(
    "site, place, listed", [("lib/site", ".", "../../share"), ("site", "site", "../../share")]
)
def test_examples_of_an_installation(site, place, listed, tmp_path):
    """As pip installs a wheel, and as it does with --target, where its list names another place
    than that of the files.
    """
    installed(tmp_path / site, tmp_path / place, listed)
    (tmp_path / "work").mkdir()
    made = started(tmp_path / site, "examples", "two-bushes", "-o", "made", cwd=tmp_path / "work")
    assert (made.returncode, made.stderr) == (0, "")
    assert same(tmp_path / "work" / "made", "two-bushes")


def test_an_installation_without_examples_reports_it(tmp_path):
    installed(tmp_path / "site", tmp_path)
    shutil.rmtree(tmp_path / "share")
    found = started(tmp_path / "site", "examples", "maze", cwd=tmp_path)
    assert (found.returncode, found.stdout) == (1, "")
    assert found.stderr == "efgc: the example maze is not part of this installation\n"
