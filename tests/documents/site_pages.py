"""The pages of the documentation site: a hook of `mkdocs.yml`.

Every page keeps its path in the repository, so that links written for GitHub hold. Made here are
the HTML reports of the worked examples, sweeps of their maps, a page per example, the notebook with
its outputs, and a page per command instead of the one of the repository.
"""

import json
import posixpath
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path

from mkdocs.structure.files import File

import efgc
from command_reference import HEAD, sections
from efgc.pipeline.cli import GROUPS
from efgc.pipeline.files import examples
from python_blocks import NOTEBOOK, ROOT, beside_examples, cells, ran

FILES = (  # As patterns of paths in the repository.
    *("*.md", "docs/*.md", "schemas/**/*.md", "tests/*.md"),
    *("docs/*.svg", "packaging/*", "proofs/*.md", "tests/benchmarks/*.md"),
    *("artifacts/*.md", "artifacts/*/*", "CITATION.cff", "docs/*.ipynb", "tests/documents/site.*s"),
)
RULES = {name: {"rules": "island-2020"} for name in ("two-bushes", "three-bushes")}
PAGE_OF_NOTEBOOK = "docs/solve-look-evaluate.md"
COMMANDS = "pipeline/README.md"
LINK = re.compile(r"(\]\(|^\[[^]]+\]: )([^)#:\s]+)", re.MULTILINE)
SHOWN = 20_000  # Characters of a source or report that a page repeats.


def on_config(config):
    """Return the configuration with the pages of the commands in the navigation."""
    [commands] = [entry for entry in config.nav if "Commands" in entry]
    pages = (f"pipeline/{name}.md" for group in GROUPS.values() for name in group)
    commands["Commands"] = [{"All of them": COMMANDS}, *pages]
    return config


def on_files(files, config):
    """Return the files of the site: those of the repository and those that are made here."""
    for file in [
        one for one in files if Path(one.abs_src_path or "").is_relative_to(config.docs_dir)
    ]:
        files.remove(file)
    paths = sorted({path for pattern in FILES for path in ROOT.glob(pattern) if path.is_file()})
    for path in paths:
        name = path.relative_to(ROOT).as_posix()
        files.append(File.generated(config, name, abs_src_path=str(path)))
    for name, content in made().items():
        files.append(File.generated(config, name, content=content))
    return files


def on_page_markdown(markdown, page, config, files):
    """Return a page with its links to folders and to the notebook leading to their pages."""

    def link(found):
        target = posixpath.normpath(posixpath.join(posixpath.dirname(page.file.src_uri), found[2]))
        if target.endswith(".ipynb") and page.file.src_uri != PAGE_OF_NOTEBOOK:
            return found[0].removesuffix(".ipynb") + ".md"
        if files.get_file_from_path(f"{target}/README.md"):
            return found[0].removesuffix("/") + "/README.md"
        return found[0]

    return LINK.sub(link, markdown)


@cache
def made() -> dict[str, str]:
    """Return the content of each file that is not in the repository, by its path."""
    with beside_examples():
        found = {
            f"artifacts/{name}/{file}": content
            for name in examples.EXAMPLES
            for file, content in example(name)
        }
        found[PAGE_OF_NOTEBOOK] = notebook()
    return found | commands()


def commands() -> dict[str, str]:
    """Return the pages of the commands by their paths, and the page that lists them."""
    texts = sections()
    listed = [
        f"## {group}\n\n| command | what it does |\n| --- | --- |\n"
        + "\n".join(f"| [`{name}`]({name}.md) | {words} |" for name, words in names.items())
        for group, names in GROUPS.items()
    ]
    pages = {COMMANDS: "\n\n".join([HEAD.strip(), *listed, texts.pop("")])}
    for words, text in texts.items():
        path = f"pipeline/{words.partition(' ')[0]}.md"  # `course` has commands of its own.
        pages[path] = f"{pages[path]}\n{text}" if path in pages else text.removeprefix("#")
    return pages


def example(name: str) -> Iterator[tuple[str, str]]:
    """Yield name and content of each file that is made for a worked example: its HTML report, the
    sweep of a map, and a page about the folder.
    """
    folder, options = Path("artifacts", name), RULES.get(name, {})
    source = folder / examples.files(name)[0].name
    result = efgc.run(source, **options)
    live = [f"[The report]({name}.html) is a page on which you can follow play."]
    yield f"{name}.html", result.report("html")
    if source.suffix == ".txt":
        efgc.sweep(source, vary={"p": "0.05:0.95"}, critical=True, output="sweep", **options)
        yield "sweep.html", Path("sweep/sweep.html").read_text(encoding="utf-8")
        live.append("[A sweep](sweep.html) shows the value over p, and where optimal play changes.")
    words, value = examples.EXAMPLES[name]
    report = folder / f"{name}.report.txt"
    files = [
        f"| [{path.name}]({path.name}) | {path.stat().st_size:,} |" for path in files_of(folder)
    ]
    yield (
        "README.md",
        "\n\n".join(
            (
                f"# {name}",
                f"{words[0].upper()}{words[1:]}. Worth {value} to the first player.",
                " ".join(live),
                result._repr_html_(),
                f"## The source\n\n{block(source)}",
                f"## The report as text\n\n{block(report)}",
                "## All files\n\n| file | bytes |\n| --- | ---: |\n" + "\n".join(files),
            )
        ),
    )


def files_of(folder: Path) -> list[Path]:
    return sorted(path for path in folder.iterdir() if path.is_file())


def block(path: Path) -> str:
    """Return a text file as a block of code, with a link instead of what would be too long."""
    text = path.read_text(encoding="utf-8")
    lines = text[:SHOWN].splitlines()
    more = f"\n\nand [so on]({path.name})" if len(text) > SHOWN else ""
    return "\n".join(("```text", *lines, "```")) + more


def notebook() -> str:
    """Return the notebook as a page, with what its cells print and show."""
    text = NOTEBOOK.read_text(encoding="utf-8")
    outputs = iter(ran(cells()))
    parts = []
    for cell in json.loads(text)["cells"]:
        content = "".join(cell["source"])
        if cell["cell_type"] == "markdown":
            parts.append(content)
            continue
        printed, value = next(outputs)
        parts.append(f"```python\n{content}\n```")
        if printed:
            parts.append(f"```text\n{printed}```")
        if hasattr(value, "_repr_html_"):
            parts.append(f'<div class="output" tabindex="0">{value._repr_html_()}</div>')
        elif value is not None:
            parts.append(f"```text\n{value!r}\n```")
    parts.insert(1, f"[The notebook itself]({NOTEBOOK.name}), to be opened in Jupyter.")
    return "\n\n".join(parts)
