"""Texts that are not certificates or not games are rejected in words; a changed certificate is
rejected or still true. Only what our own strict readers accept is proved.
"""

import copy
import hashlib
import json
import random
from fractions import Fraction

import pytest

from efgc.schemas import certificate as certificate_schema
from efgc.schemas import game as game_schema
from efgc.schemas.parts.problems import InputError
from efgc.stages.checkers.game_checker import Rejected, check_certificate
from small_games import ARTIFACTS, seeds

RATIOS = ("1", "01", "2/2", "02/002", 1)  # Ways to write the number one in a certificate,
NO_RATIOS = (
    *("1_0/10", " 1", "1 ", "1\n", "+1", "1.", "1.0", "1e0", "10E-1", "-1/-1", "1/1/1", "1//1"),
    *("١", "１", "0x1", "1/0", "0/0", "1/00", "", "/1", "1/", "-", "one", "NaN", "inf"),
    *(1.0, float("nan"), float("inf"), True, False, None, [], ["1"], {}, {"1": 1}),
)
EXACTS = (*RATIOS, "+1", "1.", "1.0", ".1e1", "10E-1", "+2/2", 1.0)  # and in a game.
NO_EXACTS = (
    *("1_0/10", " 1", "1 ", "1\n", "--1", "1/-1", "1e", "1e0.5", "1e401", "1e0000", ".", "1./1"),
    *("١", "１", "0x1", "1/0", "0/0", "", "/1", "1/", "one", "NaN", "inf"),
    *(float("nan"), float("inf"), True, False, None, [], ["1"], {}),
)


def data_of(name):
    return tuple(
        json.loads((ARTIFACTS / name / f"{name}.{kind}.json").read_bytes())
        for kind in ("certificate", "game")
    )


def checked(claim, game):
    """Return what the checker says of a certificate, with the digest of its game put into it."""
    text = json.dumps(game).encode()
    claim = claim | {"game_sha256": hashlib.sha256(text).hexdigest()}
    return check_certificate(json.dumps(claim).encode(), text)


def strictly_read(claim, game):
    """Read both by the readers of `schemas`, which raise InputError."""
    certificate_schema.read(json.dumps(claim))
    game_schema.read(json.dumps(game))


def with_one(number):
    """Return the certificate of `maze`, at whose first information set an action is sure."""
    claim, game = data_of("maze")
    first = next(entry for entry in claim["strategies"][0] if entry["probabilities"] == ["1"])
    first["probabilities"] = [number]
    return claim, game


@pytest.mark.parametrize("number", RATIOS)
def test_the_numbers_of_a_certificate(number):
    assert checked(*with_one(number)) == "the value is 13/2"
    strictly_read(*with_one(number))


@pytest.mark.parametrize("number", NO_RATIOS)
def test_no_numbers_of_a_certificate(number):
    with pytest.raises(Rejected, match="is not an exact number"):
        checked(*with_one(number))
    with pytest.raises(InputError):
        strictly_read(*with_one(number))


def paying(number):
    """Return a game that ends at once, and its certificate of the value 1."""
    claim = {"format": "efgc/certificate", "version": 1, "title": "", "game_sha256": "0" * 64}
    claim |= dict.fromkeys(("value", "lower_bound", "upper_bound"), "1") | {"strategies": [[], []]}
    game = {"format": "efgc/game", "version": 1, "title": "", "players": ["a", "b"]}
    return claim, game | {"information_sets": [], "nodes": [{"node": 0, "payoff": number}]}


@pytest.mark.parametrize("number", EXACTS)
def test_the_numbers_of_a_game(number):
    assert checked(*paying(number)) == "the value is 1"
    strictly_read(*paying(number))


@pytest.mark.parametrize("number", NO_EXACTS)
def test_no_numbers_of_a_game(number):
    with pytest.raises(Rejected, match="is not an exact number|cannot be read"):
        checked(*paying(number))
    with pytest.raises(InputError):
        strictly_read(*paying(number))


