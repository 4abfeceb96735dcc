"""`efgc draw`: which pictures there are of which file, how each is written, what is refused."""

import re
import subprocess
import sys
from pathlib import Path
from xml.etree import ElementTree

import pytest

from efgc.pipeline.cli import efgc
from efgc.pipeline.results.pictures import IMAGES, LONGEST, PICTURES, SUBJECTS, SUFFIXES, image
from efgc.pipeline.terminal.diagnostics import guarded
from efgc.schemas.parts.install_commands import install_extra
from efgc.stages.draw import svg
from efgc.stages.draw.colours import COLOURS
from efgc.stages.draw.scene import Scene
from small_games import ARTIFACTS, ROOT

EFGC = str(Path(sys.executable).parent / "efgc")
BUSHES = ARTIFACTS / "three-bushes" / "three-bushes"
CARDS = ARTIFACTS / "goofspiel-3" / "goofspiel-3"
DUEL = ARTIFACTS / "droid-duel" / "droid-duel"
PUBLIC = """\
format: efgc/state-graph
version: 1
title: public
players: [a, b]
start: s
states:
  s: {actor: joint, moves: [[u, d], [l, r]], to: [[e, t], [t, e]], reward: [[1, -1], [-1, 2]]}
  t: {actor: joint, moves: [[v, w], [x, y]], to: [[e, e], [e, e]], reward: [[2, -2], [-2, 2]]}
  e: {payoff: 0}
"""
MPS = "NAME p\nROWS\n N o\n L r\nCOLUMNS\n x o 1 r 1\nRHS\n s r 5\nENDATA\n"
RULES = """\
format: efgc/rules
title: a chase
players: [cat, mouse]
let: {nights: 1, hole: n3}
network: streets.csv
state: {c: node, m: node = n2, t: 0..nights}
moves:
  cat: {"go {x}": {for: x in next(c), do: {c: x}}, stay: {}}
  mouse: {"go {x}": {for: x in next(m), do: {m: x}}, stay: {}}
then: [{do: {t: t + 1}}]
ends: [{if: t == nights, pays: 1 if c == m else 0}]
"""
FILES = {  # Name: what is drawn, and its text.
    "a.txt": ("map", f"{BUSHES}.txt"),
    "a.efg": ("game", f"{BUSHES}.efg"),
    "a.game.json": ("game", f"{BUSHES}.game.json"),
    "a.states.yaml": ("graph", f"{BUSHES}.states.yaml"),
    "a.lp": ("program", f"{BUSHES}.lp"),
    "a.mps": ("program", MPS),
    "public.states.yaml": ("graph", PUBLIC),
    "a.rules.yaml": ("rules", RULES),
    "cards.yaml": ("goofspiel", f"{CARDS}.yaml"),
    "cards.states.yaml": ("goofspiel", f"{CARDS}.states.yaml"),
    "duel.yaml": ("droid-battle", f"{DUEL}.yaml"),
    "duel.states.yaml": ("droid-battle", f"{DUEL}.states.yaml"),
}
USUAL = {
    "map": "map",
    "goofspiel": "chart",
    "droid-battle": "board",
    "graph": "graph",
    "rules": "graph",
    "game": "tree",
    "program": "matrix",
}
DEPTH = {"tree": ["--depth", "2"], "graph": ["--depth", "2"]}


@pytest.fixture
def folder(tmp_path, monkeypatch):
    for name, (_, text) in FILES.items():
        (tmp_path / name).write_text(text if "\n" in text else Path(text).read_text())
    (tmp_path / "streets.csv").write_text("from,to\nn1,n2\nn2,n3\n")
    monkeypatch.chdir(tmp_path)
    return tmp_path


def ended(argv, capfd):
    """Return exit code, stdout and stderr of a command in this folder."""
    argv = argv.split() if isinstance(argv, str) else argv
    code = guarded(lambda: efgc(argv, prog_name="efgc", standalone_mode=False))
    return code, *capfd.readouterr()


def assert_is_one(format, text):
    """The text is a picture of that format."""
    match format:
        case "svg":
            root = ElementTree.fromstring(text)
            told = [
                root.find(f"{{http://www.w3.org/2000/svg}}{name}") for name in ("title", "desc")
            ]
            assert all(part is not None and part.text for part in told)
        case "tikz":
            assert "\\begin{tikzpicture}" in text and text.endswith("\\end{document}\n")
        case "text":
            assert "\x1b" not in text and text.endswith("\n") and "<svg" not in text


