"""Names and paths that stay where they belong on every file system: no way out, no twins, nothing that acts alone."""

import unicodedata
from collections.abc import Container, Iterator

from afterwit.model.package import MAIN, Package
from afterwit.model.skill_name import folded, is_device
from afterwit.model.verdict import Finding

LONGEST_PATH = 240
LONGEST_PART = 120
DEEPEST = 8

FOLDERS = frozenset({"scripts", "references", "assets"})
"""The folders of a package."""
BESIDE = ("license", "readme.md", "notice")
"""How files may be called, or begin, that a machine puts beside SKILL.md."""

CONFIGURATION = frozenset({
    "claude.md", "claude.local.md", "agents.md", "agents.override.md", "gemini.md", "qwen.md",
    "copilot-instructions.md",
    "settings.json", "settings.local.json", "hooks.json", "mcp.json", "mcp_config.json", "claude_desktop_config.json",
    "plugin.json", "marketplace.json", "cursorrules", "windsurfrules", "clinerules",
})  # fmt: skip
"""Files that hosts of agents read by themselves, folded; those that begin with a dot are refused anyway."""

_FORBIDDEN = frozenset('<>:"|?*\\')
_UNSEEN = frozenset({"Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp"})


def part_problem(part: str) -> str:
    """What is wrong with one name on a path; empty where nothing is."""
    if len(part) > LONGEST_PART or len(part.encode("utf-8", "replace")) > 2 * LONGEST_PART:
        return "has a name that is too long"
    plain = folded(part)
    if plain.strip(" ") in {"", ".", ".."} or part in {"", ".", ".."}:
        return "has an empty name or one of dots in it"
    checks = (
        (any(unicodedata.category(letter) in _UNSEEN for letter in part), "has control or invisible characters in it"),
        (
            bool(_FORBIDDEN & set(part) or _FORBIDDEN & set(plain) or "/" in plain),
            "has a character that leads elsewhere",
        ),
        (unicodedata.normalize("NFC", part) != part, "is not in the usual form of its characters (NFC)"),
        (plain.startswith("."), "is hidden"),
        (plain.startswith("~"), "begins like a home folder"),
        (part != part.strip(" ") or part.endswith("."), "begins or ends with a space, or ends with a dot"),
        (is_device(part), "is the name of a device on some systems"),
    )
    return next((problem for holds, problem in checks if holds), "")


def path_problem(path: str) -> str:
    """What is wrong with a path within a package; empty where it stays within."""
    if len(path) > LONGEST_PATH:
        return f"is longer than {LONGEST_PATH} characters"
    if path.startswith("/") or "\\" in path:
        return "is absolute or has a backslash"
    parts = path.split("/")
    if len(parts) > DEEPEST:
        return f"is more than {DEEPEST} folders deep"
    problem = next((problem for part in parts if (problem := part_problem(part))), "")
    if not problem and any(folded(part) in CONFIGURATION for part in parts):
        problem = "is a file that configures agents"
    if not problem and folded(parts[-1]) == folded(MAIN) and path != MAIN:
        problem = f"is another {MAIN}: there is one, at the top and in that spelling"
    return problem


def package_problems(package: Package, *, max_files: int, max_bytes: int) -> Iterator[Finding]:
    """Everything that is wrong with the places of a package's files."""
    if len(package.files) > max_files:
        yield Finding("", f"it has {len(package.files):,} files: the most is {max_files:,}")
    if package.size > max_bytes:
        yield Finding("", f"it has {package.size:,} bytes: the most is {max_bytes:,}")
    if MAIN not in package.files:
        yield Finding("", f"it has no {MAIN}")
    for path in sorted(package.executable - set(package.files)):
        yield Finding(_shown(path), "is to be run and is not there")
    taken: dict[str, str] = {}
    sound: list[str] = []
    for path in sorted(package.files):
        problem = path_problem(path)
        if not problem and (twin := taken.setdefault(folded(path), path)) != path:
            problem = f"is the same as {_shown(twin)} on systems that fold letters"
        if problem:
            yield Finding(_shown(path), problem)
        else:
            sound.append(path)
    yield from (Finding(_shown(path), "lies below a file") for path in sound if _lies_below(path, taken))


def _lies_below(path: str, taken: Container[str]) -> bool:
    parts = path.split("/")
    return any(folded("/".join(parts[:depth])) in taken for depth in range(1, len(parts)))


def is_usual(path: str) -> bool:
    """True where a machine may put a new file there: SKILL.md, the three folders, a licence, a README."""
    top, slash, _ = path.partition("/")
    return top in FOLDERS if slash else path == MAIN or folded(path).startswith(BESIDE)


def _shown(path: str) -> str:
    return path if path.isascii() and path.isprintable() else ascii(path[:LONGEST_PATH])
