"""Settings of the whole suite."""

import hashlib
import os
import tempfile
from pathlib import Path

import pytest
from hypothesis import settings

ROOT = Path(__file__).resolve().parents[1]
CUB = ROOT.parent / "shared" / "cub"

# numba keeps a compiled kernel although a kernel that it calls, in another file, has changed. So the tests keep theirs
# in a folder named after all the sources. Set before anything imports numba.
sources = b"".join(path.read_bytes() for path in sorted(ROOT.glob("*/_*.py")))
folder = ROOT / "build" / "kernels" / hashlib.sha256(sources).hexdigest()[:16]
os.environ.setdefault("NUMBA_CACHE_DIR", str(folder))

# The tests keep words and sample birds in a folder of their own, and never those of the user.
cache = tempfile.TemporaryDirectory(prefix="locpriv-tests-")
os.environ["LOCPRIV_CACHE"] = cache.name

settings.register_profile("suite", deadline=None, derandomize="CI" in os.environ, print_blob=True)
settings.register_profile("few", parent=settings.get_profile("suite"), max_examples=15)
settings.load_profile(os.environ.get("HYPOTHESIS_PROFILE", "suite"))


@pytest.fixture(scope="session")
def birds():
    """Forty sample birds; do not change their folder."""
    from locpriv import make_sample_dataset

    return make_sample_dataset(n=40)


@pytest.fixture(scope="session")
def cub():
    """The real images, where they are at hand."""
    if not CUB.is_dir():
        pytest.skip("needs images of CUB-200-2011 in ../shared/cub, which are not part of the project")
    from locpriv import load_cub

    return load_cub(CUB)
