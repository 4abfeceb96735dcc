"""-o, --format and --open mean the same in all commands."""

import io
import os
import re
import shutil
import subprocess
import sys
import webbrowser
from functools import cache
from itertools import product
from pathlib import Path

import click
import pytest

from efgc.pipeline.cli import COMMANDS, efgc
from efgc.pipeline.options.outputs import ENDINGS
from efgc.pipeline.results.pictures import IMAGES
from efgc.pipeline.terminal.diagnostics import guarded
from efgc.schemas.parts.limits import bytes_in_words
from small_games import ROOT

EFGC = str(Path(sys.executable).parent / "efgc")
KUHN = ROOT / "artifacts" / "kuhn" / "kuhn.rules.yaml"
DUEL = ROOT / "artifacts" / "droid-duel" / "droid-duel.yaml"
MAP = "1 0.5\n#####\n#SED#\n#####\n"
ISLAND = "3\n5\n#####\nSE-ED\n#####\n1\n0.5\n"
REPORTS = {
    **{"text": "txt", "json": "json", "html": "html", "csv": "csv", "strategy": "strategy.json"},
    **{"openspiel": "policy.json", "pygambit": "profile.json", "gambit": "ne.txt"},
    **{"mas2018": "mas2018.txt", "notebook": "notebook.txt"},
    "svg": "svg",
}
PICTURES = {"text": "txt", "svg": "svg", "tikz": "tex"}
RESULTS = {"text": "txt", "json": "json"}
GRADES = {
    **{"text": "txt", "json": "json", "csv": "csv", "junit": "xml"},
    **{"gradescope": "results.json", "classroom": "classroom.json"},
}
# Of each command with -o: how it is called, and how the files of its formats end. Formats in
# brackets have no --format.
TABLE = {  # But for IMAGES, which need an optional package.
    "run": ("{map}", REPORTS),
    "parse": ("{map}", {"(graph)": "yaml"}),
    "expand": ("m.states.yaml", {"json": "json", "gambit": "efg"}),
    "lower": ("m.game.json", {"lp": "lp", "mps": "mps", "npz": "npz", "mtx": "mtx"}),
    "solve": ("m.lp", {"(solution)": "json"}),
    "report": ("m.game.json m.solution.json", REPORTS),
    "evaluate": ("{map} m.strategy.csv", {"text": "txt", "json": "json", "csv": "csv"}),
    "lock": ("m.game.json uniform:1", {"(game)": "json"}),
    "stats": ("{map}", RESULTS),
    "passes": ("{map}", RESULTS),
    "diff": ("{map} {map}", RESULTS),
    "export": ("{map}", {"json": "json", "graphml": "graphml", "dot": "dot"}),
    "draw": ("{map} --picture tree", PICTURES),
    "certify": ("m.lp m.solution.json", {"(certificate)": "json"}),
    "lint": ("m.efg --fix", {"(game)": "efg"}),
    "grade": ("m.efg --map {map}", GRADES),
    "course cave-2023": ("{map}", {"(game)": "efg"}),
    "course game-tree": ("i.txt", {"(game)": "efg"}),
    "compare-solvers": ("m.lp --solver glpk", {"text": "txt", "csv": "csv"}),
    "sweep": (
        "{map} --vary p=0.5",
        {"text": "txt", "html": "html", "csv": "csv", "svg": "svg", "tikz": "tex"},
    ),
    "train": ("--games 5 --battle duel.yaml", {"(agent)": "json"}),
    "match": ("random random --games 1 --battle duel.yaml", RESULTS),
    "tournament": ("random equilibrium --games 1 --battle duel.yaml", RESULTS),
    "play": ("{map} --terminal", {"(transcript)": "json"}),
}
FOLDERS = ("run", "sweep")
"""Commands whose -o takes a folder, too."""
SLOW = ("play",)
"""Commands that are not run here to their ends: they wait for a person."""
QUICK = [name for name in TABLE if name not in SLOW]
LOOKS = {
    "html": "<!doctype html>",
    "json": r"[\[{]",
    "svg": "<svg",
    "dot": "digraph",
    "graphml": r"<\?xml",
    "xml": r"<\?xml",
    "yaml": r"# #|format: efgc/",
    "efg": "EFG 2 R",
    "tex": "%",
    "mps": r"\*|NAME",
}


