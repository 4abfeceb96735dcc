"""Help texts of two lengths: `--help` has what most people need, and `--help-all` everything.

An option with a heading, `HeadedOption` in `pipeline.settings.declarations`, is only in the long
text, under that heading. A form feed in a description ends what is in the short one.
"""

import inspect
from typing import Any

import click

_WHOLE = "efgc.whole_help"
"""The key in click's `meta` that is set while the long text is made."""


class CommandWithHelpAll(click.Command):
    """A command with a short help text and a long one."""

    def __init__(self, *arguments: Any, **attributes: Any) -> None:
        super().__init__(*arguments, **attributes)
        self._help_all = click.Option(
            ["--help-all"],
            is_flag=True,
            is_eager=True,
            expose_value=False,
            callback=_show_all,
            help="Show all details and options, and exit.",
        )

    def get_params(self, context: click.Context) -> list[click.Parameter]:
        return [*super().get_params(context), self._help_all]

    def format_help_text(self, context: click.Context, formatter: click.HelpFormatter) -> None:
        self._write(self.help, context, formatter)

    def format_epilog(self, context: click.Context, formatter: click.HelpFormatter) -> None:
        self._write(self.epilog, context, formatter)

    def format_options(self, context: click.Context, formatter: click.HelpFormatter) -> None:
        headed: dict[str, list[tuple[str, str]]] = {"": []}
        for parameter in self.get_params(context):
            record = parameter.get_help_record(context)
            if record and isinstance(parameter, click.Option):
                headed.setdefault(getattr(parameter, "heading", ""), []).append(record)
        for heading, records in headed.items():
            if not heading or context.meta.get(_WHOLE):
                with formatter.section(heading or "Options"):
                    formatter.write_dl(records)

    def _write(
        self, words: str | None, context: click.Context, formatter: click.HelpFormatter
    ) -> None:
        text = inspect.cleandoc(words or "")
        whole = text.replace("\f\n", "") if context.meta.get(_WHOLE) else text.partition("\f")[0]
        formatter.write_paragraph()
        with formatter.indentation():
            formatter.write_text(whole)


def _show_all(context: click.Context, option: click.Parameter, wanted: bool) -> None:
    if wanted and not context.resilient_parsing:
        context.meta[_WHOLE] = True
        click.echo(context.get_help())
        context.exit()
