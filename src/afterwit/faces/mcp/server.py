"""The server: what a client asks for, handed to the desk, and what comes of it handed back.

The SDK's lower layer is used, not its decorators: those would check arguments by their types and tell the first problem
in their own words, where the signal contract has words for every one.
"""

import os
from collections.abc import AsyncGenerator, Callable, Mapping
from contextlib import asynccontextmanager
from types import ModuleType
from typing import Any

import mcp_types as types
from mcp.server.caching import CacheableMethod, CacheHint
from mcp.server.context import ServerRequestContext
from mcp.server.lowlevel import Server
from mcp.shared.exceptions import MCPError
from starlette.requests import Request

from afterwit import __version__
from afterwit.errors import AfterwitError
from afterwit.faces.mcp.answer import Answer, sendable, whole
from afterwit.faces.mcp.desk import Desk, Hands
from afterwit.faces.mcp.invocations import Invocations
from afterwit.faces.mcp.offers import EXTENSION, PROMPTS, RETROSPECTIVE, SKILL_FILES, TEMPLATE
from afterwit.faces.mcp.tools import BY_NAME, INSTRUCTIONS, LONGEST_NAME, TOOLS
from afterwit.model.learning import Caller

AGENT = "AFTERWIT_AGENT"
UNNAMED = "unnamed"
"""A conversation that cannot be told from others: nothing is known of what it did before."""
HOSTS = {"claude": "claude-code", "codex": "codex", "gemini": "gemini", "copilot": "copilot", "opencode": "opencode"}
"""By a word in the name by which a client calls itself, the name that hooks count its agent under."""
LONGEST_AGENT = 64
HOUR_MS = 60 * 60 * 1000
STEADY: tuple[CacheableMethod, ...] = ("tools/list", "prompts/list", "resources/templates/list")
"""What is the same for as long as the server runs."""
SESSION_HEADER = "mcp-session-id"

Context = ServerRequestContext[Any, Any]


class AskSkill(types.RequestParams):
    """What `skills/get` is asked with."""

    uri: str


class Face:
    """Answers one server's clients."""

    def __init__(self, desk: Desk, *, reviewer: bool = False) -> None:
        self._desk = desk
        self._reviewer = reviewer
        self._invocations = Invocations()

    def server(self) -> Server[Any]:
        """The server, with everything it offers."""
        server: Server[Any] = Server(
            "afterwit",
            version=__version__,
            title="Afterwit",
            instructions=INSTRUCTIONS,
            lifespan=self._lifespan,
            on_list_tools=self._list_tools,
            on_call_tool=self._call_tool,
            on_list_resources=self._list_resources,
            on_list_resource_templates=self._list_templates,
            on_read_resource=self._read_resource,
            on_list_prompts=self._list_prompts,
            on_get_prompt=self._get_prompt,
            cache_hints={method: CacheHint(HOUR_MS) for method in STEADY},
            get_tool_input_schema=lambda name: BY_NAME[name].schema() if name in BY_NAME else None,
        )
        server.add_request_handler("skills/list", types.PaginatedRequestParams, self._list_skills)
        server.add_request_handler("skills/get", AskSkill, self._get_skill)
        server.extensions[EXTENSION] = {}
        return server

    @asynccontextmanager
    async def _lifespan(self, server: Server[Any]) -> AsyncGenerator[None]:
        del server
        try:
            yield
        finally:
            await self._desk.close()

    async def _list_tools(self, context: Context, params: object) -> types.ListToolsResult:
        del context, params
        return types.ListToolsResult(tools=tool_list())

    async def _call_tool(self, context: Context, params: types.CallToolRequestParams) -> types.CallToolResult:
        tool = BY_NAME.get(params.name)
        if tool is None:
            named = ", ".join(BY_NAME)
            raise MCPError(types.INVALID_PARAMS, f"There is no tool {whole(params.name[:100])}: there are {named}.")
        given = params.arguments or {}
        conversation = _conversation(context, given)
        caller = self._caller(context, conversation)
        try:
            answer = await self._desk.do(lambda hands: _call(tool.name, given, caller, hands), learns=tool.learns)
        except (AfterwitError, OSError) as error:
            return _refused(_sentence(error))
        if answer.ends_turn:
            self._invocations.end(conversation)
        if answer.progress and not caller.reviewer:
            await context.session.report_progress(1, total=1, message=whole(answer.progress))
        text = types.TextContent(type="text", text=whole(answer.text))
        return types.CallToolResult(content=[text], structured_content=sendable(answer.document))

    async def _list_resources(
        self, context: Context, params: types.PaginatedRequestParams | None
    ) -> types.ListResourcesResult:
        del context
        return await self._ask(lambda hands: _resources().listed(params.cursor if params else None, hands.kernel))

    async def _list_templates(self, context: Context, params: object) -> types.ListResourceTemplatesResult:
        del context, params
        template = types.ResourceTemplate(
            uri_template=SKILL_FILES, name=TEMPLATE.name, description=TEMPLATE.about, mime_type=None
        )
        return types.ListResourceTemplatesResult(resource_templates=[template])

    async def _read_resource(
        self, context: Context, params: types.ReadResourceRequestParams
    ) -> types.ReadResourceResult:
        del context
        return await self._ask(lambda hands: _resources().read(str(params.uri), hands.kernel, count=not self._reviewer))

    async def _list_skills(self, context: Context, params: types.PaginatedRequestParams) -> dict[str, Any]:
        del context
        return await self._ask(lambda hands: _resources().skills_listed(params.cursor, hands.kernel))

    async def _get_skill(self, context: Context, params: AskSkill) -> dict[str, Any]:
        del context
        return await self._ask(lambda hands: _resources().skill_given(params.uri, hands.kernel))

    async def _list_prompts(self, context: Context, params: object) -> types.ListPromptsResult:
        del context, params
        return types.ListPromptsResult(
            prompts=[types.Prompt(name=name, description=about) for name, about in PROMPTS.items()]
        )

    async def _get_prompt(self, context: Context, params: types.GetPromptRequestParams) -> types.GetPromptResult:
        del context
        if params.name not in PROMPTS:
            told = f"There is no prompt {whole(params.name[:100])}: there are {', '.join(PROMPTS)}."
            raise MCPError(types.INVALID_PARAMS, told)
        text = RETROSPECTIVE if params.name == "retrospective" else _learn_skill()
        message = types.PromptMessage(role="user", content=types.TextContent(type="text", text=text))
        return types.GetPromptResult(description=PROMPTS[params.name], messages=[message])

    async def _ask(self, work: Callable[[Hands], Any]) -> Any:  # noqa: ANN401 - what the work gives
        """Have something read; what speaks against it is told as the protocol tells it."""
        try:
            return await self._desk.do(work)
        except (AfterwitError, OSError) as error:
            raise MCPError(types.INTERNAL_ERROR, whole(_sentence(error))) from error

    def _caller(self, context: Context, conversation: str) -> Caller:
        return Caller(
            agent=os.environ.get(AGENT, "").strip() or agent_of(context),
            invocation=self._invocations.of(conversation) if conversation != UNNAMED else "",
            reviewer=self._reviewer,
        )


