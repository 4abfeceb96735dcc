"""Certificates: what is true is accepted, and every change that makes it false is rejected, with
the reason.
"""

import hashlib
import json
from fractions import Fraction

import pytest
from click.testing import CliRunner
from hypothesis import HealthCheck, given, settings

from card_games import hidden_goofspiel, kuhn
from efgc.pipeline.cli import efgc
from efgc.schemas import certificate as certificate_schema
from efgc.schemas import game as game_schema
from efgc.schemas.parts.problems import InputError
from efgc.stages.checkers.game_checker import Rejected, check_certificate
from small_games import ARTIFACTS, PUBLISHED, boards, certified, game_of, island, published
from standing_alone import standing_alone

FOLDERS = sorted(  # Of games; a state graph has another certificate.
    path.parent.name
    for path in ARTIFACTS.glob("*/*.certificate.json")
    if '"format": "efgc/certificate"' in path.read_text()
)
VALUES = {
    **{name: value for name, (_, value) in PUBLISHED.items()},
    "maze": Fraction(13, 2),
    "goofspiel-3": Fraction(0),
    "droid-duel": Fraction(1, 3),
    "kuhn": Fraction(-1, 18),
    "pursuit": Fraction(4),
    "patrol": Fraction(1, 2),
    "interdiction": Fraction(1, 4),
    "inspection": Fraction(3, 11),
}


def files(name):
    """Return the bytes of the certificate and the game of a worked example."""
    return tuple(
        (ARTIFACTS / name / f"{name}.{kind}.json").read_bytes() for kind in ("certificate", "game")
    )


@pytest.mark.parametrize("name", FOLDERS)
def test_worked_examples_are_proved(name):
    assert check_certificate(*files(name)) == f"the value is {VALUES[name]}"


def test_there_are_certificates_of_all_games():
    assert (
        FOLDERS
        == sorted(path.name.partition(".")[0] for path in ARTIFACTS.glob("*/*.game.json"))
        == sorted(VALUES)
    )


@pytest.mark.parametrize(
    "make, value", [(kuhn, "-1/18"), (lambda: hidden_goofspiel(4, descending=True), "0")]
)
def test_card_games_are_proved(make, value):
    assert check_certificate(*certified(make())) == f"the value is {value}"


@pytest.mark.long
@settings(
    deadline=None,
    max_examples=60,
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.filter_too_much],
)
@given(boards())
def test_every_map_is_proved_with_shared_nodes_too(board):
    rows, bandits, capture, rules = board
    try:
        games = [
            game_of(island(rows, bandits, capture), rules, level, max_states=2_000)
            for level in (0, 1, 2)
        ]
    except InputError:
        return
    said = {check_certificate(*certified(game)) for game in games}
    assert len(said) == 1 and said.pop().startswith("the value is ")


@pytest.mark.parametrize("name", ["island-1", pytest.param("maze", marks=pytest.mark.long)])
def test_bounds_are_certified_where_the_value_is_not_proved(name, monkeypatch):
    monkeypatch.setattr("efgc.stages.report.exact.from_basis.SIZE", 0)
    monkeypatch.setattr("efgc.stages.report.exact.simple_fractions.NODES", 0)
    for game in (kuhn(), game_of(published(name), level=2)):
        certificate, text = certified(game)
        claim = json.loads(certificate)
        assert claim["value"] is None and Fraction(claim["lower_bound"]) < Fraction(
            claim["upper_bound"]
        )
        said = f"the value lies from {claim['lower_bound']} to {claim['upper_bound']}"
        assert check_certificate(certificate, text) == said
        claim["upper_bound"] = claim["lower_bound"]
        with pytest.raises(Rejected, match="player 2's strategy concedes"):
            check_certificate(json.dumps(claim).encode(), text)


def put(*place):
    """Return a change that puts the last of `place` where the others lead."""

    def change(data):
        *way, last, value = place
        for step in way:
            data = data[step]
        data[last] = value

    return change


def swap(one, other):
    """Return a change that exchanges two parts, each told by its way."""

    def change(data):
        (*way, last), (*path, end) = one, other
        first, second = data, data
        for step in way:
            first = first[step]
        for step in path:
            second = second[step]
        first[last], second[end] = second[end], first[last]

    return change


