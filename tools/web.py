"""Build or check the browser client, with the Node.js of this machine or, where it is missing or old, of PyPI."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
WEB = ROOT / "web"
OLDEST = (20, 19)
PIP = [sys.executable, "-m", "pip", "--disable-pip-version-check"]


def node_environment() -> dict[str, str]:
    """An environment whose PATH has a good node and npm in it."""
    environment = dict(os.environ)
    if not is_good(shutil.which("node")) or not shutil.which("npm"):
        scripts = Path(sys.executable).parent
        if not is_good(str(scripts / "node")):
            print("No recent Node.js here; installing the one from PyPI ...", flush=True)
            subprocess.run(
                [*PIP, "install", "--quiet", "--require-hashes", "-r", str(ROOT / "requirements-node.txt")],
                check=True,
            )
        environment["PATH"] = f"{scripts}{os.pathsep}{environment['PATH']}"
    return environment


def is_good(node: str | None) -> bool:
    if node is None or not Path(node).exists():
        return False
    said = subprocess.run([node, "--version"], capture_output=True, text=True, check=False).stdout
    numbers = said.strip().lstrip("v").split(".")
    return len(numbers) == 3 and tuple(int(number) for number in numbers[:2]) >= OLDEST


def run(environment: dict[str, str], *command: str) -> None:
    subprocess.run(command, cwd=WEB, env=environment, check=True)


def install(environment: dict[str, str]) -> None:
    lock, stamp = WEB / "package-lock.json", WEB / "node_modules" / ".ludus-lock"
    if stamp.exists() and stamp.read_bytes() == lock.read_bytes():
        return
    run(environment, "npm", "ci", "--no-audit", "--no-fund", "--loglevel=error")
    stamp.write_bytes(lock.read_bytes())


def generate_types(environment: dict[str, str]) -> None:
    """TypeScript types from the server's schema, so that a change there shows here."""
    schema = subprocess.run(
        [sys.executable, "-m", "ludus.server.openapi"], cwd=ROOT, check=True, capture_output=True, text=True
    ).stdout
    (WEB / "openapi.json").write_text(schema, encoding="utf-8")
    run(environment, "npm", "run", "--silent", "types")


def main() -> None:
    environment = node_environment()
    install(environment)
    generate_types(environment)
    task = sys.argv[1] if len(sys.argv) > 1 else "build"
    run(environment, "npm", "run", "--silent", task)


if __name__ == "__main__":
    try:
        main()
    except subprocess.CalledProcessError as error:
        print(f"{' '.join(map(str, error.cmd))} failed", file=sys.stderr)
        if error.stderr:
            print(error.stderr, file=sys.stderr)
        sys.exit(1)
