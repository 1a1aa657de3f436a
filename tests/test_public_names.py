"""Names that users rely on, and how they are called."""

import inspect

import ess
import features
import locpriv


def test_ess_exports_its_public_names():
    assert set(ess.__all__) == {
        "Box", "BoxPrior", "ScoreTable", "SearchResult", "exhaustive_search", "iou", "search", "search_many",
    }  # fmt: skip
    for name in ess.__all__:
        assert inspect.getdoc(getattr(ess, name)), f"{name} has no docstring"


def test_search_takes_its_arguments_by_these_names():
    parameters = inspect.signature(ess.search).parameters
    assert list(parameters)[:4] == ["table", "prior", "truth", "loss_weight"]
    assert list(parameters)[4:] == ["min_size", "stride", "max_expanded", "incumbent", "method"]
    assert list(inspect.signature(ess.BoxPrior).parameters) == ["left", "top", "right", "bottom", "width", "height"]
    assert list(ess.SearchResult.__dataclass_fields__) == ["box", "score", "optimal", "expanded"]


def test_features_and_locpriv_export_their_public_names():
    assert {"VisualWords", "WordExtractor", "Codebook", "Surf", "Sift", "Colour", "Contrast"} <= set(features.__all__)
    assert {"load_cub", "load_coco", "make_sample_dataset", "Dataset", "LocprivError"} <= set(locpriv.__all__)
    for package in (features, locpriv):
        for name in set(package.__all__) - {"__version__", "Channel"}:
            assert inspect.getdoc(getattr(package, name)), f"{name} has no docstring"


def test_loaders_take_their_arguments_by_these_names():
    assert list(inspect.signature(locpriv.load_cub).parameters) == ["root", "segmentations", "attributes"]
    assert list(inspect.signature(locpriv.load_coco).parameters) == ["json_path", "images", "category"]
    assert list(inspect.signature(locpriv.make_sample_dataset).parameters) == ["path", "n", "seed"]


def test_the_packages_say_what_they_are():
    assert features.__doc__
    assert locpriv.__doc__
    assert locpriv.__version__.count(".") == 2
