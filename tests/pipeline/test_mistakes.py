"""The same mistake has the same exit code in every command, and names the nearest right word."""

import re

import click
import pytest

from efgc.pipeline.cli import COMMANDS, efgc
from efgc.pipeline.terminal.diagnostics import advised, guarded
from small_games import ARTIFACTS, ROOT

ISLAND = ARTIFACTS / "island-1" / "island-1.txt"
UNKNOWN = "an unknown word: a command, option, solver, format, rule set, agent, key of `--vary`"
OUTSIDE = "a value that an option never takes"
FOR_OTHERS = "an option that means nothing for this file"
MISSING = "a file or a game of OpenSpiel that is not there"
NO_ROOM = "more bandits than the map has room for, in the map or by `--bandits`"
WRONG_FILE = "a file of the wrong kind, or with something wrong in it"
NO_SOLVER = "a solver that is not installed"
TOO_LARGE = "a game larger than a limit such as `--max-states`"
READERS = {
    "run nowhere",
    "parse nowhere",
    "expand nowhere",
    "lower nowhere",
    "solve nowhere",
    "report nowhere nowhere",
    "evaluate nowhere nowhere",
    "stats nowhere",
    "passes nowhere",
    "diff nowhere nowhere",
    "lock nowhere nowhere -o made.json",
    "export nowhere",
    "draw nowhere",
    "certify nowhere nowhere",
    "check nowhere",
    "lint nowhere",
    "grade nowhere --map MAP",
    "grade MAP --map nowhere",
    "compare-solvers nowhere",
    "train --from nowhere -o made.json",
    "match nowhere.json random",
    "match --battle nowhere random random",
    "tournament nowhere.json random",
    "play nowhere",
    "explore nowhere",
    "course island-2018 nowhere",
    "grade nowhere --course droids-2022",
    "grade nowhere --course island-2020 --map MAP",
}
FILELESS = {"examples", "solvers", "sweep"}
"""Commands that read no file, and one whose rows say what failed."""
MISTAKES = {
    UNKNOWN: (
        2,
        "rnu MAP",
        "run MAP --nix",
        "run MAP --solver gplk",
        "run MAP --rules island-2017",
        "run MAP --option itlm=3 --solver glpk",
        "draw MAP --format svgg",
        "draw MAP --format gif",
        "examples maz",
        "play MAP --as bandit --terminal",
        "match rndom equilibrium",
        "match minimax:dpth=2 random",
        "tournament rndom random",
        "train --against rndom -o made.json",
        "train --state squars -o made.json",
        "train --reward cornr=1 -o made.json",
        "sweep MAP --vary bandit=1 -o made",
        "sweep MAP --vary solver=gplk -o made",
    ),
    OUTSIDE: (
        2,
        "run MAP --p 2",
        "run MAP --bandits -1",
        "sweep MAP --vary p=2 -o made",
        "run MAP --time-limit x",
        "match minimax:depth=0 random",
        "match keyboard random",
    ),
    FOR_OTHERS: (2, "run droid-duel --rules island-2018", "run droid-duel --p 1/2"),
    MISSING: (1, *sorted(READERS), "run kuhn_pokr"),
    NO_ROOM: (1, "run MAP --bandits 9", "run full.txt", "draw MAP --bandits 9"),
    WRONG_FILE: (1, "lint MAP", "lower MAP", "run words.txt"),
    TOO_LARGE: (4, "run maze -O 0 --max-states 100"),
}


def ended(line, capfd):
    """Return exit code and stderr of a command."""
    code = guarded(lambda: efgc(line.split(), prog_name="efgc", standalone_mode=False))
    return code, capfd.readouterr().err