def both(*changes):
    def change(data):
        for each in changes:
            each(data)

    return change


def drop(*place):
    def change(data):
        *way, last = place
        for step in way:
            data = data[step]
        del data[last]

    return change


OFF = str(Fraction(220, 31) + Fraction(1, 10**12))
FIRST = ("strategies", 0, 0, "probabilities")  # 11/31, 10/31, 10/31 at information set 1.
TINY = Fraction(1, 10**15)
NO_DISTRIBUTION = (
    "not a probability distribution at information set 1: an entry below 0, or a sum other than 1"
)
BEATEN = "player 1's strategy guarantees .* from what it claims"
EXPLOITED = "player 2's strategy concedes .* from what it claims"
TO_CLAIM = {  # Changes of the certificate of `island-1`, worth 220/31.
    "a value off by 1e-12": (
        both(put("value", OFF), put("lower_bound", OFF), put("upper_bound", OFF)),
        "guarantees 220/31",
    ),
    "a value too low": (
        both(*(put(key, "7") for key in ("value", "lower_bound", "upper_bound"))),
        "concedes 220/31",
    ),
    "the negative value": (
        both(*(put(key, "-220/31") for key in ("value", "lower_bound", "upper_bound"))),
        EXPLOITED,
    ),
    "a value beside its bounds": (put("value", OFF), "value and bounds are not the same number"),
    "a value with an upper bound above it": (
        put("upper_bound", "8"),
        "value and bounds are not the same number",
    ),
    "a value with a lower bound below it": (
        put("lower_bound", "7"),
        "value and bounds are not the same number",
    ),
    "a rounded value": (put("value", 7.09677419355), "value: '7.09677419355' is not an exact"),
    "a lower bound that is too good": (both(put("value", None), put("lower_bound", OFF)), BEATEN),
    "an upper bound that is too good": (
        both(put("value", None), put("upper_bound", "7")),
        EXPLOITED,
    ),
    "a wrong hash": (put("game_sha256", "0" * 64), "belongs to another game, not to "),
    "no hash": (drop("game_sha256"), "certificate: a key is missing or unknown"),
    "another format": (put("format", "efgc/report"), "format is not efgc/certificate"),
    "another version": (put("version", 2), "version is not 1"),
    "a probability": (put(*FIRST, 0, "1/2"), NO_DISTRIBUTION),
    "a probability off by 1e-15": (
        put(*FIRST, 0, str(Fraction(11, 31) + Fraction(1, 10**15))),
        NO_DISTRIBUTION,
    ),
    "a probability below 0": (put(*FIRST, ["4/3", "-1/3", "0"]), NO_DISTRIBUTION),
    "probabilities off by 1e-15": (
        put(*FIRST, [str(Fraction(11, 31) + TINY), str(Fraction(10, 31) - TINY), "10/31"]),
        BEATEN,
    ),
    "a swapped action": (swap((*FIRST, 0), (*FIRST, 2)), BEATEN),
    "an action for sure": (put(*FIRST, ["1", "0", "0"]), BEATEN),
    "an action too few": (
        put(*FIRST, ["11/31", "20/31"]),
        "player 1's probabilities are not those of a strategy",
    ),
    "an action too many": (
        put(*FIRST, ["11/31", "10/31", "10/31", "0"]),
        "player 1's probabilities are not those of a strategy",
    ),
    "no number": (
        put(*FIRST, 0, "a third"),
        "'a third' is not an exact number",
    ),
    "a fraction over 0": (put(*FIRST, 0, "1/0"), "'1/0' is not an exact number"),
    "a missing information set": (
        drop("strategies", 0, 0),
        "player 1's probabilities are not those of a strategy",
    ),
    "an information set twice": (
        put("strategies", 0, 1, "information_set", 1),
        "player 1's probabilities are not those of a strategy",
    ),
    "the players exchanged": (
        swap(("strategies", 0), ("strategies", 1)),
        "player 1's probabilities are not those of a strategy",
    ),
    "a missing strategy": (drop("strategies", 1), "strategies: there are 1 instead of 2"),
    "another plan of player 2": (
        put("strategies", 1, 0, "probabilities", ["9/31", "9/31", "13/31"]),
        EXPLOITED,
    ),
}
TO_GAME = {  # Changes of the game, with the hash of the changed file in the certificate.
    "payoffs": (lambda data: every(data, "payoff", "10", "12"), EXPLOITED),
    "lower payoffs": (lambda data: every(data, "payoff", "10", "9"), BEATEN),
    "payoffs off by 1e-12": (
        lambda data: every(data, "payoff", "10", "10.000000000001"),
        EXPLOITED,
    ),
    "exchanged children": (
        swap(("nodes", 0, "children", 0), ("nodes", 0, "children", 1)),
        f"{BEATEN}|{EXPLOITED}",
    ),
    "chances": (
        lambda data: every(data, "probabilities", ["1/2", "1/2"], ["1/3", "2/3"]),
        EXPLOITED,
    ),
    "chances that sum to 2": (
        lambda data: every(data, "probabilities", ["1/2", "1/2"], ["1", "1"]),
        "node .* needs probabilities above 0 with sum 1, one per action",
    ),
    "a chance below 0": (
        lambda data: every(data, "probabilities", ["1/2", "1/2"], ["2", "-1"]),
        "node .* needs probabilities above 0 with sum 1, one per action",
    ),
    "a chance of 0": (
        lambda data: every(data, "probabilities", ["1/2", "1/2"], ["1", "0"]),
        "node .* needs probabilities above 0 with sum 1, one per action",
    ),
    "a chance too few": (
        lambda data: every(data, "probabilities", ["1/2", "1/2"], ["1"]),
        "node .* needs probabilities above 0",
    ),
    "an unreached node": (
        lambda data: data["nodes"].append({"node": len(data["nodes"]), "payoff": "0"}),
        "is out of order or not reached",
    ),
    "a child before its parent": (
        put("nodes", 1, "children", 0, 0),
        "node 0 cannot be a child of node 1",
    ),
    "a child out of range": (
        put("nodes", 1, "children", 0, 10**6),
        "node 1000000 cannot be a child",
    ),
    "an action too few": (
        lambda data: data["information_sets"][1]["actions"].pop(),
        "does not have one child per action",
    ),
    "a player exchanged": (
        put("information_sets", 1, "player", 2),
        "player 2 lacks perfect recall at information set 1",
    ),
    "what is not known at the root": (
        put("nodes", 0, "information_set", 1),
        "lacks perfect recall at information set 1",
    ),
    "a player 3": (
        put("information_sets", 1, "player", 3),
        "information set 1 has no such number or player",
    ),
    "another node's number": (put("nodes", 5, "node", 6), "node 5 is out of order"),
}


