"""What can go wrong between shim and worker, by code."""

from __future__ import annotations


class Trouble(Exception):
    """The worker cannot be reached, does not answer in time, or refuses. `code` says which; the text is for the user."""

    def __init__(self, code: str, message: str) -> None:
        super().__init__(message)
        self.code = code
