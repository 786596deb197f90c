"""Makes `benchmarks` importable: it lies beside the package and is not installed with it."""

from __future__ import annotations

import sys
from pathlib import Path

sys.path.append(str(Path(__file__).parents[2]))