@pytest.fixture
def folder(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    text = ISLAND.read_text()
    (tmp_path / "MAP").write_text(text)
    (tmp_path / "full.txt").write_text(re.sub("^2$", "9", text, flags=re.MULTILINE))
    (tmp_path / "words.txt").write_text("Dear all,\n")
    return tmp_path


@pytest.mark.parametrize(
    "line, code", [(line, code) for code, *lines in MISTAKES.values() for line in lines]
)
def test_a_mistake_has_the_exit_code_of_its_kind(folder, capfd, line, code):
    found, said = ended(line, capfd)
    assert (found, "Traceback" in said) == (code, False), said
    assert not (folder / "made.json").exists() and not (folder / "made").exists()


def test_every_command_that_reads_a_file_is_tried_without_one():
    assert {line.split()[0] for line in READERS} == {*COMMANDS} - FILELESS


def test_the_documented_table_has_the_same_kinds_and_codes():
    text = (ROOT / "docs" / "limits.md").read_text(encoding="utf-8")
    rows = dict(re.findall(r"^\| ([^|]+?) \| (\d) \|$", text, re.MULTILINE))
    assert {kind: int(rows[kind]) for kind in MISTAKES} == {
        kind: code for kind, (code, *_) in MISTAKES.items()
    }
    assert rows[NO_SOLVER] == "3"


def choices(command, name):
    """Yield all options of a command, and of those below it, that take one of some words."""
    if isinstance(command, click.Group):
        context = click.Context(command)
        for each in command.list_commands(context):
            yield from choices(command.get_command(context, each), f"{name} {each}")
    for param in command.params:
        if isinstance(param.type, click.Choice):
            yield f"{name} {param.opts[-1]}", param.type


def test_each_choice_is_suggested_for_itself_with_a_letter_too_many():
    tried = 0
    for name, choice in choices(efgc, "efgc"):
        for word in map(str, choice.choices):
            if len(word) < 4:
                continue
            tried += 1
            with pytest.raises(click.BadParameter) as raised:
                choice.convert(f"{word}q", None, None)
            said = advised(raised.value.format_message())
            assert said.endswith(f"Did you mean {word!r}?"), name
    assert tried > 100


def paths(command, words=()):
    """Yield the words of each option that takes the name of a file or a folder."""
    if isinstance(command, click.Group):
        context = click.Context(command)
        for each in command.list_commands(context):
            yield from paths(command.get_command(context, each), (*words, each))
    for param in command.params:
        if param.type.name in ("file", "dir") and isinstance(param, click.Option):
            yield (*words, param.opts[-1]), param.type.name


def test_an_empty_name_is_refused_by_every_option_that_takes_a_file_or_a_folder(folder, capfd):
    found = dict(paths(efgc))
    for words, kind in found.items():
        code = guarded(lambda words=words: efgc([*words, ""], standalone_mode=False))
        said = capfd.readouterr().err
        name = "folder" if kind == "dir" else "file"
        assert code == 2 and f"'' is not the name of a {name}." in said, (words, said)
    assert found.keys() >= {("run", "--levels"), ("run", "--output")}
    assert [path.name for path in sorted(folder.iterdir())] == ["MAP", "full.txt", "words.txt"]


@pytest.mark.parametrize(
    "line, meant",
    [
        ("rnu MAP", "run"),
        ("run MAP --solver gplk", "glpk"),
        ("run goofspeil-4", "goofspiel-4"),
        ("run kuhn_poker", "openspiel:kuhn_poker"),
        ("run kuhn_pokr", "openspiel:kuhn_poker"),
        ("run ful.txt", "full.txt"),
        ("grade ful.txt --map MAP", "full.txt"),
        ("run game.yaml", "goofspiel"),
        ("run key.yaml", "objective"),
        ("run lacking.yaml", "game: droid-battle"),
        ("match rndom equilibrium", "random"),
        ("match minimax:dpth=2 random", "depth"),
        ("match minimax:view=optimist random", "optimistic"),
        ("match --battle goofspiel-4 rndom random", "random"),
        ("train --state squars -o made.json", "squares"),
        ("train --reward cornr=1 -o made.json", "corner"),
        ("play MAP --as bandit --terminal", "bandits"),
        ("run MAP --option itlim=3 --solver glpk", "it_lim"),
        ("sweep MAP --vary bandit=1 -o made", "bandits"),
        ("run -p 0.5 MAP", "--p"),
        ("sweep MAP --vary without=chian -o made", "chains"),
    ],
)
def test_the_nearest_word_is_suggested(folder, capfd, line, meant):
    (folder / "game.yaml").write_text("game: goofspeil\ncards: 4\n")
    (folder / "key.yaml").write_text("game: goofspiel\ncards: 4\nobjectve: points\n")
    (folder / "lacking.yaml").write_text("board: |\n  2-5\nrounds: 3\n")
    code, said = ended(line, capfd)
    assert code and re.search(rf"[Dd]id you mean '{re.escape(meant)}'\?", said), said


def test_a_file_without_a_command_is_one_for_run(folder, capfd):
    (folder / "cave.txt").write_text("1 0.5\n")
    code, said = ended("cave.txt", capfd)
    assert code == 2 and said.endswith("Did you mean `efgc run cave.txt`?\n")


@pytest.mark.parametrize("words", ["help", "help run"])
def test_help_is_shown_by_its_name_too(words, capfd):
    assert guarded(lambda: efgc(words.split(), standalone_mode=False)) == 0
    assert capfd.readouterr().out.startswith("Usage: ")


@pytest.mark.parametrize("line", ["grade a.efg --points ten", "play MAP --port ten"])
def test_a_word_that_is_no_number_is_said_to_be_none(line, folder, capfd):
    code, said = ended(line, capfd)
    assert code == 2 and re.search("'ten' is not a (whole )?number", said)


def test_an_example_name_is_a_source_unless_a_file_has_that_name(folder, capfd):
    for line in ("run droid-duel", "stats maze", "draw island-1 -o made.svg", "check cave-example"):
        assert ended(line, capfd)[0] == 0
    (folder / "maze").write_text("1 2\n3 0\n")
    assert ended("parse maze", capfd)[0] == 0
    assert ended("lint maze", capfd)[1].startswith("maze: this is a matrix")


def test_miners_are_bandits(folder, capfd):
    for line in ("parse MAP --miners 1", "parse MAP --bandits 1"):
        guarded(lambda: efgc(line.split(), prog_name="efgc", standalone_mode=False))
    written = capfd.readouterr().out
    half = len(written) // 2
    assert written[:half] == written[half:] and written.count("format: efgc/state-graph") == 2
    assert ended("sweep MAP --vary miners=1 -o made", capfd)[0] == 0
