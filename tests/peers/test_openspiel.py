"""Games of OpenSpiel: by name, and as the files that its own exporter writes."""

import ctypes
from fractions import Fraction

import pytest
from click.testing import CliRunner

from efg_readers import answer, efgc, openspiel
from efgc.pipeline.cli import efgc as program
from efgc.schemas import game as game_schema
from efgc.schemas.game import Chance, Decision, Terminal
from efgc.schemas.parts.problems import InputError
from efgc.stages.expand.gambit import write_gambit
from efgc.stages.parse import openspiel as source
from efgc.stages.parse.openspiel import _FILE, parse_openspiel
from gambit_games import parse_gambit
from small_games import solved

pytestmark = pytest.mark.usefixtures("forked")

pyspiel = pytest.importorskip(
    "pyspiel", reason="OpenSpiel is not installed: pip install -e '.[openspiel]'"
)
# Of an exact basis.
LEDUC = Fraction(-1454920850547486749701863871533, 16995463438839962469905132501930)
GAMES = {  # Published or proved values; where there is None, both ways must agree.
    "kuhn_poker": Fraction(-1, 18),  # Kuhn 1950.
    "leduc_poker": LEDUC,
    "liars_dice(dice_sides=2)": None,
    "liars_dice(dice_sides=3)": None,
    "goofspiel(num_cards=3,imp_info=True)": Fraction(0),  # By symmetry.
    "goofspiel(num_cards=3,imp_info=False)": Fraction(0),
    "goofspiel(num_cards=4,points_order=descending,imp_info=True)": Fraction(0),
    "matrix_rps": Fraction(0),
}


def exported(name):
    """Return what OpenSpiel's exporter writes of a game."""
    exporter = pytest.importorskip("open_spiel.python.algorithms.gambit")
    game = pyspiel.load_game(name)
    if game.get_type().dynamics == pyspiel.GameType.Dynamics.SIMULTANEOUS:
        game = pyspiel.convert_to_turn_based(game)
    return exporter.export_gambit(game)


@pytest.mark.slow
@pytest.mark.parametrize("name", GAMES)
def test_a_game_by_name_and_as_a_file_has_its_value(name):
    game, read = parse_openspiel(f"openspiel:{name}", "", 10**6), parse_gambit(exported(name), "")
    assert game_schema.check(game) == []
    reports = [solved(game), solved(read)]
    for report in reports:
        value = GAMES[name] if GAMES[name] is not None else Fraction(reports[0].bounds.value)
        assert report.bounds.lower - 1e-12 <= value <= report.bounds.upper + 1e-12
        assert report.bounds.exploitability < 1e-12
    assert len(game.nodes) == len(read.nodes)
    assert sorted(node.payoff for node in game.nodes if isinstance(node, Terminal)) == sorted(
        node.payoff for node in read.nodes if isinstance(node, Terminal)
    )
    assert [len(game.infosets(player)) for player in (1, 2)] == [
        len(read.infosets(player)) for player in (1, 2)
    ]


def walked(state, known, nodes):
    """Add the nodes of a tree in prefix order, as OpenSpiel's own state tells them."""
    at = len(nodes)
    nodes.append(None)
    if state.is_terminal():
        nodes[at] = "end", state.returns()[0], []
        return at
    if state.is_chance_node():
        kind, what = "chance", [float(share) for _, share in state.chance_outcomes()]
    else:
        player = state.current_player()
        text = player, state.information_state_string(player)
        kind, what = player + 1, known.setdefault(text, len(known))
    below = [walked(state.child(action), known, nodes) for action in state.legal_actions()]
    nodes[at] = kind, what, below
    return at


@pytest.mark.parametrize("name", [name for name in GAMES if "dice" not in name and "4" not in name])
def test_the_nodes_are_those_of_openspiel(name):
    game, nodes = parse_openspiel(f"openspiel:{name}", "", 10**6), []
    loaded = pyspiel.load_game(name)
    if loaded.get_type().dynamics == pyspiel.GameType.Dynamics.SIMULTANEOUS:
        loaded = pyspiel.convert_to_turn_based(loaded)
    walked(loaded.new_initial_state(), {}, nodes)
    assert len(game.nodes) == len(nodes)
    for made, (kind, what, below) in zip(game.nodes, nodes, strict=True):
        match made:
            case Terminal(payoff):
                assert (kind, what) == ("end", float(payoff))
            case Chance(_, probabilities, children):
                assert (kind, [*children]) == ("chance", below)
                assert [float(share) for share in probabilities] == pytest.approx(what, rel=1e-12)
            case Decision(infoset, children):
                player = game.information_sets[infoset].player
                assert (player, infoset, [*children]) == (kind, what, below)


@pytest.mark.parametrize("name", GAMES)
def test_openspiel_reads_back_the_gambit_files_of_its_games(name):
    text = "".join(write_gambit(parse_openspiel(f"openspiel:{name}", "", 10**6)))
    assert answer(openspiel, text) == "; ".join(efgc(text))