def every(group=efgc, before=""):
    """Return all commands by their words."""
    found = {}
    context = click.Context(group)
    for name in group.list_commands(context):
        command = group.get_command(context, name)
        if isinstance(command, click.Group):
            found |= every(command, f"{before}{name} ")
        else:
            found[f"{before}{name}"] = command
    return found


def has(command, option):
    return any(option in parameter.opts for parameter in every()[command].params)


HERE = [name for name in TABLE if has(name, "-o")]
"""Those of TABLE with -o."""


@cache
def prepared():
    """Return the files that the commands read, by name."""
    import tempfile

    with tempfile.TemporaryDirectory() as folder:
        before = os.getcwd()
        os.chdir(folder)
        try:
            Path("m.txt").write_text(MAP)
            Path("i.txt").write_text(ISLAND)
            shutil.copy(DUEL, "duel.yaml")
            for words in (
                "run m.txt -o . --format csv",
                "run m.txt --through lower -o m.lp",
                "expand m.states.yaml -o m.efg",
                "course island-2018 i.txt",
            ):
                assert ended(words) == 0
            return {path.name: path.read_bytes() for path in Path().iterdir() if path.is_file()}
        finally:
            os.chdir(before)


def ended(words):
    return guarded(lambda: efgc(words.split(), prog_name="efgc", standalone_mode=False))


def called(command, more="", **names):
    return ended(f"{command} {TABLE[command][0].format(**{'map': 'm.txt', **names})} {more}")


class Terminal(io.StringIO):
    def isatty(self):
        return True


@pytest.fixture(autouse=True)
def folder(tmp_path, monkeypatch, capfd):
    monkeypatch.setenv("SOURCE_DATE_EPOCH", "0")
    monkeypatch.setenv("LINES", "5")
    monkeypatch.setenv("COLUMNS", "80")
    files = prepared()
    capfd.readouterr()
    (tmp_path / "in").mkdir()
    monkeypatch.chdir(tmp_path / "in")
    for name, content in files.items():
        Path(name).write_bytes(content)
    return tmp_path


def endings(command):
    return dict.fromkeys(ending.rpartition(".")[2] for ending in TABLE[command][1].values())


def formats(command):
    return [name for name in TABLE[command][1] if "(" not in name]


def fits(command, format):
    """Return whether a format is one of the game that is reported on."""
    return not (command in ("run", "report") and format in ("notebook", "svg"))


def test_the_table_has_every_command_with_an_output():
    named = {name for name in every() if has(name, "-o")}
    assert named - {"examples"} == {*HERE}
    assert {name.partition(" ")[0] for name in TABLE} <= {*COMMANDS}
    for name in HERE:
        for parameter in every()[name].params:
            # That of lint is the format of its findings; -o is for the game.
            if "--format" in parameter.opts and name != "lint":
                found = {*parameter.type.choices} - {*IMAGES}
                assert found == {*formats(name)}, "TABLE has every format"
        assert {*endings(name)} <= {*ENDINGS, "txt"}, "ENDINGS has every ending"


@pytest.mark.many
@pytest.mark.parametrize("command", [name for name in HERE if name in QUICK])
def test_the_ending_of_the_file_chooses_the_format_and_stderr_names_the_file(command, capfd):
    for format, ending in TABLE[command][1].items():
        if not fits(command, format) or format in ("openspiel", "mtx"):
            continue
        name = f"../out.{ending}"
        code = called(command, f"-o {name}")
        out, err = capfd.readouterr()
        assert code in (0, 1) and out == "", (format, err)
        text = Path(name).read_bytes()
        looks = LOOKS.get(ending.rpartition(".")[2], "").encode()
        assert re.match(looks, text, re.IGNORECASE), (format, text[:40])
        assert f"{name}, {bytes_in_words(len(text))}" in err.splitlines()[-1]
        assert (b"," in text.splitlines()[0]) if ending == "csv" else True


CONTRADICTIONS = [
    (command, format, ending)
    for command in HERE
    for format, ending in product(formats(command), endings(command))
    if TABLE[command][1][format].rpartition(".")[2] != ending
]


@pytest.mark.many
@pytest.mark.parametrize("command, format, ending", CONTRADICTIONS)
def test_a_format_that_contradicts_the_ending_is_refused_and_both_are_named(
    command, format, ending, capfd
):
    assert called(command, f"--format {format} -o ../out.{ending}") == 2
    out, err = capfd.readouterr()
    assert out == "" and f"--format {format}" in err and f"../out.{ending}" in err
    assert os.listdir("..") == ["in"]


