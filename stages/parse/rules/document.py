"""Read the YAML of a rules file into records of texts, each with its place in the file."""

from collections.abc import Mapping
from typing import NamedTuple

from ....schemas.parts.documents import Data, Findings
from ....schemas.parts.labels import one_line
from ....schemas.parts.near import known_are
from ....schemas.parts.problems import Place, agreeing, shown

FORMAT = "efgc/rules"
VERSION = 1
EACH, MOVER, OTHER = "each", "me", "other"
"""The name for the moves of either player, and in such moves for the player that moves, and for its
opponent.
"""
KEYS = ("version", "let", "network", "grid", "round", "define", "start", "turns", "turn", "then")

MOST_MOVES = 1_000
"""Maximum number of moves, without their loops."""


class Part(NamedTuple):
    """An expression, or another text with a grammar of its own."""

    text: str
    place: Place


class Step(NamedTuple):
    """A move of a player, or a step of the rules."""

    place: Place
    label: Part | None
    loops: tuple[Part, ...]
    """The loops of `for` or `draw`."""
    condition: Part | None
    where: tuple[tuple[str, Part], ...]
    do: tuple[tuple[Part, Part], ...]
    """Targets and values."""
    pays: Part | None
    sees: tuple[tuple[str, tuple[Part, ...]], ...] | None
    """None where the default holds."""
    chance: tuple[tuple[Part, Part], ...] = ()
    """Labels and probabilities."""
    weight: Part | None = None
    draws: bool = False

    @property
    def is_chance(self) -> bool:
        return self.draws or bool(self.chance)


class End(NamedTuple):
    """The payoff to player 1 where play ends."""

    condition: Part
    pays: Part


class Document(NamedTuple):
    """A rules file."""

    title: str
    players: tuple[str, str]
    let: Mapping[str, Data]
    network: Data
    grid: Data
    state: tuple[tuple[str, Part], ...]
    round: tuple[tuple[str, Part], ...]
    define: tuple[tuple[str, Part], ...]
    start: tuple[Step, ...]
    turns: tuple[str, ...]
    turn: Part | None
    moves: tuple[tuple[Step, ...], tuple[Step, ...]]
    """The moves of player 1 and of player 2."""
    then: tuple[Step, ...]
    sees: tuple[tuple[str, tuple[Part, ...]], ...]
    ends: tuple[End, ...]


def read_document(findings: Findings, data: Data) -> Document:
    """Return the records in YAML data; add its problems to `findings`. Raise InputError if the rest
    cannot be read at all.
    """
    findings.header(
        {"version": VERSION, **data} if isinstance(data, dict) else data, FORMAT, VERSION
    )
    needed = ("format", "title", "players", "state", "moves", "ends")
    top = findings.fields(data, (), needed, (*KEYS, "sees"))
    players = _players(findings, top["players"])
    reader = _Reader(findings, players)
    size = sum(map(len, top["moves"].values())) if isinstance(top["moves"], dict) else 0
    if size > MOST_MOVES:
        findings.add(("moves",), f"more than {MOST_MOVES:,} moves in the file; use 'for'")
        findings.stop()
    return Document(
        title=reader.title(top["title"]),
        players=players,
        let=findings.mapping(top.get("let") or {}, ("let",)),
        network=top.get("network"),
        grid=top.get("grid"),
        state=reader.named(top["state"], ("state",)),
        round=reader.named(top.get("round") or {}, ("round",)),
        define=reader.named(top.get("define") or {}, ("define",)),
        start=reader.steps(top.get("start"), ("start",)),
        turns=reader.turns(top.get("turns"), ("turns",)),
        turn=reader.part(top.get("turn"), ("turn",)),
        moves=reader.moves(top["moves"]),
        then=reader.steps(top.get("then"), ("then",)),
        sees=reader.sees(top.get("sees"), ("sees",)) or (),
        ends=reader.ends(top["ends"]),
    )


def _players(findings: Findings, data: Data) -> tuple[str, str]:
    names = [
        findings.text(name, ("players", at))
        for at, name in enumerate(findings.sequence(data, ("players",)))
    ]
    if len(names) != 2:
        findings.add(("players",), f"a game here has 2 players, not {len(names)}")
    elif names[0] == names[1]:
        findings.add(("players",), "the two players have the same name")
    for at, name in enumerate(names):
        if name in (EACH, MOVER, OTHER, "chance", "secret", "joint", "both", ""):
            findings.add(("players", at), f"{shown(name)} cannot be a player's name")
        elif not name.isprintable() or ";" in name or len(name) > 60:
            said = "a player's name has up to 60 characters, no ';' and no control characters"
            findings.add(("players", at), said)
    findings.stop()
    return names[0], names[1]


