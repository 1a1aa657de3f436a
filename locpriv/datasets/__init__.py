"""Data sets: images with boxes, and what is known about the training images only."""

from locpriv.datasets.built_in import make_sample_dataset
from locpriv.datasets.coco import load_coco
from locpriv.datasets.cub import load_cub
from locpriv.datasets.loading import check_dataset, load_dataset
from locpriv.datasets.problem import Problem
from locpriv.datasets.sample import Dataset, Sample

__all__ = [
    "Dataset",
    "Problem",
    "Sample",
    "check_dataset",
    "load_coco",
    "load_cub",
    "load_dataset",
    "make_sample_dataset",
]
