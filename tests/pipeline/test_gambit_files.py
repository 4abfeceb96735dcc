"""The commands on Gambit files: piped, run, checked, linted, refused; exit codes and what is left
behind.
"""

import hashlib
import importlib.util
from itertools import islice
from weakref import ref

import pytest
from click.testing import CliRunner

from efg_probes import PROBES
from efgc.pipeline.cli import efgc
from efgc.pipeline.files.reading import read_text
from efgc.pipeline.files.text import Text
from efgc.pipeline.settings import Settings
from efgc.pipeline.terminal.diagnostics import guarded
from efgc.pipeline.ways.run import run
from said import but_files, unstamped

FILE = PROBES["portable"]
FORGOTTEN = PROBES["an action forgotten"]


def call(*arguments, stdin=None):
    """Return exit code, stdout and stderr of a command."""
    codes = []
    runner = CliRunner()

    def program():
        ended = runner.invoke(
            efgc, arguments, input=stdin, standalone_mode=False, catch_exceptions=True
        )
        codes.append(ended)
        if ended.exception:
            raise ended.exception
        return ended.return_value

    code = guarded(program)
    return code, codes[0].stdout, codes[0].stderr


def test_a_file_goes_through_the_stages_and_through_a_pipe(tmp_path):
    (tmp_path / "cards.efg").write_text(FILE)
    assert call("run", str(tmp_path / "cards.efg"), "-o", str(tmp_path / "made"))[0] == 0
    assert {path.name for path in (tmp_path / "made").iterdir()} == {
        f"cards.{suffix}"
        for suffix in ("game.json", "lp", "columns.json", "solution.json", "report.txt")
    }
    code, game, _ = call("parse", "-", stdin=FILE)
    assert code == 0 and hashlib.sha256(FILE.encode()).hexdigest() in game
    named = unstamped(game).replace('"source": {', '"source": {"file": "cards.efg", ')
    assert named == unstamped((tmp_path / "made" / "cards.game.json").read_text())
    assert call("run", "-", "--through", "expand", stdin=FILE)[1] == game
    assert call("check", str(tmp_path / "cards.efg"))[:2] == (
        0,
        f"{tmp_path}/cards.efg: gambit, no problems\n",
    )


@pytest.mark.parametrize(
    "options, said",
    [
        (("--rules", "cave-2023"), "--rules cave-2023 is for maps"),
        (("--without", "relevant"), "--without relevant is for maps"),
    ],
)
def test_options_of_maps_are_refused(options, said, capsys):
    assert call("parse", "-", *options, stdin=FILE)[0] == 2
    assert said in capsys.readouterr().err


def test_nothing_is_written_where_a_file_is_refused(tmp_path, capsys):
    source, target = tmp_path / "cards.efg", tmp_path / "made"
    source.write_text(FORGOTTEN)
    for command in (("parse",), ("run",), ("lint", "--fix")):
        code, told, _ = call(*command, str(source), "-o", str(target))
        assert code == 1 and not target.exists()
        assert (
            f"{source}:11:1: imperfect recall: this node (after 'low, raise')"
            in told + capsys.readouterr().err
        )


def test_lint_reports_findings_and_fixes_them(tmp_path):
    source, target = tmp_path / "cards.efg", tmp_path / "mended.efg"
    source.write_text(PROBES["outcome by number alone"])
    code, told, said = call("lint", str(source))
    assert (code, told.count("\n"), said) == (1, 1, "")
    assert told.startswith(
        f"{source}:13:1: an outcome given only by its number, in 2 places: OpenSpiel refuses it; "
    )
    assert call("lint", "--fix", str(source), "-o", str(target))[0] == 0
    assert call("lint", str(target)) == (0, "", f"{target}: no findings\n")
    assert call("lint", str(source), "-o", str(target))[0] == 2


def test_unfixable_problems_refer_to_the_written_file(tmp_path):
    source, target = tmp_path / "cards.efg", tmp_path / "mended.efg"
    lines = ["debug", *FILE.replace("{ 2 -2 }", "{ 2/4294967297 -2/4294967297 }").splitlines()]
    source.write_text("\n".join(lines) + "\n")
    code, told, said = call("lint", "--fix", str(source), "-o", str(target))
    before, first, left = but_files(said).splitlines()
    assert (code, told) == (1, "") and before.startswith(f"{source}:2:1: is not a Gambit file: EFG")
    what = (
        "a fraction with a numerator or denominator above 2,147,483,647, in 2 places: "
        "OpenSpiel refuses it"
    )
    assert first.startswith(f"{source}:8:13: {what}")
    assert left.startswith(f"{target}:7:13: cannot be fixed: {what}")
    assert target.read_text().splitlines()[6] == 't "" 1 "" { 2/4294967297 -2/4294967297 }'
    code, told, said = call("lint", "--fix", str(source))
    assert code == 1 and told == target.read_text()
    assert said.splitlines()[2] == left.replace(str(target), "<stdout>")


def test_a_decimal_for_a_fraction_is_fixed(tmp_path):
    text = FILE.replace("{ 2 -2 }", "{ 7000000001/2 -7000000001/2 }")
    code, told, said = call("lint", "--fix", "-", stdin=text)
    assert code == 0 and "{ 3500000000.5 -3500000000.5 }" in told and said.count("\n") == 1


BEHIND = f"2 0.33\nSE-D\nWriting the EFG of 11 nodes: EFG 2 R\n{FILE}"


