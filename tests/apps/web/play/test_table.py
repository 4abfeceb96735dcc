"""The table, without a browser: what it tells, to whom, and that it tells no secrets."""

import json
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack

import pytest

from efgc.pipeline.apps.play.solved_match import SolvedMatch
from efgc.pipeline.apps.play.transcripts import replay
from efgc.pipeline.apps.play.web.picture import picture
from efgc.pipeline.apps.play.web.table import Table
from efgc.pipeline.apps.server.site import Refused
from efgc.schemas import transcript
from matches import begin
from small_games import seeds
from table_process import begun


@pytest.fixture
def ended():
    with ExitStack() as ended:
        yield ended


def table(ended, source, who="1", seed=1):
    return Table(begun(source, who, seed, ended))


def order(site, name, options=None, **fields):
    now = {"game": site.game, "version": site.match.version}
    return site.obey(name, {**now, **fields}, options or {})


def act(site, action, player=1, options=None):
    return order(site, "act", options, player=player, action=action)


def told(site, **options):
    return site.ask("state", options)


HELP = {"help": "1"}


def hidden(match):
    """Return what was hidden from player 1 at the first question: player 2's first move."""
    return next(move.label for move in match.moves if move.player == 2)


@pytest.mark.parametrize("source", ["bushes", "islands"])
def test_games_that_differ_only_in_the_hidden_secret_look_identical(ended, source):
    first = table(ended, source)
    others = [Table(_again(first.match, seed)) for seed in range(2, 60)]
    found = {hidden(other.match): other for other in others}
    assert len(found) > 1
    for options in ({}, HELP, {"player": "2"}):
        said = {json.dumps(told(site, **options)) for site in (first, *found.values())}
        assert len(said) == 1
    state = told(first)
    assert state["seed"] is state["transcript"] is state["tally"] is None


def test_games_with_identical_observations_look_identical_during_play(ended):
    """The bandits of two games differ, but not in what the agent has met on its way."""
    first, groups = table(ended, "long islands"), {}
    ready, people = first.match.ready, first.match.people
    before = [SolvedMatch(ready=ready, people=people, seed=seed) for seed in range(4)]
    secrets = range(len(before[0].possible))
    for match in (one.after_move(secret) for one in before for secret in secrets):
        site = Table(match)
        if not (state := act(site, site.match.labels.index("up")))["over"]:
            story = json.dumps(state["seen"]["story"])
            groups.setdefault(story, []).append((hidden(site.match), told(site, **HELP)))
    assert any(len({secret for secret, _ in group}) > 1 for group in groups.values())
    for group in groups.values():
        assert len({json.dumps(state) for _, state in group}) == 1


def _again(match, seed):
    return begin(match.ready, match.people, seed)


def test_a_bid_is_hidden_until_both_bids_are_made(ended):
    """Player 1's drawn bid of Goofspiel does not reach the page of player 2."""
    first = table(ended, "goofspiel-5", "2", 1)

    def shown(site):
        public = json.dumps(told(site, **HELP))
        return public, site.match.moves[0].label, site.match.moves[1].label

    found = {}
    for seed in seeds(400):
        public, prize, bid = shown(Table(_again(first.match, seed)))
        found.setdefault(prize, {}).setdefault(bid, set()).add(public)
    assert any(len(bids) > 1 for bids in found.values())
    for bids in found.values():
        assert len(set.union(*bids.values())) == 1


def test_a_curtain_hides_each_players_view_from_the_other(ended):
    site = table(ended, "goofspiel-3", "both", 3)
    drawn = told(site)
    assert drawn["curtain"] and drawn["seen"] is None and drawn["waiting"] == 1
    assert told(site, player="2") == drawn
    mine = told(site, player="1")
    assert not mine["curtain"] and mine["seen"]["player"] == 1
    outcomes = []
    for bid in (0, 2):
        other = table(ended, "goofspiel-3", "both", 3)
        after = act(other, bid, options={"player": "1", **HELP})
        assert after["curtain"] and after["waiting"] == 2 and after["cost"] is None
        outcomes.append((after, told(other, player="2", **HELP)))
    assert outcomes[0] == outcomes[1]  # Player 2 does not learn the bid.
    assert outcomes[0][1]["seen"]["player"] == 2 and outcomes[0][1]["cost"] is None
    with pytest.raises(Refused, match="it is not the turn of player 1"):
        act(other, 0, 1)
    done = act(other, 0, 2)
    assert done["curtain"] and done["waiting"] == 1


