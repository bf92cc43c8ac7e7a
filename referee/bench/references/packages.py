"""Optional packages: whether they are there, and the sentence when they are not."""

from __future__ import annotations

from importlib import import_module


def why_absent(module: str, package: str) -> str | None:
    """None if the module can be imported, or the next step for people."""
    try:
        import_module(module)
    except ImportError:
        return f"the package {package} is not installed; run `pip install {package}` to measure it."
    return None
