"""Finds the shim's package in the source tree, under the name the tests use."""

import importlib.util
import sys
from pathlib import Path

sys.dont_write_bytecode = True
PROJECT = Path(__file__).resolve().parents[4]
FOLDER = PROJECT / "adapters/src/main/resources/dev/jevprune/adapters/shim/hermes"
VECTORS = PROJECT / "testdata/replay"
CAPTURES = PROJECT / "testdata/hermes"

if "jevshim" not in sys.modules:
    spec = importlib.util.spec_from_file_location(
        "jevshim", FOLDER / "__init__.py", submodule_search_locations=[str(FOLDER)]
    )
    module = importlib.util.module_from_spec(spec)
    sys.modules["jevshim"] = module
    spec.loader.exec_module(module)
