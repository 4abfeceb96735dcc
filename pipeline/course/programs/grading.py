"""Grading the programs of several students: which programs there are, on which maps and by which
rules they are run, and the heading of their grades.
"""

import hashlib
import os
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from typing import NamedTuple

import click

from pipeline.course.points.handins import maps as map_files
from pipeline.course.programs.maps import built_in, size, text_of
from pipeline.course.programs.search import ProgramWork, Terms
from pipeline.files.reading import about, read_for
from pipeline.files.text import Text
from schemas.grades import PASSED, Grades, Verdict
from schemas.parts.problems import InputError, Problem
from schemas.parts.source import Source
from stages.parse.maps import Map, read_map
from stages.parse.rule_sets import DEFAULT_RULES, RULES

RECOGNISED = ("cave-2023", "island-2020", "island-2018")
"""The rules that are tried if none are given."""
TRIED = 5
"""Programs that are tried to recognise the rules."""


class Student(NamedTuple):
    """A hand-in with a program."""

    name: str
    folder: str
    file: str = ""
    """The file of the hand-in if it is a single file."""


def students(handins: Sequence[str]) -> Iterator[Student]:
    """Yield the hand-ins that names mean: a file, a folder with files, or each folder in a folder
    of folders. Without names, yield the current folder.
    """
    for name in handins or (".",):
        if os.path.isfile(name):
            yield Student(name, os.path.dirname(name) or ".", os.path.basename(name))
            continue
        if not os.path.isdir(name):
            raise InputError([Problem("no such file or folder")], name)
        folders = sorted(entry.name for entry in os.scandir(name) if entry.is_dir())
        files = [entry.name for entry in os.scandir(name) if entry.is_file()]
        folders = [one for one in folders if not one.startswith((".", "__"))]
        if files or not folders or not handins:
            yield Student(name if handins else "", name)
        else:
            yield from (
                Student(os.path.join(name, one), os.path.join(name, one)) for one in folders
            )


def maps_of(names: Sequence[str]) -> tuple[Map, ...]:
    """Return the maps in files and folders. Raise InputError."""
    files = map_files(tuple(names)) if names else []
    return tuple(_map_of(read_for("grade --map", file)) for file in files)


def _map_of(text: Text) -> Map:
    return about(text.name, lambda: read_map(text.text))


def works_of(terms: Terms, programs: Iterable[Student]) -> list[ProgramWork]:
    """Return the work of grading each program."""
    return [ProgramWork(terms, one.name, os.path.abspath(one.folder), one.file) for one in programs]


def rules_of(boards: Sequence[Map], works: Sequence[ProgramWork]) -> str:
    """Return the rules by which programs play: those of the maps, or else the first rules whose
    maps they understand. Raise UsageError if there are none, or several.
    """
    layouts = {board.layout for board in boards}
    if len(layouts) > 1:
        raise click.UsageError("the maps are of two kinds, islands and caves: grade them in turn")
    if layouts:
        return DEFAULT_RULES[layouts.pop()]
    readable = ""
    for work in works[:TRIED]:
        for rules in RECOGNISED:
            terms = replace(work.terms, rules=rules, maps=tuple(built_in(rules)[:2]), random=0)
            grade = replace(work, terms=terms)()
            if grade.verdict in PASSED:
                return rules
            if grade.verdict not in (Verdict.FAILED, Verdict.UNREADABLE, Verdict.NOT_GRADED):
                readable = readable or rules
    if not readable:
        raise click.UsageError(
            "no program wrote a game that could be read, for caves or for islands: name the rules "
            "with --rules"
        )
    return readable


def head(terms: Terms) -> Grades:
    """Return the heading of the grades of programs."""
    texts = "".join(map(text_of, terms.maps))
    squares = max(size(board)[0] for board in terms.maps)
    drawn = f" and, if it is right on them, {terms.random} random ones" if terms.random else ""
    return Grades(
        title=f"programs on {len(terms.maps)} maps of up to {squares} squares{drawn}",
        source=Source("", hashlib.sha256(texts.encode()).hexdigest(), terms.rules, 0),
        players=RULES[terms.rules].players,
        value=None,
        nodes=None,
        information_sets=None,
        grades=(),
    )