def every(data, key, old, new):
    found = [node for node in data["nodes"] if node.get(key) == old]
    assert found
    for node in found:
        node[key] = new


@pytest.mark.parametrize("change", TO_CLAIM)
def test_a_changed_certificate_is_rejected(change):
    certificate, game = files("island-1")
    mutate, reason = TO_CLAIM[change]
    claim = json.loads(certificate)
    mutate(claim)
    assert claim != json.loads(certificate)
    with pytest.raises(Rejected, match=reason):
        check_certificate(json.dumps(claim).encode(), game)


@pytest.mark.parametrize("change", TO_GAME)
def test_a_changed_game_is_rejected(change):
    certificate, game = files("island-1")
    mutate, reason = TO_GAME[change]
    played = json.loads(game)
    mutate(played)
    assert played != json.loads(game)
    changed = json.dumps(played).encode()
    with pytest.raises(Rejected, match="belongs to another game"):
        check_certificate(certificate, changed)
    claim = {**json.loads(certificate), "game_sha256": hashlib.sha256(changed).hexdigest()}
    with pytest.raises(Rejected, match=reason):
        check_certificate(json.dumps(claim).encode(), changed)


def test_there_are_30_changes_and_more():
    assert len(TO_CLAIM) + len(TO_GAME) >= 30


def test_a_duplicate_key_is_rejected():
    certificate, game = files("maze")
    with pytest.raises(Rejected, match="duplicate key"):
        check_certificate(
            certificate.replace(b'"value": "13/2"', b'"value": "7", "value": "13/2"'), game
        )


@pytest.mark.parametrize(
    "garbage", [b"", b"[]", b"{}", b"\xff", b"null", b'{"format": []}', b"[" * 100_000]
)
def test_garbage_is_rejected(garbage):
    certificate, game = files("maze")
    for pair in ((garbage, game), (certificate, garbage)):
        with pytest.raises(Rejected):
            check_certificate(*pair)