@pytest.mark.parametrize("command", HERE)
def test_an_ending_of_another_kind_of_file_is_refused(command, capfd):
    for ending in {*ENDINGS} - {*endings(command), *IMAGES}:
        # Of a map, parse writes the graph; only the work tells.
        assert called(command, f"-o ../out.{ending}") == 2, ending
        said = capfd.readouterr().err
        assert f"../out.{ending}" in said or "was retired" in said
    assert os.listdir("..") == ["in"]


@pytest.mark.parametrize("command", [name for name in HERE if formats(name)])
def test_a_name_without_a_known_ending_needs_a_format_or_is_a_folder(command, capfd):
    for name in () if command in FOLDERS else ("out", "out.old"):
        assert called(command, f"-o ../{name}") == 2
        assert re.search(r"-o must end in .*, or use --format", capfd.readouterr().err)
        if command in QUICK:
            assert called(command, f"-o ../{name} --format {formats(command)[0]}") in (0, 1)
            assert os.path.isfile(f"../{name}")


@pytest.mark.parametrize("command", FOLDERS)
@pytest.mark.parametrize("name", ["runs", "runs.2/", "runs.html/", "there.html", "there.2"])
def test_a_folder_is_a_name_without_an_ending_or_with_a_slash_or_one_that_is_there(
    command, name, capfd
):
    os.mkdir("../there.html")
    os.mkdir("../there.2")
    assert called(command, f"-o ../{name}") == 0
    assert len(os.listdir(f"../{name}")) > 3 - (command == "run") or os.listdir(f"../{name}")
    said = r"1 of 1 proved; .*/sweep.html$" if command == "sweep" else r"wrote .*B$"
    assert re.search(said, capfd.readouterr().err)


@pytest.mark.parametrize("command", FOLDERS)
@pytest.mark.parametrize("name", ["y.md", "x.foo", "report.htm", "runs.2", "p=0.5"])
def test_an_unknown_ending_is_no_folder(command, name, capfd):
    assert called(command, f"-o ../{name}") == 2
    out, err = capfd.readouterr()
    assert out == "" and f", or in / for a folder (given: ../{name})" in err
    assert os.listdir("..") == ["in"]


def test_the_format_makes_a_file_of_any_ending(capfd):
    assert called("run", "-o ../x.foo --format json") == 0
    assert Path("../x.foo").read_text().startswith("{")
    assert called("run", "-o ../x.foo --through lower") == 2
    assert "-o must end in .lp or .mps, or in / for a folder (given: ../x.foo)" in (
        capfd.readouterr().err
    )


@pytest.mark.parametrize("artifact", ["game", "solution", "certificate"])
def test_a_report_is_not_written_under_the_name_of_an_artifact(artifact, capfd):
    Path(f"../x.{artifact}.json").write_text("before")
    assert called("run", f"-o ../x.{artifact}.json") == 2
    said = capfd.readouterr().err
    assert f"-o must not end in .{artifact}.json here (given: ../x.{artifact}.json" in said
    assert Path(f"../x.{artifact}.json").read_text() == "before"
    through = {"game": "expand", "solution": "solve"}.get(artifact)
    assert not through or f"--through {through} -o ../x.{artifact}.json` writes it)" in said
    assert not through or called("run", f"-o ../x.{artifact}.json --through {through}") == 0


@pytest.mark.parametrize("command", HERE)
def test_an_output_that_cannot_be_written_is_refused_before_the_work(command, capfd):
    ending = next(iter(endings(command)))
    Path("file").touch()
    names = {f"nowhere/out.{ending}": "no such file or directory"}
    names |= {f"file/out.{ending}": "not a directory"}
    if command in FOLDERS:
        names["file/runs"] = "not a directory"
        names["file"] = "is not a folder"
    else:
        os.mkdir(f"there.{ending}")
        names[f"there.{ending}"] = "is a directory"
    for name, problem in names.items():
        # A map that is nowhere would be missed later.
        assert called(command, f"-o {name}", map="nowhere.txt") == 1
        assert capfd.readouterr() == ("", f"{name}: {problem}\n")