def tool_list() -> list[types.Tool]:
    """The tools as a client is told of them."""
    return [
        types.Tool(
            name=tool.name,
            description=tool.description,
            input_schema=tool.schema(),
            annotations=types.ToolAnnotations(
                read_only_hint=not tool.learns, destructive_hint=False, open_world_hint=False
            ),
        )
        for tool in TOOLS
    ]


def agent_of(context: Context) -> str:
    """The agent that calls, by the name that its client gives."""
    told = context.session.client_params
    name = told.client_info.name.casefold() if told is not None else ""
    for word, host in HOSTS.items():
        if word in name:
            return host
    plain = "".join(sign if sign.isascii() and sign.isalnum() else "-" for sign in name[:LONGEST_AGENT])
    return plain.strip("-") or "agent"


def _conversation(context: Context, given: Mapping[str, object]) -> str:
    """What goes on between one agent and us: a process, a session of the transport, or what the agent calls it."""
    request: object = context.request
    if not isinstance(request, Request):
        return ""
    if session := request.headers.get(SESSION_HEADER):
        return f"transport {session}"
    named = given.get("session")
    return f"named {named[:LONGEST_NAME]}" if isinstance(named, str) else UNNAMED


def _call(name: str, given: Mapping[str, object], caller: Caller, hands: Hands) -> Answer:
    from afterwit.faces.mcp.calls import call  # noqa: PLC0415 - the engine is imported at the first call, on its thread

    return call(name, given, caller, hands)


def _resources() -> ModuleType:
    from afterwit.faces.mcp import resources  # noqa: PLC0415

    return resources


def _learn_skill() -> str:
    from afterwit.core_skills import bundled  # noqa: PLC0415
    from afterwit.model.skill_document import read  # noqa: PLC0415

    return read(bundled("learn-skill").text).body


def _sentence(error: Exception) -> str:
    ours = isinstance(error, AfterwitError)
    return str(error) if ours else f"The system refused ({error}): check disk space and permissions."


def _refused(sentence: str) -> types.CallToolResult:
    told = whole(sentence)
    return types.CallToolResult(
        content=[types.TextContent(type="text", text=told)], structured_content={"error": told}, is_error=True
    )
