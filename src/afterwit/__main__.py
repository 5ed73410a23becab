"""The way in. Hooks run at every turn of a host, so they are told apart before anything else is imported."""

import os
import sys


def main() -> None:
    """Run the command line."""
    if sys.argv[1:2] == ["hook"]:
        from afterwit.faces.hooks.hook import run_hook  # noqa: PLC0415 - the point of this file

        sys.exit(run_hook(sys.argv[2:], sys.stdin.buffer if sys.stdin else None))
    # `python -m` lets modules of the folder one stands in come first: a repository is not to run its own code here.
    if __name__ == "__main__" and not os.environ.get("PYTHONPATH") and sys.path[:1] == [os.getcwd()]:  # noqa: PTH109
        del sys.path[0]
    from afterwit.faces.cli.app import run  # noqa: PLC0415

    sys.exit(run(sys.argv[1:]))


if __name__ == "__main__":
    main()
