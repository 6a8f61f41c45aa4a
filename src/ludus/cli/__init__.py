"""The `ludus` command."""

from ludus.cli.main import app, main

__all__ = ["app", "main"]