def test_a_bound_beyond_floating_point_is_a_bound():
    claim, game = paying("1")
    claim |= {"value": None, "lower_bound": f"-1{'0' * 400}"}
    assert checked(claim, game) == f"the value lies from -1{'0' * 400} to 1"
    claim |= {"lower_bound": f"1{'0' * 400}"}
    with pytest.raises(Rejected, match=r"guarantees 1, which is about -1e\+300 from what"):
        checked(claim, game)


FORMS = {  # Changes of certificate and game of `island-1`, and what is said of them.
    "a key too many": (lambda claim, game: claim.update(values="1"), "certificate: a key is"),
    "a key too few": (lambda claim, game: claim.pop("title"), "certificate: a key is missing"),
    "a key in a strategy": (
        lambda claim, game: claim["strategies"][0][0].update(player=1),
        r"strategies\[0\]\[0\]: a key is missing or unknown",
    ),
    "a key in a game": (lambda claim, game: game.update(extra=1), "game: a key is missing or"),
    "no players": (lambda claim, game: game.pop("players"), "game: a key is missing or unknown"),
    "three players": (lambda claim, game: game["players"].append("c"), "there are 3 instead of 2"),
    "a version that is true": (lambda claim, game: claim.update(version=True), "version: 'True'"),
    "a version in a text": (lambda claim, game: game.update(version="1"), "version: '1' is not"),
    "a refinement that is null": (
        lambda claim, game: claim.update(refinement=None),
        "refinement: 'None' is not of type dict",
    ),
    "a number that is true": (
        lambda claim, game: claim["strategies"][0][0].update(information_set=True),
        "information_set: 'True' is not of type int",
    ),
    "a number in a text": (
        lambda claim, game: claim["strategies"][0][0].update(information_set="1"),
        "information_set: '1' is not of type int",
    ),
    "an information set listed twice": (
        lambda claim, game: claim["strategies"][0].append(claim["strategies"][0][0]),
        "player 1's probabilities are not those of a strategy",
    ),
    "an information set of the other player": (
        lambda claim, game: claim["strategies"][0].append(claim["strategies"][1][0]),
        "player 1's probabilities are not those of a strategy",
    ),
    "no probabilities": (
        lambda claim, game: claim["strategies"][0][0].update(probabilities=[]),
        "player 1's probabilities are not those of a strategy",
    ),
    "a child too many": (
        lambda claim, game: game["nodes"][0]["children"].append(game["nodes"][0]["children"][0]),
        "node 0 does not have one child per action",
    ),
    "a child too few": (
        lambda claim, game: game["nodes"][1]["children"].pop(),
        "node 1 does not have one child per action",
    ),
    "a node that is its own child": (
        lambda claim, game: game["nodes"][1]["children"].__setitem__(0, 1),
        "node 1 cannot be a child of node 1",
    ),
    "a child below 0": (
        lambda claim, game: game["nodes"][1]["children"].__setitem__(0, -1),
        "node -1 cannot be a child of node 1",
    ),
    "a child that is true": (
        lambda claim, game: game["nodes"][0]["children"].__setitem__(0, True),
        r"children\[0\]: 'True' is not of type int",
    ),
    "an orphan": (
        lambda claim, game: game["nodes"][1]["children"].__setitem__(
            0, game["nodes"][1]["children"][1]
        ),
        "is out of order or not reached",
    ),
    "an end with children": (
        lambda claim, game: next(node for node in game["nodes"] if "payoff" in node).update(
            children=[]
        ),
        "has an unknown kind",
    ),
    "a node of nothing": (
        lambda claim, game: game["nodes"][-1].pop("payoff"),
        "has an unknown kind",
    ),
    "an information set without actions": (
        lambda claim, game: game["information_sets"][0].update(actions=[]),
        "information set 0 has no such number or player",
    ),
    "no nodes": (lambda claim, game: game["nodes"].clear(), "there are no nodes"),
    "an information set's number": (
        lambda claim, game: game["information_sets"][0].update(information_set=1),
        "information set 0 has no such number or player",
    ),
    "information sets in another order": (
        lambda claim, game: exchange(game, 0, 1),
        "information sets out of order or without node",
    ),
    "a chance without label": (
        lambda claim, game: next(node for node in game["nodes"] if "chance" in node)[
            "chance"
        ].pop(),
        "needs probabilities above 0 with sum 1, one per action",
    ),
}