def test_a_number_with_a_huge_exponent_is_rejected_at_once():
    certificate, game = files("island-1")
    for power in ("1e1000000000", "1E-1000000000", "0e99999999999"):
        with pytest.raises(Rejected, match="is not an exact number"):
            check_certificate(certificate.replace(b'"220/31"', f'"{power}"'.encode()), game)


def test_sharing_that_is_not_exact_is_rejected():
    """The two histories into node 3 have the chance weights 1/3 and 2/3 behind different moves of
    player 1.
    """
    nodes = [
        {"node": 0, "chance": ["a", "b"], "probabilities": ["1/3", "2/3"], "children": [1, 2]},
        {"node": 1, "information_set": 0, "children": [3, 4]},
        {"node": 2, "information_set": 0, "children": [4, 3]},
        {"node": 3, "payoff": "1"},
        {"node": 4, "payoff": "0"},
    ]
    game = {
        "format": "efgc/game",
        "version": 1,
        "title": "",
        "players": ["one", "two"],
        "information_sets": [{"information_set": 0, "player": 1, "actions": ["l", "r"]}],
        "nodes": nodes,
    }
    text = json.dumps(game).encode()
    claim = {
        "format": "efgc/certificate",
        "version": 1,
        "title": "",
        "game_sha256": hashlib.sha256(text).hexdigest(),
        "value": "2/3",
        "lower_bound": "2/3",
        "upper_bound": "2/3",
        "strategies": [[{"information_set": 0, "probabilities": ["0", "1"]}], []],
    }
    with pytest.raises(
        Rejected, match="node 3 is shared by histories with different chance weights"
    ):
        check_certificate(json.dumps(claim).encode(), text)
    with pytest.raises(InputError, match="sharing is not exact"):
        game_schema.read(text.decode())


def test_the_checker_is_short_and_self_contained(tmp_path):
    said = standing_alone("game_checker", tmp_path)
    paths = [str(ARTIFACTS / "maze" / f"maze.{kind}.json") for kind in ("certificate", "game")]
    assert said(*paths) == (0, "the value is 13/2\n", "")


def test_the_commands_certify_and_check(tmp_path):
    folder = ARTIFACTS / "island-1"
    game, made = str(folder / "island-1.game.json"), str(tmp_path / "made.certificate.json")
    run = CliRunner()
    assert (
        run.invoke(
            efgc, ["certify", game, str(folder / "island-1.solution.json"), "-o", made]
        ).exit_code
        == 0
    )
    assert (tmp_path / "made.certificate.json").read_bytes() == files("island-1")[0]
    said = run.invoke(efgc, ["check", made, game])
    assert (said.exit_code, said.stderr) == (0, "")
    assert said.stdout.endswith(f"{made}: proves for {game} that the value is 220/31\n")
    assert "proves" not in run.invoke(efgc, ["check", made]).stdout
    other = run.invoke(efgc, ["check", str(ARTIFACTS / "maze" / "maze.game.json"), made])
    assert (
        other.exit_code,
        other.stderr.startswith(f"{made}: belongs to another game than "),
    ) == (5, True)
    wrong = tmp_path / "wrong.certificate.json"
    wrong.write_bytes(files("island-1")[0].replace(b'"220/31"', b'"221/31"'))
    said = run.invoke(efgc, ["check", game, made, str(wrong)])
    assert said.exit_code == 5 and "proves for" in said.stdout
    assert said.stderr.startswith(
        f"{wrong}: player 1's strategy guarantees 220/31, which is about -0.0323 from what it "
        "claims"
    )
    bounds = run.invoke(
        efgc, ["certify", game, str(folder / "island-1.solution.json"), "--no-exact"]
    )
    assert json.loads(bounds.stdout)["value"] is None


def test_a_long_fraction_is_read_and_written():
    long = Fraction(1, 7**20_000)
    claim = certificate_schema.Certificate(
        title="",
        game_sha256="0" * 64,
        value=None,
        lower=-long,
        upper=long,
        strategies=((), ()),
    )
    assert certificate_schema.read("".join(certificate_schema.write(claim))) == claim
