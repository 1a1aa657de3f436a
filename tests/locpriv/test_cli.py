"""The command line, as people call it: whole outputs, exit codes, one-line errors."""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest
from PIL import Image

from features import cache
from locpriv import Dataset
from locpriv.cli import main
from locpriv.datasets import fetch as fetch_module


@pytest.fixture(autouse=True)
def cache_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("LOCPRIV_CACHE", str(tmp_path / "cache"))
    return tmp_path / "cache"


def run(capsys: pytest.CaptureFixture[str], *arguments: object) -> tuple[int, str, str]:
    code = main([str(argument) for argument in arguments])
    return code, *capsys.readouterr()


def test_a_sample_is_drawn_and_checked(capsys, tmp_path):
    expected = "sample birds: 6 images (3 train, 3 test), 6 classes, 6 with masks, 6 with parts, 6 with attributes\n"
    root = tmp_path / "birds" / "CUB_200_2011"
    assert run(capsys, "data", "sample", "--to", tmp_path / "birds", "-n", 6) == (0, expected + f"{root}\n", "")
    summary = expected.replace("sample birds", "CUB_200_2011")
    assert run(capsys, "data", "check", tmp_path / "birds") == (0, summary + "no problems\n", "")


def test_the_sample_is_kept_in_the_cache(capsys, cache_folder, monkeypatch):
    first = run(capsys, "data", "sample", "-n", 3)
    assert first[0] == 0
    assert str(cache_folder) in first[1]
    monkeypatch.setattr("locpriv.datasets.built_in.write_sample_folder", lambda *_: pytest.fail("drawn again"))
    assert run(capsys, "data", "sample", "-n", 3) == first


def test_other_seeds_are_other_birds_and_a_damaged_sample_is_drawn_again(capsys, cache_folder):
    first, second = (run(capsys, "data", "sample", "-n", 2, "--seed", seed)[1] for seed in (0, 1))
    assert first != second
    (Path(first.splitlines()[1]) / "images.txt").unlink()
    assert run(capsys, "data", "sample", "-n", 2) == (0, first, "")


def test_an_interruption_is_one_line_and_exit_130(capsys, monkeypatch):
    def interrupted(*_):
        raise KeyboardInterrupt

    monkeypatch.setattr("locpriv.datasets.loading.check_dataset", interrupted)
    assert run(capsys, "data", "check") == (130, "", "locpriv: interrupted\n")


def test_jobs_are_passed_on(capsys, monkeypatch):
    seen = []
    check = "locpriv.datasets.loading.check_dataset"
    monkeypatch.setattr(check, lambda *given: seen.append(given) or (Dataset([]), []))
    run(capsys, "data", "check", "x", "--jobs", 3, "--images", "y")
    run(capsys, "data", "check")
    assert seen == [("x", "y", 3), (None, None, -1)]


def test_odd_signs_in_names_are_escaped(tmp_path):
    content = {
        "images": [{"id": 1, "file_name": "a\nb\x1b[31m\ud800.png"}],
        "annotations": [],
        "categories": [],
    }
    (tmp_path / "birds.json").write_text(json.dumps(content))
    command = [sys.executable, "-m", "locpriv", "data", "check", str(tmp_path / "birds.json")]
    environment = {**os.environ, "PYTHONIOENCODING": "ascii"}
    done = subprocess.run(command, capture_output=True, text=True, check=False, env=environment)
    assert (done.returncode, done.stderr) == (1, "")
    assert r"a\nb\x1b[31m\ud800.png" in done.stdout.splitlines()[0]


@pytest.mark.parametrize("closed", [">&-", "2>&-"])
def test_closed_streams_are_no_traceback(closed, tmp_path):
    command = f"{sys.executable} -m locpriv data cache {closed}"
    done = subprocess.run(command, shell=True, capture_output=True, text=True, check=False)
    assert "Traceback" not in done.stderr


def test_problems_are_listed_with_counts_and_exit_1(capsys, tmp_path):
    main(["data", "sample", "--to", str(tmp_path / "birds"), "-n", "4"])
    capsys.readouterr()
    root = tmp_path / "birds" / "CUB_200_2011"
    boxes = (root / "bounding_boxes.txt").read_text().splitlines()
    (root / "bounding_boxes.txt").write_text("\n".join(boxes[1:2] + ["3 9000 0 5 5", *boxes[3:]]) + "\n")
    code, out, err = run(capsys, "data", "check", root)
    path = root / "bounding_boxes.txt"
    rows = out.splitlines()
    assert (code, err) == (1, "")
    assert rows[0] == f"{path}: image 1: has no box here"
    assert rows[1].startswith(f"{path} line 2: image 3: expected x y width height with area inside the ")
    assert rows[2].startswith("CUB_200_2011: 2 images")
    assert rows[3] == "2 problems: 1 no box, 1 bad box"


