"""The scripts run, in their quick mode, and write what they say."""

import json
import os
import subprocess
import sys
from pathlib import Path

from PIL import Image

from features.image import image_size

ROOT = Path(__file__).resolve().parents[1]
PNG = b"\x89PNG\r\n\x1a\n"


def run(script: str, *arguments: str) -> str:
    command = [sys.executable, "-W", "error", str(ROOT / "scripts" / script), *arguments]
    environment = {**os.environ, "MPLBACKEND": "Agg"}
    done = subprocess.run(command, capture_output=True, text=True, check=False, env=environment)
    assert done.returncode == 0, done.stderr
    return done.stdout


def test_demo_draws_its_picture(tmp_path: Path):
    picture = tmp_path / "demo.png"
    assert f"drawn to {picture}" in run("demo.py", "-o", str(picture))
    assert picture.read_bytes().startswith(PNG)


def test_benchmark_search_prints_a_table_and_writes_json_and_a_plot(tmp_path: Path):
    figures, plot = tmp_path / "out.json", tmp_path / "out.png"
    printed = run("benchmark_search.py", "--quick", "--json", str(figures), "--plot", str(plot))
    assert "T_scan" in printed
    results = json.loads(figures.read_text())
    assert results["all_optimal"] is True
    assert {"machine", "seed", "images", "growth", "loss_median", "loss_worst"} <= set(results)
    assert plot.read_bytes().startswith(PNG)


def test_benchmark_features_prints_ratios_and_writes_json(tmp_path: Path):
    figures = tmp_path / "out.json"
    printed = run("benchmark_features.py", "--quick", "--json", str(figures))
    assert "default extraction / mahotas SURF" in printed
    results = json.loads(figures.read_text())
    assert {"machine", "images", "words", "milliseconds", "ratios", "attribute_file"} <= set(results)
    assert results["attribute_file"]["lines"] == 100 * 312


def test_compare_channels_prints_a_table_and_writes_json(tmp_path: Path):
    figures = tmp_path / "out.json"
    printed = run("compare_channels.py", "--quick", "--words", "100", "--json", str(figures))
    assert "constant box" in printed
    assert set(json.loads(figures.read_text())["results"]) == {"constant box", "SURF", "SURF + colour + contrast"}


def test_show_features_draws_with_and_without_a_data_set(birds, tmp_path: Path):
    alone = tmp_path / "bird.png"
    Image.fromarray(birds[0].image).save(alone)
    for arguments in ([str(birds[3].path)], [str(alone)]):
        picture = tmp_path / "out.png"
        assert f"drawn to {picture}" in run("show_features.py", *arguments, "-o", str(picture))
        assert picture.read_bytes().startswith(PNG)
        picture.unlink()


def test_show_sample_draws_a_sheet(tmp_path: Path):
    sheet = tmp_path / "sheet.jpg"
    assert f"drawn to {sheet}" in run("show_sample.py", "--rows", "2", "--columns", "3", "-o", str(sheet))
    assert image_size(sheet)[0] == 1200


def test_every_script_explains_itself():
    for script in sorted((ROOT / "scripts").glob("*.py")):
        if "argparse" in script.read_text():
            assert "usage:" in run(script.name, "--help")
