"""An analysis in a process of its own: a record comes in, and lines of JSON go out, how far it is and what was found.

`python -m ludus.advice.desk SEAT SECONDS` reads the record from its standard input.
"""

from __future__ import annotations

import json
import os
import sys

from ludus.advice.analysis import analyse
from ludus.core.errors import LudusError

STEP = 0.01  # how often progress is told


def main() -> None:
    os.nice(10)  # whoever plays comes first
    said = -1.0

    def tell(share: float) -> None:
        nonlocal said
        if share - said >= STEP:
            said = share
            print(json.dumps({"progress": round(share, 2)}), flush=True)

    seat, seconds = int(sys.argv[1]), float(sys.argv[2])
    try:
        found = analyse(json.load(sys.stdin), seat, seconds, tell)
        print(json.dumps({"found": found.to_plain()}), flush=True)
    except LudusError as error:
        print(json.dumps({"code": error.code, "message": error.message}), flush=True)


if __name__ == "__main__":
    main()
