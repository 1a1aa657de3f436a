"""Settings of the whole suite."""

import hashlib
import os
from pathlib import Path

from hypothesis import settings

ROOT = Path(__file__).resolve().parents[1]

# numba keeps a compiled kernel although a kernel that it calls, in another file, has changed. So the tests keep theirs
# in a folder named after all the sources. Set before anything imports numba.
sources = b"".join(path.read_bytes() for path in sorted(ROOT.glob("*/_*.py")))
folder = ROOT / "build" / "kernels" / hashlib.sha256(sources).hexdigest()[:16]
os.environ.setdefault("NUMBA_CACHE_DIR", str(folder))

settings.register_profile("suite", deadline=None, derandomize="CI" in os.environ, print_blob=True)
settings.register_profile("few", parent=settings.get_profile("suite"), max_examples=15)
settings.load_profile(os.environ.get("HYPOTHESIS_PROFILE", "suite"))