def test_everything_has_a_usual_picture_and_every_picture_something_that_it_is_of():
    assert {subject for subject, _ in FILES.values()} == SUBJECTS.keys() == USUAL.keys()
    assert {name for name, picture in PICTURES.items() if not picture.of} == set()


@pytest.mark.many
@pytest.mark.parametrize("picture", PICTURES)
@pytest.mark.parametrize("file", FILES)
def test_every_picture_of_every_file_is_drawn_or_refused_in_one_line(file, picture, folder, capfd):
    subject, _ = FILES[file]
    is_of = subject in PICTURES[picture].of
    for format, suffix in SUFFIXES.items() if is_of else [("svg", "svg")]:
        if format in IMAGES:
            continue
        path = folder / f"made.{suffix}"
        argv = ["draw", file, "--picture", picture, *DEPTH.get(picture, []), "-o", path.name]
        code, printed, told = ended(argv, capfd)
        assert printed == ""
        if is_of:
            assert code == 0 and told.startswith(f"wrote {path.name}, "), (format, told)
            assert_is_one(format, path.read_text())
            assert ended(["check", path.name], capfd)[0] == 0 or format == "text"
        else:
            assert (code, told.count("\n"), path.exists()) == (2, 1, False)
            assert told.startswith(f"{file}: --picture ")


@pytest.mark.many
@pytest.mark.parametrize("file", FILES)
def test_the_usual_picture_is_drawn_for_the_terminal(file, folder, capfd):
    subject, _ = FILES[file]
    usual = USUAL[subject]
    code, printed, told = ended(["draw", file, *DEPTH.get(usual, [])], capfd)
    assert (code, told) == (0, "")
    assert_is_one("text", printed)
    named = ["draw", file, "--picture", usual, *DEPTH.get(usual, [])]
    assert ended([*named, "--format", "text", "-o", "-"], capfd) == (0, printed, "")
    code, plain, told = ended([*named, "--ascii"], capfd)
    assert (code, told, plain.isascii()) == (0, "", True)


@pytest.mark.many
@pytest.mark.parametrize("file", FILES)
def test_plain_pictures_run_no_solver(file, folder, capfd, monkeypatch):
    def solve(*arguments):
        raise AssertionError("a solver is asked")

    monkeypatch.setattr("efgc.pipeline.ways.game.solve_game", solve)
    monkeypatch.setattr("efgc.pipeline.ways.states.solve_public", solve)
    monkeypatch.setattr("efgc.pipeline.ways.program.solve_program", solve)
    subject, _ = FILES[file]
    for picture, how in PICTURES.items():
        if subject in how.of and picture != "chart":
            argv = ["draw", file, "--plain", "--picture", picture, *DEPTH.get(picture, [])]
            code, printed, told = ended(argv, capfd)
            assert (code, told, bool(printed)) == (0, "", True)


REFUSED = [
    ("a.lp --depth 2", "--depth is for trees and graphs; this is drawn as a matrix"),
    ("a.lp --from x", "--from is for trees and graphs; this is drawn as a matrix"),
    ("a.txt --player 1", "--player is for trees; this is drawn as a map"),
    (
        "cards.yaml --plain",
        "--plain is for pictures that need no solution; this is drawn as a chart",
    ),
    (
        "a.states.yaml --solver glpk",
        "--solver glpk is for pictures of play; this is drawn as a graph",
    ),
    (
        "a.efg --plain --solver glpk",
        "--solver glpk is for pictures of play, not for --plain; this is drawn as a tree",
    ),
    (
        "a.txt --picture graph --without single",
        "--without single is for pictures of a game that is lowered; this is",
    ),
    ("a.efg --rules cave-2023", "--rules cave-2023 is for maps; this is a Gambit file"),
    ("a.lp -O 1", "-O 1 is for games; this is a linear program already"),
    ("a.lp --without single", "--without single is for games that are solved as a linear program"),
    ("cards.yaml --without single", "--without single is for games that are solved as a linear"),
    (
        "a.efg --picture board",
        "--picture board is not for a game; known are tree, matrix",
    ),
    (
        "a.states.yaml --picture network",
        "--picture network is not for a state graph; known are graph, tree, matrix",
    ),
    ("a.rules.yaml --picture network --depth 2", "--depth is for trees and graphs; this is drawn"),
]


@pytest.mark.parametrize("line, words", REFUSED)
def test_an_option_that_means_nothing_is_refused(line, words, folder, capfd):
    code, printed, told = ended(f"draw {line}", capfd)
    assert (code, printed, told.count("\n")) == (2, "", 1)
    assert told.startswith(f"{line.split()[0]}: {words}")


