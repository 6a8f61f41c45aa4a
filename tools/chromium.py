"""Make sure there is a Chromium for the browser tests: found, or installed from Debian's packages."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys

# The one without windows, tabs and buttons comes first: tests run in half the time.
NAMES = ("chromium-headless-shell", "chromium", "chromium-browser", "google-chrome", "google-chrome-stable")
PACKAGES = ("chromium-headless-shell", "chromium")  # older systems have only the second


def find() -> str | None:
    """A Chromium on this machine; LUDUS_CHROMIUM names one outright."""
    return os.environ.get("LUDUS_CHROMIUM") or next(filter(None, map(shutil.which, NAMES)), None)


def main() -> int:
    if find():
        return 0
    if shutil.which("apt-get") and os.geteuid() == 0:
        print("Installing Chromium for the browser tests ...", flush=True)
        environment = {**os.environ, "DEBIAN_FRONTEND": "noninteractive"}
        for command in (["update"], *(["install", "-y", package] for package in PACKAGES)):
            subprocess.run(["apt-get", "-qq", *command], check=False, env=environment, stdout=subprocess.DEVNULL)
            if find():
                return 0
    print(
        "The browser tests need Chromium, and it cannot be installed from here. Install it (Debian or Ubuntu: "
        "sudo apt-get install chromium), or set LUDUS_CHROMIUM to the program of a Chrome or Chromium you have.",
        file=sys.stderr,
    )
    return 1


if __name__ == "__main__":
    sys.exit(main())
