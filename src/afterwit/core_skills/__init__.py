"""The skills that come with Afterwit: core, so that nothing may overwrite them."""

from importlib.resources import files

from afterwit.model.package import MAIN, Package

NAMES = ("learn-skill",)


def bundled(name: str) -> Package:
    """A skill that comes with Afterwit."""
    return Package(name=name, files={MAIN: files("afterwit.core_skills").joinpath(name, MAIN).read_bytes()})
