"""Efficient Subwindow Search: the best box of an image, exactly.

Boxes and numbers only: no images, no labels, no learning.
"""

from ess.box import Box, iou
from ess.box_prior import BoxPrior
from ess.exhaustive import exhaustive_search
from ess.score_table import ScoreTable
from ess.search import SearchResult, search, search_many

__all__ = [
    "Box",
    "BoxPrior",
    "ScoreTable",
    "SearchResult",
    "exhaustive_search",
    "iou",
    "search",
    "search_many",
]
