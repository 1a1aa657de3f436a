"""Dependencies point one way: ess, then features, then locpriv; inside locpriv from errors up to the command line."""

import ast
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[1]
PACKAGES = ["ess", "features", "locpriv"]
INSIDE_LOCPRIV = [
    "errors", "datasets", "models", "solvers", "estimators", "localizer", "evaluation", "report", "cli", "__main__",
]  # fmt: skip
ESS_MAY_USE = {"numpy", "numba"}

MODULES = sorted(path for package in PACKAGES for path in (ROOT / package).rglob("*.py"))
modules = pytest.mark.parametrize("path", MODULES, ids=lambda path: str(path.relative_to(ROOT)))


def imported(path: Path) -> Iterator[str]:
    """Full names of all that a module imports."""
    for node in ast.walk(ast.parse(path.read_text())):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"{path} line {node.lineno}: imports are written in full"
            yield from (f"{node.module}.{alias.name}" for alias in node.names)


def layer(name: str) -> tuple[int, int] | None:
    """Place of a module of the project in the order, None for a foreign one."""
    package, *rest = name.split(".")
    if package not in PACKAGES:
        return None
    if package != "locpriv" or not rest:
        return PACKAGES.index(package), len(INSIDE_LOCPRIV)
    return PACKAGES.index(package), INSIDE_LOCPRIV.index(rest[0]) if rest[0] in INSIDE_LOCPRIV else -1


@modules
def test_imports_point_down(path: Path):
    own = path.relative_to(ROOT).with_suffix("").as_posix().replace("/", ".").removesuffix(".__init__")
    here = layer(own)
    assert here is not None
    assert here[1] >= 0, f"{own} has no place in the order of this test"
    for name in imported(path):
        there = layer(name)
        assert there is None or there <= here, f"{own} imports {name}, which is above it"


@modules
def test_only_the_command_line_prints_or_exits(path: Path):
    if path.stem in ("cli", "__main__"):
        return
    for node in ast.walk(ast.parse(path.read_text())):
        called = node.func if isinstance(node, ast.Call) else None
        name = getattr(called, "id", getattr(called, "attr", ""))
        assert name not in ("print", "exit", "_exit"), f"{path} line {getattr(node, 'lineno', 0)} calls {name}"


@modules
def test_nothing_pickles(path: Path):
    assert not {name.split(".")[0] for name in imported(path)} & {"pickle", "dill", "cloudpickle", "shelve"}


@pytest.mark.parametrize("path", sorted((ROOT / "ess").glob("*.py")), ids=lambda path: path.name)
def test_ess_knows_numbers_only(path: Path):
    foreign = {name.split(".")[0] for name in imported(path)} - set(sys.stdlib_module_names) - {"ess"}
    assert foreign <= ESS_MAY_USE


def test_an_upward_import_would_be_noticed(tmp_path: Path):
    assert layer("features.words") > layer("ess.box")
    assert layer("locpriv.errors") > layer("features.words")
    assert layer("locpriv.cli") > layer("locpriv.solvers.smo") > layer("locpriv.models.contract")
    (tmp_path / "module.py").write_text("from locpriv.cli import main\nimport numpy as np\n")
    assert list(imported(tmp_path / "module.py")) == ["locpriv.cli.main", "numpy"]
