"""What the tests of data sets share."""

import shutil
from pathlib import Path

import pytest

from locpriv import make_sample_dataset


@pytest.fixture(scope="session")
def twelve_birds(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder of twelve sample birds; do not change it."""
    folder = tmp_path_factory.mktemp("twelve") / "birds"
    make_sample_dataset(folder, n=12)
    return folder


@pytest.fixture
def root(twelve_birds: Path, tmp_path: Path) -> Path:
    """A copy of them, to be changed."""
    shutil.copytree(twelve_birds, tmp_path / "birds")
    return tmp_path / "birds" / "CUB_200_2011"