@pytest.mark.parametrize(
    "line, words",
    [
        (
            "a.efg -o a.gif",
            "-o must end in .txt, .svg, .png, .pdf or .tex, or use --format (given: a.gif)",
        ),
        ("a.efg -o a.tex --light", "--light is for --format svg, png and pdf, not tikz"),
        ("a.efg --dark", "--dark is for --format svg, png and pdf, not text"),
        (
            "a.efg -o a",
            "-o must end in .txt, .svg, .png, .pdf or .tex, or use --format (given: a)",
        ),
        ("a.efg -o a.svg --ascii", "--ascii is for --format text, not svg"),
        ("a.efg --format gif", "'gif' is not one of"),
        ("a.efg --picture cake", "'cake' is not one of"),
        ("a.efg --player 3", "3 is not in the range"),
        ("a.efg --depth 0", "0 is not in the range"),
    ],
)
def test_wrong_usage_is_an_error_in_one_line(line, words, folder, capfd):
    before = sorted(folder.iterdir())
    code, printed, told = ended(f"draw {line}", capfd)
    assert (code, printed, words in told) == (2, "", True), told
    assert sorted(folder.iterdir()) == before


# Images, and the two schemes.

BEGIN = {"png": b"\x89PNG\r\n\x1a\n", "pdf": b"%PDF-1."}


@pytest.mark.parametrize("format", IMAGES)
@pytest.mark.parametrize("file", ["a.txt", "a.efg", "a.lp", "cards.yaml", "duel.yaml"])
def test_every_kind_of_picture_becomes_an_image_and_twice_the_same(file, format, folder, capfd):
    pytest.importorskip("typst", reason="no PNG and PDF without Typst: pip install typst")
    argv = ["draw", file, *DEPTH.get(USUAL[FILES[file][0]], [])]
    for name in ("one", "two"):
        code, out, err = ended([*argv, "-o", f"{name}.{format}"], capfd)
        assert (code, out) == (0, "") and err.startswith(f"wrote {name}.{format}, ")
    content = (folder / f"one.{format}").read_bytes()
    assert content.startswith(BEGIN[format]) and len(content) > 4000
    assert content == (folder / f"two.{format}").read_bytes()
    piped = subprocess.run([EFGC, *argv, "--format", format], capture_output=True, timeout=60)
    assert (piped.returncode, piped.stdout, piped.stderr) == (0, content, b"")


def test_a_png_has_two_pixels_for_each_of_the_picture_and_large_ones_are_limited(capfd):
    pytest.importorskip("typst", reason="no PNG and PDF without Typst: pip install typst")
    for side, wide in ((100, 200), (50_000, LONGEST)):
        content = image("".join(svg.write(Scene(side, 40, "a <b>", "", []))), "png")
        assert int.from_bytes(content[16:20], "big") == pytest.approx(wide, abs=1)
    [line] = capfd.readouterr().err.splitlines()
    assert line.startswith("the longer side of the picture is shrunk from 50,000 to 8,000 pixels")


@pytest.mark.parametrize("format", IMAGES)
def test_without_typst_an_image_is_refused_before_the_game_is_solved(
    format, folder, capfd, monkeypatch
):
    monkeypatch.setitem(sys.modules, "typst", None)
    monkeypatch.setattr("efgc.pipeline.results.pictures.run", None)
    code, printed, told = ended(["draw", "a.txt", "-o", f"a.{format}"], capfd)
    assert (code, printed, told.count("\n")) == (3, "", 1)
    assert f"Typst, which is not installed: {install_extra('pictures')}. Without it: .svg" in told
    assert not (folder / f"a.{format}").exists()


@pytest.mark.parametrize("file", ["a.txt", "a.efg", "a.lp", "cards.yaml", "duel.yaml"])
def test_a_picture_can_be_light_or_dark_on_any_screen(file, folder, capfd):
    argv = ["draw", file, *DEPTH.get(USUAL[FILES[file][0]], []), "--format", "svg"]
    usual, light, dark = (ended([*argv, *more], capfd)[1] for more in ((), ["--light"], ["--dark"]))
    assert "prefers-color-scheme" in usual
    assert "<style" not in light
    assert "@media" not in dark and f"svg .ground {{ fill: {COLOURS['ground'].dark} }}" in dark
    for text in (light, dark):
        assert_is_one("svg", text)
        assert re.sub("<style>.*</style>\n", "", text, flags=re.S) == light


