"""Other people's text, made fit for a terminal."""

_CONTROLS = dict.fromkeys((*range(32), *range(127, 160)), " ")


def one_line(text: str) -> str:
    """Text as one line that a terminal only shows: line ends and control characters become spaces."""
    return " ".join(text.translate(_CONTROLS).split())
