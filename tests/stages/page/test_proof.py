"""The proof: all digits, the whole fraction, and commands that work as they stand there."""

import shlex
from dataclasses import replace
from fractions import Fraction

import pytest
from markupsafe import escape

import plain_reports
from efgc.pipeline.settings import Settings
from efgc.pipeline.ways.run import run
from efgc.stages.page.proof import of_game, of_optimum, of_states
from efgc.stages.report import FORMATS
from report_page import text_of
from small_games import ARTIFACTS, game_of, published, solved


def _report(name):
    *_, step = run(text_of(name), Settings(report_format="html"))
    return step.made.report


def _commands(shown):
    return [check.command for check in shown.fields["commands"]]


def test_the_numbers_have_all_their_digits():
    report = _report("island-1")
    fields = of_game(report).fields
    assert f"<dd>{report.value!r} to agent</dd>" in fields["facts"]
    assert "<dt>exactly</dt><dd>220/31</dd>" in fields["facts"]
    page = "".join(FORMATS["html"](report))
    assert f"<dd>{report.bounds.lower!r} to {report.bounds.upper!r}, by best" in page


def test_a_long_fraction_is_there_whole():
    report = solved(game_of(published("island-1"), "island-2018"))
    long = Fraction(7**2000 + 1, 7**2000)
    report = replace(report, exact=report.exact._replace(value=long))
    assert f"{long.numerator}/{long.denominator}" in "".join(FORMATS["html"](report))


@pytest.mark.parametrize("name", ["island-1", "island-3", "cave-example"])
def test_the_exact_play_is_that_of_the_proof_where_it_leads_to(name):
    report = _report(name)
    plays = of_game(report).fields["plays"]
    told = {choice.infoset: dict(choice.actions) for play in plays for choice in play.choices}
    for strategy in report.exact.strategies:
        floats = [(infoset, 0.0, tuple(map(float, p))) for infoset, p in strategy]
        weights = plain_reports.realized(report.game, floats).values()
        own = [infoset for infoset, _ in strategy]
        sequences = [0, *(one for infoset in own for one in report.game.sequences(infoset))]
        weight = dict(zip(sequences, weights, strict=True))
        for infoset, probabilities in strategy:
            actions = report.game.information_sets[infoset].actions
            if len(actions) > 1 and any(weight[one] for one in report.game.parents[infoset]):
                taken = zip(actions, probabilities, strict=True)
                assert told.pop(infoset) == {action: str(p) for action, p in taken if p}
    assert told == {}


def test_an_unproved_value_is_shown_with_the_reason():
    report = replace(_report("island-1"), exact="nobody asked <b>")
    assert "The exact value is not proved: nobody asked" in " ".join(
        of_game(report).fields["proved"]
    )
    assert str(escape("nobody asked <b>.")) in "".join(FORMATS["html"](report))


@pytest.mark.slow
@pytest.mark.parametrize("name, suffix", [("island-1", "txt"), ("goofspiel-3", "yaml")])
def test_a_stranger_can_check_it(name, suffix, tmp_path, monkeypatch, efgc_exits):
    monkeypatch.chdir(tmp_path)
    (tmp_path / f"{name}.{suffix}").write_text((ARTIFACTS / name / f"{name}.{suffix}").read_text())
    report = _report(name)
    made_by = [artifact.command for artifact in report.trail.artifacts if artifact.command]
    of = of_game if suffix == "txt" else of_states
    for command in [*made_by, *_commands(of(report))]:
        program, *words = shlex.split(command)
        assert program == "efgc" and efgc_exits(words) == 0, command


def test_a_program_is_checked_by_a_certificate_and_all_solvers():
    shown = of_optimum(_report(ARTIFACTS / "island-1/island-1.lp"))
    assert _commands(shown) == [
        "efgc certify island-1.lp island-1.solution.json -o island-1.certificate.json",
        "efgc check island-1.certificate.json island-1.lp",
        "efgc compare-solvers island-1.lp",
    ]


def test_fractions_that_are_too_long_are_left_out(monkeypatch):
    monkeypatch.setattr("efgc.stages.page.proof.CHARACTERS", 5)
    report = _report("island-1")
    plays = of_game(report).fields["plays"]
    assert [(play.choices, play.more) for play in plays] == [((), True)] * 2
    assert "too long to be shown; a certificate has them all" in "".join(FORMATS["html"](report))
