"""`efgc check --verified`: the checker that is proved correct, as a program of its own."""

import re
from pathlib import Path

import pytest

from efgc.pipeline.cli import efgc
from efgc.pipeline.related_files import verified
from efgc.pipeline.terminal.diagnostics import guarded
from public_games import DUEL, certified_graph, graph_of
from verified import program

KUHN = tuple(
    str(Path("artifacts/kuhn").resolve() / f"kuhn.{kind}.json") for kind in ("certificate", "game")
)


@pytest.fixture
def built():
    if program() is None:
        pytest.skip("the verified checker is not built here: make -C proofs")


@pytest.fixture
def in_place(tmp_path, monkeypatch):
    """Return a function that puts a shell script in the place of the verified checker."""

    def put(script):
        path = tmp_path / verified.PROGRAM
        path.write_text(f"#!/bin/sh\n{script}\n")
        path.chmod(0o755)
        monkeypatch.setenv("PATH", str(tmp_path), prepend=":")

    return put


def check(capfd, *argv):
    code = guarded(lambda: efgc.main(args=["check", *argv], standalone_mode=False))
    return code, *capfd.readouterr()


def test_a_certificate_is_proved(built, capfd):
    code, printed, said = check(capfd, "--verified", *KUHN)
    assert (code, said) == (0, "")
    assert re.search(r"game\.json that the value is -1/18 \(verified checker\)\n$", printed)


def test_a_certificate_of_a_state_graph_is_proved(built, tmp_path, capfd):
    certificate, graph = certified_graph(graph_of(DUEL))
    paths = [str(tmp_path / "duel.certificate.json"), str(tmp_path / "duel.states.yaml")]
    for path, content in zip(paths, (certificate, graph), strict=True):
        Path(path).write_bytes(content)
    code, printed, said = check(capfd, "--verified", *paths)
    assert (code, said) == (0, "") and "the value is 13/4 (verified checker)" in printed


def test_a_false_certificate_is_rejected(built, tmp_path, capfd):
    false = tmp_path / "false.certificate.json"
    false.write_text(Path(KUHN[0]).read_text().replace('"-1/18"', '"-1/17"'))
    code, _, said = check(capfd, "--verified", str(false), KUHN[1])
    assert code == 5 and "the verified checker rejects its strategies or bounds" in said


def test_a_refinement_is_not_claimed(built, tmp_path, capfd):
    certificate = tmp_path / "refined.certificate.json"
    game, solution = (KUHN[1].replace(".game.", f".{kind}.") for kind in ("game", "solution"))
    argv = ["certify", game, solution, "--refine", "sequential", "-o", str(certificate)]
    assert guarded(lambda: efgc.main(args=argv, standalone_mode=False)) == 0
    code, printed, _ = check(capfd, "--verified", str(certificate), game)
    assert code == 0 and "the value is -1/18; the refinement is not checked" in printed


def test_a_missing_program_is_one_line(capfd, monkeypatch, tmp_path):
    monkeypatch.setenv("PATH", str(tmp_path))
    monkeypatch.setattr(verified, "BUILT", tmp_path / "proofs" / verified.PROGRAM)
    code, printed, said = check(capfd, "--verified", *KUHN)
    assert (code, printed) == (3, "") and said.count("\n") == 1 and "make -C proofs" in said


@pytest.mark.parametrize(
    "script, words",
    [("echo done", "'done'"), ("exit 1", "'no output'"), ("kill -9 $$", "'no output'")],
)
def test_a_program_that_fails_is_no_proof(script, words, in_place, capfd):
    in_place(script)
    code, printed, said = check(capfd, "--verified", *KUHN)
    assert code == 3 and words in said and "proves" not in printed


def test_it_ends_with_the_command(in_place, capfd):
    in_place("sleep 60 & sleep 60")
    code, _, said = check(capfd, "--verified", "--time-limit", "1", *KUHN)
    assert code == 4 and "time limit of 1 s reached" in said


def test_it_gets_copies_under_names_of_ours(in_place, capfd):
    in_place('echo "proved $* $(ls | tr "\\n" " ")"')
    code, printed, _ = check(capfd, "--verified", *KUHN)
    assert code == 0 and "that certificate base base certificate log" in printed


@pytest.mark.parametrize("files", [KUHN[:1], KUHN[1:]])
def test_it_needs_both_files(files, in_place, capfd):
    in_place("echo proved")
    code, _, said = check(capfd, "--verified", *files)
    assert code == 2 and "--verified needs a certificate, and its game or state graph" in said


def test_it_does_not_cover_programs(in_place, tmp_path, monkeypatch, capfd):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "p.lp").write_text("max\n o: x\nst\n c: x <= 1\nend\n")
    efgc.main(["certify", "p.lp", "-o", "c.json"], standalone_mode=False)
    in_place("echo proved")
    code, _, said = check(capfd, "--verified", "c.json", "p.lp")
    assert code == 2 and "--verified does not cover certificates of linear programs" in said
