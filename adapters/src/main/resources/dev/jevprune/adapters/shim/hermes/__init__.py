"""Jev Prune inside Hermes: replays decisions on the outgoing request, and answers /prune.

Standard library only. The loader in Hermes' plugin folder imports this package and calls `register`.
"""

from .plugin import register

__all__ = ["register"]
