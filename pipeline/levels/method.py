"""Goofspiel with generated states: solved in a folder of level files, and read from there."""

from collections.abc import Callable
from contextlib import ExitStack
from dataclasses import dataclass
from pathlib import Path

from pipeline.levels.excerpt import excerpt, fits
from pipeline.levels.manifest_file import read_manifest
from pipeline.levels.solve import solve_levels
from pipeline.levels.store import Store
from pipeline.methods import SolvedStates, is_quick
from pipeline.settings import Settings
from schemas.induction import Answer, Ground, Known
from schemas.layer_values import NOTHING, Excerpt
from schemas.levels import Numbers
from schemas.parts.problems import InputError, Problem
from schemas.parts.watch import Watch
from schemas.rules.goofspiel import Goofspiel, deal, read_position
from schemas.state_graph import StateGraph
from stages.isolated.processors import processors
from stages.isolated.signals import temporary_folder
from stages.report.induction import INDUCTION_FORMATS
from stages.solve.induction.goofspiel import more_games


@dataclass(frozen=True)
class LevelFiles:
    """The method for Goofspiel."""

    graph: StateGraph
    rule: Goofspiel

    @property
    def no_levels(self) -> str:
        return ""

    def refuse(self, at: str) -> None:
        self.rule.position(at)

    def solve(self, folder: Callable[[], Path], settings: Settings, watch: Watch) -> SolvedStates:
        levels = folder()
        if settings.levels:
            self._refuse_gone(settings)
        shown = INDUCTION_FORMATS[settings.report_format].trail and fits(self.rule)
        keep = settings.keep if settings.levels else bool(settings.at or shown)
        jobs = settings.jobs or processors()
        return SolvedStates(
            solve_levels(self.graph, levels, jobs, settings.engine, keep, watch, settings.values),
            levels,
        )

    def known(self, solved: SolvedStates) -> Known | None:
        return self._read(solved.levels, Ground.SOLVED) if solved.levels else None

    def found_again(self, folder: str, ended: ExitStack) -> tuple[Known | None, Path | None]:
        if folder:
            return self._read(Path(folder), Ground.READ), Path(folder)
        if not self._is_quick():
            return None, None
        levels = ended.enter_context(temporary_folder())
        solve_levels(self.graph, levels, 1)
        return self._read(levels, Ground.SOLVED), levels

    def answer(self, levels: Path | None) -> Callable[[str], Answer] | None:
        if levels is None:
            return None
        return lambda text: Store(levels, self.rule, make=False).answer(read_position(text))

    def excerpt(self, levels: Path | None) -> Excerpt:
        if levels is None:
            return NOTHING
        return excerpt(Store(levels, self.rule, make=False))

    def answers(self, levels: Path | None) -> Callable[[str], Answer] | None:
        return None  # Its pages contain values, from which every strategy follows.

    def _refuse_gone(self, settings: Settings) -> None:
        """Raise InputError now for a position whose levels will be deleted before the report."""
        if settings.at and not settings.keep:
            asked = read_position(settings.at)
            if len(asked.prizes) < len(self.rule.prizes):
                known = read_manifest(Path(settings.levels), self.rule)
                if not known.levels or not known.keep:
                    raise InputError(
                        [
                            Problem(
                                "its level will be gone when the graph is solved; --at needs --keep"
                            )
                        ],
                        settings.at,
                    )

    def _is_quick(self) -> bool:
        return is_quick(more_games, self.rule)

    def _read(self, folder: Path, ground: Ground) -> Known:
        """Return the known results of a folder. Raises InputError unless it has all levels of this
        game.
        """
        store = Store(folder, self.rule, make=False)
        start = deal(self.rule)
        first = [store.answer(start._replace(up=prize)) for prize in self.rule.prizes]
        return Known(
            ground=ground,
            levels=tuple(level.proof for level in store.levels),
            value=store.value(start),
            first={one.stage.state: one.matrix for one in first},
            packed=store.numbers == Numbers.PACKED,
        )