def exchange(game, one, other):
    """Number two information sets the other way round, in a game that is else the same."""
    sets = game["information_sets"]
    sets[one], sets[other] = (
        sets[other] | {"information_set": one},
        sets[one] | {"information_set": other},
    )
    for node in game["nodes"]:
        number = node.get("information_set")
        if number in (one, other):
            node["information_set"] = one + other - number


@pytest.mark.parametrize("change", FORMS)
def test_a_certificate_or_game_in_another_form_is_rejected(change):
    claim, game = data_of("island-1")
    assert checked(claim, game) == "the value is 220/31"
    mutate, said = FORMS[change]
    mutate(claim, game)
    with pytest.raises(Rejected, match=said):
        checked(claim, game)


@pytest.mark.parametrize("change", FORMS)
def test_our_readers_reject_it_too(change):
    claim, game = data_of("island-1")
    FORMS[change][0](claim, game)
    # Our readers take a whole number as text, and an entry only together with its game.
    lenient = ("a version in a text", "a number in a text", "an information set listed twice")
    if change in (*lenient, "an information set of the other player"):
        strictly_read(claim, game)
        return
    with pytest.raises(InputError):
        strictly_read(claim, game)


@pytest.mark.parametrize("word", ["NaN", "Infinity", "-Infinity"])
def test_what_is_no_number_of_json_is_rejected_everywhere(word):
    claim, game = data_of("island-1")
    for made, counts in ((float(word), 0), (0, float(word))):
        with pytest.raises(Rejected, match=f"{word} is not an exact number"):
            checked(claim | {"made": {"by": made}}, game | {"counts": {"of": counts}})


def test_one_child_for_several_actions_is_a_game():
    """Whatever player 1 does, play goes on in one node: it has both sequences before it."""
    claim, game = paying("1")
    game["information_sets"] = [{"information_set": 0, "player": 1, "actions": ["l", "r"]}]
    game["nodes"] = [
        {"node": 0, "information_set": 0, "children": [1, 1]},
        {"node": 1, "payoff": "1"},
    ]
    claim["strategies"][0] = [{"information_set": 0, "probabilities": ["1/3", "2/3"]}]
    assert checked(claim, game) == "the value is 1"
    strictly_read(claim, game)


def test_a_node_that_is_shared_by_some_pairs_of_sequences_only_is_rejected():
    """Player 2 knows what player 1 did: `l` with `c` and `r` with `d` lead to node 3, and neither
    `l` with `d` nor `r` with `c` does.
    """
    claim, game = paying("1")
    game["information_sets"] = [
        {"information_set": 0, "player": 1, "actions": ["l", "r"]},
        {"information_set": 1, "player": 2, "actions": ["c", "d"]},
        {"information_set": 2, "player": 2, "actions": ["c", "d"]},
    ]
    game["nodes"] = [
        {"node": 0, "information_set": 0, "children": [1, 2]},
        {"node": 1, "information_set": 1, "children": [3, 4]},
        {"node": 2, "information_set": 2, "children": [5, 3]},
        *({"node": at, "payoff": "1"} for at in (3, 4, 5)),
    ]
    claim["strategies"] = [
        [{"information_set": 0, "probabilities": ["1", "0"]}],
        [{"information_set": at, "probabilities": ["1", "0"]} for at in (1, 2)],
    ]
    with pytest.raises(Rejected, match="node 3 is shared by histories with different"):
        checked(claim, game)
    with pytest.raises(InputError, match="sharing is not exact"):
        strictly_read(claim, game)