@pytest.mark.many
@pytest.mark.parametrize("command", [name for name in HERE if name in QUICK])
def test_an_existing_output_file_is_replaced_but_never_an_input(command, capfd):
    before = {path.name: path.read_bytes() for path in Path().iterdir() if path.is_file()}
    for name in before:
        if name in TABLE[command][0].format(map="m.txt"):
            assert called(command, f"-o ./{name}") in (1, 2)
            said = capfd.readouterr().err
            assert "is also read from" in said or "-o must end in" in said, said
    assert before == {p.name: p.read_bytes() for p in Path().iterdir() if p.is_file()}
    name = f"../out.{next(iter(TABLE[command][1].values()))}"
    Path(name).write_text("old")
    assert called(command, f"-o {name}") in (0, 1)
    assert Path(name).read_bytes() != b"old"


@pytest.mark.many
@pytest.mark.parametrize("command", [name for name in HERE if name in QUICK])
def test_a_link_is_replaced_and_what_it_leads_to_is_kept(command):
    outside, name = Path("../outside"), f"out.{next(iter(TABLE[command][1].values()))}"
    outside.write_text("kept")
    for target in (outside, "../nothing"):
        Path(name).unlink(missing_ok=True)
        Path(name).symlink_to(target)
        assert called(command, f"-o {name}") in (0, 1)
        assert Path(name).is_file() and not Path(name).is_symlink()
        assert outside.read_text() == "kept" and not Path("../nothing").exists()


def test_links_in_a_folder_of_outputs_are_replaced():
    Path("outside").write_text("kept")
    links = {f"runs/m.{suffix}": "outside" for suffix in ("states.yaml", "game.json", "report.txt")}
    links |= {"sweeps/sweep.csv": "outside", "sweeps/sweep.journal": "nothing"}
    for name, target in links.items():
        Path(name).parent.mkdir(exist_ok=True)
        Path(name).symlink_to(f"../{target}")
    assert ended("run m.txt -o runs") == 0 == ended("sweep m.txt --vary p=0.5 -o sweeps")
    assert Path("outside").read_text() == "kept" and not Path("nothing").exists()
    assert not [name for name in links if Path(name).is_symlink()]


@pytest.mark.parametrize(
    ("name", "link"), [("/dev/stdout", False), ("/dev/fd/1", True), ("/proc/self/fd/1", False)]
)
def test_a_standard_stream_is_written_through_the_links_of_the_system(name, link):
    words = [EFGC, "expand", "m.states.yaml", "--format", "json", "-o", name]
    with open("out", "wb") as file:
        done = subprocess.run(words, check=True, stdout=subprocess.PIPE if link else file)
    assert (done.stdout if link else Path("out").read_bytes()) == Path("m.game.json").read_bytes()


@pytest.mark.parametrize("words", ["examples island-1 -o there", "course template there"])
def test_default_names_replace_no_different_file(words, capfd):
    assert ended(words) == 0 == ended(words)  # What is the same may stay.
    first = sorted(Path("there").iterdir())[0]
    text = first.read_bytes()
    first.write_text("mine")
    capfd.readouterr()
    assert ended(words) == 1
    assert capfd.readouterr() == (
        "",
        f"{first}: already exists; --overwrite replaces existing files\n",
    )
    assert first.read_text() == "mine"
    assert ended(f"{words} --overwrite") == 0 and first.read_bytes() == text


PRINTED = [
    (command, format)
    for command in QUICK
    if command in HERE and command not in ("sweep",)
    for format in TABLE[command][1]
    if fits(command, format) and format not in ("openspiel", "npz", "mtx")
]


@pytest.mark.many
@pytest.mark.parametrize("command, format", PRINTED)
def test_a_terminal_gets_only_text_that_fits_and_a_pipe_gets_all(
    command, format, capfd, monkeypatch
):
    ending = TABLE[command][1][format]
    chosen = "" if "(" in format else f"--format {format}"
    called(command, f"{chosen} -o ../out.{ending}")
    capfd.readouterr()
    written = Path(f"../out.{ending}").read_text()
    page = ending == "html"
    assert called(command, chosen) in (0, 1)
    assert page or capfd.readouterr().out == written
    terminal = Terminal()
    monkeypatch.setattr("sys.stdout", terminal)
    code, long = called(command, chosen), len(written.splitlines()) >= 5
    wide = any(len(line) > 80 for line in written.splitlines())
    said = capfd.readouterr().err
    if page:
        assert (code, terminal.getvalue()) == (2, "")
        assert said.count("\n") == 1 and "-o NAME.html" in said and "--open" in said
    elif ending.endswith("txt"):
        assert terminal.getvalue()
    elif long:
        assert code in (0, 1, 2) and terminal.getvalue() == ""
        assert (code == 2) == (command == "train"), "a training is never lost"
        assert ("-o FILE" if command == "train" else "-o NAME.") in said.splitlines()[0]
    elif not wide:
        assert terminal.getvalue() == written
    if not page:
        called(command, f"{chosen} -o -")
        assert terminal.getvalue().endswith(written) or ending.endswith("txt")


