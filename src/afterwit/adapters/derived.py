"""What has to go when changes are revoked."""

import itertools
from collections.abc import Sequence


def derived(edits: Sequence[tuple[int, str | None, str | None]], changes: Sequence[int], on_disk: set[str]) -> set[str]:
    """Of all edits, as change, content before and after in order: what some changes wrote, and what was made from it.

    What was there before the first of them is not theirs, and what is on disk now is clean: whoever revokes saw to it.
    """
    first = min(changes, default=0)
    clean = on_disk | {tree for number, *trees in edits if number < first for tree in trees if tree is not None}
    clean |= {before for number, before, _ in edits if number == first and before is not None}
    theirs = set[str]()
    for number, group in itertools.groupby(edits, key=lambda edit: edit[0]):
        both = [(before, after) for _, before, after in group]
        if number in changes or any(before in theirs for before, _ in both):
            theirs.update(after for _, after in both if after is not None and after not in clean)
    return theirs
