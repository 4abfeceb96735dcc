"""Options for maps that several commands share: the rules, and numbers that replace those of the
map (`pipeline.files.variations`).
"""

import click

from pipeline.options.ranges import Probability
from stages.parse import RULES

rules = click.option(
    "--rules",
    type=click.Choice(tuple(RULES)),
    default=None,
    help="The rules to play by.  [default: island-2018 or cave-2023, by the layout of the map]",
)
p = click.option(
    "--p",
    type=Probability(),
    default=None,
    metavar="FRACTION",
    help="The probability that an attack succeeds, in place of the map's, such as 1/3 or 0.5.",
)
bandits = click.option(
    "--miners",
    "--bandits",
    "bandits",
    type=click.IntRange(0),
    default=None,
    metavar="N",
    help="How many bandits or miners there are, in place of the map's number.",
)
