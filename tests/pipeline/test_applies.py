"""Which option is for what: whatever means nothing for a source is refused in one line, as wrong
usage.
"""

import click
import pytest

from efgc.pipeline.cli import efgc
from efgc.pipeline.commands.run import run
from efgc.pipeline.settings.ways import WAYS
from efgc.pipeline.terminal.diagnostics import guarded
from small_games import ARTIFACTS, ROOT

ISLAND, CARDS = ARTIFACTS / "island-1" / "island-1", ARTIFACTS / "goofspiel-3" / "goofspiel-3"
MATRIX = ROOT / "tests" / "pipeline" / "python" / "inspection.csv"
SOURCES = {
    "map": f"{ISLAND}.txt",
    "gambit": f"{ISLAND}.efg",
    "state graph": f"{ISLAND}.states.yaml",
    "game": f"{ISLAND}.game.json",
    "program": f"{ISLAND}.lp",
    "matrix": str(MATRIX),
    "cards": f"{CARDS}.yaml",
    "public graph": f"{CARDS}.states.yaml",
}
SECRET = {"map", "gambit", "state graph", "game", "matrix"}
PUBLIC = {"cards", "public graph"}
OPTIONS = {  # For which of the sources.
    "--rules island-2018": {"map"},
    "--p 1/3": {"map"},
    "--bandits 1": {"map"},
    "--let n=3": set(),  # For rules alone.
    "--steps 2": set(),  # For one-sided stochastic games alone.
    "-O 2": {*SECRET, "cards"},
    "--without relevant": {"map"},
    "--without single": SECRET,
    "--unroll": {"map", "state graph"},
    "--relax": {"program"},
    "--option presolve=on": {*SECRET, "program"},
    "-v": set(SOURCES),
    "--method regret": {*SECRET, *PUBLIC},
    "--method double-oracle": {*SECRET, *PUBLIC} - {"game", "matrix"},
    "--recall 2": set(),  # For --method regret alone.
    "--gap 0.1": set(),  # For --method regret and double-oracle alone.
    "--exact": {*SECRET, *PUBLIC},
    "--no-exact": SECRET,
    "--off-path best": SECRET,
    "--refine sequential": SECRET,
    "--solver highs": set(SOURCES),
    "--solver kernel": PUBLIC,
    "--at t1": PUBLIC,
    "--all": set(),  # For some formats alone.
    "--rounded": set(),
    "--levels folder": set(),
    "--keep": set(),
    "--forecast": PUBLIC,
    "--format text": set(SOURCES),
    "--format json": {*SECRET, *PUBLIC, "program"},
    "--format mas2018": SECRET,
    "--format notebook": PUBLIC,
    "--format csv": {*SECRET, *PUBLIC, "program"},
    "--format svg": PUBLIC,
    "--brief": set(SOURCES),
    "--values packed": set(SOURCES),
    "--jobs 2": set(SOURCES),
    "--engine local": set(SOURCES),
    "--max-states 100000": set(SOURCES),
    "--max-histories 100000": set(SOURCES),
    "--time-limit 600": set(SOURCES),
}


def test_every_option_of_run_is_tested():
    given = {words.split()[0] for words in OPTIONS}
    assert {
        param.name
        for param in run.params
        if isinstance(param, click.Option) and not given & {*param.opts, *param.secondary_opts}
    } == {"output", "open", "through", "fresh"}, (
        "OPTIONS says what each is for, as `option_uses` does"
    )


@pytest.mark.many
@pytest.mark.parametrize("option", OPTIONS)
@pytest.mark.parametrize("source", SOURCES)
def test_run_refuses_options_without_a_meaning(option, source, tmp_path, monkeypatch, capfd):
    monkeypatch.chdir(tmp_path)
    argv = ["run", SOURCES[source], *option.split()]
    code = guarded(lambda: efgc(argv, standalone_mode=False))
    printed, told = capfd.readouterr()
    if source in OPTIONS[option]:
        assert " is for " not in told and " is not for " not in told
        assert code == 0 or option in ("--at t1", "--format mas2018"), told
    else:
        name = option.split()[0]
        assert (code, printed, told.count("\n")) == (2, "", 1)
        assert told.startswith(f"{SOURCES[source]}: {name}")
    assert not list(tmp_path.iterdir())


AFTER = {  # By the last stage of a run, an option of a later one.
    "parse": "--unroll",
    "expand": "--solver highs",
    "lower": "--option presolve=on",
    "solve": "--no-exact",
}


