"""What the README shows is run."""

import re
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[1]
README = (ROOT / "README.md").read_text()
EXAMPLES = re.findall(r"```python\n(.*?)```", README, flags=re.DOTALL)


@pytest.mark.parametrize("example", EXAMPLES, ids=lambda example: example.splitlines()[0])
def test_python_examples_run_and_print_what_they_say(example: str, capsys: pytest.CaptureFixture[str]):
    exec(compile(example, "README.md", "exec"), {})
    expected = re.findall(r"print\(.*?\) +# (.*)", example)
    assert expected, "an example shows what it prints"
    assert capsys.readouterr().out.splitlines() == expected


def test_files_and_make_targets_it_names_exist():
    for path in re.findall(r"\]\((?!http)([^)#]+)\)", README):
        assert (ROOT / path).exists(), path
    targets = set(re.findall(r"^([a-z]+):", (ROOT / "Makefile").read_text(), flags=re.MULTILINE))
    for target in re.findall(r"^make ([a-z]+)", README, flags=re.MULTILINE):
        assert target in targets


def test_every_dependency_has_its_reason():
    project = (ROOT / "pyproject.toml").read_text()
    names = set(re.findall(r'"([A-Za-z0-9-]+)>=', project))
    for name in names:
        assert re.search(rf"^\| {name} \|", README, flags=re.MULTILINE), f"{name} is not in the README's table"
