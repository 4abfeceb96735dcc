"""Extract the parts of some data, and collect all their problems."""

import re
from collections.abc import Callable, Collection
from fractions import Fraction
from typing import TypeVar

from ..exact import read_exact
from ..near import known_are
from ..problems import InputError, Place, Problem, shown
from ..provenance import KEY, Provenance
from .data import Data, Number

Item = TypeVar("Item")
_COMMAND = re.compile("efgc [ -_a-~]{1,200}")
"""Printable, on one line and without backticks."""


class Findings:
    """Collects the problems of some data while its parts are extracted.

    Each method returns the part, or adds a problem and returns a harmless default,
    so that one pass finds all problems.
    """

    def __init__(self) -> None:
        self.problems: list[Problem] = []
        self.made: Provenance | None = None
        """The field `made` of the artifact, once its header is read; None if it has none."""

    def add(self, place: Place, message: str) -> None:
        self.problems.append(Problem(message, place))

    def header(self, data: Data, name: str, version: int, again: str = "") -> None:
        """Check the header and read the field `made`. Raise InputError if the data are not a
        mapping with this format and version. `again` is advice on how to make an artifact of this
        version; if empty, the advice is the command in the artifact.
        """
        top = data if isinstance(data, dict) else {}
        if data is None:
            self.add((), "there is nothing in it")
        elif not isinstance(data, dict):
            self.add((), f"{shown(data)} is not a mapping")
        elif "format" not in top:
            self.add(
                (), f"no artifact of efgc: the key 'format' is missing; here it would be {name}"
            )
        elif top["format"] != name:
            self.add(("format",), f"{shown(top['format'])} is not {name}")
        elif str(top.get("version")) != str(version):
            self.add(
                ("version",),
                f"version {shown(top.get('version'))} is not known here, only {version}"
                + (f"; {again}" if again else _made_again(top)),
            )
        self.stop()
        if KEY in top:
            self.made = self.read_provenance(top.pop(KEY))

    def read_provenance(self, data: Data) -> Provenance | None:
        """Return the field `made` of an artifact; None if it has none."""
        before, names = len(self.problems), ("by", "command", "title_sha256", "digest")
        fields = self.fields(data, (KEY,), ("by", "command", "from", "digest"), ("title_sha256",))
        texts = {name: self.text(fields.get(name, ""), (KEY, name)) for name in names}
        sources = self.mapping(fields["from"], (KEY, "from"))
        digests = {name: self.text(one, (KEY, "from", name)) for name, one in sources.items()}
        if len(self.problems) > before:
            return None
        self.digest(texts["digest"], (KEY, "digest"))
        if "title_sha256" in fields:
            self.digest(texts["title_sha256"], (KEY, "title_sha256"))
        for name, digest in digests.items():
            self.digest(digest, (KEY, "from", name))
        return Provenance(**texts, sources=digests)

    def mapping(self, data: Data, place: Place) -> dict[str, Data]:
        if isinstance(data, dict):
            return data
        self.add(place, f"{shown(data)} is not a mapping")
        return {}

    def fields(
        self,
        data: Data,
        place: Place,
        needed: Collection[str],
        optional: Collection[str] = (),
        nullable: Collection[str] = (),
    ) -> dict[str, Data]:
        """Return a mapping with exactly these keys; the value of a missing key is None.

        Other keys are problems. Only `nullable` keys may have the value null.
        """
        given = self.mapping(data, place)
        if not isinstance(data, dict):
            return dict.fromkeys(needed)
        for key in given:
            if key not in needed and key not in optional:
                self.add(
                    (*place, key),
                    f"unknown key {shown(key)}; {known_are(key, (*needed, *optional))}",
                )
        for key in needed:
            if key not in given:
                self.add(place, f"the key '{key}' is missing")
        for key, value in given.items():
            if value is None and key not in nullable:
                self.add((*place, key), "null stands for nothing here")
        return {**dict.fromkeys(needed), **given}

    def sequence(self, data: Data, place: Place) -> list[Data]:
        if isinstance(data, list):
            return data
        if data is not None:
            self.add(place, f"{shown(data)} is not a list")
        return []

    def each(
        self, data: Data, place: Place, read: Callable[[Data, Place], Item]
    ) -> tuple[Item, ...]:
        """Return the items of a list, each as `read` returns it."""
        return tuple(
            [read(item, (*place, at)) for at, item in enumerate(self.sequence(data, place))]
        )

    def text(self, data: Data, place: Place) -> str:
        if isinstance(data, str) and not isinstance(data, Number):
            return data
        if data is not None:
            self.add(place, f"{shown(data)} is not text")
        return ""

    def integer(self, data: Data, place: Place) -> int:
        if isinstance(data, int) and not isinstance(data, bool):
            return data
        if (
            isinstance(data, str)
            and data.isascii()
            and data.removeprefix("-").isdigit()
            and len(data) < 20
        ):
            return int(data)
        if data is not None:
            self.add(place, f"{shown(data)} is not a whole number")
        return 0

    def exact(self, data: Data, place: Place) -> Fraction:
        if data is None:
            return Fraction(0)
        number = (
            read_exact(str(data))
            if isinstance(data, (str, int)) and not isinstance(data, bool)
            else None
        )
        if number is None:
            self.add(place, f"{shown(data)} is not a number; write 3, 0.33 or 1/3")
        return number or Fraction(0)

    def digest(self, text: str, place: Place) -> None:
        """Add a problem if a text is not a SHA-256 as written by efgc."""
        if len(text) != 64 or set(text) - set("0123456789abcdef"):
            self.add(place, f"{shown(text)} is no SHA-256 of 64 hexadecimal digits")

    def add_unless_broken(self, problems: Collection[Problem]) -> None:
        """Add problems, except those within a part that already has a problem."""
        broken = [problem.place for problem in self.problems]
        self.problems += [
            problem
            for problem in problems
            if not any(
                problem.place[: len(place)] == place or place[: len(problem.place)] == problem.place
                for place in broken
            )
        ]

    def stop(self) -> None:
        """Raise InputError if there were problems."""
        if self.problems:
            raise InputError(self.problems)


def _made_again(top: dict[str, Data]) -> str:
    """Return advice on how to make an artifact again, with the command that it contains."""
    made = top.get(KEY)
    command = made.get("command") if isinstance(made, dict) else None
    if not isinstance(command, str) or not _COMMAND.fullmatch(command):
        return "; make the file again from its source"
    return f"; `{command}` of this version makes the file again"