def test_late_and_impossible_moves_are_refused(ended):
    site = table(ended, "kuhn", "1", 1)
    before = site.match
    for fields, status in (
        ({"version": 5, "player": 1, "action": 0}, 409),
        ({"game": 2, "player": 1, "action": 0}, 409),
        ({"player": 2, "action": 0}, 409),
        ({"player": 1, "action": 2}, 422),
        ({"player": 1, "action": "bet"}, 400),
    ):
        with pytest.raises(Refused) as error:
            order(site, "act", **fields)
        assert error.value.status == status
    assert site.match is before
    now = {"game": 1, "version": 0, "player": 1, "action": 1}
    site.obey("act", now, {})
    with pytest.raises(Refused, match="this was for move 1; now it is move 2"):
        site.obey("act", now, {})


def test_of_many_at_once_one_is_taken(ended):
    site = table(ended, "goofspiel-5", "1", 1)
    for version in (0, 1, 2):

        def bid(action, version=version):
            now = {"game": 1, "version": version, "player": 1, "action": action}
            try:
                return site.obey("act", now, {})["version"]
            except Refused as error:
                return error.status

        with ThreadPoolExecutor(16) as pool:
            found = sorted(pool.map(bid, [0, 1] * 30))
        assert found == [version + 1, *[409] * 59]


def test_the_end_of_a_game_offers_a_transcript_that_can_be_replayed(ended):
    site = table(ended, "goofspiel-4", "2", 5)
    with pytest.raises(Refused, match="not here any more"):
        site.document(site._key, {})
    state = told(site)
    while not state["over"]:
        assert state["tally"] is state["seed"] is state["transcript"] is None
        state = act(site, len(state["seen"]["actions"]) - 1, 2)
    assert state["seed"] == 5 and state["tally"]["player"] == 2
    made = site.document(state["transcript"].removeprefix("document/"), {})
    assert (made.file, made.mimetype) == ("goofspiel-4-5.transcript.json", "application/json")
    again = replay(site.match.ready, transcript.read(made.content.decode()))
    assert again.moves == site.match.moves
    with pytest.raises(Refused):
        site.document("guess", {})


def test_the_same_game_again_has_the_same_seed(ended):
    site = table(ended, "kuhn", "1", 7)
    state = order(site, "new", people=[2], again=True)
    assert (state["game"], state["version"], state["people"]) == (2, 0, [2])
    assert site.match.seed == 7
    assert state["seen"]["player"] == 2


def test_the_seed_of_a_new_game_does_not_follow_from_the_last(ended):
    found = []
    for _ in range(2):
        site = table(ended, "kuhn", "1", 7)
        for _ in range(5):
            order(site, "new", people=[1], again=False)
            found.append(site.match.seed)
    assert len(set(found)) == 10 and 8 not in found
    assert all(0 <= seed < 2**31 for seed in found)


def test_watching_goes_step_by_step_and_shows_everything(ended):
    site = table(ended, "bushes", "none")
    state = told(site, **HELP)
    assert state["steps"] and state["help"] is None
    while state["steps"]:
        before = state["version"]
        state = order(site, "step")
        assert state["version"] > before
    assert state["over"] and state["tally"]["mistakes"] == "0"


def test_the_help_is_on_wish_alone(ended):
    site = table(ended, "bushes")
    assert told(site)["help"] is None and told(site)["cost"] is None
    assert told(site, **HELP)["help"]["actions"]
    act(site, 0)
    assert told(site)["cost"] is None
    assert told(site, **HELP)["cost"]["action"]


def test_the_picture_describes_known_facts_and_targets_of_actions(ended):
    site = table(ended, "bushes")
    seen = told(site)["seen"]
    text = picture(seen)
    assert text.count('data-known="unknown"') == 2
    assert "e1: not known; e2: not known" in text
    start = text.partition(" Start ")[2].partition(".")[0]
    assert start[0].isalpha() and f" At {start}. " in text  # Such as B4, counted from A1.
    assert all(f'data-action="{action["number"]}"' in text for action in seen["actions"])
    assert 'class="agent"' in text


def test_the_score_counts_each_game_once_and_no_repetition(ended):
    site = table(ended, "bushes", "1", 2)
    state = told(site)
    assert state["score"] == "" and len(state["rules"]) in (4, 5)
    for again, games in ((False, "1 game "), (True, "2 games "), (False, "2 games ")):
        while not state["over"]:
            state = order(site, "act", action=0, player=1)
        assert state["score"].startswith(f"Score: {games}as ") and told(site) == state
        state = order(site, "new", people=[1], again=again)
