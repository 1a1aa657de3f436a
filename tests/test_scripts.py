"""The scripts run, in their quick mode, and write what they say."""

import json
import os
import subprocess
import sys
from pathlib import Path

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


def test_every_script_explains_itself():
    for script in sorted((ROOT / "scripts").glob("*.py")):
        if "argparse" in script.read_text():
            assert "usage:" in run(script.name, "--help")
