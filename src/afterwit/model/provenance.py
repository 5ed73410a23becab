"""What a skill says, apart from where and when it was learned."""

import hashlib

import msgspec

from afterwit.model.package import MAIN, Package
from afterwit.model.skill_document import read


def essence(package: Package) -> str:
    """A name for what a package says: the same for two that differ only in the metadata of their frontmatter.

    The same thing learned in two sessions is one skill, though each names the session it comes from.
    """
    document = read(package.text)
    said = {key: value for key, value in document.fields.items() if key != "metadata"}
    whole = hashlib.sha256()
    for part in (msgspec.json.encode([str(said), document.domain, document.body]), b"\n"):
        whole.update(part)
    others = {path: content for path, content in package.files.items() if path != MAIN}
    whole.update(Package(name="", files=others, executable=package.executable).digest().encode())
    return whole.hexdigest()
