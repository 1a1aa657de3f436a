"""Data sets: images with boxes, and what is known about the training images only."""
