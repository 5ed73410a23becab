"""Other people's text, made fit for a terminal."""

_HIDDEN = (*range(0x200B, 0x2010), *range(0x202A, 0x202F), *range(0x2060, 0x2070), 0xFEFF)
"""Signs that no screen shows, or that turn the order of others round."""
_CONTROLS = dict.fromkeys((*range(32), *range(127, 160)), " ") | dict.fromkeys(_HIDDEN, "")


def one_line(text: str) -> str:
    """Text as one line that a terminal only shows: line ends and control characters become spaces."""
    return " ".join(text.translate(_CONTROLS).split())
