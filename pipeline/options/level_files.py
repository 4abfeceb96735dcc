"""The cost of level files before a game is solved: --forecast."""

import click

from ...schemas.rules.goofspiel import NAME, goofspiel_of
from ..chain.refusals import OptionRefused
from ..files.kinds import kind
from ..files.reading import about, write_text
from ..files.sources import rule_in
from ..files.text import Text
from ..settings import Settings
from ..settings.declarations import HeadedOption, Heading
from .outputs import Output

forecast = click.option(
    "--forecast",
    cls=HeadedOption,
    heading=Heading.LARGE,
    is_flag=True,
    help="Do not solve: estimate what the level files of Goofspiel take. Per level and in total: "
    "states, stage games, bytes and processor seconds, by a one-second benchmark; the disk and "
    "memory needed, and whether this machine has them.",
)


def print_forecast(text: Text, output: Output, settings: Settings) -> None:
    """Print the forecast for a source or a state graph. Raises OptionRefused for other games."""
    # For start-up time: NumPy.
    from ..levels.forecast import as_json, as_text
    from ..levels.method import forecast_of

    forms = {"text": as_text, "json": as_json}
    if output.path != "-" or settings.report_format not in forms:
        raise click.UsageError("--forecast is printed, as text or by --format json")
    has_rule = kind(text.text) in ("source", "state-graph")
    rule = about(text.name, lambda: rule_in(text.text)) if has_rule else None
    if rule is None or rule.name != NAME:
        raise OptionRefused(f"{text.name}: --forecast is for Goofspiel")
    found = forecast_of(goofspiel_of(rule, ""), settings, settings.levels or ".")
    write_text("-", forms[settings.report_format](found))
