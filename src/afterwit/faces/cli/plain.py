"""Other people's text, made fit for a terminal."""

_HIDDEN = (
    *(0x00AD, 0x034F, 0x061C, 0x115F, 0x1160, 0x3164, 0xFEFF, 0xFFA0),
    *range(0x180B, 0x1810),
    *range(0x200B, 0x2010),
    *range(0x202A, 0x202F),
    *range(0x2060, 0x2070),
    *range(0xE0000, 0xE1000),
)
"""Signs that no screen shows, or that turn the order of others round."""
_CONTROLS = dict.fromkeys((*range(32), *range(127, 160)), " ") | dict.fromkeys(_HIDDEN, "")


def one_line(text: str) -> str:
    """Text as one line that a terminal only shows: line ends and control characters become spaces."""
    return " ".join(text.translate(_CONTROLS).split())