@pytest.mark.parametrize("text", ["{}", "[]", "null", "1", '"x"', '{"format": 1, "format": 1}'])
def test_other_data_is_rejected(text):
    claim, game = (json.dumps(each).encode() for each in paying("1"))
    for pair in ((text.encode(), game), (claim, text.encode())):
        with pytest.raises(Rejected):
            check_certificate(*pair)


def test_other_encodings_are_rejected():
    claim, game = (json.dumps(each) for each in paying("1"))
    for encoding in ("utf-16", "utf-32", "utf-16-le"):
        with pytest.raises(Rejected, match="cannot be read: UnicodeDecodeError|JSONDecodeError"):
            check_certificate(claim.encode(encoding), game.encode())


# Random changes.

ODD = (*NO_RATIOS, *NO_EXACTS, 0, 1, -1, 2, "0", "2", "-1/7", 10**30, [[]], [1], "l")
KEYS = ("a", "children", "payoff", "probabilities", "player", "refinement", "constant", "sees")
OF_READERS = {"source", "counts", "places", "states"}
"""Keys of a game that the checker does not look into. No proof needs labels: it asks only whether
there are as many as actions.
"""


def places_of(data, at=()):
    """Yield the way to every part."""
    items = data.items() if isinstance(data, dict) else enumerate(data)
    for key, part in items:
        if key not in OF_READERS:
            yield (*at, key)
            if isinstance(part, (dict, list)) and key not in ("actions", "chance"):
                yield from places_of(part, (*at, key))


def at(data, way):
    for step in way:
        data = data[step]
    return data


def changed(draw, data):
    """Change something somewhere."""
    *way, last = draw.choice(list(places_of(data)))
    parent = at(data, way)
    part = parent[last]
    match draw.randrange(6):
        case 0:
            parent[last] = draw.choice(ODD)
        case 1:
            del parent[last]
        case 2 if isinstance(parent, list):
            parent.append(copy.deepcopy(part))
        case 3 if isinstance(parent, list):
            other = draw.randrange(len(parent))
            parent[last], parent[other] = parent[other], part
        case 4 if isinstance(parent, dict):
            parent[draw.choice(KEYS)] = draw.choice(ODD)
        case 5 if isinstance(part, int):
            parent[last] = part + draw.choice((-1, 1))
        case _ if isinstance(part, str) and part.replace("/", "").lstrip("-").isdigit():
            off = Fraction(draw.choice((-1, 1)), draw.choice((1, 7, 10**12)))
            parent[last] = str(Fraction(part) + off)


def assert_no_lie(draw, name):
    """Change a certificate, or its game; what is still proved is what our readers take, and of the
    same game the truth.
    """
    claim, game = data_of(name)
    del claim["made"], game["made"]  # Nothing is proved by them.
    value, of_game = Fraction(claim["value"]), draw.randrange(2)
    for _ in range(draw.choice((1, 1, 2, 3))):
        changed(draw, game if of_game else claim)
    try:
        said = checked(claim, game)
    except Rejected:
        return False
    strictly_read(claim | {"game_sha256": "0" * 64}, game)
    if not of_game:
        numbers = [Fraction(word) for word in said.split() if word[-1].isdigit()]
        assert numbers[0] <= value <= numbers[-1], said
        assert len(numbers) == 2 or numbers[0] == value, said
    return True


SMALL = ("droid-duel", "cave-example", "three-bushes", "island-1")


@pytest.mark.parametrize("seed", range(4))
def test_random_changes_prove_nothing_false(seed):
    draw = random.Random(seed)
    proved = [assert_no_lie(draw, SMALL[seed]) for _ in seeds(60)]
    assert any(proved) and not all(proved)


@pytest.mark.long
@pytest.mark.parametrize("seed", range(100, 120))
def test_many_random_changes_prove_nothing_false(seed):
    draw = random.Random(seed)
    for _ in range(500):
        assert_no_lie(draw, draw.choice(SMALL))
