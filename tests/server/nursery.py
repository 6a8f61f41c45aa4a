"""A process that has loaded the server once and brings up a new one, in a process of its own, for each line it reads.

`python -m tests.server.nursery DATA`: writes "<pid> <port>" for each. The test kills them.
"""

from __future__ import annotations

import os
import sys
from pathlib import Path

from ludus.server.run import serve


def main() -> None:
    data = Path(sys.argv[1])
    for _ in sys.stdin:
        child = os.fork()
        if child == 0:
            address = f"{os.getpid()} %s\n"

            def ready(url: str, address: str = address) -> None:
                os.write(1, (address % url.rstrip("/").rsplit(":", 1)[1]).encode())

            serve(port=0, data=data, on_ready=ready)
            os._exit(0)
        os.waitpid(child, 0)


if __name__ == "__main__":
    main()
