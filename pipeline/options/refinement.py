"""Options that choose which equilibrium of a game is reported."""

import click

from schemas.refinement import Concept


def _concept(
    context: click.Context, parameter: click.Parameter, value: str | None
) -> Concept | None:
    return Concept(value) if value else None


refine = click.option(
    "--refine",
    type=click.Choice([str(concept) for concept in Concept]),
    default=None,
    callback=_concept,
    help="Report an equilibrium that plays well after every mistake, too, proved in rationals. "
    "sequential: best by beliefs that small trembles leave; quasi-perfect: best against the "
    "trembles themselves. Not for large games, nor for state graphs.",
)


off_path = click.option(
    "--off-path",
    type=click.Choice(("none", "best")),
    default="none",
    show_default=True,
    callback=lambda context, parameter, value: value == "best",
    help="What to play where equilibrium play never comes. best: a best response to the other "
    "player's strategy with uniform trembles, where that leaves the bounds as they are; for games "
    "of any size that are solved as a linear program.",
)