# Bad input.

BAD = {
    "empty.txt": b"",
    "binary.efg": b"EFG 2 R \xff\xfe\x00",
    "nothing.txt": b"Dear all,\n",
    "broken.game.json": b'{"format": "efgc/game", "version": 1}',
    "broken.states.yaml": b"format: efgc/state-graph\nversion: 1\n",
    "broken.efg": b'EFG 2 R "x" { "1" "2" }\n',
    "broken.lp": b"max\n o: x +\ns.t.\nend\n",
    "a.solution.json": Path(f"{BUSHES}.solution.json").read_bytes(),
    "a.columns.json": Path(f"{BUSHES}.columns.json").read_bytes(),
    "a.report.txt": Path(f"{BUSHES}.report.txt").read_bytes(),
    "a.certificate.json": Path(f"{BUSHES}.certificate.json").read_bytes(),
    "a.svg": (ARTIFACTS / "goofspiel-4" / "goofspiel-4.svg").read_bytes(),
    "a.nfg": b'NFG 1 R "x" { "a" "b" } { 2 2 }\n0 0 1 -1 1 -1 0\n',
}


@pytest.mark.parametrize("name", [*BAD, "folder", "missing.txt"])
def test_undrawable_sources_are_refused_in_one_line_without_a_file(name, folder, capfd):
    (folder / "folder").mkdir()
    if name in BAD:
        (folder / name).write_bytes(BAD[name])
    for more in ("", " -o made.svg", " --picture matrix"):
        code, printed, told = ended(f"draw {name}{more}", capfd)
        assert (code, printed) == (1, "")
        assert told and all(line.startswith(f"{name}:") for line in told.splitlines())
        assert not (folder / "made.svg").exists()


def test_a_picture_is_not_written_over_its_source(folder, capfd):
    (folder / "a.svg").write_text(FILES["a.txt"][1] and Path(FILES["a.txt"][1]).read_text())
    before = (folder / "a.svg").read_text()
    code, printed, told = ended("draw a.svg -o a.svg", capfd)
    assert (code, printed) == (1, "") and "is also read from" in told
    assert (folder / "a.svg").read_text() == before


def test_existing_files_stay_if_nothing_can_be_drawn(folder, capfd):
    (folder / "made.svg").write_text("mine")
    assert ended("draw a.efg -o made.svg --from nowhere", capfd)[0] == 1
    assert (folder / "made.svg").read_text() == "mine"


def test_a_source_is_read_from_stdin_and_the_picture_goes_to_stdout(folder, capfd, monkeypatch):
    words = ("--format", "svg")
    drawn = ended(["draw", "cards.yaml", *words], capfd)
    with (folder / "cards.yaml").open("rb") as source:
        piped = subprocess.run(
            [EFGC, "draw", "-", *words], stdin=source, capture_output=True, timeout=60
        )
    assert drawn == (0, piped.stdout.decode(), "")


HOSTILE = 'EFG 2 R "<script>\x1b[31m" {{ "{0}" "b&\'" }}\np "" 1 1 "" {{ "{0}" "r" }} 0\n' + (
    't "" 1 "" { 1, -1 }\nt "" 2 "" { -1, 1 }\n'
)


@pytest.mark.many
@pytest.mark.parametrize(
    "name",
    ["</title><script>alert(1)</script>", "-->", "]]>", "$x$\\\\input{a}", "{{}}", "ä\u202eb"],
)
@pytest.mark.parametrize("picture", ["tree", "matrix"])
def test_hostile_names_stay_words(name, picture, folder, capfd):
    text = HOSTILE.replace("{{", "{").replace("}}", "}").replace("{0}", name)
    (folder / "h.efg").write_text(text)
    for format in {*SUFFIXES} - {*IMAGES}:
        argv = ["draw", "h.efg", "--picture", picture, "--format", format]
        code, printed, told = ended(argv, capfd)
        assert (code, told) == (0, "")
        assert_is_one(format, printed)
        assert "\x1b" not in printed and "\u202e" not in printed
        assert format != "svg" or "<script" not in printed


# What is drawn.


def test_the_picture_of_the_readme_is_made_by_its_command(folder, capfd):
    text = (ROOT / "README.md").read_text()
    [line] = re.findall(r"^efgc (draw .*)$", text, re.MULTILINE)
    [shown] = re.findall(r"^\[picture\]: (\S+)$", text, re.MULTILINE)
    words = [str(ROOT / word) if word.startswith("artifacts/") else word for word in line.split()]
    code, printed, said = ended(words, capfd)
    assert (code, printed, said.partition(",")[0]) == (0, "", f"wrote {words[-1]}")
    assert (folder / words[-1]).read_bytes() == (ROOT / shown).read_bytes()


