"""Lines of text files, read and changed."""

from pathlib import Path


def lines(path: Path) -> list[str]:
    return path.read_text().splitlines()


def change(path: Path, line: int, text: str | None) -> None:
    """Replace a line of a file, counted from 1, or remove it."""
    content = lines(path)
    content[line - 1 : line] = [] if text is None else [text]
    path.write_text("\n".join(content) + "\n")
