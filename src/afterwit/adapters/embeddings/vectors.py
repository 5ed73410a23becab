"""Rows of numbers as vectors of length 1. Imports numpy: import it where vectors are made, not before."""

import numpy as np
import numpy.typing as npt

Vectors = npt.NDArray[np.float32]


def of_length_one(rows: npt.NDArray[np.floating]) -> Vectors | None:
    """The same directions, each of length 1; None where one has no direction or is no number."""
    exact = rows.astype(np.float64)
    largest = np.abs(exact).max(axis=1, initial=0.0, keepdims=True)
    if not (np.isfinite(largest).all() and (largest > 0).all()):
        return None
    exact /= largest  # or the squares of large numbers would overflow
    return (exact / np.linalg.norm(exact, axis=1, keepdims=True)).astype(np.float32)