OPENS = {
    "run m.txt": "out.html",
    "run m.txt --format html": "folder",
    "report m.game.json m.solution.json": "out.html",
    "sweep m.txt --vary p=0.5": "folder",
}


@pytest.mark.parametrize("words", OPENS)
def test_open_shows_the_page_in_the_browser(words, capfd, monkeypatch, tmp_path):
    shown = []
    monkeypatch.setattr(webbrowser, "open", lambda url: shown.append(url) or True)
    monkeypatch.setattr("tempfile.tempdir", str(tmp_path))
    assert ended(f"{words} --open -o {OPENS[words]}") == 0
    if "sweep" not in words:
        assert ended(f"{words} --open") == 0
    assert len(shown) == 2 - ("sweep" in words)
    for url in shown:
        page = Path(url.removeprefix("file://"))
        assert page.read_text().startswith("<!doctype html>")
    assert capfd.readouterr().err.count("wrote ") == (0 if "sweep" in words else len(shown))


def test_open_is_only_for_pages_and_prints_the_path_without_a_browser(capfd, monkeypatch):
    assert {name for name in HERE if has(name, "--open")} == {
        name for name in HERE if "html" in endings(name)
    }
    for words in ("run m.txt --open --format json", "run m.txt --open -o x.csv"):
        assert ended(words) == 2
        assert "--open is for pages" in capfd.readouterr().err
    monkeypatch.setattr(webbrowser, "open", lambda url: False)
    assert ended("run m.txt --open -o x.html") == 0
    assert "cannot open a browser; the page is x.html\n" in capfd.readouterr().err


def test_grade_prints_a_summary_and_the_skipped_files(capfd):
    os.mkdir("handins")
    for name, text in (("a.efg", "m.efg"), ("b.efg", "m.txt"), ("notes.pdf", "m.txt")):
        shutil.copy(text, f"handins/{name}")
    assert ended("grade handins m.efg --map m.txt -o handins/grades.csv") == 1
    size = bytes_in_words(os.path.getsize("handins/grades.csv"))
    covers, said = capfd.readouterr().err.splitlines()
    assert "known mistakes cannot show on this map" in covers
    outcome = "3 hand-ins: 2 right, 1 unreadable; 1 student without one"
    assert said == f"{outcome}; wrote handins/grades.csv, {size}"


def test_train_names_the_missing_file_before_the_training(capfd, monkeypatch):
    monkeypatch.setattr("sys.stdout", Terminal())
    monkeypatch.setattr("efgc.pipeline.apps.droids.training.train_agent", pytest.fail)
    assert called("train") == 2
    assert "name a file with -o" in capfd.readouterr().err


def test_the_last_line_says_whether_a_file_was_replaced(capfd):
    open("empty.html", "w").close()
    for path, words in (("x.html", ("wrote", "replaced")), ("empty.html", ("wrote",))):
        for word in words:
            assert ended(f"run m.txt -o {path}") == 0
            assert capfd.readouterr().err.startswith(f"{word} {path}, ")


def test_train_says_before_it_begins_that_an_agent_will_be_replaced(capfd):
    assert called("train", "-o a.json") == 0 and "replaced" not in capfd.readouterr().err
    assert called("train", "-o a.json") == 0
    first, *_, last = capfd.readouterr().err.splitlines()
    assert first == "a.json will be replaced; --from a.json trains its agent further"
    assert "; replaced a.json, " in last
    assert called("train", "--from a.json -o a.json") == 0
    assert "will be" not in capfd.readouterr().err


def test_train_says_the_outcome(capfd):
    assert called("train", "-o a.json") == 0
    *_, last = capfd.readouterr().err.splitlines()
    shares = r"wins [\d.]+%, draws [\d.]+%, loses [\d.]+% against random play"
    assert re.fullmatch(rf"5 games of training: {shares}; wrote a\.json, .*", last)