class _Reader:
    """Reads the parts of a file."""

    def __init__(self, findings: Findings, players: tuple[str, str]) -> None:
        self.findings, self.players = findings, players

    def title(self, data: Data) -> str:
        title = self.findings.text(data, ("title",))
        if one_line(title) != title:
            self.findings.add(("title",), "the title contains control characters")
        return title

    def part(self, data: Data, place: Place) -> Part | None:
        return None if data is None else Part(self.findings.text(data, place), place)

    def _needed(self, data: Data, place: Place) -> Part:
        return Part(self.findings.text(data, place), place)

    def _parts(self, data: Data, place: Place) -> tuple[Part, ...]:
        """Return the parts of a list, or the only one."""
        if not isinstance(data, list):
            return (self._needed(data, place),)
        return tuple(self._needed(one, (*place, at)) for at, one in enumerate(data))

    def named(self, data: Data, place: Place) -> tuple[tuple[str, Part], ...]:
        parts = {} if data is None else self.findings.mapping(data, place)
        return tuple((name, self._needed(value, (*place, name))) for name, value in parts.items())

    def turns(self, data: Data, place: Place) -> tuple[str, ...]:
        names = [
            self.findings.text(name, (*place, at))
            for at, name in enumerate(self.findings.sequence(data, place))
        ]
        for at, name in enumerate(names):
            if name not in self.players:
                self._unknown_player((*place, at), name)
        return tuple(names)

    def _unknown_player(self, place: Place, name: str, *more: str) -> None:
        known = known_are(name, (*self.players, *more))
        self.findings.add(place, f"{shown(name)} is not a player; {known}")

    def moves(self, data: Data) -> tuple[tuple[Step, ...], tuple[Step, ...]]:
        groups = {} if data is None else self.findings.mapping(data, ("moves",))
        for name in groups:
            if name not in (*self.players, EACH):
                self._unknown_player(("moves", name), name, EACH)
        first, second = self.players
        return self._group(groups, first), self._group(groups, second)

    def _group(self, groups: dict[str, Data], player: str) -> tuple[Step, ...]:
        steps = []
        for name in (player, EACH):
            findings = self.findings if name == player or player == self.players[0] else Findings()
            reader = _Reader(findings, self.players)
            for label, data in findings.mapping(groups.get(name, {}), ("moves", name)).items():
                place = ("moves", name, label)
                steps.append(reader._move(label, data or {}, place, name == EACH))
        if not steps:
            have = agreeing(player, "has", "have")
            self.findings.add(("moves",), f"{have} no moves; give them under this name")
        return tuple(steps)

    def _move(self, label: str, data: Data, place: Place, either: bool) -> Step:
        keys = ("for", "if", "where", "do", "pays", "sees")
        fields = self.findings.fields(data, place, (), keys)
        return self._step(fields, place, Part(label, place), "for", either)

    def _step(
        self, fields: dict[str, Data], place: Place, label: Part | None, loop: str, either: bool
    ) -> Step:
        loops = fields.get(loop)
        return Step(
            place=place,
            label=label,
            loops=() if loops is None else self._parts(loops, (*place, loop)),
            condition=self.part(fields.get("if"), (*place, "if")),
            where=self.named(fields.get("where"), (*place, "where")),
            do=tuple(
                (Part(target, (*place, "do", target)), value)
                for target, value in self.named(fields.get("do"), (*place, "do"))
            ),
            pays=self.part(fields.get("pays"), (*place, "pays")),
            sees=self.sees(fields.get("sees"), (*place, "sees"), either),
        )

    def steps(self, data: Data, place: Place) -> tuple[Step, ...]:
        listed = [] if data is None else self.findings.sequence(data, place)
        return tuple(self._rule_step(one, (*place, at)) for at, one in enumerate(listed))

    def _rule_step(self, data: Data, place: Place) -> Step:
        keys = ("if", "where", "do", "pays", "sees", "chance", "draw", "weight", "label")
        fields = self.findings.fields(data, place, (), keys)
        if "chance" in fields and "draw" in fields:
            self.findings.add(place, "a step has either 'chance' or 'draw'; write two steps")
        for key in ("weight", "label"):
            if key in fields and "draw" not in fields:
                self.findings.add((*place, key), f"'{key}' needs 'draw' in the same step")
        step = self._step(
            fields, place, self.part(fields.get("label"), (*place, "label")), "draw", either=False
        )
        if "draw" in fields and not step.loops:
            self.findings.add((*place, "draw"), "'draw' needs a loop, such as 'x in 1..6'")
        chance = self.named(fields.get("chance"), (*place, "chance"))
        if fields.get("chance") == {}:
            self.findings.add((*place, "chance"), "chance has no outcome")
        return step._replace(
            chance=tuple((Part(name, value.place), value) for name, value in chance),
            weight=self.part(fields.get("weight"), (*place, "weight")),
            draws="draw" in fields,
        )

    def sees(
        self, data: Data, place: Place, either: bool = False
    ) -> tuple[tuple[str, tuple[Part, ...]], ...] | None:
        if data is None:
            return None
        more = (MOVER, OTHER) if either else ()
        seen = []
        for name, parts in self.findings.mapping(data, place).items():
            if name not in (*self.players, *more):
                self._unknown_player((*place, name), name, *more)
            seen.append((name, self._parts(parts, (*place, name))))
        return tuple(seen)

    def ends(self, data: Data) -> tuple[End, ...]:
        ends = []
        for at, one in enumerate(self.findings.sequence(data, ("ends",))):
            fields = self.findings.fields(one, ("ends", at), ("if", "pays"))
            ends.append(
                End(
                    self._needed(fields["if"], ("ends", at, "if")),
                    self._needed(fields["pays"], ("ends", at, "pays")),
                )
            )
        if data == []:
            self.findings.add(("ends",), "a game needs at least one end")
        return tuple(ends)
