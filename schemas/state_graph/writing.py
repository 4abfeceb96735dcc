"""The YAML text of a state graph: one state per line."""

from collections.abc import Callable, Iterator
from functools import partial
from typing import assert_never

from schemas.parts.exact import write_exact
from schemas.parts.states import Choice, Draw, Joint, Look, Relocation, State, Terminal
from schemas.parts.yaml_text import flow, scalar
from schemas.state_graph.records import FORMAT, VERSION, GraphRecord

Naming = Callable[[int], str]


def write(graph: GraphRecord) -> Iterator[str]:
    """Yield the lines of the YAML text, each with its end."""
    yield f"format: {FORMAT}\nversion: {VERSION}\ntitle: {scalar(graph.title)}\n"
    if graph.source:
        yield f"source: {flow(graph.source.fields())}\n"
    if graph.counts:
        yield f"counts: {flow(graph.counts.fields())}\n"
    yield f"players: {flow(graph.players)}\n"
    if graph.secret:
        secret = {
            "owner": graph.players[1],
            "places": dict(graph.secret.places),
            "count": graph.secret.size,
        }
        yield f"secret: {flow(secret)}\n"
    if graph.rule:
        yield f"rule: {flow(graph.rule.fields())}\n"
    if not graph.states:
        yield "states: generated\n"
        return
    yield f"start: {scalar(graph.names[graph.start])}\nstates:\n"
    columns = graph.columns
    if columns is not None:
        # For start-up time: NumPy and Numba.
        from schemas.state_graph.writing_columns import GAP, lines

        of_form = partial(state_line, graph.players, GAP, lambda to: GAP)
        yield from (part.decode() for part in lines(columns, graph.names, of_form))
        return
    names = [scalar(name) for name in graph.names]
    for name, state in zip(names, graph.states, strict=True):
        yield state_line(graph.players, name, names.__getitem__, state)


def state_line(players: tuple[str, str], name: str, named: Naming, state: State) -> str:
    """Return the line of one state. Names are YAML scalars; `named` tells those of the targets."""
    return f"  {name}: {{{_line(players, named, state)}}}\n"


def _line(players: tuple[str, str], named: Naming, state: State) -> str:
    match state:
        case Terminal(payoff):
            return f"payoff: {write_exact(payoff)}"
        case Draw(moves):
            parts = (
                f"{scalar(label)}: {{p: {write_exact(p)}, to: {named(to)}}}"
                for label, p, to in moves
            )
            return f"actor: chance, moves: {{{', '.join(parts)}}}"
        case Look(place, occupied, empty):
            return (
                f"actor: secret, place: {scalar(place)}, occupied: {named(occupied)}, empty: "
                f"{named(empty)}"
            )
        case Choice(player, moves, sees, at):
            square = f"at: {flow(at)}, " if at else ""
            shows = f"sees: {flow(sees)}, " if sees else ""
            parts = (f"{scalar(label)}: {named(to)}" for label, to in moves)
            return (
                f"actor: {scalar(players[player - 1])}, {square}{shows}moves: "
                f"{{{', '.join(parts)}}}"
            )
        case Relocation(sees, not_to, to):
            shows = f"sees: {flow(sees)}, " if sees else ""
            return (
                f"actor: {scalar(players[1])}, {shows}relocate: {{not_to: "
                f"{scalar(not_to)}, to: {named(to)}}}"
            )
        case Joint(labels, to, reward):
            rows = ", ".join(f"[{', '.join(named(target) for target in row)}]" for row in to)
            names_of_moves = ", ".join(f"[{', '.join(map(scalar, moves))}]" for moves in labels)
            numbers = ", ".join(f"[{', '.join(map(write_exact, row))}]" for row in reward)
            paid = f", reward: [{numbers}]" if any(map(any, reward)) else ""
            return f"actor: joint, moves: [{names_of_moves}], to: [{rows}]{paid}"
        case _:
            assert_never(state)
