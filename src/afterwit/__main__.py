"""The way in. Hooks run at every turn of a host, so they are told apart before anything else is imported."""

import os
import sys


def main() -> None:
    """Run the command line."""
    # `python -m` lets modules of the folder one stands in come first: a repository is not to run its own code here.
    if __name__ == "__main__" and not os.environ.get("PYTHONPATH") and sys.path[:1] == [_here()]:
        del sys.path[0]
    if sys.argv[1:2] == ["hook"]:
        from afterwit.faces.hooks.hook import main as hook  # noqa: PLC0415 - the point of this file

        hook(sys.argv[2:])
    from afterwit.faces.cli.app import run  # noqa: PLC0415

    sys.exit(run(sys.argv[1:]))


def _here() -> str:
    try:
        return os.getcwd()  # noqa: PTH109 - pathlib takes longer to import than a hook may run
    except FileNotFoundError:  # it has been deleted under us, which is no reason for a hook to fail
        return ""


if __name__ == "__main__":
    main()