@pytest.mark.parametrize(
    "name, message",
    [
        ("nonsense", "OpenSpiel cannot read 'nonsense': Unknown game 'nonsense'"),
        (
            "goofspiel(num_cards=4,points_order=descending)",
            "are in the same information set, so player 1 would forget an observation",
        ),
        ("kuhn_poker(players=3)", "has 3 players; a game must have 2"),
        ("tiny_hanabi", "is not constant"),
        ("tic_tac_toe", "the tree has about 538,858 nodes, more than the limit of 3,000"),
        ("leduc_poker(((", "Missing closing bracket"),
        ("", "OpenSpiel cannot read ''"),
        ("skat", "has 3 players"),
    ],
)
def test_invalid_and_unsuitable_games_are_refused(name, message):
    with pytest.raises(InputError) as caught:
        parse_openspiel(f"openspiel:{name}", "", 3000)
    assert message in str(caught.value.problems[0])


def test_the_commands_take_a_game_by_name(tmp_path):
    ended = CliRunner().invoke(
        program, ["run", "openspiel:kuhn_poker", "-o", str(tmp_path)], standalone_mode=False
    )
    assert ended.exception is None and "-0.0555555555556 to player 1" in ended.stdout
    assert "kuhn_poker.game.json" in {path.name for path in tmp_path.iterdir()}
    game = game_schema.read((tmp_path / "kuhn_poker.game.json").read_text())
    assert (game.source.file, game.source.rules) == ("openspiel:kuhn_poker", "openspiel")


def test_the_games_that_are_written_in_python_are_known(tmp_path):
    ended = CliRunner().invoke(
        program, ["run", "openspiel:python_kuhn_poker", "--brief"], standalone_mode=False
    )
    assert ended.exception is None and "exact value     -1/18, proved in rationals" in ended.stdout
    with pytest.raises(InputError, match="is not constant"):
        parse_openspiel("openspiel:python_iterated_prisoners_dilemma", "", 3000)


FILES = {
    "efg_game(filename=game.efg)": "'efg_game' opens a file, filename='game.efg'",
    "nfg_game(filename=/etc/passwd)": "'nfg_game' opens a file, filename='/etc/passwd'",
    "turn_based_simultaneous_game(game=nfg_game(filename=game.efg))": (
        "'nfg_game' opens a file, filename='game.efg'"
    ),
    "bargaining(instances_file=game.efg)": "'bargaining' opens a file, instances_file='game.efg'",
}


@pytest.mark.parametrize("name", FILES)
@pytest.mark.parametrize("place", ["named.txt", "-"])
def test_a_game_name_read_from_a_file_opens_no_file(name, place, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "named.txt").write_text(f"openspiel:{name}\n")
    (tmp_path / "game.efg").write_text(
        f'{BROKEN["IndexError"]}t "" 1 "" {{ 1 -1 }}\nt "" 2 "" {{ 0 0 }}\n'
    )
    ended = CliRunner().invoke(
        program, ["run", place], input=f"openspiel:{name}", standalone_mode=False
    )
    assert (
        isinstance(ended.exception, InputError)
        and FILES[name] in str(ended.exception)
        and ended.stdout == ""
    )
    ended = CliRunner().invoke(
        program, ["run", "openspiel:efg_game(filename=game.efg)", "--brief"], standalone_mode=False
    )
    assert ended.exception is None and "exact value     1, proved" in ended.stdout


def test_every_parameter_of_openspiel_that_is_a_file_is_known_as_one():
    texts = {
        parameter
        for game in pyspiel.registered_games()
        for parameter, value in game.parameter_specification.items()
        if isinstance(value, str)
    }
    files = {text for text in texts if _FILE.search(text)}
    assert files >= {"filename", "instances_file", "boards_file", "puzzles_root"}
    assert not any(
        _FILE.search(text) for text in ("fen", "grid", "profile_size", "history", "game")
    )


def test_openspiel_cannot_open_a_file_even_past_our_own_check(tmp_path, monkeypatch):
    (tmp_path / "game.nfg").write_text("NFG 1 R")
    monkeypatch.setattr(source, "_refuse_files", lambda parameters: None)
    with pytest.raises(InputError, match="OpenSpiel cannot read"):
        parse_openspiel(f"openspiel:efg_game(filename={tmp_path}/game.nfg)", "", 3000, files=False)


BROKEN = {
    "IndexError": 'EFG 2 R "x" { "A" "B" }\np "" 1 1 "" { "l" "r" } 0\n',
    "SpielError": "EFG 3\n",
    "cut": 'EFG 2 R "x" { "A" "B" }\np "" 1 1 "" {',
    "empty": "",
}


@pytest.mark.parametrize("broken", BROKEN)
@pytest.mark.parametrize("loader", ["efg_game", "nfg_game"])
def test_a_broken_file_is_one_line(broken, loader, tmp_path, capfd):
    (tmp_path / "b.efg").write_text(BROKEN[broken])
    with pytest.raises(InputError, match="OpenSpiel (cannot read|ended with)"):
        parse_openspiel(f"openspiel:{loader}(filename={tmp_path}/b.efg)", "", 3000)
    assert capfd.readouterr() == ("", "")


def test_when_openspiel_dies_we_do_not(monkeypatch):
    monkeypatch.setattr(source, "_load", lambda *_: ctypes.string_at(0))
    with pytest.raises(
        InputError,
        match="^OpenSpiel ended with a segmentation fault.*while reading 'kuhn_poker'$",
    ):
        parse_openspiel("openspiel:kuhn_poker", "", 3000)
