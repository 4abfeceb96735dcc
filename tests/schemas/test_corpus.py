"""The artifacts of every release: this version reads them, or says with which command to make them
again.
"""

import json
import re
import shutil

import pytest
import yaml

from efgc.pipeline.cli import efgc
from efgc.pipeline.terminal.diagnostics import guarded
from efgc.schemas import columns, game
from efgc.schemas.parts.problems import InputError
from efgc.schemas.parts.release import VERSION
from efgc.stages.lower import lower
from samples import SOURCES
from small_games import ROOT

CORPUS = ROOT / "tests" / "artifacts"
RELEASES = sorted(path.name for path in CORPUS.iterdir())
ARTIFACTS = [
    path
    for release in RELEASES
    for path in sorted((CORPUS / release).iterdir())
    if path.suffix in (".json", ".yaml") and "efgc/" in path.read_text()[:40]
]
VERSIONED = [path for path in ARTIFACTS if not path.name.endswith(".rules.yaml")]  # A source.
AGAIN = re.compile(r"version '[\d.]+' is not known here, only \d+; .*(?:again|`efgc [^`]+`)")
# What the files of a release come to: a command and what it prints.
SINCE_0_1 = [
    (
        "report fork.game.json fork.columns.json fork.solution.json",
        "exact value  15/2, proved",
    ),
    ("report duel.states.yaml duel.solution.json", "value"),
    ("report large.states.yaml large.solution.json --levels levels", "value"),
    ("report fork.lp fork.solution.json", "optimum"),
    ("check fork.certificate.json fork.game.json", "proves for fork.game.json that the value"),
    ("check program.certificate.json fork.lp", "proves for fork.lp that"),
    ("check duel.certificate.json duel.states.yaml", "proves for duel.states.yaml that"),
    ("check fork.txt fork.states.yaml fork.game.json", "is made from fork.txt"),
    (
        "evaluate fork.game.json fork.strategy.json --no-solve",
        "nothing is lost at any",
    ),
    ("match rookie.agent.json random --battle skirmish.yaml --games 0", "rookie"),
]
SINCE_0_2 = [
    ("report coins.game.json coins.bounds.json", "between 2.333314 and 2.333370 to Ann"),
    ("check coins.bounds.json coins.game.json", "proves for coins.game.json that the value"),
    ("run night.states.yaml", "2599/2500, proved"),
    ("run poker.states.yaml", "1/3, proved"),
    ("run lamp.rules.yaml", "-4/7, proved"),
]
OUTCOMES = {
    "0.1.0": SINCE_0_1,
    "0.2.0": [*SINCE_0_1, *SINCE_0_2],
    "0.3.0": [*SINCE_0_1, *SINCE_0_2],
}


def test_every_release_has_its_artifacts():
    assert VERSION in RELEASES or f"## {VERSION}" not in (ROOT / "CHANGES.md").read_text()
    assert {*OUTCOMES} == {*RELEASES}


@pytest.mark.parametrize("path", ARTIFACTS, ids=lambda path: f"{path.parent.name}-{path.name}")
def test_an_artifact_of_a_release_is_read_or_made_again(path, capfd):
    code = guarded(lambda: efgc(["check", str(path)], standalone_mode=False))
    said = capfd.readouterr().err
    assert (code, said) == (0, "") or code == 1 and AGAIN.search(said)


@pytest.mark.parametrize("path", VERSIONED, ids=lambda path: f"{path.parent.name}-{path.name}")
def test_another_version_is_refused_with_the_command_that_makes_the_file_again(
    path, tmp_path, capfd
):
    text = path.read_text()
    text = re.sub(r'^(version: |.*"version": )\d+', r"\g<1>77", text, count=1, flags=re.MULTILINE)
    (tmp_path / path.name).write_text(text)
    code = guarded(lambda: efgc(["check", str(tmp_path / path.name)], standalone_mode=False))
    said = capfd.readouterr().err
    assert code == 1 and said.count("\n") == 1 and AGAIN.search(said), said


@pytest.mark.parametrize(
    "release, command, words",
    [(release, *row) for release, rows in OUTCOMES.items() for row in rows],
)
def test_the_artifacts_of_a_release_still_give_the_same_results(
    release, command, words, tmp_path, monkeypatch, capfd
):
    shutil.copytree(CORPUS / release, tmp_path, dirs_exist_ok=True)
    monkeypatch.chdir(tmp_path)
    code = guarded(lambda: efgc(command.split(), standalone_mode=False))
    printed, said = capfd.readouterr()
    assert (code, said) == (0, "") and words in printed


@pytest.mark.parametrize("release", RELEASES)
@pytest.mark.parametrize("name", ["fork", "meet"])
def test_column_numbering_matches_the_version_of_the_table(release, name):
    """Whoever changes the numbering counts the version of the table up."""
    text = (CORPUS / release / f"{name}.columns.json").read_text()
    try:
        table = columns.read(text)
    except InputError:
        assert json.loads(text)["version"] < columns.VERSION
        return
    played = game.read((CORPUS / release / f"{name}.game.json").read_text())
    _, now = lower(played, table.player, without=table.without)
    assert now == table


@pytest.mark.parametrize("path", ARTIFACTS, ids=lambda path: f"{path.parent.name}-{path.name}")
def test_every_artifact_of_a_release_records_how_it_was_made(path):
    if path.name in SOURCES:  # Which somebody wrote by hand.
        return
    data = yaml.load(path.read_text(), yaml.BaseLoader)
    assert data["made"]["by"] == f"efgc {path.parent.name}"
    assert data["made"]["command"].startswith("efgc ") and data["made"]["from"]
