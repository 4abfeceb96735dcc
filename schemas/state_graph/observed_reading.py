"""Read a graph of version 2 from its YAML text, with a fast and a slow reader.

`read_observed` is the slow reader: it reads the YAML data of any graph, and reports the place of
every problem.

`read_observed_columns` is fast and reads a text in the form in which `write` leaves it, by one
sample move for all those of the same form: see `scan`.
"""

from collections.abc import Mapping
from dataclasses import replace

import numpy as np

from ..parts.counts import read_counts
from ..parts.documents import Data, Findings
from ..parts.labels import natural
from ..parts.offsets import moves_of
from ..parts.problems import Place, shown
from ..parts.provenance import Provenance
from ..parts.source import read_source
from .checking import check, check_players
from .graph import ObservationGraph
from .observed_columns import NOTHING, Actor, GraphBuilder, TurnView, default_sees
from .reading import read_target
from .records import Limit
from .scan import read_sample


def read_observed_columns(text: str) -> tuple[ObservationGraph, Provenance | None] | None:
    """Return the graph that the text describes, and how it was made; None if the slow,
    error-reporting reader must take over.
    """
    sample = read_sample(text, 2, read_observed, by_move=True)
    if sample is None:
        return None
    scanned, graph, made = sample
    form = scanned.form[scanned.first[:-1]]
    columns = replace(
        graph.columns.with_moves(moves_of(graph.columns.begin, scanned.form)),
        actor=graph.columns.actor[form],
        payoff=graph.columns.payoff[form],
        begin=scanned.begin[scanned.first],
        target=scanned.targets,
    ).in_order()
    repeated = (np.diff(columns.label) == 0) & (np.diff(columns.origin) == 0)
    graph = replace(graph, names=tuple(graph.names), states=TurnView(columns))
    return None if repeated.any() or check(graph) else (graph, made)


def read_observed(
    findings: Findings, data: Data, numbers: Mapping[str, int] | None = None
) -> ObservationGraph:
    """Return the graph in YAML data; add its problems to `findings`. Raise InputError if the states
    cannot be read at all.

    If the data have only some of the states, `numbers` has the numbers of all
    possible targets by name.
    """
    top = findings.fields(
        data,
        (),
        ("format", "version", "title", "players", "start", "states"),
        ("source", "counts", "limit"),
    )
    if top["players"] is None or top["states"] is None:
        findings.stop()
    title = findings.text(top["title"], ("title",))
    players = _players(findings, top["players"])
    states = findings.mapping(top["states"], ("states",))
    if not states:
        if isinstance(top["states"], dict):
            findings.add(("states",), "there is no state")
        findings.stop()
    names = tuple(sorted(states, key=natural))
    index = {name: number for number, name in enumerate(names)} if numbers is None else numbers
    reader = _StateReader(findings, players, index)
    for name in names:
        reader.read(("states", name), states[name])
    return ObservationGraph(
        title=title,
        source=read_source(findings, top.get("source"), ("source",)),
        players=players,
        names=names,
        states=TurnView(reader.builder.columns()),
        start=reader.target(("start",), top["start"]),
        limit=_limit(findings, top["limit"]) if top.get("limit") is not None else None,
        counts=read_counts(findings, top.get("counts"), ("counts",)),
    )


def _players(findings: Findings, data: Data) -> tuple[str, str]:
    names = findings.each(data, ("players",), findings.text)
    if len(names) != 2 and isinstance(data, list):
        findings.add(("players",), f"a game here has 2 players, not {len(names)}")
    check_players(findings, names)
    findings.stop()  # The states cannot be read without the players.
    return names[0], names[1]


def _limit(findings: Findings, data: Data) -> Limit:
    fields = findings.fields(data, ("limit",), ("moves",), ("payoff",))
    moves = findings.integer(fields["moves"], ("limit", "moves"))
    if not findings.problems and moves < 1:
        findings.add(("limit", "moves"), f"{moves} is not above 0")
    return Limit(moves, findings.exact(fields.get("payoff"), ("limit", "payoff")))


class _StateReader:
    """Reads states into a builder."""

    def __init__(
        self, findings: Findings, players: tuple[str, str], index: Mapping[str, int]
    ) -> None:
        self.found, self.players, self.index = findings, players, index
        self.builder = GraphBuilder()
        self.actors = {players[0]: Actor.PLAYER_1, players[1]: Actor.PLAYER_2}
        self.actors["chance"] = Actor.CHANCE

    def read(self, place: Place, data: Data) -> None:
        """Add a state to the builder."""
        if not isinstance(data, dict) or "actor" not in data:
            fields = self.found.fields(data, place, ("payoff",))
            self.builder.end(self._number((*place, "payoff"), fields["payoff"]))
            return
        fields = self.found.fields(data, place, ("actor", "moves"))
        actor = self.actors.get(str(fields["actor"]))
        if actor is None:
            known = ", ".join(self.actors)
            said = f"{shown(fields['actor'])} is not a known actor; known are {known}"
            self.found.add((*place, "actor"), said)
        given = fields["moves"]
        moves = {} if given is None else self.found.mapping(given, (*place, "moves"))
        if given == {}:
            self.found.add((*place, "moves"), "there is no move")
        self.builder.add(
            actor or Actor.CHANCE,
            [
                number
                for label, move in moves.items()
                for number in self._move((*place, "moves", label), actor, label, move)
            ],
        )

    def _move(self, place: Place, actor: Actor | None, label: str, data: Data) -> tuple[int, ...]:
        """Return the numbers of a move; None stands for an unknown actor."""
        chance = actor == Actor.CHANCE
        fields = {"to": data}
        if isinstance(data, dict) or chance:
            needed = ("p", "to") if chance else ("to",)
            more = ("reward", "sees") if actor else ("p", "reward", "sees")
            fields = self.found.fields(data, place, needed, more)
        if not label:
            self.found.add(place, "a move needs a label")
        text = self.builder.text(label)
        sees = default_sees(actor or Actor.CHANCE, text)
        if fields.get("sees") is not None:
            sees = self._sees((*place, "sees"), fields["sees"])
        return (
            text,
            self.target((*place, "to"), fields["to"]),
            self._number((*place, "p"), fields["p"]) if chance else NOTHING,
            self._number((*place, "reward"), fields.get("reward")),
            *sees,
        )

    def _sees(self, place: Place, data: Data) -> tuple[int, int]:
        texts = self.found.mapping(data, place)
        for name in texts:
            if name not in self.players:
                known = " and ".join(self.players)
                self.found.add((*place, name), f"{shown(name)} is no player; these are {known}")
        first, second = (
            self.builder.text(self.found.text(texts[name], (*place, name)))
            if name in texts
            else NOTHING
            for name in self.players
        )
        return first, second

    def _number(self, place: Place, data: Data) -> int:
        return self.builder.number(self.found.exact(data, place)) if data is not None else 0

    def target(self, place: Place, data: Data) -> int:
        """Return the number of the state with a name."""
        return read_target(self.found, self.index, place, data)