def test_errors_are_one_line_and_exit_1(capsys, tmp_path):
    for arguments, message in [
        (["data", "check", tmp_path / "none"], f"locpriv: {tmp_path / 'none'}: no such file or folder\n"),
        (["data", "sample", "-n", "0"], "locpriv: n must be between 1 and 2147483647, got 0\n"),
        (["data", "sample", "--to", tmp_path], None),
    ]:
        (tmp_path / "mine.txt").write_text("not empty")
        code, out, err = run(capsys, *arguments)
        assert (code, out, err.count("\n")) == (1, "", 1)
        assert message in (None, err)


@pytest.mark.parametrize(
    "call", ["", "data", "data fetch cub", "data eat", "data sample -n x", "data check --jobs 0", "data check --jobs x"]
)
def test_wrong_calls_exit_2(call, capsys):
    with pytest.raises(SystemExit) as exit_:
        main(call.split())
    assert exit_.value.code == 2
    assert capsys.readouterr().err.startswith("usage: locpriv")


def test_warnings_are_one_line(capsys, tmp_path):
    Image.new("RGB", (40, 30)).save(tmp_path / "1.png")
    boxes = [[0, 0, 9, 9], [5, 5, 20, 20]]
    content = {
        "images": [{"id": 1, "file_name": "1.png"}],
        "annotations": [{"id": n, "image_id": 1, "category_id": 1, "bbox": box} for n, box in enumerate(boxes)],
        "categories": [{"id": 1, "name": "bird"}],
    }
    (tmp_path / "birds.json").write_text(json.dumps(content))
    command = [sys.executable, "-m", "locpriv", "data", "check", str(tmp_path / "birds.json")]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 0
    assert done.stdout == "birds: 1 image, 1 class\nno problems\n"
    warning = "birds.json: 1 image with more than one object: the largest is used, 1 other ignored"
    assert done.stderr == f"locpriv: warning: {warning}\n"


def test_fetch_prints_where_it_put_things_or_why_not(capsys, tmp_path, monkeypatch):
    archive = fetch_module.Archive("birds.tgz", "http://127.0.0.1:9/birds.tgz", 5, "0" * 64, ("birds",))
    monkeypatch.setattr(fetch_module, "CUB_ARCHIVES", (archive,))
    monkeypatch.setattr("locpriv.datasets.transfer.PAUSES", (0.0,))
    code, out, err = run(capsys, "data", "fetch", "cub", "--to", tmp_path)
    assert (code, out, err.count("\n")) == (1, "", 1)
    assert err.startswith("locpriv: http://127.0.0.1:9/birds.tgz: the connection broke (")
    (tmp_path / "birds").mkdir()
    assert run(capsys, "data", "fetch", "cub", "--to", tmp_path) == (0, f"{tmp_path / 'birds'}\n", "")


def test_the_cache_is_shown_and_cleared(capsys, cache_folder):
    import numpy as np

    cache.store("words", "ab" * 20, {"x": np.zeros(125_000)})
    expected = f"{cache_folder}\nwords              1 files       1.0 MB\n"
    assert run(capsys, "data", "cache") == (0, expected, "")
    removed = expected.replace("MB", "MB  removed")
    assert run(capsys, "data", "cache", "--clear") == (0, removed, "")
    assert run(capsys, "data", "cache") == (0, f"{cache_folder}\n", "")


def test_a_closed_pipe_is_no_traceback(tmp_path):
    main(["data", "sample", "--to", str(tmp_path / "birds"), "-n", "4"])
    (tmp_path / "birds" / "CUB_200_2011" / "bounding_boxes.txt").write_text("x\n" * 20_000)
    command = f"{sys.executable} -m locpriv data check {tmp_path / 'birds'} | head -1"
    done = subprocess.run(command, shell=True, capture_output=True, text=True, check=False, env=os.environ.copy())
    assert done.stdout.count("\n") == 1
    assert done.stderr == ""


@pytest.mark.parametrize("call", ["--version", "--help", "data --help", "data check --help", "data fetch --help"])
def test_help_is_given(call, capsys):
    with pytest.raises(SystemExit) as exit_:
        main(call.split())
    assert exit_.value.code == 0
    assert "locpriv" in capsys.readouterr().out


def test_the_command_line_starts_without_heavy_imports():
    code = "import sys, locpriv.cli; sys.exit(bool({'sklearn', 'matplotlib'} & set(sys.modules)))"
    assert subprocess.run([sys.executable, "-c", code], check=False).returncode == 0