def test_the_page_for_users_lists_every_picture_and_format():
    page = (ROOT / "docs" / "pictures.md").read_text()
    for name, picture in PICTURES.items():
        assert f"| `{name}` | {picture.words} |" in page
    assert all(f"| `.{suffix}`" in page for suffix in SUFFIXES.values())


def test_from_depth_and_player_draw_a_part(folder, capfd):
    whole, part = (ended(f"draw a.efg{more}", capfd)[1] for more in ("", " --depth 1"))
    assert len(part.splitlines()) < len(whole.splitlines()) and "+" in part
    begun = ended(["draw", "a.efg", "--from", "e1, down"], capfd)[1]
    assert "after e1, down" in begun
    code, _, told = ended(["draw", "a.efg", "--from", "e1, sideways"], capfd)
    assert code == 1 and told.startswith("a.efg: ") and told.count("\n") == 1
    own, others = (ended(f"draw a.efg --player {player}", capfd)[1] for player in (1, 2))
    assert own != whole != others != own


def test_strategies_are_those_of_the_report_and_plain_trees_have_none(folder, capfd):
    assert "e3 (1)" in ended("draw a.efg", capfd)[1]
    assert "(1)" not in ended("draw a.efg --plain", capfd)[1]


def test_two_runs_give_the_same_bytes(folder, capfd):
    for file in FILES:
        picture = USUAL[FILES[file][0]]
        argv = ["draw", file, *DEPTH.get(picture, []), "--format", "svg"]
        assert ended(argv, capfd) == ended(argv, capfd)


def test_large_pictures_are_refused_with_their_size_before_solving(folder, capfd, monkeypatch):
    monkeypatch.setattr("efgc.pipeline.ways.game.solve_game", None)
    monkeypatch.setattr("efgc.pipeline.results.pictures.SOLVED_FIRST", 100)
    code, printed, told = ended("draw cards.yaml --picture tree", capfd)
    assert (code, printed, told.count("\n")) == (1, "", 1)
    assert re.match(
        r"cards\.yaml: [\d,]+ histories are too many .* --depth \d+ draws .*--from", told
    )


def test_a_terminal_of_another_encoding_gets_ascii(folder):
    drawn = subprocess.run(
        [EFGC, "draw", "a.efg"],
        capture_output=True,
        timeout=60,
        env={"PATH": "/usr/bin:/bin", "PYTHONIOENCODING": "latin-1", "PYTHONPATH": str(ROOT)},
    )
    assert (drawn.returncode, drawn.stdout.isascii()) == (0, True)


def test_a_time_limit_ends_it_and_leaves_no_file(folder):
    before = sorted(folder.iterdir())
    drawn = subprocess.run(
        [EFGC, "draw", "a.txt", "-o", "made.svg", "--time-limit", "0.01"],
        capture_output=True,
        text=True,
        timeout=60,
    )
    assert (drawn.returncode, drawn.stdout, drawn.stderr.count("\n")) == (4, "", 1)
    assert "s reached" in drawn.stderr
    assert sorted(folder.iterdir()) == before


def test_constants_are_set_in_a_picture_of_a_network(folder, capfd):
    printed = ended("draw a.rules.yaml --picture network --let hole=n1", capfd)[1]
    assert printed.endswith("variables at the beginning  c: n1; m: n2\nconstants  hole: n1\n")


def test_rules_without_a_network_have_no_picture_of_it(folder, capfd):
    kuhn = ROOT / "tests" / "games" / "rules" / "kuhn.rules.yaml"
    told = f"{kuhn}: these rules have neither a network nor a grid\n"
    assert ended(["draw", str(kuhn), "--picture", "network"], capfd) == (1, "", told)


def test_a_state_graph_in_a_file_names_the_picture_of_play(tmp_path, monkeypatch, capfd):
    monkeypatch.chdir(tmp_path)
    rules = str(ARTIFACTS / "kuhn" / "kuhn.rules.yaml")
    words = f"{rules}: the state graph; --picture tree shows optimal play\n"
    for more, told in ((), True), (("--picture", "graph"), False), (("--picture", "tree"), False):
        code, _, said = ended(["draw", rules, *more, "-o", "a.svg"], capfd)
        assert code == 0 and (words in said) == told