@pytest.mark.parametrize(
    "command",
    [
        ("run", "-"),
        ("parse", "-"),
        ("check", "-"),
        ("draw", "-"),
        ("stats", "-"),
        ("lint", "-"),
        ("lower", "-"),
    ],
)
@pytest.mark.parametrize("end", ["\n", "\r\n"])
def test_other_output_before_the_tree_is_reported_in_one_line(command, end, capsys):
    """Even where it begins as a map does."""
    code, told, noted = call(*command, stdin=BEHIND.replace("\n", end))
    [said] = (told + noted + capsys.readouterr().err).splitlines()
    assert code == 1
    if command[0] == "lower":
        assert "this is a Gambit file" in said
    else:
        assert said.startswith(
            "<stdin>:4:1: is not a Gambit file: EFG begins in line 4, after 3 lines of "
            "other output; 'efgc lint --fix' removes that output"
        )


def test_a_tree_in_other_output_is_taken_out_of_it():
    code, told, said = call("lint", "--fix", "-", stdin=f"{BEHIND}Done: EFG of 11 nodes.\n")
    assert code == 0 and told == call("lint", "--fix", "-", stdin=FILE)[1]
    assert [line.split(":")[1] for line in said.splitlines()] == ["4", str(4 + FILE.count("\n"))]
    assert "removes it" in said


def test_lint_wants_a_gambit_file(capsys):
    assert call("lint", "-", stdin="Dear all,\n")[0] == 1
    assert "<stdin>:1:1: is not a Gambit file" in capsys.readouterr().err


def test_hashes_as_numbers_are_reported_once_and_fixed(tmp_path, capsys):
    source, target = tmp_path / "cards.efg", tmp_path / "mended.efg"
    source.write_text(PROBES["information set of 64 bits"])
    assert call("run", str(source))[0] == 1
    [said] = capsys.readouterr().err.splitlines()
    assert said.startswith(
        f"{source}:5:1: the number '6917529027641081856', and 1 more: information sets and "
        "outcomes must be"
    )
    assert call("lint", "--fix", str(source), "-o", str(target))[0] == 0
    assert call("lint", str(target))[:2] == (0, "") and call("run", str(target))[0] == 0
    source.write_text(PROBES["information set numbered by a hash"])
    assert (
        call("run", str(source))[0] == 0 and "OpenSpiel refuses it" in call("lint", str(source))[1]
    )


class Watched(str):
    """A text of which one can see whether anybody keeps it."""


def test_a_text_is_let_go_once_it_is_read():
    text = Watched('EFG 2 R "" { "a" "b" }\np "" 1 1 "" { "l" "r" } 0 t "" 0\nt "" 0\n')
    kept = ref(text)
    steps = run(Text(text, "a.efg", "a.efg", "0" * 64), Settings())
    del text
    assert [step.name for step in islice(steps, 2)] == ["parse", "lower"]
    assert kept() is None


def test_a_byte_order_mark_is_part_of_the_content(tmp_path):
    path = tmp_path / "a.efg"
    path.write_bytes(b"\xef\xbb\xbfEFG\xc3\xa4")
    text = read_text(str(path))
    assert text.mark and text.text == "EFG\u00e4" and text.content == path.read_bytes()


def test_names_of_gambits_catalog_are_files_of_its_package(tmp_path, monkeypatch, capsys):
    folder = tmp_path / "pygambit" / "catalog_data" / "books"
    folder.mkdir(parents=True)
    (tmp_path / "pygambit" / "__init__.py").write_text("raise AssertionError('is imported')")
    (folder / "cards.efg").write_text(FILE)
    monkeypatch.syspath_prepend(tmp_path)
    assert (
        call("run", "gambit:books/cards", "--brief")[:2]
        == call("run", "-", "--brief", stdin=FILE)[:2]
    )
    assert call("run", "gambit:books/card")[0] == 1
    assert capsys.readouterr().err == (
        "gambit:books/card: Gambit's catalog has no game 'books/card'; "
        "did you mean 'books/cards'?\n"
    )
    (folder / "cards.efg").unlink()
    assert call("run", "gambit:books/cards")[0] == 1
    assert "this version of pygambit has no catalog" in capsys.readouterr().err


def test_without_pygambit_there_is_no_catalog(monkeypatch, capsys):
    monkeypatch.setattr(importlib.util, "find_spec", lambda name: None)
    assert call("run", "gambit:books/cards")[0] == 1
    said = capsys.readouterr().err
    assert "Gambit's catalog is not installed here: " in said and "pip install pygambit" in said


def test_of_many_faults_the_first_are_reported(tmp_path, monkeypatch, capfd):
    """As of a tree whose outcomes have all the same number; `lint` lists all of them."""
    monkeypatch.chdir(tmp_path)
    ends = "".join(f't "" 1 "" {{ {at} {-at} }}\n' for at in range(9))
    labels = " ".join(f'"{at}"' for at in range(9))
    text = f'EFG 2 R "" {{ "one" "two" }}\np "" 1 1 "" {{ {labels} }} 0\n{ends}'
    (tmp_path / "a b.efg").write_text(text)
    for words in (["run"], ["draw"], ["parse"], ["check"]):
        code = guarded(lambda words=words: efgc([*words, "a b.efg"], standalone_mode=False))
        *faults, rest = capfd.readouterr().err.splitlines()
        assert code == 1 and len(faults) == 5
        assert rest.startswith(
            "a b.efg: and 3 more; `efgc lint 'a b.efg'` lists all, and `efgc grade"
        )
