"""Small skills, embedders to look at, and what is found."""

from collections.abc import Sequence
from typing import TYPE_CHECKING

from afterwit.adapters.embeddings import HashedEmbedder
from afterwit.errors import ModelFailed
from afterwit.model.package import MAIN, Package
from afterwit.recall.searcher import Findings

if TYPE_CHECKING:
    from afterwit.adapters.embeddings.vectors import Vectors


def skill(name: str, description: str, body: str = "Wait.", **metadata: str) -> Package:
    """A skill of anybody's, with whatever metadata."""
    told = "".join(f"  {key.replace('_', '-')}: {value}\n" for key, value in metadata.items())
    matter = f"name: {name}\ndescription: {description}\n" + (f"metadata:\n{told}" if told else "")
    return Package(name=name, files={MAIN: f"---\n{matter}---\n\n{body}\n".encode("utf-8", "surrogatepass")})


class Counting(HashedEmbedder):
    """Remembers what it was asked to embed."""

    def __init__(self, size: int = 16) -> None:
        super().__init__(size)
        self.seen: list[str] = []

    def embed(self, texts: Sequence[str]) -> "Vectors":
        """The same, noted."""
        self.seen += texts
        return super().embed(texts)


class Failing(HashedEmbedder):
    """A model that cannot be reached."""

    def embed(self, texts: Sequence[str]) -> "Vectors":
        """No."""
        del texts
        raise ModelFailed("The model is on holiday: try again tomorrow.")


def names(found: Findings) -> list[str]:
    """What was found, by name."""
    return [hit.entry.name for hit in found.hits]


def scores(found: Findings) -> dict[tuple[str, str], float]:
    """How sure each is."""
    return {(hit.entry.name, hit.entry.state): hit.score for hit in found.hits}
