"""Whatever an agent sends, it gets an answer in words, and the server goes on."""

import tempfile
from pathlib import Path
from typing import Any

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from afterwit.faces.mcp.tools import TOOLS
from tests.engine.foreground import FINISH, START
from tests.faces.mcp.serving import connected, run, session_in, words
from tests.machine import Machine

FIELDS = sorted({name for tool in TOOLS for name in tool.takes} | {"note"})
anything = st.recursive(
    st.none()
    | st.booleans()
    | st.integers(-(2**63), 2**63)
    | st.floats(allow_nan=False, allow_infinity=False)
    | st.text(st.characters(exclude_categories=["Cs"]), max_size=30)
    | st.sampled_from(["create", "rl-x", "e1", "one-2", "one", "../..", "\x00", "rl-" + "x" * 300, "x" * 20_000]),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.sampled_from([*FIELDS, "kind"]), inner, max_size=4),
    max_leaves=8,
)
near = st.dictionaries(st.sampled_from(FIELDS), anything, max_size=3)
arguments = (
    st.dictionaries(st.sampled_from(FIELDS), anything, max_size=5)
    | near.map(lambda other: {**START, **other})
    | near.map(lambda other: {**FINISH, **other})
)
calls = st.lists(st.tuples(st.sampled_from([tool.name for tool in TOOLS]), arguments), min_size=1, max_size=12)


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture])  # one home will do: each example has a project
@given(asked=calls)
def test_every_call_is_answered(machine: Machine, asked: list[tuple[str, dict[str, Any]]]) -> None:
    async def ask(root: Path) -> None:
        async with connected(root) as client:
            for tool, given_ in asked:
                told = words(await client.call_tool(tool, given_))
                assert told.strip()
                assert "Traceback" not in told
            assert not (await client.call_tool("learning_status")).is_error

    with tempfile.TemporaryDirectory(dir=machine.project) as folder:
        session_in(Path(folder))
        run(ask(Path(folder)))
