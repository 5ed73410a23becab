"""Pages as people write them, bullets among all kinds of other lines."""

from hypothesis import strategies as st

LINES = st.one_of(
    st.sampled_from([
        "", "  ", "# Lessons", "## Learnings", "Prose.", "- One", "* Two words", " - Three", "  goes on", "\tgoes on",
        "  - below", "---", "```", "~~~", "```sh", "  ```", "<!--", "-->", "<!-- note -->", "- ends -->", "1. One",
        "- 2026-11-15T09:30:00Z [behavioral] Four.", "- [2026-11-14] [Factual]: Five", "- 2026-11-13 Six",
        "- [operational] Seven", "- [Topic] Eight → See `skills/rl-eight`", "- ``` nine", "\r", "Prose.\r", "- Ten\r",
    ]),
    st.text(alphabet=st.characters(exclude_characters="\n", exclude_categories=["Cs"]), max_size=12),
)  # fmt: skip
PAGES = st.lists(LINES, max_size=12).map("\n".join)
