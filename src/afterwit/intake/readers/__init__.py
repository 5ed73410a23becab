"""One reader a host. To add one: a file here with a class as `detect.Reader` describes it, and a line below."""

from afterwit.intake.detect import Reader
from afterwit.intake.readers.anthropic import AnthropicMessages
from afterwit.intake.readers.approvals import Approvals
from afterwit.intake.readers.atif import Atif
from afterwit.intake.readers.audit_log import AuditLog
from afterwit.intake.readers.claude_code import ClaudeCode
from afterwit.intake.readers.codex import Codex
from afterwit.intake.readers.conversation_log import ConversationLog
from afterwit.intake.readers.copilot import Copilot
from afterwit.intake.readers.gemini import Gemini
from afterwit.intake.readers.openai_chat import OpenAIChat
from afterwit.intake.readers.poller_log import PollerLog
from afterwit.intake.readers.swe_agent import SweAgent

READERS: tuple[Reader, ...] = (
    ClaudeCode(),
    Codex(),
    Copilot(),
    Gemini(),
    Atif(),
    SweAgent(),
    AnthropicMessages(),
    OpenAIChat(),
    ConversationLog(),
    AuditLog(),
    Approvals(),
    PollerLog(),
)
"""Asked in this order: the formats with the most distinct marks first."""
