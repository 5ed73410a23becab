"""The Claude Code plugin: what goes into it, and how it is put together."""
