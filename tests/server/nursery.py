"""A process that has loaded the server once and brings up a new one, in a process of its own, for each line it reads.

`python -m tests.server.nursery PLACE`, a folder or the address of a database: writes "<pid> <port>" for each.
The test kills them.
"""

from __future__ import annotations

import os
import sys
from functools import partial
from pathlib import Path

from ludus.server.run import Server, configured, listen, stay
from ludus.server.settings import NO_LIMITS
from tests.server.kit import kept


def main() -> None:
    place = sys.argv[1]
    config = configured(kept(place if "://" in place else Path(place), **NO_LIMITS))
    config.load()
    stay()
    for _ in sys.stdin:
        child = os.fork()
        if child == 0:
            sock = listen("127.0.0.1", 0)
            address = f"{os.getpid()} {sock.getsockname()[1]}\n".encode()
            Server(config, partial(os.write, 1, address)).run([sock])
            os._exit(0)
        os.waitpid(child, 0)


if __name__ == "__main__":
    main()
