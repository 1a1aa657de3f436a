"""The wheel has all packages, and they import from it."""

import subprocess
import sys
import zipfile
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]


def test_all_packages_import_from_the_built_wheel(tmp_path: Path):
    build = [sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", str(tmp_path)]
    subprocess.run(build, cwd=ROOT, check=True, capture_output=True)
    (wheel,) = tmp_path.glob("*.whl")
    unpacked = tmp_path / "unpacked"
    with zipfile.ZipFile(wheel) as archive:
        archive.extractall(unpacked)
    for package in ("ess", "features", "locpriv"):
        assert (unpacked / package / "py.typed").exists()
    assert not (unpacked / "tests").exists()
    program = f"import sys; sys.path.insert(0, {str(unpacked)!r}); import ess, features, locpriv; print(ess.__file__)"
    done = subprocess.run([sys.executable, "-c", program], cwd=tmp_path, check=True, capture_output=True, text=True)
    assert Path(done.stdout.strip()).is_relative_to(unpacked)