@pytest.mark.parametrize("through", AFTER)
def test_run_refuses_options_of_stages_after_the_last_one(through, tmp_path, monkeypatch, capfd):
    monkeypatch.chdir(tmp_path)
    line = ("run", SOURCES["map"], "--through", through, "-o", "made")
    for words in (AFTER[through], "--refine sequential", "--off-path best", "--brief"):
        code, printed, told = _printed(capfd, *line, *words.split())
        assert (code, printed) == (2, "") and told.startswith(words)
        assert told.count("\n") == 1
    assert not list(tmp_path.iterdir())


@pytest.mark.parametrize(
    "through, format, usual",
    [
        ("parse", "json", "yaml"),
        ("parse", "html", "yaml, json"),
        ("expand", "gambit", "json"),
        ("lower", "html", "lp, mps"),
        ("solve", "csv", "json"),
    ],
)
def test_run_refuses_a_format_of_another_stage(through, format, usual, capfd):
    line = ("run", SOURCES["map"], "--through", through, "--format", format)
    refused = f"--format {format} is not for this output, only {usual}"
    code, printed, told = _printed(capfd, *line)
    assert (code, printed) == (2, "") and refused in told
    assert _printed(capfd, "run", SOURCES["map"], "--through", "solve", "--format", "json")[0] == 0


# Of the options of a report, per way one source that every format is for, with the way's options.
REPORTED = {
    "as a program": (str(ARTIFACTS / "island-report" / "island-report.txt"),),
    "by states": (SOURCES["cards"],),
    "program": (SOURCES["program"],),
    "bounded": (str(ARTIFACTS / "kuhn" / "kuhn.rules.yaml"), "--method", "regret", "--gap", "0.1"),
}
POSITION = "hand 1 3 / 2 3, prizes 1 3, up 3"
OF_REPORTS = (
    ("--exact",),
    ("--no-exact",),
    ("--off-path", "best"),
    ("--refine", "sequential"),
    ("--at", POSITION),
    ("--all",),
    ("--rounded",),
    ("--brief",),
)
SAME = {
    "--exact": "the value of a small game is proved anyway",
    "--rounded": "all digits of a small game are the same",
    "--off-path": "every information set of this game is on the path",
}


def _printed(capfd, *argv):
    code = guarded(lambda: efgc(list(argv), standalone_mode=False))
    return code, *capfd.readouterr()


@pytest.mark.slow
@pytest.mark.parametrize(
    ("way", "name"), [(way, name) for way, known in WAYS.items() for name in known.formats]
)
def test_every_option_changes_a_report_or_is_refused(way, name, monkeypatch, capfd):
    monkeypatch.setenv("SOURCE_DATE_EPOCH", "0")
    source = REPORTED[way]
    code, plain, told = _printed(capfd, "run", *source, "--format", name)
    if code:  # A format of other games than this one.
        assert name in ("openspiel", "mas2018") and told.count("\n") == 1
        return
    for option in OF_REPORTS:
        code, shown, told = _printed(capfd, "run", *source, "--format", name, *option)
        if code:
            assert (code, shown, told.count("\n")) == (2, "", 1), (option, told)
        else:
            assert shown != plain or option[0] in SAME, option


@pytest.mark.parametrize("name", list(WAYS["by states"].formats))
def test_report_uses_every_option_or_refuses_it(name, monkeypatch, capfd):
    monkeypatch.setenv("SOURCE_DATE_EPOCH", "0")
    line = ("report", f"{CARDS}.states.yaml", f"{CARDS}.solution.json", "--format", name)
    _, plain, _ = _printed(capfd, *line)
    for option in (("--at", POSITION), ("--all",), ("--brief",), ("--with", SOURCES["cards"])):
        code, shown, told = _printed(capfd, *line, *option)
        if code:
            assert (code, shown, told.count("\n")) == (2, "", 1), (option, told)
        else:
            assert shown != plain, option


def test_at_and_all_cannot_be_combined(capfd):
    line = ("run", SOURCES["cards"], "--format", "csv", "--all", "--at", POSITION)
    assert _printed(capfd, *line) == (
        2,
        "",
        f"{SOURCES['cards']}: --at cannot be combined with --all\n",
    )


def test_refusals_leave_no_file(tmp_path, monkeypatch, capfd):
    monkeypatch.chdir(tmp_path)
    for words in ("--unroll", "--format mas2018", "--without single"):
        line = ["run", SOURCES["cards"], *words.split(), "-o", "made"]
        assert guarded(lambda line=line: efgc(line, standalone_mode=False)) == 2
    assert list(tmp_path.iterdir()) == [] and len(capfd.readouterr().err.splitlines()) == 3


@pytest.mark.parametrize("way", WAYS)
def test_every_way_of_solving_has_a_text_report_and_distinct_suffixes(way):
    formats = WAYS[way].formats
    assert next(iter(formats)) == "text"
    assert len({form.suffix for form in formats.values()}) == len(formats)
