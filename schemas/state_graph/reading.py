"""From the YAML data of a state graph to its records, with the place of every problem."""

from collections.abc import Mapping

from schemas.parts.counts import read_counts
from schemas.parts.documents import Data, Findings
from schemas.parts.natural import natural
from schemas.parts.problems import shown
from schemas.parts.source import read_source
from schemas.parts.squares import read_places
from schemas.rules import read_rule
from schemas.state_graph.canonical import states_in_order
from schemas.state_graph.graph import StateGraph
from schemas.state_graph.records import Secret
from schemas.state_graph.state_reading import read_state, read_target


def read_graph(found: Findings, data: Data, numbers: Mapping[str, int] | None = None) -> StateGraph:
    """Return the graph that the data tells, in canonical order; `found` takes what is wrong with
    it.

    `numbers` has the states that targets may be, by name, where the data has but
    some of them.
    """
    generated = data.get("states") == "generated"
    needed = ("rule", "states") if generated else ("start", "states")
    optional = ("source",) if generated else ("source", "counts", "secret", "rule")
    top = found.fields(data, (), ("format", "version", "title", "players", *needed), optional)
    players = _players(found, top["players"])
    title = found.text(top["title"], ("title",))
    source = read_source(found, top.get("source"), ("source",))
    secret = _secret(found, players, top["secret"]) if "secret" in top else None
    rule = read_rule(found, top["rule"], ("rule",)) if top.get("rule") is not None else None
    states = {} if generated else found.mapping(top["states"], ("states",))
    names = tuple(sorted(states, key=natural))
    own = {name: number for number, name in enumerate(names)}
    index = own if numbers is None else numbers
    if not states and not generated:
        found.add(("states",), "there is no state")
        found.stop()
    return StateGraph(
        title=title,
        source=source,
        players=players,
        secret=secret,
        names=names,
        states=states_in_order(
            tuple(
                read_state(found, index, players, ("states", name), states[name]) for name in names
            )
        ),
        start=0 if generated else read_target(found, index, ("start",), top["start"]),
        counts=None if generated else read_counts(found, top.get("counts"), ("counts",)),
        rule=rule,
    )


def _players(found: Findings, data: Data) -> tuple[str, str]:
    names = [
        found.text(name, ("players", number))
        for number, name in enumerate(found.sequence(data, ("players",)))
    ]
    if len(names) != 2:
        found.add(("players",), f"a game here has 2 players, not {len(names)}")
        found.stop()  # Without the players nothing can be said of the states.
    return (names[0], names[1])


def _secret(found: Findings, players: tuple[str, str], data: Data) -> Secret:
    place = ("secret",)
    fields = found.fields(data, place, ("owner", "places", "count"))
    if fields["owner"] is not None and fields["owner"] != players[1]:
        found.add(
            (*place, "owner"), f"{shown(fields['owner'])} is not player 2, {shown(players[1])}"
        )
    places = read_places(found, fields["places"], (*place, "places"))
    return Secret(places, found.integer(fields["count"], (*place, "count")))
